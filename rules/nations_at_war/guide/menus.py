"""What may be done with a counter: with itself, with a mate of its hex, at an enemy."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rules.core.hands import Menu, MenuLine, Reason
from rules.core.orders import write_order
from rules.core.violations import Violation
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.guide.roads import flip_leg, move_of, roads, turned
from rules.nations_at_war.guide.wording import plain, say, sentence, short
from rules.nations_at_war.hexes import distance
from rules.nations_at_war.legs import Fire
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.orders.fire import RangedFire
from rules.nations_at_war.orders.move import Answer
from rules.nations_at_war.orders.result import HandInResult
from rules.nations_at_war.position import Result

RESULTS: tuple[Result, ...] = ("none", "disrupted", "reduced", "eliminated")
Refused = Callable[[Order], tuple[Violation, ...]]


class Menus:
    """The menus of a moment in a language."""

    def __init__(self, now: Moment, grid: Grid, refused: Refused, language: str) -> None:
        self._now = now
        self._setup = now.setup
        self._grid = grid
        self._refused = refused
        self._language = language

    def at(self, piece: str, target: str, along: tuple[str, ...]) -> Menu:
        """What a counter may do at a target; raises KeyError for a counter there is not."""
        now = self._now
        now.unit(piece), now.unit(target)
        if piece == target:
            return Menu(self._title(piece), self._says(piece), tuple(self._own(piece, along)))
        if self._setup.owner(piece) != self._setup.owner(target):
            return Menu(self._facing(piece, target), "", tuple(self._against(piece, target, along)))
        mates = now.unit(piece).at is not None and now.unit(piece).at == now.unit(target).at
        lines = tuple(self._flips((piece, target))) if mates else ()
        says = say("says_mates", self._language) if mates else ""
        return Menu(self._title(target), says, lines)

    def _say(self, code: str, **params: object) -> str:
        return say(code, self._language, **params)

    def _title(self, piece: str) -> str:
        at = self._now.unit(piece).at
        if at is None:
            return self._say("menu_off", unit=piece)
        return self._say("menu_own", unit=piece, hex=self._grid.number(at))

    def _says(self, piece: str) -> str:
        side = self._now.unit(piece).side
        return self._say("says_own", left=plain(self._setup.movement(piece, side)))

    def _facing(self, piece: str, target: str) -> str:
        here, there = self._now.unit(piece).at, self._now.unit(target).at
        if here is None or there is None:
            return self._title(target)
        away = distance(here, there)
        return self._say("menu_attack", unit=piece, target=target, away=away)

    def _line(self, kind: str, label: str, order: Order, **fields: object) -> MenuLine:
        refused = self._refused(order)
        line = MenuLine(
            kind=kind,
            label=label,
            order=write_order(order),
            legal=not refused,
            why=short(refused, self._language),
            reasons=tuple(
                Reason(v.code, tuple(v.rules), sentence(v, self._setup, self._grid, self._language))
                for v in refused
            ),
        )
        return msgspec.structs.replace(line, **fields)

    # --- Oneself ----------------------------------------------------------------------------------

    def _own(self, piece: str, along: tuple[str, ...]) -> Iterator[MenuLine]:
        now = self._now
        yield from self._flips((piece, *along))
        if now.waits(piece):
            yield from self._entries(piece)
        yield from self._results(piece)

    def _flips(self, units: Sequence[str]) -> Iterator[MenuLine]:
        """Load, or unload, in place: whoever of them shows the other side already stays out
        (NW-038…041)."""
        for flip in ("mounted", "dismounted"):
            turning = [
                unit
                for unit in units
                if self._setup.two_sided(unit)
                and self._now.unit(unit).on_map
                and self._now.unit(unit).side == flip
            ]
            if not turning:
                continue
            order = move_of({unit: (flip_leg(flip),) for unit in turning})
            name = "unload" if flip == "mounted" else "load"
            alone = len(turning) == 1
            label = self._say(name) if alone else self._say(f"{name}_both", units=turning)
            most = max(self._setup.movement(unit, flip) for unit in turning)
            target = self._setup.target(turning[0], turned(flip))
            result = self._say("flip_result", most=plain(most), target=target)
            yield self._line(name, label, order, result=result, worth=2)

    def _entries(self, piece: str) -> Iterator[MenuLine]:
        """A reinforcement comes in by one of its hexes (NW-001, NW-021)."""
        entry = self._setup.counters[piece].reinforcement
        if entry is None or not entry.hexes:
            return
        found = roads(self._now, (piece,))
        for at in entry.hexes:
            if at in found:
                number = self._grid.number(at)
                yield self._line(
                    "enter",
                    self._say("enter", hex=number),
                    found[at].order,
                    result=self._say("enter_result"),
                    worth=3,
                )

    def _results(self, piece: str) -> Iterator[MenuLine]:
        """What charts gave for it (NW-027, NW-043)."""
        if not self._now.unit(piece).on_map:
            return
        for result in RESULTS[1:]:
            order = HandInResult(unit=piece, result=result)
            label = self._say("result", result=result)
            yield self._line("result", label, order, risk=self._say("charts"), worth=-1)

    # --- An enemy ---------------------------------------------------------------------------------

    def _against(self, piece: str, target: str, along: tuple[str, ...]) -> Iterator[MenuLine]:
        now = self._now
        if now.state.under_way is not None:
            yield from self._answers(piece, target)
            return
        yield from self._assault(piece, target, along)
        for result in RESULTS:
            order = RangedFire(unit=piece, target=target, result=result)
            label = self._say("fire", result=result)
            yield self._line("fire", label, order, risk=self._say("charts"))
        yield from self._results(target)

    def _assault(self, piece: str, target: str, along: tuple[str, ...]) -> Iterator[MenuLine]:
        at = self._now.unit(target).at
        road = roads(self._now, (piece, *along)).get(at) if at is not None else None
        if road is None or at is None:
            return
        side = self._now.unit(piece).side
        spent = self._setup.movement(piece, side) - road.left[-1][0]
        yield self._line(
            "assault",
            self._say("assault", hex=self._grid.number(at)),
            road.order,
            result=self._say("assault_result", spent=plain(spent)),
            worth=1,
        )

    def _answers(self, piece: str, target: str) -> Iterator[MenuLine]:
        """Opportunity Fire at a mover, with its result (NW-033)."""
        for result in RESULTS:
            fire = Fire(unit=piece, target=target, result=result)
            order = Answer(to="opportunity_fire", fire=(fire,))
            label = self._say("answer", result=result)
            yield self._line("answer", label, order, risk=self._say("charts"))
