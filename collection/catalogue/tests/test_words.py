"""The printed vocabulary agrees with the catalogue and can be told apart."""

import json
from pathlib import Path
from typing import get_args

import pytest
from django.utils.translation import override

from collection.catalogue.pictures import inks
from collection.catalogue.present import words
from collection.common.language import in_every_language
from rules.age_of_destruction.records.vocabulary import EquipmentShape

ROOT = Path(__file__).resolve().parents[3]
CATALOGUE = ROOT / "fixtures" / "age_of_destruction"
STYLES = ROOT / "armybuilder" / "static" / "css" / "components.css"


def records(name: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = json.loads((CATALOGUE / f"{name}.json").read_text("utf-8"))[name]
    return [record for record in listed if record["slot"] != "any"]


TABLES = [("special_equipment", words.EQUIPMENT), ("heat_effects", words.HEAT_EFFECTS)]


@pytest.mark.parametrize(("listing", "table"), TABLES)
@pytest.mark.parametrize(("language", "field"), [("en", "name"), ("pl", "name_pl")])
def test_names_are_those_of_the_catalogue(
    listing: str, table: words.EquipmentTable, language: str, field: str
) -> None:
    with override(language):
        shown = {key: str(name) for key, (_code, name) in table.items()}
    printed = {(record["slot"], record["color"]): record[field] for record in records(listing)}
    assert shown == printed


def test_every_code_means_one_thing() -> None:
    codes = [code for _listing, table in TABLES for code, _name in table.values()]
    assert all(len(code) == 2 for code in codes)
    assert len(set(codes)) == len(codes)


def test_every_colour_and_shape_has_its_word_its_pattern_and_its_ink() -> None:
    colours = {colour for _listing, table in TABLES for _slot, colour in table}
    patterns = STYLES.read_text("utf-8")
    for colour in colours:
        assert f".badge-{colour} {{" in patterns
        assert f"equipment-{colour}" in inks.PRINT
    assert colours == words.COLOURS.keys()
    assert set(get_args(EquipmentShape)) == words.SHAPES.keys()
    assert all(len(in_every_language(word)) == 2 for word in words.COLOURS.values())
