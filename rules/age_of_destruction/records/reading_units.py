"""Reading figures: a record, or a figure written inline in a battle group, becomes a `Unit`.

Everything that contradicts the rule book is a `Problem` with its path.
"""

from typing import Any

import msgspec

from rules.age_of_destruction.records.artillery_markers import read_marker
from rules.age_of_destruction.records.units import (
    Click,
    HeatPosition,
    Symbol,
    Unit,
    Weapon,
    class_of_variant,
    split_id,
)
from rules.age_of_destruction.records.vocabulary import (
    ATTACK_SYMBOLS,
    COMBAT_VALUES,
    DIAL_MARKERS,
    EQUIPMENT_COLORS,
    EQUIPMENT_SHAPES,
    HEAT_COLORS,
    HEAT_COLUMNS,
    LONGEST_DIAL,
    MECH_CLASSES,
    MECH_SPEED_MODES,
    NO_SYMBOL_LABELS,
    RANGE_TYPES,
    RANKS,
    SPEED_MODES,
    UNIT_TYPES,
    WEAPON_SLOTS,
)
from rules.core.codec import Node, Unreadable


class Problem(msgspec.Struct, frozen=True, gc=False):
    """One contradiction in a record: a code of the catalogue, the path and a reason in English."""

    code: str
    path: str
    reason: str
    severity: str = "error"

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


def read_unit(node: Node, slots: bool = False) -> tuple[Unit, list[Problem]]:
    """Read a figure; `slots` is what its set says of its 'Mechs unless the record says otherwise.

    Raises Unreadable for a wrong type or an unknown word; contradictions come back as problems.
    """
    problems: list[Problem] = []
    unit_type = node.get("type").one_of(UNIT_TYPES)
    unit_id = node.get("id").text()
    set_code, number = split_id(unit_id)
    faction, label = _read_faction(node, problems)
    rank, unique = _read_rank(node, problems)
    variant = node.optional("variant", Node.text)
    weapons = node.optional("attacks", lambda n: _read_weapons(n, problems)) or ()
    dial = node.optional("dial", lambda n: _read_dial(n, problems)) or ()
    status = node.optional("status", lambda n: n.one_of(("complete", "listed", "block")))
    unit = Unit(
        id=unit_id,
        set=node.optional("set", Node.text) or set_code,
        number=node.optional("collector_number", Node.text) or number,
        name=node.get("name").text(),
        nickname=node.optional("nickname", Node.text),
        variant=variant,
        faction=faction,
        label=label,
        rank=rank,
        unique=unique,
        points=node.optional("points", lambda n: n.integer(low=0, high=100_000)),
        type=unit_type,
        mech_class=_read_class(node, unit_type, variant),
        speed_mode=node.optional("speed_mode", lambda n: n.one_of(SPEED_MODES)),
        capacity=node.optional("transport_capacity", lambda n: n.integer(low=0, high=99)) or 0,
        artillery_range=node.optional("artillery_range", lambda n: n.integer(low=1, high=99)),
        artillery_marker=node.optional("artillery_marker", read_marker),
        attack_symbol=node.optional("attack_symbol", lambda n: n.one_of(ATTACK_SYMBOLS))
        or "crosshair",
        weapons=weapons,
        vent=node.optional("vent", lambda n: n.integer(low=0, high=9)),
        dial=dial,
        heat_dial=node.optional("heat_dial", _read_heat_dial) or (),
        slots=_read_slots(node, unit_type, slots),
        status=status or "complete",
    )
    problems += _contradictions(unit, node.path)
    return unit, problems


def _read_faction(node: Node, problems: list[Problem]) -> tuple[str | None, str | None]:
    label = node.optional("label", Node.text)
    if isinstance(node.object().get("faction"), list):
        path = f"{node.path}.faction"
        problems.append(
            Problem("FACTION_NOT_SINGLE", path, "a figure bears one faction symbol or none")
        )
        return None, label
    faction = node.optional("faction", Node.text)
    if faction in NO_SYMBOL_LABELS:
        return None, label or faction
    return faction, label


