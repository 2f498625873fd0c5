"""The pieces of a list as rows of plain values: what the workbook and the CSV file both hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.groups.exports import words
from armybuilder.groups.exports.sheet import GroupCardLine, Mounted, PieceRow, Sheet

Value = str | int | None


@dataclass(frozen=True)
class Column:
    """A column by its key, the same in every language; `width` is in characters."""

    key: str
    title: str
    width: float


def columns() -> tuple[Column, ...]:
    """The columns, their titles in the language of the moment."""
    return (
        Column("row", pgettext("army sheet", "Row"), 9),
        Column("kind", pgettext("army sheet", "Kind"), 13),
        Column("count", pgettext("army sheet", "Count"), 7),
        Column("set", pgettext("army sheet", "Set"), 8),
        Column("number", pgettext("army sheet", "Number"), 9),
        Column("name", pgettext("army sheet", "Name"), 32),
        Column("variant", pgettext("army sheet", "Variant"), 13),
        Column("rank", pgettext("army sheet", "Rank"), 11),
        Column("printed_faction", _("Printed faction"), 18),
        Column("serves", pgettext("army sheet", "Serves"), 22),
        Column("points", pgettext("army sheet", "Points"), 8),
        Column("gear", pgettext("army sheet", "Gear"), 30),
        Column("gear_points", _("Gear points"), 13),
        Column("pilot", pgettext("army sheet", "Pilot"), 30),
        Column("pilot_points", _("Pilot points"), 9),
        Column("recruited_by", _("Recruited by"), 18),
        Column("recruitment_points", _("Recruitment points"), 13),
        Column("total", pgettext("army sheet", "Total"), 8),
    )


def rows(sheet: Sheet) -> Iterator[tuple[Value, ...]]:
    """A row for each line of figures, then one for each card of the group."""
    for _section, pieces in sheet.sections:
        yield from map(_piece, pieces)
    yield from map(_card, sheet.cards)


def _piece(piece: PieceRow) -> tuple[Value, ...]:
    recruiters = [pilot.recruited_by for pilot in piece.pilots if pilot.recruited_by]
    paid = sum(pilot.recruit_points for pilot in piece.pilots)
    return (
        piece.number,
        str(words.KINDS[piece.section]),
        piece.count,
        *words.set_and_number(piece),
        words.figure_name(piece),
        piece.variant,
        words.rank_name(piece),
        piece.printed,
        words.faction_name(piece),
        piece.points,
        *_mounted(piece.gear),
        *_mounted(piece.pilots),
        ", ".join(recruiters),
        paid if recruiters else None,
        piece.total,
    )


def _mounted(cards: Sequence[Mounted]) -> tuple[Value, Value]:
    """Names and points of some cards of one figure; no points where some are not known."""
    if not cards:
        return None, None
    known = [card.points for card in cards if card.points is not None]
    names = "; ".join(map(words.mounted_name, cards))
    return names, sum(known) if len(known) == len(cards) else None


def _card(card: GroupCardLine) -> tuple[Value, ...]:
    return (
        None,
        str(words.CARD_TYPES.get(card.type, "?")),
        1,
        *words.split_id(card.id),
        words.card_name(card),
        *(None, None, None),
        card.faction,
        card.points,
        *(None, None, None, None, None, None),
        card.points,
    )
