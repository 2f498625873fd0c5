"""Clicks, heat, tokens, and units that go."""

from armybuilder.systems.age_of_destruction.present.scenes.stage import Scenes, Stage, dice, shows
from rules import age_of_destruction as aod
from rules.age_of_destruction import events


@shows(events.Damaged, events.Repaired)
def _click(stage: Stage, event: events.Damaged | events.Repaired) -> Scenes:
    is_loss = isinstance(event, events.Damaged)
    scene = {
        "kind": "loss" if is_loss else "mend",
        "unit": event.unit,
        "amount": event.amount,
        "from": stage.state.units[event.unit].click,
        "to": event.click,
        "clicks": stage.clicks(event.unit),
        "changes": stage.changes(event.unit, event.click),
        "at": stage.where(event.unit),
    }
    if isinstance(event, events.Damaged):
        scene["cause"] = event.cause
        if _breaks_down(stage, event):
            scene["salvage"] = True
    yield scene


def _breaks_down(stage: Stage, event: events.Damaged) -> bool:
    """Whether damage turns a unit that is not lost to where it is heavily damaged."""
    before = stage.piece(event.unit)
    if before.is_salvage or not event.amount or event.click > len(before.unit.dial):
        return False
    after = aod.Field.of_moment(stage.setup, aod.evolve(stage.state, event))
    return after.piece(event.unit).is_salvage


@shows(events.Eliminated)
def _fall(stage: Stage, event: events.Eliminated) -> Scenes:
    kind = stage.figure(event.unit).unit.type
    yield {"kind": "fall", "unit": event.unit, "type": kind, "at": stage.where(event.unit)}


@shows(events.UnitWithdrawn)
def _leave(stage: Stage, event: events.UnitWithdrawn) -> Scenes:
    yield {"kind": "leave", "unit": event.unit}


@shows(events.HeatChanged)
def _heat(stage: Stage, event: events.HeatChanged) -> Scenes:
    before = stage.state.units[event.unit].heat
    yield {"kind": "heat", "unit": event.unit, "from": before, "to": event.heat}


@shows(events.HeatRolled)
def _heat_rolled(stage: Stage, event: events.HeatRolled) -> Scenes:
    because = stage.names.ability(event.effect)
    yield dice(event.unit, event.dice, black=False, good=not event.failed, because=because)


@shows(events.ShutDown, events.Restarted)
def _power(stage: Stage, event: events.ShutDown | events.Restarted) -> Scenes:
    yield {"kind": "power", "unit": event.unit, "on": isinstance(event, events.Restarted)}


@shows(events.TokenPlaced, events.TokensRemoved)
def _tokens(stage: Stage, event: events.TokenPlaced | events.TokensRemoved) -> Scenes:
    before = stage.state.units[event.unit].tokens
    yield {"kind": "tokens", "unit": event.unit, "from": before, "to": event.tokens}
