"""The pages that explain equipment and factions."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue.present import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
PAIR = {"one": "Steel Wolves", "other": "Stormhammers"}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_piece_and_effect_is_explained_with_its_figures(
    client: Client, language: str
) -> None:
    context = client.get(f"/{language}/catalogue/equipment/").context
    lines = [line for group in context["groups"] for line in group.lines]
    effects = [line for group in context["heat_groups"] for line in group.lines]

    assert {line.equipment.code for line in lines} == {c for c, _ in words.EQUIPMENT.values()}
    assert {line.equipment.code for line in effects} == {c for c, _ in words.HEAT_EFFECTS.values()}
    assert all(line.text for line in lines + effects)
    evade = next(line for line in lines if line.equipment.code == "EV")
    assert client.get(evade.url).context["total"] == evade.figures > 0


def test_two_factions_show_their_ways_with_rules_and_cards(client: Client) -> None:
    context = client.get("/en/catalogue/factions/", PAIR).context

    assert [way.card.title for way in context["joined"]] == ["HSE-SA-001 Shared Border"]
    assert {rule.id for way in context["joined"] for rule in way.rules} >= {"AOD-SA-002"}
    assert any("bears that of Steel Wolves" in way.sentence for way in context["hired"])


def test_factions_without_a_way_say_so(client: Client) -> None:
    page = client.get("/en/catalogue/factions/?one=Highlanders&other=Spirit+Cats").content.decode()
    assert "No alliance joins them" in page


@pytest.mark.parametrize("query", ["", "one=Nobody&other=Highlanders", "one=Highlanders"])
def test_an_incomplete_pair_shows_the_map_alone(client: Client, query: str) -> None:
    context = client.get(f"/en/catalogue/factions/?{query}").context
    assert context["picked"] == [] and len(context["map"]) == 20


def test_the_map_is_the_same_from_both_sides(client: Client) -> None:
    rows = [cells for _, cells in client.get("/en/catalogue/factions/").context["map"]]
    signs = [[cell.sign for cell in cells] for cells in rows]

    assert signs == [list(column) for column in zip(*signs, strict=True)]
    assert {sign for row in signs for sign in row} == {"", "■", "H", "G", "S"}


def test_a_mark_of_the_ring_takes_its_faction_in_and_out(client: Client) -> None:
    shown = client.get("/en/catalogue/factions/", {"faction": "House Kurita"}).context
    ring = {mark.faction.name: mark for mark in shown["ring"].marks}

    assert [name for name, mark in ring.items() if mark.chosen] == ["House Kurita"]
    assert ring["House Kurita"].url == "/en/catalogue/factions/"
    assert ring["Dragon's Fury"].url.endswith("?faction=House+Kurita&faction=Dragon%27s+Fury")
    assert not ring["Clan Nova Cat"].faint and ring["Highlanders"].faint
    assert "Clan Nova Cat: Grand Alliance" in ring["House Kurita"].told
    assert {line.kind for line in shown["ring"].lines if line.lit} == {"house", "grand"}


@pytest.mark.parametrize(
    ("factions", "together", "said"),
    [
        (["House Davion", "Swordsworn"], True, "always."),
        (["House Liao", "Bannson's Raiders"], True, "“Domination”"),
        (["Steel Wolves", "Stormhammers"], True, "with the card"),
        (["Highlanders", "Spirit Cats"], False, "nothing joins:"),
        (["Dragon's Fury", "House Kurita", "Clan Nova Cat"], False, "nothing joins:"),
    ],
)
def test_several_factions_hear_whether_all_of_them_may_stand_together(
    client: Client, factions: list[str], together: bool, said: str
) -> None:
    found = client.get("/en/catalogue/factions/", {"faction": factions}).context["finding"]

    assert (found.together, said in found.sentence) == (together, True)


def test_the_map_answers_with_its_part(client: Client) -> None:
    asked = {"faction": "Highlanders"}
    page = client.get("/pl/catalogue/factions/", asked, headers={"HX-Request": "true"})

    assert "<html" not in page.content.decode()
    assert page["HX-Push-Url"] == "/pl/catalogue/factions/?faction=Highlanders"


@pytest.mark.parametrize(("address", "most"), [("equipment/", 5), ("factions/", 6)])
def test_few_queries(
    client: Client, address: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/en/catalogue/")
    with django_assert_max_num_queries(most):
        client.get(f"/en/catalogue/{address}", PAIR)
