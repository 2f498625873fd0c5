"""The text sheet and its reader: nothing is lost on the way, and nothing makes the reader fall."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.exports import export
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.text_form import WIDTH, WORDS
from armybuilder.groups.importing.text_sheet import parse_text
from armybuilder.groups.tests.exports.sheets import LINK, SAMPLES, catalogue, groups, sample, sheet
from rules.age_of_destruction import check_code, read_group
from rules.tests.running import examples


def text_of(drawn: Sheet) -> str:
    return export(drawn, "text").content.decode()


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_comes_back_as_it_went(path: Path, language: str) -> None:
    drawn = sheet(sample(path.stem), language, LINK)
    written = text_of(drawn)

    parsed = parse_text(written)

    assert parsed.problems == ()
    assert parsed.group == drawn.group
    assert parsed.check_code == check_code(read_group(parsed.group), catalogue())
    assert text_of(sheet(parsed.group, language, LINK)) == written
    assert all(len(line) <= WIDTH for line in written.splitlines())


@examples(150)
@given(data=groups(), language=st.sampled_from(["en", "pl"]))
def test_any_group_comes_back_as_it_went(data: dict[str, Any], language: str) -> None:
    drawn = sheet(data, language)
    written = text_of(drawn)

    parsed = parse_text(written)

    assert parsed.problems == ()
    assert parsed.group == json.loads(export(drawn, "json").content)
    assert text_of(sheet(parsed.group, language)) == written


def test_both_languages_say_the_same_group() -> None:
    data = sample("highlanders-450-contract")

    assert (
        parse_text(text_of(sheet(data, "en"))).group == parse_text(text_of(sheet(data, "pl"))).group
    )


@given(st.text(max_size=300))
def test_the_reader_takes_any_text(text: str) -> None:
    parse_text(text)


def test_unreadable_lines_are_told_and_the_others_kept() -> None:
    written = "\r\n".join(
        [
            "+ LIST: Torn sheet",
            "+ WEATHER: rain",
            "+ FORMAT: plenty",
            "     gear [AOD G-001] Pulse",
            "2x [AOD-033]",
            "[AOD 102] Hatchetman {weapon: both}",
            "[AOD 103] Hatchetman",
            "     pilot [AOD P-010] Major {recruit: none}",
            "and a tank",
            "0x [AOD 034]",
            "     figure {broken",
        ]
    )

    parsed = parse_text(written)

    assert parsed.group["name"] == "Torn sheet"
    assert parsed.group["units"] == [
        {"unit": "AOD-033", "count": 2},
        {"unit": "AOD-103", "pilot": {"card": "AOD-P-010", "recruit": None}},
    ]
    assert [problem.number for problem in parsed.problems] == [2, 3, 4, 6, 9, 10, 11]
    assert parsed.problems[4].line == "and a tank"
    assert all(problem.message for problem in parsed.problems)


def test_pieces_keep_the_order_of_the_list_whatever_their_section() -> None:
    units = ["AOD-001", "AOD-102", "AOD-041", "AOD-103"]
    data = sample("steel-wolves-300") | {"units": [{"unit": unit} for unit in units]}
    written = text_of(sheet(data))

    assert written.index("AOD 103") < written.index("AOD 001")
    assert [unit["unit"] for unit in parse_text(written).group["units"]] == units


def test_the_sheet_shows_what_a_judge_adds_up() -> None:
    lines = text_of(sheet(sample("spirit-cats-600-gunslinger"), link=LINK)).splitlines()

    def line_with(text: str) -> str:
        return next(line for line in lines if text in line)

    assert line_with("[AOD 120]").endswith(". 182")
    assert line_with("[AOD LP-004]").endswith(". 43  slot 1")
    assert line_with("Spirit Cats}").endswith(". 28 +3 recruitment  slot 1")
    assert line_with("TOTAL") == "+ TOTAL: 599/600  PIECES: 5  ORDERS: 4"
    assert lines[-2].startswith("SUM 599   CHECK ")
    assert lines[-1] == f"LINK {LINK}"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_values_of_every_click_are_for_people_only(language: str) -> None:
    drawn = sheet(sample("steel-wolves-300"), language)
    options = Options(dials=True, player="Jan: Kowalski", event="Noc gier")
    written = export(drawn, "text", options).content.decode()

    assert " 9  9 " in written and "Jan: Kowalski" in written
    assert all(len(line) <= WIDTH for line in written.splitlines())
    parsed = parse_text(written)
    assert parsed.problems == ()
    assert parsed.group == drawn.group


def test_an_illegal_group_says_why() -> None:
    written = text_of(sheet(sample("illegal-300-over-points")))

    assert "+ VERDICT: ILLEGAL" in written
    assert "PROBLEMS\n! The group costs 360 points; 300 is the most." in written


def test_every_word_of_the_form_means_one_thing_in_each_language() -> None:
    for words in WORDS.values():
        assert len({word.upper() for word in words.values()}) == len(words)


def test_other_texts_are_short_safe_and_discreet() -> None:
    data = sample("spirit-cats-600-gunslinger") | {"name": "*Cats* <b>"}
    drawn = sheet(data, link=LINK)
    compact = export(drawn, "compact").content.decode()
    secret = export(drawn, "secret").content.decode()
    markdown = export(drawn, "markdown").content.decode()

    assert (
        "AOD-114 Firestarter “Cinders”, FS9-S3-L (151): "
        "AOD-GS-002 Lill Turner 28 +3 recruitment by Spirit Cats" in compact
    )
    assert "Firestarter" in secret
    assert not any(hidden in secret for hidden in ("Lill Turner", "151", "599", "Third Vision"))
    assert markdown.startswith("# \\*Cats\\* \\<b\\>\n")
    assert markdown.endswith(f"<{LINK}>\n")
