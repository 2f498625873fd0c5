"""A whole game in a row: where its turns begin, and which of its orders decided it."""

from collections.abc import Sequence

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.timeline import Decisive, Timeline, TurnMark, share_of
from armybuilder.systems.age_of_destruction.present.story import Teller, turn_title
from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import age_of_destruction as aod


def timeline(
    table: Table, start: aod.State, steps: Sequence[tuple[int, list[Document]]]
) -> Timeline:
    """The timeline of a game that began in a state and took some numbered steps."""
    read = [(number, aod.read_events(happened)) for number, happened in steps]
    moments = aod.course(table.setup, start, read)
    return Timeline(
        count=len(steps),
        turns=tuple(_turns(table, read)),
        decisive=tuple(_decisive(table, steps, aod.turning_points(moments, read))),
    )


def _turns(table: Table, read: Sequence[tuple[int, Sequence[aod.AnyEvent]]]) -> list[TurnMark]:
    begun = [
        (number, event)
        for number, happened in read
        for event in happened
        if isinstance(event, aod.TurnStarted)
    ]
    ends = [*(number for number, _ in begun[1:]), len(read)][: len(begun)]
    return [
        TurnMark(
            step=number,
            title=turn_title(table, event.turn, event.player),
            seat=event.player,
            share=share_of(number, len(read)),
            width=share_of(end - number, len(read)),
        )
        for (number, event), end in zip(begun, ends, strict=True)
    ]


def _decisive(
    table: Table,
    steps: Sequence[tuple[int, list[Document]]],
    turned: Sequence[aod.TurningPoint],
) -> list[Decisive]:
    teller = Teller(table)
    found = []
    for number, point in enumerate(turned, start=1):
        told = teller.order_of(steps, point)
        text = told.episode.text if told.episode else told.title
        share = share_of(point.after.step, len(steps))
        found.append(Decisive(point.after.step, number, share, text))
    return found
