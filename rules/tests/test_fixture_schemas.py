"""The catalogue files keep their schemas, their counts and their references to each other."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FIXTURES = Path(__file__).parents[2] / "fixtures"
CATALOGUE = FIXTURES / "age_of_destruction"
SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in FIXTURES.glob("schemas/*")}
#: Other schemas of the folder belong to the file formats, which have tests of their own.
SCHEMAS = {name: schema for name, schema in SCHEMAS.items() if name.startswith("catalogue.")}
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)
PATHS = sorted(str(path.relative_to(CATALOGUE)) for path in CATALOGUE.rglob("*.json"))
FILES = {path: json.loads((CATALOGUE / path).read_text("utf-8")) for path in PATHS}
SCHEMA_OF_FOLDER = {"figures": "catalogue.figure.json", "cards": "catalogue.card.json"}

FIGURES = [figure for path in PATHS for figure in FILES[path].get("figures", [])]
CARDS = [card for path in PATHS for card in FILES[path].get("cards", [])]
FACTIONS = {faction["name"] for faction in FILES["factions.json"]["factions"]}


def schema_of(path: str) -> str:
    """The name of the schema a catalogue file keeps."""
    folder, _, _ = path.rpartition("/")
    return SCHEMA_OF_FOLDER.get(folder, f"catalogue.{path}")


def cited(value: Any) -> set[str]:
    """The source ids named anywhere below a record list."""
    if isinstance(value, list):
        return set().union(*map(cited, value))
    if not isinstance(value, dict):
        return set()
    own = value["sources"] if isinstance(value.get("sources"), list) else []
    return set(own).union(*map(cited, value.values()))


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("path", PATHS)
def test_file_keeps_its_schema(path: str) -> None:
    validator = Draft202012Validator(SCHEMAS[schema_of(path)], registry=REGISTRY)
    problems = [
        f"{error.json_path}: {error.message}" for error in validator.iter_errors(FILES[path])
    ]
    assert problems == []


def test_nothing_of_the_catalogue_is_lost() -> None:
    known = {"complete": 174, "listed": 110, "block": 50}
    assert Counter(figure["status"] for figure in FIGURES) >= Counter(known)
    published = Counter(card["type"] for card in CARDS if card.get("official", True))
    assert published >= Counter({"G": 33, "P": 13, "LP": 6, "GS": 14, "PC": 10})
    assert len(FILES["special_equipment.json"]["special_equipment"]) == 30
    assert len(FILES["heat_effects.json"]["heat_effects"]) == 10
    assert len(FILES["artillery_markers.json"]["artillery_markers"]) == 8
    assert len(FACTIONS) == 20


def test_house_pack_uses_every_mechanism() -> None:
    house = [card for card in CARDS if card["set"] == "HSE"]
    assert not any(card["official"] for card in house)
    types = Counter(card["type"] for card in house)
    assert types["F"] >= 6 and types["MC"] >= 3 and types["SA"] >= 3
    costs = [card["cost"] for card in house]
    assert any(cost.endswith("/150") for cost in costs)
    assert any(cost.isdigit() for cost in costs)
    assert any(" OR " in cost for cost in costs)
    assert "1/450" in [card.get("frequency") for card in house]
    assert any(len(card["factions"]) == 2 for card in house if card["type"] == "MC")
    requirements = [item for card in house for item in card.get("requirements", [])]
    assert {"count" in item for item in requirements} == {True, False}
    assert any("victory" in card for card in house)


def test_ids_are_set_and_number_and_occur_once() -> None:
    figures = [
        f"{figure['set']}-{number}"
        for figure in FIGURES
        for number in figure.get("block", [figure["collector_number"]])
    ]
    cards = [f"{card['set']}-{card['type']}-{card['number']}" for card in CARDS]
    assert [name for name, count in Counter(figures + cards).items() if count > 1] == []
    assert {figure["id"] for figure in FIGURES} <= set(figures)
    assert [card["id"] for card in CARDS] == cards


def test_every_source_is_listed_and_cited() -> None:
    records = [data for path, data in FILES.items() if path != "sources.json"]
    assert cited(records) == set(FILES["sources.json"]["sources"])


def test_factions_sets_and_ids_named_by_records_exist() -> None:
    named = {figure["faction"] for figure in FIGURES} - {None}
    for card in CARDS:
        named.update(card.get("factions", []), card.get("requires", {}).get("faction", []))
        named.update(card.get("recruitment", {}), card.get("crossed_out", []))
    assert named - FACTIONS == {"base"}
    sets = {entry["code"] for entry in FILES["sets.json"]["sets"]}
    assert {record["set"] for record in FIGURES + CARDS} <= sets
    figures = {figure["id"] for figure in FIGURES}
    markers = FILES["artillery_markers.json"]["artillery_markers"]
    assert {card["preferred_mech"] for card in CARDS if "preferred_mech" in card} <= figures
    assert {marker["unit"] for marker in markers} == {
        figure["id"] for figure in FIGURES if "artillery_range" in figure
    }
    cards = {card["id"] for card in CARDS}
    assert {victim for card in CARDS for victim in card.get("cancels", [])} <= cards


def slot_of(figure: dict[str, Any], value: str) -> str:
    """The equipment slot of a combat value; a damage value has its weapon's range type."""
    types: dict[str, str] = {
        f"{weapon['slot']}_damage": weapon["damage_type"] for weapon in figure["attacks"]
    }
    return types.get(value, value)


def test_every_symbol_on_a_dial_has_a_name() -> None:
    equipment = {
        (piece["slot"], piece["color"])
        for piece in FILES["special_equipment.json"]["special_equipment"]
    }
    effects = {
        (effect["slot"], effect["color"]) for effect in FILES["heat_effects.json"]["heat_effects"]
    }
    for figure in FIGURES:
        for click in figure.get("dial", []):
            for value, symbol in click["special_equipment"].items():
                assert (slot_of(figure, value), symbol["color"]) in equipment, figure["id"]
        for position in figure.get("heat_dial", []):
            for column, effect in position["effects"].items():
                slot = "any" if effect["color"] == "green" else slot_of(figure, column)
                assert (slot, effect["color"]) in effects, figure["id"]


def test_gear_grants_equipment_that_exists() -> None:
    names = {
        (piece["slot"], piece["color"]): piece["name"]
        for piece in FILES["special_equipment.json"]["special_equipment"]
    }
    granted = [card["provides"] for card in CARDS if "provides" in card]
    assert granted
    assert all(names[piece["slot"], piece["color"]] == piece["name"] for piece in granted)


def test_dials_run_without_a_gap() -> None:
    for figure in FIGURES:
        if figure["status"] == "complete":
            clicks = [click["click"] for click in figure["dial"]]
            assert clicks == list(range(1, figure["clicks_of_life"] + 1)), figure["id"]
