"""The end of a turn: whether it comes by itself once nothing useful is left."""

from dataclasses import dataclass

from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import age_of_destruction as aod

#: Milliseconds in which somebody may still stop it.
A_MOMENT = 2000


@dataclass(frozen=True)
class TurnEnd:
    """How the turn ends: `by_itself` is what the person prefers, `now` whether it is about to."""

    by_itself: bool
    now: bool
    delay: int = A_MOMENT


def turn_end(table: Table, *, by_itself: bool, stays: bool) -> TurnEnd | None:
    """How the turn of a person ends, which may have been told to stay; None while there is none."""
    if not (table.in_play and table.acts):
        return None
    now = by_itself and not stays and not aod.anything_left(table.setup, table.state)
    return TurnEnd(by_itself, now)
