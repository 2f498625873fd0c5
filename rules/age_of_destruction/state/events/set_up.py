"""The set-up of the game."""

from rules.age_of_destruction.state.events.base import Event
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point


class FirstPlayerRolled(Event, frozen=True):
    """The players rolled for the first turn; one entry a round, ties roll again."""

    player: str
    rounds: tuple[dict[str, int], ...]


class TerrainPlaced(Event, frozen=True):
    """A piece of the pool lies on the table."""

    piece: str
    polygon: tuple[Point, ...]
    access: tuple[Point, ...] = ()


class SetUpContinued(Event, frozen=True):
    """A player has the turn in a step of the set-up."""

    player: str
    step: str


class ConditionsRevealed(Event, frozen=True):
    """The planetary conditions are in force from now on."""

    cards: tuple[str, ...]


class UnitDeployed(Event, frozen=True):
    """A unit stands on the table for the first time."""

    unit: str
    at: Point
    facing: float
    level: Level
