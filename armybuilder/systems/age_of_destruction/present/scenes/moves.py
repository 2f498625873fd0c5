"""Units on their way, aboard and captive."""

from armybuilder.systems.age_of_destruction.present.scenes.stage import Scenes, Stage, dice, shows
from rules.age_of_destruction import events


@shows(events.Moved)
def _move(stage: Stage, event: events.Moved) -> Scenes:
    before = stage.turn(event.unit)
    after = before if event.facing is None else round(event.facing, 1)
    scene = {
        "kind": "move",
        "unit": event.unit,
        "path": [stage.place(point) for point in event.path],
        "inches": round(event.inches, 2),
        "turn": [before, after],
        "manner": stage.manner(event.unit),
    }
    if event.unit in stage.jumping:
        stage.jumping.discard(event.unit)
        scene["jump"] = True
    yield scene


@shows(events.Turned)
def _turn(stage: Stage, event: events.Turned) -> Scenes:
    turn = [stage.turn(event.unit), round(event.facing, 1)]
    yield {"kind": "turn", "unit": event.unit, "turn": turn}


@shows(events.LevelChanged)
def _level(stage: Stage, event: events.LevelChanged) -> Scenes:
    yield {"kind": "level", "unit": event.unit, "up": event.level == "cruising"}


@shows(events.BreakAwayRolled)
def _break_away(stage: Stage, event: events.BreakAwayRolled) -> Scenes:
    if event.dice:
        yield dice(event.unit, event.dice, black=False, needed=event.needed, good=event.success)
    else:
        yield {"kind": "note", "unit": event.unit}
    if not event.success:
        yield {"kind": "held", "unit": event.unit}


@shows(events.Boarded)
def _board(stage: Stage, event: events.Boarded) -> Scenes:
    ends = [stage.where(event.unit), stage.where(event.transport)]
    scene = {"kind": "board", "unit": event.unit, "transport": event.transport}
    yield scene | ({"path": ends} if None not in ends else {})


@shows(events.Disembarked)
def _unload(stage: Stage, event: events.Disembarked) -> Scenes:
    at = stage.place(event.at)
    yield {
        "kind": "unload",
        "unit": event.unit,
        "transport": event.transport,
        "path": [stage.where(event.transport) or at, at],
        "turn": [round(event.facing, 1), round(event.facing, 1)],
    }


@shows(events.CaptiveLed)
def _lead(stage: Stage, event: events.CaptiveLed) -> Scenes:
    at = stage.place(event.at)
    yield {
        "kind": "move",
        "unit": event.unit,
        "path": [stage.where(event.unit) or at, at],
        "turn": [stage.turn(event.unit), round(event.facing, 1)],
        "manner": stage.manner(event.unit),
    }


@shows(events.Captured)
def _capture(stage: Stage, event: events.Captured) -> Scenes:
    seat = stage.owner(event.captor)
    yield {"kind": "capture", "unit": event.unit, "captor": event.captor, "seat": seat}


@shows(events.Freed)
def _free(stage: Stage, event: events.Freed) -> Scenes:
    yield {"kind": "free", "unit": event.unit, "seat": event.owner or stage.owner(event.unit)}
