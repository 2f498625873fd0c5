"""Where units that are not on the table yet may be put: in the own zone before the battle, from a
trap, out of the reserves (section 9 of the rules)."""

from collections.abc import Sequence

from rules.core.contours import contours
from rules.core.geometry import Box, Point, area, box_around, boxes_meet, distance, grown
from rules.core.hands import Region
from rules.core.kept import of_a_moment
from rules.core.violations import Violation
from rules.khans_and_generals.guide.giving import refusals
from rules.khans_and_generals.guide.ground import Ground
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import Order
from rules.khans_and_generals.orders.call_reserves import DEEPEST, CallReserves
from rules.khans_and_generals.orders.deploy import Deploy, zone_depth
from rules.khans_and_generals.orders.formation import faults
from rules.khans_and_generals.orders.placing import (
    PlacedUnit,
    crowding_faults,
    is_barred,
    place_faults,
    placed,
)
from rules.khans_and_generals.orders.reveal import Reveal
from rules.khans_and_generals.table.bases import TOLERANCE
from rules.khans_and_generals.table.terrain import Terrain

#: Centimetres between the places that are looked at, and how often larger squares are halved.
FINE, HALVINGS = 2.0, 1
#: Square centimetres that are too few to be drawn.
SPECK = 1.0
#: Centimetres, and directions, in which a legal place is looked for about one that is not.
STEPS = (1.0, 2.0, 4.0, 7.0, 12.0)
ABOUT = ((1, 0), (0, 1), (-1, 0), (0, -1), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7), (0.7, -0.7))
#: Centimetres between the middles of reserves that come in side by side.
APART = 10.0


def way_in(piece: Piece) -> str:
    """How a unit that may be placed now is: "deploy", "reveal", "call_reserves", "" for not."""
    state, unit = piece.field.state, piece.unit
    if piece.profile.class_ == "aircraft" or unit.gone or unit.aboard or state.waiting:
        return ""
    trapped = piece.id in state.traps.get(piece.owner, ())
    reserved = group_of(piece) != ""
    if state.stage == "setup":
        return "" if reserved else "deploy"
    if state.stage != "orders" or unit.at is not None:
        return ""
    if trapped:
        return "reveal"
    return "call_reserves" if reserved and piece.owner == state.active else ""


def group_of(piece: Piece) -> str:
    """The group of reserves a unit waits in, "" for none."""
    found = (name for name, group in piece.field.state.reserves.items() if piece.id in group)
    return next(found, "")


def usual_facing(piece: Piece) -> float:
    """Towards the enemy's edge."""
    return 0.0 if piece.owner == piece.field.setup.players[0] else 180.0


def placing(piece: Piece, at: Point, facing: float | None) -> Order:
    """The order that puts a unit at a place."""
    place = (round(at[0], 2), round(at[1], 2))
    turned = facing
    if turned is None:
        turned = piece.unit.facing if piece.unit.at is not None else usual_facing(piece)
    how = way_in(piece)
    if how == "deploy":
        return deploying(piece, PlacedUnit(piece.id, place, turned))
    where = PlacedUnit(piece.id, place, turned)
    if how == "reveal":
        return Reveal(places=(where,))
    group = group_of(piece)
    return CallReserves(player=piece.owner, group=group, places=tuple(_row(piece, group, where)))


def deploying(piece: Piece, where: PlacedUnit) -> Deploy:
    """A unit put at a place as it is now: in its formation and in hiding where the ground allows
    it."""
    unit, there = piece.unit, placed(piece.field, where)
    return Deploy(
        unit=piece.id,
        at=where.at,
        facing=where.facing,
        formation="standard" if any(faults(there, unit.formation)) else unit.formation,
        hidden=unit.hidden and there.can_hide,
    )


def _row(piece: Piece, group: str, where: PlacedUnit) -> Sequence[PlacedUnit]:
    """A whole group side by side, one of them at its place (KG-060)."""
    state = piece.field.state
    names = [name for name in state.reserves[group] if state.units[name].owner == piece.owner]
    own = names.index(piece.id)
    return [
        PlacedUnit(
            name,
            (round(where.at[0] + (number - own) * APART, 2), where.at[1]),
            where.facing,
        )
        for number, name in enumerate(names)
        if state.units[name].at is None
    ]


