"""Dial cards: what they print is what the rules say, and there is a box for every click."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from armybuilder.groups.exports import export
from armybuilder.groups.exports.cards_pdf import MOST_CARDS
from armybuilder.groups.exports.dial_card import HEIGHT, INKS, WIDTH, Copy, copies, dial_cards
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import register_fonts
from armybuilder.groups.exports.sheet import PieceRow, Sheet
from armybuilder.groups.tests.exports.sheets import SAMPLES, catalogue, many, sample, sheet
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Text
from rules.age_of_destruction import Card, Fitting, fitted_clicks, read_group


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Cards are drawn in the language of the moment, with letters that are measured."""
    register_fonts()
    with translation.override("en"):
        yield


def card_of(data: dict[str, Any], row: int = 0, **wishes: bool) -> Picture:
    drawn = sheet(data)
    return dial_cards(drawn, Copy(drawn.pieces[row], 1), **wishes)[0]


def told(data: dict[str, Any], language: str = "en") -> str:
    """Everything that is said on the cards of the first figure, on one line."""
    drawn = sheet(data, language)
    with translation.override(language):
        cards = dial_cards(drawn, Copy(drawn.pieces[0], 1))
    return " ".join(word for card in cards for word in texts(card))


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
        card = dial_cards(drawn, Copy(piece, 1))[0]
        assert texts(card, "value")[: len(clicks) * len(rows)] == [v for row in rows for v in row]
        seen += 1
    assert seen > 30


def test_every_click_and_every_heat_position_has_a_box_to_tick() -> None:
    for drawn, piece in pieces():
        card = dial_cards(drawn, Copy(piece, 1))[0]
        boxes = [shape for shape in card.shapes if getattr(shape, "role", "") == "tick"]
        heat = len(piece.dial.printed.heat) if piece.dial else 0
        clicks = len(piece.dial.clicks) if piece.dial else 18
        assert len(boxes) == clicks + (heat + 1 if heat else 0)


def test_everything_stays_on_the_card_and_in_black_and_grey() -> None:
    for drawn, piece in pieces():
        cards = dial_cards(drawn, Copy(piece, 1), base_values=True)
        for shape in (shape for card in cards for shape in card.shapes):
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


def laden(unit: str, *gear: str, pilot: str = "") -> dict[str, Any]:
    entry: dict[str, Any] = {"unit": unit, "gear": [{"card": card} for card in gear]}
    if pilot:
        entry["pilot"] = {"card": pilot}
    return sample("steel-wolves-300") | {"units": [entry], "loads": []}


GEAR = [card.id for card in catalogue().cards.values() if card.is_gear]
#: Those with most to say.
LONGEST = sorted(GEAR, key=lambda card: -len(catalogue().cards[card].text["pl"]))[:2]
RANGE_TYPES = ("ballistic", "energy", "melee")
MECHS = [u.id for u in catalogue().units.values() if u.is_mech and u.slots and u.dial]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("card", GEAR)
def test_what_gear_does_is_printed_whole(card: str, language: str) -> None:
    known = catalogue().cards[card]
    bears = (mech for mech in MECHS if known.attaches_to not in RANGE_TYPES or _fits(known, mech))
    assert known.text[language] in told(laden(next(bears), card), language)


def _fits(card: Card, mech: str) -> bool:
    unit = catalogue().unit(mech)
    return unit is not None and bool(card.fitting_weapons(unit))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_card_is_cut_whatever_the_figure_is_called_and_bears(language: str) -> None:
    effects = [catalogue().cards[card].text[language] for card in LONGEST]
    for mech in MECHS:
        said = told(laden(mech, *LONGEST), language)
        assert all(effect in said for effect in effects), mech
        assert "…" not in said, mech


@pytest.mark.rule("AOD-PILOT-008")
def test_a_pilots_ability_is_told_in_the_preferred_mech_only() -> None:
    ability = catalogue().cards["AOD-LP-001"].ability
    assert ability
    effect = f"{ability.name}: {ability.text['en']}"
    assert effect in told(laden("AOD-115", pilot="AOD-LP-001"))
    assert effect not in told(laden("AOD-081", pilot="AOD-LP-001"))


def test_effects_without_room_have_a_card_of_their_own() -> None:
    drawn = sheet(laden("AOD-135", *GEAR[-8:]))
    first, behind = dial_cards(drawn, Copy(drawn.pieces[0], 1))
    assert len([shape for shape in behind.shapes if getattr(shape, "role", "") == "tick"]) == 0
    assert all(shape.y < HEIGHT for shape in behind.shapes if isinstance(shape, Text))
    assert texts(first)[0] == texts(behind)[0]
    content = export(drawn, "cards").content
    assert "Grants Rapid Strike" in PdfReader(io.BytesIO(content)).pages[0].extract_text()


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
