"""Cards of 63 by 88 millimetres in colour, to fit a sleeve: a figure with its picture, its dial as
it counts, its heat and what its codes mean; and each card it bears, with what that does.

All measures are tenths of a millimetre. A figure's picture takes what its dials leave.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.groups.exports import words
from armybuilder.groups.exports.dial_rows import Cell, Row, all_equipment, dial_rows
from armybuilder.groups.exports.paper import fitting, on_one_line, wrapped
from armybuilder.groups.exports.sheet import (
    CardLine,
    FittedDial,
    GroupCardLine,
    Mounted,
    PieceRow,
    Sheet,
)
from collection.catalogue.pictures import inks
from collection.catalogue.pictures.drawings import faction_mark, line_up, standing
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Shape, Text
from collection.catalogue.present.dial_table import lay_out
from collection.catalogue.present.values import DIAL_POSITIONS, Equipment
from collection.common.language import Words

WIDTH, HEIGHT = 630.0, 880.0
EDGE = 24.0
INNER = WIDTH - 2 * EDGE
RIGHT = WIDTH - EDGE
#: The picture is at least and at most so high; below it stand name and facts.
LEAST_PICTURE, MOST_PICTURE = 176.0, 400.0
GROUND_LINE, NAMES, CARRIED = 5.0, 84.0, 20.0
LABELS = 96.0
TICK, CLICKS = 24.0, 30.0
LEAST_ROW, MOST_ROW = 44.0, 60.0
HEAT_HEAD, HEAT_ROW, HEAT_COLUMN = 30.0, 23.0, 72.0
GAP = 10.0
LEGEND_LINE = 19.0
LEGEND_COLUMNS = 2
FOOT = 858.0
BADGE, BADGE_HEIGHT = 26.0, 17.0
MARK, MARK_EDGE = 62.0, 20.0
DOT_STEP = 13.0
DOT_ROWS = 9
#: The sizes a line is made smaller to before it is cut off.
NAME_SIZES, FACT_SIZES = (36.0, 32.0, 28.0, 24.0, 20.0), (19.0, 17.0, 15.0)
LABEL_SIZES, CODE_SIZES = (17.0, 15.0, 13.0, 11.5), (15.0, 13.5, 12.0, 10.5)
EFFECT_SIZES = (30.0, 27.0, 24.0, 21.0, 18.0, 16.0)
FEWEST_COLUMNS = 10


@cache
def inks_of(mark: str) -> Mapping[str, Ink]:
    """The inks of a card on the wash of the faction with a mark, "" for none."""
    listed = inks.of_list(mark)
    kept = ("ground", "ink", "far", "cut", "spot", "on-spot", "title", "told")
    badges = {role: ink for role, ink in inks.PRINT.items() if role.startswith("equipment-")}
    wash = listed["ground"].fill
    return {
        **{role: listed[role] for role in kept},
        **{role: Ink(fill=ink.fill) for role, ink in badges.items()},
        **{f"heat-{step}": Ink(fill=colour) for step, colour in enumerate(inks.HEAT)},
        "parting": Ink(fill="", stroke=wash),
        "dots": Ink(fill="", stroke=inks.mixed(listed["spot"].fill, wash, 0.3), width=3, dots=13),
        "card": Ink(fill=inks.WHITE),
        "edge": Ink(fill="", stroke=inks.PAGE_LINE, width=2),
        "rule": Ink(fill="", stroke=inks.PAGE_LINE, width=1.2),
        "rule-strong": Ink(fill="", stroke=inks.INK, width=3),
        "text": Ink(),
        "value": Ink(bold=True),
        "changed": Ink(fill=wash),
        "tick": Ink(fill=inks.WHITE, stroke=inks.PAGE_QUIET, width=1.2),
        "idle": Ink(fill="", stroke=inks.INK, width=2.5),
        "code": Ink(fill=inks.WHITE, bold=True),
        "code-yellow": Ink(bold=True),
        "marker-start": inks.PRINT["marker-start"],
        "marker-repair_limit": inks.PRINT["marker-repair_limit"],
    }


@dataclass(frozen=True)
class SleeveCard:
    """A card: what it is called, the mark whose inks it is printed with, the picture."""

    name: str
    mark: str
    picture: Picture


def sleeve_cards(sheets: Sequence[Sheet], most: int) -> tuple[list[SleeveCard], int]:
    """A card for each figure followed by those of the cards on it, then those of the group; at most
    so many, and how many are left out."""
    wanted = sum(piece.count * (1 + len(piece.mounted)) for s in sheets for piece in s.pieces)
    wanted += sum(len(sheet.cards) for sheet in sheets)
    drawn = [card for _number, card in zip(range(most), _all(sheets), strict=False)]
    return drawn, wanted - len(drawn)


def _all(sheets: Sequence[Sheet]) -> Iterator[SleeveCard]:
    for sheet in sheets:
        for piece in sheet.pieces:
            cards = [figure_card(piece), *(effect_card(card, piece) for card in piece.mounted)]
            for _copy in range(piece.count):
                yield from cards
        for card in sheet.cards:
            yield effect_card(card, None, sheet.mark)


@dataclass(frozen=True)
class Layout:
    """Where the ground, the dial, the heat dial and the legend begin, and how high a row is."""

    ground: float
    dial: float
    row: float
    heat: float
    legend: float

    @classmethod
    def of(cls, rows: int, heat_rows: int, legend: int, *, carries: bool) -> "Layout":
        """So that everything stands on the card, the rows as high and the picture as large as
        there is room for."""
        names = NAMES + (CARRIED if carries else 0)
        heat = HEAT_HEAD + heat_rows * HEAT_ROW + GAP if heat_rows else 0.0
        lines = -(-legend // LEGEND_COLUMNS)
        room = FOOT - names - CLICKS - GAP - heat - lines * LEGEND_LINE
        row = min(max((room - MOST_PICTURE) / rows, LEAST_ROW), MOST_ROW)
        ground = min(max(room - rows * row, LEAST_PICTURE), MOST_PICTURE)
        dial = ground + names
        heat_top = dial + CLICKS + rows * row + GAP
        return cls(ground, dial, row, heat_top, heat_top + heat)


def figure_card(piece: PieceRow) -> SleeveCard:
    """The card of a figure; where nobody knows its dial, one to be filled in by hand."""
    dial = piece.dial
    rows = dial_rows(dial) if dial else ()
    legend = all_equipment(dial, rows) if dial else ()
    heat_rows = len(lay_out(dial.printed).heat_rows) if dial and dial.printed.heat else 0
    carried = _carried(piece)
    layout = Layout.of(len(rows) or 5, heat_rows, len(legend), carries=bool(carried))
    shapes = [
        *_ground(piece.drawing, piece.section, piece.mark, layout.ground),
        Text("title", RIGHT, 52, 62, words.points_of(_points(piece)), "end"),
        *_names(piece, carried, layout.ground),
    ]
    if dial:
        shapes += _dial(dial, rows, layout)
        shapes += _heat(dial, layout.heat) if heat_rows else ()
        shapes += _legend(legend, layout.legend)
    else:
        shapes += _to_fill_in(layout)
    return _card(words.numbered_name(piece), piece.mark, shapes)


def effect_card(card: CardLine, bearer: PieceRow | None, mark: str = "") -> SleeveCard:
    """The card of a piece of gear, a pilot or a card of the group: who bears it, what it does."""
    mark = bearer.mark if bearer else mark
    effect = words.harmless(card.effect) or _("Nobody has written down what it does.")
    for size in EFFECT_SIZES:
        lines, step = wrapped(effect, INNER, size), size * 1.35
        room = FOOT - NAMES - len(lines) * step
        if room >= LEAST_PICTURE:
            break
    ground = min(max(room, LEAST_PICTURE), MOST_PICTURE)
    name, name_size = fitting(words.card_name(card), INNER, NAME_SIZES, bold=True)
    facts = [words.harmless(card.id), _type_of(card)]
    facts += [words.figure_name(bearer)] if bearer else []
    if isinstance(card, Mounted) and card.weapon:
        facts.append(str(words.WEAPONS[card.weapon]))
    shapes = [
        *_ground(bearer.drawing if bearer else "", bearer.section if bearer else "", mark, ground),
        Text("title", RIGHT, 52, 62, words.points_of(card.points), "end"),
        Text("title", EDGE, ground + 30, name_size, name, "start"),
        _fact(facts, ground + 58),
    ]
    shapes += [
        Text("text", EDGE, ground + NAMES + (number + 0.5) * step, size, line, "start")
        for number, line in enumerate(lines)
    ]
    return _card(words.numbered_card(card), mark, shapes)


def _type_of(card: CardLine) -> str:
    """What kind of card it is, as far as the sheet knows."""
    kind = card.type if isinstance(card, GroupCardLine) else ""
    if isinstance(card, Mounted):
        kind = "G" if card.kind == "gear" else "P"
    return str(words.CARD_TYPES.get(kind, ""))


def _card(name: str, mark: str, shapes: Sequence[Shape]) -> SleeveCard:
    paper, edge = Box("card", 0, 0, WIDTH, HEIGHT), Box("edge", 1, 1, WIDTH - 2, HEIGHT - 2)
    return SleeveCard(name, mark, Picture(WIDTH, HEIGHT, (paper, *shapes, edge)))


# the picture and what it is of --------------------------------------------------------------------


def _ground(drawing: str, kind: str, mark: str, ground: float) -> Iterator[Shape]:
    """The wash with its screen of dots, the figure on its line, the faction's mark."""
    yield Box("ground", 0, 0, WIDTH, ground)
    for row in range(DOT_ROWS):
        y = ground - (row + 0.6) * DOT_STEP
        yield Line("dots", ((DOT_STEP / 2, y), (WIDTH, y)))
    if drawing:
        row_of_one = line_up([(drawing, kind)])
        scale = min((ground - 24) / row_of_one.height, 0.62 * WIDTH / row_of_one.width)
        left = (WIDTH - row_of_one.width * scale) / 2
        yield from standing(row_of_one.figures[0], "spot", left, ground, scale)
    yield Box("ink", 0, ground, WIDTH, GROUND_LINE)
    if mark:
        yield from faction_mark(mark, "spot", MARK_EDGE, MARK_EDGE, MARK)


