"""Figures tried out on an open table by the engine itself: values with cards, odds against another.

Nothing here is a rule; a position is set up in the words of scenario/1 and read off.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rules.age_of_destruction.army.battle_group import SYSTEM, CardChoice
from rules.age_of_destruction.forecast.odds import Odds, odds, twice
from rules.age_of_destruction.moment.ability import Equipment
from rules.age_of_destruction.moment.aiming import aimed_line
from rules.age_of_destruction.moment.answers import BEST
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import (
    attack_tally,
    base_attack,
    damage_value,
    defense_tally,
    own_defense,
    speed,
    weapon_damage,
)
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play.rules import is_legal
from rules.age_of_destruction.play.scenario import FORMAT, read_scenario
from rules.age_of_destruction.records.bases import Bases
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.steps.dealing import dealt, taken
from rules.core.tally import Part, Tally

ATTACKER, TARGET = "attacker", "target"
TABLE = {"width": 36, "depth": 60}
PLACE = (18.0, 6.0)
#: The build total nothing here is limited by.
AMPLE = 3000
FACES = range(1, 7)


class Fitting(msgspec.Struct, frozen=True):
    """What a figure carries, and the position of its heat dial."""

    gear: tuple[CardChoice, ...] = ()
    pilot: CardChoice | None = None
    heat: int = 0


BARE = Fitting()


class Granted(msgspec.Struct, frozen=True):
    """What a card gives one value ("" for a pilot's text): equipment with its slot and colour, or a
    text of its own, which has neither."""

    value: str
    card: str
    name: str
    slot: str = ""
    color: str = ""
    circled: bool = False


class FittedClick(msgspec.Struct, frozen=True):
    """A click as it counts with cards and heat: its values by key, and what cards grant.

    `idle` are the values whose equipment heat or a card puts out of work; at `contested` ones the
    dial's and a card's exclude each other (AOD-GEAR-017).
    """

    values: dict[str, Tally]
    granted: tuple[Granted, ...]
    idle: tuple[str, ...]
    contested: tuple[str, ...]


class Situation(msgspec.Struct, frozen=True):
    """How one figure attacks another: by which kind of attack and weapon, and under what
    circumstances. `shutdown` is the target's."""

    kind: Literal["ranged", "close"] = "ranged"
    weapon: Literal["primary", "secondary"] = "primary"
    rear: bool = False
    hindering: bool = False
    assault: bool = False
    shutdown: bool = False


class Prospect(msgspec.Struct, frozen=True):
    """What an attack promises: its values, the odds, the damage of either kind of hit."""

    attack: Tally
    defense: Tally
    odds: Odds
    damage: Fraction
    critical_damage: Fraction

    @property
    def needed(self) -> int:
        """What three dice must show."""
        return self.defense.total - self.attack.total

    @property
    def expected(self) -> Fraction:
        """The clicks of damage to expect."""
        return self.odds.expected(self.damage, self.critical_damage)


# --- Values ---------------------------------------------------------------------------------


def fitted_clicks(unit: Unit, fitting: Fitting, catalogue: Catalogue) -> tuple[FittedClick, ...]:
    """Every click of a figure with its cards and its heat; raises Unreadable for a card or a heat
    position there is none of."""
    field = _position([_placed(ATTACKER, unit, PLACE, 0, fitting)], catalogue)
    clicks = range(1, len(unit.dial) + 1)
    return tuple(_fitted_click(field.moved(ATTACKER, click=click)) for click in clicks)


def _fitted_click(field: Field) -> FittedClick:
    piece = field.piece(ATTACKER)
    values = {
        "speed": speed(piece),
        "attack": Tally(tuple(base_attack(piece))),
        "defense": Tally(tuple(own_defense(piece)[0])),
    }
    for weapon in piece.unit.weapons:
        values[weapon.damage_value] = Tally(tuple(weapon_damage(piece, weapon.damage_value)))
    idle = [f.value for f in piece.shown if f.card is None and f not in piece.working]
    contested = [
        f.value for f in piece.working if any(f.excludes(other) for other in piece.working)
    ]
    return FittedClick(
        values,
        tuple(_granted(piece)),
        tuple(dict.fromkeys(idle)),
        tuple(dict.fromkeys(contested)),
    )


def _granted(piece: Piece) -> Iterator[Granted]:
    for fitted in piece.working:
        item = fitted.item
        if fitted.card is None:
            continue
        if isinstance(item, Equipment):
            place = (item.slot, item.color, fitted.circled)
            yield Granted(fitted.value, fitted.card.id, fitted.name, *place)
        else:
            yield Granted(fitted.value, fitted.card.id, fitted.name)


# --- Odds -----------------------------------------------------------------------------------


def prospects(
    attacker: Unit,
    target: Unit,
    situation: Situation,
    catalogue: Catalogue,
    fitting: Fitting = BARE,
    against: Fitting = BARE,
    clicks: tuple[Sequence[int], Sequence[int]] | None = None,
) -> tuple[tuple[Prospect | None, ...], ...]:
    """What the attack promises, one row for each click of the attacker and one column for each of
    the target, or for some `clicks` of either; None where such an attack cannot be made.

    `against` is what the target carries. No die is rolled again, nothing follows up, and no heat is
    burnt for damage; `bouts` counts those too. Raises Unreadable like `fitted_clicks`.
    """
    field = duel(attacker, target, situation, catalogue, fitting, against)
    rows, columns = clicks or (range(1, len(attacker.dial) + 1), range(1, len(target.dial) + 1))
    return tuple(
        tuple(
            _prospect(field.moved(ATTACKER, click=mine).moved(TARGET, click=theirs), situation)
            for theirs in columns
        )
        for mine in rows
    )


def prospect(
    attacker: Unit,
    target: Unit,
    situation: Situation,
    catalogue: Catalogue,
    fitting: Fitting = BARE,
    against: Fitting = BARE,
) -> Prospect | None:
    """The same at the first click of both alone; raises Unreadable like `fitted_clicks`."""
    field = duel(attacker, target, situation, catalogue, fitting, against)
    return _prospect(field.moved(ATTACKER, click=1).moved(TARGET, click=1), situation)


def _prospect(field: Field, situation: Situation) -> Prospect | None:
    attack = _attack(field, situation)
    if attack is None:
        return None
    line = aimed_line(field, attack, field.piece(TARGET)) if attack.kind == "ranged" else None
    striking, _ = attack_tally(field, attack, TARGET)
    warding, _ = defense_tally(field, attack, TARGET, line)
    chance = odds(striking.total, warding.total)
    if any(f.item.guard(attack).second_roll for f in field.piece(TARGET).against(attack)):
        chance = twice(chance)
    plain, critical = (
        _damage(field, attack, striking.total - warding.total, critical=critical)
        for critical in (False, True)
    )
    return Prospect(striking, warding, chance, plain, critical)


def _attack(field: Field, situation: Situation) -> Attack | None:
    """The attack, as the order for it declares it; None where the order is refused."""
    order: Ranged | Close
    if situation.kind == "ranged":
        order = Ranged(unit=ATTACKER, targets=(TARGET,), weapon=situation.weapon)
    else:
        order = Close(unit=ATTACKER, target=TARGET, weapon=situation.weapon)
    attack = order.attack(field) if is_legal(field, order) else None
    if attack and situation.assault:
        return msgspec.structs.replace(attack, order="assault")
    return attack


def _damage(field: Field, attack: Attack, lead: int, *, critical: bool) -> Fraction:
    """The damage of a hit, over all that dice may still change about it."""
    attacker, target = field.piece(ATTACKER), field.piece(TARGET)
    if any(f.item.after_hit(attack, target).heat_instead for f in attacker.for_attack(attack)):
        return Fraction(0)
    total = Fraction(0)
    for chance, replaced, rolled in _dealt_by_dice(field, attack, lead):
        whole = dealt(field, attack, TARGET, replaced=replaced, rolled=rolled)
        for share, spared in _spared_by_dice(target, attack):
            due = taken(field, attack, TARGET, whole.parts, critical=critical, spared=spared)
            total += chance * share * max(due.total, 0)
    return total


Weighed = Iterator[tuple[Fraction, Part | None, tuple[Part, ...]]]


def _dealt_by_dice(field: Field, attack: Attack, lead: int) -> Weighed:
    """What dice may make of the damage value, each with its chance: one piece of equipment."""
    attacker = field.piece(ATTACKER)
    values = {w.damage_value: damage_value(attacker, w.damage_value) for w in attacker.unit.weapons}
    for fitted in attacker.for_attack(attack):
        harm, name = fitted.item.harm(attacker, attack), fitted.name
        if harm.replaced:
            yield from ((Fraction(1, 6), Part(name, face), ()) for face in FACES)
            return
        if harm.more(BEST, values):
            for face in FACES:
                yield Fraction(1, 6), None, (Part(name, harm.more(face, values)),)
            return
        if harm.doubled_at is not None:
            again = odds(lead + harm.doubled_at, 0).hit
            yield again, None, (Part(name, values[attack.value]),)
            yield 1 - again, None, ()
            return
    yield Fraction(1), None, ()


def _spared_by_dice(target: Piece, attack: Attack) -> Iterator[tuple[Fraction, tuple[Part, ...]]]:
    """What a die may take off the damage, each with its chance."""
    found = [(f.name, f.item.guard(attack).spares) for f in target.against(attack)]
    sparing = [(name, spares) for name, spares in found if spares]
    if not sparing:
        yield Fraction(1), ()
        return
    for face in FACES:
        name, spares = sparing[0]
        yield Fraction(1, 6), (Part(name, -spares[face - 1]),)


# --- Positions ------------------------------------------------------------------------------


def duel(
    attacker: Unit,
    target: Unit,
    situation: Situation,
    catalogue: Catalogue,
    fitting: Fitting,
    against: Fitting,
    run_up: float = 0.0,
) -> Field:
    """Both figures on the table, the attacker facing the target: in contact for a close attack, at
    the weapon's longest range for a shot, or `run_up` inches farther off."""
    apart = _apart(attacker, target, situation, catalogue.bases)
    place = (PLACE[0], PLACE[1] + apart)
    start = (PLACE[0], PLACE[1] - run_up)
    aim = _placed(TARGET, target, place, 0 if situation.rear else 180, against)
    units = [_placed(ATTACKER, attacker, start, 0, fitting), aim]
    hedge = _hedge(PLACE[1] + apart / 2) if situation.hindering else None
    field = _position(units, catalogue, hedge)
    return field.moved(TARGET, shutdown=True) if situation.shutdown else field


def _apart(attacker: Unit, target: Unit, situation: Situation, bases: Bases) -> float:
    contact = (bases.shapes[attacker.base].length + bases.shapes[target.base].length) / 2
    weapon = next((w for w in attacker.weapons if w.slot == situation.weapon), None)
    if situation.kind == "close" or weapon is None:
        return contact
    return max(float(weapon.maximum), contact)


def _hedge(across: float) -> dict[str, Any]:
    """A thin strip of hindering terrain between the two."""
    near, far = across - 0.05, across + 0.05
    corners = [[12, near], [24, near], [24, far], [12, far]]
    return {"id": "hedge", "kind": "hindering", "polygon": corners}


def _placed(
    name: str, unit: Unit, at: tuple[float, float], facing: int, fitting: Fitting
) -> dict[str, Any]:
    """A unit as scenario/1 has it."""
    placed: dict[str, Any] = {
        "id": name,
        "owner": name,
        "unit": unit.id,
        "at": list(at),
        "facing": facing,
        "heat": fitting.heat,
        "gear": [_written(choice) for choice in fitting.gear],
    }
    return placed | ({"pilot": _written(fitting.pilot)} if fitting.pilot else {})


def _written(choice: CardChoice) -> dict[str, Any]:
    return {"card": choice.card} | ({"weapon": choice.weapon} if choice.weapon else {})


def _position(
    units: list[dict[str, Any]], catalogue: Catalogue, hedge: dict[str, Any] | None = None
) -> Field:
    scenario = read_scenario(
        {
            "format": FORMAT,
            "system": SYSTEM,
            "build_total": AMPLE,
            "table": TABLE,
            "terrain": [hedge] if hedge else [],
            "players": [ATTACKER, TARGET],
            "active": ATTACKER,
            "units": units,
            "dice": [],
            "orders": [],
        },
        catalogue,
    )
    return Field(scenario.setup, scenario.state)
