"""Traps sprung where they tell: who lies hidden appears where an enemy is before him (KG-064)."""

from collections.abc import Iterator
from itertools import chain, product
from math import inf

import msgspec

from rules.core.geometry import Point, along, bearing, distance, edges, middle
from rules.khans_and_generals.bots.worth import aimed, stake
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import in_front, in_sight
from rules.khans_and_generals.orders.placing import PlacedUnit, placed
from rules.khans_and_generals.orders.reveal import NEAREST, Reveal, farthest
from rules.khans_and_generals.table.bases import within
from rules.khans_and_generals.table.terrain import Terrain

#: Where in an area units appear: shares of the way from its middle to the middles of its sides, at
#: which one sees out of it, the nearest to the border first.
SHARES = (0.9, 0.8, 0.5)
#: What a unit that only fights hand to hand is worth to an enemy it can reach, in shares of him.
FALLEN_ON = 0.3


def ambushes(field: Field, player: str, *, near: bool = True) -> Iterator[Reveal]:
    """Places for everybody in a trap, each facing the nearest enemy, unless told otherwise those
    from which it reaches him; not all of them are legal."""
    enemies = [enemy.base.at for enemy in field.enemies(player) if not enemy.unit.routed]
    areas = [area for area in field.terrain if area.row.hides and area.polygon]
    if not enemies:
        return
    for name in field.state.traps.get(player, ()):
        piece = field.piece(name)
        far, reach = farthest(piece), _reach(piece) if near else inf
        for at in chain.from_iterable(_spots(a.polygon) for a in areas if _hides(a, piece)):
            nearest = min(enemies, key=lambda enemy: distance(at, enemy))
            gap, own = distance(at, nearest), field.setup.from_own_edge(player, at[1])
            if NEAREST <= gap <= reach and own <= far:
                yield Reveal(places=(PlacedUnit(name, at, round(bearing(at, nearest), 1)),))


def _hides(area: Terrain, piece: Piece) -> bool:
    return piece.profile.class_ in area.row.hides


def _reach(piece: Piece) -> float:
    """How far from the middle of its base a unit does anything at once."""
    ranges = (weapon.range for weapon in piece.profile.weapons)
    return max(ranges, default=piece.movement) + 2 * max(piece.profile.footprint)


def _spots(polygon: tuple[Point, ...]) -> Iterator[Point]:
    centre = middle(polygon)
    for share, side in product(SHARES, edges(polygon)):
        yield _rounded(along(centre, middle(side), share))
    yield _rounded(centre)


def _rounded(at: Point) -> Point:
    return round(at[0], 2), round(at[1], 2)


def promise(field: Field, order: Reveal) -> float:
    """What the units of a trap may do at once, in points of whom they do it to."""
    return sum(_blow(field, order.places, where) for where in order.places)


def _blow(field: Field, places: tuple[PlacedUnit, ...], where: PlacedUnit) -> float:
    piece = _standing(field, places, where)
    if not in_communication(piece.field, piece.id):
        return 0.0
    return max((_done(piece, enemy) for enemy in piece.field.enemies(piece.owner)), default=0.0)


def _standing(field: Field, places: tuple[PlacedUnit, ...], where: PlacedUnit) -> Piece:
    units = dict(field.state.units)
    units |= {place.unit: placed(field, place).unit for place in places}
    return Field(field.setup, msgspec.structs.replace(field.state, units=units)).piece(where.unit)


def _done(piece: Piece, enemy: Piece) -> float:
    """What it does to one enemy: by fire, or hand to hand where it has nothing to fire."""
    gap = piece.base.distance(enemy.base)
    if not piece.profile.weapons:
        return FALLEN_ON * stake(enemy) if gap <= piece.movement else 0.0
    near = [weapon for weapon in piece.profile.weapons if within(gap, weapon.range)]
    if not near or not in_front(piece, enemy.base) or not in_sight(piece.field, piece, enemy):
        return 0.0
    whole = max(enemy.profile.strength, 1)
    fates = (aimed(piece.field, piece, enemy, weapon) for weapon in near)
    return max(stake(enemy) * float(f.destroyed + f.routed / 2 + f.loss / whole / 2) for f in fates)
