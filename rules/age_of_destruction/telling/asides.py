"""What is only mentioned, in few words: said of a unit whose name stands before them already."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names


def aside(event: events.AnyEvent, names: Names) -> str:
    """An event of a unit in few words without its name; "" for one that has none."""
    said = _ASIDES.get(type(event))
    return said(event, names) if said else ""


def _moved(event: events.Moved, names: Names) -> str:
    return f"{names.number(event.inches)}″"


def _turned(event: events.Turned, names: Names) -> str:
    return names.say("ASIDE_TURNED", facing=names.number(round(event.facing)))


def _token(event: events.TokenPlaced, names: Names) -> str:
    return names.say("ASIDE_TOKEN" if event.tokens == 1 else "ASIDE_SECOND_TOKEN")


def _tokens_gone(event: events.TokensRemoved, names: Names) -> str:
    return names.say("ASIDE_TOKENS_GONE")


def _heat(event: events.HeatChanged, names: Names) -> str:
    due = sum(part.value for part in event.parts)
    code = "ASIDE_HEATED" if due > 0 else "ASIDE_COOLED" if due < 0 else "ASIDE_HEAT_STAYS"
    return names.say(code, heat=event.heat)


def _pushed(event: events.Damaged, names: Names) -> str:
    code = "ASIDE_DAMAGED" if event.amount else "ASIDE_UNHURT"
    return names.say(code, amount=event.amount, cause=names.word("cause", event.cause))


def _used(event: events.EquipmentUsed | events.AbilityUsed, names: Names) -> str:
    code = "ASIDE_USED_CIRCLED" if event.circled else "ASIDE_USED"
    return names.say(code, name=names.ability(event.name))


def _scored(event: events.PointsScored, names: Names) -> str:
    points = sum(part.value for part in event.points)
    return names.say("ASIDE_SCORED", points=points, why=names.word("part", event.why))


def _deployed(event: events.UnitDeployed, names: Names) -> str:
    return names.say("ASIDE_DEPLOYED")


_ASIDES: Mapping[type[Any], Callable[[Any, Names], str]] = {
    events.Moved: _moved,
    events.Turned: _turned,
    events.TokenPlaced: _token,
    events.TokensRemoved: _tokens_gone,
    events.HeatChanged: _heat,
    events.Damaged: _pushed,
    events.EquipmentUsed: _used,
    events.AbilityUsed: _used,
    events.PointsScored: _scored,
    events.UnitDeployed: _deployed,
}
