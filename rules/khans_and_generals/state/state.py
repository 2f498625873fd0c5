"""Where everything stands: plain data, which is also what a saved game holds."""

from typing import Annotated, Literal

import msgspec

from rules.khans_and_generals.army.battles import BattleType
from rules.khans_and_generals.records.profile import Formation
from rules.khans_and_generals.table.bases import Side

#: Centimetres; nothing lies farther away.
Coordinate = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Place = tuple[Coordinate, Coordinate]
Stage = Literal["setup", "change", "orders", "over"]
Time = Literal["dawn", "day", "evening", "night"]
Weather = Literal["sunny", "cloudy", "fog", "rain", "snow"]
Ground = Literal["very_dry", "dry", "wet", "mud", "snow", "deep_snow"]
Number = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Effect(msgspec.Struct, frozen=True):
    """A morale effect; `until` is the turn at whose routed-units phase it goes, None for good."""

    effect: str
    value: int
    from_: str | None = msgspec.field(default=None, name="from")
    until: int | None = None


class Lock(msgspec.Struct, frozen=True):
    """Two units in melee, and how the attacker came: his `advance` bonus counts once."""

    attacker: str
    defender: str
    sector: Side
    charge: bool = False
    advance: int = 0


class Cloud(msgspec.Struct, frozen=True):
    """Smoke or dust; `until` is the last turn it lasts."""

    id: str
    kind: Literal["screen", "dust", "powder"]
    at: Place
    until: int
    radius: float = 5


class Objective(msgspec.Struct, frozen=True):
    """A place worth holding."""

    id: str
    at: Place
    holder: str | None = None


class Assessment(msgspec.Struct, frozen=True):
    """What a side thinks of the battle (KG-169)."""

    limit: int
    tokens: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the tokens."""
        return sum(self.tokens)

    @property
    def exceeded(self) -> bool:
        """Whether the side has had enough (KG-169)."""
        return self.total > self.limit


class Conditions(msgspec.Struct, frozen=True, omit_defaults=False):
    """Time, weather and ground; `time_turns` are the turns this time of day has lasted."""

    time: Time = "day"
    weather: Weather = "sunny"
    ground: Ground = "dry"
    season: str = "summer"
    dynamic_time: bool = False
    time_turns: Number = 0
    dynamic_weather: bool = False
    weather_left: Number = 1
    weathers: Annotated[tuple[Weather, ...], msgspec.Meta(min_length=1)] = (
        "sunny",
        "cloudy",
        "fog",
        "rain",
        "snow",
    )
    fire: bool = False


class Battle(msgspec.Struct, frozen=True):
    """The type of the battle and who attacks; without an attacker both sides are alike."""

    type: BattleType | None = None
    attacker: str | None = None


class Question(msgspec.Struct, frozen=True):
    """A choice somebody has to make before the game goes on: the target of a raid."""

    player: str
    unit: str
    options: tuple[str, ...]


class Due(msgspec.Struct, frozen=True):
    """A token to be drawn or discarded at the end of the turn (KG-171)."""

    player: str
    what: Literal["draw", "discard"]


class Unit(msgspec.Struct, frozen=True):
    """One unit as it is now. The fields after `spent`, which lasts a whole turn, are counted anew
    in every player's turn."""

    id: str
    owner: str
    at: Place | None = None
    facing: float = 0
    strength: int = 0
    formation: Formation = "standard"
    effects: tuple[Effect, ...] = ()
    pinned: bool = False
    routed: bool = False
    immobilised: bool = False
    abandoned: bool = False
    hidden: bool = False
    eliminated: bool = False
    left: bool = False
    deployed: bool | None = None
    bogged: int = 0
    in_position: str | None = None
    mounted: bool = False
    hatches: Literal["open", "closed"] | None = None
    broken: tuple[Literal["optics", "weapon"], ...] = ()
    commander: Literal["alive", "dead"] | None = None
    aboard: str | None = None
    hq: str | None = None
    supreme: bool = False
    observers: str | None = None
    escorted: bool = False
    last_attacked: int | None = None
    airborne: bool = False
    sorties: int = 0
    turns_left: int = 0
    bombs: int = 0
    missions: int = 0
    next_mission: int = 0
    flaming: bool = False
    arrived: int | None = None
    revealed: tuple[int, str] | None = None
    tied: bool = False
    spent: bool = False
    moved: float = 0
    turned: float = 0
    crossed: tuple[str, ...] = ()
    major: bool = False
    moving: bool = False
    minor: int = 0
    activated: bool = False
    ran: bool = False
    stuck: bool = False

    @property
    def gone(self) -> bool:
        """Whether it takes no part any more."""
        return self.eliminated or self.left

    @property
    def lost(self) -> bool:
        """Whether it counts as a loss: gone, or without a crew."""
        return self.gone or self.abandoned


#: What is counted anew in every player's turn.
FRESH = {
    "moved": 0.0,
    "turned": 0.0,
    "crossed": (),
    "major": False,
    "moving": False,
    "minor": 0,
    "activated": False,
    "ran": False,
    "stuck": False,
}


class State(msgspec.Struct, frozen=True):
    """The whole position."""

    turn: int
    active: str
    stage: Stage
    units: dict[str, Unit]
    conditions: Conditions = Conditions()
    battle: Battle = Battle()
    locks: tuple[Lock, ...] = ()
    smoke: tuple[Cloud, ...] = ()
    coming_smoke: tuple[Place, ...] = ()
    clouds_made: int = 0
    fires: tuple[Place, ...] = ()
    lights: tuple[Place, ...] = ()
    destroyed: tuple[str, ...] = ()
    objectives: tuple[Objective, ...] = ()
    assessment: dict[str, Assessment] = {}
    due: tuple[Due, ...] = ()
    activations: dict[str, int] = {}
    command_points: dict[str, int] = {}
    lines: tuple[tuple[str, str], ...] = ()
    reserves: dict[str, tuple[str, ...]] = {}
    traps: dict[str, tuple[str, ...]] = {}
    called: tuple[str, ...] = ()
    reserves_called: tuple[str, ...] = ()
    ordered: bool = False
    reaction: tuple[str, str] | None = None
    flying: tuple[str, ...] = ()
    waiting: Question | None = None
    winner: str | None = None
    ended_by: str | None = None
