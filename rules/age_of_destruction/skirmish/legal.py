"""Orders a player may give: kinds, targets and weapons enumerated, movement sampled."""

from collections.abc import Iterator
from itertools import combinations

from rules.age_of_destruction.abilities import Ability
from rules.age_of_destruction.set_up.legal import orders_in_set_up
from rules.age_of_destruction.skirmish.explain import free_turn, is_legal
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.legal_carrying import carrying_moves, places
from rules.age_of_destruction.skirmish.legal_formations import formation_orders
from rules.age_of_destruction.skirmish.movement import Pace, allowance
from rules.age_of_destruction.skirmish.orders import (
    Answer,
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    EndGame,
    EndStage,
    Face,
    Leg,
    Move,
    Ram,
    Ranged,
    Shot,
    TimeUp,
    UnitOrder,
    Vent,
    WeaponSlot,
    Withdraw,
)
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.setup import Setup
from rules.age_of_destruction.skirmish.state import Question, State
from rules.core.geometry import Point, ahead, along, bearing, distance

#: Directions in which movement is sampled, and shares of the allowance.
DIRECTIONS = tuple(range(0, 360, 45))
SHARES = (1.0, 0.5)
#: Inches left between bases that are to touch.
SKIN = 0.005


def legal_orders(setup: Setup, state: State, player: str) -> list[AnyOrder]:
    """The orders of a player that `explain` has nothing against; paths are only samples."""
    question = state.under_way.question if state.under_way else None
    field = Field(setup, state)
    candidates: Iterator[AnyOrder]
    if question is not None:
        if question.player != player:
            return []
        candidates = _answers(field, question)
    elif state.preparation is not None:
        mine = state.active == player
        candidates = orders_in_set_up(field, state.preparation) if mine else iter(())
    elif state.stage != "orders":
        return []
    elif state.active != player:
        candidates = iter([EndGame(player=player)] if state.agreed else [])
    else:
        candidates = _orders(field, player)
    return [order for order in candidates if is_legal(field, order)]


def _answers(field: Field, question: Question) -> Iterator[Answer]:
    if question.to == "free_spin":
        mover = field.piece(question.about)
        for spinner in question.options:
            facing = bearing(field.piece(spinner).at, mover.at)
            yield Answer(to="free_spin", unit=spinner)
            yield Answer(to="free_spin", unit=spinner, facing=facing)
    elif question.to == "deactivate":
        yield Answer(to="deactivate", unit=question.unit)
        yield Answer(to="deactivate", unit=question.unit, off=question.options)
    elif question.to == "place":
        yield from places(field, question)
    elif question.to == "split":
        for favoured in question.options:
            yield Answer(to="split", split={favoured: question.damage})
    elif question.to == "march":
        yield Answer(to="march", unit=question.unit)
    else:
        for choice in question.options:
            yield Answer(to="choose", unit=question.unit, choice=choice)


def _orders(field: Field, player: str) -> Iterator[AnyOrder]:
    yield EndStage()
    yield Withdraw(player=player)
    yield EndGame(player=player)
    for piece in field.of(player):
        yield from _free_vents(piece)
    if field.setup.limits.minutes is not None:
        yield TimeUp(minutes=field.setup.limits.minutes)
    if field.state.orders_left <= 0:
        return
    opponents = [p for p in field.on_table if field.setup.team(player) != p.team]
    for piece in field.of(player):
        if piece.now.at is not None and not piece.now.ordered:
            yield from _moves(piece)
            yield from _attacks(piece, opponents)
            yield from _approaches(piece)
    yield from formation_orders(field, player, opponents)


def _free_vents(piece: Piece) -> Iterator[Vent]:
    for fitted in piece.working:
        if fitted.item.vents_freely:
            yield Vent(unit=piece.id, on=(fitted.name,))


def _moves(piece: Piece) -> Iterator[UnitOrder | Face]:
    yield Move(unit=piece.id, legs=(Leg(rotate=(piece.now.facing + 90) % 360),))
    if piece.is_mech:
        yield Vent(unit=piece.id)
    if free_turn(piece):
        yield Face(unit=piece.id, facing=(piece.now.facing + 180) % 360)
    paces = [Pace(), Pace(run=True)] if piece.is_mech else [Pace()]
    for pace in paces:
        reach = allowance(piece, pace).total
        for end in _destinations(piece, reach):
            facing = bearing(piece.at, end)
            legs = (Leg(travel=(end,)), Leg(rotate=facing))
            yield Move(unit=piece.id, legs=legs, run=pace.run)
    yield from carrying_moves(piece, _destinations(piece, allowance(piece, Pace()).total))
    if piece.is_vtol:
        level = Leg(level="ground" if piece.cruising else "cruising")
        yield Move(unit=piece.id, legs=(level,))
        for end in _destinations(piece, allowance(piece, Pace()).total - 2):
            yield Move(unit=piece.id, legs=(level, Leg(travel=(end,))))


def _destinations(piece: Piece, reach: int) -> Iterator[Point]:
    for direction in DIRECTIONS:
        for share in SHARES:
            if reach > 0:
                yield ahead(piece.at, piece.now.facing + direction, reach * share)


