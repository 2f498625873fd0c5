"""The army of any game as text, table, workbook and on paper."""

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet
from reportlab.lib import pagesizes
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports.options import SEPARATORS, Options
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.exports.paper import Block, Text, paginate, register_fonts
from armybuilder.groups.exports.reading import escaped
from armybuilder.groups.exports.roster import (
    Roster,
    RosterCard,
    RosterLine,
    card_heads,
    card_lines,
    card_rows,
    heads,
    rows,
)
from armybuilder.groups.exports.words import harmless
from armybuilder.groups.exports.xlsx import BOLD, EPOCH, HEAD_FILL, without_time, write_row
from collection.common.tabular import formulas

BYTE_ORDER_MARK = "\ufeff"
SIZES = {"a4": pagesizes.A4, "letter": pagesizes.letter}
MARGIN = 15 * mm
#: Shares of the width of a page, for the columns that paper shows.
SHARES = ((0, 0.1), (1, 0.09), (3, 0.42), (4, 0.27), (5, 0.12))
WIDTHS = (5, 7, 14, 40, 30, 9)


def _told(line: RosterLine) -> str:
    """A line as text: how many of what for how much."""
    counted = f"{line.count} × {harmless(line.name)}" if line.count > 1 else harmless(line.name)
    facts = f" ({', '.join(map(harmless, line.facts))})" if line.facts else ""
    return f"{counted}{facts} · {'?' if line.points is None else line.points}"


def render_text(roster: Roster, _options: Options) -> bytes:
    """One line an entry, what belongs to it below."""
    return _file(_text(roster))


def _text(roster: Roster) -> Iterator[str]:
    yield roster.title
    yield f"{roster.facts} · {roster.verdict_word}"
    yield ""
    for line in roster.lines:
        yield _told(line) if line.number else f"  + {_told(line)}"
    if roster.problems:
        yield ""
        yield from (f"! {problem}" for problem in roster.problems)
    for heading, lines in card_lines(roster):
        yield from ("", heading, *(f"  {line}" for line in lines))
    yield from ("", roster.qr or pack(roster.group))


def render_markdown(roster: Roster, _options: Options) -> bytes:
    """The list for a forum or chat that knows Markdown."""
    return _file(_markdown(roster))


def _markdown(roster: Roster) -> Iterator[str]:
    yield f"# {escaped(roster.title)}"
    yield ""
    yield f"{escaped(roster.facts)} · **{roster.verdict_word}**"
    yield ""
    for line in roster.lines:
        yield f"{'' if line.number else '    '}- {escaped(_told(line))}"
    if roster.problems:
        yield ""
        yield from (f"- {escaped(problem)}" for problem in roster.problems)
    for heading, lines in card_lines(roster):
        yield from ("", f"**{escaped(heading)}**", "", *(f"- {escaped(line)}" for line in lines))
    if roster.qr:
        yield from ("", f"<{roster.qr}>")


