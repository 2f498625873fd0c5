"""The ground that belongs to a unit: its sectors, the bands of its weapons, its zone of control,
how far it sees and directs; and the lines of its communication."""

from collections.abc import Iterator

from rules.core.angles import direction
from rules.core.geometry import Point, Polygon, ahead, distance
from rules.core.hands import Link, Sector
from rules.khans_and_generals.guide.words import WORDS, cm
from rules.khans_and_generals.moment.command import (
    LONGEST_LINK,
    in_communication,
    link_cut,
    linked,
    outside_command,
    superiors,
)
from rules.khans_and_generals.moment.field import ZONE_OF_CONTROL, Field, Piece
from rules.khans_and_generals.moment.sight import base_sight
from rules.khans_and_generals.orders.ranged import reach_of
from rules.khans_and_generals.orders.shell import FARTHEST_DIRECTOR
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.table.bases import Base

#: Corners of a drawn circle, and degrees between those of an arc.
ROUND, ARC = 48, 5
#: Centimetres to which flanks and rear are drawn.
NEAR = 15.0


def sectors_of(piece: Piece, language: str) -> Iterator[Sector]:
    """Everything that is drawn about a unit on the table."""

    def label(name: str, **values: object) -> str:
        return WORDS.say("sectors", name, language).format(**values)

    base, half = piece.base, half_front(piece.base)
    yield Sector("front", label("front"), (wedge(base, 0, half, NEAR),), 0, NEAR)
    for side in (90.0, -90.0):
        yield Sector("flank", label("flank"), (wedge(base, side, 90 - half, NEAR),), 0, NEAR)
    yield Sector("rear", label("rear"), (wedge(base, 180, half, NEAR),), 0, NEAR)
    for weapon in piece.profile.weapons:
        yield from _bands(piece, weapon, language)
    if not piece.unit.abandoned:
        control = circle(base.front, ZONE_OF_CONTROL)
        yield Sector("control", label("control"), (control,), 0, ZONE_OF_CONTROL)
    if piece.profile.commands:
        yield Sector("command", label("command"), (circle(base.at, LONGEST_LINK),), 0, LONGEST_LINK)
    if any(gun.unit.observers == piece.id for gun in piece.field.present):
        directed = circle(base.at, FARTHEST_DIRECTOR)
        yield Sector("command", label("directed"), (directed,), 0, FARTHEST_DIRECTOR)
    sees, setup = base_sight(piece.field, base.at), piece.field.setup
    if sees < distance((0, 0), (setup.width, setup.depth)):
        table = ((0.0, 0.0), (setup.width, 0.0), (setup.width, setup.depth), (0.0, setup.depth))
        beyond = (table, circle(base.at, sees))
        yield Sector("sight", label("sight", far=sees), beyond, 0, sees)


def _bands(piece: Piece, weapon: Weapon, language: str) -> Iterator[Sector]:
    """The rings of a weapon's fire effect within the front sector (KG-014, KG-110)."""
    reach = reach_of(piece, weapon)
    steps = [(to, value) for to, value in weapon.fire_effect if to < reach]
    steps.append((reach, weapon.coefficient(reach)))
    start = 0.0
    for to, value in steps:
        if to > start:
            said = f"{value:+d}" if value else "0"
            if weapon.is_gun:
                said = f"{weapon.accuracy + value}/10"
            name = weapon.name or weapon.kind
            label = WORDS.say("sectors", "range", language).format(weapon=name, value=said)
            ring = band(piece.base, half_front(piece.base), start, to)
            yield Sector("range", label, (ring,), start, to)
        start = to


# --- Shapes -------------------------------------------------------------------------------------


def half_front(base: Base) -> float:
    """Degrees on either side that are still the front (KG-013)."""
    return 45.0 if base.is_round else direction(*base.size)


def wedge(base: Base, turn: float, half: float, far: float) -> Polygon:
    """A sector around the middle of a base."""
    steps = max(2, int(2 * half / ARC) + 1)
    turns = (base.facing + turn - half + 2 * half * step / steps for step in range(steps + 1))
    return (base.at, *(ahead(base.at, degrees, far) for degrees in turns))


