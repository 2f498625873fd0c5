"""Drawing up an army by what its units are for: who still waits to be placed is placed in order.

The line stands in front, headquarters behind it within call, where the ground hides them from most
of the enemy's side, or else far back; guns behind where they see, the baggage last (KG-058,
KG-059). The same lot draws up the same army in the same way.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from rules.core.geometry import Point, middle
from rules.khans_and_generals.moment.command import LONGEST_LINK
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import Order
from rules.khans_and_generals.orders.deploy import Deploy, waiting, zone_depth
from rules.khans_and_generals.orders.end_stage import EndStage
from rules.khans_and_generals.play.rules import explain_at
from rules.khans_and_generals.records.profile import MOUNTED_TYPES, Profile
from rules.khans_and_generals.starting.trapping import next_trap
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.table.bases import within

Role = Literal["line", "staff", "close", "wing", "eyes", "guns", "train"]
#: Who is placed before whom.
ROLES: tuple[Role, ...] = ("line", "staff", "close", "wing", "eyes", "guns", "train")
#: Centimetres: between neighbours, from one row to the next, from the border of the zone.
GAP, ROW, BORDER = 2, 9, 0.5
#: The line of a defender stands so far before his objectives, which it holds from there (KG-173).
BEFORE_OBJECTIVES = 6
#: Where guns look for sight, and how many places of the enemy's side they look at.
STEP, LOOKED_AT = 8, 5
#: An HQ stands at most so far behind its line, and so far from its middle: within call (KG-084).
CALL = 24
#: How finely the whole zone is searched where nothing else is free.
GRID = 5


def next_order(setup: Setup, state: State, player: str, lot: int, *, traps: bool = False) -> Order:
    """The placing of the next unit, or the end of the set-up when everybody stands who can; where
    there shall be `traps`, first who lies in one."""
    field = Field(setup, state)
    if traps and (trap := next_trap(field, player)) is not None:
        return trap
    for piece in sorted(waiting(field, player), key=lambda p: ROLES.index(role_of(p.profile))):
        apart: Order | None = None
        for order in _wishes(field, piece, lot):
            if explain_at(field, order):
                continue
            if _within_call(field, order):
                return order
            apart = apart or order
        if apart is not None:
            return apart
    return EndStage()


def _within_call(field: Field, order: Deploy) -> bool:
    """Whether a unit would stand near enough to another of its side to be reached (KG-084)."""
    own = field.piece(order.unit)
    base = own.base.moved(order.at, order.facing)
    friends = field.friends(own.owner)
    return not friends or any(within(base.distance(f.base), LONGEST_LINK) for f in friends)


def role_of(card: Profile) -> Role:
    """What a unit is for."""
    if card.class_ == "hq":
        return "staff"
    if card.is_vehicle:
        return "wing" if card.is_armed else "train"
    if card.class_ == "artillery" or card.type == "mortar":
        return "guns"
    if card.class_ == "support":
        return "eyes" if card.type in ("observer", "signaller") else "close"
    return "wing" if card.type in MOUNTED_TYPES else "line"


def _wishes(field: Field, piece: Piece, lot: int) -> Iterator[Deploy]:
    """Where a unit might stand, the best place first; the whole zone at the end."""
    front = _front(field, piece.owner)
    role = role_of(piece.profile)
    places: Iterable[Point]
    if role == "guns":
        places = _places_with_sight(field, piece, front - 2 * ROW, lot)
    elif role == "staff":
        places = _sheltered(field, piece, front)
    elif role == "train":
        places = _rows(field, piece, 2 * ROW, lot)
    elif role in ("line", "wing"):
        places = _rows(field, piece, front, lot)
    else:
        places = _rows(field, piece, front - ROW, lot)
    zone = zone_depth(field, piece.owner)
    deep = piece.profile.footprint[1] / 2 + BORDER
    for x, own in (*places, *_everywhere(field, zone)):
        yield _deploy(field, piece, x, min(max(own, deep), zone - deep))


def _deploy(field: Field, piece: Piece, x: float, own: float) -> Deploy:
    """Placed so far from the own edge, facing the enemy's."""
    first = piece.owner == field.setup.players[0]
    y = own if first else field.setup.depth - own
    return Deploy(unit=piece.id, at=(round(x, 1), round(y, 1)), facing=0 if first else 180)


