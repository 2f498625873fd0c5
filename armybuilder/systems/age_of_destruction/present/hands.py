"""What hands on the board need of a unit, as JSON values: its reach, arcs, ranges, targets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.drawn import area, sector
from armybuilder.systems.age_of_destruction.present.refusals import reasons
from armybuilder.systems.age_of_destruction.present.shapes import down
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.why import inches, named, short
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.common.chances import percent
from collection.common.language import Words, language
from collection.common.numbers import signed
from rules import age_of_destruction as aod

Json = dict[str, Any]

#: What is told of a unit on the table.
PARTS = ("moves", "sectors", "targets", "companions", "formations")
#: What manners of moving are called.
PACES: Mapping[str, Words] = {
    "move": pgettext_lazy("an order", "Move"),
    "run": pgettext_lazy("an order", "Run"),
    "jump": pgettext_lazy("an order", "Jump"),
    "rise": pgettext_lazy("an order", "Take off"),
    "land": pgettext_lazy("an order", "Land"),
    "march": pgettext_lazy("an order", "Move in formation"),
}
#: Formations by the word for what they do.
FORMATIONS: Mapping[str, Words] = {
    "march": gettext_lazy("march together"),
    "fire": gettext_lazy("shoot together"),
    "melee": gettext_lazy("strike together"),
}

#: What is done where a unit may not be ordered, by the code of the rules.
INSTEAD: Mapping[str, Words] = {
    "ALREADY_ORDERED": gettext_lazy("It may have another in your next turn."),
    "NO_ORDERS_LEFT": gettext_lazy("End the turn; your next one brings new orders."),
    "NOT_YOUR_UNIT": gettext_lazy("Its turn is still to come."),
}


def hands(table: Table, unit: str, along: Sequence[str] = ()) -> Json:
    """Everything about a unit of the game that its picture can show, with those it takes along; of
    one that is not on the table only that."""
    table = table.seen
    piece = table.field.piece(unit)
    found: Json = {"unit": unit, "acts": acts(table, piece), "why": _idle(table, piece)}
    found |= {name: [] for name in PARTS}
    if piece.now.at is None or piece.now.gone or not table.in_play:
        return found
    found |= {
        "moves": list(_marches(table, piece, along) if along else _moves(table, piece)),
        "sectors": list(_sectors(table, piece)),
        "targets": list(_joint_targets(table, piece, along) if along else _targets(table, piece)),
    }
    if acts(table, piece):
        found["companions"] = list(_companions(table, piece, along))
        found["formations"] = list(_formations(table, piece))
    if _is_opposed(table, piece):
        found["threat"] = area(aod.threat_of(table.field, unit), table.field.table.depth)
    return found


def acts(table: Table, piece: aod.Piece) -> bool:
    """Whether somebody may give it orders now."""
    given = table.in_play and table.gives(piece.owner)
    return given and piece.owner == table.state.active and not piece.now.ordered


def _idle(table: Table, piece: aod.Piece) -> str:
    """Why whoever looks may not order a unit now, as the rules say it, and what they may do
    instead; "" where they may, and while the table is set up."""
    if table.state.preparation or acts(table, piece):
        return ""
    if table.mine and piece.owner not in table.mine:
        whose = _("%(seat)s commands %(unit)s.") % {
            "seat": seat_name(table, piece.owner),
            "unit": f"{piece.unit.name} {piece.id}",
        }
        press = _("Press it to see what yours may do to it.")
        return f"{whose} {press}" if table.acts else whose
    gaits = aod.gaits(piece)
    refused = aod.may_move(piece, gaits[0])[:1] if gaits else ()
    said = [reason.message for reason in reasons(table, refused)]
    said += [str(INSTEAD[each.code]) for each in refused if each.code in INSTEAD]
    return " ".join(said)


def _is_opposed(table: Table, piece: aod.Piece) -> bool:
    """Whether it is of another side than whoever looks, or while only bots play, than who acts."""
    looks = table.viewers[0] if table.viewers else table.state.active
    return piece.team != table.setup.team(looks)


# --- Moves ----------------------------------------------------------------------------------


def _moves(table: Table, piece: aod.Piece) -> Iterator[Json]:
    depth = table.field.table.depth
    for gait in aod.gaits(piece):
        refused = aod.may_move(piece, gait)
        yield {
            **_named(gait),
            "sum": _summed(table, gait),
            "d": area(aod.area_of(piece, gait), depth),
            "legal": not refused,
            "why": short(table, refused[0] if refused else None),
        }


def _summed(table: Table, gait: aod.Gait) -> str:
    """How its inches come about, in words, where anything but the dial and a run has a part."""
    if all(part.what == "run" for part in gait.parts[1:]):
        return ""
    shown = aod.Names(table.setup, language()).parts(gait.parts)
    first, *others = ((part.what, signed(part.value)) for part in shown)
    begins = (first[0], first[1].removeprefix("+"))
    return ", ".join(f"{what} {number}" for what, number in (begins, *others))


def _marches(table: Table, piece: aod.Piece, along: Sequence[str]) -> Iterator[Json]:
    """How far a formation comes, by the reach of its leader without the others in its way."""
    members, alone = (piece.id, *along), table.field
    for name in along:
        alone = alone.moved(name, at=None)
    gait = aod.march_gait(table.field, members)
    refused = aod.against_march(table.field, members)
    yield {
        **_named(gait),
        "d": area(aod.area_of(alone.piece(piece.id), gait), table.field.table.depth),
        "legal": not refused,
        "why": short(table, refused[0] if refused else None),
    }


def _named(gait: aod.Gait) -> Json:
    """What a manner of moving is called, and how far it comes."""
    whole = gait.inches == int(gait.inches)
    return {
        "pace": gait.name,
        "label": str(PACES[gait.name]),
        "note": f"{formats.number_format(gait.inches, 0 if whole else 1)}″",
    }


# --- Arcs and ranges ------------------------------------------------------------------------


def _sectors(table: Table, piece: aod.Piece) -> Iterator[Json]:
    for part in aod.sectors(piece):
        kind = part.name if part.name in ("front", "rear") else "range"
        yield {"kind": kind, "d": sector(part, table.field.table.depth)}


# --- Targets --------------------------------------------------------------------------------


def _targets(table: Table, piece: aod.Piece) -> Iterator[Json]:
    """Every opponent, as it may be attacked now or why not; of a unit that may not act now, by the
    first roll it would need."""
    found = aod.aims(table.field, piece.id)
    if acts(table, piece):
        yield from (_target(table, aim) for aim in found)
        return
    names = tuple(aim.target for aim in found)
    seen = {glance.target: glance for glance in aod.glances(table.field, piece.id, names)}
    for aim in found:
        glance = seen.get(aim.target)
        yield _target(table, aim) | (_glanced(glance) if glance else {})


def _target(table: Table, aim: aod.Aim) -> Json:
    clicks = aim.clicks
    found: Json = {
        "unit": aim.target,
        "kind": aim.kind,
        "weapon": aim.weapon,
        "needed": aim.needed,
        "chance": percent(aim.hit) if aim.hit is not None else "",
        "clicks": float(round(clicks, 2)) if clicks is not None else None,
        "legal": aim.legal,
        "why": "" if aim.legal else short(table, aim.why),
        "says": _says(table, aim),
        "crosses": list(_crosses(table, aim)),
    }
    if aim.legal and aim.option:
        found["order"] = as_json(aim.option.order)
    return found


def _says(table: Table, aim: aod.Aim) -> str:
    if not aim.legal:
        return reasons(table, (aim.why,))[0].message if aim.why else ""
    return _("needs %(needed)s, %(chance)s") % {
        "needed": aim.needed,
        "chance": percent(aim.hit) if aim.hit is not None else "?",
    }


def _crosses(table: Table, aim: aod.Aim) -> Iterator[Json]:
    """What the line of fire meets; hindering terrain counts once for all."""
    depth = table.field.table.depth
    parts = aim.blow.defense if aim.blow else ()
    costs = [part.value for part in parts if part.what == "hindering"]
    for crossing in aim.crosses:
        cost = costs.pop() if costs and not crossing.blocks else 0
        yield {
            "at": down(crossing.at, depth),
            "what": named(table, crossing.what),
            "blocks": crossing.blocks,
            "says": f"{cost:+d}" if cost else "",
        }


def _glanced(glance: aod.Glance) -> Json:
    return {"kind": glance.kind, "needed": glance.needed, "chance": percent(glance.hit)}


# --- Formations -----------------------------------------------------------------------------


def _joint_targets(table: Table, piece: aod.Piece, along: Sequence[str]) -> Iterator[Json]:
    """Every opponent, as a formation may attack it."""
    members = (piece.id, *along)
    for aim in aod.joint_aims(table.field, members):
        yield _target(table, aim)


def _companions(table: Table, piece: aod.Piece, along: Sequence[str]) -> Iterator[Json]:
    """Who could join, and what is missing for the others that are near."""
    for companion in aod.companions(table.field, piece.id, along):
        yield {
            "unit": companion.unit,
            "legal": bool(companion.joins),
            "kinds": list(companion.joins),
            "why": "" if companion.joins else _missing(table, companion),
        }


def _missing(table: Table, companion: aod.Companion) -> str:
    codes = {violation.code for violation in companion.against}
    if codes == {"FORMATION_APART"}:
        return _("%(inches)s″ short of a formation") % {"inches": inches(companion.apart, up=True)}
    others = [v for v in companion.against if v.code != "FORMATION_APART"]
    return short(table, others[0]) if others else ""


def _formations(table: Table, piece: aod.Piece) -> Iterator[Json]:
    """The formations it could lead now, and how many more each needs."""
    for group in aod.together(table.field, piece.id):
        lacks = ngettext("%(count)s more needed", "%(count)s more needed", group.lacks)
        yield {
            "kind": group.kind,
            "label": str(FORMATIONS[group.kind]),
            "units": list(group.units),
            "legal": not group.lacks,
            "why": lacks % {"count": group.lacks} if group.lacks else "",
        }
