"""Burning ground: how fires start, whom they catch (KG-042 to KG-047)."""

import math
from typing import Literal

from rules.core.geometry import Point
from rules.core.tally import Tally, of_parts
from rules.khans_and_generals.moment.field import SQUARE, Field, burns, ignition_of
from rules.khans_and_generals.steps.casualties import give_effect
from rules.khans_and_generals.steps.resolution import Resolution

Source = Literal[
    "destroyed_vehicle",
    "incendiary_bombs",
    "destroyed_flammable",
    "flamethrower",
    "flaming_arrows",
    "artillery",
    "heavy_machine_gun",
    "bombs",
]
SOURCES: dict[str, int] = {
    "flamethrower": 5,
    "flaming_arrows": 4,
    "incendiary_bombs": 6,
    "destroyed_vehicle": 2,
    "destroyed_flammable": 5,
    "artillery": 0,
    "heavy_machine_gun": 0,
    "bombs": 0,
}
ONLY_WHEN_VERY_DRY = ("artillery", "heavy_machine_gun", "bombs")
GROUND = {"very_dry": 2, "dry": 0, "wet": -2}


def square_of(point: Point) -> Point:
    """The square of the grid that holds a point, by its lower left corner."""
    return (math.floor(point[0] / SQUARE) * SQUARE, math.floor(point[1] / SQUARE) * SQUARE)


def centre_of(square: Point) -> Point:
    """The middle of a square."""
    return (square[0] + SQUARE / 2, square[1] + SQUARE / 2)


def ignition_sum(field: Field, point: Point, source: str) -> Tally | None:
    """What the d12 must not exceed, None where no fire can start (KG-042)."""
    ground = field.state.conditions.ground
    if ground not in GROUND or square_of(point) in field.state.fires:
        return None
    if source in ONLY_WHEN_VERY_DRY and ground != "very_dry":
        return None
    terrain = ignition_of(field, point)
    if terrain is None:
        return None
    return of_parts(source=SOURCES[source], ground=GROUND[ground], terrain=terrain)


def ignite(res: Resolution, point: Point, source: str) -> None:
    """A source of fire is tested, if anything can burn."""
    found = ignition_sum(res.field, point, source)
    if found is None:
        return
    needed = found.total
    face = res.roll(12)
    res.emit("ignition_tested", "KG-042", source=source, at=point, face=face, needed=needed)
    if face <= needed:
        burn(res, square_of(point))


def burn(res: Resolution, square: Point) -> None:
    """A square catches fire; who stands in it is caught (KG-044, KG-047)."""
    fires = (*res.state.fires, square)
    res.emit("fire", "KG-044", table={"fires": fires}, at=square)
    for piece in res.field.present:
        if burns(square, piece.base):
            give_effect(res, piece.id, "caught_in_fire", None)


def event_fire(res: Resolution, point: Point | None, source: str) -> None:
    """The fire of destroyed vehicles, shells, heavy machine guns and bombs, where it is played."""
    if res.conditions.fire and point is not None:
        ignite(res, point, source)
