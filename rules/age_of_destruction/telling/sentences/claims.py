"""What players say of a real table, and disputes."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.facts import (
    Apart,
    Contact,
    Fact,
    Going,
    Ground,
    Sight,
    Standing,
    Zoned,
)
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says

#: Inches beyond which "at most" says nothing.
FAR = 60


@says(events.Claimed)
def _claimed(event: events.Claimed, names: Names) -> Words:
    return names.say("CLAIMED", facts="; ".join(_said(fact, names) for fact in event.facts))


@says(events.DisputeRolled)
def _dispute(event: events.DisputeRolled, names: Names) -> Words:
    return names.say(
        "DISPUTE_ABOUT" if event.target else "DISPUTE",
        unit=names.unit(event.unit),
        target=names.unit(event.target),
        about=event.about,
        die=event.dice[0],
        allowed="yes" if event.allowed else "no",
    )


def _said(fact: Fact, names: Names) -> str:
    unit = names.unit(fact.unit)
    if isinstance(fact, Sight):
        return _sight(fact, names)
    if isinstance(fact, Ground):
        code = "SAID_RAISED" if fact.elevated else "SAID_GROUND"
        return names.say(code, unit=unit, ground=fact.kind)
    if isinstance(fact, Standing):
        return names.say("SAID_STANDING", unit=unit)
    if isinstance(fact, Apart):
        inches = names.number(fact.inches)
        return names.say("SAID_APART", unit=unit, target=names.unit(fact.other), inches=inches)
    if isinstance(fact, Zoned):
        code = "SAID_ZONED" if fact.player else "SAID_UNZONED"
        return names.say(code, unit=unit, player=names.player(fact.player))
    return _meeting(fact, names)


def _sight(fact: Sight, names: Names) -> str:
    arcs = {(True, False): "front", (True, True): "front_behind", (False, True): "behind"}
    code = "SAID_WITHIN" if not fact.least else "SAID_BETWEEN"
    if fact.most >= FAR:
        code = "SAID_BEYOND"
    elif fact.most - fact.least < 1:
        code = "SAID_EXACTLY"
    least, most = names.number(fact.least), names.number(fact.most)
    return names.say(
        "SAID_SIGHT",
        unit=names.unit(fact.unit),
        target=names.unit(fact.target),
        inches=names.say(code, least=least, most=most),
        arc=arcs.get((fact.front, fact.rear), "rear"),
        line=fact.line,
    )


def _meeting(fact: Contact | Going, names: Names) -> str:
    unit, others = names.unit(fact.unit), names.units(fact.touches)
    if isinstance(fact, Contact):
        code = "SAID_CONTACT" if fact.touches else "SAID_ALONE"
        said = names.say(code, unit=unit, others=others)
    else:
        code = "SAID_MEETING" if fact.touches else "SAID_GOING"
        said = names.say(code, unit=unit, others=others, inches=names.number(fact.inches))
    if fact.rear:
        behind = names.say("SAID_BEHIND", unit=unit, others=names.units(fact.rear))
        said = f"{said}, {behind}"
    return said
