"""Where units ought to be: at the objectives, within range of an enemy, near their headquarters."""

from collections.abc import Iterator

import msgspec

from rules.core.geometry import Point, distance, middle
from rules.khans_and_generals.moment.command import in_communication
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.steps.turn import TAKES_NOTHING

#: Centimetres from an objective, from its own people, and in front of an enemy it does not charge.
AT_OBJECTIVE, WITH_ITS_PEOPLE, BEFORE_ENEMY = 6.0, 15.0, 14.0
#: What a share of its range a unit likes to fire from.
COMFORTABLE = 0.75


class Errand(msgspec.Struct, frozen=True):
    """A place to go to, and how near is near enough (centimetres)."""

    at: Point
    near: float

    def left(self, point: Point) -> float:
        """Centimetres still to go."""
        return max(0.0, distance(point, self.at) - self.near)


def errand(field: Field, piece: Piece) -> Errand | None:
    """Where a unit ought to go; None where it ought to stay."""
    if piece.profile.class_ == "aircraft":
        return None
    if piece.profile.commands:
        return _of_staff(field, piece)
    if piece.profile.class_ in ("artillery", "support") or piece.profile.type in TAKES_NOTHING:
        return _into_range(field, piece)
    return _of_line(field, piece)


def _of_staff(field: Field, staff: Piece) -> Errand | None:
    """Amid those it commands."""
    people = [p for p in field.friends(staff.owner) if p.unit.hq == staff.id and p.id != staff.id]
    if not people:
        return None
    lost = [p for p in people if not in_communication(field, p.id)]
    return Errand(middle([p.base.at for p in (lost or people)]), WITH_ITS_PEOPLE)


def _of_line(field: Field, piece: Piece) -> Errand | None:
    """The objective nobody of its side holds, else an enemy; a defender keeps what is held."""
    objectives = field.state.objectives
    open_ones = [o.at for o in objectives if o.holder != piece.owner]
    if open_ones:
        return Errand(_nearest(piece, open_ones), AT_OBJECTIVE)
    if objectives:
        held = [o.at for o in objectives]
        return Errand(_nearest(piece, held), 3 * AT_OBJECTIVE)
    return _into_range(field, piece)


def _into_range(field: Field, piece: Piece) -> Errand | None:
    """Near enough to an enemy to shoot at him, or to fall on him."""
    enemies = field.enemies(piece.owner)
    if not enemies:
        return None
    target = min(enemies, key=lambda enemy: piece.base.distance(enemy.base))
    ranges = list(_ranges(piece))
    near = COMFORTABLE * max(ranges) if ranges else BEFORE_ENEMY
    return Errand(target.base.at, max(near, BEFORE_ENEMY))


def _ranges(piece: Piece) -> Iterator[float]:
    for weapon in weapons(piece):
        yield weapon.range


def weapons(piece: Piece) -> Iterator[Weapon]:
    """The weapons of a unit, a battery's off the map among them."""
    yield from piece.profile.weapons
    if piece.profile.battery is not None:
        yield piece.profile.battery.weapon


def _nearest(piece: Piece, places: list[Point]) -> Point:
    return min(places, key=lambda at: distance(piece.base.at, at))
