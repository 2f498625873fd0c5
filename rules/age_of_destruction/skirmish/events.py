"""What happens: each event names its rules, its dice and its numbers with their reasons."""

import re

import msgspec

from rules.age_of_destruction.skirmish.orders import Answer, AnyOrder
from rules.age_of_destruction.skirmish.state import Question
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point
from rules.core.tally import Part

Rules = tuple[str, ...]
Parts = tuple[Part, ...]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(
    msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="event", tag=_snake
):
    """One thing that happened. `dice` are the faces it took, in order."""

    rules: Rules = ()
    dice: tuple[int, ...] = ()


class OrderGiven(Event, frozen=True):
    """A player has given an order; nothing has come of it yet."""

    order: AnyOrder


class OrderPaid(Event, frozen=True):
    """An order of the pool is spent, and the unit and all `members` have had their order."""

    unit: str
    kind: str
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

    answer: Answer


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

    `player` is set where a card of his may be used a limited number of times a turn.
    """

    unit: str
    name: str
    circled: bool = False
    player: str = ""


class BreakAwayRolled(Event, frozen=True):
    """A unit tried to leave contact; without a die it need not roll."""

    unit: str
    needed: int
    success: bool


class Moved(Event, frozen=True):
    """A unit's dot is elsewhere."""

    unit: str
    at: Point
    path: tuple[Point, ...]
    inches: float
    facing: float | None = None
    allowance: Parts = ()


class Turned(Event, frozen=True):
    """A unit has a new facing; `free` for a free spin, which is no movement."""

    unit: str
    facing: float
    free: bool = False


class LevelChanged(Event, frozen=True):
    """A VTOL is at another level."""

    unit: str
    level: Level
    forced: bool = False


class Aim(msgspec.Struct, frozen=True):
    """An attack's total against one target's defense."""

    attack: Parts
    total: int
    defense: Parts
    against: int
    hit: bool


class AttackRolled(Event, frozen=True):
    """The roll of an attack: two white dice, then the black one. `attack` and `total` are those
    against the first target, `targets` those of each. `rerolled`: what the roll was before.
    `members` are those of the formation that attacks."""

    unit: str
    kind: str
    total: int
    attack: Parts
    targets: dict[str, Aim]
    critical: str = ""
    weapon: str = ""
    follow_up: str = ""
    rerolled: tuple[int, ...] = ()
    members: tuple[str, ...] = ()


class HitConfirmed(Event, frozen=True):
    """A second roll decided whether a hit counts."""

    unit: str
    target: str
    total: int
    against: int
    hit: bool
    because: str


class DieReplaced(Event, frozen=True):
    """A die takes the place of a damage value."""

    unit: str
    name: str
    value: int


class Bound(Event, frozen=True):
    """A unit has to go on attacking the target it has hit."""

    unit: str
    target: str


class OpponentChosen(Event, frozen=True):
    """A player will roll dice against the orders of an opponent in that player's next turn."""

    player: str
    opponent: str


class OrdersLost(Event, frozen=True):
    """A player has fewer orders this turn by the dice of an opponent."""

    player: str
    by: str
    lost: int


class EffectRolled(Event, frozen=True):
    """A die decided what equipment or a card's text does; `value` is the number it gave."""

    unit: str
    name: str
    value: int


class GearTested(Event, frozen=True):
    """A die decided whether gear breaks; `place` is its card and value."""

    unit: str
    name: str
    place: str
    lost: bool


class AttackDropped(Event, frozen=True):
    """A declared attack cannot be made any more."""

    unit: str
    codes: tuple[str, ...]


class RepairRolled(Event, frozen=True):
    """The roll of a repair."""

    unit: str
    target: str
    attack: Parts
    total: int
    against: int
    success: bool
    critical: str = ""


class Damaged(Event, frozen=True):
    """A combat dial turned clockwise; `cause` says by what, `parts` how the amount came about."""

    unit: str
    amount: int
    click: int
    cause: str
    parts: Parts = ()
    source: str = ""


