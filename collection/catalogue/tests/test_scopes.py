"""The catalogue narrowed to what another app allows, which it knows by a key only."""

import pytest
from django.db.models import Q
from django.test import Client

from collection.catalogue.search import scopes

pytestmark = pytest.mark.usefixtures("catalogue")


def infantry_club(key: str) -> scopes.Scope | None:
    return scopes.Scope("the club", "/club/", Q(type="infantry")) if key == "club" else None


@pytest.fixture(autouse=True)
def finders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scopes, "SCOPE_FINDERS", [lambda _key: None, infantry_club])


def test_a_scope_narrows_the_list_its_facets_and_every_address_of_the_page(client: Client) -> None:
    answer = client.get("/en/catalogue/", {"scope": "club", "q": "battle armor"})
    html = answer.content.decode()

    types = next(facet for facet in answer.context["facets"] if facet.key == "type")
    assert [option.key for option in types.options] == ["infantry"]
    assert '<a href="/club/">the club</a>' in html
    assert "scope=club" in answer.context["table"].columns[1].order_url
    assert "scope" not in answer.context["unscoped_url"]


def test_a_scope_opens_no_panel_and_narrows_no_api(client: Client) -> None:
    assert not client.get("/en/catalogue/", {"scope": "club"}).context["form"].narrows
    assert client.get("/api/v1/figures/", {"scope": "club"}).status_code == 400
