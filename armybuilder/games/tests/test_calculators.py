"""Pages of calculators: the address is the state, presses lead to the address they make."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from collection.catalogue.game import systems

MELEE = "/en/games/khans-and-generals/melee/"
WITH_SCRIPTS = {"HX-Request": "true"}

pytestmark = pytest.mark.django_db


def pages() -> list[str]:
    return [f"/games/{s.name}/{c.name}/" for s in systems() for c in s.calculators]


def led_to(client: Client, address: str) -> dict[str, list[str]]:
    """The parameters of the address that a press leads to."""
    response = client.get(address)
    assert response.status_code == 302
    return parse_qs(urlsplit(response["Location"]).query)


@pytest.mark.parametrize("path", pages())
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_calculator_has_a_page_that_reckons(client: Client, path: str, language: str) -> None:
    body = client.get(f"/{language}{path}").content.decode()

    assert 'id="calc"' in body
    assert 'class="tally"' in body or "calc-headline" in body
    assert "errorlist" not in body


def test_there_is_no_page_of_what_there_is_not(client: Client) -> None:
    assert client.get("/en/games/chess/melee/").status_code == 404
    assert client.get("/en/games/khans-and-generals/chess/").status_code == 404


def test_an_address_with_faces_shows_what_they_bring(client: Client) -> None:
    body = client.get(MELEE + "?their_training=1&dice=4-2").content.decode()

    assert "Target: −6 Strength, 24 left." in body
    assert "KG-097" in body


def test_a_press_of_a_face_adds_it(client: Client) -> None:
    assert led_to(client, MELEE + "?dice=4&face=2")["dice"] == ["4-2"]
    assert led_to(client, MELEE + "?dice=4-2&back=1")["dice"] == ["4"]
    assert "dice" not in led_to(client, MELEE + "?dice=4-2&again=1")


def test_the_page_rolls_the_dice_that_fall_together(client: Client) -> None:
    faces = led_to(client, MELEE + "?roll=1")["dice"][0].split("-")

    assert len(faces) == 2
    assert all(1 <= int(face) <= 6 for face in faces)


def test_a_step_keeps_to_the_bounds(client: Client) -> None:
    assert led_to(client, MELEE + "?step=attack:1")["attack"] == ["6"]
    assert led_to(client, MELEE + "?attack=60&step=attack:10")["attack"] == ["60"]


def test_a_default_is_not_said_in_the_address(client: Client) -> None:
    assert led_to(client, MELEE + "?attack=5&training=4&step=attack:0") == {"training": ["4"]}


def test_a_face_that_cannot_be_is_refused_where_the_dice_are(client: Client) -> None:
    body = client.get(MELEE + "?dice=4-9").content.decode()

    assert "A d6 has no 9." in body


def test_a_value_that_cannot_be_is_refused_at_its_field(client: Client) -> None:
    body = client.get(MELEE + "?attack=many&strength=0&training=9").content.decode()

    assert 'id="fault-attack"' in body
    assert "Only 1 to 200 can be." in body
    assert "There is no such choice." in body


def test_with_scripts_only_the_part_comes_and_the_address_goes_along(client: Client) -> None:
    response = client.get(MELEE + "?dice=4&face=2", headers=WITH_SCRIPTS)

    assert response.status_code == 200
    assert response["HX-Replace-Url"] == MELEE + "?dice=4-2"
    assert "<html" not in response.content.decode()


def test_nothing_is_asked_of_the_database(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        client.get(MELEE, headers=WITH_SCRIPTS)
