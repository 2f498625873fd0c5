"""Groups shown to everybody: who may, how they are found, in which order."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.selectors.groups import PAGE_LENGTH
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.test_access import signed_in

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def author() -> Builder:
    person = Builder(signed_in("author@example.org"))
    person.start("Zażółcony patrol", 450)
    person.add("AOD-102")
    person.show_to("public")
    return person


def found(query: str = "") -> str:
    return text_of(Client().get(f"/en/groups/public/{query}").content.decode())


def test_everybody_finds_and_reads_a_public_group(author: Builder) -> None:
    page = Client().get("/en/groups/public/").content.decode()

    assert "Zażółcony patrol" in page and "129 / 450" in text_of(page)
    link = re.search(r'href="(/en/g/[^"]+)"', page)
    assert link
    answer = Client().get(link[1])
    assert "Hatchetman" in answer.content.decode()
    assert "X-Robots-Tag" not in answer


@pytest.mark.parametrize("visibility", ["link", "private"])
def test_a_group_that_is_no_longer_public_is_not_found(author: Builder, visibility: str) -> None:
    author.show_to(visibility)

    assert "Zażółcony patrol" not in found()
    assert author.group.published is None


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("?q=zazolcony", True),
        ("?q=hatchetman", True),
        ("?q=aod-102", True),
        ("?q=dragons+fury", True),
        ("?q=hatchetman+mongoose", False),
        ("?faction=Dragon%27s+Fury", True),
        ("?faction=Steel+Wolves", False),
        ("?faction=Nobody", True),
        ("?total=450", True),
        ("?total=300", False),
        ("?total=all", True),
        ("?legal=on", True),
        ("?q=%00", True),
        ("?after=%00", True),
    ],
)
def test_words_total_and_verdict_narrow_the_list(author: Builder, query: str, hit: bool) -> None:
    assert ("Zażółcony patrol" in found(query)) is hit


def test_an_illegal_group_is_left_out_when_legal_ones_are_wanted(author: Builder) -> None:
    author.edit("count", where="units[0]", count=9)

    assert "Zażółcony patrol" in found()
    assert "Zażółcony patrol" not in found("?legal=on")


def test_a_visitor_publishes_nothing() -> None:
    visitor = Builder()
    visitor.start("Of a visitor")

    answer = visitor.client.post(f"{visitor.url}visibility/", {"visibility": "public"}, follow=True)

    assert "Sign in to show a group to everybody" in text_of(answer.content.decode())
    assert not visitor.group.is_shared
    assert "Of a visitor" not in found()


def test_who_may_see_it_is_one_of_three(author: Builder) -> None:
    assert author.show_to("friends").status_code == 400
    assert author.group.is_public


def test_the_list_goes_on_where_it_ended_with_as_many_queries(
    author: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(PAGE_LENGTH):
        author.start(f"Group no. {number:02}")
        author.show_to("public")

    client = Client()
    with django_assert_max_num_queries(3):
        page = client.get("/en/groups/public/?q=o").content.decode()
    more = re.search(r'rel="next" href="([^"]+)"', page)
    assert more
    with django_assert_max_num_queries(3):
        rest = client.get(more[1].replace("&amp;", "&")).content.decode()

    names = re.findall(r">(Group no\. \d\d|Zażółcony patrol)</a>", page + rest)
    assert names == [f"Group no. {n:02}" for n in reversed(range(PAGE_LENGTH))] + [
        "Zażółcony patrol"
    ]
    assert BattleGroup.objects.public().count() == PAGE_LENGTH + 1


def test_staff_take_a_group_from_the_public_list_and_see_no_other(
    author: Builder, admin_client: Client
) -> None:
    private = Builder(signed_in("other@example.org"))
    private.start("Nobody's business")
    page = admin_client.get("/en/admin/armybuilder/battlegroup/").content.decode()
    assert "Zażółcony patrol" in page and "Nobody" not in page

    sent = {"action": "make_private", "_selected_action": author.group.pk}
    admin_client.post("/en/admin/armybuilder/battlegroup/", sent)

    assert not author.group.is_shared
    assert author.group.document["units"] == [{"unit": "AOD-102"}]
