"""The packing list: everything once with its count, place by place, with a box and a picture."""

import io
from dataclasses import replace

from django.utils import translation
from pypdf import PdfReader
from pypdf.generic import ContentStream

from armybuilder.groups.exports import export
from armybuilder.groups.exports.packing import shelves
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.tests.exports.sheets import SAMPLES, many, sample, sheet


def wanted(drawn: Sheet) -> dict[str, int]:
    """How many of each figure and card stand in a list."""
    found: dict[str, int] = {}
    for piece in drawn.pieces:
        for item in (piece.id, *(card.id for card in piece.mounted)):
            found[item] = found.get(item, 0) + piece.count
    for card in drawn.cards:
        found[card.id] = found.get(card.id, 0) + 1
    return found


def test_everything_of_a_list_is_packed_as_often_as_it_stands_there() -> None:
    for path in SAMPLES:
        drawn = sheet(sample(path.stem))
        with translation.override("en"):
            packed = [thing for shelf in shelves(drawn) for thing in shelf.things]
        assert {thing.id: thing.count for thing in packed} == wanted(drawn)
        assert len(packed) == len({thing.id for thing in packed})


def test_places_come_in_order_and_what_has_none_comes_last() -> None:
    drawn = sheet(sample("dragons-fury-450"))
    placed = replace(drawn, places={"AOD-102": ("Shelf 2", "Box A"), "AOD-G-005": ("Album",)})
    with translation.override("en"):
        found = shelves(placed)
    assert [shelf.place for shelf in found] == ["Album", "Shelf 2, Box A", ""]
    assert [thing.id for thing in found[1].things] == ["AOD-102"]


def test_on_paper_each_has_its_box_its_number_and_its_name() -> None:
    drawn = replace(sheet(sample("dragons-fury-450")), places={"AOD-102": ("Box <A>",)})
    reader = PdfReader(io.BytesIO(export(drawn, "packing").content))
    said = " ".join(page.extract_text() for page in reader.pages)
    assert "Box <A>" in said and "Place not noted" in said
    for shelf in shelves(drawn):
        for thing in shelf.things:
            assert thing.name in said and thing.id in said
    boxes = [
        operands
        for page in reader.pages
        for operands, operator in ContentStream(page.get_contents(), reader).operations
        if operator == b"re" and operands[2] == operands[3]
    ]
    assert len(boxes) == sum(wanted(drawn).values())


def test_a_crowd_goes_over_pages_and_has_one_box() -> None:
    crowd = sheet(many(40))
    reader = PdfReader(io.BytesIO(export(crowd, "packing").content))
    assert len(reader.pages) > 1
    said = " ".join(page.extract_text() for page in reader.pages)
    assert all(piece.id in said for piece in crowd.pieces)
    herd = sheet(many(1) | {"units": [{"unit": "AOD-033", "count": 30}]})
    page = PdfReader(io.BytesIO(export(herd, "packing").content)).pages[0]
    assert "× 30" in page.extract_text()


def test_in_polish() -> None:
    page = PdfReader(
        io.BytesIO(export(sheet(sample("dragons-fury-450"), "pl"), "packing").content)
    ).pages[0]
    assert "Lista do spakowania" in page.extract_text()
