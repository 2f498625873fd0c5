"""What of every rule book is a house ruling, by the marks of the descriptions of the games."""

import pytest

from rules import GAME_SYSTEMS
from rules.core.wording import LANGUAGES

#: Numbers of the rules that are marked, wholly or in part.
MARKED = {
    "khans-and-generals": (
        "KG",
        "3 4 5 8 19 20 21 29 33 36 38 39 42 43 44 46 48 54 55 56 57 58 59 61 66 69 71 74 75 80"
        " 81 84 85 88 91 92 95 96 97 98 100 103 104 108 112 115 118 124 128 129 130 134 136"
        " 137 138 139 140 142 144 149 153 155 161 162 163 167 168 170 171 172 173 175",
    ),
    "nations-at-war": (
        "NW",
        "3 12 14 22 23 25 26 30 32 33 34 35 44 45 46 47 48 49 50 51",
    ),
    "warzone": (
        "WZ",
        "1 2 4 5 13 15 16 28 32 33 34 35 40 41 42 43 46 48 50 54 55 56 57 58 59 62 63 64",
    ),
}


@pytest.mark.parametrize("name", MARKED)
def test_every_mark_is_in_the_book_and_nothing_else(name: str) -> None:
    prefix, numbers = MARKED[name]
    book = GAME_SYSTEMS[name].rulebook()

    marked = {f"{prefix}-{int(number):03}" for number in numbers.split()}
    assert {rule.id for rule in book.values() if rule.house} == marked


@pytest.mark.parametrize("name", MARKED)
def test_every_ruling_says_in_both_languages_what_it_decides(name: str) -> None:
    for rule in GAME_SYSTEMS[name].rulebook().values():
        if rule.house:
            assert rule.ruling.keys() == set(LANGUAGES)
            assert all(text.strip() for text in rule.ruling.values())
        prose = " ".join((*rule.title.values(), *rule.summary.values())).lower()
        assert "ruling:" not in prose and "(ruling)" not in prose


@pytest.mark.parametrize("system", GAME_SYSTEMS.values(), ids=lambda system: system.name)
def test_every_game_is_told_in_both_languages(system: object) -> None:
    about = system.about  # type: ignore[attr-defined]
    for text in (about.says, about.source, *about.covers, *about.lacks, *about.lost):
        assert text.keys() == set(LANGUAGES)
        assert all(words.strip() for words in text.values())