class Repaired(Event, frozen=True):
    """A combat dial turned back."""

    unit: str
    amount: int
    click: int
    asked_for: int


class Eliminated(Event, frozen=True):
    """A unit is out of the game; `by` is the player whose unit or effect did it."""

    unit: str
    cause: str
    by: str = ""


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


class Boarded(Event, frozen=True):
    """A unit has gone aboard a transport and has lost its order tokens."""

    unit: str
    transport: str


class Disembarked(Event, frozen=True):
    """A passenger stands on the table again."""

    unit: str
    transport: str
    at: Point
    facing: float
    forced: bool = False


class CaptiveLed(Event, frozen=True):
    """A captor has put its captive beside itself."""

    unit: str
    captor: str
    at: Point
    facing: float


class Captured(Event, frozen=True):
    """A unit is the captive of another."""

    unit: str
    captor: str


class Freed(Event, frozen=True):
    """A captive is nobody's captive any more; `owner` where it changed sides."""

    unit: str
    captor: str = ""
    owner: str | None = None


class HeatChanged(Event, frozen=True):
    """A heat dial turned; `parts` add up to what was due."""

    unit: str
    heat: int
    parts: Parts
    by_energy: bool = False


class HeatRolled(Event, frozen=True):
    """A heat effect asked for a roll."""

    unit: str
    effect: str
    failed: bool


class ShutDown(Event, frozen=True):
    """A 'Mech stands still; `stunned` until its owner's next turn only."""

    unit: str
    tokens: int
    stunned: bool = False


class Restarted(Event, frozen=True):
    """A 'Mech works again; one that rolled for it makes no other heat roll this turn."""

    unit: str
    rolled: bool = False


class TokenPlaced(Event, frozen=True):
    """A unit bears an order token more, or the one it had stands for this turn's order."""

    unit: str
    tokens: int
    own: bool = True


class TokensRemoved(Event, frozen=True):
    """Tokens of earlier turns are gone."""

    unit: str
    tokens: int


class OnceUsed(Event, frozen=True):
    """Something that works once a turn has been used."""

    unit: str
    name: str


class BeaconLit(Event, frozen=True):
    """A target is lit for a player's ballistic fire until the end of the turn."""

    target: str
    player: str


class TurnStarted(Event, frozen=True):
    """A player's turn begins, with what is read at its start."""

    player: str
    turn: int
    orders: int
    touching: dict[str, tuple[str, ...]] = {}
    behind: dict[str, tuple[str, ...]] = {}
    water: dict[str, str] = {}


class OrderGained(Event, frozen=True):
    """A roll for one more order."""

    unit: str
    gained: bool


class OrderStageBegan(Event, frozen=True):
    """Everything due in the command stage is resolved; the player may give orders."""


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
    choices: dict[str, str] = {}


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


AnyEvent = (
    OrderGiven | OrderPaid | OrderFinished | Asked | Answered | SwitchedOff | EquipmentUsed
    | AbilityUsed | BreakAwayRolled | Moved | Turned | LevelChanged | AttackRolled | HitConfirmed
    | DieReplaced | EffectRolled | GearTested | AttackDropped | RepairRolled | Damaged | Repaired
    | Eliminated | Captured | Freed | HeatChanged | HeatRolled | ShutDown | Restarted | TokenPlaced
    | Bound | OpponentChosen | OrdersLost
    | TokensRemoved | OnceUsed | BeaconLit | TurnStarted | OrderGained | OrderStageBegan
    | MarkerPlaced | ArtilleryRolled | SalvoLanded | MarkersRemoved | ConditionRolled | TurnEnded
    | FirstPlayerRolled | TerrainPlaced | UnitDeployed | SetUpContinued | ConditionsRevealed
    | Boarded | Disembarked | CaptiveLed | PointsScored | Withdrew | UnitWithdrawn | EndAgreed
    | TimeCalled | GameEnded
)  # fmt: skip
