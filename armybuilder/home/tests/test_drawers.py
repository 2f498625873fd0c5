"""What the drawer says of a figure or card, and to whom."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.site.models import User
from collection.catalogue.models import Figure
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

WANTED = {"HX-Request": "true", "HX-Target": "drawer-body"}


def drawer(client: Client, address: str, **asked: str | int) -> str:
    """The drawer at an address below the catalogue."""
    answer = client.get(f"/en/catalogue/{address}/", asked, headers=WANTED)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def builder() -> Builder:
    person = Builder()
    person.start()
    person.add("AOD-102", "AOD-033")
    person.edit("mount", index=0, card="AOD-G-005", part="gear")
    person.edit("mount", index=0, card="AOD-P-010", part="pilot")
    return person


def key(builder: Builder) -> str:
    return builder.group.public_id


def test_a_figure_by_itself_is_as_printed() -> None:
    said = text_of(drawer(Client(), "figures/AOD-102"))

    assert "129 points" in said
    assert "Jump Jets Bases and terrain do not hinder" in said and "clicks 1–5" in said
    assert "Against its own like Strike, 3" in said
    assert "HCT-5F-M" in said
    assert "owned" not in said


def test_the_page_stays_the_page_without_the_drawer() -> None:
    page = Client().get("/en/catalogue/figures/AOD-102/").content.decode()

    assert "<html" in page and 'id="drawer-title"' not in page


def test_a_row_folds_its_gear_and_pilot_in(builder: Builder) -> None:
    part = drawer(builder.client, "figures/AOD-102", group=key(builder), row=0)

    said = text_of(part)
    assert "170 129 + 30 + 11" in said
    assert "Speed +2" in said and "Attack +1" in said
    assert part.count('class="is-granted"') == 6
    assert "clicks 1–10, by gear" in said
    assert "action=remove&amp;where=units[0].gear[0]" in part
    assert "action=copy&amp;index=0" in part


def test_how_many_cards_fit_leads_to_them(builder: Builder) -> None:
    builder.edit("remove", where="units[0].gear[0]")
    part = drawer(builder.client, "figures/AOD-102", group=key(builder), row=0)
    found = re.search(r'id="drawer-fitting" href="([^"]*)">.*?(\d+) cards fit', part, re.S)
    assert found

    page = builder.client.get(found[1].partition("#")[0]).content.decode()
    assert page.count('class="found-item found-card') == int(found[2])


def test_the_group_of_somebody_else_says_nothing(builder: Builder) -> None:
    said = text_of(drawer(Client(), "figures/AOD-102", group=key(builder), row=0))

    assert "129 points" in said and "Full Strike 30" not in said


def test_a_shared_list_is_read_with_its_cards_and_changed_by_nobody(builder: Builder) -> None:
    builder.show_to("link")
    token = builder.group.share_token

    part = drawer(Client(), "figures/AOD-102", list=token, row=0)

    assert "129 + 30 + 11" in text_of(part)
    assert 'form="change"' not in part
    assert 'href="/en/groups/add/AOD-102/"' in part


@pytest.mark.parametrize("row", ["1", "9", "x", ""])
def test_a_row_that_holds_something_else_shows_the_bare_figure(builder: Builder, row: str) -> None:
    said = text_of(drawer(builder.client, "figures/AOD-102", group=key(builder), row=row))

    assert "129 points" in said and "Add" in said


def test_the_odds_are_those_against_whom_one_names(builder: Builder) -> None:
    against = text_of(drawer(Client(), "figures/AOD-102", against="AOD-113"))
    assert "Against Arbalest “Bolt”" in against

    with_pilot = drawer(
        builder.client, "figures/AOD-102", group=key(builder), row=0, against="AOD-113"
    )
    assert strike(with_pilot) > strike(against)
    unknown = text_of(drawer(Client(), "figures/AOD-102", against="Nobody <b>"))
    assert "No figure with a known dial is called “Nobody &lt;b&gt;”." in unknown


def strike(said: str) -> int:
    """The chance of a blow, in percents."""
    found = re.search(r"Strike, \d.*?(\d+)%", said, re.S)
    assert found
    return int(found[1])


def test_what_one_owns_and_what_is_free(member: User) -> None:
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert "not owned" not in drawer(client, "figures/AOD-102")
    create_collection(owner=member, name="Shelf")

    assert "not owned" in drawer(client, "figures/AOD-102")


def test_a_figure_without_a_dial_says_so() -> None:
    said = text_of(drawer(Client(), "figures/DA-073"))

    assert "No source we know of has its dial." in said


def test_a_card_says_what_it_does_and_whether_it_fits(builder: Builder) -> None:
    alone = text_of(drawer(Client(), "cards/AOD-G-001"))
    assert "Grants Pulse to an energy weapon." in alone and "Who may take it" in alone

    builder.add("AOD-114")
    fits = drawer(builder.client, "cards/AOD-G-001", group=key(builder), row=2)
    assert "Fits Firestarter" in fits and "weapon=primary" in fits
    objected = text_of(drawer(builder.client, "cards/AOD-G-001", group=key(builder), row=0))
    assert "Light" in objected and "Medium" in objected
    there = drawer(builder.client, "cards/AOD-G-005", group=key(builder), row=0)
    assert "Take it off Hatchetman" in text_of(there)
    assert "action=remove&amp;where=units[0].gear[0]" in there


def test_a_card_of_the_group_says_what_it_changes(builder: Builder) -> None:
    may = text_of(drawer(builder.client, "cards/HSE-F-003", group=key(builder)))
    assert "Fits this group" in may

    builder.add("HSE-F-003")
    there = text_of(drawer(builder.client, "cards/HSE-F-003", group=key(builder)))
    assert "Take it out" in there
    assert "has a figure of its faction: Dragon&#x27;s Fury." in there


@pytest.mark.parametrize("address", ["figures/NO-1", "cards/NO-1"])
def test_what_nobody_knows_is_not_found(address: str) -> None:
    assert Client().get(f"/en/catalogue/{address}/", headers=WANTED).status_code == 404


def test_the_drawer_asks_as_often_for_a_long_group(
    builder: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    builder.add("AOD-081", "AOD-120", "AOD-113", "HSE-F-003", "AOD-PC-001")
    drawer(builder.client, "figures/AOD-102", group=key(builder), row=0)

    with django_assert_max_num_queries(8):
        drawer(builder.client, "figures/AOD-102", group=key(builder), row=0)


def test_the_drawer_counts_in_the_collection_of_the_page(member: User) -> None:
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    first = create_collection(owner=member, name="First")
    second = create_collection(owner=member, name="Second")

    assert f'value="{first.public_id}"' in drawer(client, "figures/AOD-102")
    shown = drawer(client, "figures/AOD-102", collection=second.public_id)
    assert f'value="{second.public_id}"' in shown and first.public_id not in shown
    assert f'value="{second.public_id}"' in drawer(
        client, "cards/AOD-G-001", collection=second.public_id
    )


def test_a_guest_comes_back_to_the_open_drawer() -> None:
    headers = {**WANTED, "HX-Current-URL": "http://testserver/en/catalogue/?q=a#look=AOD-102"}
    shown = Client().get("/en/catalogue/figures/AOD-102/", headers=headers).content.decode()

    assert "?next=%2Fen%2Fcatalogue%2F%3Fq%3Da%23look%3DAOD-102" in shown


def test_what_owners_entered_is_marked() -> None:
    Figure.objects.filter(catalogue_id="AOD-102").update(entered=True)

    assert "Owners entered this, or some of it, on this site." in text_of(
        drawer(Client(), "figures/AOD-102")
    )
