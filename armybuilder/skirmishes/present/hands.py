"""What a game answers to hands on its table, as the JSON values that scripts draw."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.present.drawn import Point, area, down
from armybuilder.skirmishes.present.ordering import written
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.common.chances import percent
from collection.common.language import language
from rules import Aim, Measure, Pace, Reach, Spot, Way

Json = dict[str, Any]

#: Others a piece takes along.
MOST_ALONG = 40
#: How a length is written in each measure; what is counted in fields has no unit.
UNITS: dict[Measure, str] = {"inch": "{}″", "centimetre": "{} cm", "hex": "{}", "square": "{}"}


def reach(table: Table, unit: str, along: Sequence[str]) -> Json:
    """Everything that lies open to a piece; raises OrderUnreadable for one that is not seen."""
    _known(table, (unit, *along))
    if table.hands is None:
        return _written(table, Reach(unit, acts=False))
    with _read():
        found = table.hands.reach(unit, along, language())
    return _written(table, found)


def way(
    table: Table, unit: str, to: Point, *, facing: float | None, pace: str, along: Sequence[str]
) -> Json:
    """The way of a piece to a place counted from the top; raises OrderUnreadable where it has
    none."""
    _known(table, (unit, *along))
    depth = table.picture.depth
    place = (_within(to[0], table.picture.width), _within(depth - to[1], depth))
    found = None
    if table.hands is not None:
        with _read():
            found = table.hands.way(
                unit, place, facing=facing, pace=pace, along=along, language=language()
            )
    if found is None:
        raise OrderUnreadable(_("This piece cannot be moved now."))
    return _way(table, unit, found)


@contextmanager
def _read() -> Iterator[None]:
    """Say so where a game does not know what it is asked about; raises OrderUnreadable."""
    try:
        yield
    except KeyError as error:
        raise OrderUnreadable(_("There is no such piece in this game.")) from error


def _known(table: Table, pieces: Sequence[str]) -> None:
    if not set(pieces) <= table.pieces.keys() or len(pieces) > MOST_ALONG + 1:
        raise OrderUnreadable(_("There is no such piece in this game."))


def _within(number: float, most: float) -> float:
    return min(max(number, 0.0), most)


# --- Reach ----------------------------------------------------------------------------------


def _written(table: Table, found: Reach) -> Json:
    depth = table.picture.depth
    answer: Json = {
        "unit": found.piece,
        "acts": found.acts,
        "why": "" if found.acts else _idle(table, found),
        "moves": [_pace(table, pace) for pace in found.paces],
        "sectors": [
            {"kind": each.kind, "label": each.label, "d": area(each.region, depth)}
            for each in found.sectors
        ],
        "links": [
            {
                "start": down(each.start, depth),
                "end": down(each.end, depth),
                "label": each.label,
                "holds": each.holds,
            }
            for each in found.links
        ],
        "targets": list(_seen(table, found.aims, _target)),
        "companions": [
            {"unit": each.piece, "legal": each.legal, "why": each.why}
            for each in found.companions
            if each.piece in table.pieces
        ],
    }
    if found.threat:
        answer["threat"] = area(found.threat, depth)
    return answer


def _idle(table: Table, found: Reach) -> str:
    """Why whoever looks may not order a piece now."""
    game, seat = table.game, table.pieces[found.piece].side
    if game.mine and seat not in game.mine:
        return _("%(seat)s commands this one.") % {"seat": seat_title(game.seats, seat)}
    if game.actor and not game.acts:
        return _("%(seat)s is to act now.") % {"seat": seat_title(game.seats, game.actor)}
    refused = (pace.why for pace in found.paces if not pace.legal and pace.why)
    return next(refused, _("It has nothing to do now."))


def _pace(table: Table, pace: Pace) -> Json:
    return {
        "pace": pace.name,
        "label": pace.label,
        "note": measured(pace.most, table.picture.measure) if pace.most else "",
        "d": area(pace.region, table.picture.depth),
        "spots": list(_spots(table, pace.spots)),
        "legal": pace.legal,
        "why": pace.why,
    }


def _spots(table: Table, spots: Iterable[Spot]) -> Iterator[Json]:
    for spot in spots:
        yield {"at": down(spot.at, table.picture.depth), "label": spot.label}


def _seen(table: Table, aims: Iterable[Aim], write: Callable[[Aim], Json]) -> Iterator[Json]:
    """Aims at pieces that whoever looks knows of."""
    return (write(aim) for aim in aims if aim.piece in table.pieces)


def _target(aim: Aim) -> Json:
    return {
        "unit": aim.piece,
        "needed": aim.needed,
        "label": aim.label,
        "chance": "" if aim.label and aim.chance == 1 else chance(aim.chance),
        "legal": aim.legal,
        "why": aim.why,
        "says": aim.says,
    }


# --- Ways -----------------------------------------------------------------------------------


def _way(table: Table, unit: str, found: Way) -> Json:
    depth, shape = table.picture.depth, table.pieces[unit].shape
    snapped = found.snapped if found.snapped in table.pieces else ""
    return {
        "unit": unit,
        "points": [down(point, depth) for point in found.points],
        "clamped": found.is_clamped,
        "snapped": snapped,
        "pose": {
            "at": down(found.at, depth),
            "turn": None if found.facing is None else round(found.facing, 1),
            "width": shape.width,
            "length": shape.length,
        },
        "order": written(found.order) if found.order else "",
        "legal": bool(found.order) and not found.reasons,
        "why": found.why,
        "says": [_spent(table, found), *found.says],
        "spots": list(_spots(table, found.spots)),
        "targets": list(_seen(table, found.aims, _target)),
    }


def _spent(table: Table, found: Way) -> str:
    """What it takes of what there is."""
    measure = table.picture.measure
    return _("%(spent)s of %(most)s") % {
        "spent": measured(found.spent, measure),
        "most": measured(found.most, measure),
    }


# --- Numbers --------------------------------------------------------------------------------


def measured(number: float, measure: Measure) -> str:
    """A length, or what else is counted, with at most one decimal."""
    rounded = round(number, 1)
    whole = rounded == int(rounded)
    return UNITS[measure].format(formats.number_format(rounded, 0 if whole else 1))


def chance(share: float | None) -> str:
    """A chance in percents, "" for none."""
    return "" if share is None else percent(Fraction(share).limit_denominator(10**6))
