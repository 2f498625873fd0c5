"""What is true of every state."""

from collections.abc import Iterator

from rules.warzone.ground import overlap
from rules.warzone.moment import Moment
from rules.warzone.state import Setup, State


def broken_invariants(setup: Setup, state: State) -> Iterator[str]:
    """What is wrong with a state, a sentence each; nothing ever should be."""
    now = Moment(setup, state)
    for unit, model in state.units.items():
        if model.eliminated:
            continue
        if not 0 <= model.actions_left <= setup.models[unit].actions:
            yield f"{unit} has {model.actions_left} actions left"
        if not now.ground.on_table(model.at, now.radius(unit)):
            yield f"{unit} stands off the table"
        if model.climbing and model.posture != "standing":
            yield f"{unit} hangs on a wall and is {model.posture}"
        for other in now.overlapped(unit, model.at, model.elevation):
            if overlap(now.apart(unit, model.at, other)):
                yield f"{unit} stands on {other}"
