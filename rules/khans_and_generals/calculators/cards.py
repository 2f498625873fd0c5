"""Cards and ground for the bench, made of what is read off a real card and a real table."""

from typing import Any, Literal

from rules.khans_and_generals.calculators.bench import MIDDLE, Stand, square
from rules.khans_and_generals.records.profile import Armour, Plane, Profile, UnitClass
from rules.khans_and_generals.state.state import Effect
from rules.khans_and_generals.table.terrain import Terrain

#: Training, from conscripts to elite.
Quality = Literal["1", "2", "3", "4", "5"]
#: Who fights on foot or in the saddle, or serves a gun.
Class = Literal["line", "support", "hq", "artillery"]
Ground = Literal[
    "open", "scrub", "woods", "rocks", "marsh", "shallow_water", "ice", "road", "crops", "built_up"
]
Cover = Literal["none", "light", "heavy"]
#: A type of troops that nothing is especially good against, unless it is said to be.
FOOT, HORSE = "infantry", "cavalry"
#: An entry of Reluctance from before.
EARLIER = "earlier"
COVER = "cover"
#: Half a side of ground that a whole unit stands in, in centimetres.
AMPLE = 12.0


def soldiers(class_: UnitClass, quality: str, strength: int, **fields: Any) -> Profile:
    """A card of men; bases are those usual for their class."""
    usual: dict[str, Any] = {"type": FOOT, "base": (9.0, 5.0) if class_ == "artillery" else None}
    return Profile(class_, training=int(quality), strength=strength, **usual | fields)


def vehicle(
    type_: str, crew: int, *, hull: int | None, turret: int | None = None, **fields: Any
) -> Profile:
    """A card of a vehicle, with the same armour on every side, None for none at all."""
    armour = None
    if hull is not None:
        armour = Armour(_plane(hull), None if turret is None else _plane(turret))
    usual: dict[str, Any] = {"training": 3, "base": (4.0, 8.0), "armour": armour}
    return Profile("vehicle", type=type_, strength=crew, **usual | fields)


def _plane(value: int) -> Plane:
    return Plane(value, value, value, value)


def bearing(effects: int) -> tuple[Effect, ...]:
    """What has been frightening a unit so far, as one entry."""
    return (Effect(EARLIER, effects, None, 2),) if effects else ()


def ground_under(
    stand: Stand, ground: str = "open", cover: str = "none", defence: int = 0
) -> list[Terrain]:
    """The ground a unit stands in, and the obstacle it has taken position behind."""
    at = stand.place or (MIDDLE, MIDDLE)
    found = [] if ground == "open" else [square("ground", ground, at, AMPLE)]
    if cover != "none":
        x, y = at
        line = ((x - AMPLE, y - AMPLE), (x + AMPLE, y - AMPLE))
        found.append(Terrain(COVER, "obstacle", line=line, weight=_weight(cover), defence=defence))
    return found


def _weight(cover: str) -> Literal["light", "heavy"]:
    return "light" if cover == "light" else "heavy"


def hill_under(stand: Stand) -> Terrain:
    """A hill that a unit stands on."""
    return square("hill", "hill", stand.place or (MIDDLE, MIDDLE), AMPLE)
