"""The routed-units phase: effects go, units cool, the routed run (KG-163 to KG-167, P21)."""

from typing import Any

from rules.core.geometry import Point, along, distance
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import reluctance, without_expired, would_rout
from rules.khans_and_generals.steps.casualties import abandon, check_rout, leave
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import TOLERANCE

CONSCRIPTS, ELITE = 1, 5
#: Turns without an attack after which the routed cool (KG-165).
COOLING = 2


def routed_phase(res: Resolution) -> None:
    """Effects, cooling, flight."""
    _expire(res)
    _cool(res)
    for name in [piece.id for piece in res.field.present if piece.unit.routed]:
        if res.piece(name).present and not res.unit(name).abandoned:
            _flee(res, name)
    check_rout(res)


def _expire(res: Resolution) -> None:
    changes: dict[str, dict[str, Any]] = {}
    for piece in res.field.pieces:
        kept = without_expired(piece.unit.effects, res.state.turn)
        if kept != piece.unit.effects:
            changes[piece.id] = {"effects": kept}
    if changes:
        res.emit("effects_expired", "KG-160", units=changes)


def _cool(res: Resolution) -> None:
    """Whoever is calm again and was left in peace is back in hand (KG-165)."""
    for piece in res.field.present:
        if not piece.unit.routed or would_rout(res.field, piece):
            continue
        attacked = piece.unit.last_attacked
        rested = attacked is None or res.state.turn - attacked >= COOLING
        if rested and reluctance(res.field, piece).total <= piece.profile.base_reluctance:
            res.change("cooled", piece.id, "KG-165", routed=False)


def _flee(res: Resolution, name: str) -> None:
    piece = res.piece(name)
    if piece.profile.is_vehicle:
        _reverse(res, name)
    elif not piece.immobile:
        goal = destination(res.field, piece)
        if goal == "edge":
            _to_edge(res, name)
        elif goal is not None:
            _to_hq(res, name, goal)


def destination(field: Field, piece: Piece) -> str | None:
    """Where a routed unit runs: an HQ by its id, "edge", None for nowhere (KG-163, KG-166)."""
    staffs = _staffs(field, piece)
    training = piece.profile.training
    if training == ELITE:
        return min(staffs, key=lambda hq: _way(piece, field.piece(hq)), default=None)
    if training == CONSCRIPTS or _by_losses(piece) or piece.unit.supreme:
        return "edge"
    if piece.profile.commands and staffs:
        return staffs[0]
    choices = [(_way(piece, field.piece(hq)), hq) for hq in staffs]
    choices.append((distance(piece.base.at, nearest_edge(field, piece)), "edge"))
    return min(choices, key=lambda choice: round(choice[0], 6))[1]


def _staffs(field: Field, piece: Piece) -> list[str]:
    """The HQs it may run to, its own before the supreme one (KG-156)."""
    supreme = field.supreme(piece.owner)
    names = [piece.unit.hq, supreme.id if supreme else None]
    known = dict.fromkeys(name for name in names if name is not None and name != piece.id)
    return [name for name in known if name in field.state.units and field.piece(name).present]


def _way(piece: Piece, other: Piece) -> float:
    return distance(piece.base.at, other.base.at)


def _by_losses(piece: Piece) -> bool:
    """Whether only losses routed it: Reluctance at base, Strength down to it (KG-166)."""
    base = piece.profile.base_reluctance
    return not piece.unit.effects and piece.unit.strength <= base


def nearest_edge(field: Field, piece: Piece) -> Point:
    """The nearest point of the table's edge."""
    x, y = piece.base.at
    edges = [(x, 0.0), (x, field.setup.depth), (0.0, y), (field.setup.width, y)]
    return min(edges, key=lambda point: distance(point, (x, y)))


def _to_edge(res: Resolution, name: str) -> None:
    piece = res.piece(name)
    goal = nearest_edge(res.field, piece)
    way = distance(piece.base.at, goal)
    if way <= piece.movement + TOLERANCE:
        leave(res, name)
        return
    _run_to(res, name, along(piece.base.at, goal, piece.movement / way))


def _to_hq(res: Resolution, name: str, hq: str) -> None:
    """Straight to an HQ; in contact it stops."""
    piece, staff = res.piece(name), res.piece(hq)
    if piece.touches(staff):
        return
    way = _way(piece, staff)
    low, high = 0.0, min(1.0, piece.movement / way)
    if (
        piece.base.moved(along(piece.base.at, staff.base.at, high), piece.unit.facing).gap(
            staff.base
        )
        < 0
    ):
        for _ in range(40):
            middle = (low + high) / 2
            at = along(piece.base.at, staff.base.at, middle)
            if piece.base.moved(at, piece.unit.facing).gap(staff.base) > 0:
                low = middle
            else:
                high = middle
        high = low
    _run_to(res, name, along(piece.base.at, staff.base.at, high))


def _reverse(res: Resolution, name: str) -> None:
    """A vehicle backs away; one that cannot is abandoned (KG-167)."""
    piece = res.piece(name)
    if piece.unit.immobilised:
        abandon(res, name)
        return
    at = piece.base.ahead(-piece.movement).at
    width, depth = res.setup.width, res.setup.depth
    if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        leave(res, name)
    else:
        _run_to(res, name, at)


def _run_to(res: Resolution, name: str, at: Point) -> None:
    fields = {"at": at, "in_position": None, "hidden": False}
    res.emit("fled", "KG-163", unit=name, units={name: fields}, to=at)
