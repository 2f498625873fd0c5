"""Reading figures: a record, or a figure written inline in a battle group, becomes a `Unit`.

Everything that contradicts the rule book is a `Problem` with its path.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from rules.age_of_destruction.records.artillery_markers import MarkerRecord, Stat, marker_of
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
    DAMAGE_VALUE,
    HEAT_COLUMNS,
    LONGEST_DIAL,
    MECH_SPEED_MODES,
    NO_SYMBOL_LABELS,
    RANKS,
    AttackSymbol,
    CombatValue,
    DialMarker,
    HeatColor,
    HeatColumn,
    MechClass,
    RangeType,
    RankMark,
    SpeedMode,
    UnitType,
    WeaponSlot,
)
from rules.age_of_destruction.records.words import WORDS
from rules.core.codec import LARGEST_INTEGER, Node, Unreadable
from rules.core.typed import Written
from rules.core.wording import LANGUAGES, Title

#: A number that no rule bounds.
Whole = Annotated[int, Meta(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]
Modifier = Annotated[int, Meta(ge=-9, le=9)]


class Problem(msgspec.Struct, frozen=True, gc=False):
    """One contradiction in a record: a code of the catalogue, the path and a reason in English, of
    figures as a `Title` with its Polish."""

    code: str
    path: str
    reason: str
    severity: str = "error"

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class WeaponRecord(Written, frozen=True):
    """One weapon of a figure."""

    slot: WeaponSlot
    range_type: RangeType = field(name="damage_type")
    targets: Stat
    minimum: Stat = field(name="range_min")
    maximum: Stat = field(name="range_max")


class ClickRecord(Written, frozen=True, kw_only=True):
    """One click of the combat dial, by its number from 1."""

    click: Whole
    marker: DialMarker | None = None
    equipment: dict[CombatValue, Symbol] = field(name="special_equipment", default_factory=dict)
    speed: Stat
    attack: Stat
    defense: Stat
    primary_damage: Stat
    secondary_damage: Stat | None = None


class HeatSquare(Written, frozen=True):
    """One square of the heat dial."""

    color: HeatColor


class HeatRecord(Written, frozen=True):
    """One position of the heat dial."""

    primary_damage: Modifier = field(name="primary_damage_mod")
    secondary_damage: Modifier = field(name="secondary_damage_mod")
    speed: Modifier = field(name="speed_mod")
    effects: dict[HeatColumn, HeatSquare] = field(default_factory=dict)


class FigureRecord(Written, frozen=True, kw_only=True):
    """A figure as the catalogue's files have it, or a list that brings it along; `faction` is text,
    anything else is refused or a contradiction."""

    type: UnitType
    id: str
    label: str | None = None
    faction: Any = None
    rank: RankMark | None = None
    unique: bool | None = None
    variant: str | None = None
    weapons: tuple[WeaponRecord, ...] = field(name="attacks", default=())
    dial: tuple[ClickRecord, ...] | None = None
    status: Literal["complete", "listed", "block"] = "complete"
    set: str | None = None
    number: str | None = field(name="collector_number", default=None)
    name: str
    nickname: str | None = None
    points: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    mech_class: MechClass | None = None
    speed_mode: SpeedMode | None = None
    capacity: Stat = field(name="transport_capacity", default=0)
    artillery_range: Annotated[int, Meta(ge=1, le=99)] | None = None
    artillery_marker: MarkerRecord | None = None
    attack_symbol: AttackSymbol = "crosshair"
    vent: Annotated[int, Meta(ge=0, le=9)] | None = None
    heat_dial: tuple[HeatRecord, ...] = ()
    slots: bool | None = None


def unit_of(record: FigureRecord, path: str, *, slots: bool = False) -> tuple[Unit, list[Problem]]:
    """The figure of a record, and what contradicts the rule book; raises Unreadable."""
    problems: list[Problem] = []
    set_code, number = split_id(record.id)
    faction, label = _faction(record, path, problems)
    marker = record.artillery_marker
    unit = Unit(
        id=record.id,
        set=record.set or set_code,
        number=record.number or number,
        name=record.name,
        nickname=record.nickname,
        variant=record.variant,
        faction=faction,
        label=label,
        rank=record.rank if record.rank in RANKS else None,
        unique=record.unique or record.rank == "unique",
        points=record.points,
        type=record.type,
        mech_class=_class(record),
        speed_mode=record.speed_mode,
        capacity=record.capacity,
        artillery_range=record.artillery_range,
        artillery_marker=marker_of(marker, f"{path}.artillery_marker") if marker else None,
        attack_symbol=record.attack_symbol,
        weapons=msgspec.convert(record.weapons, tuple[Weapon, ...], from_attributes=True),
        vent=record.vent,
        dial=msgspec.convert(record.dial or (), tuple[Click, ...], from_attributes=True),
        heat_dial=tuple(_heat_position(position) for position in record.heat_dial),
        slots=record.type == "mech" and (slots if record.slots is None else record.slots),
        status=record.status,
    )
    problems += _misprints(record, path)
    problems += _contradictions(unit, path)
    return unit, problems


def _faction(
    record: FigureRecord, path: str, problems: list[Problem]
) -> tuple[str | None, str | None]:
    path = f"{path}.faction"
    if isinstance(record.faction, list):
        problems.append(
            Problem(
                "FACTION_NOT_SINGLE",
                path,
                Title(
                    "a figure bears one faction symbol or none",
                    "figurka nosi jeden symbol frakcji albo żadnego",
                ),
            )
        )
        return None, record.label
    faction = None if record.faction is None else Node(record.faction, path).text()
    if faction in NO_SYMBOL_LABELS:
        return None, record.label or faction
    return faction, record.label


def _class(record: FigureRecord) -> str | None:
    if record.type != "mech":
        return None
    return class_of_variant(record.variant) if record.variant else record.mech_class


def _heat_position(record: HeatRecord) -> HeatPosition:
    return HeatPosition(
        primary_damage=record.primary_damage,
        secondary_damage=record.secondary_damage,
        speed=record.speed,
        effects={column: square.color for column, square in record.effects.items()},
    )


def _misprints(record: FigureRecord, path: str) -> Iterator[Problem]:
    """What no base and no dial can print."""
    if (record.rank in RANKS and record.unique) or (
        record.rank == "unique" and record.unique is False
    ):
        yield Problem(
            "RANK_INVALID",
            path,
            Title(
                "a unique figure bears a star and no rank",
                "unikalna figurka nosi gwiazdkę zamiast rangi",
            ),
        )
    for index, weapon in enumerate(record.weapons):
        yield from _weapon_misprints(weapon, f"{path}.attacks[{index}]")
    if record.dial is not None:
        yield from _dial_misprints(record.dial, f"{path}.dial")


def _weapon_misprints(weapon: WeaponRecord, path: str) -> Iterator[Problem]:
    melee = weapon.range_type == "melee"
    if melee and weapon.maximum:
        yield Problem(
            "RANGE_TYPE_INVALID",
            path,
            Title("a melee weapon has range 0", "broń do walki wręcz ma zasięg 0"),
        )
    if not (0 if melee else 1) <= weapon.targets <= 4:
        yield Problem(
            "RANGE_TYPE_INVALID",
            path,
            Title(
                "a weapon prints one to four range symbols",
                "broń ma od jednego do czterech symboli zasięgu",
            ),
        )
    if weapon.minimum > weapon.maximum:
        yield Problem(
            "RANGE_TYPE_INVALID",
            path,
            Title(
                "the minimum range exceeds the maximum",
                "zasięg minimalny jest większy od maksymalnego",
            ),
        )


def _dial_misprints(dial: tuple[ClickRecord, ...], path: str) -> Iterator[Problem]:
    for index, click in enumerate(dial):
        if click.click != index + 1:
            number = index + 1
            reason = Title(
                f"click {number} is out of sequence", f"kliki nie idą po kolei (klik {number})"
            )
            yield Problem("DIAL_INVALID", f"{path}[{index}]", reason)
    if [click.marker for click in dial].count("start") != 1:
        yield Problem(
            "DIAL_INVALID",
            path,
            Title(
                "a dial has exactly one start marker",
                "panel bojowy ma dokładnie jeden znacznik początkowy",
            ),
        )
    if not 1 <= len(dial) <= LONGEST_DIAL:
        reason = Title(
            f"a dial has 1 to {LONGEST_DIAL} clicks of life",
            f"panel bojowy ma od 1 do {LONGEST_DIAL} klików",
        )
        yield Problem("DIAL_INVALID", path, reason)


def _worded(english: str, polish: str, **values: str) -> Title:
    """A reason with the words for values in it."""
    text = Title(english, polish)
    return Title(*(WORDS.fill(text, values, language) for language in LANGUAGES))


def _contradictions(unit: Unit, path: str) -> list[Problem]:
    """What the rule book excludes between the fields of one figure."""
    found: list[Problem] = []

    def problem(code: str, reason: Title) -> None:
        found.append(Problem(code, path, reason))

    if unit.speed_mode and (unit.speed_mode in MECH_SPEED_MODES) != unit.is_mech:
        reason = _worded(
            "the type {type:type} cannot have the speed mode {mode:speed_mode}",
            "typ {type:type} nie może mieć trybu ruchu „{mode:speed_mode}”",
            type=unit.type,
            mode=unit.speed_mode,
        )
        problem("BASE_TYPE_CONFLICT", reason)
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
            problem(
                "RANGE_TYPE_INVALID",
                Title(
                    "a 'Mech has a primary and a secondary weapon",
                    "Mech ma broń główną i pomocniczą",
                ),
            )
    elif slots != ["primary"]:
        problem(
            "RANGE_TYPE_INVALID",
            Title(
                "infantry and vehicles have exactly one range type",
                "piechota i pojazdy mają dokładnie jeden symbol zasięgu",
            ),
        )
    elif "melee" in types:
        problem(
            "RANGE_TYPE_INVALID",
            Title(
                "only a 'Mech can have the melee range type",
                "symbol walki wręcz może mieć tylko Mech",
            ),
        )


def _dial_contradictions(unit: Unit, problem: Any) -> None:
    unarmed = {*DAMAGE_VALUE.values()} - {weapon.damage_value for weapon in unit.weapons}
    for value in sorted(unarmed & {value for click in unit.dial for value in click.equipment}):
        reason = _worded(
            "special equipment at {value:value} needs a weapon there",
            "wyposażenie specjalne przy wartości „{value:value}” wymaga tam broni",
            value=value,
        )
        problem("DIAL_INVALID", reason)
    if unit.speed_mode is None:
        problem(
            "BASE_TYPE_CONFLICT",
            Title("a figure shows exactly one speed mode", "figurka ma dokładnie jeden tryb ruchu"),
        )
    seconds = [click.secondary_damage is not None for click in unit.dial]
    if unit.is_mech:
        if not all(seconds):
            problem(
                "DIAL_INVALID",
                Title(
                    "a 'Mech has secondary damage on every click",
                    "Mech ma na każdym kliku uszkodzenia broni pomocniczej",
                ),
            )
        if not unit.heat_dial:
            problem(
                "HEAT_DIAL_INVALID", Title("a 'Mech has a heat dial", "Mech ma skalę temperatury")
            )
        elif unit.heat_dial[0].effects != dict.fromkeys(HEAT_COLUMNS, "green"):
            problem(
                "HEAT_DIAL_INVALID",
                Title(
                    "a heat dial begins with three green squares",
                    "skala temperatury zaczyna się od trzech zielonych kwadratów",
                ),
            )
        if unit.vent is None:
            problem(
                "DIAL_INVALID", Title("a 'Mech has a vent rating", "Mech ma wydajność chłodzenia")
            )
    else:
        if any(seconds):
            problem(
                "DIAL_INVALID",
                Title(
                    "infantry and vehicles have one damage value",
                    "piechota i pojazdy mają jedną wartość uszkodzeń",
                ),
            )
        if unit.heat_dial:
            problem(
                "HEAT_DIAL_INVALID",
                Title("only 'Mechs have a heat dial", "skalę temperatury mają tylko Mechy"),
            )
        if unit.vent is not None:
            problem(
                "DIAL_INVALID",
                Title("only 'Mechs have a vent rating", "wydajność chłodzenia mają tylko Mechy"),
            )


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