def placed_near(piece: Piece, at: Point, facing: float | None) -> tuple[Order, list[Violation]]:
    """The order for a place, or for the nearest about it that is legal and free; else why not."""
    field = piece.field
    first = placing(piece, at, facing)
    refused = refusals(field, first)
    if not refused and _is_free(field, first):
        return first, []
    for step in STEPS:
        for x, y in ABOUT:
            order = placing(piece, (at[0] + step * x, at[1] + step * y), facing)
            if not refusals(field, order) and _is_free(field, order):
                return order, []
    return first, refused


def _is_free(field: Field, order: Order) -> bool:
    """Whether reserves would come in where nobody stands yet."""
    return not (isinstance(order, CallReserves) and any(crowding_faults(field, order.places)))


@of_a_moment
def places_of(field: Field, name: str) -> Region:
    """Where a unit may be put, turned as usual."""
    piece = field.piece(name)
    zone = _Zone(piece) if way_in(piece) == "deploy" else _Tried(piece)
    found = contours(zone.value, grown(zone.box, 2 * FINE), FINE, HALVINGS, zone.busy)
    return tuple(loop for loop in found if abs(area(loop)) > SPECK)


class _Zone:
    """The own zone before the battle, by the room that is left in it (KG-058)."""

    def __init__(self, piece: Piece) -> None:
        facing = piece.unit.facing if piece.unit.at is not None else usual_facing(piece)
        self.piece, self.facing = piece, facing
        self.ground = Ground(piece, facing)
        setup, depth = piece.field.setup, zone_depth(piece.field, piece.owner)
        first = piece.owner == setup.players[0]
        near, far = (0.0, depth) if first else (setup.depth - depth, setup.depth)
        self.box: Box = (0.0, setup.width, near, far)
        _, _, low, high = self.ground.extent
        self.low, self.high = self.box[2] - low, self.box[3] - high
        self.closed = [t for t in piece.field.terrain if self._may_close(t)]

    def _may_close(self, terrain: Terrain) -> bool:
        barred = is_barred(self.piece, terrain.kind)
        return barred or self.piece.profile.class_ in terrain.row.barred_in_depth

    def value(self, at: Point) -> float:
        """How much room there is, below 0 for none."""
        room = min(at[1] - self.low, self.high - at[1]) + TOLERANCE
        room = min(room, self.ground.room(at)) if room >= 0 else room
        if room < 0 or not self._near_closed(grown((at[0], at[0], at[1], at[1]), 0.0)):
            return room
        where = PlacedUnit(self.piece.id, at, self.facing)
        return -FINE / 2 if any(place_faults(self.piece.field, (where,))) else min(room, FINE / 2)

    def _near_closed(self, box: Box) -> bool:
        about = grown(box, self.ground.base.reach)
        return any(boxes_meet(terrain.bounds, about) for terrain in self.closed)

    def busy(self, box: Box) -> bool:
        """Whether a base or closed terrain is near."""
        middle = ((box[0] + box[1]) / 2, (box[2] + box[3]) / 2)
        far = box[1] - box[0] + self.ground.base.reach
        bases = any(distance(middle, b.at) < far + b.reach for b in self.ground.rims)
        return bases or self._near_closed(box)


class _Tried:
    """Traps and reserves: place by place as the rules say."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        setup = piece.field.setup
        corners: list[Point] = [(0.0, 0.0), (setup.width, setup.depth)]
        if way_in(piece) == "reveal":
            hiding = [t for t in piece.field.terrain if t.row.hides and t.polygon]
            corners = [corner for terrain in hiding for corner in terrain.polygon] or corners[:1]
        else:
            own = 0.0 if piece.owner == setup.players[0] else setup.depth
            inner = DEEPEST if own == 0.0 else setup.depth - DEEPEST
            corners = [(0.0, own), (setup.width, inner)]
        self.box = box_around(corners)

    def value(self, at: Point) -> float:
        """Above 0 for a legal and free place; how far off others are is not known."""
        field, order = self.piece.field, placing(self.piece, at, None)
        return -FINE / 2 if refusals(field, order) or not _is_free(field, order) else FINE / 2

    def busy(self, box: Box) -> bool:
        """Everywhere."""
        return True
