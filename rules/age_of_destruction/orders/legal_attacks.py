"""Attacks and repairs a unit may try: every target and weapon, with what equipment offers."""

from collections.abc import Iterator
from itertools import combinations

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.aiming import may_reach
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.orders import (
    Assault,
    Close,
    Leg,
    Move,
    Ranged,
    Shot,
    UnitOrder,
    WeaponSlot,
)
from rules.core.drawing import Draw
from rules.core.geometry import along, distance

#: Opponents in front among whom pairs of targets are formed.
PAIRED = 4


def shots(piece: Piece, draw: Draw) -> Iterator[UnitOrder]:
    """Ranged attacks, indirect fire, shots before an assault's move and from a flight."""
    ahead = [other for other in piece.field.opponents_of(piece.team) if piece.faces(other.at)]
    for slot in draw(slots(piece)):
        reach = [other for other in ahead if may_reach(piece, other, slot)]
        for target in draw(reach):
            others = [other.id for other in ahead if other is not target]
            yield from draw(list(_shots_at(piece, target, others, slot)))
        for one, other in draw(list(combinations(reach[:PAIRED], 2))):
            yield Ranged(unit=piece.id, targets=(one.id, other.id), weapon=slot)


def _shots_at(
    piece: Piece, target: Piece, others: list[str], slot: WeaponSlot
) -> Iterator[UnitOrder]:
    targets = (target.id,)
    for on in choices(piece, others):
        yield Ranged(unit=piece.id, targets=targets, weapon=slot, on=on)
    yield Ranged(unit=piece.id, targets=targets, weapon=slot, mode="indirect")
    yield Assault(unit=piece.id, kind="ranged", targets=targets, weapon=slot)
    if piece.is_vtol:
        yield Move(unit=piece.id, legs=(Leg(shoot=Shot(targets=targets, weapon=slot)),))


def salvos(piece: Piece, draw: Draw) -> Iterator[Ranged]:
    """Long-range fire on opponents in reach, and halfway between two of them."""
    if not piece.unit.is_artillery:
        return
    gun, farthest = piece.weapons["primary"], piece.unit.artillery_range or 0
    dots = [
        other.at
        for other in piece.field.opponents_of(piece.team)
        if gun.maximum < distance(piece.at, other.at) <= farthest
    ]
    between = [along(one, other, 0.5) for one, other in combinations(dots[:PAIRED], 2)]
    on = tuple(fitted.name for fitted in piece.working if fitted.item.rerolls)
    for at in draw([*dots, *between]):
        yield Ranged(unit=piece.id, mode="artillery", markers=(at,), on=on)
    if gun.targets > 1 and len(dots) > 1:
        yield Ranged(unit=piece.id, mode="artillery", markers=tuple(dots[: gun.targets]))


def close_orders(piece: Piece, draw: Draw) -> Iterator[Close]:
    """Close attacks, attempts to capture and repairs of whatever it touches."""
    for other in draw(piece.touching):
        rest = [o.id for o in piece.opponents_in_contact if o is not other]
        for slot in draw(slots(piece)):
            for on in draw(list(choices(piece, rest))):
                yield Close(unit=piece.id, target=other.id, weapon=slot, on=on)
            yield Close(unit=piece.id, target=other.id, weapon=slot, capture=True)
        if piece.is_friend(other):
            yield Close(unit=piece.id, target=other.id, repair=True)
            yield Close(unit=piece.id, target=other.id, repair="die")


def slots(piece: Piece) -> list[WeaponSlot]:
    """Its weapons."""
    return ["primary", "secondary"] if "secondary" in piece.weapons else ["primary"]


def choices(piece: Piece, others: list[str]) -> Iterator[tuple[str, ...] | dict[str, str]]:
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
