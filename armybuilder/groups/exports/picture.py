"""A list as a picture for chats: 1200 × 630 pixels, readable at a third of that width."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from armybuilder.groups.exports import qr_code, words
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import CardLine, PieceRow, Sheet
from collection.catalogue.pictures import inks
from collection.catalogue.pictures.drawings import faction_mark, line_up, standing
from collection.catalogue.pictures.png import shortened, width_of, write_png
from collection.catalogue.pictures.shapes import (
    Box,
    Disc,
    Line,
    Picture,
    Polygon,
    Shape,
    Text,
    on_circle,
    turned,
)

WIDTH, HEIGHT = 1200.0, 630.0
LEFT, RIGHT = 48.0, 1152.0
#: The line figures stand on, and where its ink ends.
GROUND, GROUND_END = 325.0, 330.0
ROW_WIDTH, REST_WIDTH, ROW_HEIGHT, LARGEST_SCALE = 850.0, 70.0, 168.0, 2.1
#: Colours the file has at most, which keeps it small.
COLOURS = 192
#: Figures drawn; a list may have more.
MOST_STANDING = 14
LIST_TOP, LIST_BOTTOM, LIST_RIGHT = 342.0, 602.0, 896.0
LIST_GAP = 40.0
QR_LEFT, QR_TOP, QR_SIZE = 948.0, 356.0, 198.0
STAMP_X, STAMP_Y, STAMP_TURN = 1050.0, 250.0, -5.0
STAMP_WORDS, STAMP_HEIGHT = 136.0, 66.0
DOT_STEP, DOTS_TOP = 12.0, 108.0


@dataclass(frozen=True)
class Density:
    """How lines stand: so many at most in a column, and the size of their names."""

    lines: int
    columns: int
    size: float

    @property
    def most(self) -> int:
        """How many lines there is room for."""
        return self.lines * self.columns


DENSITIES = (Density(5, 1, 28.0), Density(7, 1, 23.0), Density(7, 2, 21.0), Density(9, 2, 18.0))


@dataclass(frozen=True)
class Entry:
    """One line of the list."""

    name: str
    carried: str
    points: str


def render(sheet: Sheet, _options: Options) -> bytes:
    """The picture as PNG, always with the light page's inks."""
    return write_png(draw(sheet), inks.of_list(sheet.mark), colours=COLOURS)


def draw(sheet: Sheet) -> Picture:
    """Name, points and verdict over the figures on their ground; below what they are."""
    shapes = [
        Box("ground", 0, 0, WIDTH, GROUND),
        *_dots(),
        *_head(sheet),
        *_figures(sheet),
        *_stamp(sheet),
        Box("page", 0, GROUND_END, WIDTH, HEIGHT - GROUND_END),
        Box("ink", 0, GROUND, WIDTH, GROUND_END - GROUND),
        *_list(sheet),
        *_code(sheet),
    ]
    return Picture(WIDTH, HEIGHT, tuple(shapes))


def _dots() -> Iterator[Shape]:
    """The screen of dots under the feet, fading upwards."""
    rows = int((GROUND - DOTS_TOP) / DOT_STEP)
    for row in range(rows):
        y = DOTS_TOP + (row + 0.7) * DOT_STEP
        strength = (row + 1) * inks.DOT_STEPS // (rows + 1)
        for column in range(int(WIDTH / DOT_STEP) + 1):
            yield Disc(f"dot-{strength}", column * DOT_STEP + DOT_STEP / 2, y, 1.7)


def _head(sheet: Sheet) -> Iterator[Shape]:
    left = LEFT
    if sheet.mark:
        yield from faction_mark(sheet.mark, "spot", LEFT, 44, 82)
        left += 106
    total = f"≥ {sheet.total}" if sheet.at_least else str(sheet.total)
    room = RIGHT - width_of(total, 80, bold=True) - 40 - left
    name = words.list_name(sheet)
    size = max(38.0, min(64.0, 64 * room / max(width_of(name, 64, bold=True), 1)))
    yield Text("title", left, 68, size, shortened(name, size, room, bold=True), "start")
    yield Text("told", left, 120, 23, shortened(_told(sheet), 23, room, bold=False), "start")
    yield Text("title", RIGHT, 68, 80, total, "end")
    if sheet.build_total is not None:
        limit = _("of %(points)s") % {"points": sheet.build_total}
        yield Text("told", RIGHT, 120, 23, limit, "end")


def _told(sheet: Sheet) -> str:
    """Faction, figures and orders in a line."""
    figures = ngettext("%(count)s figure", "%(count)s figures", sheet.piece_count)
    told = [words.harmless(sheet.faction) if sheet.faction else words.group_factions(sheet)]
    told.append(figures % {"count": sheet.piece_count})
    if sheet.orders is not None:
        orders = ngettext("%(count)s order a turn", "%(count)s orders a turn", sheet.orders)
        told.append(orders % {"count": sheet.orders})
    return " · ".join(told)


def _figures(sheet: Sheet) -> Iterator[Shape]:
    """The figures on their ground, each of a line that stands for several."""
    known = [piece for piece in sheet.pieces if piece.drawing]
    shown = [piece for piece in known for _copy in range(min(piece.count, MOST_STANDING))]
    row = line_up([(piece.drawing, piece.section) for piece in shown[:MOST_STANDING]])
    if not row.figures:
        return
    rest = sum(piece.count for piece in known) - len(row.figures)
    room = ROW_WIDTH - (REST_WIDTH if rest else 0)
    scale = min(room / row.width, ROW_HEIGHT / row.height, LARGEST_SCALE)
    for piece, figure in zip(shown, row.figures, strict=False):
        yield from standing(figure, inks.spot_role(piece.mark), LEFT, GROUND, scale)
    if rest:
        x = LEFT + row.width * scale + 14
        yield Text("title", x, GROUND - 22, 26, f"+{rest}", "start")


