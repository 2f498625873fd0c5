"""Who can reach whom: communication, headquarters, activations (KG-079 to KG-086)."""

from rules.core.geometry import distance, point_to_segment
from rules.core.kept import of_a_moment, of_like_moments
from rules.khans_and_generals.moment.field import ZONE_OF_CONTROL, Field, Piece, memory
from rules.khans_and_generals.table.bases import TOLERANCE, within

LONGEST_LINK = 25
OFF_MAP = "off-map"


def link_cut(field: Field, player: str, one: Piece, other: Piece) -> bool:
    """Whether the line between two centres crosses an enemy zone of control."""
    reach = ZONE_OF_CONTROL - TOLERANCE
    return any(
        point_to_segment(middle, one.base.at, other.base.at) < reach
        for middle in field.controls(player)
    )


def linked(field: Field, one: Piece, other: Piece) -> bool:
    """Whether two units of a side are joined by one link (KG-084)."""
    if (one.id, other.id) in field.state.lines or (other.id, one.id) in field.state.lines:
        return True
    near = one.base.reach + other.base.reach + LONGEST_LINK
    if distance(one.base.at, other.base.at) > near + TOLERANCE:
        return False
    if one.touches(other):
        return True
    if not within(one.base.distance(other.base), LONGEST_LINK):
        return False
    return not link_cut(field, one.owner, one, other)


def reached(field: Field, hq: Piece, nodes: list[Piece]) -> set[str]:
    """The units a chain of links joins to an HQ; deaf vehicles carry nothing on, nor do guns and
    vehicles nobody serves any more (KG-153)."""
    found = {hq.id}
    waiting = [hq]
    left = {piece.id: piece for piece in nodes if piece.id != hq.id and not piece.is_deaf}
    while waiting:
        one = waiting.pop()
        for other in list(left.values()):
            if linked(field, one, other):
                found.add(other.id)
                del left[other.id]
                if not other.unit.abandoned:
                    waiting.append(other)
    return found


def _joining(field: Field) -> tuple[object, ...]:
    """Everything that communication depends on."""
    return field.stands, field.state.lines


@of_like_moments(memory, _joining)
def network(field: Field, hq: str) -> set[str]:
    """The units in communication with an HQ: its subordinates, of the supreme HQ all (P6)."""
    staff = field.piece(hq)
    if not staff.takes_part or staff.is_deaf:
        return set()
    own = field.friends(staff.owner)
    nodes = own if staff.unit.supreme else [p for p in own if p.unit.hq == hq]
    subordinates = {p.id for p in own if p.unit.hq == hq}
    found = reached(field, staff, nodes)
    if staff.unit.supreme:
        found |= reached(field, staff, [p for p in own if p.id in subordinates])
    return found


def in_reach(field: Field, piece: Piece, hq: str) -> bool:
    """Whether a unit is in communication with one HQ."""
    return piece.id in network(field, hq)


def outside_command(piece: Piece) -> bool:
    """Whether it has no HQ and is none: it acts by itself."""
    return piece.unit.hq is None and not piece.profile.commands


def superiors(field: Field, piece: Piece) -> list[str]:
    """The HQs that may command a unit, its own first (KG-080)."""
    found = [piece.id] if piece.profile.commands else []
    if piece.unit.hq is not None and not piece.profile.commands:
        found.append(piece.unit.hq)
    supreme = field.supreme(piece.owner)
    if supreme is not None and supreme.id not in found:
        found.append(supreme.id)
    return found


def can_command(field: Field, hq: str) -> bool:
    """Whether an HQ gives orders at all (KG-086, KG-156)."""
    staff = field.piece(hq)
    return staff.takes_part and not (staff.unit.routed or staff.is_deaf)


@of_a_moment
def in_communication(field: Field, name: str) -> bool:
    """Whether a unit can be reached by its own or the supreme HQ."""
    piece = field.piece(name)
    if outside_command(piece) or piece.profile.commands:
        return True
    if piece.is_deaf:
        return False
    return any(in_reach(field, piece, hq) for hq in superiors(field, piece))


def commanding(field: Field, piece: Piece) -> str | None:
    """The HQ whose activation an order takes: the own, the supreme one's when the own cannot reach
    it or has none left (KG-079, KG-080)."""
    found = [hq for hq in superiors(field, piece) if hq == piece.id or commands(field, hq, piece)]
    left = (hq for hq in found if field.state.activations.get(hq, 0) > 0)
    return next(left, found[0] if found else None)


def commands(field: Field, hq: str, piece: Piece) -> bool:
    """Whether an HQ is fit to command and reaches a unit."""
    return can_command(field, hq) and in_reach(field, piece, hq)


def off_map_line(field: Field, piece: Piece) -> bool:
    """Whether a unit has a prepared line to whatever is off the map."""
    return (piece.id, OFF_MAP) in field.state.lines


def answering(field: Field) -> list[str]:
    """The players who may give orders in the enemy's turn now: they have a command point to use
    after an order of his, a unit that has been given one may be given more (KG-081, KG-082), or
    somebody lies in a trap or has just come out of one (KG-064)."""
    state = field.state
    if state.stage != "orders" or state.waiting is not None:
        return []
    found = {player: None for player in state.traps if state.traps[player]}
    found |= {
        piece.owner: None
        for piece in field.present
        if acts_from_trap(piece) or _spends(field, piece)
    }
    if state.reaction is not None:
        found[state.units[state.reaction[0]].owner] = None
    return [player for player in found if player != state.active]


def _spends(field: Field, staff: Piece) -> bool:
    """Whether an HQ has a command point to be used now."""
    state = field.state
    has = state.ordered and state.command_points.get(staff.id, 0) > 0
    return has and can_command(field, staff.id)


def acts_from_trap(piece: Piece) -> bool:
    """Whether a unit has just sprung a trap and acts at once (KG-064)."""
    state = piece.field.state
    return piece.unit.revealed == (state.turn, state.active)
