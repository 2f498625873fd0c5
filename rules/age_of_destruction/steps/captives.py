"""What holding a captive means for a move (rules AOD-CAPTURE-008 and 012 to 015)."""

from collections.abc import Iterable
from functools import partial

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.moment.standing import is_clear, refuse_standing
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.table import path as paths
from rules.age_of_destruction.table.placement import Beside, Pose
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.geometry import Outline, Point


def led_by(captor: Piece) -> Piece | None:
    """The captive that moves with its captor; a 'Mech stays where it is (AOD-CAPTURE-012, 013)."""
    held = [captor.field.piece(unit_id) for unit_id in captor.captives]
    return next((captive for captive in held if not captive.is_mech), None)


def refuse_lead(field: Field, captor: Piece, spot: Spot, refusals: Refusals) -> Field:
    """Everything wrong with where a captor puts its captive; the field with it there."""
    captive = led_by(captor)
    if captive is None:
        refusals.add("NO_CAPTIVE_TO_LEAD", captor.id)
        return field
    after = field.moved(captive.id, at=spot.at, facing=spot.facing % 360)
    there = after.piece(captive.id)
    refuse_standing(after, captive.id, there.outline, there.mover(), refusals)
    return after


def refuse_parting(field: Field, captor_id: str, refusals: Refusals) -> None:
    """A captive touches its captor before and after a move (AOD-CAPTURE-008, AOD-CAPTURE-011)."""
    captor = field.piece(captor_id)
    for captive in map(field.piece, captor.captives):
        if captive.now.at is None or not captor.touches(captive):
            refusals.add("CAPTIVE_LEFT", captive.id)


def barred_way(
    captive: Piece, start: Outline, near: Iterable[Terrain], path: list[Point]
) -> list[str]:
    """The elements near its path that a captor may not enter because they block its captive
    (AOD-CAPTURE-014)."""
    held = {element.id for element in captive.field.table.under(start)}
    crossed = paths.crossed_terrain(near, path, captive.mover())
    return [name for name in crossed if name not in held]


def first_place(field: Field, captor_id: str) -> Spot | None:
    """The first legal place of a led captive, clockwise from the rear of its captor."""
    captor = field.piece(captor_id)
    captive = led_by(captor)
    if captive is None:
        return None
    led, shape = captive.id, captive.figure.shape

    def fits(pose: Pose) -> bool:
        at, facing = pose
        spot = Spot(at=at, facing=facing)
        clear = is_clear(field, led, shape.outline(at, facing % 360))
        return clear and permits(partial(refuse_lead, field, captor, spot))

    beside = Beside(captor.outline, captor.at, shape, captor.now.facing)
    pose = beside.first(captor.now.facing + 180, fits)
    return Spot(at=pose[0], facing=pose[1]) if pose else None