def _stamp(sheet: Sheet) -> Iterator[Shape]:
    """The verdict, a little askew: a sign and a word."""
    role = {True: "legal", False: "illegal", None: "undecided"}[sheet.legal]
    word = str(_STAMPED[sheet.legal])
    size = min(36.0, 36 * STAMP_WORDS / width_of(word, 36, bold=True))
    width = width_of(word, size, bold=True) + 82
    half, across = width / 2, STAMP_HEIGHT / 2

    def askew(x: float, y: float) -> tuple[float, float]:
        return turned((STAMP_X + x, STAMP_Y + y), (STAMP_X, STAMP_Y), STAMP_TURN)

    frame = ((-half, -across), (half, -across), (half, across), (-half, across), (-half, -across))
    yield Line(f"{role}-line", tuple(askew(x, y) for x, y in frame), 4)
    sign = -half + 36
    ring = tuple(askew(*on_circle(sign, 0, 14, angle)) for angle in range(0, 361, 15))
    yield Line(f"{role}-line", ring, 3)
    for stroke in _SIGNS[sheet.legal]:
        yield Line(f"{role}-line", tuple(askew(sign + x, y) for x, y in stroke), 3.5)
    x, y = askew(sign + 24 + (half - sign - 24 - 14) / 2, 0)
    yield Text(role, x, y, size, word, turn=STAMP_TURN)


_STAMPED = {
    True: pgettext_lazy("a stamp", "LEGAL"),
    False: pgettext_lazy("a stamp", "ILLEGAL"),
    None: pgettext_lazy("a stamp", "UNDECIDED"),
}
#: A tick, a cross, a bar with a dot; the ring around them is twenty-eight wide.
_SIGNS: dict[bool | None, tuple[tuple[tuple[float, float], ...], ...]] = {
    True: (((-6, 0), (-2, 5), (6, -5)),),
    False: (((-5, -5), (5, 5)), ((-5, 5), (5, -5))),
    None: (((0, -7), (0, 2)), ((0, 5), (0, 7))),
}


def _list(sheet: Sheet) -> Iterator[Shape]:
    entries = list(_entries(sheet))
    density = next((each for each in DENSITIES if len(entries) <= each.most), DENSITIES[-1])
    if len(entries) > density.most:
        rest = len(entries) - density.most + 1
        more = ngettext("and %(count)s line more", "and %(count)s lines more", rest)
        entries = [*entries[: density.most - 1], Entry(more % {"count": rest}, "", "")]
    width = (LIST_RIGHT - LEFT - LIST_GAP * (density.columns - 1)) / density.columns
    height = min((LIST_BOTTOM - LIST_TOP) / density.lines, 50.0)
    for index, entry in enumerate(entries):
        column, line = divmod(index, density.lines)
        left, top = LEFT + column * (width + LIST_GAP), LIST_TOP + line * height
        yield from _line(entry, density.size, (left, top, width, height))


def _line(entry: Entry, size: float, place: tuple[float, float, float, float]) -> Iterator[Shape]:
    left, top, width, height = place
    middle = top + height / 2
    if top > LIST_TOP:
        yield Box("rule", left, top, width, 1)
    yield Text("title", left + width, middle, size, entry.points, "end")
    room = width - width_of(entry.points, size, bold=True) - 16
    name = shortened(entry.name, size, room, bold=True)
    yield Text("title", left, middle, size, name, "start")
    taken = width_of(name, size, bold=True) + 12
    carried = shortened(entry.carried, size * 0.75, room - taken, bold=False)
    if carried and carried != "…":
        yield Text("told", left + taken, middle + size * 0.08, size * 0.75, carried, "start")


def _entries(sheet: Sheet) -> Iterator[Entry]:
    for piece in sheet.pieces:
        count = f"{piece.count} × " if piece.count > 1 else ""
        yield Entry(f"{count}{words.figure_name(piece)}", _carried(piece), words.row_total(piece))
    for card in sheet.cards:
        yield Entry(words.card_name(card), "", words.points_of(card.points))


def _carried(piece: PieceRow) -> str:
    cards: Sequence[CardLine] = piece.mounted
    return " · ".join(words.card_name(card) for card in cards)


def _code(sheet: Sheet) -> Iterator[Shape]:
    """The code of the list's address, where it has one that a camera can read."""
    if not sheet.qr:
        return
    rows = qr_code.modules(sheet.qr)
    side = QR_SIZE / (len(rows) - 2 * qr_code.QUIET)
    inner = slice(qr_code.QUIET, len(rows) - qr_code.QUIET)
    for y, row in enumerate(rows[inner]):
        for x, dark in enumerate(row[inner]):
            if dark:
                left, top = QR_LEFT + x * side, QR_TOP + y * side
                corners = (
                    (left, top),
                    (left + side, top),
                    (left + side, top + side),
                    (left, top + side),
                )
                yield Polygon("ink", corners)
    middle = QR_LEFT + QR_SIZE / 2
    yield Text("told", middle, QR_TOP + QR_SIZE + 20, 17, _("open it, or play against it"))
