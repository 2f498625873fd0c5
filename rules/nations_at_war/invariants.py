"""What is true of every state."""

from collections.abc import Iterator

from rules.nations_at_war.state import Setup, State


def broken_invariants(setup: Setup, state: State) -> Iterator[str]:
    """What is wrong with a state, a sentence each; nothing ever should be."""
    if (state.stage == "impulse") != (state.formation is not None):
        yield "only an impulse has an active formation"
    if state.cup.end_turn < 0 or max(state.held.values()) > 1:
        yield "no player holds more than one end-of-turn marker, and the cup no less than none"
    counted = state.cup.end_turn + sum(state.held.values()) + state.end_turn_drawn
    if counted != setup.end_turn_markers:
        yield "every end-of-turn marker is in the cup, held, or set aside"
    if set(state.cup.formations) & set(state.activated):
        yield "an activated formation has no marker in the cup"
    if not set(state.missed) <= set(state.cup.formations):
        yield "who missed waits in the cup"
    for unit_id, unit in state.units.items():
        if unit.eliminated and unit.at is not None:
            yield f"{unit_id} is lost and stands on the map"
        if unit.at is not None and unit.at not in setup.map.hexes:
            yield f"{unit_id} stands off the map"
        if unit.mp_left is not None and unit.mp_left < 0:
            yield f"{unit_id} has spent more points than it has"
        if setup.two_sided(unit_id) != (unit.side is not None):
            yield f"{unit_id} shows a side it does not have"
