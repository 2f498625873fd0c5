"""Victory points and the end of the game."""

from rules.age_of_destruction.state.events.base import Event, Parts


class PointsScored(Event, frozen=True):
    """A player gets victory points for a unit; `points` says how they come about."""

    player: str
    condition: str
    unit: str
    points: Parts
    why: str


class Withdrew(Event, frozen=True):
    """A player gives the battle up."""

    player: str


class UnitWithdrawn(Event, frozen=True):
    """A unit leaves the battlefield with its battle group."""

    unit: str


class EndAgreed(Event, frozen=True):
    """A player would end the game now."""

    player: str


class TimeCalled(Event, frozen=True):
    """The agreed time is over; `closing` is what is still played to its end."""

    minutes: float
    closing: str


class GameEnded(Event, frozen=True):
    """The game is over. `won`: the team that won each condition, where one did; `totals`: the
    points of every team; `decided_by`: what made the winner; `rolls`: the faces of a tie, a round
    each."""

    why: str
    winner: str
    decided_by: str
    won: dict[str, str]
    totals: dict[str, dict[str, int]]
    rolls: tuple[dict[str, int], ...] = ()
