"""One list as the leaves of an army sheet: heading, table, problems, signature and judge boxes.

A leaf is drawn from the lower left corner of whatever room the page gives it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports import words
from armybuilder.groups.exports.army_columns import Column
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import (
    Block,
    Text,
    chevrons,
    fitting,
    on_one_line,
    paginate,
    qr_code,
    shade,
    star,
    text_field,
    wrapped,
)
from armybuilder.groups.exports.sheet import Sheet

FOOTER = 6 * mm
PADDING = 1 * mm
ROW_PADDING = 1.3 * mm
LOWEST_ROW = 6 * mm
CLOSING = 34 * mm
QR_SIDE = 30 * mm
GAP = 3 * mm
RANK_SIGN = 4.5 * mm
CHEVRONS = {"green": 1, "veteran": 2, "elite": 3}
HAIRLINE, LINE = 0.4, 0.9
#: How many sizes of letters are tried, a point apart, for a verdict to stand on one line.
VERDICT_SIZES = 6
LONGEST_HEADING = 120
LONGEST_LINE = 160

Leaf = Callable[[Canvas], None]


@dataclass(frozen=True)
class Layout:
    """The room one leaf has and what goes into it. `name_size` is that of the list's name, `rows`
    the usual number of rows, `blanks` the lines to write on with their shares of the width."""

    width: float
    height: float
    columns: tuple[Column, ...]
    name_size: float
    verdict_width: float
    rows: int
    blanks: tuple[tuple[tuple[str, float], ...], ...]


def leaves(sheet: Sheet, layout: Layout, options: Options) -> list[Leaf]:
    """The leaves of a list, in order."""
    return _ArmySheet(sheet, layout, options).leaves()


class _ArmySheet:
    """Draws one sheet in one layout."""

    def __init__(self, sheet: Sheet, layout: Layout, options: Options) -> None:
        self.sheet, self.layout, self.options = sheet, layout, options
        self.width, self.columns = layout.width, layout.columns

    def leaves(self) -> list[Leaf]:
        """Everything dealt to leaves, the closing on the last."""
        first, following, head = self._first_heading(), self._following_heading(), self._head_row()
        full = self.layout.height - FOOTER - head.height

        def room(leaf: int) -> float:
            return full - (following if leaf else first).height

        rows = list(self._table())
        tail = [self._total_row(), *self._remarks()]
        padding = self._padding(room(0) - CLOSING - sum(b.height for b in [*rows, *tail]))
        dealt = paginate([*rows, *padding, *tail], room, CLOSING, len(tail))
        of_table = len(rows) + len(padding) + 1

        def drawn(number: int, blocks: Sequence[Block], before: int) -> Leaf:
            heading = following if number else first
            heads = [heading, head] if before < of_table else [heading]

            def draw(canvas: Canvas) -> None:
                top = self.layout.height
                for block in [*heads, *blocks]:
                    block.draw(canvas, top)
                    top -= block.height
                if number == len(dealt) - 1:
                    self._closing(canvas)
                self._footer(canvas, number + 1, len(dealt))

            return draw

        before = accumulate(map(len, dealt), initial=0)
        return [
            drawn(number, blocks, earlier)
            for number, (blocks, earlier) in enumerate(zip(dealt, before, strict=False))
        ]

    # the table ------------------------------------------------------------------------------------

    def _padding(self, free: float) -> list[Block]:
        """Blank rows up to the usual number, as far as the first leaf has room."""
        blank = self._row([()] * len(self.columns))
        lacking = self.layout.rows - len(self.sheet.pieces) - len(self.sheet.cards)
        return [blank] * max(0, min(lacking, int(free // blank.height)))

    def _table(self) -> Iterator[Block]:
        for section, pieces in self.sheet.sections:
            yield self._band(str(words.SECTION_TITLES[section]))
            for piece in pieces:
                cells = [column.piece(piece) for column in self.columns]
                yield self._row(cells, rank=piece.rank, filled_for=words.numbered_name(piece))
        if self.sheet.cards:
            yield self._band(pgettext("army sheet", "Cards"))
            for card in self.sheet.cards:
                yield self._row([column.card(card) for column in self.columns])

    def _head_row(self) -> Block:
        return self._row([(column.title,) for column in self.columns], bold=True, shaded=True)

    def _total_row(self) -> Block:
        return self._row([column.total(self.sheet) for column in self.columns], bold=True)

    def _row(
        self,
        cells: Sequence[tuple[str, ...]],
        *,
        bold: bool = False,
        shaded: bool = False,
        rank: str | None = None,
        filled_for: str = "",
    ) -> Block:
        """A row of cells that grow downwards with their text; a rank also gets its sign, and what
        is filled in for a figure a field."""
        indents = [RANK_SIGN if rank and column.signed else 0.0 for column in self.columns]
        texts = [
            [
                Text(
                    line,
                    column.width - 2 * PADDING - indent,
                    size=7.5 if bold else 8,
                    bold=bold,
                    align=column.align,
                    longest=LONGEST_LINE,
                )
                for line in cell
            ]
            for cell, column, indent in zip(cells, self.columns, indents, strict=True)
        ]
        tallest = max(sum(text.height for text in lines) for lines in texts)
        height = max(LOWEST_ROW, tallest + 2 * ROW_PADDING)

        def draw(canvas: Canvas, top: float) -> None:
            if shaded:
                shade(canvas, 0, top, self.width, height)
            x = 0.0
            for lines, column, indent in zip(texts, self.columns, indents, strict=True):
                canvas.setLineWidth(HAIRLINE)
                canvas.rect(x, top - height, column.width, height)
                if indent:
                    _rank_sign(canvas, x + PADDING, top - ROW_PADDING, rank)
                if filled_for and column.filled:
                    edge = 2 * HAIRLINE
                    inside = (column.width - 2 * edge, height - 2 * edge)
                    box = (x + edge, top - height + edge, *inside)
                    text_field(canvas, "clicks", f"{column.title}: {filled_for}", *box)
                line_top = top - ROW_PADDING
                for text in lines:
                    text.draw(canvas, x + PADDING + indent, line_top)
                    line_top -= text.height
                x += column.width

        return Block(height, draw)

    def _band(self, title: str) -> Block:
        text = Text(title, self.width - 2 * PADDING, size=8, bold=True)
        height = text.height + PADDING

        def draw(canvas: Canvas, top: float) -> None:
            canvas.setLineWidth(HAIRLINE)
            canvas.rect(0, top - height, self.width, height)
            text.draw(canvas, PADDING, top - PADDING / 2)

        return Block(height, draw, leads=True)

    def _remarks(self) -> Iterator[Block]:
        """Markers to bring, what cards do where that is asked for, and problems, a line each."""
        sheet = self.sheet
        if sheet.markers:
            markers = "; ".join(words.marker_line(marker) for marker in sheet.markers)
            yield from self._told(
                _("Artillery markers: %(markers)s") % {"markers": markers}, 2 * mm
            )
        for card in sheet.carried if self.options.effects else ():
            yield from self._told(words.effect_line(card), 0.6 * mm)
        if sheet.grave:
            count = len(sheet.grave)
            problems = ngettext("%(count)s problem", "%(count)s problems", count) % {"count": count}
            yield self._line(f"{words.verdict_word(sheet)}: {problems}", bold=True, gap=2 * mm)
            for problem in sheet.grave:
                yield from self._told(f"- {words.problem_line(problem)}")

    def _told(self, text: str, gap: float = 0) -> Iterator[Block]:
        """A text of any length, a block for each of its lines."""
        for number, line in enumerate(wrapped(text, self.width, 8)):
            yield self._line(line, gap=0 if number else gap)

    def _line(self, text: str, *, bold: bool = False, gap: float = 0) -> Block:
        drawn = Text(text, self.width, size=8, bold=bold)
        return Block(
            drawn.height + gap + 0.6 * mm,
            lambda canvas, top: drawn.draw(canvas, 0, top - gap),
            leads=bold,
        )

    # around the table -----------------------------------------------------------------------------

    def _first_heading(self) -> Block:
        """Name, verdict, facts, and the blanks to fill in by hand."""
        sheet, box_width = self.sheet, self.layout.verdict_width
        left = self.width - box_width - GAP
        title = words.list_name(sheet)[:LONGEST_HEADING]
        name = Text(title, left, size=self.layout.name_size, bold=True)
        facts = Text(words.facts(sheet), left, size=min(9, self.layout.name_size - 4))
        inside = box_width - 2 * PADDING
        largest = self.layout.name_size - 1
        sizes = [largest - step for step in range(VERDICT_SIZES)]
        word, size = fitting(words.verdict_word(sheet), inside, sizes, bold=True)
        verdict = Text(word, inside, size=size, bold=True, align="center")
        code = Text(f"{_('Check code')} {sheet.check_code}", inside, align="center")
        box = verdict.height + code.height + 4 * mm
        upper = max(name.height + facts.height + 2 * mm, box + 1 * mm)
        height = upper + 6 * mm + 7 * mm * len(self.layout.blanks)

        def draw(canvas: Canvas, top: float) -> None:
            name.draw(canvas, 0, top)
            facts.draw(canvas, 0, top - name.height - 1.5 * mm)
            x = self.width - box_width
            canvas.setLineWidth(LINE if sheet.legal else 3 * LINE)
            canvas.rect(x, top - box, box_width, box)
            verdict.draw(canvas, x + PADDING, top - 0.5 * mm)
            code.draw(canvas, x + PADDING, top - verdict.height - 2 * mm)
            for number, blanks in enumerate(self.layout.blanks):
                self._blanks(canvas, top - upper - 8 * mm - number * 7 * mm, blanks)

        return Block(height, draw)

    def _blanks(self, canvas: Canvas, baseline: float, blanks: Sequence[tuple[str, float]]) -> None:
        """Lines to write on, with a pen or at the screen, or what was typed before printing; the
        result nobody knows by then."""
        titles = {
            "player": pgettext("army sheet", "Player"),
            "event": pgettext("army sheet", "Event"),
            "date": pgettext("army sheet", "Date"),
            "table": pgettext("army sheet", "Table"),
            "result": pgettext("army sheet", "Result"),
        }
        canvas.setLineWidth(HAIRLINE)
        x = 0.0
        for key, share in blanks:
            width = share * self.width
            label = f"{titles[key]}: "
            used = canvas.stringWidth(label, "Lato", 9)
            room = width - used - 4 * mm
            typed = on_one_line(self._typed(key), room, 9, bold=True)
            Text(label, width, size=9).draw(canvas, x, baseline + 3 * mm)
            Text(typed, room, size=9, bold=True).draw(canvas, x + used, baseline + 3 * mm)
            canvas.line(x + used, baseline - 0.6 * mm, x + width - 4 * mm, baseline - 0.6 * mm)
            if not typed:
                box = (x + used, baseline - 0.4 * mm, room, 4.6 * mm)
                text_field(canvas, key, titles[key], *box)
            x += width

    def _typed(self, key: str) -> str:
        told = str(getattr(self.options, key, ""))
        return told or (words.harmless(self.sheet.player) if key == "player" else "")

    def _following_heading(self) -> Block:
        title = words.list_name(self.sheet)[:LONGEST_HEADING]
        text = Text(title, self.width, size=11, bold=True)
        return Block(text.height + 3 * mm, lambda canvas, top: text.draw(canvas, 0, top))

    def _closing(self, canvas: Canvas) -> None:
        """Signature, the judge's box and the QR code, at the foot of the last leaf."""
        top = FOOTER + CLOSING - 2 * mm
        height = CLOSING - 4 * mm
        room = self.width - QR_SIDE - 2 * GAP
        boxes = [(_("Signature of the player"), 0.4), (_("Judge: checked, remarks"), 0.6)]
        x = 0.0
        canvas.setLineWidth(LINE)
        for title, share in boxes:
            width = room * share
            canvas.rect(x, top - height, width, height)
            Text(title, width - 2 * PADDING, size=7.5).draw(canvas, x + PADDING, top - PADDING)
            x += width + GAP
        if self.sheet.qr:
            qr_code(canvas, self.width - QR_SIDE, top, QR_SIDE, self.sheet.qr)

    def _footer(self, canvas: Canvas, leaf: int, count: int) -> None:
        sheet, middle = self.sheet, self.width * 0.8
        told = f"{_('Check code')} {sheet.check_code}"
        if sheet.link:
            told = f"{told} · {sheet.link}"
        Text(told, middle, size=7.5).draw(canvas, 0, 3.5 * mm)
        place = _("page %(page)s of %(pages)s") % {"page": leaf, "pages": count}
        Text(place, self.width - middle, size=7.5, align="right").draw(canvas, middle, 3.5 * mm)


def _rank_sign(canvas: Canvas, x: float, top: float, rank: str | None) -> None:
    if rank == "unique":
        star(canvas, x, top)
    else:
        chevrons(canvas, x, top, CHEVRONS.get(rank or "", 0))
