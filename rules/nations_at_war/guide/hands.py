"""Hands on the map: how far counters come, their ways, what may be done where."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rules.core.geometry import Point
from rules.core.hands import Aim, Companion, Link, Menu, Pace, Reach, Reason, Sector, Spot
from rules.core.hands import Way as HandWay
from rules.core.orders import write_order
from rules.core.refusals import Refusals
from rules.core.violations import Violation
from rules.nations_at_war.guide.briefing import CommandOfHex, brief
from rules.nations_at_war.guide.menus import Menus
from rules.nations_at_war.guide.roads import MANNERS, Manner, Road, roads
from rules.nations_at_war.guide.wording import plain, say, sentence, short
from rules.nations_at_war.hexes import Hex, distance
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.orders.fire import RangedFire
from rules.nations_at_war.orders.move import Move
from rules.nations_at_war.play import explain
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.ways import Way

if TYPE_CHECKING:
    from rules.nations_at_war.match import NationsMatch

#: Firers that a sentence names.
MOST_NAMED = 4


class CounterHands:
    """What hands ask of a match; all raise KeyError for a counter there is not."""

    def __init__(self, match: "NationsMatch") -> None:
        self._match = match
        self._setup = match.setup
        self._grid = match.grid

    @property
    def _now(self) -> Moment:
        return Moment(self._setup, self._match.game.state)

    def _refused(self, order: Order) -> tuple[Violation, ...]:
        return explain(self._setup, self._match.game.state, order)

    # --- How far --------------------------------------------------------------------------------

    def reach(self, piece: str, along: Sequence[str], language: str) -> Reach:
        """What lies open to a counter and those that go along."""
        now = self._now
        unit = now.unit(piece)
        group = (piece, *along)
        paces = tuple(self._paces(now, group, language))
        answers = self._may_answer(now, piece)
        return Reach(
            piece=piece,
            acts=answers or any(pace.legal and pace.region for pace in paces),
            paces=paces,
            sectors=tuple(self._sectors(now, piece, language)) if unit.on_map else (),
            links=tuple(self._links(now, piece, language)) if unit.on_map else (),
            aims=tuple(self._aims(now, piece, language)) if unit.on_map else (),
            companions=tuple(self._companions(now, piece, language)),
        )

    def _paces(self, now: Moment, group: Sequence[str], language: str) -> Iterator[Pace]:
        """Each manner of going in which a group comes anywhere."""
        for manner in MANNERS:
            found = roads(now, group, manner)
            if not found:
                continue
            refused = self._refused(next(iter(found.values())).order)
            label = self._label(now, group, manner, language)
            most = max(self._allowance(now, unit) for unit in group)
            yield Pace(
                name=manner,
                label=label,
                most=most,
                region=self._grid.outline(found),
                spots=tuple(
                    Spot(self._grid.middle(at), plain(most - max(road.left[-1])))
                    for at, road in found.items()
                )
                if manner == "travel"
                else (),
                legal=not refused,
                why=short(refused, language),
            )

    def _label(self, now: Moment, group: Sequence[str], manner: Manner, language: str) -> str:
        if manner == "travel":
            return say("travel", language)
        turning = next(unit for unit in group if self._setup.two_sided(unit))
        flip = "unload" if now.unit(turning).side == "mounted" else "load"
        return say(manner.replace("flip", flip), language)

    def _allowance(self, now: Moment, unit_id: str) -> float:
        return self._setup.movement(unit_id, now.unit(unit_id).side)

    def _sectors(self, now: Moment, piece: str, language: str) -> Iterator[Sector]:
        """How far the headquarters of the counter's formation commands (NW-016)."""
        formation = self._setup.formations[self._setup.counters[piece].formation]
        hq = now.headquarters(formation)
        if hq is None:
            return
        inside = [at for at in self._setup.map.hexes if now.commands(formation, at)]
        far = now.command_range(formation)
        yield Sector(
            kind="command",
            label=say("command", language, hq=hq, range=far),
            region=self._grid.outline(inside),
            maximum=far,
        )

    def _links(self, now: Moment, piece: str, language: str) -> Iterator[Link]:
        """From a headquarters to every hex of its formation, from another counter to its own
        (NW-016, NW-017)."""
        formation = self._setup.formations[self._setup.counters[piece].formation]
        hq = now.headquarters(formation)
        where = now.unit(hq).at if hq else None
        if hq is None or where is None:
            return
        for place in brief(now, formation).hexes:
            if piece not in (hq, *place.units) or place.at == where:
                continue
            yield Link(
                start=self._grid.middle(where),
                end=self._grid.middle(place.at),
                label=say(f"link_{place.why}", language, **_link(place, hq, now, formation.id)),
                holds=place.needed is None,
            )

    def _aims(self, now: Moment, piece: str, language: str) -> Iterator[Aim]:
        """The enemies, as the rules let the counter attack them; everything else of an attack is
        for charts (NW-027, NW-030, NW-033)."""
        if (way := now.state.under_way) is not None:
            for mover in way.question.units if self._may_answer(now, piece) else ():
                yield Aim(mover, legal=True, says=say("aim_answer", language, target=mover))
            return
        here = now.unit(piece).at
        for enemy in now.enemies(self._setup.owner(piece)):
            there = now.unit(enemy).at
            apart = "" if here is None or there is None else str(distance(here, there))
            refused = self._refused(RangedFire(unit=piece, target=enemy))
            yield Aim(
                enemy,
                legal=not refused,
                why=short(refused, language),
                says="" if refused else say("aim", language),
                label=apart,
            )

    def _may_answer(self, now: Moment, piece: str) -> bool:
        way = now.state.under_way
        return way is not None and piece in way.question.may

    def _companions(self, now: Moment, piece: str, language: str) -> Iterator[Companion]:
        """Others that start where it does, or off the map like it (NW-031)."""
        unit, owner = now.unit(piece), self._setup.owner(piece)
        if not unit.on_map and not now.waits(piece):
            return
        for other in self._setup.formations[self._setup.counters[piece].formation].units:
            mate = now.unit(other)
            if other == piece or mate.at != unit.at or mate.eliminated:
                continue
            if unit.at is None and not now.waits(other):
                continue
            refused = self._may_not_set_out(now, other)
            if self._setup.owner(other) == owner:
                yield Companion(other, not refused, short(refused, language))

    def _may_not_set_out(self, now: Moment, unit_id: str) -> tuple[Violation, ...]:
        """Why a counter takes no part in any move now."""
        found = next(iter(roads(now, (unit_id,)).values()), None)
        if found is None:
            return self._refused(Move(unit=unit_id))
        return self._refused(found.order)

    # --- A way ----------------------------------------------------------------------------------

    def way(
        self,
        piece: str,
        to: Point,
        *,
        facing: float | None,
        pace: str,
        along: Sequence[str],
        language: str,
    ) -> HandWay | None:
        """The way to the hex at a place, or to the nearest that can be entered; None for a counter
        that can enter none."""
        now = self._now
        now.unit(piece)
        manner: Manner = pace if pace in MANNERS else "travel"
        group = (piece, *along)
        found = roads(now, group, manner)
        if not found:
            return None
        wanted = self._grid.at(to)
        end = min(found, key=lambda at: (distance(at, wanted), len(found[at].hexes), at))
        road = found[end]
        refused = self._refused(road.order)
        most = max(self._allowance(now, unit) for unit in group)
        start = now.unit(piece).at
        return HandWay(
            points=tuple(self._grid.middle(at) for at in ((start,) if start else ()) + road.hexes),
            at=self._grid.middle(end),
            facing=None,
            spent=most - max(road.left[-1]),
            most=most,
            is_clamped=end != wanted,
            order=write_order(road.order),
            reasons=tuple(self._reason(violation, language) for violation in refused),
            why=short(refused, language)
            or (say(self._short_of(now, group, wanted), language) if end != wanted else ""),
            says=tuple(self._costs(now, group, road, manner, language)),
            spots=tuple(
                Spot(self._grid.middle(at), plain(most - max(left)))
                for at, left in zip(road.hexes, road.left, strict=True)
            ),
        )

    def _reason(self, violation: Violation, language: str) -> Reason:
        written = sentence(violation, self._setup, self._grid, language)
        return Reason(violation.code, tuple(violation.rules), written)

    def _short_of(self, now: Moment, group: Sequence[str], wanted: Hex) -> str:
        """Why a way ends before the hex that was pointed at."""
        for unit in group:
            side = now.unit(unit).side
            try:
                cost = self._setup.map.cost(wanted, self._setup.movement_class(unit, side))
            except KeyError:
                return "COST_NOT_SUPPLIED"
            if cost is None:
                return "IMPASSABLE"
        return "too_few"

    def _costs(
        self, now: Moment, group: Sequence[str], road: Road, manner: Manner, language: str
    ) -> Iterator[str]:
        """What a way costs and risks, a sentence each."""
        if len(group) > 1 or manner != "travel":
            for unit, legs in road.order.ways.items():
                gone = Way(now, unit, legs, Refusals(REFUSALS))
                yield say(
                    "spent",
                    language,
                    unit=unit,
                    parts=[plain(step.cost) for step in gone.steps],
                    most=plain(gone.allowance),
                    left=plain(gone.left),
                )
        if manner != "travel":
            yield say("flip_costs", language)
        owner = self._setup.owner(group[0])
        enemy = now.enemy_at(owner, road.hexes[-1])
        if enemy:
            yield say("meets", language, hex=self._grid.number(road.hexes[-1]), enemy=enemy)
        may = now.may_fire(owner)
        if may:
            named = [*may[:MOST_NAMED], "…"] if len(may) > MOST_NAMED else list(may)
            hexes = [self._grid.number(at) for at in road.hexes]
            yield say("draws_fire", language, hexes=hexes, firers=named)
        else:
            yield say("draws_none", language)
        yield say("complete", language)

    # --- What may be done -----------------------------------------------------------------------

    def menu(self, piece: str, target: str, along: Sequence[str], language: str) -> Menu:
        """What may be done with oneself, at a mate of the hex, or at an enemy."""
        menus = Menus(self._now, self._grid, self._refused, language)
        return menus.at(piece, target, tuple(along))


def _link(place: CommandOfHex, hq: str, now: Moment, formation: str) -> dict[str, object]:
    far = now.command_range(now.setup.formations[formation])
    return {"hq": hq, "away": place.away, "range": far, "needed": place.needed}