def _points(piece: PieceRow) -> int | None:
    return None if piece.points is None else piece.value


def _carried(piece: PieceRow) -> list[str]:
    """The cards on a figure, and what they bring besides values and equipment."""
    abilities = piece.dial.abilities if piece.dial and not piece.mounted else ()
    return [*map(words.card_name, piece.mounted), *abilities]


def _names(piece: PieceRow, carried: Sequence[str], ground: float) -> Iterator[Shape]:
    name, size = fitting(words.piece_name(piece), INNER, NAME_SIZES, bold=True)
    yield Text("title", EDGE, ground + 30, size, name, "start")
    facts = (words.harmless(piece.id), words.faction_name(piece), words.rank_name(piece))
    yield _fact((*facts, str(words.KINDS[piece.section])), ground + 57)
    if carried:
        yield _fact(carried, ground + 79)


def _fact(facts: Sequence[str], y: float) -> Text:
    shown, size = fitting(" · ".join(filter(None, facts)), INNER, FACT_SIZES)
    return Text("told", EDGE, y, size, shown, "start")


# the dials ----------------------------------------------------------------------------------------


def _column(index: int, columns: int) -> tuple[float, float]:
    """The left edge and the width of a column."""
    width = (INNER - LABELS) / max(columns, FEWEST_COLUMNS)
    return EDGE + LABELS + index * width, width


