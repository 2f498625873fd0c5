"""Orders of the set-up a player may give; places are only samples."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.play.set_up.deploying import (
    ground_for,
    infiltrating,
    room_on,
    to_deploy,
)
from rules.age_of_destruction.play.set_up.laying import room_for
from rules.age_of_destruction.state.orders import AnyOrder, Deploy, PlaceTerrain
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.table.terrain import Level, Terrain

#: Inches between sampled places: of terrain, of bases.
TERRAIN_SPACING = 6
DEPLOY_SPACING = 2.5


def orders_in_set_up(field: Field, ready: Preparation) -> Iterator[AnyOrder]:
    """Orders the active player may try at a step of the set-up, beside ending it."""
    if ready.step == "terrain":
        for piece in ready.pool:
            yield from _layings(field, piece)
    elif ready.step in ("deployment", "infiltration"):
        for unit_id in to_deploy(field, field.state.active, ready.step):
            yield from _deployments(field, unit_id, ready.step)
            yield from _starts_aboard(field, unit_id)
        if ready.step == "deployment":
            for unit_id in to_deploy(field, field.state.active, "infiltration"):
                off = tuple(infiltrating(field, unit_id))
                yield from _deployments(field, unit_id, ready.step, off)
                yield from _starts_aboard(field, unit_id)


def _layings(field: Field, piece: Terrain) -> Iterator[PlaceTerrain]:
    found = room_for(field, piece)
    if found is None:
        return
    yield found
    for x in range(TERRAIN_SPACING, int(field.table.width), TERRAIN_SPACING):
        for y in range(TERRAIN_SPACING, int(field.table.depth), TERRAIN_SPACING):
            yield PlaceTerrain(piece=piece.id, at=(float(x), float(y)), facing=found.facing)


def _deployments(
    field: Field, unit_id: str, step: str, off: tuple[str, ...] = ()
) -> Iterator[Deploy]:
    levels: list[Level] = ["ground"]
    if field.setup.figures[unit_id].unit.speed_mode == "vtol":
        levels.append("cruising")
    for level in levels:
        ground = ground_for(field, unit_id, step, level)
        places = list(ground.places(DEPLOY_SPACING))
        if not places and (last := room_on(ground)):
            places = [last]
        for at, facing in places:
            yield Deploy(unit=unit_id, at=at, facing=facing, level=level, off=off)


def _starts_aboard(field: Field, unit_id: str) -> Iterator[Deploy]:
    for transport_id, figure in field.setup.figures.items():
        if figure.unit.is_transport:
            yield Deploy(unit=unit_id, aboard=transport_id)