def _front(field: Field, player: str) -> float:
    """How far from the own edge the line stands: at the border of the zone, or before what is to be
    held."""
    border = zone_depth(field, player) - GAP
    held = [
        field.setup.from_own_edge(player, objective.at[1])
        for objective in field.state.objectives
        if objective.holder == player
    ]
    return min(border, max(held) + BEFORE_OBJECTIVES) if held else border


def _centre(field: Field, lot: int) -> float:
    """The middle of the line, moved a little by lot."""
    return field.setup.width / 2 + 4 * (lot // 2 % 5 - 2)


def _columns(field: Field, width: float, lot: int) -> Iterator[float]:
    """Places across the table from the middle outwards, left or right first by lot."""
    pace, centre = width + GAP, _centre(field, lot)
    side = 1 if lot % 2 else -1
    for number in range(int(field.setup.width / pace) + 1):
        for x in (centre + side * number * pace, centre - side * number * pace):
            if width / 2 <= x <= field.setup.width - width / 2:
                yield x


def _rows(field: Field, piece: Piece, own: float, lot: int) -> Iterator[Point]:
    """Row behind row: first in the own works and where objectives are held, then from the middle
    outwards."""
    width = piece.profile.footprint[0]
    if role_of(piece.profile) == "line":
        yield from _works(field, piece.owner)
        for objective in field.state.objectives:
            if objective.holder == piece.owner:
                yield objective.at[0], own
    for row in range(3):
        for x in _columns(field, max(width, 9), lot):
            yield x, own - row * ROW


def _works(field: Field, player: str) -> Iterator[Point]:
    """The middles of the works in the own zone (KG-038)."""
    zone = zone_depth(field, player)
    for work in field.terrain:
        if work.kind == "zone" and work.polygon:
            x, y = middle(work.polygon)
            own = field.setup.from_own_edge(player, y)
            if own <= zone:
                yield x, own


def _sheltered(field: Field, staff: Piece, front: float) -> list[Point]:
    """Places for an HQ within call of its own line: first those that are seen from the fewest
    places of the enemy's side, of these the farthest back, then the nearest to the middle."""
    own = _middle_of_its_own(field, staff)
    ranks = {
        (own + aside, max(front - back, 0.0)): (-back, abs(aside))
        for aside in range(-CALL, CALL + 1, STEP)
        for back in range(ROW, CALL, 2)
    }
    seen = {place: _seen_from(field, staff.owner, place) for place in ranks}
    return sorted(ranks, key=lambda place: (seen[place], *ranks[place], place))


def _middle_of_its_own(field: Field, staff: Piece) -> float:
    """Across the table, the middle of the units an HQ has placed already; of all, for the supreme
    one."""
    own = [
        piece.base.at[0]
        for piece in field.friends(staff.owner)
        if staff.unit.supreme or piece.unit.hq == staff.id
    ]
    return (min(own) + max(own)) / 2 if own else field.setup.width / 2


def _places_with_sight(field: Field, piece: Piece, own: float, lot: int) -> list[Point]:
    """Places behind the line, those first from which most of the enemy's side is seen."""
    centre = _centre(field, lot)
    found = []
    for x in range(STEP, int(field.setup.width), STEP):
        for back in (0, ROW):
            place = (float(x), max(own - back, 0.0))
            found.append((-_seen_from(field, piece.owner, place), back, abs(x - centre), place))
    return [place for *_, place in sorted(found)]


def _seen_from(field: Field, player: str, place: Point) -> int:
    """How many of some places of the enemy's side see a place, told by its distance from the own
    edge."""
    first = player == field.setup.players[0]
    depth, width = field.setup.depth, field.setup.width
    far = depth * 0.75 if first else depth * 0.25
    aims = [(width * (n + 1) / (LOOKED_AT + 1), far) for n in range(LOOKED_AT)]
    at = (place[0], place[1] if first else depth - place[1])
    return sum(_is_free(field, at, aim) for aim in aims)


def _is_free(field: Field, start: Point, end: Point) -> bool:
    """Whether neither ridges nor woods lie between two places."""
    return not any(
        piece.stops_sight(start, end) or (piece.like_woods and piece.length_inside(start, end) > 0)
        for piece in field.terrain
    )


def _everywhere(field: Field, zone: float) -> Iterator[Point]:
    """The whole zone, from its border to the own edge."""
    for own in range(int(zone) - GRID, 0, -GRID):
        for x in range(GRID, int(field.setup.width), GRID):
            yield float(x), float(own)
