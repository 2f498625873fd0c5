"""Every text of the site and of the rules keeps to the words of the glossary."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

import rules
from armybuilder.tools.translations import catalogue_files
from rules.age_of_destruction import AGE_OF_DESTRUCTION
from rules.age_of_destruction.effects import ABILITIES
from rules.core.wording import LANGUAGES, Title

ROOT = Path(settings.BASE_DIR)
RULES = ROOT / "rules"
GLOSSARY = tomllib.loads((ROOT / "armybuilder/locale/glossary.toml").read_text("utf-8"))


def texts_of(value: Any, language: str) -> Iterator[str]:
    """The texts in a language among the values of a table."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == language:
                yield from strings(item)
            else:
                yield from texts_of(item, language)
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item, language)


def strings(value: Any) -> Iterator[str]:
    """A text, or all those of a list."""
    yield from value if isinstance(value, list) else [value]


def of_rules(language: str) -> Iterator[tuple[str, str]]:
    """The texts of the rules of every game, each with where it stands."""
    for path in sorted(RULES.rglob("*.toml")):
        for text in texts_of(tomllib.loads(path.read_text("utf-8")), language):
            yield str(path.relative_to(RULES)), text
    for where, title in titles_in_code():
        yield where, title.in_language(language)
    for ability in ABILITIES:
        yield ability.name, (ability.name_pl or ability.name) if language == "pl" else ability.name


@cache
def titles_in_code() -> tuple[tuple[str, Title], ...]:
    """Every title that stands in the code of the rules, with its module."""
    found: dict[int, tuple[str, Title]] = {}
    for module in walk_packages(rules.__path__, "rules."):
        if "tests" in module.name or module.name.endswith("__main__"):
            continue
        for value in vars(import_module(module.name)).values():
            for title in titles_of(value, 3):
                where = module.name.removeprefix("rules.").replace(".", "/")
                found.setdefault(id(title), (where, title))
    return tuple(found.values())


def titles_of(value: Any, depth: int) -> Iterator[Title]:
    """The titles in a value: itself, in its items, or in the fields of what the rules declare."""
    if isinstance(value, Title):
        yield value
    elif depth and isinstance(value, Mapping):
        for item in value.values():
            yield from titles_of(item, depth - 1)
    elif depth and isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from titles_of(item, depth - 1)
    elif depth and getattr(type(value), "__module__", "").startswith("rules."):
        fields: Iterable[str] = getattr(value, "__struct_fields__", getattr(value, "__dict__", ()))
        for field in fields:
            yield from titles_of(getattr(value, field, None), depth - 1)
    elif depth and isinstance(value, type) and value.__module__.startswith("rules."):
        for item in vars(value).values():
            yield from titles_of(item, depth - 1)


def of_records(language: str) -> Iterator[tuple[str, str]]:
    """The notes, texts and traits of the catalogue, each with its file."""
    for path in sorted((ROOT / "fixtures" / "age_of_destruction").rglob("*.json")):
        for text in texts_of(json.loads(path.read_text("utf-8")), language):
            if isinstance(text, str):
                yield path.name, text


def of_site(language: str) -> Iterator[tuple[str, str]]:
    """The texts of the site: the messages of templates and code, and their translations, each with
    the room it is said in and the message."""
    for path in catalogue_files():
        for entry in polib.pofile(str(path)):
            translated = [entry.msgstr, *entry.msgstr_plural.values()]
            said = translated if f"/{language}/" in str(path) else [entry.msgid, entry.msgid_plural]
            if language == "en" or said is translated:
                where = "/".join((*room_of(entry), entry.msgid))
                yield from ((where, text) for text in said if text)


def room_of(entry: polib.POEntry) -> list[str]:
    """The one room all of a message is said in: that of a game goes by the game's name alone."""
    rooms = {
        re.sub(r"^(?:armybuilder|collection|templates)/(?:systems/)?([^/]+)/.*", r"\1", file)
        for file, _line in entry.occurrences
    }
    return list(rooms) if len(rooms) == 1 else []


@cache
def all_texts(language: str) -> tuple[tuple[str, str], ...]:
    """Every text in a language without its parameters, each with where it stands."""
    parameters = re.compile(r"%\(\w+\)[sd]|\{[^}]*\}")
    found = (*of_site(language), *of_rules(language), *of_records(language))
    return tuple((where, parameters.sub("", text)) for where, text in found)


def never(term: dict[str, Any], language: str) -> list[str]:
    """Patterns of the words that are not to stand for a thing."""
    patterns: list[str] = term.get("never", {}).get(language, [])
    return patterns


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_every_game_are_read(language: str) -> None:
    read = {where.split("/")[0] for where, _text in of_rules(language)}
    assert {path.name for path in RULES.iterdir() if (path / "rulebook").is_dir()} <= read
    in_code = [title.in_language(language) for _where, title in titles_in_code()]
    assert len(in_code) > 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("term", GLOSSARY)
def test_no_other_word_stands_for_a_thing(term: str, language: str) -> None:
    found = [
        (where, hit.group())
        for pattern in never(GLOSSARY[term], language)
        for where, text in all_texts(language)
        if (hit := re.search(pattern, text, re.IGNORECASE))
        and not where.startswith(tuple(GLOSSARY[term].get("own", ())))
    ]
    assert not found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("term", GLOSSARY)
def test_every_word_is_used_and_none_is_forbidden(term: str, language: str) -> None:
    word = GLOSSARY[term][language]
    stems = [re.escape(part[: max(3, len(part) - 2)]) for part in word.split()]
    used = re.compile(r"\w*\s".join(stems), re.IGNORECASE)
    assert any(used.search(text) for _, text in all_texts(language))
    forbidden = [pattern for other in GLOSSARY.values() for pattern in never(other, language)]
    assert not any(re.search(pattern, word, re.IGNORECASE) for pattern in forbidden)


@pytest.mark.django_db
def test_every_word_is_explained_somewhere(client: Client) -> None:
    with override("en"):
        help_page = client.get("/en/help/").content.decode()
    for term in GLOSSARY.values():
        page, _, part = term["explained"].partition("#")
        if part:
            assert page == "help" and f'id="{part}"' in help_page
        else:
            assert page in AGE_OF_DESTRUCTION.rulebook()
