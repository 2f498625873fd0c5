"""Placing terrain and deploying units, one player after the other (rules AOD-SETUP).

The same functions as in play: `explain` gives every reason why not, `prepare` the next preparation.
"""

import math
from typing import Annotated

import msgspec

from rules.age_of_destruction.set_up.zones import distance_to, polygon_distance, zone
from rules.age_of_destruction.skirmish.field import Field, Piece
from rules.age_of_destruction.skirmish.orders import Degrees, EndStage, Name, Order, Place
from rules.age_of_destruction.skirmish.refusals import Refusals
from rules.age_of_destruction.skirmish.setup import Setup
from rules.age_of_destruction.skirmish.state import State, UnitState
from rules.age_of_destruction.skirmish.values import speed
from rules.age_of_destruction.table.path import TOLERANCE, unfit_terrain
from rules.age_of_destruction.table.terrain import Level, Table, Terrain
from rules.core.dice import Dice
from rules.core.geometry import EPSILON, Point, Polygon, inside
from rules.core.violations import Violation

#: Terrain pieces that come to lie on the table, and inches between them and everything else.
MOST_PIECES = 4
TERRAIN_MARGIN = 3.0
#: Pieces a player puts into the pool (AOD-SETUP-006).
POOL_SHARE = 3


class Deploy(Order, frozen=True):
    """Put a unit on the table (AOD-SETUP-019)."""

    unit: Name
    at: Place
    facing: Degrees
    level: Level = "ground"


class PlaceTerrain(Order, frozen=True, tag="place_terrain"):
    """Put a piece of the pool on the table, turned clockwise (AOD-SETUP-012)."""

    piece: Name
    at: Place
    facing: Annotated[float, msgspec.Meta(ge=-3600, le=3600)] = 0.0


SetUpOrder = Deploy | PlaceTerrain | EndStage


class Preparation(msgspec.Struct, frozen=True):
    """What is prepared so far. `pool`: pieces around the point (0, 0); `stage`: "terrain",
    "deployment" or "infiltration"; `turn` counts the turns taken in the stage."""

    setup: Setup
    first: str
    pool: tuple[Terrain, ...] = ()
    stage: str = "terrain"
    turn: int = 0
    units: dict[str, UnitState] = {}

    @property
    def active(self) -> str:
        """Whose turn it is: terrain begins left of the first player (AOD-SETUP-012, 018)."""
        seats = self.setup.after(self.first)
        if self.stage != "terrain":
            seats = [self.first, *seats[:-1]]
        return seats[self.turn % len(seats)]

    @property
    def is_done(self) -> bool:
        """Whether the first turn may begin."""
        return self.stage == "done"

    def field(self) -> Field:
        """The table with the units deployed so far."""
        state = State(turn=0, active=self.first, stage="setup", orders_left=0, units=self.units)
        return Field(self.setup, state)

    def waiting(self) -> list[str]:
        """The active player's units that must be deployed in this stage."""
        return [
            unit_id
            for unit_id, figure in self.setup.figures.items()
            if figure.owner == self.active
            and unit_id not in self.units
            and infiltrates(self, unit_id) == (self.stage == "infiltration")
        ]


def infiltrates(ready: Preparation, unit_id: str) -> bool:
    """Whether a unit deploys last and farther out."""
    return any(fitted.item.infiltrates for fitted in _at_start(ready, unit_id).working)


def _at_start(ready: Preparation, unit_id: str) -> Piece:
    """A unit as it will begin (AOD-SETUP-015, AOD-SETUP-016)."""
    return Piece(ready.field(), ready.setup.figures[unit_id], UnitState(at=(0.0, 0.0)))


def roll_first_player(players: list[str], dice: Dice) -> tuple[str, list[dict[str, int]]]:
    """The first player by 3d6 each; those tied for the highest roll again (AOD-SETUP-011)."""
    rounds: list[dict[str, int]] = []
    contenders = players
    while len(contenders) > 1 or not rounds:
        totals = {player: sum(dice.roll(3)) for player in contenders}
        rounds.append(totals)
        best = max(totals.values())
        contenders = [player for player in contenders if totals[player] == best]
    return contenders[0], rounds


def explain(ready: Preparation, order: SetUpOrder) -> tuple[Violation, ...]:
    """Every violation of an order of the set-up."""
    refusals = Refusals()
    if isinstance(order, PlaceTerrain):
        _refuse_terrain(ready, order, refusals)
    elif isinstance(order, Deploy):
        _refuse_deployment(ready, order, refusals)
    elif ready.stage == "terrain":
        if any(has_place(ready, piece) for piece in ready.pool):
            refusals.add("TERRAIN_LEFT", *(piece.id for piece in ready.pool))
    elif waiting := ready.waiting():
        refusals.add("UNITS_LEFT", *waiting)
    return tuple(refusals.violations)


def prepare(ready: Preparation, order: SetUpOrder) -> Preparation:
    """The preparation after a legal order."""
    if isinstance(order, Deploy):
        unit = UnitState(at=order.at, facing=order.facing % 360, level=order.level)
        return msgspec.structs.replace(ready, units={**ready.units, order.unit: unit})
    if isinstance(order, PlaceTerrain):
        piece = next(piece for piece in ready.pool if piece.id == order.piece)
        lying = laid(piece, order.at, order.facing)
        table = msgspec.structs.replace(
            ready.setup.table, terrain=(*ready.setup.table.terrain, lying)
        )
        ready = msgspec.structs.replace(
            ready,
            setup=msgspec.structs.replace(ready.setup, table=table),
            pool=tuple(other for other in ready.pool if other.id != piece.id),
            turn=ready.turn + 1,
        )
        full = len(table.terrain) >= MOST_PIECES or not ready.pool
        return _next_stage(ready) if full else ready
    if ready.stage != "terrain" and ready.turn + 1 < len(ready.setup.players):
        return msgspec.structs.replace(ready, turn=ready.turn + 1)
    return _next_stage(ready)


