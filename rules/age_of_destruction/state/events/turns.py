"""The course of a turn and the orders it gives."""

import msgspec

from rules.age_of_destruction.state.events.base import Event


class TurnStarted(Event, frozen=True):
    """A player's turn begins, with what is read at its start."""

    player: str
    turn: int
    orders: int
    touching: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    behind: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    water: dict[str, str] = msgspec.field(default_factory=dict)


class OrderGained(Event, frozen=True):
    """A roll for one more order."""

    unit: str
    gained: bool


class OrdersLost(Event, frozen=True):
    """A player has fewer orders this turn by the dice of an opponent."""

    player: str
    by: str
    lost: int


class OrderStageBegan(Event, frozen=True):
    """Everything due in the command stage is resolved; the player may give orders."""


class OpponentChosen(Event, frozen=True):
    """A player will roll dice against the orders of an opponent in that player's next turn."""

    player: str
    opponent: str


class ConditionRolled(Event, frozen=True):
    """A player rolled for a planetary condition at the start of the clean-up."""

    player: str
    condition: str
    strikes: bool


class TurnEnded(Event, frozen=True):
    """A player's turn is over; unused orders are lost. `off_ends`: what was switched off works."""

    player: str
    lost: int = 0
    off_ends: bool = False
