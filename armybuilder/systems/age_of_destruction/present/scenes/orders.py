"""Orders, turns and what units use for them."""

from typing import Any

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.scenes.stage import Scenes, Stage, dice, shows
from rules import age_of_destruction as aod
from rules.age_of_destruction import events


@shows(events.OrderGiven)
def _order(stage: Stage, event: events.OrderGiven) -> Scenes:
    order = event.order
    if isinstance(order, aod.Order):
        yield {"kind": "order", "units": list(order.units), "targets": list(order.aims)}


@shows(events.TurnStarted)
def _round(stage: Stage, event: events.TurnStarted) -> Scenes:
    stage.jumping.clear()
    title = f"{_('Turn %(turn)s') % {'turn': event.turn}} · {stage.names.player(event.player)}"
    yield {"kind": "round", "seat": event.player, "title": title}


@shows(
    events.OrderLost,
    events.AttackDropped,
    events.WayDropped,
)
def _refused(stage: Stage, event: Any) -> Scenes:
    yield {"kind": "refusal", "unit": event.unit}


@shows(
    events.SwitchedOff,
    events.Bound,
)
def _of_unit(stage: Stage, event: Any) -> Scenes:
    yield {"kind": "note", "unit": event.unit}


@shows(
    events.TurnEnded,
    events.OpponentChosen,
    events.Withdrew,
    events.EndAgreed,
    events.TimeCalled,
    events.FirstPlayerRolled,
    events.SetUpContinued,
    events.ConditionsRevealed,
    events.Claimed,
)
def _told(stage: Stage, event: Any) -> Scenes:
    yield {"kind": "note"}


@shows(events.OrderGained, events.OrdersLost, events.ConditionRolled, events.DisputeRolled)
def _lot(stage: Stage, event: Any) -> Scenes:
    unit = getattr(event, "unit", "")
    if not event.dice:
        yield {"kind": "note", **({"unit": unit} if unit else {})}
        return
    good = getattr(event, "gained", getattr(event, "allowed", None))
    yield dice(unit, event.dice, black=False, good=good)


@shows(events.EquipmentUsed, events.AbilityUsed)
def _use(stage: Stage, event: events.EquipmentUsed | events.AbilityUsed) -> Scenes:
    if event.unit in stage.setup.figures and stage.state.units[event.unit].at is not None:
        piece = stage.piece(event.unit)
        if piece.jump and piece.jump.name == event.name:
            stage.jumping.add(event.unit)
    yield {"kind": "use", "unit": event.unit, "name": stage.names.ability(event.name)}
