"""A whole dial on a card of 88 by 63 millimetres, in tenths of a millimetre."""

from collections.abc import Iterator
from dataclasses import dataclass

from collection.catalogue.pictures.shapes import Box, Picture, Polygon, Shape, Text
from collection.catalogue.present.dial_table import DialTable, lay_out
from collection.catalogue.present.values import Dial, Equipment

WIDTH, HEIGHT = 880.0, 630.0
EDGE = 28.0
LABELS = 160.0
TITLE, SUBTITLE = 42.0, 82.0
DIAL_TOP, DIAL_ROW = 108.0, 54.0
HEAT_ROW = 44.0
HEAD = 32.0
GAP = 14.0
BADGE_WIDTH, BADGE_HEIGHT = 30.0, 20.0
#: A dial of few clicks is not drawn wider than one of this many.
FEWEST_COLUMNS = 9


@dataclass(frozen=True)
class DialCard:
    """What a card says beside the dial."""

    title: str
    subtitle: str
    points: str
    vent: str
    dial: Dial


def dial_card(card: DialCard) -> Picture:
    """The card: title and points, every click with its equipment, heat below."""
    table = lay_out(card.dial)
    shapes = [*_headline(card), *_clicks(table)]
    bottom = DIAL_TOP + HEAD + DIAL_ROW * len(table.rows)
    if table.heat_rows:
        shapes += _heat(card, table, bottom + GAP)
    return Picture(WIDTH, HEIGHT, tuple(shapes))


def _headline(card: DialCard) -> Iterator[Shape]:
    yield Box("paper", 1, 1, WIDTH - 2, HEIGHT - 2, 24)
    yield Text("title", EDGE, TITLE, 34, card.title, "start")
    yield Text("title", WIDTH - EDGE, TITLE, 34, card.points, "end")
    yield Text("subtitle", EDGE, SUBTITLE, 22, card.subtitle, "start")


def _column(index: int, columns: int) -> tuple[float, float]:
    """The left edge and the width of a column."""
    width = (WIDTH - 2 * EDGE - LABELS) / max(columns, FEWEST_COLUMNS)
    return EDGE + LABELS + index * width, width


def _clicks(table: DialTable) -> Iterator[Shape]:
    columns = len(table.heads)
    for index, head in enumerate(table.heads):
        left, width = _column(index, columns)
        middle = left + width / 2
        yield Text("head", middle, DIAL_TOP + 11, 20, str(head.number))
        if head.marker:
            tip = DIAL_TOP + HEAD - 2
            corners = ((middle - 6, tip - 7), (middle + 6, tip - 7), (middle, tip))
            yield Polygon(f"marker-{head.marker}", corners)
    for number, row in enumerate(table.rows):
        top = DIAL_TOP + HEAD + number * DIAL_ROW
        yield Box("rule", EDGE, top, WIDTH - 2 * EDGE, 1.5)
        label = f"{row.label}" if not row.weapon else f"{row.range_type}"
        yield Text("label", EDGE, top + 18, 20, label, "start")
        if row.weapon:
            reach = f'{row.weapon.range_min}–{row.weapon.range_max}" ×{row.weapon.targets}'
            yield Text("label", EDGE, top + 39, 17, reach, "start")
        for index, cell in enumerate(row.cells):
            left, width = _column(index, columns)
            if cell.previous is not None:
                yield Box("changed", left, top + 2, width, DIAL_ROW - 3)
            yield Text("value", left + width / 2, top + 17, 26, str(cell.value))
            if cell.equipment:
                yield from _badge(cell.equipment, left + width / 2, top + 40)


def _heat(card: DialCard, table: DialTable, top: float) -> Iterator[Shape]:
    columns = len(card.dial.heat)
    yield Text("head", EDGE, top + HEAD / 2, 15, card.vent, "start")
    for index, position in enumerate(card.dial.heat):
        left, width = _column(index, columns)
        yield Text("head", left + width / 2, top + HEAD / 2, 20, str(position.number))
    left, width = _column(columns, columns)
    yield Box("end", left, top + HEAD, min(width, 30), HEAT_ROW * len(table.heat_rows))
    weapons = [row.range_type for row in table.rows if row.weapon]
    labels = [table.heat_rows[0].label, *weapons]
    for number, (label, row) in enumerate(zip(labels, table.heat_rows, strict=True)):
        line = top + HEAD + number * HEAT_ROW
        yield Box("rule", EDGE, line, WIDTH - 2 * EDGE, 1.5)
        yield Text("label", EDGE, line + HEAT_ROW / 2, 20, str(label), "start")
        for index, cell in enumerate(row.cells):
            left, width = _column(index, columns)
            middle = left + width / 2
            yield Text("value", middle - (16 if cell.effect else 0), line + 22, 21, cell.signed)
            if cell.effect:
                yield from _badge(cell.effect, middle + 14, line + 22)


def _badge(equipment: Equipment, x: float, y: float) -> Iterator[Shape]:
    """The code on its colour; a circle where the equipment is for a single use."""
    radius = BADGE_HEIGHT / 2 if equipment.shape == "circle" else 2
    left, top = x - BADGE_WIDTH / 2, y - BADGE_HEIGHT / 2
    yield Box(f"equipment-{equipment.colour}", left, top, BADGE_WIDTH, BADGE_HEIGHT, radius)
    role = "code-yellow" if equipment.colour == "yellow" else "code"
    yield Text(role, x, y, 15, equipment.code)