def _file(lines: Iterator[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def render_csv(roster: Roster, options: Options) -> bytes:
    """The rows as UTF-8, their lines ended as RFC 4180 wants it."""
    written = io.StringIO()
    separator, _title = SEPARATORS[options.separator]
    writer = csv.writer(written, delimiter=separator)
    writer.writerow(heads())
    for row in rows(roster):
        writer.writerow(formulas.harmless(cell) if isinstance(cell, str) else cell for cell in row)
    return (BYTE_ORDER_MARK * options.mark + written.getvalue()).encode()


def render_xlsx(roster: Roster, _options: Options) -> bytes:
    """The rows as a workbook, with what is wrong below them."""
    book = Workbook()
    page = book.active
    assert isinstance(page, Worksheet)  # noqa: S101  a new workbook has one
    page.title = pgettext("army sheet", "Army")
    write_row(page, heads(), BOLD, HEAD_FILL)
    for number, width in enumerate(WIDTHS, start=1):
        page.column_dimensions[get_column_letter(number)].width = width
    for row in rows(roster):
        write_row(page, row)
    total = (None, None, None, pgettext("army sheet", "Total"), roster.verdict_word, roster.total)
    write_row(page, total, BOLD)
    for problem in roster.problems:
        write_row(page, (None, None, None, problem))
    page.freeze_panes = "A2"
    if roster.cards:
        _add_cards(book, roster)
    book.properties.keywords = pack(roster.group)
    book.properties.title = roster.title
    book.properties.subject = roster.game
    book.properties.creator = ""
    book.properties.language = roster.language
    book.properties.created = EPOCH
    written = io.BytesIO()
    book.save(written)
    return without_time(written.getvalue())


def _add_cards(book: Workbook, roster: Roster) -> None:
    """The cards on a sheet of their own."""
    page = book.create_sheet(pgettext("army sheet", "Units"))
    write_row(page, card_heads(roster), BOLD, HEAD_FILL)
    for row in card_rows(roster):
        write_row(page, row)
    page.column_dimensions["A"].width = 32
    page.freeze_panes = "B2"


def render_pdf(rosters: Sequence[Roster], options: Options) -> bytes:
    """Each army on pages of its own."""
    register_fonts()
    written = io.BytesIO()
    size = SIZES[options.paper]
    canvas = Canvas(written, pagesize=size, invariant=1, lang=rosters[0].language)
    canvas.setTitle(rosters[0].title)
    canvas.setSubject(rosters[0].game)
    canvas.setAuthor("")
    canvas.setKeywords(" ".join(pack(roster.group) for roster in rosters))
    height = size[1] - 2 * MARGIN
    for roster in rosters:
        blocks = list(_blocks(roster, size[0] - 2 * MARGIN))
        for page in paginate(blocks, lambda _page: height, 0, 0):
            top = size[1] - MARGIN
            for block in page:
                block.draw(canvas, top)
                top -= block.height
            canvas.showPage()
    canvas.save()
    return written.getvalue()


def _blocks(roster: Roster, width: float) -> Iterator[Block]:
    yield _paragraph(roster.title, width, size=16, bold=True)
    if player := harmless(roster.player):
        yield _paragraph(f"{pgettext('army sheet', 'Player')}: {player}", width)
    yield _paragraph(f"{roster.facts} · {roster.verdict_word}", width, gap=4 * mm)
    shown = heads()
    yield _row([shown[column] for column, _share in SHARES], width, bold=True)
    for row in rows(roster):
        cells = [row[column] for column, _share in SHARES]
        yield _row(["" if cell is None else str(cell) for cell in cells], width)
    total = ["", "", pgettext("army sheet", "Total"), "", roster.points]
    yield _row(total, width, bold=True)
    yield Block(4 * mm, lambda _canvas, _top: None)
    for problem in roster.problems:
        yield _paragraph(problem, width, size=9)
    for card in roster.cards:
        yield _card(card, width)


def _card(card: RosterCard, width: float) -> Block:
    """A card: its name, its values side by side, its tables; it stands on one page."""
    parts = [_paragraph(f"{card.name} ({card.kind})", width, bold=True, gap=0.5 * mm)]
    values = "   ".join(f"{title} {text}" for title, text in card.values)
    parts.append(_paragraph(values, width, size=9, gap=0.5 * mm))
    for table in card.tables:
        told = f"{table.title} ({', '.join(table.facts)})"
        parts.append(_paragraph(told, width, size=9, gap=0.5 * mm))
        if table.rows:
            parts += [_cells(row, width) for row in (("", *table.heads), *table.rows)]
    height = sum(part.height for part in parts) + 4 * mm
    return Block(height, partial(_draw_parts, parts))


def _draw_parts(parts: list[Block], canvas: Canvas, top: float) -> None:
    for part in parts:
        part.draw(canvas, top)
        top -= part.height


def _cells(row: Sequence[str], width: float) -> Block:
    """A row of a small table, its first cell twice as wide as the others."""
    unit = min(width / (len(row) + 1), 22 * mm)
    texts = [
        Text(cell, (unit * 2 if number == 0 else unit) - 1 * mm, size=8)
        for number, cell in enumerate(row)
    ]
    height = max(text.height for text in texts) + 0.6 * mm

    def draw(canvas: Canvas, top: float) -> None:
        for number, text in enumerate(texts):
            text.draw(canvas, MARGIN + (unit * (number + 1) if number else 0), top)

    return Block(height, draw)


def _paragraph(
    text: str, width: float, *, size: float = 10, bold: bool = False, gap: float = 1 * mm
) -> Block:
    drawn = Text(text, width, size=size, bold=bold)
    return Block(drawn.height + gap, lambda canvas, top: drawn.draw(canvas, MARGIN, top))


def _row(cells: Sequence[str], width: float, *, bold: bool = False) -> Block:
    """A row of the table with a line below it."""
    shares = [share for _column, share in SHARES]
    aligned = ["right" if column in (0, 1, 5) else "left" for column, _share in SHARES]
    texts = [
        Text(cell, width * share - 2 * mm, size=9, bold=bold, align=align)
        for cell, share, align in zip(cells, shares, aligned, strict=True)
    ]
    height = max(text.height for text in texts) + 1.6 * mm
    return Block(height, partial(_draw_row, texts, width, height))


def _draw_row(texts: list[Text], width: float, height: float, canvas: Canvas, top: float) -> None:
    x = MARGIN
    for text, (_column, share) in zip(texts, SHARES, strict=True):
        text.draw(canvas, x, top)
        x += width * share
    canvas.setLineWidth(0.4)
    canvas.line(MARGIN, top - height + 0.5 * mm, MARGIN + width, top - height + 0.5 * mm)