def _read_rank(node: Node, problems: list[Problem]) -> tuple[str | None, bool]:
    """Chevrons or the star, which takes their place (AOD-UNIT-009, AOD-UNIT-011)."""
    mark = node.optional("rank", lambda n: n.one_of((*RANKS, "unique")))
    stated = node.optional("unique", Node.boolean)
    if (mark in RANKS and stated) or (mark == "unique" and stated is False):
        problems.append(
            Problem("RANK_INVALID", node.path, "a unique figure bears a star and no rank")
        )
    return (mark if mark in RANKS else None), stated or mark == "unique"


def _read_class(node: Node, unit_type: str, variant: str | None) -> str | None:
    recorded = node.optional("mech_class", lambda n: n.one_of(MECH_CLASSES))
    if unit_type != "mech":
        return None
    return class_of_variant(variant) if variant else recorded


def _read_slots(node: Node, unit_type: str, slots_of_set: bool) -> bool:
    stated = node.optional("slots", Node.boolean)
    return unit_type == "mech" and (slots_of_set if stated is None else stated)


def _read_weapons(node: Node, problems: list[Problem]) -> tuple[Weapon, ...]:
    weapons = tuple(
        Weapon(
            slot=item.get("slot").one_of(WEAPON_SLOTS),
            range_type=item.get("damage_type").one_of(RANGE_TYPES),
            targets=item.get("targets").integer(low=0, high=99),
            minimum=item.get("range_min").integer(low=0, high=99),
            maximum=item.get("range_max").integer(low=0, high=99),
        )
        for item in node.items()
    )
    for index, weapon in enumerate(weapons):
        path = f"{node.path}[{index}]"
        if weapon.range_type == "melee" and weapon.maximum:
            problems.append(Problem("RANGE_TYPE_INVALID", path, "a melee weapon has range 0"))
        fewest = 0 if weapon.range_type == "melee" else 1
        if not fewest <= weapon.targets <= 4:
            problems.append(
                Problem("RANGE_TYPE_INVALID", path, "a weapon prints one to four range symbols")
            )
        if weapon.minimum > weapon.maximum:
            problems.append(
                Problem("RANGE_TYPE_INVALID", path, "the minimum range exceeds the maximum")
            )
    return weapons


def _read_dial(node: Node, problems: list[Problem]) -> tuple[Click, ...]:
    clicks = []
    for position, item in enumerate(node.items(), start=1):
        if item.get("click").integer() != position:
            problems.append(
                Problem("DIAL_INVALID", item.path, f"click {position} is out of sequence")
            )
        clicks.append(
            Click(
                marker=item.optional("marker", lambda n: n.one_of(DIAL_MARKERS)),
                equipment=_read_equipment(item),
                speed=item.get("speed").integer(low=0, high=99),
                attack=item.get("attack").integer(low=0, high=99),
                defense=item.get("defense").integer(low=0, high=99),
                primary_damage=item.get("primary_damage").integer(low=0, high=99),
                secondary_damage=item.optional(
                    "secondary_damage", lambda n: n.integer(low=0, high=99)
                ),
            )
        )
    if [click.marker for click in clicks].count("start") != 1:
        problems.append(Problem("DIAL_INVALID", node.path, "a dial has exactly one start marker"))
    if not 1 <= len(clicks) <= LONGEST_DIAL:
        problems.append(
            Problem("DIAL_INVALID", node.path, f"a dial has 1 to {LONGEST_DIAL} clicks of life")
        )
    return tuple(clicks)


def _read_equipment(click: Node) -> dict[str, Symbol]:
    if click.object().get("special_equipment") is None:
        return {}
    return {
        Node(value, symbol.path).one_of(COMBAT_VALUES): Symbol(
            color=symbol.get("color").one_of(EQUIPMENT_COLORS),
            shape=symbol.get("shape").one_of(EQUIPMENT_SHAPES),
        )
        for value, symbol in click.get("special_equipment").fields()
    }