def _attacks(piece: Piece, opponents: list[Piece]) -> Iterator[UnitOrder]:
    yield from _salvos(piece, opponents)
    for slot in _slots(piece):
        reach = [o.id for o in opponents if piece.faces(o.at)]
        for target in reach:
            for on in _choices(piece, [other for other in reach if other != target]):
                yield Ranged(unit=piece.id, targets=(target,), weapon=slot, on=on)
            yield Ranged(unit=piece.id, targets=(target,), weapon=slot, mode="indirect")
            yield Assault(unit=piece.id, kind="ranged", targets=(target,), weapon=slot)
            if piece.is_vtol:
                shot = Leg(shoot=Shot(targets=(target,), weapon=slot))
                yield Move(unit=piece.id, legs=(shot,))
        for pair in combinations(reach[:4], 2):
            yield Ranged(unit=piece.id, targets=pair, weapon=slot, split=None)
        for other in piece.touching:
            for on in _choices(piece, [o.id for o in piece.opponents_in_contact if o is not other]):
                yield Close(unit=piece.id, target=other.id, weapon=slot, on=on)
            yield Close(unit=piece.id, target=other.id, weapon=slot, capture=True)
    for other in piece.friends_in_contact:
        yield Close(unit=piece.id, target=other.id, repair=True)
        yield Close(unit=piece.id, target=other.id, repair="die")


def _salvos(piece: Piece, opponents: list[Piece]) -> Iterator[Ranged]:
    """Long-range fire on opponents in reach, and halfway between two of them."""
    if not piece.unit.is_artillery:
        return
    gun, farthest = piece.weapons["primary"], piece.unit.artillery_range or 0
    dots = [o.at for o in opponents if gun.maximum < distance(piece.at, o.at) <= farthest]
    between = [along(one, other, 0.5) for one, other in combinations(dots[:4], 2)]
    on = tuple(fitted.name for fitted in piece.working if fitted.item.rerolls)
    for at in (*dots, *between):
        yield Ranged(unit=piece.id, mode="artillery", markers=(at,), on=on)
    if gun.targets > 1 and len(dots) > 1:
        yield Ranged(unit=piece.id, mode="artillery", markers=tuple(dots[: gun.targets]))


def _slots(piece: Piece) -> list[WeaponSlot]:
    return ["primary", "secondary"] if "secondary" in piece.weapons else ["primary"]


def _choices(piece: Piece, others: list[str]) -> Iterator[tuple[str, ...] | dict[str, str]]:
    """What an order may ask for: follow-ups and rerolls, then what has its price, or a target."""
    usual = tuple(
        fitted.name
        for fitted in piece.working
        if not fitted.item.picks_target
        and (fitted.item.rerolls or type(fitted.item).repeats is not Ability.repeats)
    )
    yield usual
    for fitted in piece.working:
        if fitted.item.by_choice:
            yield (*usual, fitted.name)
        elif fitted.item.picks_target:
            yield from ({fitted.name: other} for other in others)


def _approaches(piece: Piece) -> Iterator[UnitOrder]:
    """Straight into contact with every unit in reach: as a move, and to strike an opponent."""
    for other in piece.field.on_table:
        if other is piece or not _in_reach(piece, other):
            continue
        heading = bearing(piece.at, other.at)
        end = ahead(piece.at, heading, max(_gap(piece, other, heading) - SKIN, 0.0))
        legs = (Leg(travel=(end,)), Leg(rotate=heading))
        if not piece.touches(other):
            yield Move(unit=piece.id, legs=legs)
            if piece.is_mech:
                yield Move(unit=piece.id, legs=legs, run=True)
        if piece.is_opponent(other):
            yield from _strikes(piece, other, end, heading)


def _strikes(piece: Piece, target: Piece, end: Point, heading: float) -> Iterator[UnitOrder]:
    """Special attacks and assaults on a target that is touched from a place."""
    if piece.is_mech:
        yield Charge(unit=piece.id, target=target.id, path=(end,), facing=heading)
        yield DeathFromAbove(unit=piece.id, target=target.id, path=(end,), facing=heading)
        legs = (Leg(travel=(end,)), Leg(rotate=heading))
        yield Assault(unit=piece.id, kind="close", legs=legs, target=target.id)
    elif piece.unit.type == "vehicle":
        yield Ram(unit=piece.id, target=target.id, path=(end,), facing=heading)


def _in_reach(piece: Piece, target: Piece) -> bool:
    """Whether a unit might come to touch another; a quick look at the distance only."""
    paces = (Pace(run=True), Pace()) if piece.is_mech else (Pace(),)
    reach = max(allowance(piece, pace).total for pace in paces)
    lengths = piece.figure.shape.length + target.figure.shape.length
    return distance(piece.at, target.at) <= reach + lengths


def _gap(piece: Piece, target: Piece, heading: float) -> float:
    """Inches to go in a direction until the bases touch; found by halving."""
    low, high = 0.0, distance(piece.at, target.at)
    for _ in range(20):
        half = (low + high) / 2
        outline = piece.figure.shape.outline(ahead(piece.at, heading, half), heading)
        if outline.gap(target.outline) > 0:
            low = half
        else:
            high = half
    return low