def _rule(y: float, role: str = "rule") -> Line:
    return Line(role, ((EDGE, y), (RIGHT, y)))


def _dial(dial: FittedDial, rows: Sequence[Row], layout: Layout) -> Iterator[Shape]:
    columns, top = len(dial.clicks), layout.dial
    for index, click in enumerate(dial.printed.clicks):
        left, width = _column(index, columns)
        yield from _tick(left + width / 2, top, min(TICK, width - 2), str(index + 1))
        if click.marker:
            tip = top - 1
            middle = left + width / 2
            corners = ((middle - 6, tip - 8), (middle + 6, tip - 8), (middle, tip))
            yield Polygon(f"marker-{click.marker}", corners)
    for number, row in enumerate(rows):
        line = top + CLICKS + number * layout.row
        yield _rule(line, "rule" if number else "rule-strong")
        yield from _label(row, line)
        for index, cell in enumerate(row.cells):
            yield from _cell(cell, *_column(index, columns), line, layout.row)


def _tick(middle: float, top: float, width: float, number: str) -> Iterator[Shape]:
    """A box to tick with its number in it."""
    yield Box("tick", middle - width / 2, top, width, TICK, 3)
    yield Text("text", middle, top + TICK / 2, 14, number)


def _label(row: Row, top: float) -> Iterator[Shape]:
    """The name of a row, its range, and what a card gives it."""
    room = LABELS - (BADGE + 8 if row.grants else 4)
    shown, size = fitting(_label_of(row.range_type or row.label), room, LABEL_SIZES)
    yield Text("text", EDGE, top + 15, size, shown, "start")
    if row.weapon and row.weapon.range_max:
        reach = f"{row.weapon.range_min}–{row.weapon.range_max}″ ×{row.weapon.targets}"
        yield Text("told", EDGE, top + 33, 14, reach, "start")
    for number, grant in enumerate(row.grants):
        x, y = EDGE + LABELS - 18, top + 13 + number * (BADGE_HEIGHT + 2)
        yield from _badge(grant.equipment, x, y)
        if grant.clicks:
            yield Text("told", x, y + 16, 11, grant.clicks)


