"""The games for programs."""

from typing import Any

import pytest
from django.test import Client

from collection.catalogue.game import systems

pytestmark = pytest.mark.usefixtures("catalogue")


def read(client: Client, path: str) -> Any:
    response = client.get(f"/api/v1/games/{path}")
    assert response.status_code == 200, response.content
    return response.json()


def test_all_games_are_listed(client: Client) -> None:
    found = {each["name"]: each for each in read(client, "")["results"]}

    assert list(found) == [system.name for system in systems()]
    assert "scenario/1" in found["warzone"]["formats"]
    assert "melee" in found["khans-and-generals"]["calculators"]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_game_tells_its_rulings(client: Client, language: str) -> None:
    found = read(client, f"khans-and-generals/?lang={language}")

    (halves,) = (each for each in found["rulings"] if each["rule"] == "KG-003")
    assert halves["because"] == "unclear" and halves["decides"]
    assert found["lost"]


def test_a_calculator_answers(client: Client) -> None:
    path = "khans-and-generals/calculators/melee/?their_training=1&dice=4-2"
    found = read(client, path)

    assert "Target: −6 Strength, 24 left." in [each["text"] for each in found["said"]]
    assert [each["face"] for each in found["dice"]][:2] == [4, 2]
    assert {each["name"] for each in found["asks"]} >= {"attack", "sector"}


def test_bad_values_are_told_by_their_field(client: Client) -> None:
    found = read(client, "khans-and-generals/calculators/melee/?attack=many")

    assert [each["field"] for each in found["faults"]] == ["attack"]


def test_what_there_is_not_is_refused(client: Client) -> None:
    for path in ("chess/", "warzone/calculators/chess/", "chess/calculators/melee/"):
        assert client.get(f"/api/v1/games/{path}").status_code == 404
    unknown = client.get("/api/v1/games/khans-and-generals/calculators/melee/?colour=red")
    assert unknown.status_code == 400
