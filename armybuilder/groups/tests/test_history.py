"""What a group went through: undo and redo, revisions in words, restoring, lineage of copies."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup, Cause
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.test_access import signed_in

pytestmark = pytest.mark.usefixtures("catalogue")


def builder_with(*numbers: str, client: Client | None = None) -> Builder:
    person = Builder(client)
    person.start()
    person.add(*numbers)
    return person


def step(person: Builder, way: str) -> None:
    """Undo or redo once."""
    person.client.post(f"{person.url}{way}/", {"version": person.group.version})


def units(person: Builder) -> list[str]:
    return [entry["unit"] for entry in person.group.document["units"]]


def test_undo_and_redo_walk_along_the_changes() -> None:
    person = builder_with("AOD-102", "AOD-033", "AOD-081")

    step(person, "undo")
    step(person, "undo")
    assert units(person) == ["AOD-102"]
    step(person, "redo")
    assert units(person) == ["AOD-102", "AOD-033"]
    step(person, "undo")
    step(person, "redo")
    step(person, "redo")
    assert units(person) == ["AOD-102", "AOD-033", "AOD-081"]
    assert person.group.revisions.latest("number").cause == Cause.REDONE
    step(person, "redo")
    assert "nothing to redo" in text_of(person.page())


def test_a_change_after_an_undo_ends_the_redo() -> None:
    person = builder_with("AOD-102", "AOD-033")
    step(person, "undo")
    person.add("AOD-081")

    step(person, "redo")

    assert units(person) == ["AOD-102", "AOD-081"]


def test_the_history_says_what_each_revision_changed() -> None:
    person = builder_with("AOD-102")
    person.edit("mount", index=0, card="AOD-P-010", part="pilot")
    person.edit(
        "change", changes='[{"op": "replace", "where": "units[0].pilot", "with": "AOD-P-011"}]'
    )
    step(person, "undo")

    page = text_of(person.client.get(f"{person.url}history/").content.decode())

    assert "AOD-102 Hatchetman added." in page
    assert "Pilot added to AOD-102 Hatchetman: AOD-P-010 Lance Corporal." in page
    assert "Pilot of AOD-102 Hatchetman swapped" in page
    assert "undone (as in revision 3)" in page
    polish = person.client.get(f"{person.url}history/".replace("/en/", "/pl/")).content.decode()
    assert "Doszło: AOD-102 Hatchetman." in text_of(polish)


def test_an_earlier_revision_is_read_and_restored() -> None:
    person = builder_with("AOD-102", "AOD-033")

    page = text_of(person.client.get(f"{person.url}history/2/").content.decode())
    assert "Hatchetman" in page and "129 / 450" in page
    assert "AOD-033 DI Multipurpose Light VTOL added." in page
    person.client.post(f"{person.url}restore/", {"version": 3, "number": 2})

    assert units(person) == ["AOD-102"]
    assert person.group.version == 4
    step(person, "undo")
    assert units(person) == ["AOD-102", "AOD-033"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"version": "x", "number": 1}, 400), ({"version": 2, "number": 9}, 404)],
)
def test_what_is_no_revision_is_not_restored(fields: dict[str, object], status: int) -> None:
    person = builder_with("AOD-102")

    assert person.client.post(f"{person.url}restore/", fields).status_code == status
    assert person.client.get(f"{person.url}history/9/").status_code == 404


def test_a_stale_tab_restores_nothing() -> None:
    person = builder_with("AOD-102", "AOD-033")

    answer = person.client.post(f"{person.url}restore/", {"version": 2, "number": 1}, follow=True)

    assert "nothing was restored" in text_of(answer.content.decode())
    assert person.group.version == 3


def test_the_history_comes_in_pages_with_as_many_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    person = builder_with("AOD-033")
    for count in range(2, 31):
        person.edit("count", where="units[0]", count=count)

    with django_assert_max_num_queries(6):
        first = text_of(person.client.get(f"{person.url}history/").content.decode())
    assert "AOD-033 DI Multipurpose Light VTOL: 30 instead of 29." in first
    assert "Revision 7 " in first and "Revision 6 " not in first
    assert "AOD-033 DI Multipurpose Light VTOL: 6 instead of 5." in first
    last = text_of(person.client.get(f"{person.url}history/?before=7").content.decode())
    assert "Revision 6 " in last and "Revision 1 " in last


def test_a_copy_names_its_source_and_links_to_it_while_it_may_be_seen() -> None:
    author = builder_with("AOD-102", client=signed_in("author@example.org"))
    author.show_to("link")
    token = author.group.share_token
    guest = Builder()
    guest.url = guest.client.post(f"/en/g/{token}/copy/")["Location"]

    assert "Copied from “Evening patrol” , revision 2." in text_of(guest.page())
    assert f"/en/g/{token}/" in guest.page()

    author.show_to("private")
    assert "revision 2, which you cannot see any more" in text_of(guest.page())
    author.show_to("link")
    assert author.group.share_token not in guest.page()
    author.client.post(f"{author.url}delete/")
    assert "Copied from “Evening patrol”, revision 2" in text_of(guest.page())


def test_only_who_may_see_the_source_learns_of_it() -> None:
    author = builder_with("AOD-102", client=signed_in("author@example.org"))
    author.show_to("public")
    copier = Builder(signed_in("copier@example.org"))
    copier.url = copier.client.post(f"/en/g/{author.group.share_token}/copy/")["Location"]
    copier.show_to("link")
    link = f"/en/g/{copier.group.share_token}/"

    assert "Copied from" in text_of(Client().get(link).content.decode())
    author.show_to("link")
    assert "Copied from" not in text_of(Client().get(link).content.decode())
    assert "Copied from" in text_of(copier.page())


def test_a_copy_of_my_own_leads_back_to_mine() -> None:
    person = builder_with("AOD-102")
    first = person.url
    person.url = person.client.post(f"{person.url}duplicate/")["Location"]

    assert f'<a href="{first}">“Evening patrol”</a>' in person.page()
    assert BattleGroup.objects.count() == 2
