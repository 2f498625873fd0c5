"""What an opponent knows of dials that are hidden: the click in the window, and no other."""

from collections.abc import Collection

import msgspec

from rules.age_of_destruction.state.setup import Figure, Setup
from rules.age_of_destruction.state.state import State

#: Clicks of a dial nobody knows the end of; no order turns it farther.
ENDLESS = 60


def as_seen(setup: Setup, state: State, hidden: Collection[str]) -> Setup:
    """A set-up in which every click of the `hidden` units is as the one in their window."""
    figures = {
        unit_id: _seen(figure, state.units[unit_id].click) if unit_id in hidden else figure
        for unit_id, figure in setup.figures.items()
    }
    return msgspec.structs.replace(setup, figures=figures)


def _seen(figure: Figure, click: int) -> Figure:
    dial = figure.unit.dial
    window = dial[min(click, len(dial)) - 1]
    unit = msgspec.structs.replace(figure.unit, dial=(window,) * ENDLESS)
    return msgspec.structs.replace(figure, unit=unit)
