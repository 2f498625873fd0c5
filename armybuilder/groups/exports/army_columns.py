"""The columns of the printed army sheet: on a whole page, and on half a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from armybuilder.groups.exports import words
from armybuilder.groups.exports.sheet import GroupCardLine, Mounted, PieceRow, Sheet

NOTHING = "–"

#: What stands in one cell, a text for each line.
Lines = tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """A column of the table. `piece`, `card` and `total` say what it holds in a row of figures, in
    a card's row and in the last row; `signed` has the signs of rank, `names` takes the room that is
    left over, `filled` is left to be filled in during the game."""

    title: str
    width: float
    piece: Callable[[PieceRow], Lines]
    card: Callable[[GroupCardLine], Lines] = lambda card: ()
    total: Callable[[Sheet], Lines] = lambda sheet: ()
    align: str = "left"
    signed: bool = False
    names: bool = False
    filled: bool = False


def wide(width: float) -> tuple[Column, ...]:
    """The columns of a whole page."""
    return _stretched(
        width,
        _row(),
        _quantity(),
        _set(),
        _number(),
        Column(
            _("Figure or card"),
            52 * mm,
            lambda piece: (words.piece_name(piece),),
            lambda card: (words.card_name(card),),
            _heading_of_total,
            names=True,
        ),
        _rank(),
        Column(
            pgettext("army sheet", "Faction"),
            30 * mm,
            lambda piece: (words.faction_name(piece),),
            lambda card: (words.harmless(card.faction or ""),),
        ),
        _points(),
        Column(pgettext("army sheet", "Gear"), 39 * mm, lambda piece: _mounted(piece.gear)),
        Column(pgettext("army sheet", "Pilot"), 37 * mm, lambda piece: _mounted(piece.pilots)),
        Column(pgettext("army sheet", "Recruitment"), 20 * mm, _recruitment),
        _total(),
        _clicks(),
    )


def narrow(width: float) -> tuple[Column, ...]:
    """The columns of half a page: what a figure carries stands below its name."""
    identity = Column(
        pgettext("army sheet", "Number"),
        19 * mm,
        lambda piece: (" ".join(words.set_and_number(piece)),),
        lambda card: (" ".join(words.split_id(card.id)),),
    )
    return _stretched(
        width,
        _row(),
        _quantity(),
        identity,
        Column(_("Figure or card"), 52 * mm, _figure, _card, _heading_of_total, names=True),
        _rank(),
        _points(),
        _total(),
        _clicks(),
    )


def _stretched(width: float, *columns: Column) -> tuple[Column, ...]:
    """The columns, together as wide as asked for."""
    left = width - sum(column.width for column in columns)
    return tuple(
        replace(column, width=column.width + left) if column.names else column for column in columns
    )


def _row() -> Column:
    return Column(
        pgettext("army sheet, short", "Row"),
        8.5 * mm,
        lambda piece: (str(piece.number),),
        align="right",
    )


def _quantity() -> Column:
    return Column(
        pgettext("army sheet", "Qty"),
        8 * mm,
        lambda piece: (str(piece.count),),
        lambda card: ("1",),
        lambda sheet: (str(sheet.piece_count),),
        "right",
    )


def _set() -> Column:
    return Column(
        pgettext("army sheet", "Set"),
        11 * mm,
        lambda piece: words.set_and_number(piece)[:1],
        lambda card: words.split_id(card.id)[:1],
    )


def _number() -> Column:
    return Column(
        pgettext("army sheet", "Number"),
        15 * mm,
        lambda piece: words.set_and_number(piece)[1:],
        lambda card: words.split_id(card.id)[1:],
    )


def _rank() -> Column:
    return Column(
        pgettext("army sheet", "Rank"),
        20 * mm,
        lambda piece: (words.rank_name(piece) or NOTHING,),
        lambda card: (str(words.CARD_TYPES.get(card.type, "")),),
        signed=True,
    )


def _points() -> Column:
    return Column(
        pgettext("army sheet", "Points"),
        12.5 * mm,
        lambda piece: (words.points_of(piece.points),),
        lambda card: (words.points_of(card.points),),
        align="right",
    )


def _total() -> Column:
    return Column(
        pgettext("army sheet", "Total"),
        15.5 * mm,
        lambda piece: (words.row_total(piece),),
        lambda card: (words.points_of(card.points),),
        _spent,
        "right",
    )


def _clicks() -> Column:
    """The clicks a figure has taken."""
    return Column(
        pgettext("army sheet", "Clicks"), 13 * mm, lambda piece: (), align="right", filled=True
    )


def _spent(sheet: Sheet) -> Lines:
    limit = "-" if sheet.build_total is None else sheet.build_total
    return (f"≥ {sheet.total}" if sheet.at_least else f"{sheet.total}/{limit}",)


def _mounted(cards: Sequence[Mounted]) -> Lines:
    return tuple(map(_with_points, cards)) or (NOTHING,)


def _with_points(card: Mounted) -> str:
    return f"{words.mounted_name(card)} {words.points_of(card.points)}"


def _recruitment(piece: PieceRow) -> Lines:
    paid = [
        f"{words.harmless(pilot.recruited_by)} +{pilot.recruit_points}"
        for pilot in piece.pilots
        if pilot.recruited_by
    ]
    return tuple(paid) or (NOTHING,)


def _figure(piece: PieceRow) -> Lines:
    """Name and faction, then a line for each card and for what recruitment costs."""
    lines = [words.piece_name(piece), words.faction_name(piece)]
    for card in piece.gear:
        lines.append(f"{pgettext('army sheet', 'Gear')}: {_with_points(card)}")
    for pilot in piece.pilots:
        lines.append(f"{pgettext('army sheet', 'Pilot')}: {_with_points(pilot)}")
    if any(pilot.recruited_by for pilot in piece.pilots):
        paid = ", ".join(_recruitment(piece))
        lines.append(f"{pgettext('army sheet', 'Recruitment')}: {paid}")
    return tuple(lines)


def _card(card: GroupCardLine) -> Lines:
    return (words.card_name(card), *([words.harmless(card.faction)] if card.faction else []))


def _heading_of_total(sheet: Sheet) -> Lines:
    return (pgettext("army sheet", "Total"),)
