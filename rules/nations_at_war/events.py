"""What happens in a game: plain data that `evolve` applies without reading a rule."""

from typing import Literal

import msgspec

from rules.core.naming import snake_case
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.position import Cup, Marker, Result
from rules.nations_at_war.state import UnderWay

Dropped = Literal["disrupted", "stopped", "eliminated"]


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=snake_case
):
    """Something that happened, with the rules it rests on."""

    rules: tuple[str, ...] = ()


class MarkerDrawn(Event, frozen=True):
    """A marker left the cup: a formation's, or "end" (NW-005, NW-006)."""

    marker: str


class EndMarkerReturned(Event, frozen=True):
    """A player's kept marker went back into the cup (NW-011)."""

    player: str


class ImpulseBegan(Event, frozen=True):
    """A formation became active; what its counters still carried was removed (NW-023)."""

    formation: str
    units: tuple[str, ...]


class InCommand(Event, frozen=True):
    """Counters that need no check (NW-016, NW-021)."""

    formation: str
    units: tuple[str, ...]
    why: Literal["range", "reinforcement"]


class Sum(msgspec.Struct, frozen=True):
    """A number with what it is made of."""

    value: int
    parts: tuple[tuple[str, int], ...]


class MoraleCheck(Event, frozen=True):
    """Two dice for a hex against the morale of its formation (NW-018, NW-019)."""

    formation: str
    at: Hex
    units: tuple[str, ...]
    dice: tuple[int, int]
    total: Sum
    morale: int
    passed: bool


class CommandCheck(MoraleCheck, frozen=True):
    """A check of counters out of command range; failed, they are Out Of Command."""


class Rally(MoraleCheck, frozen=True):
    """A check of Disrupted counters; passed, they no longer are (NW-024)."""


class Entered(Event, frozen=True):
    """Counters entered a hex; `may` names who could fire at them (NW-033). Where the movement
    classes pay differently, `cost` has each one's own."""

    units: tuple[str, ...]
    at: Hex
    cost: float | dict[str, float]
    may: tuple[str, ...]


class Flipped(Event, frozen=True):
    """A counter was turned over for 3 movement points; `left` is what it has then."""

    unit: str
    left: float


class Loaded(Flipped, frozen=True):
    """A counter shows its vehicle (NW-038)."""


class Unloaded(Flipped, frozen=True):
    """A counter shows its men (NW-040)."""


class LegDropped(Event, frozen=True):
    """The rest of a way is not carried out, from a leg on."""

    unit: str
    leg: int
    why: Dropped


class Moved(Event, frozen=True):
    """A counter's move is over: Ops Complete (NW-029)."""

    unit: str
    at: Hex
    mp_left: float


class Fired(Event, frozen=True):
    """A counter made a ranged attack (NW-030)."""

    unit: str
    target: str
    by: Literal["carrier", "passengers"] = "carrier"


class NotSupplied(Event, frozen=True):
    """Something the document leaves to charts of its users (NW-027, NW-032, NW-033)."""

    what: Literal["ranged_attack", "assault_or_overrun", "opportunity_fire"]
    unit: str
    at: Hex
    target: str
    target_class: str | None


class ResultApplied(Event, frozen=True):
    """A result was handed in; `wreck` is left of what had two sides (NW-037, NW-043)."""

    unit: str
    result: Result
    source: str = ""
    wreck: Marker | None = None


class ImpulseEnded(Event, frozen=True):
    """A formation is done: Ops Complete on all its counters on the map (NW-008)."""

    formation: str
    units: tuple[str, ...]


class PhaseEnded(Event, frozen=True):
    """The operations phase is over (NW-007)."""

    why: Literal["second_end_marker", "no_formations"]


class SmokeStepped(Event, frozen=True):
    """Smoke thinned by one; at 0 it is gone (NW-009, NW-014)."""

    at: Hex
    value: int
    index: int


class MarkersRemoved(Event, frozen=True):
    """Ops Complete and Out Of Command were removed from counters (NW-048)."""

    units: tuple[str, ...]


class HqReplaced(Event, frozen=True):
    """A lost headquarters is back, reduced, beside a counter of its formation (NW-014)."""

    formation: str
    unit: str
    beside: str
    at: Hex


class EndMarkerKept(Event, frozen=True):
    """A player keeps a marker out of the cup, since formations of theirs missed (NW-010)."""

    player: str
    missed: tuple[str, ...]


class CupFilled(Event, frozen=True):
    """The markers of the next turn are in the cup; `held` and `missed` for that turn."""

    cup: Cup
    held: dict[str, int]
    missed: tuple[str, ...]


class TurnBegan(Event, frozen=True):
    """A new turn, or the end of the game beyond its last one."""

    turn: int
    over: bool = False


class Asked(Event, frozen=True):
    """A move waits: who fires? (NW-033)"""

    under_way: UnderWay


class Answered(Event, frozen=True):
    """The question is answered; the move goes on from where it stood."""


AnyEvent = (
    MarkerDrawn
    | EndMarkerReturned
    | ImpulseBegan
    | InCommand
    | CommandCheck
    | Rally
    | Entered
    | Loaded
    | Unloaded
    | LegDropped
    | Moved
    | Fired
    | NotSupplied
    | ResultApplied
    | ImpulseEnded
    | PhaseEnded
    | SmokeStepped
    | MarkersRemoved
    | HqReplaced
    | EndMarkerKept
    | CupFilled
    | TurnBegan
    | Asked
    | Answered
)