def band(base: Base, half: float, near: float, far: float) -> Polygon:
    """The ring between two distances from the front edge, as far as the front sector goes."""
    steps = max(2, int(2 * half / ARC) + 1)
    turns = [base.facing - half + 2 * half * step / steps for step in range(steps + 1)]
    outer = [_from_front(base, degrees, far) for degrees in turns]
    inner = [_from_front(base, degrees, near) for degrees in reversed(turns)] if near else [base.at]
    return (*outer, *inner)


def _from_front(base: Base, degrees: float, gap: float) -> Point:
    """The point in a direction from the middle of a base that is so far from its front edge."""
    low, high = 0.0, gap + 2 * base.reach
    for _ in range(20):
        half = (low + high) / 2
        if distance(ahead(base.at, degrees, half), base.front) < gap:
            low = half
        else:
            high = half
    return ahead(base.at, degrees, low)


def circle(at: Point, radius: float) -> Polygon:
    """A circle by its corners."""
    return tuple(ahead(at, -360 * step / ROUND, radius) for step in range(ROUND))


def threat_of(piece: Piece) -> Polygon:
    """What an enemy may strike next: as far as it charges, and before it as far as it shoots."""
    base, half = piece.base, half_front(piece.base)
    charge = 2 * piece.movement + base.reach
    reaches = [reach_of(piece, weapon) for weapon in piece.profile.weapons]
    sees = base_sight(piece.field, base.at)
    shoots = min(max(reaches, default=0.0), float(sees))
    turns = [step * ARC - 180 for step in range(360 // ARC)]
    return tuple(
        ahead(base.at, base.facing - turn, max(charge, shoots) if abs(turn) <= half else charge)
        for turn in turns
    )


# --- Communication ------------------------------------------------------------------------------


def links_of(field: Field, piece: Piece, language: str) -> Iterator[Link]:
    """Of an HQ the lines to all it reaches, of a unit to its HQ; broken ones with why (KG-084)."""
    if outside_command(piece):
        return
    if piece.profile.commands:
        parents = _tree(field, piece)
        for name, parent in parents.items():
            if parent:
                yield _link(field.piece(parent), field.piece(name), language)
        for friend in field.friends(piece.owner):
            if friend.unit.hq == piece.id and not in_communication(field, friend.id):
                yield _broken(field, piece, friend, parents, language)
        return
    for hq in superiors(field, piece):
        staff = field.piece(hq)
        parents = _tree(field, staff) if staff.present else {}
        if piece.id in parents:
            name = piece.id
            while parents[name]:
                yield _link(field.piece(parents[name]), field.piece(name), language)
                name = parents[name]
            return
    own = next((hq for hq in superiors(field, piece) if field.piece(hq).present), None)
    if own is not None:
        yield _broken(field, field.piece(own), piece, _tree(field, field.piece(own)), language)


def _tree(field: Field, staff: Piece) -> dict[str, str]:
    """Over whom the chain of an HQ leads to each unit it reaches, "" for itself."""
    own = field.friends(staff.owner)
    nodes = own if staff.unit.supreme else [one for one in own if one.unit.hq == staff.id]
    left = [one for one in nodes if one.id != staff.id and not one.is_deaf]
    parents, waiting = {staff.id: ""}, [staff]
    while waiting and not staff.is_deaf:
        one = waiting.pop(0)
        for other in sorted(left, key=lambda other: one.base.distance(other.base)):
            if linked(field, one, other):
                parents[other.id] = one.id
                waiting.append(other)
        left = [other for other in left if other.id not in parents]
    return parents


def _link(one: Piece, other: Piece, language: str) -> Link:
    gap = one.base.distance(other.base)
    wired = gap > LONGEST_LINK
    said = WORDS.say("links", "line" if wired else "holds", language).format(length=cm(gap))
    return Link(one.base.at, other.base.at, said)


def _broken(
    field: Field, staff: Piece, piece: Piece, parents: dict[str, str], language: str
) -> Link:
    """The link that is missing: from the nearest unit that the chain still reaches."""
    reached = [field.piece(name) for name in parents] or [staff]
    nearest = min(reached, key=lambda one: one.base.distance(piece.base))
    gap = nearest.base.distance(piece.base)
    name = "long"
    if piece.is_deaf or staff.is_deaf:
        name = "deaf"
    elif gap <= LONGEST_LINK and link_cut(field, piece.owner, nearest, piece):
        name = "cut"
    said = WORDS.say("links", name, language).format(length=cm(gap))
    return Link(nearest.base.at, piece.base.at, said, holds=False)
