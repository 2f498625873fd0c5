"""Where passengers find room behind their transport (rules AOD-CARRY-017, AOD-CARRY-018)."""

from collections.abc import Sequence
from functools import partial
from itertools import islice, permutations

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.standing import is_clear
from rules.age_of_destruction.state.given import Reply
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.steps.transport import bound_to, landed, refuse_landing, with_captives
from rules.age_of_destruction.table.placement import Beside, Pose

#: Orders of placing tried before passengers count as too many for the room behind a transport.
ORDERS_TRIED = 24


def captors_first(transport: Piece) -> list[str]:
    """The passengers in file order, captives behind their captors."""
    field = transport.field
    free = [name for name in transport.passengers if not field.piece(name).is_captive]
    ordered = [piece.id for piece in with_captives(field, free)]
    return ordered + [name for name in transport.passengers if name not in ordered]


def spot_of(field: Field, transport_id: str, unit_id: str, answer: Reply) -> Spot | None:
    """Where an answer puts a passenger: the first free place where it does not say."""
    if answer.at is None:
        return first_spot(field, transport_id, unit_id)
    facing = field.piece(transport_id).now.facing if answer.facing is None else answer.facing
    return Spot(at=answer.at, facing=facing)


def first_spot(
    field: Field,
    transport_id: str,
    unit_id: str,
    *,
    start: float = 180.0,
    roughly: bool = False,
) -> Spot | None:
    """The first legal place of a passenger against its transport, clockwise from a direction
    relative to the transport's facing: its rear where nothing else is said. `roughly`: near it,
    found far sooner."""
    transport = field.piece(transport_id)
    shape = field.setup.figures[unit_id].shape
    facing = transport.now.facing

    def fits(pose: Pose) -> bool:
        at, facing = pose
        outline = shape.outline(at, facing % 360)
        if not transport.backs_onto(outline) or not is_clear(field, unit_id, outline):
            return False
        spot = Spot(at=at, facing=facing)
        return permits(partial(refuse_landing, field, transport_id, unit_id, spot))

    beside = Beside(transport.outline, transport.at, shape, facing)
    rider = field.piece(unit_id)
    partners = [p.outline for p in map(field.piece, bound_to(rider)) if p.now.at is not None]
    if partners:
        pose = next(filter(fits, beside.touching_too(partners[0], facing + start)), None)
    else:
        pose = beside.first(facing + start, fits, roughly=roughly)
    return Spot(at=pose[0], facing=pose[1]) if pose else None


def has_room(field: Field, transport_id: str, waiting: Sequence[str]) -> bool:
    """Whether passengers fit behind a transport together: packed from one end of its rear arc to
    the other, in any of some orders."""
    orders = islice(permutations(waiting), ORDERS_TRIED)
    return any(_packs(field, transport_id, order) for order in orders)


def _packs(field: Field, transport_id: str, order: Sequence[str]) -> bool:
    start = 180 - field.piece(transport_id).figure.rear / 2
    for unit_id in order:
        spot = first_spot(field, transport_id, unit_id, start=start)
        if spot is None:
            return False
        field = landed(field, unit_id, spot)
    return True
