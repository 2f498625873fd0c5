"""Where counters can go with their points, alone or together, and the cheapest ways there."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import fsum
from typing import Literal

import msgspec

from rules.nations_at_war.hexes import Hex, neighbours
from rules.nations_at_war.legs import Leg
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.move import Move
from rules.nations_at_war.position import Side
from rules.nations_at_war.ways import FLIP

#: Just going; going and then turning the counter over; turning it over and then going.
Manner = Literal["travel", "travel_flip", "flip_travel"]
MANNERS: tuple[Manner, ...] = ("travel", "travel_flip", "flip_travel")


class Road(msgspec.Struct, frozen=True):
    """A way to a hex for counters that go together: the hexes entered, what each counter has left
    when it has entered each of them, and the order that takes it."""

    hexes: tuple[Hex, ...]
    left: tuple[tuple[float, ...], ...]
    order: Move


class _Traveller(msgspec.Struct, frozen=True):
    """A counter as it sets out; `flips`: it turns over on this way."""

    unit: str
    side: Side | None
    left: float
    flips: bool


class _Label(msgspec.Struct, frozen=True):
    hexes: tuple[Hex, ...]
    left: tuple[tuple[float, ...], ...]


def roads(now: Moment, units: Sequence[str], manner: Manner = "travel") -> dict[Hex, Road]:
    """The hexes that counters of one place can enter together, each with a cheapest way
    (NW-028, NW-031, NW-034); enemies end a way (NW-032), and costs nobody supplied bar one."""
    found: dict[Hex, Road] = {}
    setting_out = [_setting_out(now, unit, manner) for unit in units]
    travellers = [one for one in setting_out if one is not None]
    if len(travellers) < len(units):
        return found
    if manner != "travel" and not any(one.flips for one in travellers):
        return found
    for label in _labels(now, travellers):
        at = label.hexes[-1]
        if manner == "travel_flip" and not _may_flip(now, travellers, label):
            continue
        if at not in found:
            found[at] = Road(label.hexes, label.left, _order(now, travellers, label, manner))
    return found


def _setting_out(now: Moment, unit_id: str, manner: Manner) -> _Traveller | None:
    """A counter before its way, None where it cannot turn over as the manner has it
    (NW-038…045)."""
    unit, setup = now.unit(unit_id), now.setup
    allowance = setup.movement(unit_id, unit.side)
    if manner == "travel" or not setup.two_sided(unit_id):
        return _Traveller(unit_id, unit.side, allowance, flips=False)
    if allowance <= FLIP or (unit.side == "dismounted" and unit.disrupted):
        return None
    if manner == "travel_flip":
        return _Traveller(unit_id, unit.side, allowance, flips=True)
    side = turned(unit.side)
    left = min(allowance - FLIP, setup.movement(unit_id, side))
    return _Traveller(unit_id, side, left, flips=True)


def turned(side: Side | None) -> Side:
    """The other side of a counter."""
    return "dismounted" if side == "mounted" else "mounted"


def _may_flip(now: Moment, travellers: Sequence[_Traveller], label: _Label) -> bool:
    """Whether those who turn over at the end still can: 3 points left, no enemy there."""
    owner = now.setup.owner(travellers[0].unit)
    enough = all(
        left >= FLIP for one, left in zip(travellers, label.left[-1], strict=True) if one.flips
    )
    return enough and now.enemy_at(owner, label.hexes[-1]) is None


def _labels(now: Moment, travellers: Sequence[_Traveller]) -> Iterator[_Label]:
    """Ways that no other one beats for every traveller, the cheapest first."""
    owner = now.setup.owner(travellers[0].unit)
    heap: list[tuple[float, int, tuple[Hex, ...], _Label]] = []
    best: dict[Hex, list[tuple[float, ...]]] = {}
    start = now.unit(travellers[0].unit).at
    if start is not None:
        best[start] = [tuple(one.left for one in travellers)]
    _push(now, travellers, _Label((), ()), heap)
    while heap:
        *_, label = heappop(heap)
        at, left = label.hexes[-1], label.left[-1]
        known = best.setdefault(at, [])
        if any(all(a >= b for a, b in zip(other, left, strict=True)) for other in known):
            continue
        known.append(left)
        yield label
        if now.enemy_at(owner, at) is None:
            _push(now, travellers, label, heap)


def _push(
    now: Moment,
    travellers: Sequence[_Traveller],
    label: _Label,
    heap: list[tuple[float, int, tuple[Hex, ...], _Label]],
) -> None:
    left = label.left[-1] if label.left else tuple(one.left for one in travellers)
    for onward in _onward(now, travellers, label):
        costs = [_cost(now, one, onward) for one in travellers]
        rest = tuple(
            -1 if cost is None else have - cost for have, cost in zip(left, costs, strict=True)
        )
        if min(rest) >= 0:
            longer = _Label((*label.hexes, onward), (*label.left, rest))
            heappush(heap, (-fsum(rest), len(longer.hexes), longer.hexes, longer))


def _onward(now: Moment, travellers: Sequence[_Traveller], label: _Label) -> tuple[Hex, ...]:
    """The hexes a way may go on to: neighbours, or for reinforcements those they enter by."""
    hexes = now.setup.map.hexes
    at = label.hexes[-1] if label.hexes else now.unit(travellers[0].unit).at
    if at is not None:
        return tuple(onward for onward in neighbours(at) if onward in hexes)
    ways_in: set[Hex] = set(hexes)
    for one in travellers:
        entry = now.setup.counters[one.unit].reinforcement
        if entry is None or entry.turn > now.state.turn:
            return ()
        ways_in &= set(entry.hexes or hexes)
    return tuple(sorted(ways_in))


def _cost(now: Moment, one: _Traveller, at: Hex) -> float | None:
    """What a hex costs a traveller; None where it cannot be entered or nobody said (NW-028)."""
    try:
        return now.setup.map.cost(at, now.setup.movement_class(one.unit, one.side))
    except KeyError:
        return None


# --- The order that takes a way -------------------------------------------------------------------


def _order(now: Moment, travellers: Sequence[_Traveller], label: _Label, manner: Manner) -> Move:
    legs = {one.unit: _legs(now, one, label.hexes, manner) for one in travellers}
    return move_of(legs)


def move_of(legs: Mapping[str, tuple[Leg, ...]]) -> Move:
    """The order to one counter, or to several together."""
    if len(legs) == 1:
        ((unit, own),) = legs.items()
        return Move(unit=unit, legs=own)
    return Move(members=tuple(legs), member_legs=dict(legs))


def _legs(now: Moment, one: _Traveller, hexes: tuple[Hex, ...], manner: Manner) -> tuple[Leg, ...]:
    side = now.unit(one.unit).side
    flip = flip_leg(side) if one.flips else None
    if now.unit(one.unit).at is None:
        travel = [Leg(enter=hexes[0]), *([Leg(travel=hexes[1:])] if hexes[1:] else [])]
    else:
        travel = [Leg(travel=hexes)]
    if flip is None:
        return tuple(travel)
    return (flip, *travel) if manner == "flip_travel" else (*travel, flip)


def flip_leg(side: Side | None) -> Leg:
    """The leg that turns a counter over."""
    return Leg(unload=True) if side == "mounted" else Leg(load=True)
