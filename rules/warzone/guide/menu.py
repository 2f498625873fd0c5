"""What a model may do at a target: with itself, at a piece of terrain, at another model."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from rules.core.geometry import ahead
from rules.core.hands import Menu, MenuLine
from rules.core.orders import write_order
from rules.core.violations import Violation
from rules.warzone.ground import LOST
from rules.warzone.guide.deeds import Deed, Deeds
from rules.warzone.moment import Moment
from rules.warzone.odds import HOLDS
from rules.warzone.orders import AnyOrder
from rules.warzone.orders.attack import Attack, Kind
from rules.warzone.orders.dive import Dive
from rules.warzone.orders.ending import EndActivation
from rules.warzone.orders.fall import Fall
from rules.warzone.orders.move import Move
from rules.warzone.orders.posture import Posture
from rules.warzone.orders.result import HandInResult, Result
from rules.warzone.play import explain
from rules.warzone.position import Block, Gap, Leg
from rules.warzone.position import Posture as PostureName

#: How lines are sorted: what leads somewhere first, what others decide last.
WORTH: Mapping[str, float] = {
    "climb": 9,
    "jump": 8,
    "drop": 7,
    "posture": 5,
    "move": 4,
    "dive": 3,
    "attack": 2,
    "end_activation": 1,
    "fall": -1,
    "result": -2,
}


class Menus:
    """The menus of one model now, told in a language."""

    def __init__(self, now: Moment, unit: str, language: str) -> None:
        self.now = now
        self.unit = unit
        self.model = now.model(unit)
        self.profile = now.profile(unit)
        self.deeds = Deeds(now, unit, language)
        self.tell = self.deeds.tell

    def at(self, target: str) -> Menu:
        """What may be done at a target; raises KeyError for none of that name."""
        if target == self.unit:
            return self._menu(target, self._at_oneself(), self._with_oneself())
        if target in self.now.setup.pieces:
            return self._menu(target, "", self._at_terrain(target))
        return self._menu(target, self._up_to(target), self._at_model(target))

    def _menu(self, title: str, says: str, lines: Iterator[MenuLine]) -> Menu:
        found = sorted(lines, key=lambda line: (not line.legal, -line.worth))
        return Menu(self.tell.title(title), says, tuple(found))

    def _at_oneself(self) -> str:
        left, actions = self.model.actions_left, self.profile.actions
        movement, size = self.now.movement(self.unit), self.profile.size
        return self.tell.says("at_oneself", mv=movement, size=size, left=left, actions=actions)

    def _up_to(self, target: str) -> str:
        profile, posture = self.now.profile(target), self.now.model(target).posture
        return self.tell.says(
            "up_to",
            name=self.tell.title(target),
            kind=self.tell.word("kinds", profile.kind),
            size=profile.size,
            posture=self.tell.word("postures", posture),
        )

    # --- With oneself ---

    def _with_oneself(self) -> Iterator[MenuLine]:
        for posture in get_args(PostureName):
            if posture != self.model.posture:
                yield self._posture(posture)
        yield self._turn()
        yield from map(self._deed, self._high_deeds())
        yield from self._dives()
        yield self._end()
        yield from self._handed_in()

    def _posture(self, posture: PostureName) -> MenuLine:
        mv = self.profile.mv / 2 if posture == "mp" else self.profile.mv
        result = self.tell.says(f"posture_{posture}", mv=mv / (2 if self._is_dark else 1))
        return self._line(Posture(unit=self.unit, to=posture), posture, result=result)

    @property
    def _is_dark(self) -> bool:
        return self.now.is_dark and "dark_movement" not in self.profile.abilities

    def _turn(self) -> MenuLine:
        order = Move(unit=self.unit, legs=(Leg(rotate=(self.model.facing + 90) % 360),))
        return self._line(order, "turn", is_whole=False)

    def _high_deeds(self) -> Iterator[Deed]:
        yield from map(self.deeds.climb, self.deeds.walls())
        for gap in self.deeds.gaps():
            yield self.deeds.jump(gap, self.deeds.straight_over(gap))
        yield from self._drops()

    def _drops(self) -> Iterator[Deed]:
        """One drop to each height that lies below."""
        known: set[float] = set()
        reach = self.now.radius(self.unit)
        for inches in (reach + 0.1, reach * 2 + 0.1, reach + self.now.movement(self.unit) / 2):
            for direction in range(0, 360, 30):
                at = ahead(self.model.at, direction, inches)
                deed = self.deeds.drop(at)
                if not deed.against and deed.height not in known:
                    known.add(deed.height)
                    yield deed

    def _dives(self) -> Iterator[MenuLine]:
        if not self.model.waiting:
            return
        for name, template in self.now.setup.templates.items():
            if self.now.under(self.unit, template):
                order = Dive(unit=self.unit, template=name, success=False)
                yield self._line(order, "dive_missed", result=self.tell.says("dive_hook"))

    def _end(self) -> MenuLine:
        hold = self.model.climbing
        risk = self.deeds.fall_from(hold.height) if hold else ""
        chance = HOLDS.chance if hold else None
        return self._line(EndActivation(unit=self.unit), "end_activation", chance=chance, risk=risk)

    def _handed_in(self) -> Iterator[MenuLine]:
        height = self.now.hangs_at(self.unit) - self.now.ground.floor(self.model.at)
        if self.model.climbing:
            falls = Fall(unit=self.unit)
            yield self._line(falls, "fall", result=self.deeds.fall_from(self.model.climbing.height))
        elif height > LOST:
            falls = Fall(unit=self.unit, height=height)
            result = self.deeds.fall_from(height)
            yield self._line(falls, "fall", result=result, is_whole=False)
        for result_name in self._results():
            order = HandInResult(unit=self.unit, result=result_name)
            hook = self.tell.says("result_hook")
            yield self._line(order, f"result_{result_name}", result=hook)

    def _results(self) -> Iterator[Result]:
        if self.model.posture != "prone":
            yield "prone"
        yield "free" if self.model.engaged else "engaged"
        yield "not_waiting" if self.model.waiting else "waiting"
        yield "eliminated"

    # --- At terrain ---

    def _at_terrain(self, target: str) -> Iterator[MenuLine]:
        piece = self.now.setup.pieces[target]
        if isinstance(piece, Block | Gap):
            yield self._deed(self.deeds.climb(target))
        if isinstance(piece, Gap):
            yield self._deed(self.deeds.jump(target, self.deeds.straight_over(target)))
        yield from map(self._deed, self._drops())

    def _deed(self, deed: Deed) -> MenuLine:
        kind = str(write_order(deed.order)["order"])
        return MenuLine(
            kind=kind,
            label=deed.label,
            order=write_order(deed.order),
            chance=deed.chance if deed.risk or deed.chance < 1 else None,
            result=deed.result,
            risk=deed.risk,
            legal=not deed.against,
            why=self._why(deed.against),
            reasons=tuple(map(self.tell.reason, deed.against)),
            worth=WORTH[kind],
        )

    # --- At another model ---

    def _at_model(self, target: str) -> Iterator[MenuLine]:
        self.now.model(target)
        kinds: tuple[Kind, ...] = ("ranged", "close", "charge")
        for kind in kinds:
            order = Attack(unit=self.unit, target=target, kind=kind, sight=True, cost=1)
            yield self._line(order, kind, result=self._skill(order), is_whole=kind != "charge")

    def _skill(self, order: Attack) -> str:
        skill = order.skill(self.now)
        parts = ", ".join(f"{self.tell.word('parts', what)} {n:+d}" for what, n in skill.parts)
        hook = self.tell.says("attack_hook")
        if skill.value is None:
            return f"{self.tell.says('skill_unknown', parts=parts or '–')} {hook}"
        return f"{self.tell.says('skill', value=skill.value, parts=parts)}. {hook}"

    # --- Lines ---

    def _line(self, order: AnyOrder, name: str, **said: Any) -> MenuLine:
        against = explain(self.now.setup, self.now.state, order)
        kind = str(write_order(order)["order"])
        return MenuLine(
            kind=kind,
            label=self.tell.line(name),
            order=write_order(order),
            legal=not against,
            why=self._why(against),
            reasons=tuple(map(self.tell.reason, against)),
            worth=WORTH[kind],
            **said,
        )

    def _why(self, against: tuple[Violation, ...]) -> str:
        return self.tell.why(against[0] if against else None)
