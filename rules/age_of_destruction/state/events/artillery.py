"""Artillery markers, from the order that places them to the salvo that lands."""

import msgspec

from rules.age_of_destruction.state.events.base import Event, Parts
from rules.core.geometry import Point


class MarkerPlaced(Event, frozen=True):
    """An artillery marker lies on the table; `heading` is that of its arrow.

    `members` are those of the formation that placed it, `bonus` what they add to the attack;
    `choices` the rerolls its order asked for.
    """

    unit: str
    player: str
    at: Point
    heading: float
    members: tuple[str, ...] = ()
    bonus: int = 0
    choices: dict[str, str] = msgspec.field(default_factory=dict)


class ArtilleryRolled(Event, frozen=True):
    """The one roll for all markers of a unit: two white dice, then the black one. `rerolled`: what
    the roll was before."""

    unit: str
    attack: Parts
    critical: str = ""
    rerolled: tuple[int, ...] = ()


class SalvoLanded(Event, frozen=True):
    """What was fired at one marker has come down: on it, or `drift` inches away.

    `direction`: degrees from the arrow. `struck`: the units within the radius that it damages.
    """

    unit: str
    marker: Point
    attack: Parts
    total: int
    against: int
    hit: bool
    at: Point
    radius: int
    drift: int = 0
    direction: int = 0
    off_table: bool = False
    struck: tuple[str, ...] = ()


class MarkersRemoved(Event, frozen=True):
    """The markers a player's unit had on the table are gone."""

    unit: str
    player: str
