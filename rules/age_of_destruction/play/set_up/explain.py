"""Every reason why an order of the set-up is refused (rules AOD-SETUP)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.play.set_up.deploying import (
    ground_for,
    infiltrating,
    is_deployed,
    room_on,
    to_deploy,
)
from rules.age_of_destruction.play.set_up.laying import (
    TERRAIN_MARGIN,
    crowding,
    kept_clear,
    laid,
    room_for,
)
from rules.age_of_destruction.state.orders import AnyOrder, Deploy, EndStage, PlaceTerrain
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.steps.transport import refuse_start_aboard
from rules.core.geometry import Point


def refuse_in_set_up(field: Field, ready: Preparation, order: AnyOrder, refusals: Refusals) -> None:
    """What speaks against an order at a step of the set-up."""
    if isinstance(order, PlaceTerrain) and ready.step == "terrain":
        _refuse_terrain(field, ready, order, refusals)
    elif isinstance(order, Deploy) and ready.step in ("deployment", "infiltration"):
        _refuse_deployment(field, ready, order, refusals)
    elif not isinstance(order, EndStage):
        refusals.add("WRONG_STAGE")
    elif ready.step == "terrain":
        _refuse_end_of_terrain(field, ready, refusals)
    elif ready.step != "pool":
        _refuse_end_of_deployment(field, ready, refusals)


def _refuse_terrain(
    field: Field, ready: Preparation, order: PlaceTerrain, refusals: Refusals
) -> None:
    """AOD-SETUP-013."""
    piece = next((piece for piece in ready.pool if piece.id == order.piece), None)
    if piece is None:
        refusals.add("UNKNOWN_PIECE", order.piece)
        return
    lying = laid(piece, order.at, order.facing)
    near = crowding(field.table, kept_clear(field), lying.polygon)
    if near.elements:
        refusals.add("TERRAIN_TOO_CLOSE", *near.elements, inches=TERRAIN_MARGIN)
    if near.edge:
        refusals.add("TERRAIN_AT_EDGE", order.piece, inches=TERRAIN_MARGIN)
    if near.zones:
        refusals.add("TERRAIN_AT_ZONE", *near.zones, inches=TERRAIN_MARGIN)


def _refuse_end_of_terrain(field: Field, ready: Preparation, refusals: Refusals) -> None:
    """Nobody passes while a piece has a place (AOD-SETUP-014)."""
    fitting = [piece.id for piece in ready.pool if room_for(field, piece)]
    if fitting:
        refusals.add("TERRAIN_LEFT", *fitting)


def _refuse_end_of_deployment(field: Field, ready: Preparation, refusals: Refusals) -> None:
    """The whole battle group is deployed, as far as it has a place (AOD-SETUP-018)."""
    waiting = [
        unit_id
        for unit_id in to_deploy(field, field.state.active, ready.step)
        if room_on(ground_for(field, unit_id, ready.step))
    ]
    if waiting:
        refusals.add("UNITS_LEFT", *waiting)


def _refuse_deployment(field: Field, ready: Preparation, order: Deploy, refusals: Refusals) -> None:
    """AOD-SETUP-018 to AOD-SETUP-022."""
    if order.unit not in field.setup.figures:
        refusals.add("UNKNOWN_UNIT", order.unit)
        return
    _refuse_time(field, ready, order, refusals)
    if (order.at is None) == (order.aboard is None):
        refusals.add("PLACE_OR_TRANSPORT", order.unit)
    if order.aboard is not None:
        refuse_start_aboard(field, order.unit, order.aboard, refusals)
    if order.at is not None:
        _refuse_place(field, ready, order, order.at, refusals)


def _refuse_time(field: Field, ready: Preparation, order: Deploy, refusals: Refusals) -> None:
    """Every player deploys his own units, those that infiltrate last; who goes aboard a transport
    need not wait (AOD-SETUP-018, AOD-EQUIP-003)."""
    late = infiltrating(field, order.unit)
    waits = order.aboard is None and not set(late) <= set(order.off)
    if field.setup.figures[order.unit].owner != field.state.active:
        refusals.add("NOT_YOUR_UNIT", order.unit)
    elif is_deployed(field, order.unit):
        refusals.add("DEPLOYED_ALREADY", order.unit)
    elif ready.step == "deployment" and waits:
        refusals.add("DEPLOYED_LATER", order.unit)
    for name in (*order.off, *order.on):
        if name not in late:
            refusals.add("EQUIPMENT_ABSENT", order.unit, name=name)


def _refuse_place(
    field: Field, ready: Preparation, order: Deploy, at: Point, refusals: Refusals
) -> None:
    """AOD-SETUP-019, AOD-SETUP-020 and AOD-SETUP-022."""
    is_vtol = field.setup.figures[order.unit].unit.speed_mode == "vtol"
    if order.level == "cruising" and not is_vtol:
        refusals.add("NO_LEVELS", order.unit)
    elif order.level == "cruising" and field.grounding:
        refusals.add("CONDITION_FORBIDS", order.unit, name=field.grounding)
    ground = ground_for(field, order.unit, ready.step, order.level)
    for code, what in ground.faults(at, order.facing):
        inches = {"inches": ground.area.reach} if code == "OUTSIDE_REACH" else {}
        refusals.add(code, what or order.unit, **inches)
