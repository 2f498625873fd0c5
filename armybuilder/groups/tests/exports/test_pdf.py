"""The PDF army sheet, read back by another program."""

import io
import re
from collections import Counter
from itertools import combinations

import pytest
from pypdf import PdfReader, PdfWriter

from armybuilder.groups.exports import export, export_several
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import LONGEST_TEXT
from armybuilder.groups.exports.pdf import MARGIN
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.tests.exports.sheets import HOSTILE, LINK, many, sample, sheet


def pages_of(drawn: Sheet) -> list[str]:
    """The text of each page, white space single."""
    content = export(drawn, "pdf").content
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def test_a_sheet_holds_the_whole_list() -> None:
    drawn = sheet(sample("spirit-cats-600-gunslinger"), link=LINK)
    (page,) = pages_of(drawn)

    for expected in (
        *("Cinders and shadows", "LEGAL", "599/600", "page 1 of 1", LINK),
        *("114", "Firestarter “Cinders”, FS9-S3-L", "unique", "Spirit Cats (recruited)"),
        *("AOD-GS-002 Lill Turner 28", "Spirit Cats +3", "151", "Third Vision (unofficial)"),
        *("Player:", "Event:", "Date:", "Table:", "Signature", "Judge"),
        f"Check code {drawn.check_code}",
    ):
        assert expected in page
    assert "ILLEGAL" not in page


@pytest.mark.parametrize("form", ["pdf", "two"])
def test_names_in_letters_the_font_lacks_are_printed_in_others(form: str) -> None:
    named = sample("spirit-cats-600-gunslinger") | {"name": "Сталеві вовки Jiřího"}
    options = Options(player="Дмитро Őrsi")
    content = export(sheet(named), form, options).content
    told = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)

    assert "Stalevi vovky Jirího" in told
    assert "Dmytro Orsi" in told


def test_an_illegal_sheet_says_so_and_why() -> None:
    drawn = sheet(sample("illegal-450-cards-and-recruitment"))
    (page,) = pages_of(drawn)

    assert "ILLEGAL: 5 problems" in page
    for problem in drawn.grave:
        assert problem.message in page


def test_the_head_of_the_table_stands_above_rows_only() -> None:
    gear = [{"card": "AOD-G-020"}, {"card": "AOD-G-021"}]
    laden = [{"unit": f"AOD-{number:03}", "gear": gear} for number in range(81, 113)]
    pages = pages_of(sheet(many(0) | {"units": laden}))
    with_rows = [re.search(r"\b\d+ 1 AOD \d{3} ", page) is not None for page in pages]

    assert [("Recruitment" in page) for page in pages] == with_rows
    assert {*with_rows} == {True, False}


@pytest.mark.parametrize("form", ["pdf", "two"])
def test_the_longest_verdict_stands_on_one_line(form: str) -> None:
    undecided = sheet(many(0) | {"units": [{"unit": "CA-081"}]}, "pl")
    pages = PdfReader(io.BytesIO(export(undecided, form).content)).pages

    assert "NIEROZSTRZYGNIĘTA" in pages[0].extract_text().split()


def test_markers_to_bring_are_listed() -> None:
    (page,) = pages_of(sheet(sample("bannsons-raiders-450-artillery")))

    assert "Artillery markers: 1 × AOD-071 SM2 Heavy Artillery Vehicle, range 22" in page


def test_however_many_markers_are_listed_none_is_cut_off() -> None:
    drawn = sheet(many(334))
    told = " ".join(pages_of(drawn))
    lines = [f"1 × {each.id} {each.name}, range {each.range}" for each in drawn.markers]

    assert len("; ".join(lines)) > LONGEST_TEXT
    assert all(line in told for line in lines)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_cards_do_is_printed_once_when_asked_for(language: str) -> None:
    drawn = sheet(sample("spirit-cats-600-gunslinger"), language)
    content = export(drawn, "pdf", Options(effects=True)).content
    pages = PdfReader(io.BytesIO(content)).pages
    told = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert drawn.carried and drawn.cards
    for card in drawn.carried:
        assert told.count(card.effect) == 1
        assert card.effect not in " ".join(pages_of(drawn))


def test_polish_sheet() -> None:
    (page,) = pages_of(sheet(sample("illegal-300-over-points"), "pl"))

    assert "NIELEGALNA" in page
    assert "Grupa kosztuje 360 punktów" in page
    assert "Wyposażenie" in page


def test_names_are_drawn_as_they_read() -> None:
    (page,) = pages_of(sheet(sample("steel-wolves-300") | {"name": HOSTILE}))

    assert "=1+1 <b>bold</b> & <img src='http://x.invalid/'/> Zażółć gęślą jaźń" in page


def lowest_text(drawn: Sheet) -> float:
    """How high above the lower edge the lowest text of any page stands, in points."""
    heights: list[float] = []

    def note(text: str, outer: list[float], inner: list[float], *_font: object) -> None:
        if text.strip():
            heights.append(outer[5] + inner[5])

    for page in PdfReader(io.BytesIO(export(drawn, "pdf").content)).pages:
        page.extract_text(visitor_text=note)
    return min(heights)


