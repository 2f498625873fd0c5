"""Moves, transports and captives."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.BreakAwayRolled)
def _break_away(event: events.BreakAwayRolled, names: Names) -> Words:
    unit = names.unit(event.unit)
    if not event.dice:
        return names.say("BREAKS_AWAY_FREELY", unit=unit)
    code = "BREAKS_AWAY" if event.success else "HELD"
    return names.say(code, unit=unit, die=event.dice[0], needed=event.needed)


@says(events.Moved)
def _moved(event: events.Moved, names: Names) -> Words:
    inches = names.number(event.inches)
    return names.say("MOVED", unit=names.unit(event.unit), inches=inches)


@says(events.Turned)
def _turned(event: events.Turned, names: Names) -> Words:
    facing = names.number(round(event.facing))
    return names.say("SPUN" if event.free else "TURNED", unit=names.unit(event.unit), facing=facing)


@says(events.LevelChanged)
def _level(event: events.LevelChanged, names: Names) -> Words:
    landed = "FORCED_DOWN" if event.forced else "LANDED"
    code = "ROSE" if event.level == "cruising" else landed
    return names.say(code, unit=names.unit(event.unit))


@says(events.Boarded, events.Disembarked)
def _aboard(event: events.Boarded | events.Disembarked, names: Names) -> Words:
    code = "BOARDED"
    if isinstance(event, events.Disembarked):
        code = "THROWN_OUT" if event.forced else "DISEMBARKED"
    return names.say(code, unit=names.unit(event.unit), transport=names.unit(event.transport))


@says(events.Captured, events.CaptiveLed)
def _captive(event: events.Captured | events.CaptiveLed, names: Names) -> Words:
    code = "CAPTURED" if isinstance(event, events.Captured) else "CAPTIVE_LED"
    return names.say(code, unit=names.unit(event.unit), captor=names.unit(event.captor))


@says(events.Freed)
def _freed(event: events.Freed, names: Names) -> Words:
    unit = names.unit(event.unit)
    if event.owner:
        return names.say("CHANGED_SIDES", unit=unit, owner=names.player(event.owner))
    return names.say("FREED", unit=unit)
