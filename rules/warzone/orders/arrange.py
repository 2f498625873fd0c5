"""Set the scene: a model or the light as they are on somebody's table. No rule of the game."""

import msgspec

from rules.core.refusals import Refusals
from rules.warzone import events, position
from rules.warzone.course import Course
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order
from rules.warzone.orders.posture import may_take
from rules.warzone.position import Coordinate, Count, Degrees, Hold, Inches, Name, Passage, Place


class Arrange(Order, frozen=True):
    """Put a model where and how it stands; what is not said stays as it is.

    Without `elevation` a new place is on the ground there. `piece` with `height` is a wall it hangs
    on; a new place without them is no longer on a wall.
    """

    unit: Name
    at: Place | None = None
    elevation: Coordinate | None = None
    facing: Degrees | None = None
    posture: position.Posture | None = None
    actions_left: Count | None = None
    waiting: bool | None = None
    engaged: bool | None = None
    piece: Name | None = None
    height: Inches | None = None

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who is arranged."""
        return (("unit", self.unit),)

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The wall."""
        return (("piece", self.piece),) if self.piece else ()

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what no table holds: a base off it, on another or in a wall, a posture the model
        has not, more actions than it has."""
        add, unit = refusals.add, self.unit
        after = self._after(now)
        if now.model(unit).eliminated:
            add("ELIMINATED", unit)
        if not now.ground.on_table(after.at, now.radius(unit)):
            add("OFF_TABLE", unit)
        for other in now.overlapped(unit, after.at, after.elevation):
            add("ON_A_BASE", unit, on=other)
        if self.at and self.elevation is None and not self._stands(now, after.at):
            add("BAD_PLACE", unit, at=list(after.at))
        if self.posture and not may_take(now, unit, self.posture):
            add("POSTURE_BARRED", unit, posture=self.posture)
        if after.actions_left > now.profile(unit).actions:
            add("NO_ACTION_LEFT", unit)
        if after.climbing:
            self._explain_wall(now, after.posture, after.climbing, refusals)

    def _stands(self, now: Moment, at: tuple[float, float]) -> bool:
        level = now.ground.surface(at)
        airborne = now.profile(self.unit).airborne
        return airborne or (now.ground.can_stand(at) and not now.is_walled(self.unit, at, level))

    def _explain_wall(
        self, now: Moment, posture: position.Posture, hold: Hold, refusals: Refusals
    ) -> None:
        if posture != "standing":
            refusals.add("NOT_STANDING", self.unit)
        if isinstance(now.setup.pieces[hold.piece], Passage):
            refusals.add("NOT_AT_WALL", self.unit, piece=hold.piece)

    def _after(self, now: Moment) -> events.Arranged:
        """How the model stands afterwards."""
        model = now.model(self.unit)
        at = self.at or model.at
        level = model.elevation
        if self.elevation is not None:
            level = self.elevation
        elif self.at and not now.profile(self.unit).airborne:
            level = now.ground.surface(at)
        hold = None if self.at else model.climbing
        if self.piece and self.height:
            hold = Hold(self.piece, self.height)
        said = {
            name: value
            for name, value in msgspec.structs.asdict(self).items()
            if name in ("posture", "actions_left", "waiting", "engaged") and value is not None
        }
        kept = {name: getattr(model, name) for name in ("posture", "actions_left", "waiting")}
        return events.Arranged(
            unit=self.unit,
            at=at,
            elevation=level,
            facing=model.facing if self.facing is None else self.facing % 360,
            climbing=hold,
            **({"engaged": model.engaged} | kept | said),
        )

    def carry_out(self, course: Course) -> None:
        """Put it there."""
        course.emit(self._after(course.now))


class Darkness(Order, frozen=True):
    """Whether nothing can be seen from now on (WZ-016)."""

    dark: bool

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report light that is as it was."""
        if now.is_dark == self.dark:
            refusals.add("NOTHING_DONE", "–")

    def carry_out(self, course: Course) -> None:
        """Let it get dark, or light."""
        course.emit(events.DarknessSet(dark=self.dark, rules=("WZ-016",)))
