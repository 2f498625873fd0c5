"""The page of every game: its doors, what its source covers, every house ruling; and the choice of
a game, which pages remember."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.games.present.editions import system_named
from armybuilder.games.present.games import doors_of
from armybuilder.site.models import User
from collection.catalogue.game import systems

pytestmark = pytest.mark.usefixtures("catalogue")
NAMES = [system.name for system in systems()]
KHANS = "khans-and-generals"


def body(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_leads_to_every_game(client: Client) -> None:
    page = body(client, reverse("games"))

    for name in NAMES:
        assert f'href="{reverse("game", args=[name])}"' in page


def test_every_game_is_pictured(client: Client) -> None:
    entries = body(client, reverse("games")).split('class="game-entry"')[1:]

    assert len(entries) == len(NAMES)
    for name, entry in zip(NAMES, entries, strict=True):
        assert name in entry and entry.count('class="game-seen"') == 1
        assert ("drawn-small" in entry) is (name != NAMES[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_game_says_what_its_source_covers(client: Client, name: str, language: str) -> None:
    page = body(client, f"/{language}/games/{name}/")
    about = next(system for system in systems() if system.name == name).about

    settled = [each.says for each in about.settled]
    for text in (about.says, about.source, *about.covers, *about.lacks, *about.lost, *settled):
        assert text[language].split("'")[0] in page


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_is_listed_with_its_rule(client: Client, name: str) -> None:
    page = body(client, reverse("game", args=[name]))
    book = next(system for system in systems() if system.name == name).rulebook()
    ruled = [rule.id for rule in book.values() if rule.house]

    assert all(f'id="{rule}"' in page for rule in ruled)
    assert bool(ruled) == (name != "age-of-destruction")


def test_the_readings_of_the_first_game_are_shown(client: Client) -> None:
    assert "Who withdraws cannot win" in body(client, "/en/games/age-of-destruction/")


@pytest.mark.parametrize("name", NAMES)
def test_every_door_leads_somewhere(client: Client, name: str) -> None:
    for door in doors_of(system_named(name)):
        if not door.is_begun and not door.url.startswith("#"):
            assert client.get(door.url).status_code == 200


def test_a_choice_is_remembered_by_pages_that_ask(client: Client) -> None:
    assert "<h1>Rulebook" in body(client, "/en/rules/") and "AOD-" in body(client, "/en/rules/")

    response = client.post(f"/en/games/{KHANS}/choose/", {"next": "/en/rules/"})

    assert response["Location"] == "/en/rules/"
    assert "KG-001" in body(client, "/en/rules/")
    assert 'class="brand-game"' in body(client, "/en/games/")
    assert f'name="system" value="{KHANS}"' in body(client, "/en/groups/new/")


def test_a_members_choice_is_kept_for_other_devices(client: Client) -> None:
    member = User.objects.create_user("a@example.org", display_name="Ada")
    client.force_login(member)
    client.post(f"/en/games/{KHANS}/choose/", {"next": "/en/rules/"})

    elsewhere = Client()
    elsewhere.force_login(member)
    assert "KG-001" in body(elsewhere, "/en/rules/")
    assert "KG-001" not in body(Client(), "/en/rules/")


def test_a_game_nobody_knows_is_not_chosen(client: Client) -> None:
    assert client.post("/en/games/chess/choose/").status_code == 404
    assert client.get("/en/games/chess/").status_code == 404


def test_a_rule_says_that_it_is_ours(client: Client) -> None:
    assert "House ruling." in body(client, "/en/rules/KG-003/")
    assert "House ruling." not in body(client, "/en/rules/KG-001/")
