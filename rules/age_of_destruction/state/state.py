"""What changes in a skirmish, as frozen plain data that is also the save format."""

from typing import Any

import msgspec

from rules.age_of_destruction.state.given import Given, Reply
from rules.age_of_destruction.table.terrain import Level, Terrain
from rules.core.geometry import Point


class UnitState(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """Where a unit is and how it fares.

    `click` 1 is the starting position, `heat` 0 the start of the heat dial. `ordered` is the kind
    of the order had this turn, `fresh` the tokens that stem from it. `off`: equipment switched off
    until its owner's next turn; `lost`: gear destroyed, by card and value. `rolls_no_more`:
    restarted by a roll this turn, so that it makes no other (AOD-SHUT-009). The last four are read
    at the start of the owner's turn.
    """

    at: Point | None = None
    facing: float = 0.0
    level: Level = "ground"
    click: int = 1
    heat: int = 0
    tokens: int = 0
    fresh: int = 0
    shutdown: bool = False
    captive_of: str | None = None
    aboard: str | None = None
    eliminated: bool = False
    withdrawn: bool = False
    owner: str | None = None
    ordered: str | None = None
    heated_by_energy: bool = False
    once: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    stunned: bool = False
    quarry: str = ""
    damaged_by: tuple[str, ...] = ()
    has_attacked: bool = False
    rolls_no_more: bool = False
    water_at_start: str | None = None
    cruising_at_start: bool = False
    touching_at_start: tuple[str, ...] = ()
    behind_at_start: tuple[str, ...] = ()
    tokens_at_start: int = 0

    @property
    def gone(self) -> bool:
        """Whether it has left the game, one way or the other."""
        return self.eliminated or self.withdrawn


class Question(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one player must answer before the order goes on.

    `to` is the kind of answer; `unit` the unit concerned; `options` what may be chosen and `about`
    what it is about, where the kind alone does not say.
    """

    to: str
    player: str
    unit: str = ""
    options: tuple[str, ...] = ()
    about: str = ""
    damage: int = 0

    def concerns(self, unit_id: str) -> bool:
        """Whether an answer may name a unit: of several spinners, any (AOD-SPIN-005)."""
        return unit_id in ("", self.unit) or (self.to == "free_spin" and unit_id in self.options)


class UnderWay(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An order in progress: the state it began in, and all it has taken since.

    An answer runs the order again from its start with the faces and answers so far; `told` events
    of it have happened already.
    """

    start: "State"
    order: Given
    question: Question | None = None
    answers: tuple[Reply, ...] = ()
    faces: tuple[int, ...] = ()
    told: int = 0


class Beacon(msgspec.Struct, frozen=True, gc=False):
    """A target lit by a Homing Beacon until the end of a player's turn."""

    target: str
    player: str


class PlacedMarker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An artillery marker on the table: who fired, at which point; `heading` is its arrow's.

    It is the player's who placed it, whatever becomes of the unit (AOD-ARTY-006). `bonus`: what the
    formation that placed it adds to the attack (AOD-FORM-020); `choices`: the rerolls its order
    asked for, with the die picked for each.
    """

    unit: str
    player: str
    at: Point
    heading: float
    bonus: int = 0
    choices: dict[str, str] = {}


class Preparation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How far the set-up has come.

    `step`: "pool", "terrain", "deployment" or "infiltration"; `pool`: the pieces beside the table,
    outlined around the point (0, 0); `first`: the first player, "" before the roll; `conditions`:
    the planetary conditions that will be in force once they are revealed.
    """

    step: str
    first: str = ""
    pool: tuple[Terrain, ...] = ()
    conditions: tuple[str, ...] = ()


class Scored(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Victory points put on record: whose, in which condition, for which unit and why."""

    player: str
    condition: str
    unit: str
    points: int
    why: str


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One moment of a skirmish. `stage`: "setup", "command", "orders" or "over".

    `laid` is the terrain placed in the set-up; `conditions` are the cards of the planetary
    conditions in force; `awed`: the opponent each player has chosen to awe in that opponent's next
    turn; `card_uses`: how often each limited card of each player has been used since his turn
    began; `first` began the game; `agreed` are those who would end it now; `closing` is what is
    still played once the time is up ("turn" or "round"); `winner` is the team that won.
    """

    turn: int
    active: str
    stage: str
    orders_left: int
    units: dict[str, UnitState]
    beacons: tuple[Beacon, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
    under_way: UnderWay | None = None
    conditions: tuple[str, ...] = ()
    laid: tuple[Terrain, ...] = ()
    preparation: Preparation | None = None
    awed: dict[str, str] = {}
    first: str = ""
    scored: tuple[Scored, ...] = ()
    withdrawn: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    closing: str = ""
    winner: str = ""
    card_uses: dict[str, dict[str, int]] = {}

    def with_unit(self, unit_id: str, **changes: Any) -> "State":
        """The state with some fields of one unit changed."""
        unit = msgspec.structs.replace(self.units[unit_id], **changes)
        return msgspec.structs.replace(self, units={**self.units, unit_id: unit})
