"""The way of a unit that is dragged somewhere, as JSON values."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.shapes import Point, down
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.why import inches, short
from collection.common.chances import percent
from collection.common.language import language
from rules import age_of_destruction as aod

Json = dict[str, Any]

#: Places on the way that somebody may insist on.
MOST_CORNERS = 12
#: Others a unit takes along.
MOST_ALONG = 4
#: The chance above which something is told as if it were sure.
SURE = Fraction(19, 20)


def course(table: Table, query: Query) -> Json:
    """The way of a unit to a place: `unit`, `to`, and where they are said `face`, `via` and `pace`;
    raises OrderUnreadable."""
    table = table.seen
    piece = _piece(table, query)
    goal = _places(table, query, "to")
    if len(goal) != 1:
        raise OrderUnreadable(_("Say one place to go to, such as 12.5,7."))
    via = _places(table, query, "via")
    if len(via) > MOST_CORNERS:
        raise OrderUnreadable(_("This way has too many corners."))
    facing = query.facing()
    face = None if facing is None else facing % 360
    if along := companions_named(table, piece, query):
        members = (piece.id, *along)
        found = aod.march_to(table.field, members, goal[0], facing=face, via=via)
    else:
        found = aod.course_to(piece, _gait(piece, query), goal[0], facing=face, via=via)
    return _written(table, piece, found)


def companions_named(table: Table, piece: aod.Piece, query: Query) -> tuple[str, ...]:
    """Those a unit takes along; raises OrderUnreadable for some that cannot be meant."""
    along = tuple(dict.fromkeys(query.every("with")))
    friends = {other.id for other in table.field.of(piece.owner) if other.now.at is not None}
    if not set(along) <= friends - {piece.id} or len(along) > MOST_ALONG:
        raise OrderUnreadable(_("These units cannot go along."))
    return along


def _piece(table: Table, query: Query) -> aod.Piece:
    unit = query.one("unit")
    if unit not in table.state.units:
        raise OrderUnreadable(_("There is no such unit in this game."))
    piece = table.field.piece(unit)
    if piece.now.at is None or piece.now.gone or not table.in_play:
        raise OrderUnreadable(_("This unit cannot be moved now."))
    return piece


def _places(table: Table, query: Query, name: str) -> list[Point]:
    """Places on the table, counted from the top as its picture is; the nearest ones for others."""
    width, depth = table.field.table.width, table.field.table.depth
    return [
        (min(max(x, 0.0), width), min(max(depth - y, 0.0), depth)) for x, y in query.points(name)
    ]


def _gait(piece: aod.Piece, query: Query) -> aod.Gait:
    name = query.one("pace") or "move"
    for gait in aod.gaits(piece):
        if gait.name == name:
            return gait
    raise OrderUnreadable(_("This unit does not move in this manner."))


def _written(table: Table, piece: aod.Piece, found: aod.Course) -> Json:
    depth, shape = table.field.table.depth, piece.figure.shape
    why = found.refused[0] if found.refused else None
    return {
        "unit": piece.id,
        "pace": found.gait.name,
        "points": [down(point, depth) for point in found.points],
        "inches": round(found.inches, 2),
        "most": found.most,
        "clamped": found.clamped,
        "snapped": found.snapped,
        "pose": {
            "at": down(found.at, depth),
            "turn": round(found.facing, 1),
            "width": shape.width,
            "length": shape.length,
        },
        "order": as_json(found.order),
        "legal": not found.refused,
        "why": short(table, why),
        "says": list(_says(table, piece, found)),
        "others": list(_others(table, piece, found)),
        "targets": list(_targets(table, piece, found)),
        "seen_by": list(_seen_by(table, piece, found)),
    }


def _says(table: Table, piece: aod.Piece, found: aod.Course) -> Iterator[str]:
    """What the way takes and risks, in plain words."""
    names = aod.Names(table.setup, language())
    yield _("%(inches)s″ of %(most)s″") % {
        "inches": inches(found.inches),
        "most": names.number(found.most),
    }
    if found.refused:
        return
    march = next(m for m in _measured(table, found) if m.unit == piece.id)
    if march.jumps:
        yield _("jumps over what is in the way")
    if march.needs is not None:
        yield _("breaks away first, with %(needed)s or more") % {"needed": march.needs}
    if march.touches:
        yield _("comes into contact with %(units)s") % {"units": names.units(march.touches)}
    if march.spins:
        yield _("then may turn freely: %(units)s") % {"units": names.units(march.spins)}
    yield from risks(table, found.order, piece.id)


def _measured(table: Table, found: aod.Course) -> tuple[aod.March, ...]:
    return aod.measure(table.setup, table.state, found.order)


def _others(table: Table, piece: aod.Piece, found: aod.Course) -> Iterator[Json]:
    """Where those stand who go along."""
    depth = table.field.table.depth
    for march in _measured(table, found) if found.order.members else ():
        if march.unit != piece.id:
            shape = table.setup.figures[march.unit].shape
            yield {
                "unit": march.unit,
                "at": down(march.at, depth),
                "turn": round(march.facing, 1),
                "width": shape.width,
                "length": shape.length,
            }


def risks(
    table: Table, order: aod.Order, unit: str, *, least: Fraction = Fraction(0)
) -> Iterator[str]:
    """What a legal order costs its own unit with some likelihood: heat and clicks."""
    try:
        ahead = aod.outlook(table.setup, table.state, order)
    except aod.TooManyWays:
        return
    fate = ahead.fates.get(unit)
    if fate is None:
        return
    for gained, chance in sorted(fate.heat.items()):
        if gained > 0 and chance >= least:
            yield _sure(chance, _("heat %(heat)+d") % {"heat": gained})
    for lost, chance in sorted(fate.clicks.items()):
        if lost > 0 and chance >= least:
            yield _sure(chance, _("%(clicks)s to itself") % {"clicks": clicks(lost)})
    if fate.eliminated > least:
        yield _("%(chance)s to be eliminated") % {"chance": percent(fate.eliminated)}


def clicks(number: int) -> str:
    """So many clicks."""
    return ngettext("%(count)s click", "%(count)s clicks", number) % {"count": number}


def _sure(chance: Fraction, words: str) -> str:
    return words if chance > SURE else f"{percent(chance)}: {words}"


def _targets(table: Table, piece: aod.Piece, found: aod.Course) -> Iterator[Json]:
    """Whom it could shoot at or strike from there, by the first roll."""
    there = found.after(table.field)
    others = [o.id for o in there.opponents_of(piece.team) if not o.is_captive]
    for glance in aod.glances(there, piece.id, tuple(others)):
        yield {
            "unit": glance.target,
            "kind": glance.kind,
            "needed": glance.needed,
            "chance": percent(glance.hit),
        }


def _seen_by(table: Table, piece: aod.Piece, found: aod.Course) -> Iterator[Json]:
    """Who could shoot at it or strike it there, by the first roll."""
    there = found.after(table.field)
    for other in there.opponents_of(piece.team):
        for glance in aod.glances(there, other.id, (piece.id,)):
            yield {
                "unit": other.id,
                "kind": glance.kind,
                "needed": glance.needed,
                "chance": percent(glance.hit),
            }
