"""Finding cards and looking at one, as a guest."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def found(client: Client, query: str) -> list[str]:
    """The ids in the list of cards for a query string."""
    return [row.id for row in client.get(f"/en/catalogue/cards/?{query}").context["rows"]]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("q=AOD-L-001", ["AOD-LP-001"]),
        ("q=uniki", ["AOD-G-002"]),
        ("q=GS-005", ["AOD-GS-005"]),
        ("q=pełny+zamach", ["AOD-G-005"]),
        ("type=SA", ["HSE-SA-001", "HSE-SA-002", "HSE-SA-003"]),
        ("type=LP&mech_class=Light&faction=Dragon's+Fury", ["AOD-LP-001"]),
        ("q=nonsense", []),
    ],
)
def test_cards_are_found(client: Client, query: str, ids: list[str]) -> None:
    assert found(client, query) == ids


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    "card_id",
    ["AOD-G-001", "AOD-P-001", "AOD-LP-001", "AOD-GS-005", "AOD-PC-001", "HSE-F-005", "HSE-SA-001"],
)
def test_a_guest_sees_a_card(client: Client, language: str, card_id: str) -> None:
    assert client.get(f"/{language}/catalogue/cards/{card_id}/").status_code == 200


def test_a_card_lists_the_mechs_it_fits(client: Client) -> None:
    mechs = client.get("/en/catalogue/cards/AOD-G-005/").context["mechs"]
    fitting = {mech.id for mech in mechs}
    assert "AOD-102" in fitting, "a Medium 'Mech may carry Full Strike"
    assert "AOD-115" not in fitting, "a Light one may not"
    assert [mech.points for mech in mechs] == sorted(mech.points for mech in mechs)


def test_a_card_of_the_group_sits_on_no_mech(client: Client) -> None:
    page = client.get("/en/catalogue/cards/AOD-PC-001/")
    assert not page.context["is_mounted"] and page.context["mechs"] == []


def test_a_gunslinger_shows_both_costs_recruitment_and_preferred_mech(client: Client) -> None:
    response = client.get("/en/catalogue/cards/AOD-GS-005/")
    page = response.content.decode()

    assert "30 points" in page and "52 points in the preferred &#x27;Mech" in page
    assert ("House Liao", 20) in response.context["recruitment"]
    assert response.context["recruitment"][-1] == ("any other faction", 7)
    assert "/en/catalogue/figures/AOD-121/" in page


def test_a_price_for_every_150_points_says_so(client: Client) -> None:
    costs = client.get("/en/catalogue/cards/HSE-F-005/").context["costs"]

    assert costs[0] == "10 points for every 150 of the build total"
    assert costs[1].endswith("in a battle group of its faction alone")


def test_requirements_frequency_and_victory_are_told(client: Client) -> None:
    assert client.get("/en/catalogue/cards/HSE-F-004/").context["requirements"] == [
        "at least 2: Vehicle, Swordsworn"
    ]
    free_text = client.get("/pl/catalogue/cards/HSE-F-006/").context["requirements"]
    assert free_text[0].startswith("Przed rozstawieniem terenu")
    assert "450" in client.get("/en/catalogue/cards/HSE-F-002/").context["frequency"]
    assert "Hold the middle" in client.get("/en/catalogue/cards/HSE-F-005/").context["victory"]


@pytest.mark.parametrize(
    "address", ["/en/catalogue/cards/HSE-F-001/", "/en/catalogue/cards/?q=HSE-F-001"]
)
def test_house_cards_are_marked_wherever_they_stand(client: Client, address: str) -> None:
    assert "house, not official" in client.get(address).content.decode()


def test_a_polish_name_stands_before_the_english_one(client: Client) -> None:
    card = client.get("/pl/catalogue/cards/AOD-G-002/").context["card"]

    assert (card.name, card.other_name) == ("Uniki", "Evade")


@pytest.mark.parametrize("typed", ["AOD-L-001", "aod-lp-001", "LP-1"])
def test_other_spellings_lead_to_the_card(client: Client, typed: str) -> None:
    response = client.get(f"/en/catalogue/cards/{typed}/")

    assert response.status_code == 301
    assert response["Location"] == "/en/catalogue/cards/AOD-LP-001/"


def test_an_unknown_card_is_404_with_what_was_meant(client: Client) -> None:
    response = client.get("/en/catalogue/cards/AOD-GS-0055/")

    assert response.status_code == 404
    assert "/en/catalogue/cards/AOD-GS-005/" in response.content.decode()


@pytest.mark.parametrize(
    ("address", "most"),
    [("/en/catalogue/cards/", 6), ("/en/catalogue/cards/AOD-GS-005/", 7)],
)
def test_queries_do_not_grow_with_the_list(
    client: Client,
    address: str,
    most: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client.get(address)

    with django_assert_max_num_queries(most):
        assert client.get(address).status_code == 200
