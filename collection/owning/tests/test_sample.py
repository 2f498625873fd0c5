"""The sample collection: taken in one press, thrown away in another."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.catalogue.game import catalogue
from collection.owning.models import Collection
from collection.owning.selectors.holdings import totals
from collection.owning.services.changes import NotAllowed
from collection.owning.services.sample import pieces, throw_away, try_sample
from collection.owning.tests.conftest import NOW, person

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def browser(client: Client, anna: Any) -> Client:
    client.force_login(anna)
    return client


def test_everything_in_it_is_in_the_catalogue() -> None:
    known = catalogue()
    assert all(known.unit(item) or known.card(item) for item in pieces())


def test_one_press_fills_a_shelf_and_one_empties_it(browser: Client, anna: Any) -> None:
    page = browser.get(reverse("collection:collections")).content.decode()
    assert "Try a sample collection" in page

    browser.post(reverse("collection:sample"))
    made = Collection.objects.get()
    assert made.is_sample
    assert made.owner == anna
    assert totals(made).owned == sum(pieces().values())
    away = reverse("collection:throw_away", args=[made.public_id])
    assert away in browser.get(reverse("collection:pieces", args=[made.public_id])).content.decode()

    browser.post(away)
    assert not Collection.objects.exists()


def test_there_is_one_at_most(browser: Client) -> None:
    browser.post(reverse("collection:sample"))
    browser.post(reverse("collection:sample"))
    assert Collection.objects.count() == 1
    page = browser.get(reverse("collection:collections")).content.decode()
    assert "Try a sample collection" not in page


def test_it_leads_back_to_where_it_was_asked_for(browser: Client) -> None:
    back = "/en/groups/start/?from=mine"
    answer = browser.post(reverse("collection:sample"), {"back": back})
    assert answer["Location"] == back
    answer = browser.post(reverse("collection:sample"), {"back": "https://example.org/"})
    assert answer["Location"].startswith("/en/collection/")


def test_what_is_no_sample_is_not_thrown_away_so(browser: Client, collection: Collection) -> None:
    answer = browser.post(reverse("collection:throw_away", args=[collection.public_id]))
    assert answer.status_code == 404
    assert Collection.objects.filter(pk=collection.pk).exists()


def test_somebody_elses_sample_stays(anna: Any) -> None:
    made = try_sample(owner=anna, now=NOW)
    with pytest.raises(NotAllowed):
        throw_away(collection=made, actor=person("ben@example.org"))
    assert Collection.objects.filter(pk=made.pk).exists()
