"""Pages of a room with what other rooms add: scopes of the list, what a figure leads to, what one
has of others."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from collection.catalogue.search.fields import Scope
from collection.owning import edits
from collection.owning.models import Change, Collection, Loan
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN, NOW, anna, change, collection, held, person

__all__ = ["anna", "change", "collection"]

pytestmark = pytest.mark.usefixtures("catalogue")


def infantry_club(key: str) -> Scope | None:
    return Scope("the club", "/club/", Q(type="infantry")) if key == "club" else None


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.home.views.pages.scope_of_format", infantry_club)


@pytest.mark.usefixtures("club")
def test_a_scope_narrows_the_list_its_facets_and_every_address_of_the_page(client: Client) -> None:
    answer = client.get("/en/catalogue/", {"scope": "club", "q": "battle armor"})
    html = answer.content.decode()

    types = next(facet for facet in answer.context["facets"] if facet.key == "type")
    assert [option.key for option in types.options] == ["infantry"]
    assert '<a href="/club/">the club</a>' in html
    assert "scope=club" in answer.context["table"].columns[1].order_url
    assert "scope" not in answer.context["unscoped_url"]


@pytest.mark.usefixtures("club")
def test_a_scope_opens_no_panel_and_narrows_no_api(client: Client) -> None:
    assert not client.get("/en/catalogue/", {"scope": "club"}).context["form"].narrows
    assert client.get("/api/v1/figures/", {"scope": "club"}).status_code == 400


def test_a_figure_leads_into_a_battle_group(client: Client) -> None:
    response = client.get("/en/catalogue/figures/AOD-102/")

    assert "groups/figure_panel.html" in [template.name for template in response.templates]


def test_what_somebody_borrowed_is_shown_without_the_lenders_places(
    client: Client,
    collection: Collection,
    change: Callable[..., Change],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change(HATCHETMAN, lambda state: edits.lend(edits.add(state), to="Jan", since=NOW.date()))
    [copy_id] = held(collection, HATCHETMAN).copies
    change(HATCHETMAN, partial(edits.change_copy, copy_id=copy_id, place="Glass case"))
    loan = Loan.objects.get(copy__public_id=copy_id)
    jan = person("jan@example.org")
    mine = create_collection(owner=jan, name="Jan’s shelf")
    monkeypatch.setattr(
        "armybuilder.home.views.pages.loans_to",
        lambda user: [loan.public_id] if user == jan else [],
    )
    client.force_login(jan)
    answer = client.get(reverse("collection:loans", args=[mine.public_id]))
    [line] = answer.context["borrowed"]
    assert (line.number, line.url) == ("AOD-102", "/en/catalogue/figures/AOD-102/")
    assert "Glass case" not in answer.content.decode()


def test_the_map_of_alliances_leads_on_to_a_list_and_to_ones_own_figures(
    client: Client, collection: Collection, change: Callable[..., Change]
) -> None:
    change(HATCHETMAN, lambda state: edits.add(state, 3))
    asked = {"faction": ["Dragon's Fury", "Highlanders"]}
    guest = client.get("/en/catalogue/factions/", asked).content.decode()
    assert "/en/groups/start/?colours=Dragon%27s+Fury" in guest and "on my shelf" not in guest

    client.force_login(collection.owner)
    page = client.get("/en/catalogue/factions/", asked)
    text = page.content.decode().replace("&amp;", "&")
    assert "3 on my shelf" in text and text.count("on my shelf") == 1
    assert "/en/groups/start/?colours=Dragon%27s+Fury&from=mine" in text
    own = "/en/catalogue/?faction=Dragon%27s+Fury&mine=owned"
    assert own in text
    assert client.get(own).context["total"] == 1
