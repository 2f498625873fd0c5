"""What the catalogue knows of each set."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue import game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]
HERE = "/en/catalogue/sets/"


def test_every_line_of_the_catalogue_is_counted_once(client: Client) -> None:
    sets = client.get(HERE).context["sets"]

    assert sum(each.lines for each in sets) == len(game.catalogue().units)
    shares = [each.complete / each.lines for each in sets]
    assert shares == sorted(shares, reverse=True)


def test_each_set_leads_to_its_figures(client: Client) -> None:
    best, *_others = client.get(HERE).context["sets"]

    assert client.get(best.url).context["total"] == best.lines


@pytest.mark.parametrize(("language", "title"), [("en", "Whole dials"), ("pl", "Całe tarcze")])
def test_the_page_asks_for_sets_once(
    client: Client,
    language: str,
    title: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    address = f"/{language}/catalogue/sets/"
    client.get(address)

    with django_assert_max_num_queries(2):
        assert title in client.get(address).content.decode()


def test_who_completes_sets_finds_it(client: Client) -> None:
    assert f'href="{HERE}"' in client.get("/en/catalogue/contribute/").content.decode()
