"""The scenarios for players: one or more for every kind of order, on real figures."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.__main__ import ROOT, main
from rules.age_of_destruction.play.schemas import schemas
from rules.tests.skirmishes import Json, catalogue

FILES = sorted((ROOT / "fixtures" / "samples" / "scenarios").glob("*.json"))


def sample(file: Path) -> Json:
    """A scenario file."""
    data: Json = json.loads(file.read_text("utf-8"))
    return data


def order_kinds() -> set[str]:
    """The orders the schema knows."""
    parts = schemas()["scenario.1"]["$defs"].values()
    fields = [part["properties"]["order"] for part in parts if "order" in part["properties"]]
    return {kind for field in fields for kind in field["enum"]}


def legs(order: Json) -> list[Json]:
    """The legs of an order, those of its formation included."""
    more = order.get("member_legs", {}).values()
    return [*order.get("legs", []), *(leg for other in more for leg in other)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_played_without_a_refusal(file: Path, capsys: Any) -> None:
    data = sample(file)
    assert data["name"]
    assert data["note"]
    Draft202012Validator(schemas()["scenario.1"]).validate(data)
    assert all(catalogue().unit(unit["unit"]) for unit in data["units"])
    assert main(["resolve", str(file)]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["refused"], outcome["dice_left"]) == ([], 0)
    assert outcome["rulings"]


def test_every_order_of_the_schema_has_an_example() -> None:
    orders = [order for file in FILES for order in sample(file)["orders"]]
    assert order_kinds() - {order["order"] for order in orders} == set()
    leg_kinds = set(schemas()["scenario.1"]["$defs"]["Leg"]["properties"])
    assert leg_kinds - {key for order in orders for leg in legs(order) for key in leg} == set()
    assert {"indirect", "artillery"} <= {order.get("mode") for order in orders}
    assert any(order.get("capture") for order in orders)
    assert any(order.get("repair") for order in orders)
