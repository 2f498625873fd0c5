"""The way of one counter: what its legs cost, and every reason why they cannot be gone."""

from collections.abc import Iterator, Mapping

import msgspec

from rules.core.refusals import Refusals
from rules.nations_at_war.hexes import Hex, neighbours
from rules.nations_at_war.legs import Leg
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.position import Side

#: What loading or unloading costs (NW-038, NW-040).
FLIP = 3


class Step(msgspec.Struct, frozen=True):
    """One hex entered (`at`) or one flip (`side`), of which leg, for how much, and what is left."""

    leg: int
    cost: float
    left: float
    at: Hex | None = None
    side: Side | None = None


class Way:
    """A counter's legs gone in thought, from where and as it stands.

    `steps` is the way as far as costs are known; reasons against it go to `refusals`.
    """

    def __init__(
        self, now: Moment, unit_id: str, legs: tuple[Leg, ...], refusals: Refusals
    ) -> None:
        unit = now.unit(unit_id)
        self.now = now
        self.unit_id = unit_id
        self.refusals = refusals
        self.at = unit.at
        self.side = unit.side
        self.allowance = self.left = now.setup.movement(unit_id, unit.side)
        self.flips = 0
        self.met: Hex | None = None
        self.steps: list[Step] = []
        if not any(leg.entered or leg.load or leg.unload for leg in legs):
            refusals.add("NOTHING_DONE", unit_id)
        if unit.at is None and not any(leg.enter for leg in legs[:1]):
            refusals.add("NOT_ON_MAP", unit_id)
            return
        for index, leg in enumerate(legs):
            if not self._go(index, leg):
                return

    def _go(self, index: int, leg: Leg) -> bool:
        """Whether the way goes on after a leg."""
        if self.met is not None:
            self.refusals.add("ENEMY_IN_THE_WAY", self.unit_id, at=list(self.met))
            return False
        if leg.load or leg.unload:
            return self._flip(index, "mounted" if leg.load else "dismounted")
        if leg.enter is not None and not self._may_enter_map(index, leg.enter):
            return False
        return all(self._enter(index, at, cost, leg) for at, cost in leg.entered)

    def _may_enter_map(self, index: int, at: Hex) -> bool:
        """A reinforcement comes in its first leg, from its turn on, onto its hexes (NW-001)."""
        now, entry = self.now, self.now.setup.counters[self.unit_id].reinforcement
        if entry is None or index or self.at is not None:
            self.refusals.add("NO_ENTRY_HEX", self.unit_id, at=list(at))
            return False
        if now.state.turn < entry.turn:
            self.refusals.add("NOT_YET", self.unit_id, turn=entry.turn)
        if entry.hexes and at not in entry.hexes:
            self.refusals.add("NO_ENTRY_HEX", self.unit_id, at=list(at))
        return True

    def _enter(self, index: int, at: Hex, handed_in: float | None, leg: Leg) -> bool:
        if self.met is not None:
            self.refusals.add("ENEMY_IN_THE_WAY", self.unit_id, at=list(self.met))
            return False
        if at not in self.now.setup.map.hexes:
            self.refusals.add("NO_SUCH_HEX", self.unit_id, at=list(at))
            return False
        if leg.enter is None and self.at is not None and at not in neighbours(self.at):
            self.refusals.add("NOT_ADJACENT", self.unit_id, at=list(at), **{"from": list(self.at)})
        cost = self._cost(at) if handed_in is None else handed_in
        if cost is None:
            return False
        if self.flips and self.allowance == FLIP:
            self._refuse_points(index, cost)
        self._pay(index, cost)
        self.at = at
        self.steps.append(Step(index, cost, self.left, at=at))
        if self.now.enemy_at(self.now.setup.owner(self.unit_id), at):
            self.met = at
        return True

    def _cost(self, at: Hex) -> float | None:
        """What the map has entering a hex cost; None, and the reason reported, where it cannot be
        entered or nobody said (NW-028)."""
        movement_class = self.now.setup.movement_class(self.unit_id, self.side)
        try:
            cost = self.now.setup.map.cost(at, movement_class)
        except KeyError:
            self.refusals.add("COST_NOT_SUPPLIED", self.unit_id, at=list(at))
            return None
        if cost is None:
            self.refusals.add("IMPASSABLE", self.unit_id, at=list(at))
        return cost

    def _flip(self, index: int, side: Side) -> bool:
        """Load or unload; afterwards at most the movement of the new side is left (NW-038…046)."""
        add, unit = self.refusals.add, self.unit_id
        setup = self.now.setup
        if not setup.two_sided(unit):
            add("NO_TRANSPORT", unit)
            return False
        if side == self.side:
            add("ALREADY_MOUNTED" if side == "mounted" else "NOT_MOUNTED", unit)
        if side == "mounted" and self.now.unit(unit).disrupted:
            add("DISRUPTED_MAY_NOT_LOAD", unit)
        if self.flips:
            add("ONE_FLIP", unit)
        if self.allowance == FLIP and self.steps:
            self._refuse_points(index, FLIP)
        self._pay(index, FLIP)
        self.flips += 1
        self.side = side
        self.left = min(self.left, setup.movement(unit, side))
        self.steps.append(Step(index, FLIP, self.left, side=side))
        return True

    def _pay(self, index: int, cost: float) -> None:
        if cost > self.left:
            self._refuse_points(index, cost)
        self.left -= cost

    def _refuse_points(self, index: int, needed: float) -> None:
        left = max(self.left, 0)
        self.refusals.add("NOT_ENOUGH_MP", self.unit_id, needed=needed, left=left, leg=index)

    @property
    def entered(self) -> tuple[Hex, ...]:
        """The hexes entered, in order."""
        return tuple(step.at for step in self.steps if step.at is not None)


def shared_steps(ways: Mapping[str, Way]) -> int:
    """How many hexes some movers enter together: as long as they are the same (NW-031)."""
    count = 0
    for hexes in zip(*(way.entered for way in ways.values()), strict=False):
        if len(set(hexes)) > 1:
            break
        count += 1
    return count


def reach(now: Moment, unit_id: str) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes a counter can enter with its points, each with a cheapest way there; enemies end a
    way (NW-028, NW-032). Hexes whose cost nobody has said are left out."""
    unit, setup = now.unit(unit_id), now.setup
    owner, movement_class = setup.owner(unit_id), setup.movement_class(unit_id, unit.side)
    if unit.at is None:
        return {}
    best: dict[Hex, float] = {unit.at: 0}
    ways: dict[Hex, tuple[Hex, ...]] = {unit.at: ()}
    open_hexes = [unit.at]
    while open_hexes:
        at = min(open_hexes, key=lambda each: (best[each], each))
        open_hexes.remove(at)
        if ways[at] and now.enemy_at(owner, at):
            continue
        for onward, cost in _onward(now, at, movement_class):
            total = best[at] + cost
            if total <= setup.movement(unit_id, unit.side) and total < best.get(onward, 1e9):
                best[onward], ways[onward] = total, (*ways[at], onward)
                open_hexes.append(onward)
    return {at: way for at, way in ways.items() if way}


def _onward(now: Moment, at: Hex, movement_class: str | None) -> Iterator[tuple[Hex, float]]:
    """The neighbours that can be entered, each with its cost."""
    for onward in neighbours(at):
        if onward not in now.setup.map.hexes:
            continue
        try:
            cost = now.setup.map.cost(onward, movement_class)
        except KeyError:
            continue
        if cost is not None:
            yield onward, cost
