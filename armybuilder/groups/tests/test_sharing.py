"""Giving a group to others: the page of it, its picture, and what a chat shows of its link."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.test_access import signed_in
from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.usefixtures("catalogue")

PNG = b"\x89PNG"


@pytest.fixture
def owner() -> Builder:
    person = Builder(signed_in("owner@example.org"))
    person.start("Evening patrol", 450)
    person.add("AOD-102")
    return person


def share_page(owner: Builder, **headers: str) -> str:
    return owner.client.get(f"{owner.url}share/", headers=headers).content.decode()


def meta(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page)
    )


def test_a_private_group_has_texts_code_and_picture_but_no_link(owner: Builder) -> None:
    page = share_page(owner)
    assert 'id="share-link"' not in page
    assert 'id="share-markdown"' in page
    assert "qr.svg" in page
    assert 'id="visibility-private"' in page
    assert owner.client.get(f"{owner.url}picture.png").content.startswith(PNG)


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_one_press_gives_a_link(owner: Builder, visibility: str) -> None:
    answer = owner.show_to(visibility)
    assert answer.headers["Location"] == f"{owner.url}share/"
    link = f"http://testserver/en/g/{owner.group.share_token}/"
    assert f'value="{link}"' in share_page(owner)


def test_the_texts_to_copy_are_those_of_the_files(owner: Builder) -> None:
    page = share_page(owner)
    for form, ending in (("compact", "compact.txt"), ("markdown", "md"), ("packed", "packed.txt")):
        shown = re.search(rf'id="share-{form}"[^>]*>([^<]*)<', page)
        assert shown
        file = owner.client.get(f"{owner.url}sheet.{ending}").content.decode().strip()
        assert shown[1].replace("&#x27;", "'") == file


def test_the_drawer_gets_the_sheet_alone(owner: Builder) -> None:
    part = share_page(owner, HX_Request="true", HX_Target="drawer-body")
    assert "<html" not in part
    assert "data-drawer-close" in part
    assert "data-drawer-close" not in share_page(owner)


def test_the_picture_of_a_shared_group_is_open_until_the_link_is_gone(owner: Builder) -> None:
    owner.show_to("link")
    picture = f"/en/g/{owner.group.share_token}/picture.png"
    guest = Client()
    answer = guest.get(picture)
    assert answer.content.startswith(PNG)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Robots-Tag"] == "noindex"

    known = {"If-None-Match": answer.headers["ETag"]}
    assert guest.get(picture, headers=known).status_code == 304
    owner.add("AOD-033")
    assert guest.get(picture, headers=known).status_code == 200

    owner.show_to("private")
    assert guest.get(picture).status_code == 404
    assert guest.get(f"{owner.url}picture.png").status_code == 404


def test_a_chat_is_told_name_points_and_picture_by_whole_addresses(owner: Builder) -> None:
    owner.show_to("link")
    token = owner.group.share_token
    told = meta(Client().get(f"/pl/g/{token}/").content.decode())

    assert told["og:title"] == told["twitter:title"] == "Evening patrol"
    assert told["og:description"].startswith("129 z 450 punktów · 1 figurka · ")
    assert told["og:url"] == f"http://testserver/pl/g/{token}/"
    assert told["og:locale"] == "pl_PL"
    assert told["twitter:card"] == "summary_large_image"
    picture = told["og:image"]
    assert picture == told["twitter:image"]
    assert picture.startswith(f"http://testserver/pl/g/{token}/picture.png?v=")
    assert Client().get(picture).content.startswith(PNG)

    owner.add("AOD-033")
    assert meta(Client().get(f"/pl/g/{token}/").content.decode())["og:image"] != picture


def test_a_name_cannot_break_out_of_what_a_chat_is_told(owner: Builder) -> None:
    owner.start('"><script>alert(1)</script>')
    owner.show_to("link")
    page = Client().get(f"/en/g/{owner.group.share_token}/").content.decode()
    assert "<script>alert" not in page


def test_who_reads_a_group_sees_its_figures_on_the_ground_with_gear_counted_in(
    owner: Builder,
) -> None:
    owner.edit("add", number="AOD-114")
    owner.show_to("link")
    page = Client().get(f"/en/g/{owner.group.share_token}/").content.decode()
    assert page.count('<g data-faction="') == 2
    assert 'class="stamp stamp-legal"' in page
    assert page.count('class="figure-line') == 2
    assert "Hatchetman" in text_of(page)


def test_a_guest_plays_against_a_legal_group_at_one_press(owner: Builder) -> None:
    owner.show_to("link")
    guest = Client()
    answer = guest.post(f"/en/skirmishes/against/{owner.group.share_token}/")
    skirmish = Skirmish.objects.get()
    table = f"/en/skirmishes/age-of-destruction/{skirmish.public_id}/"
    assert answer.headers["Location"] == f"{table}?unit=R1"
    assert skirmish.seats["blue"]["group"] == "Evening patrol"
    assert skirmish.seats["blue"]["commander"]
    assert not skirmish.seats["red"]["commander"]


def test_who_has_a_legal_group_of_as_many_points_plays_with_it(owner: Builder) -> None:
    owner.show_to("link")
    guest = Builder()
    guest.start("My own", 450)
    guest.add("AOD-114")
    guest.client.post(f"/en/skirmishes/against/{owner.group.share_token}/")
    assert Skirmish.objects.get().seats["red"]["group"] == "My own"


def test_an_illegal_group_is_not_played_against_at_once(owner: Builder) -> None:
    owner.edit("count", where="units[0]", count=9)
    owner.show_to("link")
    link = f"/en/g/{owner.group.share_token}/"
    answer = Client().post(f"/en/skirmishes/against/{owner.group.share_token}/")
    assert answer.headers["Location"] == link
    assert not Skirmish.objects.exists()


def test_the_page_of_a_shared_group_takes_as_many_queries_for_any_number_of_figures(
    owner: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    owner.show_to("link")
    link = f"/en/g/{owner.group.share_token}/"
    guest = Client()
    guest.get(link)
    with django_assert_max_num_queries(3):
        guest.get(link)
    owner.add("AOD-114", "AOD-033", "AOD-041", "AOD-001")
    guest.get(link)
    with django_assert_max_num_queries(3):
        guest.get(link)
