"""The first places that are free in the set-up, as somebody may take them or think again."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.play.set_up.deploying import ground_for, room_on
from rules.age_of_destruction.play.set_up.laying import room_for
from rules.age_of_destruction.state.orders import Deploy, PlaceTerrain
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.table.terrain import Level


def deployment(setup: Setup, state: State, unit_id: str, level: Level) -> Deploy | None:
    """A place for a unit, None where none is free or the time for it is not now."""
    if state.preparation is None:
        return None
    ground = ground_for(Field.of_moment(setup, state), unit_id, state.preparation.step, level)
    found = room_on(ground)
    return found and Deploy(unit=unit_id, at=found[0], facing=found[1], level=level)


def laying(setup: Setup, state: State, piece_id: str) -> PlaceTerrain | None:
    """A place for a piece of the pool, None where none is free or there is no such piece."""
    pool = state.preparation.pool if state.preparation else ()
    piece = next((piece for piece in pool if piece.id == piece_id), None)
    return room_for(Field.of_moment(setup, state), piece) if piece else None
