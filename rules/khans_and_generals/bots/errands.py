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
#: Turns without an attack after which a battle has come to a halt, and turns it lasts at most
#: before both sides want an end; how much nearer to an enemy everybody goes with each one more.
HALT, LONG, NEARER = 3, 14, 4.0


class Errand(msgspec.Struct, frozen=True):
    """A place to go to, and how near is near enough (centimetres)."""

    at: Point
    near: float

    def left(self, point: Point) -> float:
        """Centimetres still to go."""
        return max(0.0, distance(point, self.at) - self.near)


def restless(field: Field) -> int:
    """For how many turns a battle has stood still, or gone on too long; 0 in one under way."""
    attacked = max((unit.last_attacked or 0 for unit in field.state.units.values()), default=0)
    return max(0, field.state.turn - attacked - HALT, field.state.turn - LONG)


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
    """Amid those it commands, who still obey."""
    people = [
        p
        for p in field.friends(staff.owner)
        if p.unit.hq == staff.id and p.id != staff.id and obeys(p)
    ]
    if not people:
        return None
    lost = [p for p in people if not in_communication(field, p.id)]
    return Errand(middle([p.base.at for p in (lost or people)]), WITH_ITS_PEOPLE)


def _of_line(field: Field, piece: Piece) -> Errand | None:
    """The objective nobody of its side holds, else an enemy; a defender keeps what is held, and
    where nothing goes on any more everybody seeks the enemy."""
    objectives = field.state.objectives
    if restless(field):
        return _into_range(field, piece)
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
    near = max(COMFORTABLE * max(ranges) if ranges else 0.0, BEFORE_ENEMY)
    if idle := restless(field):
        near = max(0.0, min(near, piece.base.distance(target.base)) - NEARER * idle)
    return Errand(target.base.at, near)


def obeys(piece: Piece) -> bool:
    """Whether a unit is there to be given orders."""
    return piece.takes_part and not piece.unit.routed


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
