"""The printed vocabulary agrees with the catalogue and can be told apart."""

import json
from pathlib import Path

import pytest
from django.utils.translation import override

from collection.catalogue.present import words

CATALOGUE = Path(__file__).resolve().parents[3] / "fixtures" / "age_of_destruction"


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
