"""What happens in a game: plain data that `evolve` applies without reading a rule."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from rules.core.geometry import Point
from rules.core.naming import snake_case
from rules.warzone.position import Hold, Posture


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=snake_case
):
    """Something that happened, with the rules it rests on."""

    rules: tuple[str, ...] = ()


class OfModel(Event, frozen=True, kw_only=True):
    """Something that happened to or by a model."""

    unit: str


class ActionSpent(OfModel, frozen=True):
    """Actions were spent on an order."""

    left: int


class Moved(OfModel, frozen=True):
    """A model moved, its base ending at a place (WZ-003)."""

    at: Point
    facing: float
    elevation: float
    length: float


class PushedThrough(Moved, frozen=True):
    """A model pushed through its enemies (WZ-018)."""


class Dived(Moved, frozen=True):
    """A model dived for cover; without success it stayed (WZ-061)."""

    success: bool = True


class InterruptOffered(OfModel, frozen=True):
    """Waiting enemies may interrupt a push-through now (WZ-022)."""

    moment: Literal["declared", "placed"]
    may: tuple[str, ...]


class BrokeOff(OfModel, frozen=True):
    """A model left close combat by pushing through (WZ-023)."""


class PostureChanged(OfModel, frozen=True):
    """A model took a posture (WZ-024)."""

    posture: Posture


class Climbed(OfModel, frozen=True):
    """A model got higher on a wall (WZ-035)."""

    piece: str
    height: float


class Rolled(OfModel, frozen=True):
    """A d20 was rolled for a model."""

    die: int
    passed: bool


class ClimbTest(Rolled, frozen=True):
    """17 to 20 falls (WZ-037)."""


class JumpTest(Rolled, frozen=True):
    """19 and 20 fall (WZ-044)."""


class LeadershipTest(Rolled, frozen=True):
    """At most the value passes (WZ-048, WZ-058)."""

    value: int


class NoRoom(OfModel, frozen=True):
    """A climber finds no room at the top and waits on the wall (WZ-040)."""


class Placed(OfModel, frozen=True):
    """A climber stands at the top (WZ-036)."""

    at: Point
    elevation: float
    facing: float


class Displaced(OfModel, frozen=True):
    """A model made room; `counts` where that may happen once a turn only (WZ-040)."""

    at: Point
    counts: bool = False


class Jumped(OfModel, frozen=True):
    """A model crossed a gap (WZ-043)."""

    at: Point
    facing: float


class ActionLost(OfModel, frozen=True):
    """A model did not dare to drop (WZ-049)."""


class Dropped(OfModel, frozen=True):
    """A model jumped down (WZ-047)."""

    at: Point
    elevation: float
    facing: float
    height: float


class Fell(OfModel, frozen=True):
    """A model fell (WZ-051)."""

    at: Point
    elevation: float
    height: float


class Damaged(OfModel, frozen=True):
    """A model was hurt; armour and wounds are for another chapter (WZ-056)."""

    damage: int
    multiplier: int


class Avoided(OfModel, frozen=True):
    """A model got out of the way (WZ-058)."""

    by: Literal["waiting", "leadership"]


class LaidProne(OfModel, frozen=True):
    """A model lies prone (WZ-052)."""


class Sum(msgspec.Struct, frozen=True):
    """A number with what it is made of; no number where a part is not known."""

    value: int | None
    parts: tuple[tuple[str, int], ...]


class NotSupplied(OfModel, frozen=True):
    """Something the document leaves to other chapters: what crossing a piece costs, or an attack
    with the skill it is made at."""

    what: Literal["terrain_cost", "attack"]
    piece: str | None = None
    target: str | None = None
    kind: str | None = None
    skill: Sum | None = None
    charge_bonus: bool | UnsetType | None = UNSET


class Charged(OfModel, frozen=True):
    """A charging model stands where its player put it."""

    at: Point
    elevation: float


class Sight(OfModel, frozen=True):
    """What of the models in between hides a target (WZ-028, WZ-030)."""

    target: str
    blocked_by: tuple[str, ...]
    not_blocked_by: tuple[str, ...]
    not_supplied: tuple[str, ...]


class ResultApplied(OfModel, frozen=True):
    """A result of another chapter was handed in."""

    result: str


class ActivationEnded(OfModel, frozen=True):
    """A model's actions are over."""


class TurnEnded(Event, frozen=True):
    """All activations are over; a new turn begins."""

    turn: int
    actions: dict[str, int]


class Arranged(OfModel, frozen=True):
    """A model was put where and how somebody wants it; no rule of the game."""

    at: Point
    elevation: float
    facing: float
    posture: Posture
    actions_left: int
    waiting: bool
    engaged: bool
    climbing: Hold | None = None


class DarknessSet(Event, frozen=True):
    """It got dark, or light (WZ-016)."""

    dark: bool


AnyEvent = (
    ActionSpent
    | Moved
    | PushedThrough
    | Dived
    | InterruptOffered
    | BrokeOff
    | PostureChanged
    | Climbed
    | ClimbTest
    | JumpTest
    | LeadershipTest
    | NoRoom
    | Placed
    | Displaced
    | Jumped
    | ActionLost
    | Dropped
    | Fell
    | Damaged
    | Avoided
    | LaidProne
    | NotSupplied
    | Charged
    | Sight
    | ResultApplied
    | ActivationEnded
    | TurnEnded
    | Arranged
    | DarknessSet
)
