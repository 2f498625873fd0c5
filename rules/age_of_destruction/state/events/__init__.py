"""What happens: each event names its rules, its dice and its numbers with their reasons."""

from rules.age_of_destruction.state.events.artillery import (
    ArtilleryRolled,
    MarkerPlaced,
    MarkersRemoved,
    SalvoLanded,
)
from rules.age_of_destruction.state.events.attacks import (
    Aim,
    AttackRolled,
    BeaconLit,
    Bound,
    DieReplaced,
    EffectRolled,
    GearTested,
    HitConfirmed,
    RepairRolled,
)
from rules.age_of_destruction.state.events.base import Event, Parts, Rules
from rules.age_of_destruction.state.events.claims import Claimed, DisputeRolled
from rules.age_of_destruction.state.events.dials import (
    Damaged,
    Eliminated,
    HeatChanged,
    HeatRolled,
    Repaired,
    Restarted,
    ShutDown,
    TokenPlaced,
    TokensRemoved,
)
from rules.age_of_destruction.state.events.ending import (
    EndAgreed,
    GameEnded,
    PointsScored,
    TimeCalled,
    UnitWithdrawn,
    Withdrew,
)
from rules.age_of_destruction.state.events.moves import (
    Boarded,
    BreakAwayRolled,
    CaptiveLed,
    Captured,
    Disembarked,
    Freed,
    LevelChanged,
    Moved,
    Turned,
)
from rules.age_of_destruction.state.events.orders import (
    AbilityUsed,
    Answered,
    Asked,
    AttackDropped,
    EquipmentUsed,
    OnceUsed,
    OrderFinished,
    OrderGiven,
    OrderLost,
    OrderPaid,
    SwitchedOff,
    WayDropped,
)
from rules.age_of_destruction.state.events.set_up import (
    ConditionsRevealed,
    FirstPlayerRolled,
    SetUpContinued,
    TerrainPlaced,
    UnitDeployed,
)
from rules.age_of_destruction.state.events.turns import (
    ConditionRolled,
    OpponentChosen,
    OrderGained,
    OrdersLost,
    OrderStageBegan,
    TurnEnded,
    TurnStarted,
)

AnyEvent = (
    OrderGiven | OrderPaid | OrderLost | OrderFinished | Asked | Answered | AttackDropped
    | SwitchedOff | WayDropped | EquipmentUsed | AbilityUsed | OnceUsed
    | BreakAwayRolled | Moved | Turned | LevelChanged | Boarded | Disembarked | Captured
    | CaptiveLed | Freed
    | AttackRolled | HitConfirmed | DieReplaced | EffectRolled | Bound | BeaconLit | GearTested
    | RepairRolled
    | MarkerPlaced | ArtilleryRolled | SalvoLanded | MarkersRemoved
    | Damaged | Repaired | Eliminated | HeatChanged | HeatRolled | ShutDown | Restarted
    | TokenPlaced | TokensRemoved
    | TurnStarted | OrderGained | OrdersLost | OrderStageBegan | OpponentChosen | ConditionRolled
    | TurnEnded
    | PointsScored | Withdrew | UnitWithdrawn | EndAgreed | TimeCalled | GameEnded
    | Claimed | DisputeRolled
    | FirstPlayerRolled | TerrainPlaced | SetUpContinued | ConditionsRevealed | UnitDeployed
)  # fmt: skip

__all__ = [
    "AbilityUsed",
    "Aim",
    "Answered",
    "AnyEvent",
    "ArtilleryRolled",
    "Asked",
    "AttackDropped",
    "AttackRolled",
    "BeaconLit",
    "Boarded",
    "Bound",
    "BreakAwayRolled",
    "CaptiveLed",
    "Captured",
    "Claimed",
    "ConditionRolled",
    "ConditionsRevealed",
    "Damaged",
    "DieReplaced",
    "Disembarked",
    "DisputeRolled",
    "EffectRolled",
    "Eliminated",
    "EndAgreed",
    "EquipmentUsed",
    "Event",
    "FirstPlayerRolled",
    "Freed",
    "GameEnded",
    "GearTested",
    "HeatChanged",
    "HeatRolled",
    "HitConfirmed",
    "LevelChanged",
    "MarkerPlaced",
    "MarkersRemoved",
    "Moved",
    "OnceUsed",
    "OpponentChosen",
    "OrderFinished",
    "OrderGained",
    "OrderGiven",
    "OrderLost",
    "OrderPaid",
    "OrderStageBegan",
    "OrdersLost",
    "Parts",
    "PointsScored",
    "RepairRolled",
    "Repaired",
    "Restarted",
    "Rules",
    "SalvoLanded",
    "SetUpContinued",
    "ShutDown",
    "SwitchedOff",
    "TerrainPlaced",
    "TimeCalled",
    "TokenPlaced",
    "TokensRemoved",
    "TurnEnded",
    "TurnStarted",
    "Turned",
    "UnitDeployed",
    "UnitWithdrawn",
    "WayDropped",
    "Withdrew",
]
