"""The routed-units phase: effects go, units cool, the routed run (KG-163 to KG-167, P21)."""

import math
from typing import Any

from rules.core.geometry import Point, ahead, along, bearing, distance
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import reluctance, without_expired, would_rout
from rules.khans_and_generals.moment.sight import in_sight
from rules.khans_and_generals.steps.casualties import abandon, check_rout, leave
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import TOLERANCE

CONSCRIPTS, ELITE = 1, 5
#: Centimetres between the places of a flight at which others may stand in its way.
STEP = 0.5
#: Degrees off the straight way that are tried where others leave no room on it.
ASIDE = (0, 30, -30, 60, -60)
#: Turns without an attack after which the routed cool (KG-165).
COOLING = 2


def routed_phase(res: Resolution) -> None:
    """Effects, cooling, flight."""
    _expire(res)
    _cool(res)
    for name in [piece.id for piece in res.field.present if piece.unit.routed]:
        if res.piece(name).takes_part:
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
    return [name for name in known if name in field.state.units and field.piece(name).takes_part]


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
    nearly = along(piece.base.at, goal, min(1.0, piece.movement / way)) if way else goal
    free = _round_others(res.field, piece, nearly)
    if way <= piece.movement + TOLERANCE and free == nearly:
        leave(res, name)
    else:
        _run_to(res, name, free)


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
    wanted = along(piece.base.at, staff.base.at, high)
    _run_to(res, name, _round_others(res.field, piece, wanted, but=hq))


def _reverse(res: Resolution, name: str) -> None:
    """A vehicle backs away out of the enemy's sight and stays there; one that cannot is abandoned
    (KG-167). The best trained do not leave the field (KG-166)."""
    piece = res.piece(name)
    if piece.unit.immobilised:
        abandon(res, name)
        return
    if not any(in_sight(res.field, enemy, piece) for enemy in res.field.opposed(piece.owner)):
        return
    wanted = piece.base.ahead(-piece.movement).at
    at = _as_far_as(res.field, piece, wanted)
    width, depth = res.setup.width, res.setup.depth
    if 0 <= at[0] <= width and 0 <= at[1] <= depth:
        _run_to(res, name, at)
    elif piece.profile.training == ELITE:
        _run_to(res, name, _as_far_as(res.field, piece, wanted, on_table=True))
    else:
        leave(res, name)


def _round_others(field: Field, piece: Piece, goal: Point, *, but: str = "") -> Point:
    """Straight to a goal, or past whoever leaves no room at all on that way."""
    start, way = piece.base.at, distance(piece.base.at, goal)
    course = bearing(start, goal) if way else 0.0
    for turn in ASIDE:
        wanted = ahead(start, course + turn, way) if turn else goal
        free = _as_far_as(field, piece, wanted, but=but, on_table=bool(turn))
        if distance(start, free) > min(way, STEP) - TOLERANCE:
            return free
    return start


def _as_far_as(
    field: Field, piece: Piece, goal: Point, *, but: str = "", on_table: bool = False
) -> Point:
    """The farthest place on the straight way to a goal at which a unit stands on nobody, short of
    the first enemy on it (KG-092)."""
    others = [p for p in field.present if p.id not in (piece.id, but)]
    others = [p for p in others if not p.base.overlaps(piece.base)]
    way = distance(piece.base.at, goal)
    steps = max(1, math.ceil(way / STEP))
    free = piece.base.at
    for number in range(1, steps + 1):
        at = goal if number == steps else along(piece.base.at, goal, number / steps)
        base = piece.base.moved(at, piece.unit.facing)
        met = [p for p in others if p.base.overlaps(base)]
        if any(p.is_enemy(piece) for p in met) or (on_table and not field.on_table(base)):
            break
        if not met:
            free = at
    return free


def _run_to(res: Resolution, name: str, at: Point) -> None:
    fields = {"at": at, "in_position": None, "hidden": False}
    res.emit("fled", "KG-163", unit=name, units={name: fields}, to=at)
