"""One more or one fewer of a piece, from wherever the catalogue names it."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue.models import Figure
from collection.owning import edits
from collection.owning.models import Change, Collection, Membership, Role
from collection.owning.selectors.keeping import kept_of
from collection.owning.services import changes, collections
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.states import CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, held, person

pytestmark = pytest.mark.usefixtures("catalogue")

ADDRESS = "/en/collection/keep/AOD-102/"
PAGE = "/en/catalogue/figures/AOD-102/"


def press(client: Client, by: int, collection: Collection | None = None, **more: Any) -> Any:
    named = {"collection": collection.public_id} if collection else {}
    return client.post(ADDRESS, {"by": by, "back": f"{PAGE}#owned", **named}, **more)


def test_one_press_adds_one_and_the_next_takes_it_away(
    client: Client, collection: Collection
) -> None:
    client.force_login(collection.owner)

    assert press(client, 1, collection)["Location"] == f"{PAGE}#owned"
    assert press(client, 1, collection).status_code == 302
    assert held(collection, HATCHETMAN).owned == 2
    press(client, -1, collection)

    assert held(collection, HATCHETMAN).owned == 1
    assert Change.objects.filter(collection=collection).count() == 3


def test_what_one_lacks_is_wanted_by_one_press_and_no_longer_by_the_next(
    client: Client, collection: Collection
) -> None:
    client.force_login(collection.owner)
    assert 'name="want" value="1"' in client.get(PAGE).content.decode()

    client.post(ADDRESS, {"want": "1", "collection": collection.public_id, "back": PAGE})
    assert held(collection, HATCHETMAN).wanted == 1
    assert 'name="want" value="0"' in client.get(PAGE).content.decode()

    client.post(ADDRESS, {"want": "0", "collection": collection.public_id, "back": PAGE})
    assert held(collection, HATCHETMAN).wanted == 0
    assert client.post(ADDRESS, {"want": "2"}).status_code == 404


def test_the_drawer_hears_what_every_list_says_then(client: Client, collection: Collection) -> None:
    second = create_collection(owner=collection.owner, name="Club box")
    client.force_login(collection.owner)
    press(client, 1, second)

    answer = press(client, 1, collection, headers={"HX-Request": "true"})

    assert answer.status_code == 204
    assert json.loads(answer["HX-Trigger"])["owned"] == {
        "item": "AOD-102",
        "owned": {"": 2, collection.public_id: 1, second.public_id: 1},
        "problem": "",
    }


def test_the_first_piece_begins_a_collection(client: Client, anna: Any) -> None:
    client.force_login(anna)

    press(client, 1)
    press(client, 1)

    [begun] = Collection.objects.owned_by(anna)
    assert held(begun, HATCHETMAN).owned == 2


def test_a_guest_signs_in_and_comes_back(client: Client) -> None:
    answer = press(client, 1)

    assert answer["Location"] == (
        "/en/account/login/?next=%2Fen%2Fcatalogue%2Ffigures%2FAOD-102%2F%23owned"
    )
    assert not Collection.objects.exists()


def test_nobody_is_sent_to_another_site(client: Client, collection: Collection) -> None:
    client.force_login(collection.owner)
    answer = client.post(ADDRESS, {"by": 1, "back": "https://elsewhere.example/"})

    assert answer["Location"] == "/en/catalogue/"


def test_a_collection_of_others_is_changed_by_its_editors_only(
    client: Client, collection: Collection
) -> None:
    jan = person("jan@example.org")
    client.force_login(jan)
    assert press(client, 1, collection).status_code == 404
    membership = Membership.objects.create(collection=collection, user=jan, role=Role.VIEWER)
    assert press(client, 1, collection).status_code == 404
    assert held(collection, HATCHETMAN).owned == 0

    membership.role = Role.EDITOR
    membership.save()
    press(client, 1, collection)

    assert held(collection, HATCHETMAN).owned == 1


@pytest.mark.parametrize("by", ["", "0", "2", "-5", "x"])
def test_a_press_is_one_piece(client: Client, collection: Collection, by: str) -> None:
    client.force_login(collection.owner)
    answer = client.post(ADDRESS, {"by": by, "collection": collection.public_id})

    assert answer.status_code == 404


@pytest.mark.parametrize("item", ["AOD-9999", "XYZ-001", "DA-073"])
def test_what_the_catalogue_does_not_tell_apart_is_not_counted_here(
    client: Client, collection: Collection, item: str
) -> None:
    client.force_login(collection.owner)
    asked = {"by": 1, "collection": collection.public_id}

    assert client.post(f"/en/collection/keep/{item}/", asked).status_code == 404


def test_what_is_in_the_way_is_said(client: Client, collection: Collection) -> None:
    client.force_login(collection.owner)
    collections.set_locked(collection=collection, actor=collection.owner, locked=True)

    answer = press(client, 1, collection, headers={"HX-Request": "true"})

    told = json.loads(answer["HX-Trigger"])["owned"]
    assert told["problem"].startswith("The collection is locked")
    assert 'name="by"' not in client.get(PAGE).content.decode()


def test_copies_that_are_told_apart_are_not_taken_by_a_press(
    client: Client, collection: Collection
) -> None:
    apart = Edit(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()]))
    changes.apply(collection=collection, actor=collection.owner, edits=[apart], now=NOW)
    client.force_login(collection.owner)

    page = client.get(PAGE).content.decode()

    assert 'value="-1"' in page and "disabled" in page.partition('value="-1"')[2][:80]
    press(client, -1, collection)
    assert held(collection, HATCHETMAN).owned == 1


def test_samples_come_last_and_the_collection_of_the_page_first(
    anna: Any, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sample = create_collection(owner=anna, name="Sample")
    Collection.objects.filter(pk=sample.pk).update(is_sample=True)
    own = create_collection(owner=anna, name="Own")
    figure = Figure.objects.get(catalogue_id="AOD-102")
    one = Edit(HATCHETMAN, edits.add)
    changes.apply(collection=own, actor=anna, edits=[one], now=NOW)
    with django_assert_num_queries(3):
        plain = kept_of(anna, figure)

    assert [each.collection.name for each in plain] == ["Own", "Sample"]
    also = kept_of(anna, figure, sample.public_id)
    assert [each.collection.pk for each in also] == [sample.pk, own.pk]
