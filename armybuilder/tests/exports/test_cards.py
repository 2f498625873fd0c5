"""Dial cards: what they print is what the rules say, and there is a box for every click."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from armybuilder.exports import export
from armybuilder.exports.cards_pdf import MOST_CARDS
from armybuilder.exports.dial_card import HEIGHT, INKS, WIDTH, Copy, copies, dial_card
from armybuilder.exports.options import Options
from armybuilder.exports.paper import register_fonts
from armybuilder.exports.sheet import PieceRow, Sheet
from armybuilder.tests.exports.sheets import SAMPLES, catalogue, many, sample, sheet
from collection.pictures.shapes import Box, Line, Picture, Polygon, Text
from rules import Fitting, fitted_clicks, read_group


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Cards are drawn in the language of the moment, with letters that are measured."""
    register_fonts()
    with translation.override("en"):
        yield


def card_of(data: dict[str, Any], row: int = 0, **wishes: bool) -> Picture:
    drawn = sheet(data)
    return dial_card(drawn, Copy(drawn.pieces[row], 1), **wishes)


def texts(picture: Picture, *roles: str) -> list[str]:
    shapes = [shape for shape in picture.shapes if isinstance(shape, Text)]
    return [shape.words for shape in shapes if not roles or shape.role in roles]


def pieces() -> Iterator[tuple[Sheet, PieceRow]]:
    for path in SAMPLES:
        drawn = sheet(sample(path.stem))
        yield from ((drawn, piece) for piece in drawn.pieces)


def test_the_values_are_those_of_the_rules() -> None:
    seen = 0
    for drawn, piece in pieces():
        entry = read_group(drawn.group).units[piece.number - 1]
        unit = catalogue().unit(entry.unit)
        if unit is None or not unit.dial:
            continue
        fitting = Fitting(entry.gear, entry.pilots[0] if entry.pilots else None)
        clicks = fitted_clicks(unit, fitting, catalogue())
        rows = [[str(click.values[key].total) for click in clicks] for key in clicks[0].values]
        card = dial_card(drawn, Copy(piece, 1))
        assert texts(card, "value")[: len(clicks) * len(rows)] == [v for row in rows for v in row]
        seen += 1
    assert seen > 30


def test_every_click_and_every_heat_position_has_a_box_to_tick() -> None:
    for drawn, piece in pieces():
        card = dial_card(drawn, Copy(piece, 1))
        boxes = [shape for shape in card.shapes if getattr(shape, "role", "") == "tick"]
        heat = len(piece.dial.printed.heat) if piece.dial else 0
        clicks = len(piece.dial.clicks) if piece.dial else 18
        assert len(boxes) == clicks + (heat + 1 if heat else 0)


def test_everything_stays_on_the_card_and_in_black_and_grey() -> None:
    for drawn, piece in pieces():
        for shape in dial_card(drawn, Copy(piece, 1), base_values=True).shapes:
            match shape:
                case Box():
                    assert shape.x >= 0 and shape.x + shape.width <= WIDTH
                    assert shape.y >= 0 and shape.y + shape.height <= HEIGHT
                case Text():
                    assert 0 <= shape.x <= WIDTH and 0 < shape.y < HEIGHT
                case Polygon() | Line():
                    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in shape.points)
    for ink in INKS.values():
        for colour in filter(None, (ink.fill, ink.stroke)):
            assert colour[1:3] == colour[3:5] == colour[5:7]


def test_printed_values_stand_beside_changed_ones_when_asked_for() -> None:
    data = sample("steel-wolves-300")

    assert texts(card_of(data)).count("8") < texts(card_of(data, base_values=True)).count("8")


def test_what_a_card_gives_is_named() -> None:
    card = card_of(sample("steel-wolves-300"))

    assert "IT" in texts(card, "code-given")
    assert "Improved Targeting" in texts(card)
    assert "AOD-G-003 Improved Targeting, AOD-P-003 Star Captain" in texts(card)


def test_an_unknown_figure_gets_a_card_to_fill_in() -> None:
    card = card_of(sample("steel-wolves-300") | {"units": [{"unit": "XX-999"}], "loads": []})

    assert "The dial is not known: copy it from the figure." in texts(card)


def test_every_copy_has_a_card_and_too_many_are_left_out_aloud() -> None:
    drawn = sheet(sample("steel-wolves-300") | {"units": [{"unit": "AOD-033", "count": 3}]})
    shown, left_out = copies([drawn], 2)
    assert [copy.number for _sheet, copy in shown] == [1, 2]
    assert left_out == 1

    crowd = sheet(sample("steel-wolves-300") | {"units": [{"unit": "AOD-033", "count": 500}]})
    pages = PdfReader(io.BytesIO(export(crowd, "cards").content)).pages
    assert len(pages) == MOST_CARDS // 9 + 1
    assert f"{500 - MOST_CARDS} more cards are left out." in pages[-1].extract_text()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_stand_on_a_page(paper: str) -> None:
    content = export(sheet(many(10)), "cards", Options(paper=paper)).content
    pages = PdfReader(io.BytesIO(content)).pages

    assert len(pages) == 2
    width, height = (float(side) for side in pages[0].mediabox[2:])
    millimetre = 72 / 25.4
    assert width > 3 * 88 * millimetre and height > 3 * 63 * millimetre
    assert "AOD-001" in pages[0].extract_text()


def test_polish_cards() -> None:
    content = export(sheet(sample("steel-wolves-300"), "pl"), "cards").content

    assert "Prędkość" in PdfReader(io.BytesIO(content)).pages[0].extract_text()
