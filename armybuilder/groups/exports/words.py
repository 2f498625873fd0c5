"""Words and small phrases the sheets share, and user text made harmless for one line."""

import unicodedata
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from armybuilder.groups.exports.sheet import CardLine, Marker, Mounted, PieceRow, Problem, Sheet

SECTION_TITLES: Mapping[str, str | Promise] = {
    "mech": pgettext_lazy("army sheet", "'Mechs"),
    "vehicle": pgettext_lazy("army sheet", "Vehicles"),
    "infantry": pgettext_lazy("army sheet", "Infantry"),
    "unknown": gettext_lazy("Not in the catalogue"),
}

KINDS: Mapping[str, str | Promise] = {
    "mech": pgettext_lazy("army sheet", "'Mech"),
    "vehicle": pgettext_lazy("army sheet", "vehicle"),
    "infantry": pgettext_lazy("army sheet", "infantry"),
    "unknown": pgettext_lazy("army sheet", "unknown"),
}

RANKS: Mapping[str, str | Promise] = {
    "green": pgettext_lazy("rank", "green"),
    "veteran": pgettext_lazy("rank", "veteran"),
    "elite": pgettext_lazy("rank", "elite"),
    "unique": pgettext_lazy("rank", "unique"),
}

WEAPONS: Mapping[str, str | Promise] = {
    "primary": gettext_lazy("primary weapon"),
    "secondary": gettext_lazy("secondary weapon"),
}

CARD_TYPES: Mapping[str, str | Promise] = {
    "G": pgettext_lazy("army sheet", "Gear"),
    "P": pgettext_lazy("army sheet", "Pilot"),
    "LP": gettext_lazy("Legendary pilot"),
    "GS": gettext_lazy("Gunslinger"),
    "PC": gettext_lazy("Planetary condition"),
    "F": gettext_lazy("Faction pride"),
    "MC": gettext_lazy("Mercenary contract"),
    "SA": gettext_lazy("Situational alliance"),
}

UNNAMED = gettext_lazy("Unnamed battle group")


