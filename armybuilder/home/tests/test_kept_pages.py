"""Pages that browsers of guests keep for a while, and pages that nobody keeps."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.site.models import User
from armybuilder.tests.corrections import Correct
from collection.catalogue.views import for_guests

pytestmark = pytest.mark.usefixtures("catalogue")

KEPT = (
    "/en/catalogue/",
    "/en/catalogue/?type=mech",
    "/en/catalogue/figures/AOD-102/",
    "/en/catalogue/cards/",
    "/en/catalogue/cards/AOD-GS-010/",
    "/en/catalogue/equipment/",
    "/en/catalogue/factions/",
    "/en/rules/",
    "/en/rules/AOD-GUN-008/",
    "/en/catalogue/sets/",
    "/en/help/",
    "/en/privacy/",
    "/en/terms/",
)


@pytest.mark.parametrize("address", KEPT)
def test_a_guest_who_asks_again_is_told_that_nothing_changed(client: Client, address: str) -> None:
    first = client.get(address)

    assert first.status_code == 200
    assert first["Cache-Control"] == f"private, max-age={for_guests.FRESH}"
    with CaptureQueriesContext(connection) as queries:
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    for answer in (first, again):
        told = {*answer["Vary"].split(", ")}
        assert {"Cookie", "Accept-Encoding", *for_guests.PARTS} <= told
    assert len(queries) <= 3
    held = {"If-None-Match": first["ETag"]}
    assert client.get("/pl" + address[3:], headers=held).status_code == 200
    assert client.get(address, headers=held | {"HX-Request": "true"}).status_code == 200


def test_a_form_of_a_kept_page_is_good_in_the_browser_that_keeps_it() -> None:
    first = Client(enforce_csrf_checks=True)
    page = first.get("/en/rules/")
    assert first.get("/en/rules/", headers={"If-None-Match": page["ETag"]}).status_code == 304
    sent = {"theme": "dark", "next": "/en/rules/"}
    from_here = {"Origin": "http://testserver"}
    assert first.post(reverse("set_theme"), sent, headers=from_here).status_code == 302
    # In the dark the page is another one.
    assert first.get("/en/rules/", headers={"If-None-Match": page["ETag"]}).status_code == 200


def test_a_correction_is_seen_at_once_by_who_asks(client: Client, correct: Correct) -> None:
    page = client.get("/en/catalogue/figures/AOD-102/")
    correct("AOD-102", points=399)

    again = client.get("/en/catalogue/figures/AOD-102/", headers={"If-None-Match": page["ETag"]})

    assert again.status_code == 200
    assert again["ETag"] != page["ETag"]


@pytest.mark.parametrize("address", ["/en/privacy/", "/en/terms/"])
def test_who_runs_the_site_is_told_anew_when_it_is_set_anew(
    client: Client, settings: Any, address: str
) -> None:
    held = {"If-None-Match": client.get(address)["ETag"]}
    settings.OPERATOR = "Ewa Nowak"

    again = client.get(address, headers=held)

    assert again.status_code == 200
    assert "Ewa Nowak" in again.content.decode()


@pytest.mark.parametrize("address", KEPT)
def test_nothing_of_somebody_with_a_session_is_kept(
    client: Client, member: User, address: str
) -> None:
    guests = client.get(address)["ETag"]
    client.force_login(member)

    page = client.get(address, headers={"If-None-Match": guests})

    assert page.status_code == 200
    assert not page.has_header("ETag")
    assert "max-age=60" not in page.get("Cache-Control", "")
    client.logout()
    visitor = Client()
    visitor.post(reverse("choose_game", args=["khans-and-generals"]))
    assert "sessionid" in visitor.cookies
    assert not visitor.get(address).has_header("ETag")