def _label_of(name: Words) -> str:
    return str(capfirst(str(name)))


def _cell(cell: Cell, left: float, width: float, top: float, height: float) -> Iterator[Shape]:
    middle = left + width / 2
    if cell.changed:
        yield Box("changed", left + 0.6, top + 1.5, width - 1.2, height - 3)
    yield Text("value", middle, top + height * 0.33, height / 2, str(cell.value))
    if cell.equipment:
        y = top + height - 12
        yield from _badge(cell.equipment, middle, y, min(BADGE, width - 1.5))
        if cell.idle:
            yield Line("idle", ((middle - BADGE / 2, y), (middle + BADGE / 2, y)))


def _badge(equipment: Equipment, x: float, y: float, width: float = BADGE) -> Iterator[Shape]:
    """The code in its printed colour; rounder where the equipment is for a single use."""
    radius = BADGE_HEIGHT / 2 if equipment.shape == "circle" else 2
    place = (x - width / 2, y - BADGE_HEIGHT / 2, width, BADGE_HEIGHT, radius)
    yield Box(f"equipment-{equipment.colour}", *place)
    role = "code-yellow" if equipment.colour == "yellow" else "code"
    yield Text(role, x, y, 13, equipment.code)


def _heat(dial: FittedDial, top: float) -> Iterator[Shape]:
    table, positions = lay_out(dial.printed), dial.printed.heat
    title = _("Heat, vent %(vent)s") % {"vent": dial.printed.vent or "-"}
    shown, size = fitting(title, LABELS - 4, LABEL_SIZES)
    yield Text("value", EDGE, top + TICK / 2, size, shown, "start")
    width = min(HEAT_COLUMN, (INNER - LABELS) / (len(positions) + 1))

    def middle(index: int) -> float:
        return EDGE + LABELS + (index + 0.5) * width

    for index, position in enumerate(positions):
        yield from _tick(middle(index), top, TICK, str(position.number))
        step = min(position.number, len(inks.HEAT) - 1)
        yield Box(f"heat-{step}", middle(index) - width / 2 + 2, top + TICK + 1, width - 4, 4)
    off = pgettext("army sheet", "off")
    yield from _tick(middle(len(positions)), top, min(60, width - 4), off)
    weapons = [row.range_type for row in table.rows if row.weapon]
    labels = [table.heat_rows[0].label, *weapons]
    for number, (label, row) in enumerate(zip(labels, table.heat_rows, strict=True)):
        y = top + HEAT_HEAD + (number + 0.5) * HEAT_ROW
        shown, size = fitting(_label_of(label), LABELS - 4, LABEL_SIZES)
        yield Text("text", EDGE, y, size, shown, "start")
        for index, cell in enumerate(row.cells):
            x = middle(index) - (14 if cell.effect else 0)
            yield Text("value", x, y, 18, cell.signed)
            if cell.effect:
                yield from _badge(cell.effect, middle(index) + 15, y)


def _legend(equipment: Sequence[Equipment], top: float) -> Iterator[Shape]:
    """The names behind the codes, as many as there is room for."""
    lines = int((FOOT - top) // LEGEND_LINE)
    width = INNER / LEGEND_COLUMNS
    for number, each in enumerate(equipment[: lines * LEGEND_COLUMNS]):
        line, column = divmod(number, LEGEND_COLUMNS)
        x, y = EDGE + column * width, top + (line + 0.5) * LEGEND_LINE
        yield from _badge(each, x + BADGE / 2, y)
        name, size = fitting(str(each.name), width - BADGE - 12, CODE_SIZES)
        yield Text("text", x + BADGE + 6, y, size, name, "start")


def _to_fill_in(layout: Layout) -> Iterator[Shape]:
    """Boxes and empty rows for a dial nobody knows."""
    for index in range(DIAL_POSITIONS):
        left, width = _column(index, DIAL_POSITIONS)
        yield from _tick(left + width / 2, layout.dial, min(TICK, width - 2), str(index + 1))
    labels = (_("Speed"), _("Attack"), _("Defense"), _("Damage"), _("Damage"))
    top = layout.dial + CLICKS
    for number, label in enumerate(labels):
        line = top + number * layout.row
        yield _rule(line)
        shown, size = fitting(str(label), LABELS, LABEL_SIZES)
        yield Text("text", EDGE, line + layout.row / 2, size, shown, "start")
    bottom = top + len(labels) * layout.row
    yield _rule(bottom)
    told = on_one_line(_("The dial is not known: copy it from the figure."), INNER, 17)
    yield Text("told", EDGE, bottom + 20, 17, told, "start")
