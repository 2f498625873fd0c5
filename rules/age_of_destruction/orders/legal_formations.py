"""Formation orders a player may give: around every leader the largest group, not every group."""

from collections.abc import Callable, Iterator
from functools import partial

from rules.age_of_destruction.moment.aiming import refuse_ranged
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.orders.legal_moves import spot
from rules.age_of_destruction.state.orders import Close, Leg, Legs, Move, Ranged
from rules.age_of_destruction.steps.formations import FIRE, MARCH, MELEE, may_form_up
from rules.core.angles import sine_and_cosine
from rules.core.drawing import Draw
from rules.core.geometry import distance

#: Directions in which marches are sampled, and shares of the common speed.
DIRECTIONS = tuple(range(0, 360, 45))
SHARES = (1.0, 0.5)


def _able(field: Field, player: str) -> list[Piece]:
    return [
        piece
        for piece in field.of(player)
        if piece.now.at is not None and not piece.now.ordered and may_form_up(piece)
    ]


def _groups(field: Field, able: list[Piece], most: int) -> Iterator[list[Piece]]:
    """Around every unit those joined to it by contacts, the nearest first, itself in front."""
    for leader in able:
        group = [leader]
        for piece in group:
            group += [
                other
                for other in able
                if other not in group
                and other.id in field.touching(piece.id)
                and _mix(field, leader, other)
            ]
        yield group[:most]


def _mix(field: Field, one: Piece, other: Piece) -> bool:
    if one.faction is None or other.faction is None or one.faction == other.faction:
        return True
    return field.setup.allied(field.state.active, one.faction, other.faction)


def _names(pieces: list[Piece]) -> tuple[str, ...]:
    return tuple(piece.id for piece in pieces)


def marches(field: Field, player: str, draw: Draw) -> Iterator[Move]:
    """The same way for all members, the foremost first; no unit leads that is in another group."""
    grouped: set[str] = set()
    walkers = [piece for piece in _able(field, player) if piece.unit.type in MARCH.types]
    for group in _groups(field, walkers, MARCH.most):
        if len(group) < MARCH.least or group[0].id in grouped:
            continue
        grouped.update(_names(group))
        reach = min(speed(piece).total for piece in group)
        for direction in draw(DIRECTIONS):
            members = _names(sorted(group, key=_behind(direction)))
            for share in draw(SHARES) if reach else ():
                legs: dict[str, Legs] = {
                    piece.id: (Leg(travel=(spot(piece.at, direction, reach * share),)),)
                    for piece in group
                }
                yield Move(unit=group[0].id, members=members, member_legs=legs)


def _behind(direction: float) -> Callable[[Piece], float]:
    """How far behind others a unit is, seen in a direction of march."""
    east, north = sine_and_cosine(direction)
    return lambda piece: -(piece.at[0] * east + piece.at[1] * north)


def joint_fire(field: Field, player: str, draw: Draw) -> Iterator[Ranged]:
    """Joint ranged attacks on every opponent."""
    able = _able(field, player)
    groups = [group for group in _groups(field, able, len(able)) if len(group) >= FIRE.least]
    able = [piece for piece in able if any(piece in group for group in groups)]
    for target in draw(field.opponents_of(field.setup.team(player)) if able else []):
        yield from _fire(field, able, target)


def _fire(field: Field, able: list[Piece], target: Piece) -> Iterator[Ranged]:
    gunners = [piece for piece in able if _may_shoot(field, piece, target)]
    for group in _groups(field, gunners, FIRE.most):
        if len(group) >= FIRE.least:
            yield Ranged(
                unit=group[0].id, targets=(target.id,), weapon="primary", members=_names(group)
            )
    guns = [piece for piece in able if _reaches_far(piece, target)]
    for group in _groups(field, guns, FIRE.most):
        if len(group) >= FIRE.least:
            yield Ranged(
                unit=group[0].id,
                targets=(),
                mode="artillery",
                markers=(target.at,),
                members=_names(group),
            )


def _may_shoot(field: Field, piece: Piece, target: Piece) -> bool:
    weapon = piece.weapons.get("primary")
    attack = Attack("ranged", piece.id, (target.id,), "ranged", weapon)
    return permits(partial(refuse_ranged, field, attack))


def _reaches_far(piece: Piece, target: Piece) -> bool:
    weapon, farthest = piece.weapons.get("primary"), piece.unit.artillery_range or 0
    return weapon is not None and weapon.maximum < distance(piece.at, target.at) <= farthest


def melees(field: Field, player: str, draw: Draw) -> Iterator[Close]:
    """Joint close attacks on every opponent."""
    able = _able(field, player)
    for target in draw(field.opponents_of(field.setup.team(player))):
        yield from _melees(field, able, target)


def _melees(field: Field, able: list[Piece], target: Piece) -> Iterator[Close]:
    beside = field.touching(target.id)
    fighters = [piece for piece in able if piece.id in beside and piece.unit.type in MELEE.types]
    for leader in fighters:
        others = [p for p in fighters if p is not leader and _mix(field, leader, p)]
        group = [leader, *others][: MELEE.most]
        if len(group) >= MELEE.least:
            yield Close(unit=leader.id, target=target.id, members=_names(group))
            yield Close(unit=leader.id, target=target.id, members=_names(group), capture=True)


#: What several units may be ordered to do together; only candidates.
FORMATIONS: tuple[Callable[[Field, str, Draw], Iterator[Move | Ranged | Close]], ...] = (
    marches,
    joint_fire,
    melees,
)