def _next_stage(ready: Preparation) -> Preparation:
    following = {"terrain": "deployment", "deployment": "infiltration", "infiltration": "done"}
    ready = msgspec.structs.replace(ready, stage=following[ready.stage], turn=0)
    nobody = not any(infiltrates(ready, unit_id) for unit_id in ready.setup.figures)
    return _next_stage(ready) if ready.stage == "infiltration" and nobody else ready


def laid(piece: Terrain, at: Point, facing: float) -> Terrain:
    """A piece of the pool moved to a place and turned clockwise."""
    cosine, sine = math.cos(math.radians(facing)), math.sin(math.radians(facing))

    def moved(point: Point) -> Point:
        x, y = point
        return (at[0] + x * cosine + y * sine, at[1] - x * sine + y * cosine)

    return msgspec.structs.replace(
        piece,
        polygon=tuple(moved(point) for point in piece.polygon),
        access=tuple(moved(point) for point in piece.access),
    )


def _refuse_terrain(ready: Preparation, order: PlaceTerrain, refusals: Refusals) -> None:
    if ready.stage != "terrain":
        refusals.add("WRONG_STAGE")
        return
    piece = next((piece for piece in ready.pool if piece.id == order.piece), None)
    if piece is None:
        refusals.add("UNKNOWN_PIECE", order.piece)
        return
    lying = laid(piece, order.at, order.facing).polygon
    for place in crowding(ready, lying):
        refusals.add("TERRAIN_TOO_CLOSE", place, inches=TERRAIN_MARGIN)


def crowding(ready: Preparation, polygon: Polygon) -> list[str]:
    """What lies less than 3 inches from a piece: elements, the edge, zones (AOD-SETUP-013)."""
    table = ready.setup.table
    found = [
        element.id
        for element in table.terrain
        if polygon_distance(polygon, element.polygon) < TERRAIN_MARGIN - EPSILON
    ]
    if any(_edge_distance(table, point) < TERRAIN_MARGIN - EPSILON for point in polygon):
        found.append("edge")
    own_zone_counts = bool(ready.setup.rulings["terrain_clear_of_own_zone"])
    for player in ready.setup.players:
        if player.id == ready.active and not own_zone_counts:
            continue
        if polygon_distance(polygon, zone(table, player.edge)) < TERRAIN_MARGIN - EPSILON:
            found.append(f"{player.edge} zone")
    return found


def _edge_distance(table: Table, point: Point) -> float:
    x, y = point
    return min(x, y, table.width - x, table.depth - y)


def has_place(ready: Preparation, piece: Terrain) -> bool:
    """Whether a piece fits anywhere, looked for inch by inch in eight directions."""
    table = ready.setup.table
    return any(
        not crowding(ready, laid(piece, (float(x), float(y)), float(facing)).polygon)
        for facing in range(0, 360, 45)
        for x in range(math.ceil(table.width))
        for y in range(math.ceil(table.depth))
    )


def _refuse_deployment(ready: Preparation, order: Deploy, refusals: Refusals) -> None:
    if ready.stage == "terrain":
        refusals.add("WRONG_STAGE")
        return
    figure = ready.setup.figures.get(order.unit)
    if figure is None:
        refusals.add("UNKNOWN_UNIT", order.unit)
        return
    if figure.owner != ready.active:
        refusals.add("NOT_YOUR_UNIT", order.unit)
    elif order.unit in ready.units:
        refusals.add("DEPLOYED_ALREADY", order.unit)
    elif order.unit not in ready.waiting():
        refusals.add("DEPLOYED_LATER", order.unit)
    if order.level == "cruising" and figure.unit.speed_mode != "vtol":
        refusals.add("NO_LEVELS", order.unit)
    _refuse_place(ready, order, refusals)


def _refuse_place(ready: Preparation, order: Deploy, refusals: Refusals) -> None:
    """AOD-SETUP-019 and AOD-SETUP-020: the dot in the zone, the base on free ground."""
    piece = _at_start(ready, order.unit)
    table = ready.setup.table
    outline = piece.figure.shape.outline(order.at, order.facing)
    if not table.holds(outline):
        refusals.add("OFF_TABLE", order.unit)
    for other in ready.field().on_table:
        if other.id != order.unit and outline.gap(other.outline) < -TOLERANCE:
            refusals.add("ENDS_ON_BASE", other.id)
    mover = msgspec.structs.replace(piece.mover(), cruising=order.level == "cruising")
    for element in unfit_terrain(table, outline, mover):
        refusals.add("ENDS_ON_TERRAIN", element)
    zones = {player.id: zone(table, player.edge) for player in ready.setup.players}
    team = ready.setup.team(piece.owner)
    if ready.stage != "infiltration":
        if not inside(order.at, zones[piece.owner]):
            refusals.add("OUTSIDE_ZONE", order.unit)
        return
    reach = speed(piece).total * (2 if piece.is_infantry else 1)
    if distance_to(order.at, zones[piece.owner]) > reach + EPSILON:
        refusals.add("OUTSIDE_REACH", order.unit, inches=reach)
    for player in ready.setup.players:
        if player.team != team and inside(order.at, zones[player.id]):
            refusals.add("IN_OPPOSING_ZONE", order.unit)
