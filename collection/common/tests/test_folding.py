"""Text folded for searching."""

import pytest

from collection.common.folding import MOST_WORDS, fold, number_key, number_words, search_words


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Żółw ŁÓDŹ", "zolw lodz"),
        ("Großer Straße", "grosser strasse"),
        ("Dragon's Fury", "dragons fury"),
        ("Dragon’s  Fury", "dragons fury"),
        ("“Bolt”", "bolt"),
        ("HCT‑4F", "hct‐4f"),
        ("e\u0301lan", "elan"),
        ("a\0b\nc", "a b c"),
        ("", ""),
    ],
)
def test_case_accents_and_quotes_make_no_difference(typed: str, folded: str) -> None:
    assert fold(typed) == folded


def test_a_long_query_is_cut() -> None:
    assert len(search_words("a " * 500)) == MOST_WORDS


def test_numbers_are_found_however_they_are_written() -> None:
    assert set(number_words("AOD", ["033"])) == {
        "AOD-033", "AOD033", "033", "AOD-33", "AOD33", "33",
    }  # fmt: skip


def test_numbers_sort_by_value_and_letters_come_last() -> None:
    assert sorted(["OC1", "112", "33", "2"], key=number_key) == ["2", "33", "112", "OC1"]
