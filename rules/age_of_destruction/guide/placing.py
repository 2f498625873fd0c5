"""Second thoughts in the set-up: which units may still be put elsewhere (rule AOD-SETUP-018)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.deploying import infiltrating, is_deployed


def movable(setup: Setup, state: State) -> tuple[str, ...]:
    """The units the active player has deployed in the present step of the set-up; in the last one
    those that infiltrate."""
    ready = state.preparation
    if ready is None or ready.step not in ("deployment", "infiltration"):
        return ()
    field = Field.of_moment(setup, state)
    return tuple(
        unit_id
        for unit_id, figure in setup.figures.items()
        if figure.owner == state.active
        and is_deployed(field, unit_id)
        and not state.units[unit_id].gone
        and (ready.step == "deployment" or infiltrating(field, unit_id))
    )


def taken_up(state: State, unit_id: str) -> State:
    """The position as if a deployed unit still waited."""
    return state.with_unit(unit_id, at=None, facing=0.0, level="ground", aboard=None)