def harmless(text: str) -> str:
    """User text on one line: control and format characters gone, white space single."""
    kept = "".join(
        " " if char.isspace() else char
        for char in text
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    return " ".join(kept.split())


def verdict_word(sheet: Sheet) -> str:
    """Legal, illegal or undecided, in capitals."""
    if sheet.legal is None:
        return _("UNDECIDED")
    return _("LEGAL") if sheet.legal else _("ILLEGAL")


def list_name(sheet: Sheet) -> str:
    """The name of the list, or a word for a list without one."""
    return harmless(sheet.name) or str(UNNAMED)


def marked(name: str, *, official: bool) -> str:
    """A name, marked when it is not of the published game."""
    return name if official else _("%(name)s (unofficial)") % {"name": name}


def figure_name(piece: PieceRow) -> str:
    """The name of a figure, or its bare id, without its variant."""
    return marked(harmless(piece.name) or harmless(piece.id), official=piece.official)


def piece_name(piece: PieceRow) -> str:
    """Name and variant of a figure, or its bare id."""
    name = harmless(piece.name) or harmless(piece.id)
    told = f"{name}, {harmless(piece.variant)}" if piece.variant else name
    return marked(told, official=piece.official)


def numbered_name(piece: PieceRow) -> str:
    """Id, name and variant of a figure; the id alone where no name is known."""
    identifier = harmless(piece.id)
    if piece.name:
        return f"{identifier} {piece_name(piece)}"
    return marked(identifier, official=piece.official)


def rank_name(piece: PieceRow) -> str:
    """The rank in words; empty where the record has none."""
    return str(RANKS.get(piece.rank or "", ""))


def faction_name(piece: PieceRow) -> str:
    """The faction a piece serves and how it came to it."""
    if piece.faction_from == "unknown":
        return _("unknown faction")
    if piece.faction is None:
        return _("mercenary")
    faction = harmless(piece.faction)
    if piece.faction_from == "recruitment":
        return _("%(faction)s (recruited)") % {"faction": faction}
    if piece.faction_from == "contract":
        return _("%(faction)s (contract)") % {"faction": faction}
    return faction


def card_name(card: CardLine) -> str:
    """The name of a card, marked when it is not of the published game."""
    return marked(harmless(card.name) or harmless(card.id), official=card.official)


def numbered_card(card: CardLine) -> str:
    """Id and name of a card; the id alone where no name is known."""
    identifier = harmless(card.id)
    return f"{identifier} {card_name(card)}" if card.name else identifier


def mounted_name(card: Mounted) -> str:
    """The number and name of a card on a 'Mech, with the weapon it was put on."""
    told = numbered_card(card)
    return f"{told} ({WEAPONS[card.weapon]})" if card.weapon else told


def effect_line(card: CardLine) -> str:
    """What a card does, behind its number and name."""
    return f"{numbered_card(card)}: {harmless(card.effect)}"


def split_id(identifier: str) -> tuple[str, str]:
    """Set code and number of an id; an id of another shape is all number."""
    set_code, dash, number = harmless(identifier).partition("-")
    return (set_code, number) if dash else ("", set_code)


def set_and_number(piece: PieceRow) -> tuple[str, str]:
    """Set code and collector number of a figure."""
    known = bool(piece.collector_number)
    return (piece.set, piece.collector_number) if known else split_id(piece.id)


def group_factions(sheet: Sheet) -> str:
    """The one faction of a pure group, else the factions and whether mercenaries are among them."""
    if sheet.faction:
        return _("%(faction)s (pure)") % {"faction": harmless(sheet.faction)}
    names = [harmless(faction) for faction in sheet.factions]
    if any(piece.faction_from == "none" for piece in sheet.pieces):
        names.append(_("mercenaries"))
    return ", ".join(names) or "-"


def total_of_limit(sheet: Sheet) -> str:
    """Points spent of points allowed; a lower bound is said to be one."""
    limit = "-" if sheet.build_total is None else str(sheet.build_total)
    spent = f"{sheet.total}/{limit}"
    return _("at least %(points)s") % {"points": spent} if sheet.at_least else spent


def points_of(points: int | None) -> str:
    """A number of points, or a question mark where nobody knows."""
    return "?" if points is None else str(points)


def row_total(piece: PieceRow) -> str:
    """The points of a whole entry; a lower bound is marked as one."""
    return f"≥ {piece.total}" if piece.at_least else str(piece.total)


def rows_word(rows: tuple[int, ...]) -> str:
    """Which rows a problem is about."""
    numbers = ", ".join(str(row) for row in rows)
    return ngettext("row %(rows)s", "rows %(rows)s", len(rows)) % {"rows": numbers}


def problem_line(problem: Problem) -> str:
    """A problem with the rows it is about and the rules it rests on."""
    rows = f"{rows_word(problem.rows)}: " if problem.rows else ""
    rules = f" [{', '.join(problem.rules)}]" if problem.rules else ""
    return f"{rows}{harmless(problem.message)}{rules}"


def marker_line(marker: Marker) -> str:
    """An artillery marker to bring."""
    return _("%(count)s × %(id)s %(name)s, range %(range)s") % {
        "count": marker.count,
        "id": harmless(marker.id),
        "name": harmless(marker.name),
        "range": marker.range,
    }


def short_digest(sheet: Sheet) -> str:
    """The first twelve digits of the catalogue's digest, enough for people to compare."""
    return sheet.catalogue.partition(":")[2][:12]


def facts(sheet: Sheet) -> str:
    """What a judge wants to know of the whole list, on one line."""
    limit = "-" if sheet.build_total is None else sheet.build_total
    told = [
        f"{sheet.game}, {limit}",
        sheet.event,
        group_factions(sheet),
        _("points %(points)s") % {"points": total_of_limit(sheet)},
        _("pieces %(count)s") % {"count": sheet.piece_count},
        _("orders %(count)s") % {"count": "-" if sheet.orders is None else sheet.orders},
        _("rules %(ruleset)s") % {"ruleset": sheet.ruleset},
        _("data %(digest)s") % {"digest": short_digest(sheet)},
    ]
    return " · ".join(filter(None, told))
