"""Whether a turn has anything left in it, so that it may end without being asked."""

from rules.age_of_destruction.guide.options import options
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State

#: What costs no order and changes nothing by itself.
IDLE = frozenset({"switch"})


def anything_left(setup: Setup, state: State) -> bool:
    """Whether the active player may still do something in the order stage that changes the game,
    from where a unit stands or from elsewhere (AOD-TURN-012); a question is something to do."""
    if state.stage != "orders" or open_question(state) is not None:
        return state.stage != "over"
    field = Field.of_moment(setup, state)
    return any(_may_act(setup, state, piece.id) for piece in field.of(state.active))


def _may_act(setup: Setup, state: State, unit_id: str) -> bool:
    return any(
        (option.legal or option.from_elsewhere) and option.kind not in IDLE
        for option in options(setup, state, unit_id)
    )
