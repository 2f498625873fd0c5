"""The drawings of the sprites as shapes: every one there is, and several in a row."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from collection.catalogue.pictures import inks
from collection.catalogue.pictures.drawings import (
    GROUND,
    MARK_SIZE,
    faction_mark,
    line_up,
    mark,
    silhouette,
    standing,
)
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.png import shortened, width_of, write_png
from collection.catalogue.pictures.shapes import (
    Disc,
    Line,
    Picture,
    Polygon,
    Region,
    Shape,
    Text,
)
from collection.catalogue.pictures.svg import write_svg
from collection.catalogue.present.lineups import common_mark
from collection.catalogue.present.silhouettes import DRAWINGS, MARK_CODES

TOKENS = Path(__file__).parents[3] / "armybuilder/static/css/tokens.css"


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_stands_on_its_ground_within_its_grid(name: str) -> None:
    parts = silhouette(name)
    points = [point for part in parts for point in part.outline.points]

    assert {part.layer for part in parts} <= {"far", "near", "holes", "cuts", "spot"}
    assert {"near"} <= {part.layer for part in parts}
    flies = name.startswith("vtol")
    assert flies or max(y for _x, y in points) == pytest.approx(GROUND, abs=3)
    assert all(-10 <= x <= 108 and -10 <= y <= 92 for x, y in points)


def test_the_lines_of_a_drawing_are_as_wide_as_the_sprite_says() -> None:
    widths = {part.layer: part.line for part in silhouette("tracked")}
    assert widths["near"] == 1.1
    assert widths["cuts"] == 1.6
    assert widths["holes"] == widths["spot"] == 0


@pytest.mark.parametrize("name", sorted(MARK_CODES))
def test_every_mark_is_a_blank_with_a_cut_inside_it(name: str) -> None:
    blank, cut = mark(name)
    assert len(blank) == 1
    assert all(
        0 < x < MARK_SIZE and 0 < y < MARK_SIZE for outline in cut for x, y in outline.points
    )


def test_figures_in_a_row_touch_neither_each_other_nor_its_ends() -> None:
    row = line_up([("mech-heavy", "mech"), ("tracked", "vehicle"), ("foot", "infantry")])
    spans = []
    for figure in row.figures:
        points = [point for part in silhouette(figure.drawing) for point in part.outline.points]
        xs = [figure.left + x * figure.scale for x, _y in points]
        spans.append((min(xs), max(xs)))

    assert spans[0][0] == pytest.approx(0)
    assert spans[-1][1] == pytest.approx(row.width)
    assert all(left[1] < right[0] for left, right in pairwise(spans))
    assert [figure.scale for figure in row.figures] == sorted(
        (figure.scale for figure in row.figures), reverse=True
    )


def test_an_empty_row_has_no_size() -> None:
    assert line_up([]).width == line_up([]).height == 0


def test_the_second_ink_lies_behind_the_first() -> None:
    (figure,) = line_up([("foot", "infantry")]).figures
    shapes = standing(figure, "spot-DF", 0, 100, 1)
    first_ink = next(index for index, shape in enumerate(shapes) if shape.role == "ink")
    assert {shape.role for shape in shapes[:first_ink]} <= {"spot-DF", "far", "parting"}
    assert shapes[0].role == "spot-DF"


@pytest.mark.parametrize(
    ("marks", "common"),
    [
        (["DF", "DF"], "DF"),
        (["DF", "M"], "DF"),
        (["M", "M"], "M"),
        (["DF", "H", "M"], ""),
        ([], ""),
    ],
)
def test_mercenaries_serve_under_the_mark_of_the_rest(marks: list[str], common: str) -> None:
    assert common_mark(marks) == common


def test_the_inks_of_files_are_the_light_ones_of_the_pages() -> None:
    tokens = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", TOKENS.read_text("utf-8")))
    assert {
        name.removeprefix("spot-"): colour
        for name, colour in tokens.items()
        if name.startswith("spot-")
    } == inks.SPOTS
    assert (tokens["paper"], tokens["raised"], tokens["ink"]) == (inks.PAPER, inks.RAISED, inks.INK)
    assert (tokens["quiet"], tokens["line"]) == (inks.PAGE_QUIET, inks.PAGE_LINE)
    assert {
        "legal": tokens["legal"],
        "illegal": tokens["problem"],
        "undecided": tokens["note"],
    } == inks.VERDICTS


def drawn(*shapes: Shape, **roles: Ink) -> Image.Image:
    picture = Picture(40, 40, shapes)
    return Image.open(BytesIO(write_png(picture, roles))).convert("RGB")


def test_a_region_is_filled_where_an_odd_number_of_outlines_lie() -> None:
    def box(low: float, high: float) -> tuple[tuple[float, float], ...]:
        return ((low, low), (high, low), (high, high), (low, high))

    image = drawn(Region("ink", (box(2, 38), box(8, 32), box(14, 26))), ink=Ink("#ff0000"))
    assert [image.getpixel((at, at)) for at in (5, 11, 20)] == [
        (255, 0, 0),
        (255, 255, 255),
        (255, 0, 0),
    ]


def test_lines_may_have_a_width_of_their_own_and_discs_are_filled() -> None:
    black = Ink(stroke="#000000")
    image = drawn(
        Line("line", ((0, 10), (40, 10)), 8),
        Disc("disc", 20, 30, 6),
        line=black,
        disc=Ink("#0000ff"),
    )
    assert image.getpixel((20, 7)) == (0, 0, 0)
    assert image.getpixel((20, 2)) == (255, 255, 255)
    assert image.getpixel((20, 30)) == (0, 0, 255)


def test_turned_words_stand_on_end() -> None:
    image = drawn(Text("word", 20, 20, 14, "iiii", turn=90), word=Ink())
    dark = [
        (x, y)
        for x in range(40)
        for y in range(40)
        if sum(image.getpixel((x, y))) < 300  # type: ignore[arg-type]
    ]
    assert max(y for _x, y in dark) - min(y for _x, y in dark) > max(x for x, _y in dark) - min(
        x for x, _y in dark
    )


def test_the_new_shapes_are_written_as_svg_too() -> None:
    picture = Picture(
        9,
        9,
        (
            Region("a", (((0, 0), (1, 0), (1, 1)), ((0, 0), (2, 0), (2, 2)))),
            Disc("b", 1, 2, 3),
            Line("c", ((0, 0), (1, 1)), 2),
            Polygon("d", ((0, 0), (1, 1), (1, 0))),
            Text("e", 4, 5, 6, "<", turn=7),
        ),
    )
    svg = write_svg(picture, description="", css_class="x")
    assert '<path class="pic-a" d="M0,0 1,0 1,1ZM0,0 2,0 2,2Z" fill-rule="evenodd"/>' in svg
    assert '<circle class="pic-b" cx="1" cy="2" r="3"/>' in svg
    assert '<polyline class="pic-c" points="0,0 1,1" stroke-width="2"/>' in svg
    assert 'transform="rotate(7 4 5)">&lt;</text>' in svg


def test_words_are_cut_to_the_room_there_is() -> None:
    words = "Wolves and hammers"
    room = width_of(words, 20, bold=True)
    assert shortened(words, 20, room, bold=True) == words
    cut = shortened(words, 20, room / 2, bold=True)
    assert cut.endswith("…")
    assert words.startswith(cut[:-1])
    assert room / 3 < width_of(cut, 20, bold=True) <= room / 2
    assert shortened(words, 20, 3, bold=True) == ""


def test_a_mark_is_drawn_where_it_is_put() -> None:
    blank, cut = faction_mark("DF", "spot", 100, 50, 48)
    assert isinstance(blank, Region)
    assert isinstance(cut, Region)
    assert all(100 <= x <= 148 and 50 <= y <= 98 for line in blank.outlines for x, y in line)
