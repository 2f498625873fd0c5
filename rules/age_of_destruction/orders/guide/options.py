"""What a unit may be ordered to do now, and why not."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.explain import explain, free_turn
from rules.age_of_destruction.orders.guide.carrying import carried
from rules.age_of_destruction.orders.guide.mending import RepairOdds, repair_odds
from rules.age_of_destruction.orders.guide.ways import straight_at
from rules.age_of_destruction.orders.legal_attacks import slots
from rules.age_of_destruction.orders.legal_formations import FORMATIONS
from rules.age_of_destruction.state.orders import (
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    Face,
    GivenToFormation,
    Leg,
    Move,
    Ram,
    Ranged,
    Shot,
    Switch,
    Vent,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.drawing import as_listed
from rules.core.violations import Violation

#: Kinds of options that ask for a way, in the order in which a player meets them.
WAYS = (
    *("move", "run", "level", "assault_ranged", "assault_close", "flight_shot", "artillery"),
    *("charge", "death_from_above", "ram", "march", "board", "disembark", "lead", "face"),
)

#: What is said against a way or a spot and may not hold for another one.
OF_THE_PLACE = frozenset(
    {
        *("BASE_IN_WAY", "BETWEEN_BASES", "TERRAIN_IN_WAY", "NO_ACCESS", "MUST_STOP", "OFF_TABLE"),
        *("ENDS_ON_BASE", "ENDS_ON_TERRAIN", "OUT_OF_ARC", "OUT_OF_RANGE", "TOO_CLOSE"),
        *("LINE_BLOCKED", "NOT_IN_CONTACT", "NOT_IN_FRONT", "TARGET_IN_WATER", "ABRUPT_EDGE"),
        *("MARKER_OFF_TABLE", "MARKER_OUT_OF_ARC", "MARKER_TOO_CLOSE", "MARKER_TOO_FAR"),
        "MARKER_TOO_CLOSE_FOR_BATTERY",
    }
)

#: The pace of the ways that end in a shot, or have one on them.
SHOTS_ON_A_WAY = {
    "assault_ranged": Pace(ranged_assault=True),
    "flight_shot": Pace(shoots=True),
}


class Option(msgspec.Struct, frozen=True):
    """One thing a unit might be ordered to do, with every reason why not.

    `kind` names it ("move", "run", "level", "vent", "face", "ranged", "indirect", "artillery",
    "close", "capture", "repair_by_value", "repair_by_die", "assault_ranged", "assault_close",
    "flight_shot", "charge", "death_from_above", "ram", "board", "disembark", "lead", "march",
    "formation", "switch"); `units` are those taken along. `order` is whole, except where the kind
    asks for a way or a spot: then it stays where it is, or goes straight, and somebody may draw
    another way; `from_elsewhere` tells that only the place stands against it. `odds`: what a legal
    repair promises, None for anything else.
    """

    kind: str
    order: AnyOrder
    target: str = ""
    weapon: str = ""
    refused: tuple[Violation, ...] = ()
    units: tuple[str, ...] = ()
    from_elsewhere: bool = False
    odds: RepairOdds | None = None

    @property
    def legal(self) -> bool:
        """Whether the order may be given as it is."""
        return not self.refused

    @property
    def asks_for_a_way(self) -> bool:
        """Whether a path or a spot is still to be drawn."""
        return self.kind in WAYS


def options(setup: Setup, state: State, unit_id: str) -> tuple[Option, ...]:
    """Everything a unit on the table might be ordered to do, legal or not; none aboard or gone."""
    field = Field.of_moment(setup, state)
    piece = field.piece(unit_id)
    if piece.now.at is None or piece.now.gone:
        return ()
    return (
        *(_judged(setup, state, piece, option) for option in _options(piece)),
        *_repairs(setup, state, piece),
    )


def _repairs(setup: Setup, state: State, piece: Piece) -> Iterator[Option]:
    """Both ways to repair each friend in contact, first the one that restores more clicks."""
    for friend in piece.friends_in_contact:
        if any(fitted.item.may_repair(piece, friend) for fitted in piece.working):
            ways = [_repair(setup, state, piece, friend, by) for by in ("value", "die")]
            yield from sorted(ways, key=lambda way: -way.odds.restored if way.odds else 1)


def _repair(setup: Setup, state: State, piece: Piece, friend: Piece, by: str) -> Option:
    order = Close(unit=piece.id, target=friend.id, repair="die" if by == "die" else True)
    refused = explain(setup, state, order)
    odds = None if refused else repair_odds(setup, state, order)
    return Option(f"repair_by_{by}", order, friend.id, refused=refused, odds=odds)


def _judged(setup: Setup, state: State, piece: Piece, option: Option) -> Option:
    """An option with what is said against it; where equipment that waits to be asked for makes it
    legal, it asks for that."""
    refused = explain(setup, state, option.order)
    for order in _asking(setup, state, option.order) if refused else ():
        if not explain(setup, state, order):
            return msgspec.structs.replace(option, order=order)
    elsewhere = (
        bool(refused)
        and option.asks_for_a_way
        and all(violation.code in OF_THE_PLACE for violation in refused)
        and not any(_beyond_reach(piece, option.kind, violation) for violation in refused)
    )
    return msgspec.structs.replace(option, refused=refused, from_elsewhere=elsewhere)


def _asking(setup: Setup, state: State, order: AnyOrder) -> Iterator[Ranged]:
    """A direct shot with each piece of equipment that works only when asked for."""
    if isinstance(order, Ranged) and order.mode == "direct":
        piece = Field.of_moment(setup, state).piece(order.unit)
        for fitted in piece.working:
            if fitted.item.by_choice:
                yield msgspec.structs.replace(order, on={fitted.name: ""})


def _beyond_reach(piece: Piece, kind: str, violation: Violation) -> bool:
    """Whether no way brings the target into range; a long base that turns gains some of it."""
    if violation.code != "OUT_OF_RANGE" or kind not in SHOTS_ON_A_WAY:
        return False
    missing = violation.params["distance"] - violation.params["maximum"]
    gained = allowance(piece, SHOTS_ON_A_WAY[kind]).total + piece.figure.shape.length
    return bool(missing > gained)


def _options(piece: Piece) -> Iterator[Option]:
    yield from _moves(piece)
    for target in piece.field.opponents_of(piece.team):
        yield from _attacks(piece, target)
    for kind, names, leg in carried(piece):
        yield Option(kind, Move(unit=piece.id, legs=(leg,) if leg else ()), units=names)
    yield from _formations(piece)
    for name in dict.fromkeys(fitted.name for fitted in piece.still_on):
        yield Option("switch", Switch(unit=piece.id, off=(name,)))


def _moves(piece: Piece) -> Iterator[Option]:
    """Ways to move that name no target; the empty ones only tell whether a way may be drawn."""
    stays = Move(unit=piece.id)
    yield Option("move", stays)
    if piece.is_mech:
        yield Option("run", Move(unit=piece.id, run=True))
        yield Option("vent", Vent(unit=piece.id))
    if piece.is_vtol:
        level = Leg(level="ground" if piece.cruising else "cruising")
        yield Option("level", Move(unit=piece.id, legs=(level,)))
    if free_turn(piece):
        yield Option("face", Face(unit=piece.id, facing=piece.now.facing))
    if piece.unit.is_artillery:
        yield Option("artillery", Ranged(unit=piece.id, mode="artillery", markers=(piece.at,)))


def _attacks(piece: Piece, target: Piece) -> Iterator[Option]:
    aim, contact = (target.id,), piece.touches(target)
    for slot in slots(piece):
        weapon = piece.weapons[slot]
        if weapon.range_type != "melee" and weapon.maximum > 0:
            yield _option("ranged", Ranged(unit=piece.id, targets=aim, weapon=slot), target, slot)
        if weapon.range_type == "ballistic" and weapon.maximum > 0:
            lobbed = Ranged(unit=piece.id, targets=aim, weapon=slot, mode="indirect")
            yield _option("indirect", lobbed, target, slot)
        if contact:
            yield _option(
                "close", Close(unit=piece.id, target=target.id, weapon=slot), target, slot
            )
        if piece.is_mech and weapon.range_type != "melee" and weapon.maximum > 0:
            rush = Assault(unit=piece.id, kind="ranged", targets=aim, weapon=slot)
            yield _option("assault_ranged", rush, target, slot)
        if piece.is_vtol and weapon.range_type != "melee" and weapon.maximum > 0:
            shot = Leg(shoot=Shot(targets=aim, weapon=slot))
            yield _option("flight_shot", Move(unit=piece.id, legs=(shot,)), target, slot)
    if contact and piece.is_infantry:
        seize = Close(unit=piece.id, target=target.id, capture=True)
        yield _option("capture", seize, target)
    yield from _strikes(piece, target)


def _option(kind: str, order: AnyOrder, target: Piece, weapon: str = "") -> Option:
    return Option(kind, order, target.id, weapon)


def _strikes(piece: Piece, target: Piece) -> Iterator[Option]:
    """Attacks that begin with a way into contact, straight at the target."""
    way = straight_at(piece, target)
    path = (way.legs[0].travel or ()) if way else ()
    facing = way.facing if way else piece.now.facing
    if piece.is_mech:
        legs = way.legs if way else ()
        rush = Assault(unit=piece.id, kind="close", legs=legs, target=target.id)
        yield _option("assault_close", rush, target)
        charge = Charge(unit=piece.id, target=target.id, path=path, facing=facing)
        yield _option("charge", charge, target)
        if piece.jump:
            leap = DeathFromAbove(unit=piece.id, target=target.id, path=path, facing=facing)
            yield _option("death_from_above", leap, target)
    elif piece.unit.type == "vehicle" and not piece.is_vtol:
        ram = Ram(unit=piece.id, target=target.id, path=path, facing=facing)
        yield _option("ram", ram, target)


def _formations(piece: Piece) -> Iterator[Option]:
    """Formations the unit would lead, as far as the engine proposes them; a march once."""
    marching = False
    for manner in FORMATIONS:
        for order in manner(piece.field, piece.owner, as_listed):
            if not isinstance(order, GivenToFormation) or order.unit != piece.id:
                continue
            if not isinstance(order, Move):
                yield Option("formation", order, _aim(order), units=order.members)
            elif not marching:
                marching = True
                yield Option("march", order.marching({}), units=order.members)


def _aim(order: GivenToFormation) -> str:
    """The target of a formation's attack, "" for artillery."""
    if isinstance(order, Ranged):
        return order.targets[0] if order.targets else ""
    return order.target if isinstance(order, Close) else ""
