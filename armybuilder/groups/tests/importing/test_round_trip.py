"""Every file the site writes, read again: the same group comes back."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from armybuilder.groups.exports import FORMS, export
from armybuilder.groups.importing.assembly import built, contents
from armybuilder.groups.importing.reading import Importer
from armybuilder.groups.importing.sources import text_of
from armybuilder.groups.importing.values import Reading
from armybuilder.groups.present.groups import fit
from armybuilder.groups.selectors.imports import importer
from armybuilder.groups.tests.exports.sheets import SAMPLES, catalogue, sample, sheet
from rules.tests.running import examples

pytestmark = pytest.mark.django_db

WHOLE = ("json", "text", "packed", "pdf", "two", "cards", "sleeves", "packing", "xlsx")
PIECES = ("csv", "compact", "markdown")
NAMED = ("json", "text", "packed", "pdf", "xlsx", "compact", "markdown")


@pytest.fixture
def reads(catalogue: None) -> Importer:
    return importer()


def read_again(reads: Importer, content: bytes) -> tuple[Reading, dict[str, Any]]:
    reading = reads.read(text_of(content))
    return reading, fit(built(reading, reads.reader.finder, {}))


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_group_comes_back_from_every_form(reads: Importer, path: Path, language: str) -> None:
    drawn = sheet(sample(path.stem), language)
    for form in WHOLE:
        reading, document = read_again(reads, export(drawn, form).content)
        assert document == drawn.group, form
        assert not reading.lines, form
    for form in PIECES:
        reading, document = read_again(reads, export(drawn, form).content)
        assert contents(document) == contents(drawn.group), form
        assert not reading.unread, (form, reading.unread)
        assert not reading.doubtful, form
        if form in NAMED:
            assert document["name"] == drawn.name, form
            assert document["build_total"] == drawn.build_total, form


KNOWN = [unit for unit in catalogue().units.values() if unit.points or not unit.known]
WEARERS = [unit for unit in KNOWN if unit.slots]
GEAR = [card.id for card in catalogue().cards.values() if card.is_gear]
PILOTS = [card.id for card in catalogue().cards.values() if card.is_pilot]
OTHERS = [card.id for card in catalogue().cards.values() if card.type in ("PC", "F", "MC", "SA")]
OWN = {"id": "OWN-1", "name": "Own tank", "type": "vehicle", "points": 40}


@st.composite
def lists(draw: st.DrawFn) -> dict[str, Any]:
    """A list such as people keep: right or wrong, undecided, of pieces of the catalogue."""
    laden = st.builds(
        lambda unit, gear, pilot: (
            {"unit": unit.id, "gear": [{"card": card} for card in gear]} | pilot
        ),
        st.sampled_from(WEARERS),
        st.lists(st.sampled_from(GEAR), min_size=1, max_size=2),
        st.just({}) | st.builds(lambda card: {"pilot": {"card": card}}, st.sampled_from(PILOTS)),
    )
    bare = st.builds(
        lambda unit, count: {"unit": unit.id} | ({"count": count} if count > 1 else {}),
        st.sampled_from(KNOWN),
        st.integers(1, 3),
    )
    return {
        "format": "battle-group/1",
        "system": "age-of-destruction",
        "name": draw(st.sampled_from(["", "Evening patrol", "Zażółć gęślą", "Wolves & Hammers"])),
        "build_total": draw(st.sampled_from([300, 450, 600])),
        "units": draw(st.lists(bare | laden, min_size=1, max_size=5)),
        "cards": draw(st.lists(st.sampled_from(OTHERS), max_size=2, unique=True)),
    }


@examples(12)
@given(group=lists(), language=st.sampled_from(["en", "pl"]))
def test_any_list_comes_back(reads: Importer, group: dict[str, Any], language: str) -> None:
    drawn = sheet(group, language)
    for form in ("json", "text", "packed", "xlsx"):
        _reading, document = read_again(reads, export(drawn, form).content)
        assert document == drawn.group, form
    for form in PIECES:
        _reading, document = read_again(reads, export(drawn, form).content)
        assert contents(document) == contents(drawn.group), form
        if form in NAMED:
            assert document["name"] == drawn.name, form
            assert document["build_total"] == drawn.build_total, form


@pytest.mark.parametrize("form", ["text", "compact", "markdown"])
def test_text_keeps_the_order_in_which_a_list_has_its_figures(reads: Importer, form: str) -> None:
    """A list in another order has another check code."""
    figures = [{"unit": "AOD-033"}, {"unit": "AOD-102"}, {"unit": "AOD-034", "count": 2}]
    drawn = sheet(sample("starter-mercenaries-450") | {"units": figures, "loads": []})
    _reading, document = read_again(reads, export(drawn, form).content)
    assert document["units"] == figures


@pytest.mark.parametrize("language", ["en", "pl"])
def test_an_undecided_list_keeps_its_name_and_total(reads: Importer, language: str) -> None:
    """Nobody knows what CA-081 costs."""
    undecided = sample("starter-mercenaries-450") | {"units": [{"unit": "CA-081"}], "loads": []}
    drawn = sheet(undecided, language)
    assert drawn.legal is None
    for form in NAMED:
        if form != "pdf":
            _reading, document = read_again(reads, export(drawn, form).content)
            assert (document["name"], document["build_total"]) == (drawn.name, 450), form


def test_a_list_beside_its_packed_line_is_one_list_whichever_id_its_cards_have(
    reads: Importer,
) -> None:
    driven = {"unit": "AOD-115", "pilot": {"card": "AOD-L-001"}}
    drawn = sheet(sample("starter-mercenaries-450") | {"units": [driven], "loads": []})
    lines, packed = (export(drawn, form).content for form in ("compact", "packed"))
    reading, document = read_again(reads, lines + packed)
    assert (document, reading.message) == (drawn.group, "")


def edited(content: bytes, row: int, heading: str, value: Any) -> bytes:
    book = load_workbook(BytesIO(content))
    page = book.worksheets[0]
    column = [cell.value for cell in page[1]].index(heading) + 1
    page.cell(row, column).value = value
    written = BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize("own", [False, True])
def test_a_workbook_gives_the_exact_group_unless_its_rows_were_edited(
    reads: Importer, own: bool
) -> None:
    figures = [{"unit": OWN if own else "AOD-030", "count": 2}, {"unit": "AOD-102"}]
    drawn = sheet(sample("starter-mercenaries-450") | {"units": figures, "loads": []})
    content = export(drawn, "xlsx").content
    reading, document = read_again(reads, content)
    assert (document, reading.other) == (drawn.group, "")

    reading, document = read_again(reads, edited(content, 2, "Count", 3))
    assert reading.exact is None
    assert "holds other pieces" in reading.message
    assert reads.read(reading.other).exact == drawn.group


def test_forms_that_lose_something_say_so() -> None:
    whole = {name for name, form in FORMS.items() if not form.loses}
    assert whole == set(WHOLE)
