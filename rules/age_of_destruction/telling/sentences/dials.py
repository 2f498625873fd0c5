"""Clicks, heat and order tokens."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says

#: What need not be said of a loss where the attack has just been told.
_USUAL_CAUSE = "attack"


def _with_cause(code: str, cause: str) -> str:
    return code if cause == _USUAL_CAUSE else f"{code}_BY"


@says(events.Damaged)
def _damaged(event: events.Damaged, names: Names) -> Words:
    told = names.say(
        _with_cause("DAMAGED" if event.amount else "UNHURT", event.cause),
        unit=names.unit(event.unit),
        amount=event.amount,
        click=event.click,
        cause=names.word("cause", event.cause),
    )
    became = names.salvage(event.unit, event.click) and not names.salvage(
        event.unit, event.click - event.amount
    )
    return f"{told} {names.say('NOW_SALVAGE')}" if became else told


@says(events.Repaired)
def _repaired(event: events.Repaired, names: Names) -> Words:
    unit = names.unit(event.unit)
    return names.say("REPAIRED", unit=unit, amount=event.amount, click=event.click)


@says(events.Eliminated)
def _eliminated(event: events.Eliminated, names: Names) -> Words:
    cause = names.word("cause", event.cause)
    code = _with_cause("ELIMINATED", event.cause)
    return names.say(code, unit=names.unit(event.unit), cause=cause)


@says(events.HeatChanged)
def _heat(event: events.HeatChanged, names: Names) -> Words:
    due = sum(part.value for part in event.parts)
    code = "HEATED" if due > 0 else "COOLED" if due < 0 else "HEAT_STAYS"
    return names.say(code, unit=names.unit(event.unit), heat=event.heat)


@says(events.HeatRolled)
def _heat_rolled(event: events.HeatRolled, names: Names) -> Words:
    code = "EFFECT_SUFFERED" if event.failed else "EFFECT_AVOIDED"
    return names.say(code, unit=names.unit(event.unit), name=names.ability(event.effect))


@says(events.ShutDown)
def _shut_down(event: events.ShutDown, names: Names) -> Words:
    return names.say("STUNNED" if event.stunned else "SHUTS_DOWN", unit=names.unit(event.unit))


@says(events.Restarted)
def _restarted(event: events.Restarted, names: Names) -> Words:
    return names.say("RESTARTED", unit=names.unit(event.unit))


@says(events.TokenPlaced)
def _token(event: events.TokenPlaced, names: Names) -> Words:
    code = "TOKEN" if event.tokens == 1 else "SECOND_TOKEN"
    return names.say(code, unit=names.unit(event.unit))


@says(events.TokensRemoved)
def _tokens_gone(event: events.TokensRemoved, names: Names) -> Words:
    return names.say("TOKENS_GONE", unit=names.unit(event.unit))
