"""The army sheet on A4 paper, for the player, the opponents and the judge."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.exports import words
from armybuilder.exports.paper import (
    Block,
    Text,
    chevrons,
    paginate,
    qr_code,
    register_fonts,
    shade,
    star,
)
from armybuilder.exports.sheet import GroupCardLine, Mounted, PieceRow, Sheet

PAGE_WIDTH, PAGE_HEIGHT = landscape(A4)
MARGIN = 12 * mm
WIDTH = PAGE_WIDTH - 2 * MARGIN
FOOTER = 6 * mm
PADDING = 1 * mm
ROW_PADDING = 1.5 * mm
LOWEST_ROW = 6.4 * mm
ROWS_ON_A_SHEET = 12
CLOSING = 34 * mm
QR_SIDE = 30 * mm
RANK_SIGN = 4.5 * mm
CHEVRONS = {"green": 1, "veteran": 2, "elite": 3}
NOTHING = "–"
HAIRLINE, LINE = 0.4, 0.9


@dataclass(frozen=True)
class Column:
    """A column of the table: its heading, width and alignment; `signed` has the signs of rank."""

    title: str
    width: float
    align: str = "left"
    signed: bool = False


def render(sheet: Sheet) -> bytes:
    """The sheet as a PDF file; the same sheet gives the same bytes."""
    register_fonts()
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(PAGE_WIDTH, PAGE_HEIGHT), invariant=1, lang=sheet.language)
    canvas.setTitle(words.list_name(sheet))
    canvas.setSubject(sheet.game)
    canvas.setAuthor("")
    canvas.setCreator("MechWarrior Army Builder")
    columns = _columns()
    first, following = _first_heading(sheet), _following_heading(sheet)
    head = _head_row(columns)
    full = PAGE_HEIGHT - 2 * MARGIN - FOOTER - head.height

    def room(page: int) -> float:
        return full - (following if page else first).height

    rows = list(_table(sheet, columns))
    tail = [_total_row(sheet, columns), *_remarks(sheet)]
    padding = _padding(sheet, columns, room(0) - CLOSING - _height([*rows, *tail]))
    pages = paginate([*rows, *padding, *tail], room, CLOSING, len(tail))
    for number, page in enumerate(pages):
        y = PAGE_HEIGHT - MARGIN
        heading = following if number else first
        for block in [heading, *([head] if page else []), *page]:
            block.draw(canvas, y)
            y -= block.height
        if number == len(pages) - 1:
            _closing(canvas, sheet)
        _footer(canvas, sheet, number + 1, len(pages))
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _columns() -> list[Column]:
    return [
        Column(pgettext("army sheet", "Row"), 9 * mm, "right"),
        Column(pgettext("army sheet", "Qty"), 8 * mm, "right"),
        Column(pgettext("army sheet", "Set"), 12 * mm),
        Column(pgettext("army sheet", "Number"), 15 * mm),
        Column(_("Figure or card"), 52 * mm),
        Column(pgettext("army sheet", "Rank"), 22 * mm, signed=True),
        Column(pgettext("army sheet", "Faction"), 32 * mm),
        Column(pgettext("army sheet", "Points"), 12 * mm, "right"),
        Column(pgettext("army sheet", "Gear"), 39 * mm),
        Column(pgettext("army sheet", "Pilot"), 37 * mm),
        Column(pgettext("army sheet", "Recruitment"), 20 * mm),
        Column(pgettext("army sheet", "Total"), 15 * mm, "right"),
    ]


# the table ----------------------------------------------------------------------------------------


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks)


def _padding(sheet: Sheet, columns: Sequence[Column], free: float) -> list[Block]:
    """Blank rows up to the usual number, as far as the first page has room."""
    blank = _row([""] * len(columns), columns)
    lacking = ROWS_ON_A_SHEET - len(sheet.pieces) - len(sheet.cards)
    return [blank] * max(0, min(lacking, int(free // blank.height)))


def _table(sheet: Sheet, columns: Sequence[Column]) -> Iterator[Block]:
    for section, pieces in sheet.sections:
        yield _band(str(words.SECTION_TITLES[section]))
        for piece in pieces:
            yield _piece(piece, columns)
    if sheet.cards:
        yield _band(pgettext("army sheet", "Cards"))
        for card in sheet.cards:
            yield _group_card(card, columns)


def _piece(piece: PieceRow, columns: Sequence[Column]) -> Block:
    set_code, _dash, number = piece.id.partition("-")
    known = bool(piece.collector_number)
    return _row(
        [
            str(piece.number),
            str(piece.count),
            piece.set if known else set_code,
            piece.collector_number if known else number,
            words.piece_name(piece),
            words.rank_name(piece) or NOTHING,
            words.faction_name(piece),
            words.points_of(piece.points),
            _cards(piece.gear) or NOTHING,
            _cards(piece.pilots) or NOTHING,
            _recruitment(piece) or NOTHING,
            words.row_total(piece),
        ],
        columns,
        rank=piece.rank,
    )


def _cards(cards: Sequence[Mounted]) -> str:
    return "; ".join(
        f"{words.harmless(card.id)} {words.card_name(card)} {words.points_of(card.points)}"
        + (f" ({words.WEAPONS[card.weapon]})" if card.weapon else "")
        for card in cards
    )


def _recruitment(piece: PieceRow) -> str:
    return "; ".join(
        f"{words.harmless(pilot.recruited_by)} +{pilot.recruit_points}"
        for pilot in piece.pilots
        if pilot.recruited_by
    )


def _group_card(card: GroupCardLine, columns: Sequence[Column]) -> Block:
    set_code, _dash, number = card.id.partition("-")
    points = words.points_of(card.points)
    kind = str(words.CARD_TYPES.get(card.type, ""))
    faction = words.harmless(card.faction or "")
    before = ["", "1", set_code, number, words.card_name(card), kind, faction, points]
    return _row([*before, "", "", "", points], columns)


def _head_row(columns: Sequence[Column]) -> Block:
    return _row([column.title for column in columns], columns, bold=True, shaded=True)


def _total_row(sheet: Sheet, columns: Sequence[Column]) -> Block:
    values = [""] * len(columns)
    values[1], values[4] = str(sheet.piece_count), pgettext("army sheet", "Total")
    limit = "-" if sheet.build_total is None else sheet.build_total
    values[-1] = f"≥ {sheet.total}" if sheet.at_least else f"{sheet.total}/{limit}"
    return _row(values, columns, bold=True)


def _row(
    values: Sequence[str],
    columns: Sequence[Column],
    *,
    bold: bool = False,
    shaded: bool = False,
    rank: str | None = None,
) -> Block:
    """A row of cells that grow downwards with their text; a rank also gets its sign."""
    indents = [RANK_SIGN if rank and column.signed else 0.0 for column in columns]
    texts = [
        Text(
            value,
            column.width - 2 * PADDING - indent,
            size=7.5 if bold else 8,
            bold=bold,
            align=column.align,
        )
        for value, column, indent in zip(values, columns, indents, strict=True)
    ]
    height = max(LOWEST_ROW, max(text.height for text in texts) + 2 * ROW_PADDING)

    def draw(canvas: Canvas, top: float) -> None:
        if shaded:
            shade(canvas, MARGIN, top, WIDTH, height)
        canvas.setLineWidth(HAIRLINE)
        x = MARGIN
        for text, column, indent in zip(texts, columns, indents, strict=True):
            canvas.setLineWidth(HAIRLINE)
            canvas.rect(x, top - height, column.width, height)
            if indent:
                _rank_sign(canvas, x + PADDING, top - ROW_PADDING, rank)
            text.draw(canvas, x + PADDING + indent, top - ROW_PADDING)
            x += column.width

    return Block(height, draw)


def _rank_sign(canvas: Canvas, x: float, top: float, rank: str | None) -> None:
    if rank == "unique":
        star(canvas, x, top)
    else:
        chevrons(canvas, x, top, CHEVRONS.get(rank or "", 0))


def _band(title: str) -> Block:
    text = Text(title, WIDTH - 2 * PADDING, size=8, bold=True)
    height = text.height + PADDING

    def draw(canvas: Canvas, top: float) -> None:
        canvas.setLineWidth(HAIRLINE)
        canvas.rect(MARGIN, top - height, WIDTH, height)
        text.draw(canvas, MARGIN + PADDING, top - PADDING / 2)

    return Block(height, draw, leads=True)


def _remarks(sheet: Sheet) -> Iterator[Block]:
    """Markers to bring and problems, a line each."""
    if sheet.markers:
        markers = "; ".join(words.marker_line(marker) for marker in sheet.markers)
        yield _line(_("Artillery markers: %(markers)s") % {"markers": markers}, gap=2 * mm)
    if sheet.grave:
        count = len(sheet.grave)
        problems = ngettext("%(count)s problem", "%(count)s problems", count) % {"count": count}
        yield _line(f"{words.verdict_word(sheet)}: {problems}", bold=True, gap=2 * mm)
        for problem in sheet.grave:
            yield _line(f"- {words.problem_line(problem)}")


def _line(text: str, *, bold: bool = False, gap: float = 0) -> Block:
    drawn = Text(text, WIDTH, size=8, bold=bold)
    return Block(
        drawn.height + gap + 0.6 * mm,
        lambda canvas, top: drawn.draw(canvas, MARGIN, top - gap),
        leads=bold,
    )


# around the table ---------------------------------------------------------------------------------


def _first_heading(sheet: Sheet) -> Block:
    """Name, verdict, facts, and the blanks to fill in by hand."""
    verdict_width = 52 * mm
    name = Text(words.list_name(sheet)[:120], WIDTH - verdict_width - 4 * mm, size=16, bold=True)
    facts = Text(_facts(sheet), WIDTH - verdict_width - 4 * mm, size=9)
    verdict = Text(
        words.verdict_word(sheet), verdict_width - 2 * PADDING, size=15, bold=True, align="center"
    )
    code = Text(
        f"{_('Check code')} {sheet.check_code}", verdict_width - 2 * PADDING, align="center"
    )
    upper = max(name.height + facts.height + 2 * mm, verdict.height + code.height + 5 * mm)
    height = upper + 13 * mm

    def draw(canvas: Canvas, top: float) -> None:
        name.draw(canvas, MARGIN, top)
        facts.draw(canvas, MARGIN, top - name.height - 1.5 * mm)
        left = MARGIN + WIDTH - verdict_width
        box = verdict.height + code.height + 4 * mm
        canvas.setLineWidth(LINE if sheet.legal else 3 * LINE)
        canvas.rect(left, top - box, verdict_width, box)
        verdict.draw(canvas, left + PADDING, top - 0.5 * mm)
        code.draw(canvas, left + PADDING, top - verdict.height - 2 * mm)
        _blanks(canvas, top - upper - 8 * mm)

    return Block(height, draw)


def _facts(sheet: Sheet) -> str:
    limit = "-" if sheet.build_total is None else sheet.build_total
    facts = [
        f"{sheet.game}, {limit}",
        sheet.event,
        words.group_factions(sheet),
        _("points %(points)s") % {"points": words.total_of_limit(sheet)},
        _("pieces %(count)s") % {"count": sheet.piece_count},
        _("orders %(count)s") % {"count": "-" if sheet.orders is None else sheet.orders},
        _("rules %(ruleset)s") % {"ruleset": sheet.ruleset},
        _("data %(digest)s") % {"digest": words.short_digest(sheet)},
    ]
    return " · ".join(filter(None, facts))


def _blanks(canvas: Canvas, baseline: float) -> None:
    """Lines for player, event, date and table."""
    fields = [
        (pgettext("army sheet", "Player"), 95),
        (pgettext("army sheet", "Event"), 95),
        (pgettext("army sheet", "Date"), 45),
        (pgettext("army sheet", "Table"), 38),
    ]
    canvas.setLineWidth(HAIRLINE)
    x = MARGIN
    for title, millimetres in fields:
        label = Text(f"{title}:", millimetres * mm, size=9)
        label.draw(canvas, x, baseline + 3 * mm)
        used = canvas.stringWidth(f"{title}: ", "Lato", 9)
        canvas.line(
            x + used, baseline - 0.6 * mm, x + millimetres * mm - 4 * mm, baseline - 0.6 * mm
        )
        x += millimetres * mm


def _following_heading(sheet: Sheet) -> Block:
    text = Text(words.list_name(sheet)[:120], WIDTH, size=11, bold=True)
    return Block(text.height + 3 * mm, lambda canvas, top: text.draw(canvas, MARGIN, top))


def _closing(canvas: Canvas, sheet: Sheet) -> None:
    """Signature, the judge's box and the QR code, at the foot of the last page."""
    top = MARGIN + FOOTER + CLOSING - 2 * mm
    height = CLOSING - 4 * mm
    boxes = [(_("Signature of the player"), 85 * mm), (_("Judge: checked, remarks"), 135 * mm)]
    x = MARGIN
    canvas.setLineWidth(LINE)
    for title, width in boxes:
        canvas.rect(x, top - height, width, height)
        Text(title, width - 2 * PADDING, size=7.5).draw(canvas, x + PADDING, top - PADDING)
        x += width + 4 * mm
    if sheet.link:
        qr_code(canvas, MARGIN + WIDTH - QR_SIDE, top, QR_SIDE, sheet.link)


def _footer(canvas: Canvas, sheet: Sheet, page: int, pages: int) -> None:
    middle = WIDTH * 0.75
    told = f"{sheet.game} · {_('Check code')} {sheet.check_code}"
    if sheet.link:
        told = f"{told} · {sheet.link}"
    Text(told, middle, size=7.5).draw(canvas, MARGIN, MARGIN + 3.5 * mm)
    place = _("page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    Text(place, WIDTH - middle, size=7.5, align="right").draw(
        canvas, MARGIN + middle, MARGIN + 3.5 * mm
    )