@pytest.mark.parametrize("count", [0, 1, 12, 13, 15, 17, 18, 19, 40, 41, 42, 43, 44])
def test_every_row_is_on_one_page_and_every_page_on_paper(count: int) -> None:
    drawn = sheet(many(count))
    pages = pages_of(drawn)

    whole = " ".join(pages)
    for piece in drawn.pieces:
        assert f"AOD {piece.collector_number} " in whole
    for problem in drawn.grave:
        assert whole.count(problem.message) == 1
    for number, page in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in page
        assert "Figure or card" in page
    assert sum("Signature of the player" in page for page in pages) == 1
    assert lowest_text(drawn) > MARGIN


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", [0, 1, 9, 14, 15, 16, 17, 40])
def test_a_list_stands_twice_on_its_pages_with_every_row(count: int, paper: str) -> None:
    drawn = sheet(many(count), link=LINK)
    content = export(drawn, "two", Options(paper=paper)).content
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]

    for piece in drawn.pieces:
        assert sum(page.count(f"AOD {piece.collector_number} ") for page in pages) == 2
    assert sum(page.count("Signature of the player") for page in pages) == 2
    for number, page in enumerate(pages, start=1):
        assert page.count(f"page {number} of {len(pages)}") == 2


def test_different_lists_stand_side_by_side() -> None:
    lists = [
        sheet(sample(name)) for name in ("steel-wolves-300", "swordsworn-300", "dragons-fury-450")
    ]
    pages = PdfReader(io.BytesIO(export_several(lists, "two").content)).pages
    told = [page.extract_text() for page in pages]

    assert len(told) == 2
    assert lists[0].name in told[0] and lists[1].name in told[0]
    assert lists[2].name in told[1]


def test_what_was_typed_before_printing_stands_on_its_lines() -> None:
    options = Options(player="Zażółć <b>", event="Liga", date="22.11.", table="7" * 80)
    content = export(sheet(sample("steel-wolves-300")), "pdf", options).content
    told = PdfReader(io.BytesIO(content)).pages[0].extract_text()

    for expected in ("Zażółć <b>", "Liga", "22.11.", "777…"):
        assert expected in told


def test_letter_paper() -> None:
    content = export(sheet(sample("steel-wolves-300")), "pdf", Options(paper="letter")).content
    (page,) = PdfReader(io.BytesIO(content)).pages

    assert [round(float(side)) for side in page.mediabox[2:]] == [792, 612]


def test_forty_rows_need_more_than_a_page() -> None:
    assert 2 <= len(pages_of(sheet(many(40)))) <= 3


def test_long_names_wrap() -> None:
    inline = {"id": "X-1", "name": "Nieprzerwanie" * 30, "type": "vehicle", "points": 40}
    data = sample("steel-wolves-300") | {"units": [{"unit": inline}], "name": "W " * 200}

    assert pages_of(sheet(data))


def test_the_same_sheet_gives_the_same_bytes() -> None:
    drawn = sheet(sample("steel-wolves-300"), link=LINK)

    assert export(drawn, "pdf") == export(drawn, "pdf")


def fields_of(content: bytes) -> dict[str, str]:
    """The names of the fields to fill in at the screen, with what readers are told of them."""
    fields = PdfReader(io.BytesIO(content)).get_fields() or {}
    return {name: str(field["/TU"]) for name, field in fields.items()}


@pytest.mark.parametrize("form", ["pdf", "two"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_player_event_date_table_result_and_clicks_are_filled_in_at_the_screen(
    form: str, language: str
) -> None:
    drawn = sheet(sample("dragons-fury-450"), language)
    content = export(drawn, form).content
    copies = 2 if form == "two" else 1
    fields = fields_of(content)
    kinds = Counter(name.partition("-")[0] for name in fields)
    once = dict.fromkeys(("player", "event", "date", "table", "result"), copies)
    assert kinds == {**once, "clicks": len(drawn.pieces) * copies}
    told = " ".join(fields.values())
    for piece in drawn.pieces:
        assert piece.id in told
    assert ("Gracz" if language == "pl" else "Player") in told


def test_what_was_typed_before_stands_printed_and_has_no_field() -> None:
    content = export(sheet(sample("dragons-fury-450")), "pdf", Options(player="Zażółć")).content
    assert "Zażółć" in PdfReader(io.BytesIO(content)).pages[0].extract_text()
    assert not [name for name in fields_of(content) if name.startswith("player")]


def test_a_field_keeps_what_is_filled_in() -> None:
    reader = PdfReader(io.BytesIO(export(sheet(sample("dragons-fury-450")), "pdf").content))
    writer = PdfWriter(clone_from=reader)
    name = next(name for name in reader.get_fields() or {} if name.startswith("player"))
    writer.update_page_form_field_values(writer.pages[0], {name: "Anna"})
    kept = io.BytesIO()
    writer.write(kept)
    assert PdfReader(kept).get_form_text_fields()[name] == "Anna"


def test_fields_lie_on_the_page_and_do_not_overlap() -> None:
    for form in ("pdf", "two"):
        page = PdfReader(io.BytesIO(export(sheet(sample("dragons-fury-450")), form).content)).pages[
            0
        ]
        width, height = (float(side) for side in page.mediabox[2:])
        boxes = [
            tuple(map(float, each.get_object()["/Rect"])) for each in list(page.annotations or ())
        ]
        for left, bottom, right, top in boxes:
            assert 0 < left < right < width and 0 < bottom < top < height
        for one, other in combinations(boxes, 2):
            apart = (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )
            assert apart, (one, other)
