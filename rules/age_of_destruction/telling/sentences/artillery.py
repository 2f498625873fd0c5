"""Salvos and their markers."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.MarkerPlaced)
def _marker(event: events.MarkerPlaced, names: Names) -> Words:
    x, y = map(names.number, event.at)
    return names.say("MARKER", unit=names.unit(event.unit), x=x, y=y)


@says(events.ArtilleryRolled)
def _artillery_rolled(event: events.ArtilleryRolled, names: Names) -> Words:
    return names.say("ARTILLERY_ROLLED", unit=names.unit(event.unit))


@says(events.SalvoLanded)
def _salvo(event: events.SalvoLanded, names: Names) -> Words:
    x, y = map(names.number, event.at)
    on_mark = "SALVO_DRIFTS" if event.drift else "SALVO_ON_MARK"
    landed = names.say(
        "SALVO_LOST" if event.off_table else on_mark,
        unit=names.unit(event.unit),
        drift=event.drift,
        x=x,
        y=y,
        total=event.total,
        against=event.against,
    )
    if event.off_table:
        return landed
    struck = names.say(
        "STRUCK" if event.struck else "STRUCK_NOBODY", struck=names.units(event.struck)
    )
    return f"{landed} {struck}"


@says(events.MarkersRemoved)
def _markers_gone(event: events.MarkersRemoved, names: Names) -> Words:
    return names.say("MARKERS_GONE", unit=names.unit(event.unit))
