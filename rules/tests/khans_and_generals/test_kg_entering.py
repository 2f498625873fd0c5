"""Cards entered field by field: what is typed is what is read, faults name their field."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import Unreadable
from rules.khans_and_generals.records.entering import (
    FIELDS,
    all_fields,
    read_card,
    word_of,
    write_card,
)
from rules.khans_and_generals.records.profile import read_profile

FORCES = Path(__file__).parents[3] / "fixtures" / "khans_and_generals" / "forces"
CARDS: list[dict[str, Any]] = [
    card
    for path in sorted(FORCES.iterdir())
    for card in json.loads(path.read_text("utf-8"))["profiles"].values()
]
LINE = {"name": "Men", "class": "line", "strength": "30", "training": "3"}


@pytest.mark.rule("KG-056")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["name"]))
def test_every_sample_is_entered_as_it_is(card: dict[str, Any]) -> None:
    assert read_profile(read_card(write_card(card))) == read_profile(card)


@pytest.mark.rule("KG-110")
def test_a_table_is_typed_in_rows() -> None:
    texts = LINE | {"weapon_1": "rifle", "kind_1": "firearm", "range_1": "80"}
    card = read_card(texts | {"fire_effect_1": "80: \u22122\n20: +3, 50 0"})
    assert card["weapons"][0]["fire_effect"] == [[20, 3], [50, 0], [80, -2]]


def test_abilities_with_values() -> None:
    card = read_card(LINE | {"abilities": "scout, against cavalry +4, advance 2"})
    assert card["abilities"] == ["scout", {"against": {"cavalry": 4}}, {"advance": 2}]
    assert read_card(write_card(card)) == card


def test_a_class_has_only_its_fields() -> None:
    card = read_card({"name": "Wire", "class": "fortification", "points": "5", "strength": "9"})
    assert card == {"name": "Wire", "class": "fortification", "points": 5}


@pytest.mark.parametrize(
    ("texts", "path"),
    [
        ({"class": "line"}, "name"),
        ({"name": "x", "class": "hero"}, "class"),
        (LINE | {"training": "6"}, "training"),
        (LINE | {"strength": ""}, "strength"),
        (LINE | {"strength": "many"}, "strength"),
        (LINE | {"formations": "column, heap"}, "formations"),
        (LINE | {"modern": "perhaps"}, "modern"),
        (LINE | {"kind_1": "firearm"}, "range_1"),
        (LINE | {"kind_2": "firearm", "range_2": "20", "fire_effect_2": "near"}, "fire_effect_2"),
        (LINE | {"class": "vehicle"}, "width"),
        (LINE | {"class": "vehicle", "width": "4", "hull": "1/2"}, "hull"),
    ],
)
def test_a_fault_names_its_field(texts: dict[str, str], path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_card(texts)
    assert refusal.value.path == path
    assert refusal.value.message("pl")


def test_every_field_is_named_once() -> None:
    names = [name for name, _ in all_fields()]
    assert len(names) == len(set(names)) and len(FIELDS) < len(names)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_field_and_option_is_worded(language: str) -> None:
    for _name, field in all_fields():
        assert word_of(field.name, "", language) != field.name or language == "en", field.name
        for option in field.options:
            assert word_of(field.name, option, language), option
