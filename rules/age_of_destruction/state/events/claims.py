"""What players say of a real table, and disputes about it."""

import msgspec

from rules.age_of_destruction.state.events.base import Event
from rules.age_of_destruction.state.facts import Facts
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.table.terrain import Terrain


class Claimed(Event, frozen=True):
    """Players have said how figures stand: nobody has measured it here.

    `spots` are places at which all of it holds, for the units that stand elsewhere now; `laid` is
    the terrain that goes with them.
    """

    facts: Facts
    spots: dict[str, Spot] = msgspec.field(default_factory=dict)
    laid: tuple[Terrain, ...] = ()


class DisputeRolled(Event, frozen=True):
    """A die has decided what players could not agree about a unit and its target."""

    unit: str
    about: str
    allowed: bool
    target: str = ""
