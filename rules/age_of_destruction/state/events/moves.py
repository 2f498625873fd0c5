"""Units on their way: by themselves, aboard a transport or as captives."""

from rules.age_of_destruction.state.events.base import Event, Parts
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point


class BreakAwayRolled(Event, frozen=True):
    """A unit tried to leave contact; without a die it need not roll."""

    unit: str
    needed: int
    success: bool


class Moved(Event, frozen=True):
    """A unit's dot is elsewhere."""

    unit: str
    at: Point
    path: tuple[Point, ...]
    inches: float
    facing: float | None = None
    allowance: Parts = ()


class Turned(Event, frozen=True):
    """A unit has a new facing; `free` for a free spin, which is no movement."""

    unit: str
    facing: float
    free: bool = False


class LevelChanged(Event, frozen=True):
    """A VTOL is at another level."""

    unit: str
    level: Level
    forced: bool = False


class Boarded(Event, frozen=True):
    """A unit has gone aboard a transport and has lost its order tokens."""

    unit: str
    transport: str


class Disembarked(Event, frozen=True):
    """A passenger stands on the table again."""

    unit: str
    transport: str
    at: Point
    facing: float
    forced: bool = False


class Captured(Event, frozen=True):
    """A unit is the captive of another."""

    unit: str
    captor: str


class CaptiveLed(Event, frozen=True):
    """A captor has put its captive beside itself."""

    unit: str
    captor: str
    at: Point
    facing: float


class Freed(Event, frozen=True):
    """A captive is nobody's captive any more; `owner` where it changed sides."""

    unit: str
    captor: str = ""
    owner: str | None = None
