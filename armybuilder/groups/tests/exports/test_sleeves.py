"""Sleeve cards: nine a page of their true size, each figure and card, nothing off the card."""

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from django.utils import translation
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from armybuilder.groups.exports import export
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import register_fonts
from armybuilder.groups.exports.sleeve_card import (
    HEIGHT,
    WIDTH,
    effect_card,
    figure_card,
    inks_of,
    sleeve_cards,
)
from armybuilder.groups.exports.sleeves_pdf import MOST_CARDS
from armybuilder.groups.tests.exports.sheets import SAMPLES, catalogue, many, sample, sheet
from collection.catalogue.pictures.inks import SPOTS
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Region, Text
from rules.age_of_destruction import Fitting, fitted_clicks, read_group

MILLIMETRE = 72 / 25.4


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Cards are drawn in the language of the moment, with letters that are measured."""
    register_fonts()
    with translation.override("en"):
        yield


def texts(picture: Picture, *roles: str) -> list[str]:
    shapes = [shape for shape in picture.shapes if isinstance(shape, Text)]
    return [shape.words for shape in shapes if not roles or shape.role in roles]


def of_all_samples() -> Iterator[Any]:
    for path in SAMPLES:
        drawn = sheet(sample(path.stem))
        yield from ((drawn, piece) for piece in drawn.pieces)


def pages_of(data: dict[str, Any], language: str = "en", paper: str = "a4") -> list[PageObject]:
    content = export(sheet(data, language), "sleeves", Options(paper=paper)).content
    return list(PdfReader(io.BytesIO(content)).pages)


def test_the_values_are_those_of_the_rules() -> None:
    seen = 0
    for drawn, piece in of_all_samples():
        entry = read_group(drawn.group).units[piece.number - 1]
        unit = catalogue().unit(entry.unit)
        if unit is None or not unit.dial:
            continue
        fitting = Fitting(entry.gear, entry.pilots[0] if entry.pilots else None)
        clicks = fitted_clicks(unit, fitting, catalogue())
        values = [str(click.values[key].total) for key in clicks[0].values for click in clicks]
        assert texts(figure_card(piece).picture, "value")[: len(values)] == values
        seen += 1
    assert seen > 30


@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_stays_on_the_card_and_nothing_is_cut_or_lacks_an_ink(language: str) -> None:
    units = [unit.id for unit in catalogue().units.values()]
    data = many(1) | {"units": [{"unit": unit} for unit in units]}
    with translation.override(language):
        cards, left_out = sleeve_cards([sheet(data, language)], len(units))
    assert (len(cards), left_out) == (len(units), 0)
    for card in cards:
        known = inks_of(card.mark)
        for shape in card.picture.shapes:
            assert shape.role in known
            for x, y in corners(shape):
                assert -1 <= x <= WIDTH + 1 and -1 <= y <= HEIGHT, (card.name, shape)
        assert not [said for said in texts(card.picture) if said.endswith("…")], card.name


def corners(shape: Any) -> Iterator[tuple[float, float]]:
    match shape:
        case Box():
            yield from (
                (shape.x, shape.y),
                (shape.x + shape.width, shape.y + shape.height),
            )
        case Text():
            yield shape.x, shape.y
        case Polygon() | Line():
            yield from shape.points
        case Region():
            yield from (point for outline in shape.outlines for point in outline)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_code_on_a_dial_is_named(language: str) -> None:
    units = [unit.id for unit in catalogue().units.values() if unit.dial]
    drawn = sheet(many(1) | {"units": [{"unit": unit} for unit in units]}, language)
    with translation.override(language):
        for piece in drawn.pieces:
            said = texts(figure_card(piece).picture)
            assert piece.dial
            for click in piece.dial.printed.clicks:
                for equipment in click.equipment.values():
                    assert str(equipment.name) in said, (piece.id, equipment.name)


def test_cards_on_a_figure_and_of_the_group_have_cards_of_their_own() -> None:
    drawn = sheet(sample("steel-wolves-300"))
    cards, _left_out = sleeve_cards([drawn], MOST_CARDS)
    (first, *_rest) = drawn.pieces
    named = [card.name for card in cards]
    assert named[: 1 + len(first.mounted)] == [
        "AOD-092 Blade, BLD-XV-L",
        "AOD-G-003 Improved Targeting",
        "AOD-P-003 Star Captain",
    ]
    assert named[-1] == "HSE-F-001 The Pack Closes In (unofficial)"
    said = " ".join(texts(effect_card(first.mounted[1], first).picture))
    assert first.mounted[1].effect in said


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_every_card_does_is_printed_whole(language: str) -> None:
    drawn = sheet(sample("steel-wolves-300"), language)
    (line,) = drawn.cards
    for known in catalogue().cards.values():
        if effect := known.text.get(language):
            card = effect_card(type(line)(**{**_fields(line), "effect": effect}), None)
            assert " ".join(effect.split()) in " ".join(texts(card.picture)), known.id
            lowest = max(shape.y for shape in card.picture.shapes if isinstance(shape, Text))
            assert lowest < HEIGHT - 10, known.id


def _fields(line: Any) -> dict[str, Any]:
    return {name: getattr(line, name) for name in line.__dataclass_fields__}


def test_every_faction_has_its_inks() -> None:
    for mark, spot in SPOTS.items():
        assert inks_of(mark)["spot"].fill == spot
    assert inks_of("")["spot"].fill == SPOTS["M"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_of_their_true_size_stand_on_a_page_between_cutting_marks(paper: str) -> None:
    pages = pages_of(many(10), paper=paper)
    assert len(pages) == 2
    page_width, page_height = (float(side) for side in pages[0].mediabox[2:])
    assert page_height > page_width

    content = ContentStream(pages[0].get_contents(), pages[0].pdf)
    placed = [
        tuple(float(number) / MILLIMETRE for number in operands)
        for operands, operator in content.operations
        if operator == b"cm" and operands[0] != 1
    ]
    assert len(placed) == 9
    assert {(round(across, 4), round(up, 4)) for across, _, _, up, _, _ in placed} == {(0.1, 0.1)}
    columns, rows = (sorted({place[axis] for place in placed}) for axis in (4, 5))
    assert [round(b - a, 2) for a, b in pairwise(columns)] == [63.0, 63.0]
    assert [round(b - a, 2) for a, b in pairwise(rows)] == [88.0, 88.0]
    for edge, length, whole in ((columns, 63, page_width), (rows, 88, page_height)):
        assert edge[0] > 6
        assert edge[-1] + length < whole / MILLIMETRE - 6


def test_too_many_are_left_out_aloud() -> None:
    crowd = sample("steel-wolves-300") | {"units": [{"unit": "AOD-033", "count": 500}], "loads": []}
    pages = pages_of(crowd)
    assert len(pages) == MOST_CARDS // 9
    wanted = 500 + len(crowd.get("cards", ()))
    assert f"{wanted - MOST_CARDS} more cards are left out." in pages[-1].extract_text()


def test_an_unknown_figure_gets_a_card_to_fill_in() -> None:
    data = sample("steel-wolves-300") | {"units": [{"unit": "XX-999"}], "loads": []}
    said = pages_of(data)[0].extract_text()
    assert "XX-999" in said
    assert "The dial is not known: copy it from the figure." in said


def test_polish_cards() -> None:
    said = pages_of(sample("steel-wolves-300"), "pl")[0].extract_text()
    assert "Prędkość" in said and "Temp." in said
