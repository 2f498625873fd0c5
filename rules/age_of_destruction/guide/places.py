"""The first places that are free, in the set-up or for a passenger put down, as somebody may take
them or think again."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.place_terrain import PlaceTerrain
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.deploying import ground_for, room_on
from rules.age_of_destruction.steps.room import first_spot
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point, bearing


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
    return PlaceTerrain.somewhere(Field.of_moment(setup, state), piece) if piece else None


def put_down(field: Field, question: Question, toward: Point) -> Spot | None:
    """Where the passenger a question is about may stand, clockwise from a point as seen from its
    transport; None without room."""
    transport = field.piece(question.about)
    start = bearing(transport.at, toward) - transport.now.facing
    return first_spot(field, question.about, question.unit, start=start)
