"""What becomes of an order and of what its unit uses for it."""

from rules.age_of_destruction.state.events.base import Event
from rules.age_of_destruction.state.given import Given, Reply
from rules.age_of_destruction.state.state import Question


class OrderGiven(Event, frozen=True):
    """A player has given an order; nothing has come of it yet."""

    order: Given


class OrderPaid(Event, frozen=True):
    """An order of the pool is spent, and the unit and all `members` have had their order; `free`
    where a card lets it take none of the pool."""

    unit: str
    kind: str
    members: tuple[str, ...] = ()
    free: bool = False


class OrderLost(Event, frozen=True):
    """The order cannot be carried out and comes to nothing (AOD-ORDER-003)."""

    unit: str
    members: tuple[str, ...] = ()


class OrderFinished(Event, frozen=True):
    """The order is done with."""


class Asked(Event, frozen=True):
    """A player must answer before the order goes on; `faces` and `told` so far."""

    question: Question
    faces: tuple[int, ...]
    told: int


class Answered(Event, frozen=True):
    """The player has answered."""

    answer: Reply


class AttackDropped(Event, frozen=True):
    """A declared attack cannot be made any more."""

    unit: str
    codes: tuple[str, ...]


class WayDropped(Event, frozen=True):
    """The rest of a way cannot be taken any more."""

    unit: str
    codes: tuple[str, ...]


class SwitchedOff(Event, frozen=True):
    """Optional equipment works no more until its owner's next turn."""

    unit: str
    names: tuple[str, ...]


class EquipmentUsed(Event, frozen=True):
    """A piece of equipment made a difference."""

    unit: str
    name: str
    circled: bool = False


class AbilityUsed(Event, frozen=True):
    """What a unit's faction or a card lets it do made a difference.

    `player` and `card` are set where a card of his may be used a limited number of times a turn.
    """

    unit: str
    name: str
    circled: bool = False
    player: str = ""
    card: str = ""


class OnceUsed(Event, frozen=True):
    """Something that works once a turn has been used."""

    unit: str
    name: str
