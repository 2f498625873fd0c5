"""Time, weather and ground of a battle, chosen or rolled (KG-022 to KG-025)."""

from collections.abc import Callable, Collection
from typing import TypeVar, get_args

from rules.khans_and_generals.army.battles import BattleType
from rules.khans_and_generals.moment.sight import TIMES
from rules.khans_and_generals.starting.agreement import (
    WITHOUT_ATTACKER,
    Agreement,
    Country,
    Lots,
    Season,
    Seat,
    Told,
)
from rules.khans_and_generals.state.state import Conditions, Ground, Time, Weather
from rules.khans_and_generals.steps.turn import WEATHERS

T = TypeVar("T", bound=str)

BATTLES: tuple[BattleType, ...] = get_args(BattleType)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
#: House ruling on KG-022, whose list is lost: where and when there is no snow, and no drought.
SNOWY: dict[Country, tuple[Season, ...]] = {
    "temperate": ("winter",),
    "north": ("autumn", "winter", "spring"),
    "desert": (),
}
PARCHED: dict[Country, tuple[Season, ...]] = {
    "temperate": ("summer",),
    "north": ("summer",),
    "desert": ("spring", "summer", "autumn", "winter"),
}
#: House ruling on KG-075: the lower half of a d6 sends the first player forward.
FIRST_ATTACKS = 3


def weathers_of(country: Country, season: Season) -> tuple[Weather, ...]:
    """The weathers there can be (KG-022)."""
    snows = season in SNOWY[country]
    return tuple(w for w in get_args(Weather) if snows or w != "snow")


def grounds_of(country: Country, season: Season) -> tuple[Ground, ...]:
    """The grounds there can be (KG-022, KG-025)."""
    barred: set[str] = set() if season in SNOWY[country] else {"snow", "deep_snow"}
    barred |= set() if season in PARCHED[country] else {"very_dry"}
    return tuple(ground for ground in GROUNDS if ground not in barred)


def battle_of(agreed: Agreement, lots: Lots) -> tuple[BattleType, Seat | None, list[Told]]:
    """The type of the battle, who attacks, and how that came about (KG-020, KG-021)."""
    battle, told = _settled("battle", agreed.battle, lots, 12, BATTLES, ("KG-020", "KG-021"))
    if battle in WITHOUT_ATTACKER:
        return battle, None, [told]
    attacker = agreed.attacker
    if attacker is None:
        attacker = "red" if lots.roll(6) <= FIRST_ATTACKS else "blue"
    return battle, attacker, [told, Told("attacker", attacker, lots.taken(), ("KG-021", "KG-075"))]


def conditions_of(agreed: Agreement, lots: Lots) -> tuple[Conditions, list[Told]]:
    """Time, weather and ground, and how they came about; what season and country bar is rolled
    again. Raises ValueError for what is chosen against them."""
    weathers = weathers_of(agreed.country, agreed.season)
    grounds = grounds_of(agreed.country, agreed.season)
    time: Time
    time, first = _settled("time", agreed.time, lots, 4, TIMES, ("KG-023",))  # type: ignore[arg-type]
    weather, second = _settled("weather", agreed.weather, lots, 6, WEATHERS, ("KG-024",), weathers)
    told = [first, second]
    left = 1
    if agreed.dynamic_weather:
        left = lots.roll(12)
        told.append(Told("weather_left", str(left), lots.taken(), ("KG-024",)))
    ground, third = _settled("ground", agreed.ground, lots, 6, GROUNDS, ("KG-025",), grounds)
    conditions = Conditions(
        time=time,
        weather=weather,  # type: ignore[arg-type]
        ground=ground,
        season=agreed.season,
        dynamic_time=agreed.dynamic_time,
        dynamic_weather=agreed.dynamic_weather,
        weather_left=left,
        weathers=weathers,
        fire=agreed.fire,
    )
    return conditions, [*told, third]


def _settled(
    what: str,
    chosen: T | None,
    lots: Lots,
    sides: int,
    faces: tuple[T, ...],
    rules: tuple[str, ...],
    allowed: Collection[str] | None = None,
) -> tuple[T, Told]:
    """What was chosen, or what the dice say; faces without a meaning, and barred ones, again."""
    fits: Callable[[T], bool] = lambda value: allowed is None or value in allowed  # noqa: E731
    rules = (*rules, "KG-022") if allowed is not None else rules
    if chosen is not None:
        if not fits(chosen):
            raise ValueError(f"no {chosen} there and then")
        return chosen, Told(what, chosen, (), rules)
    while True:
        face = lots.roll(sides)
        if face <= len(faces) and fits(faces[face - 1]):
            return faces[face - 1], Told(what, faces[face - 1], lots.taken(), rules)
