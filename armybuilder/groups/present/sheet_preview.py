"""What a file will hold, shown on a page before it is taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from armybuilder.groups.exports import AnySheet, export, roster, words
from armybuilder.groups.exports.army_columns import NOTHING, Column, narrow, wide
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packing import Shelf, shelves
from armybuilder.groups.exports.roster import Roster
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.table import Value, columns, rows
from collection.catalogue.pictures.svg import write_svg

CARDS_SHOWN = 6
#: Sleeve cards on a page of paper.
SLEEVES_SHOWN = 9
LONGEST_TEXT = 20_000
#: The forms of a sheet that are shown as tables or pictures.
DRAWN = ("pdf", "two", "cards", "sleeves", "packing", "xlsx")


@dataclass(frozen=True)
class Cell:
    """One cell of the printed table: its lines, how they stand, whether they name a piece, and
    what its column is called."""

    lines: tuple[str, ...]
    align: str
    names: bool = False
    title: str = ""

    @property
    def says_nothing(self) -> bool:
        """Whether it is left blank, or says that there is nothing."""
        return "".join(self.lines) in ("", NOTHING)


@dataclass(frozen=True)
class Section:
    """Some rows under a title."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class PrintedSheet:
    """An army sheet as a page shows it; `copies` is how often it stands on a page of paper."""

    name: str
    verdict: str
    check_code: str
    facts: str
    blanks: tuple[tuple[str, str], ...]
    heads: tuple[Cell, ...]
    sections: tuple[Section, ...]
    total: tuple[Cell, ...]
    markers: tuple[str, ...]
    effects: tuple[str, ...]
    problems: tuple[str, ...]
    link: str
    qr: bool
    copies: range


@dataclass(frozen=True)
class Preview:
    """What to show of a file; only the part for its kind is filled. `sleeves` are marks of factions
    and cards; `left_out` counts cards."""

    sheet: PrintedSheet | None = None
    cards: tuple[SafeString, ...] = ()
    sleeves: tuple[tuple[str, SafeString], ...] = ()
    left_out: int = 0
    shelves: tuple[Shelf, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[Value, ...], ...] = ()
    card_heads: tuple[str, ...] = ()
    card_rows: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    code: bool = False
    picture: bool = False


def preview(sheet: AnySheet, form_name: str, options: Options) -> Preview:
    """The preview of one kind of file."""
    if form_name.startswith("qr"):
        return Preview(code=True)
    if form_name == "picture":
        return Preview(picture=True)
    if isinstance(sheet, Roster):
        if form_name in ("pdf", "xlsx"):
            return Preview(
                heads=roster.heads(),
                rows=tuple(roster.rows(sheet)),
                card_heads=roster.card_heads(sheet) if sheet.cards else (),
                card_rows=tuple(roster.card_rows(sheet)),
            )
    elif form_name in DRAWN:
        return _drawn(sheet, form_name, options)
    text = export(sheet, form_name, options).content.decode("utf-8-sig")
    return Preview(text=text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…")


def _drawn(sheet: Sheet, form_name: str, options: Options) -> Preview:
    """The preview of a kind of file that is not text."""
    if form_name == "pdf":
        return Preview(sheet=_printed(sheet, wide(0), options, copies=1))
    if form_name == "two":
        return Preview(sheet=_printed(sheet, narrow(0), options, copies=2))
    if form_name == "cards":
        return _cards(sheet, options)
    if form_name == "sleeves":
        return _sleeves(sheet)
    if form_name == "packing":
        return Preview(shelves=shelves(sheet))
    heads = tuple(column.title for column in columns())
    return Preview(heads=heads, rows=tuple(rows(sheet)))


def _printed(
    sheet: Sheet, shown: Sequence[Column], options: Options, *, copies: int
) -> PrintedSheet:
    return PrintedSheet(
        name=words.list_name(sheet),
        verdict=words.verdict_word(sheet),
        check_code=sheet.check_code,
        facts=words.facts(sheet),
        blanks=(
            (pgettext("army sheet", "Player"), options.player),
            (pgettext("army sheet", "Event"), options.event),
            (pgettext("army sheet", "Date"), options.date),
            (pgettext("army sheet", "Table"), options.table),
            (pgettext("army sheet", "Result"), ""),
        ),
        heads=tuple(Cell((column.title,), column.align, column.names) for column in shown),
        sections=tuple(_sections(sheet, shown)),
        total=tuple(_cell(column, column.total(sheet)) for column in shown),
        markers=tuple(map(words.marker_line, sheet.markers)),
        effects=tuple(map(words.effect_line, sheet.carried)) if options.effects else (),
        problems=tuple(map(words.problem_line, sheet.grave)),
        link=sheet.link,
        qr=bool(sheet.qr),
        copies=range(copies),
    )


def _sections(sheet: Sheet, shown: Sequence[Column]) -> Iterator[Section]:
    for section, pieces in sheet.sections:
        yield Section(
            str(words.SECTION_TITLES[section]),
            tuple(tuple(_cell(c, c.piece(piece)) for c in shown) for piece in pieces),
        )
    if sheet.cards:
        yield Section(
            pgettext("army sheet", "Cards"),
            tuple(tuple(_cell(c, c.card(card)) for c in shown) for card in sheet.cards),
        )


def _cell(column: Column, lines: tuple[str, ...]) -> Cell:
    return Cell(lines, column.align, column.names, str(column.title))


def _cards(sheet: Sheet, options: Options) -> Preview:
    from armybuilder.groups.exports.dial_card import (  # loads what measures letters
        copies,
        dial_cards,
    )

    shown, left_out = copies([sheet], CARDS_SHOWN)
    drawn = [
        write_svg(
            card,
            description=format_html("{} {}", copy.piece.id, words.piece_name(copy.piece)),
            css_class="print-card",
        )
        for owner, copy in shown
        for card in dial_cards(owner, copy, base_values=options.base_values)
    ]
    return Preview(cards=tuple(drawn), left_out=left_out)


def _sleeves(sheet: Sheet) -> Preview:
    from armybuilder.groups.exports.sleeve_card import sleeve_cards  # loads what measures letters

    cards, left_out = sleeve_cards([sheet], SLEEVES_SHOWN)
    drawn = tuple(
        (card.mark, write_svg(card.picture, description=card.name, css_class="sleeve-card"))
        for card in cards
    )
    return Preview(sleeves=drawn, left_out=left_out)