def _read_heat_dial(node: Node) -> tuple[HeatPosition, ...]:
    return tuple(
        HeatPosition(
            primary_damage=item.get("primary_damage_mod").integer(low=-9, high=9),
            secondary_damage=item.get("secondary_damage_mod").integer(low=-9, high=9),
            speed=item.get("speed_mod").integer(low=-9, high=9),
            effects=_read_heat_effects(item),
        )
        for item in node.items()
    )


def _read_heat_effects(position: Node) -> dict[str, str]:
    if position.object().get("effects") is None:
        return {}
    return {
        Node(column, effect.path).one_of(HEAT_COLUMNS): effect.get("color").one_of(HEAT_COLORS)
        for column, effect in position.get("effects").fields()
    }


def _contradictions(unit: Unit, path: str) -> list[Problem]:
    """What the rule book excludes between the fields of one figure."""
    found: list[Problem] = []

    def problem(code: str, reason: str) -> None:
        found.append(Problem(code, path, reason))

    if unit.speed_mode and (unit.speed_mode in MECH_SPEED_MODES) != unit.is_mech:
        problem("BASE_TYPE_CONFLICT", f"a {unit.type} cannot have the speed mode {unit.speed_mode}")
    if unit.weapons or unit.dial:
        _weapon_contradictions(unit, problem)
    if unit.dial:
        _dial_contradictions(unit, problem)
    return found


def _weapon_contradictions(unit: Unit, problem: Any) -> None:
    types = {weapon.range_type for weapon in unit.weapons}
    slots = [weapon.slot for weapon in unit.weapons]
    if unit.is_mech:
        if slots != ["primary", "secondary"]:
            problem("RANGE_TYPE_INVALID", "a 'Mech has a primary and a secondary weapon")
    elif slots != ["primary"]:
        problem("RANGE_TYPE_INVALID", "infantry and vehicles have exactly one range type")
    elif "melee" in types:
        problem("RANGE_TYPE_INVALID", "only a 'Mech can have the melee range type")


def _dial_contradictions(unit: Unit, problem: Any) -> None:
    if unit.speed_mode is None:
        problem("BASE_TYPE_CONFLICT", "a figure shows exactly one speed mode")
    seconds = [click.secondary_damage is not None for click in unit.dial]
    if unit.is_mech:
        if not all(seconds):
            problem("DIAL_INVALID", "a 'Mech has secondary damage on every click")
        if not unit.heat_dial:
            problem("HEAT_DIAL_INVALID", "a 'Mech has a heat dial")
        elif unit.heat_dial[0].effects != dict.fromkeys(HEAT_COLUMNS, "green"):
            problem("HEAT_DIAL_INVALID", "a heat dial begins with three green squares")
        if unit.vent is None:
            problem("DIAL_INVALID", "a 'Mech has a vent rating")
    else:
        if any(seconds):
            problem("DIAL_INVALID", "infantry and vehicles have one damage value")
        if unit.heat_dial:
            problem("HEAT_DIAL_INVALID", "only 'Mechs have a heat dial")
        if unit.vent is not None:
            problem("DIAL_INVALID", "only 'Mechs have a vent rating")


#: What is wrong with dials decides nothing about a battle group.
_DIAL_PROBLEMS = ("DIAL_INVALID", "HEAT_DIAL_INVALID")


def fit_for_a_group(unit: Unit, problems: list[Problem]) -> Unit:
    """The inline figure, without its dials when they contradict the rule book.

    Raises Unreadable for the first error elsewhere.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    for problem in errors:
        if problem.code not in _DIAL_PROBLEMS:
            raise Unreadable(problem.path, "FIGURE_REFUSED", reason=problem.reason)
    if not errors:
        return unit
    return msgspec.structs.replace(unit, dial=(), heat_dial=(), dials_refused=True)
