"""Points, withdrawal and the end."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.sentences.base import Words, says


@says(events.PointsScored)
def _scored(event: events.PointsScored, names: Names) -> Words:
    return names.say(
        "SCORED",
        player=names.player(event.player),
        points=sum(part.value for part in event.points),
        unit=names.unit(event.unit),
        why=names.word("part", event.why),
        condition=names.word("condition_won", event.condition),
    )


@says(events.Withdrew)
def _withdrew(event: events.Withdrew, names: Names) -> Words:
    return names.say("WITHDREW", player=names.player(event.player))


@says(events.UnitWithdrawn)
def _unit_withdrawn(event: events.UnitWithdrawn, names: Names) -> Words:
    return names.say("UNIT_WITHDRAWN", unit=names.unit(event.unit))


@says(events.EndAgreed)
def _agreed(event: events.EndAgreed, names: Names) -> Words:
    return names.say("AGREED", player=names.player(event.player))


@says(events.TimeCalled)
def _time_called(event: events.TimeCalled, names: Names) -> Words:
    return names.say("TIME_CALLED", closing=event.closing)


@says(events.GameEnded)
def _ended(event: events.GameEnded, names: Names) -> Words:
    return names.say(
        "ENDED", winner=names.player(event.winner), decided=event.decided_by, why=event.why
    )
