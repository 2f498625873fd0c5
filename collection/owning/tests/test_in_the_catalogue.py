"""What the catalogue shows a person of their own collections, and nobody else."""

from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection, Membership, Role
from collection.owning.selectors.personal import collections_of, memberships_of
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, person

pytestmark = pytest.mark.usefixtures("catalogue")

CATALOGUE = "/en/catalogue/"


@pytest.fixture
def shelf(collection: Collection) -> Collection:
    made = [
        Edit(HATCHETMAN, partial(edits.set_amounts, owned=2, wanted=1)),
        Edit(Piece(SYSTEM, "AOD", "103"), partial(edits.set_amounts, wanted=1)),
    ]
    changes.apply(collection=collection, actor=collection.owner, edits=made, now=NOW)
    return collection


def row(answer: Any, number: str) -> Any:
    return next(row for row in answer.context["table"].rows if row.number == number)


def test_the_list_counts_all_of_a_persons_own_collections(
    client: Client, shelf: Collection
) -> None:
    second = create_collection(owner=shelf.owner, name="Club box")
    changes.apply(
        collection=second, actor=shelf.owner, edits=[Edit(HATCHETMAN, edits.add)], now=NOW
    )
    client.force_login(shelf.owner)
    shown = row(client.get(CATALOGUE, {"q": "hatchetman"}), "AOD-102")
    assert (shown.owned, shown.numbers["wanted"]) == (3, 1)


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"mine": "owned"}, ["AOD-102"]),
        ({"q": "mine:owned"}, ["AOD-102"]),
        ({"q": "mine:wanted"}, ["AOD-102", "AOD-103"]),
        ({"q": "hatchetman mine:missing"}, ["AOD-101", "AOD-103"]),
        ({"q": "hatchetman -mine:owned"}, ["AOD-101", "AOD-103"]),
    ],
)
def test_the_search_asks_for_what_is_mine(
    client: Client, shelf: Collection, asked: dict[str, str], numbers: list[str]
) -> None:
    client.force_login(shelf.owner)
    rows = client.get(CATALOGUE, asked).context["table"].rows
    assert set(numbers) <= {row.number for row in rows}
    assert {"AOD-102"} - set(numbers) == {"AOD-102"} - {row.number for row in rows}


def test_a_collection_shared_with_me_is_not_mine(client: Client, shelf: Collection) -> None:
    jan = person("jan@example.org")
    Membership.objects.create(collection=shelf, user=jan, role=Role.EDITOR)
    create_collection(owner=jan, name="Empty")
    client.force_login(jan)
    assert row(client.get(CATALOGUE, {"q": "hatchetman"}), "AOD-102").owned is None


def test_guests_see_the_catalogue_as_ever(client: Client, shelf: Collection) -> None:
    answer = client.get(CATALOGUE, {"q": "hatchetman", "mine": "owned"})
    assert len(answer.context["table"].rows) > 1
    assert "owned" not in {column.key for column in answer.context["table"].columns}
    problems = client.get(CATALOGUE, {"q": "mine:owned"}).context["problems"]
    assert "There is no field “mine”" in problems[0]


def test_a_figures_page_leads_to_it_in_the_collection(client: Client, shelf: Collection) -> None:
    page = reverse("collection:figure", args=["AOD-102"])
    assert shelf.name not in client.get(page).content.decode()
    client.force_login(shelf.owner)
    shown = client.get(page).content.decode()
    assert "wanted 1" in shown and 'name="by" value="1"' in shown
    assert reverse("collection:piece", args=[shelf.public_id, "AOD-102"]) in shown


def test_a_persons_data_holds_pieces_and_history(shelf: Collection) -> None:
    [kept] = collections_of(shelf.owner)
    assert {"set": "AOD", "number": "102", "game": SYSTEM, "plain": 2, "wanted": 1} in kept[
        "pieces"
    ]
    assert kept["changes"][0]["pieces"][0]["changes"]["plain"] == [None, 2]
    jan = person("jan@example.org")
    Membership.objects.create(collection=shelf, user=jan, role=Role.VIEWER)
    assert collections_of(jan) == []
    assert memberships_of(jan) == [{"collection": shelf.name, "role": "viewer"}]
