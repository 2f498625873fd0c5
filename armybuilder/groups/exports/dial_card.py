"""A figure's card for the table, 88 by 63 millimetres, to fit a sleeve: the dial as it counts.

Every click and every heat position has a box to tick, and at the foot stands what the cards on the
figure do; where there is no room for that, it gets a card of its own. Both are drawn in tenths of a
millimetre and in black and light grey only; codes of two letters tell equipment apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.groups.exports import words
from armybuilder.groups.exports.dial_rows import Cell, Row, all_equipment, dial_rows
from armybuilder.groups.exports.paper import fitting, on_one_line, wrapped
from armybuilder.groups.exports.sheet import FittedDial, PieceRow, Sheet
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Shape, Text
from collection.catalogue.present.dial_table import lay_out
from collection.catalogue.present.values import DIAL_POSITIONS, Equipment
from collection.common.numbers import signed

WIDTH, HEIGHT = 880.0, 630.0
EDGE = 24.0
INNER = WIDTH - 2 * EDGE
RIGHT = WIDTH - EDGE
LABELS = 150.0
TITLE, SUBTITLE, CARRIED = 42.0, 74.0, 99.0
CLICKS, TICK = 126.0, 28.0
DIAL = 160.0
HEAT_GAP, HEAT_HEAD, HEAT_COLUMN = 8.0, 32.0, 67.0
BADGE, BADGE_HEIGHT = 30.0, 19.0
FOOT = 614.0
LEGEND_COLUMN = 270.0
LAST_LINE = FOOT - 18
EFFECT, EFFECT_STEP, ABOVE_EFFECTS = 15.0, 17.0, 11.0
#: The same on a card of its own, as large as there is room.
LARGE_EFFECTS = (24.0, 21.0, 18.0, 15.0)
#: The sizes a line is made smaller to before it is cut off.
TITLE_SIZES, FACT_SIZES = (34.0, 30.0, 26.0, 22.0), (23.0, 20.0, 17.0)
CARRIED_SIZES, LABEL_SIZES = (20.0, 18.0, 16.0, 14.0), (20.0, 18.0, 16.0, 14.0)
#: A dial of few clicks is not drawn wider than one of this many.
FEWEST_COLUMNS = 10

BLACK, WHITE, GREY = "#000000", "#ffffff", "#e2e2e2"

#: How shapes look on paper, by role.
INKS: Mapping[str, Ink] = {
    "card": Ink(fill=WHITE, stroke=BLACK, width=2),
    "title": Ink(BLACK, bold=True),
    "text": Ink(BLACK),
    "value": Ink(BLACK, bold=True),
    "tick": Ink(fill=WHITE, stroke=BLACK, width=1.5),
    "changed": Ink(fill=GREY),
    "rule": Ink(fill="", stroke=BLACK, width=0.8),
    "strike": Ink(fill="", stroke=BLACK, width=2),
    "badge": Ink(fill=WHITE, stroke=BLACK, width=1.5),
    "badge-given": Ink(fill=BLACK, stroke=BLACK, width=1.5),
    "code": Ink(BLACK, bold=True),
    "code-given": Ink(WHITE, bold=True),
    "marker-start": Ink(fill=BLACK),
    "marker-repair_limit": Ink(fill=WHITE, stroke=BLACK, width=1.5),
}


@dataclass(frozen=True)
class Copy:
    """One figure on the table: the line it stands in and which of its copies it is, from 1."""

    piece: PieceRow
    number: int


def copies(sheets: Sequence[Sheet], most: int) -> tuple[list[tuple[Sheet, Copy]], int]:
    """A card for each figure, at most so many, and how many are left out."""
    wanted = sum(sheet.piece_count for sheet in sheets)
    found: list[tuple[Sheet, Copy]] = []
    for sheet in sheets:
        for piece in sheet.pieces:
            room = most - len(found)
            numbers = range(1, min(piece.count, room) + 1)
            found += [(sheet, Copy(piece, number)) for number in numbers]
    return found, wanted - len(found)


@dataclass(frozen=True)
class Layout:
    """How high the rows of the two dials and of the legend are, and where the lines at the foot of
    the card begin."""

    dial_row: float = 53.0
    heat_row: float = 30.0
    legend_row: float = 18.5
    foot: float = LAST_LINE + EFFECT_STEP

    def dial_end(self, dial: FittedDial) -> float:
        """Where the combat dial ends."""
        return DIAL + len(lay_out(dial.printed).rows) * self.dial_row

    def heat_end(self, dial: FittedDial) -> float:
        """Where the heat dial ends; the combat dial for a figure without one."""
        if not dial.printed.heat:
            return self.dial_end(dial)
        rows = len(lay_out(dial.printed).heat_rows)
        return self.dial_end(dial) + HEAT_GAP + HEAT_HEAD + rows * self.heat_row

    def legend_at(self, dial: FittedDial) -> tuple[float, float]:
        """Where the legend begins: beside the heat dial, or below the combat dial."""
        if not dial.printed.heat:
            return EDGE, self.dial_end(dial) + 24
        left = EDGE + LABELS + (len(dial.printed.heat) + 1) * HEAT_COLUMN + 20
        return left, self.dial_end(dial) + HEAT_GAP + 10

    def legend_lines(self, dial: FittedDial) -> int:
        """How many lines a column of the legend has."""
        _left, top = self.legend_at(dial)
        return int((self.foot - EFFECT_STEP - top) // self.legend_row) + 1

    def has_room_for(self, dial: FittedDial, legend: Sequence[Equipment]) -> bool:
        """Whether both dials and the whole legend stand above the foot."""
        left, _top = self.legend_at(dial)
        room = self.legend_lines(dial) * _legend_columns(left)
        return len(legend) <= room and self.heat_end(dial) + ABOVE_EFFECTS <= self.foot


def dial_cards(sheet: Sheet, copy: Copy, *, base_values: bool = False) -> tuple[Picture, ...]:
    """The card of a figure, and one of what its cards do where that card has no room for it."""
    dial, effects = copy.piece.dial, _effects(copy.piece)
    legend = all_equipment(dial, dial_rows(dial)) if dial else ()
    lines = [line for effect in effects for line in wrapped(effect, INNER, EFFECT)]
    foot = LAST_LINE - (len(lines) - 1) * EFFECT_STEP
    for layout in (Layout(foot=foot), Layout(47.0, 24.0, 16.0, foot)):
        if dial and lines and layout.has_room_for(dial, legend):
            return (_card(sheet, copy, layout, lines, base_values=base_values),)
    first = _card(sheet, copy, Layout(), (), base_values=base_values)
    if dial and not Layout().has_room_for(dial, legend):
        effects.append(", ".join(f"{each.code}: {each.name}" for each in legend))
    return (first, _effects_card(sheet, copy, effects)) if effects else (first,)


def _effects(piece: PieceRow) -> list[str]:
    """What the cards on a figure do, each behind its number and name."""
    return [f"{words.mounted_name(card)}: {card.effect}" for card in piece.mounted if card.effect]


def _card(
    sheet: Sheet, copy: Copy, layout: Layout, lines: Sequence[str], *, base_values: bool
) -> Picture:
    """The card of a figure; where nobody knows its dial, one to be filled in by hand."""
    shapes: list[Shape] = [Box("card", 1, 1, WIDTH - 2, HEIGHT - 2, 24)]
    shapes += _headline(copy.piece)
    if copy.piece.dial:
        shapes += _known(copy.piece.dial, layout, base_values)
    else:
        shapes += _to_fill_in(layout)
    if lines:
        shapes.append(_rule(layout.foot - ABOVE_EFFECTS))
    for number, line in enumerate(lines):
        y = layout.foot + number * EFFECT_STEP
        shapes.append(Text("text", EDGE, y, EFFECT, line, "start"))
    shapes += _foot(sheet, copy)
    return Picture(WIDTH, HEIGHT, tuple(shapes))


def _effects_card(sheet: Sheet, copy: Copy, effects: Sequence[str]) -> Picture:
    """A card of what the cards on a figure do, as large as there is room."""
    shapes: list[Shape] = [Box("card", 1, 1, WIDTH - 2, HEIGHT - 2, 24)]
    shapes += _headline(copy.piece)
    room = LAST_LINE - CLICKS
    for size in LARGE_EFFECTS:
        texts = [wrapped(effect, INNER, size) for effect in effects]
        step = size * 1.25
        if sum(len(lines) + 0.5 for lines in texts) * step <= room:
            break
    y = CLICKS + step / 2
    for lines in texts:
        for line in lines:
            shapes.append(Text("text", EDGE, y, size, line, "start"))
            y += step
        y += step / 2
    shapes += _foot(sheet, copy)
    return Picture(WIDTH, HEIGHT, tuple(shapes))


def note_card(text: str) -> Picture:
    """A card that only says something."""
    shown = on_one_line(text, INNER, 26)
    box = Box("card", 1, 1, WIDTH - 2, HEIGHT - 2, 24)
    return Picture(WIDTH, HEIGHT, (box, Text("text", WIDTH / 2, HEIGHT / 2, 26, shown)))


def _headline(piece: PieceRow) -> Iterator[Shape]:
    points = words.points_of(piece.value if piece.points is not None else None)
    title, size = fitting(words.numbered_name(piece), INNER - 90, TITLE_SIZES, bold=True)
    yield Text("title", EDGE, TITLE, size, title, "start")
    yield Text("title", RIGHT, TITLE, 34, points, "end")
    facts = (
        "" if piece.official else _("unofficial"),
        words.faction_name(piece),
        words.rank_name(piece),
        str(words.KINDS[piece.section]),
    )
    yield _line(" · ".join(filter(None, facts)), SUBTITLE, FACT_SIZES)
    carried = [", ".join(map(words.mounted_name, piece.mounted))]
    carried += piece.dial.abilities if piece.dial and not _effects(piece) else ()
    yield _line(" · ".join(filter(None, carried)), CARRIED, CARRIED_SIZES)


def _line(text: str, y: float, sizes: Sequence[float]) -> Text:
    shown, size = fitting(text, INNER, sizes)
    return Text("text", EDGE, y, size, shown, "start")


def _foot(sheet: Sheet, copy: Copy) -> Iterator[Shape]:
    place = words.rows_word((copy.piece.number,))
    if copy.piece.count > 1:
        place = f"{place} ({copy.number}/{copy.piece.count})"
    right = f"{place} · {sheet.check_code}"
    yield Text("text", RIGHT, FOOT, 16, right, "end")
    name = on_one_line(words.list_name(sheet), INNER - 240, 16)
    yield Text("text", EDGE, FOOT, 16, name, "start")


# the combat dial ----------------------------------------------------------------------------------


def _known(dial: FittedDial, layout: Layout, base_values: bool) -> Iterator[Shape]:
    rows = dial_rows(dial)
    columns = len(dial.clicks)
    markers = [click.marker for click in dial.printed.clicks]
    yield from _ticks(columns, markers)
    for number, row in enumerate(rows):
        top = DIAL + number * layout.dial_row
        yield from _label(row, top)
        for index, cell in enumerate(row.cells):
            box = (*_column(index, columns), top, layout.dial_row)
            yield from _cell(cell, *box, base_values=base_values)
    yield from _end(columns, layout.dial_end(dial))
    if dial.printed.heat:
        yield from _heat(dial, layout)
    yield from _legend(all_equipment(dial, rows), dial, layout)


def _to_fill_in(layout: Layout) -> Iterator[Shape]:
    """Boxes and empty rows for a dial nobody knows."""
    yield from _ticks(DIAL_POSITIONS, [None] * DIAL_POSITIONS)
    labels = (_("Speed"), _("Attack"), _("Defense"), _("Damage"), _("Damage"))
    for number, label in enumerate(labels):
        top = DIAL + number * layout.dial_row
        yield _rule(top)
        shown, size = fitting(str(label), LABELS, LABEL_SIZES)
        yield Text("text", EDGE, top + layout.dial_row / 2, size, shown, "start")
    bottom = DIAL + len(labels) * layout.dial_row
    yield _rule(bottom)
    yield _line(_("The dial is not known: copy it from the figure."), bottom + 26, CARRIED_SIZES)


def _column(index: int, columns: int) -> tuple[float, float]:
    """The left edge and the width of a column."""
    width = (INNER - LABELS) / max(columns + 0.4, FEWEST_COLUMNS)
    return EDGE + LABELS + index * width, width


def _rule(y: float) -> Line:
    return Line("rule", ((EDGE, y), (RIGHT, y)))


def _ticks(columns: int, markers: Sequence[str | None]) -> Iterator[Shape]:
    yield Text("title", EDGE, CLICKS + TICK / 2, 20, _("Click"), "start")
    for index in range(columns):
        left, width = _column(index, columns)
        middle = left + width / 2
        yield from _tick(middle, CLICKS, str(index + 1))
        if markers[index]:
            tip = CLICKS - 1
            corners = ((middle - 7, tip - 9), (middle + 7, tip - 9), (middle, tip))
            yield Polygon(f"marker-{markers[index]}", corners)


def _tick(middle: float, top: float, number: str) -> Iterator[Shape]:
    """A box to tick with its number in it."""
    yield Box("tick", middle - TICK / 2, top, TICK, TICK)
    yield Text("text", middle, top + TICK / 2, 17, number)


def _label(row: Row, top: float) -> Iterator[Shape]:
    """The name of a row, its range, and what a card gives it."""
    yield _rule(top)
    name = f"{row.range_type or row.label}"
    room = LABELS - (BADGE + 14 if row.grants else 6)
    shown, size = fitting(name, room, LABEL_SIZES)
    yield Text("text", EDGE, top + 16, size, shown, "start")
    if row.weapon:
        reach = f'{row.weapon.range_min}–{row.weapon.range_max}" ×{row.weapon.targets}'
        yield Text("text", EDGE, top + 37, 17, reach, "start")
    for number, grant in enumerate(row.grants):
        x = EDGE + LABELS - 26
        y = top + 15 + number * (BADGE_HEIGHT + 3)
        yield from _badge(grant.equipment, x, y, given=True)
        if grant.clicks:
            yield Text("text", x - BADGE / 2 - 4, y + 20, 13, grant.clicks, "end")


def _cell(
    cell: Cell, left: float, width: float, top: float, height: float, *, base_values: bool
) -> Iterator[Shape]:
    middle = left + width / 2
    if cell.changed:
        yield Box("changed", left + 1, top + 2, width - 2, height - 4)
    yield Text("value", middle, top + 16, 27, str(cell.value))
    if cell.changed and base_values:
        yield Text("text", left + width - 4, top + height - 13, 13, str(cell.printed), "end")
    if cell.equipment:
        x = middle - 5 if cell.changed and base_values else middle
        y = top + height - 11
        yield from _badge(cell.equipment, x, y)
        if cell.idle:
            yield Line("strike", ((x - BADGE / 2, y), (x + BADGE / 2, y)))


def _badge(equipment: Equipment, x: float, y: float, *, given: bool = False) -> Iterator[Shape]:
    """The code in its shape, round for a single use; white on black when a card gives it."""
    radius = BADGE_HEIGHT / 2 if equipment.shape == "circle" else 0
    kind = "-given" if given else ""
    box = (x - BADGE / 2, y - BADGE_HEIGHT / 2, BADGE, BADGE_HEIGHT, radius)
    yield Box(f"badge{kind}", *box)
    yield Text(f"code{kind}", x, y, 15, equipment.code)


def _end(columns: int, bottom: float) -> Iterator[Shape]:
    """A bar after the last click: what follows eliminates."""
    left, _width = _column(columns, columns)
    width = 10.0
    yield Line("rule", ((left, DIAL), (left, bottom)))
    yield Line("rule", ((left + width, DIAL), (left + width, bottom)))
    teeth = int((bottom - DIAL) // width)
    corners = [(left + width * (tooth % 2), DIAL + tooth * width) for tooth in range(teeth + 1)]
    yield Line("rule", tuple(corners))
    yield _rule(bottom)


# heat and legend ----------------------------------------------------------------------------------


def _heat(dial: FittedDial, layout: Layout) -> Iterator[Shape]:
    table, top = lay_out(dial.printed), layout.dial_end(dial) + HEAT_GAP
    positions = dial.printed.heat
    title = _("Heat, vent %(vent)s") % {"vent": dial.printed.vent or "-"}
    shown, size = fitting(title, LABELS - 6, LABEL_SIZES, bold=True)
    yield Text("title", EDGE, top + TICK / 2, size, shown, "start")

    def middle(index: int) -> float:
        return EDGE + LABELS + (index + 0.5) * HEAT_COLUMN

    for index, position in enumerate(positions):
        yield from _tick(middle(index), top, str(position.number))
    yield Box("tick", middle(len(positions)) - 30, top, 60, TICK)
    off = pgettext("army sheet", "off")
    yield Text("text", middle(len(positions)), top + TICK / 2, 16, off)
    right = EDGE + LABELS + (len(positions) + 1) * HEAT_COLUMN
    weapons = [row.range_type for row in table.rows if row.weapon]
    labels = [table.heat_rows[0].label, *weapons]
    for number, (label, row) in enumerate(zip(labels, table.heat_rows, strict=True)):
        line = top + HEAT_HEAD + number * layout.heat_row
        yield Line("rule", ((EDGE, line), (right, line)))
        shown, size = fitting(str(label), LABELS - 6, LABEL_SIZES)
        yield Text("text", EDGE, line + layout.heat_row / 2, size, shown, "start")
        for index, cell in enumerate(row.cells):
            x, y = middle(index), line + layout.heat_row / 2
            yield Text("value", x - (17 if cell.effect else 0), y, 21, signed(cell.modifier))
            if cell.effect:
                yield from _badge(cell.effect, x + 15, y)


def _legend_columns(left: float) -> int:
    return max(1, int((RIGHT - left + 10) // LEGEND_COLUMN))


def _legend(equipment: Sequence[Equipment], dial: FittedDial, layout: Layout) -> Iterator[Shape]:
    """The names behind the codes, as many as there is room for."""
    (left, top), lines = layout.legend_at(dial), layout.legend_lines(dial)
    columns = _legend_columns(left)
    width = (RIGHT - left) / columns
    for number, piece in enumerate(equipment[: lines * columns]):
        x = left + (number // lines) * width
        y = top + (number % lines) * layout.legend_row
        yield Text("code", x, y, 15, piece.code, "start")
        name, size = fitting(str(piece.name), width - 38, (15.0, 13.0, 11.0))
        yield Text("text", x + 32, y, size, name, "start")
