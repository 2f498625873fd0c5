"""Put a piece of terrain on the table (rules AOD-SETUP-012 to AOD-SETUP-014)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.drafting import placed
from rules.age_of_destruction.orders.forms import PATH, Form, Said, Written
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Degrees, Name, Place
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.steps.laying import (
    TERRAIN_MARGIN,
    crowding,
    kept_clear,
    laid,
    room_for,
)
from rules.age_of_destruction.steps.paying import pay_circles
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.set_up import go_on_laying
from rules.age_of_destruction.table.terrain import Terrain

#: Inches between sampled places.
SPACING = 6


def _draft(form: Form, field: Field, said: Said) -> Written | None:
    """A piece of the pool at a place, or where there is room."""
    piece = _piece(field.state.preparation, said.one("piece"))
    proposed = PlaceTerrain.somewhere(field, piece) if piece else None
    return placed(said, {"order": "place_terrain", "piece": said.one("piece")}, proposed)


class PlaceTerrain(Order, frozen=True):
    """Put a piece of the pool on the table, turned clockwise (AOD-SETUP-012)."""

    piece: Name
    at: Place
    facing: Degrees = 0.0

    stages = ("terrain",)
    forms = (Form("terrain", PATH, clicks="spot", draft=_draft),)
    strays = ({"order": "place_terrain", "piece": "piece1", "at": [5.0, 5.0]},)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """AOD-SETUP-013."""
        piece = _piece(field.state.preparation, self.piece)
        if piece is None:
            refusals.add("UNKNOWN_PIECE", self.piece)
            return
        lying = laid(piece, self.at, self.facing)
        near = crowding(field.table, kept_clear(field), lying.polygon)
        if near.elements:
            refusals.add("TERRAIN_TOO_CLOSE", *near.elements, inches=TERRAIN_MARGIN)
        if near.edge:
            refusals.add("TERRAIN_AT_EDGE", self.piece, inches=TERRAIN_MARGIN)
        if near.zones:
            refusals.add("TERRAIN_AT_ZONE", *near.zones, inches=TERRAIN_MARGIN)

    def carry_out(self, res: Resolution) -> None:
        """Lay it; the next player to the left goes on until four lie there or none is left."""
        ready = res.state.preparation
        piece = _piece(ready, self.piece)
        if ready is None or piece is None:
            return
        lying = laid(piece, self.at, self.facing)
        res.emit(
            events.TerrainPlaced(
                piece=piece.id,
                polygon=lying.polygon,
                access=lying.access,
                rules=("AOD-SETUP-012", "AOD-SETUP-013"),
            )
        )
        go_on_laying(res, ready)
        pay_circles(res)

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["PlaceTerrain"]:
        """Every piece that has a place, on a grid."""
        ready = field.state.preparation
        if ready is None or ready.step != "terrain" or player != field.state.active:
            return
        for piece in ready.pool:
            found = cls.somewhere(field, piece)
            if found is None:
                continue
            yield found
            for x in range(SPACING, int(field.table.width), SPACING):
                for y in range(SPACING, int(field.table.depth), SPACING):
                    yield cls(piece=piece.id, at=(float(x), float(y)), facing=found.facing)

    @classmethod
    def somewhere(cls, field: Field, piece: Terrain) -> "PlaceTerrain | None":
        """An order that lays a piece in the first free place, None where there is none."""
        found = room_for(field, piece)
        return found and cls(piece=piece.id, at=found[0], facing=found[1])


def _piece(ready: Preparation | None, name: str) -> Terrain | None:
    pool = ready.pool if ready else ()
    return next((piece for piece in pool if piece.id == name), None)
