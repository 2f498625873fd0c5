"""What a player's words mean in each form of a move, and how the members of a march are led."""

from collections.abc import Sequence

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.carrying import disembarking, leading
from rules.age_of_destruction.orders.drafting import (
    Legs,
    legs_said,
    through,
    turn_said,
    weapon_said,
)
from rules.age_of_destruction.orders.forms import Form, Said, Undraftable, Written
from rules.age_of_destruction.state.legs import write_leg
from rules.core.geometry import Point


def move(form: Form, field: Field, said: Said) -> Written:
    """A move or a run."""
    run = {"run": True} if form.pace.run else {}
    return _move(said, legs_said(form, field, said)) | run


def level(form: Form, field: Field, said: Said) -> Written:
    """A change of level before the way or after it."""
    changed = "ground" if field.state.units[said.one("unit")].level == "cruising" else "cruising"
    return _with_leg(form, field, said, {"level": changed})


def board(form: Form, field: Field, said: Said) -> Written:
    """Passengers come aboard before the way or after it."""
    return _with_leg(form, field, said, {"board": said.every("with")})


def disembark(form: Form, field: Field, said: Said) -> Written:
    """Passengers leave for the first free places before the way or after it."""
    piece, legs = field.piece(said.one("unit")), legs_said(form, field, said)
    at, facing = (piece.at, piece.now.facing)
    if said.one("when") == "after":
        at, facing = _end(legs, at, facing)
    names = [name for name in said.every("with") if name in piece.passengers]
    leg = disembarking(piece, names, at, facing) if names else None
    if leg is None:
        raise Undraftable("NO_ROOM_FOR_PASSENGERS", piece.id)
    return _with_leg(form, field, said, write_leg(leg))


def lead(form: Form, field: Field, said: Said) -> Written:
    """A captor's way with the captive behind it at its end."""
    piece, legs = field.piece(said.one("unit")), legs_said(form, field, said)
    leg = leading(piece, *_end(legs, piece.at, piece.now.facing))
    if leg is None:
        raise Undraftable("NO_ROOM_FOR_CAPTIVE", piece.id)
    return _move(said, [*legs, write_leg(leg)])


def flight_shot(form: Form, field: Field, said: Said) -> Written:
    """A flight with a shot at its end, or at the corner of a number; 0 is the start."""
    shot = {"shoot": {"targets": [said.one("target")], "weapon": weapon_said(said)}}
    points = said.points()
    corner = min(said.count("corner"), len(points)) if said.one("corner") else len(points)
    way = [*through(points[:corner]), shot, *through(points[corner:])]
    return _move(said, way + turn_said(said))


def march(form: Form, field: Field, said: Said) -> Written:
    """Everybody along the way of the leader, the foremost first; some by ways of their own."""
    unit = said.one("unit")
    members = [name for name in said.every("with") if name in field.bases.by_unit]
    ways = member_legs(field, said, unit, members)
    pieces = {name: field.piece(name) for name in members}
    if ways.get(unit):
        east, north = _ahead_of(pieces[unit].at, said.points())
        members.sort(key=lambda name: -(pieces[name].at[0] * east + pieces[name].at[1] * north))
    return {"order": "move", "unit": unit, "members": members, "member_legs": ways}


def member_legs(field: Field, said: Said, leader: str, members: Sequence[str]) -> dict[str, Legs]:
    """The legs of every member: of its own (`path-R2`), else beside the leader."""
    start, points = field.piece(leader).at, said.points()
    turn = turn_said(said)
    ways = {}
    for name in members:
        at = field.piece(name).at
        beside = [(x - start[0] + at[0], y - start[1] + at[1]) for x, y in points]
        if legs := through(said.points(f"path-{name}") or _rounded(beside)) + turn:
            ways[name] = legs
    return ways


def _move(said: Said, legs: Legs) -> Written:
    return {"order": "move", "unit": said.one("unit"), "legs": legs}


def _with_leg(form: Form, field: Field, said: Said, leg: Written) -> Written:
    """A move with something done before it, or `when` says so after it."""
    legs = legs_said(form, field, said)
    return _move(said, [*legs, leg] if said.one("when") == "after" else [leg, *legs])


def _end(legs: Legs, at: Point, facing: float) -> tuple[Point, float]:
    """Where legs lead, and which way the unit looks then."""
    for leg in legs:
        if leg.get("travel"):
            at = tuple(leg["travel"][-1])
        facing = leg.get("rotate", facing)
    return at, facing


def _ahead_of(at: Point, points: Sequence[Point]) -> Point:
    return (points[-1][0] - at[0], points[-1][1] - at[1]) if points else (0.0, 0.0)


def _rounded(points: Sequence[Point]) -> list[Point]:
    return [(round(x, 3), round(y, 3)) for x, y in points]
