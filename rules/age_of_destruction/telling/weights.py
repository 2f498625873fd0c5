"""How much each thing that happens matters to the story of a battle."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from rules.age_of_destruction.state import events

Weight = Literal["great", "plain", "small"]

#: Damage that a unit brings upon itself as orders go.
_OWN_DOING = ("push", "circle", "break_away")
#: What no story leaves out.
_GREAT = (
    events.Eliminated,
    events.Captured,
    events.Freed,
    events.Withdrew,
    events.GameEnded,
)
#: What is great where something came of it, and else as plain as any other.
_GREAT_WHERE: Mapping[type[Any], Callable[[Any], bool]] = {
    events.AttackRolled: lambda e: bool(e.critical) or any(a.hit for a in e.targets.values()),
    events.Damaged: lambda e: e.amount > 0 and e.cause not in _OWN_DOING,
    events.SalvoLanded: lambda e: bool(e.struck),
    events.ShutDown: lambda e: not e.stunned,
}
#: What a story only mentions.
_SMALL = (
    events.TokenPlaced,
    events.TokensRemoved,
    events.HeatChanged,
    events.Moved,
    events.Turned,
    events.LevelChanged,
    events.OrderPaid,
    events.EquipmentUsed,
    events.AbilityUsed,
    events.PointsScored,
    events.TurnEnded,
    events.TerrainPlaced,
    events.UnitDeployed,
    events.MarkerPlaced,
    events.MarkersRemoved,
    events.CaptiveLed,
)
#: What is small where nothing came of it.
_SMALL_WHERE: Mapping[type[Any], Callable[[Any], bool]] = {
    events.Damaged: lambda e: e.amount == 0 or e.cause in _OWN_DOING,
    events.HeatRolled: lambda e: not e.failed,
    events.GearTested: lambda e: not e.lost,
    events.OrderGained: lambda e: not e.gained,
    events.OrdersLost: lambda e: not e.lost,
    events.ConditionRolled: lambda e: not e.strikes,
}


def weight_of(event: events.AnyEvent) -> Weight:
    """How much an event matters: "great" is told large, "small" only beside something else."""
    if isinstance(event, _GREAT) or _holds(_GREAT_WHERE, event):
        return "great"
    if isinstance(event, _SMALL) or _holds(_SMALL_WHERE, event):
        return "small"
    return "plain"


def _holds(where: Mapping[type[Any], Callable[[Any], bool]], event: events.AnyEvent) -> bool:
    asked = where.get(type(event))
    return asked is not None and asked(event)
