"""A commander that looks one order ahead: towards objectives and enemies, within command, mounted
on the road and on foot near the enemy.

What comes of attacks is not in the document, so it orders them without a result and people say it.
"""

from collections.abc import Iterator
from functools import cached_property

from rules.nations_at_war.bots.distances import OUT_OF_REACH, points_to
from rules.nations_at_war.guide.roads import MANNERS, Road, flip_leg, move_of, roads, turned
from rules.nations_at_war.hexes import Hex, distance, neighbours
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order, active_units
from rules.nations_at_war.orders.draw import Draw
from rules.nations_at_war.orders.end_stage import EndStage
from rules.nations_at_war.orders.fire import RangedFire
from rules.nations_at_war.orders.move import Answer, Move
from rules.nations_at_war.play import explain
from rules.nations_at_war.position import Side
from rules.nations_at_war.state import Formation, Setup, State

#: Hexes within which an enemy is shot at rather than approached; ranges are not in the document.
CLOSE = 2
#: What weighs, in turns of marching: each hex beyond command range, a headquarters close to the
#: enemy, a carrier there, and men on foot who can fight from where they are.
STRAY, EXPOSED, CARELESS, READY = 0.8, 2.0, 0.6, 1.0
#: What a headquarters gains by a turn of marching forward, and what any move has to gain.
FORWARD, WORTH_IT = 0.2, 0.1


def greedy(setup: Setup, state: State, player: str) -> Order:
    """The order of a player who must act; where only charts know, nothing happens."""
    if state.under_way is not None:
        return Answer(to="opportunity_fire", rest=True)
    if state.stage == "draw":
        return Draw()
    if state.stage == "impulse":
        view = View(setup, state, player)
        for order in view.proposals():
            if not explain(setup, state, order):
                return order
    return EndStage()


class View:
    """An impulse as its player sees it."""

    def __init__(self, setup: Setup, state: State, player: str) -> None:
        self._now = Moment(setup, state)
        self._setup = setup
        self._player = player

    def proposals(self) -> Iterator[Order]:
        """Orders worth giving, for one counter after the other, headquarters last."""
        own = list(active_units(self._now, self._player))
        hq = self._formation.hq
        for unit in sorted(own, key=lambda each: (each == hq, own.index(each))):
            now = self._now.unit(unit)
            if now.fired or now.ops_complete or now.out_of_command:
                continue
            order = self._attack(unit) if unit != hq else None
            order = order or self._march(unit)
            if order is not None:
                yield order

    @property
    def _formation(self) -> Formation:
        return self._setup.formations[self._now.state.formation or ""]

    @cached_property
    def _enemies(self) -> dict[Hex, tuple[str, ...]]:
        return self._now.by_hex(self._now.enemies(self._player))

    def _nearest(self, at: Hex) -> int:
        """Hexes to the nearest enemy."""
        return min((distance(at, there) for there in self._enemies), default=99)

    # --- Attacks ----------------------------------------------------------------------------------

    def _attack(self, unit: str) -> Order | None:
        """An assault where the enemy is shaken and outnumbered, else a shot at who is close."""
        at = self._now.unit(unit).at
        if at is None:
            return None
        close = sorted(there for there in self._enemies if distance(at, there) <= CLOSE)
        for there in close:
            road = roads(self._now, (unit,)).get(there)
            if road is not None and self._is_ripe(there):
                return road.order
        if not close:
            return None
        there = min(close, key=lambda each: (distance(at, each), each))
        return RangedFire(unit=unit, target=self._enemies[there][0])

    def _is_ripe(self, at: Hex) -> bool:
        defenders = self._enemies[at]
        around = [
            unit
            for unit in self._setup.counters
            if self._setup.owner(unit) == self._player
            and self._now.unit(unit).on_map
            and self._now.unit(unit).at in tuple(neighbours(at))
        ]
        shaken = all(
            self._now.unit(unit).disrupted or self._now.unit(unit).reduced for unit in defenders
        )
        return shaken and len(around) > len(defenders)

    # --- Marches ----------------------------------------------------------------------------------

    def _march(self, unit: str) -> Order | None:
        """The move, with or without turning the counter over, that leads farthest; None where none
        is worth more than to stay."""
        now = self._now.unit(unit)
        best: Order | None = None
        most = -OUT_OF_REACH if now.at is None else self._worth(unit, now.at, now.side)
        for order, at, side in self._moves(unit):
            worth = self._worth(unit, at, side)
            if worth > most + WORTH_IT:
                best, most = order, worth
        return best

    def _moves(self, unit: str) -> Iterator[tuple[Move, Hex, Side | None]]:
        now = self._now.unit(unit)
        if now.at is not None and self._setup.two_sided(unit):
            yield move_of({unit: (flip_leg(now.side),)}), now.at, turned(now.side)
        for manner in MANNERS:
            side = now.side if manner == "travel" else turned(now.side)
            found: dict[Hex, Road] = roads(self._now, (unit,), manner)
            for at, road in sorted(found.items()):
                if at not in self._enemies:
                    yield road.order, at, side

    def _worth(self, unit: str, at: Hex, side: Side | None) -> float:
        """How good it is to stand in a hex with a side up, in turns of marching saved."""
        hq = self._now.headquarters(self._formation)
        near = self._nearest(at)
        if unit == self._formation.hq:
            lead = self._leads(at) - FORWARD * self._turns(unit, at, side)
            return lead - (EXPOSED if near <= CLOSE else 0)
        worth = -self._turns(unit, at, side)
        if hq is not None and (where := self._now.unit(hq).at) is not None:
            beyond = distance(where, at) - self._now.command_range(self._formation)
            worth -= STRAY * max(beyond, 0)
        if near <= CLOSE:
            worth += {"mounted": -CARELESS, "dismounted": READY}.get(side or "", 0)
        return worth

    def _turns(self, unit: str, at: Hex, side: Side | None) -> float:
        """Turns of marching from a hex to where a counter wants to be."""
        allowance = max(self._setup.movement(unit, side), 1)
        return self._far(unit, side).get(at, OUT_OF_REACH) / allowance

    def _far(self, unit: str, side: Side | None) -> dict[Hex, float]:
        movement_class = self._setup.movement_class(unit, side)
        return points_to(self._setup.map, self._goals(unit), movement_class)

    def _goals(self, unit: str) -> set[Hex]:
        """The objectives that none of its side holds yet, else where enemies stand, else where it
        is."""
        held = {
            self._now.unit(other).at
            for other in self._setup.counters
            if other != unit and self._setup.owner(other) == self._player
        }
        goals = {at for at in self._setup.objectives if at not in held}
        at = self._now.unit(unit).at
        return goals or set(self._enemies) or ({at} if at is not None else set())

    def _leads(self, at: Hex) -> float:
        """How well a headquarters leads from a hex: who is out of range, then how far."""
        hq, far = self._formation.hq, self._now.command_range(self._formation)
        worth = 0.0
        for unit in self._now.on_map(self._formation):
            away = distance(at, self._now.unit(unit).at or at)
            worth -= 0 if unit == hq else STRAY * max(away - far, 0) + away / 20
        return worth
