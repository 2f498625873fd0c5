"""Orders in the making: from the fields of an address to the order they mean."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.present.queries import LONGEST_ORDER, Point, Query
from armybuilder.skirmishes.present.shapes import middle_of
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import ground_title
from rules import age_of_destruction as aod
from rules import bearing

Order = dict[str, Any]
Legs = list[Any]


def draft(table: Table, query: Query) -> Order | None:
    """The order a query means as parsed JSON, None for none; raises OrderUnreadable.

    Either `order` holds it whole, or `do` names its kind, `unit` who is ordered, and other fields
    the rest. `off`, `on` ("Pulse" or "Streak=B2") and `more` settle the details of both.
    """
    order = _whole(query) if query.one("order") else _drafted(table, query)
    return order and order | _details(order, query)


def _whole(query: Query) -> Order:
    text = query.one("order")
    if len(text) > LONGEST_ORDER:
        raise OrderUnreadable(_("This order is too long."))
    try:
        order = json.loads(text)
    except ValueError as error:
        raise OrderUnreadable(_("This is no order.")) from error
    if not isinstance(order, dict):
        raise OrderUnreadable(_("This is no order."))
    return order


def _drafted(table: Table, query: Query) -> Order | None:
    kind = query.one("do")
    if table.question:
        answer = _ANSWERS.get(kind)
        return answer(table, table.question, query) if answer else None
    if table.state.preparation:
        placing = _PLACINGS.get(kind)
        return placing(table, query) if placing else None
    build = _ORDERS.get(kind)
    standing = {piece.id for piece in table.field.on_table}
    if build is None or query.one("unit") not in standing:
        return None
    return build(table, query)


def _details(order: Order, query: Query) -> Order:
    """What boxes ticked beside the plan add to an order."""
    details: Order = {}
    if off := query.every("off"):
        details["off"] = off
    if on := query.every("on"):
        named = [chosen.partition("=") for chosen in on]
        details["on"] = {name: value for name, _equals, value in named}
    if more := query.every("more"):
        details["targets"] = list(dict.fromkeys([*order.get("targets", []), *more]))
    return details


# --- Orders ---------------------------------------------------------------------------------


def _move(table: Table, query: Query) -> Order:
    run = {"run": True} if query.one("do") == "run" else {}
    return {"order": "move", "unit": query.one("unit"), "legs": _legs(table, query)} | run


def _level(table: Table, query: Query) -> Order:
    unit = query.one("unit")
    level = "ground" if table.state.units[unit].level == "cruising" else "cruising"
    return _with_leg(table, query, {"level": level})


def _board(table: Table, query: Query) -> Order:
    return _with_leg(table, query, {"board": query.every("with")})


def _disembark(table: Table, query: Query) -> Order:
    piece, legs = table.field.piece(query.one("unit")), _legs(table, query)
    at, facing = (piece.at, piece.now.facing)
    if query.one("when") == "after":
        at, facing = _end(legs, at, facing)
    names = [name for name in query.every("with") if name in piece.passengers]
    leg = aod.disembarking(piece, names, at, facing) if names else None
    if leg is None:
        raise OrderUnreadable(_("There is no room for the passengers."))
    return _with_leg(table, query, aod.write_leg(leg))


def _lead(table: Table, query: Query) -> Order:
    piece, legs = table.field.piece(query.one("unit")), _legs(table, query)
    leg = aod.leading(piece, *_end(legs, piece.at, piece.now.facing))
    if leg is None:
        raise OrderUnreadable(_("There is no room for the captive."))
    return {"order": "move", "unit": piece.id, "legs": [*legs, aod.write_leg(leg)]}


def _with_leg(table: Table, query: Query, leg: Order) -> Order:
    """A move with something done before it, or `when` says so after it."""
    legs = _legs(table, query)
    legs = [*legs, leg] if query.one("when") == "after" else [leg, *legs]
    return {"order": "move", "unit": query.one("unit"), "legs": legs}


def _flight_shot(table: Table, query: Query) -> Order:
    """A flight with a shot at its end, or at the corner of a number; 0 is the start."""
    shot = {"shoot": {"targets": [query.one("target")], "weapon": _weapon(query)}}
    points = query.points()
    corner = min(query.count("corner"), len(points)) if query.one("corner") else len(points)
    way = [
        *_travel(points[:corner]),
        shot,
        *_travel(points[corner:]),
    ]
    facing = query.facing()
    turn = [] if facing is None else [{"rotate": facing}]
    return {"order": "move", "unit": query.one("unit"), "legs": [*way, *turn]}


def _assault(table: Table, query: Query) -> Order:
    kind, target = query.one("do").removeprefix("assault_"), query.one("target")
    order: Order = {
        **{"order": "assault", "unit": query.one("unit"), "kind": kind, "weapon": _weapon(query)},
        "legs": _legs(table, query, goal=target if kind == "close" else ""),
    }
    return order | ({"targets": [target]} if kind == "ranged" else {"target": target})


def _strike(table: Table, query: Query) -> Order:
    """A charge, a jump or a ramming along a way drawn, else straight at the target."""
    kind, unit, target = query.one("do"), query.one("unit"), query.one("target")
    path, facing = query.points(), query.facing()
    piece, standing = table.field.piece(unit), {p.id: p for p in table.field.on_table}
    if not path and target in standing:
        way = aod.straight_at(piece, standing[target])
        if way:
            path = [way.end]
            facing = way.facing if facing is None else facing
    turn = {} if facing is None else {"facing": facing}
    return {"order": kind, "unit": unit, "target": target, "path": path} | turn


def _artillery(table: Table, query: Query) -> Order:
    members = query.every("with")
    return {
        **{"order": "ranged", "unit": query.one("unit"), "mode": "artillery"},
        **({"members": members} if members else {}),
        "markers": query.points(),
    }


def _march(table: Table, query: Query) -> Order:
    """Everybody along the way of the leader, the foremost first; some by ways of their own."""
    unit = query.one("unit")
    members = [name for name in query.every("with") if name in table.state.units]
    ways = _ways(table, query, unit, members)
    pieces = {name: table.field.piece(name) for name in members}
    if ways.get(unit):
        ahead = _ahead_of(pieces[unit].at, query.points())
        members.sort(
            key=lambda name: -(pieces[name].at[0] * ahead[0] + pieces[name].at[1] * ahead[1])
        )
    return {"order": "move", "unit": unit, "members": members, "member_legs": ways}


def _ways(table: Table, query: Query, leader: str, members: Sequence[str]) -> dict[str, Legs]:
    """The legs of every member: of its own (`path-R2`), else beside the leader."""
    start, points = table.field.piece(leader).at, query.points()
    facing = query.facing()
    turn = [] if facing is None else [{"rotate": facing}]
    ways = {}
    for name in members:
        at = table.field.piece(name).at
        beside = [(x - start[0] + at[0], y - start[1] + at[1]) for x, y in points]
        legs = [*_travel(query.points(f"path-{name}") or _rounded(beside)), *turn]
        if legs:
            ways[name] = legs
    return ways


def _ahead_of(at: Point, points: Sequence[Point]) -> Point:
    return (points[-1][0] - at[0], points[-1][1] - at[1]) if points else (0.0, 0.0)


def _rounded(points: Sequence[Point]) -> list[Point]:
    return [(round(x, 3), round(y, 3)) for x, y in points]


def _face(table: Table, query: Query) -> Order:
    unit = query.one("unit")
    facing = query.facing()
    now = table.state.units[unit].facing
    return {"order": "face", "unit": unit, "facing": now if facing is None else facing}


def _weapon(query: Query) -> str:
    return query.one("weapon") or "primary"


_ORDERS: dict[str, Callable[[Table, Query], Order]] = {
    "move": _move,
    "run": _move,
    "level": _level,
    "board": _board,
    "disembark": _disembark,
    "lead": _lead,
    "march": _march,
    "flight_shot": _flight_shot,
    "assault_ranged": _assault,
    "assault_close": _assault,
    **{form.name: _strike for kind in aod.SPECIAL_ATTACKS for form in kind.forms},
    "artillery": _artillery,
    "face": _face,
}


# --- Ways -----------------------------------------------------------------------------------


def _legs(table: Table, query: Query, goal: str = "") -> Legs:
    """The way of a query: through points, else towards somebody; then a turn."""
    points, facing = query.points(), query.facing()
    legs = _travel(points) or _towards(table, query, query.one("toward") or goal)
    if facing is not None:
        legs = [leg for leg in legs if "rotate" not in leg] + [{"rotate": facing}]
    return legs


def _travel(points: Sequence[Point]) -> Legs:
    return [{"travel": [list(point) for point in points]}] if points else []


def _towards(table: Table, query: Query, goal: str) -> Legs:
    """The legs that lead towards a unit or terrain, as far as they are to."""
    if not goal:
        return []
    piece, pace = table.field.piece(query.one("unit")), aod.pace_of(query.one("do"))
    halt = _halt(table, query)
    others = {other.id.lower(): other for other in table.field.on_table if other is not piece}
    if other := others.get(goal.lower()):
        way = aod.towards_unit(piece, other, pace=pace, detours=True, halt=halt)
    else:
        middle = middle_of(_terrain_called(table, goal).polygon)
        way = aod.toward(piece, middle, pace=pace, detours=True, halt=halt)
    if way is None:
        raise OrderUnreadable(_("There is no way towards %(unit)s.") % {"unit": goal})
    return [aod.write_leg(leg) for leg in way.legs]


def _halt(table: Table, query: Query) -> aod.Halt:
    """Where a way towards somebody ends before."""
    most, stop = query.inches("inches"), query.one("stop")
    element = _terrain_called(table, stop).id if stop else ""
    return aod.Halt(element=element) if most is None else aod.Halt(most, element)


def _terrain_called(table: Table, name: str) -> aod.Terrain:
    """The element of an id, or the only one of a title."""
    terrain, called = table.field.table.terrain, name.lower()
    found = [element for element in terrain if element.id.lower() == called] or [
        element
        for element in terrain
        if str(ground_title(element.id, element.kind)).lower() == called
    ]
    if len(found) != 1:
        raise OrderUnreadable(
            _("On the table “%(name)s” means nothing, or several things.") % {"name": name[:40]}
        )
    return found[0]


def _end(legs: Legs, at: Point, facing: float) -> tuple[Point, float]:
    """Where legs lead, and which way the unit looks then."""
    for leg in legs:
        if leg.get("travel"):
            at = tuple(leg["travel"][-1])
        facing = leg.get("rotate", facing)
    return at, facing


# --- The set-up -----------------------------------------------------------------------------


def _deploy(table: Table, query: Query) -> Order | None:
    """A unit at a point, or where there is room; or in a transport."""
    unit, level = query.one("unit"), query.one("level")
    if unit not in table.state.units:
        return None
    if transport := query.one("aboard"):
        return {"order": "deploy", "unit": unit, "aboard": transport}
    proposed = aod.deployment(
        table.setup, table.state, unit, "cruising" if level == "cruising" else "ground"
    )
    return _placed(query, {"order": "deploy", "unit": unit}, proposed)


def _terrain(table: Table, query: Query) -> Order | None:
    piece = query.one("piece")
    proposed = aod.laying(table.setup, table.state, piece)
    return _placed(query, {"order": "place_terrain", "piece": piece}, proposed)


def _placed(query: Query, order: Order, proposed: aod.Order | None) -> Order | None:
    """An order at the point and in the direction of a query, for the rest as proposed."""
    rest = aod.write_order(proposed) if proposed else {}
    points, facing = query.points(), query.facing()
    if points:
        rest["at"] = points[-1]
    if facing is not None:
        rest["facing"] = facing
    return rest | order if "at" in rest else None


_PLACINGS: dict[str, Callable[[Table, Query], Order | None]] = {
    "deploy": _deploy,
    "terrain": _terrain,
}


# --- Answers --------------------------------------------------------------------------------


def _spin(table: Table, question: aod.Question, query: Query) -> Order:
    """A free spin to a facing, towards the unit that came unless another is given."""
    unit = query.one("spinner") or question.unit
    facing = query.facing()
    if facing is None and unit in table.state.units:
        mover = table.field.piece(question.about)
        facing = bearing(table.field.piece(unit).at, mover.at)
    return {"order": "answer", "to": "free_spin", "unit": unit, "facing": facing}


def _place(table: Table, question: aod.Question, query: Query) -> Order:
    """A passenger put down at a point, or against its transport on that side."""
    answer: Order = {"order": "answer", "to": "place", "unit": question.unit}
    points, facing = query.points(), query.facing()
    if not points:
        return answer
    spot = aod.put_down(table.field, question, points[-1])
    if spot:
        return answer | {"at": spot.at, "facing": spot.facing if facing is None else facing}
    return answer | {"at": points[-1], "facing": facing or 0.0}


def _split(table: Table, question: aod.Question, query: Query) -> Order:
    shares = {unit: query.count(f"share-{unit}") for unit in question.options}
    return {
        **{"order": "answer", "to": "split"},
        "split": {unit: share for unit, share in shares.items() if share},
    }


def _other_march(table: Table, question: aod.Question, query: Query) -> Order:
    free = [unit for unit in question.options if unit in table.state.units]
    ways = _ways(table, query, free[0], free) if free else {}
    return {"order": "answer", "to": "march", "unit": question.unit, "member_legs": ways}


def _switch_off(table: Table, question: aod.Question, query: Query) -> Order:
    return {"order": "answer", "to": "deactivate", "unit": question.unit}


_ANSWERS: dict[str, Callable[[Table, aod.Question, Query], Order]] = {
    "free_spin": _spin,
    "place": _place,
    "split": _split,
    "march": _other_march,
    "deactivate": _switch_off,
}
