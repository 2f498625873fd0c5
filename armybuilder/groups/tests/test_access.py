"""Whose group it is: owner, somebody else, a visitor, the holder of a link."""

import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.selectors.groups import PAGE_LENGTH
from armybuilder.groups.tests.builder import Builder, import_list, text_of
from armybuilder.site.models import User
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

PAGES = (
    "",
    "delete/",
    "history/",
    "history/1/",
    "picture.png",
    "share/",
    "sheet/",
    "sheet.txt",
    "sheet.json",
)
POSTS = (
    "edit/",
    "undo/",
    "redo/",
    "restore/",
    "data/",
    "visibility/",
    "duplicate/",
    "delete/",
)


def signed_in(email: str) -> Client:
    client = Client()
    user = User.objects.filter(email=email).first() or User.objects.create_user(email, "long pass")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def owner() -> Builder:
    person = Builder(signed_in("owner@example.org"))
    person.start("Mine")
    person.add("AOD-102")
    return person


@pytest.mark.parametrize("who", ["other member", "visitor", "visitor with groups"])
def test_nobody_else_finds_the_group(owner: Builder, who: str) -> None:
    stranger = signed_in("other@example.org") if who == "other member" else Client()
    if who == "visitor with groups":
        Builder(stranger).start("Another")

    for page in PAGES:
        assert owner.client.get(owner.url + page).status_code == 200
        assert stranger.get(owner.url + page).status_code == 404
    for post in POSTS:
        sent = {"action": "remove", "where": "units[0]", "version": 2}
        assert stranger.post(owner.url + post, sent).status_code == 404

    assert owner.group.version == 2
    assert "Mine" not in stranger.get("/en/groups/").content.decode()


def test_every_change_needs_the_form_token(owner: Builder) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = owner.client.cookies

    for post in POSTS:
        assert strict.post(owner.url + post).status_code == 403
    for url in ("/en/groups/new/", "/en/groups/import/"):
        assert strict.post(url).status_code == 403


def test_a_visitor_builds_and_keeps_the_group_on_signing_in() -> None:
    visitor = Builder()
    visitor.start("Before the account")
    User.objects.create_user("anna@example.org", "a long password")
    assert visitor.group.owner is None

    visitor.client.post(
        "/en/account/login/", {"login": "anna@example.org", "password": "a long password"}
    )
    member = User.objects.get(email="anna@example.org")
    visitor.client.force_login(
        member, backend="allauth.account.auth_backends.AuthenticationBackend"
    )

    assert visitor.group.owner == member
    assert visitor.group.visitor == ""
    assert "Before the account" in visitor.client.get("/en/groups/").content.decode()


def test_a_visitor_leaves_no_session_before_building() -> None:
    client = Client()

    client.get("/en/groups/")

    assert "sessionid" not in client.cookies


def test_a_private_group_has_no_link(owner: Builder) -> None:
    assert not owner.group.is_shared
    assert Client().get("/en/g//").status_code == 404
    assert Client().get("/en/g/guess/").status_code == 404


def test_a_link_shows_the_group_until_it_is_taken_back(owner: Builder) -> None:
    owner.show_to("link")
    link = f"/en/g/{owner.group.share_token}/"
    guest = Client()

    page = guest.get(link)
    assert page.status_code == 200
    assert "Hatchetman" in text_of(page.content.decode())
    assert f"{owner.url}edit/" not in page.content.decode()
    assert guest.get(f"{link}sheet.txt").status_code == 200
    assert guest.get(f"{link}sheet.exe").status_code == 404

    owner.show_to("private")
    assert guest.get(link).status_code == 404
    assert guest.get(f"{link}sheet.txt").status_code == 404


def test_a_guest_copies_a_shared_group_and_changes_only_the_copy(owner: Builder) -> None:
    owner.show_to("link")
    guest = Builder()

    answer = guest.client.post(f"/en/g/{owner.group.share_token}/copy/")
    guest.url = answer["Location"]
    guest.add("AOD-033")

    assert guest.group.name == "Copy of Mine"
    assert guest.group != owner.group
    assert len(owner.group.document["units"]) == 1


def test_a_group_is_deleted_only_after_the_question(owner: Builder) -> None:
    question = owner.client.get(f"{owner.url}delete/")
    assert "Delete “Mine”?" in text_of(question.content.decode())
    assert BattleGroup.objects.exists()

    owner.client.post(f"{owner.url}delete/")

    assert not BattleGroup.objects.exists()


def test_one_person_keeps_a_limited_number_of_groups(
    owner: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.QUOTAS, "battle_groups", 1)

    answer = owner.client.post(f"{owner.url}duplicate/", follow=True)

    assert "Delete one first" in answer.content.decode()
    assert BattleGroup.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{\n  oops", "from line 2, column 3"),
        ('{"format": "battle-group/1", "system": "age-of-destruction"}', "“units” is missing"),
        (
            '{"format": "battle-group/1", "system": "age-of-destruction", "units": [{"unit": 3}]}',
            "$.units[0].unit: Expected text",
        ),
        (
            '{"format": "battle-group/1", "system": "age-of-destruction", "units": [],'
            ' "name": "a\\u0007b"}',
            "$.name: This holds an invisible character",
        ),
        (
            '{"format": "battle-group/1", "system": "age-of-destruction", "units": [],'
            ' "house": {"x": 1e999}}',
            "it holds a number too large",
        ),
        (
            '{"format": "battle-group/1", "system": "age-of-destruction", "units": [],'
            ' "house": ["\\ud800"]}',
            "$.house[0]: This text contains half of a character",
        ),
        ("[" * 100_000, "The file is nested"),
        ("  ", "Choose a file or paste its text"),
    ],
)
def test_what_cannot_be_read_stays_in_the_box_with_its_path(text: str, says: str) -> None:
    answer = Client().post("/en/groups/import/", {"text": text})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert says in text_of(page).replace("&quot;", '"')
    assert text.strip().replace('"', "&quot;")[:60] in page
    assert not BattleGroup.objects.exists()


@pytest.mark.parametrize("ending", ["json", "txt"])
def test_a_file_taken_away_comes_back_as_the_same_group(owner: Builder, ending: str) -> None:
    owner.edit("mount", index=0, card="AOD-G-005", part="gear")
    file = owner.client.get(f"{owner.url}sheet.{ending}")

    answer = import_list(owner.client, file.content.decode())

    back = BattleGroup.objects.get(public_id=answer["Location"].split("/")[3])
    assert back.document == owner.group.document


def test_an_illegal_group_is_saved_all_the_same() -> None:
    person = Builder()
    text = json.dumps(
        {
            "format": "battle-group/1",
            "system": "age-of-destruction",
            "name": "Wrong",
            "build_total": 400,
            "units": [{"unit": "NO-1"}],
        }
    )

    answer = import_list(person.client, text)

    person.url = answer["Location"]
    assert "Illegal" in text_of(person.page())


def test_a_member_takes_every_group_along(owner: Builder) -> None:
    data = owner.client.get("/en/account/data/").json()

    (group,) = data["battle_groups"]
    assert group["document"]["units"] == [{"unit": "AOD-102"}]
    assert [revision["number"] for revision in group["revisions"]] == [2, 1]


def test_what_visitors_left_is_cleared_away_once_no_session_opens_it(owner: Builder) -> None:
    for name in ("Left", "Shared", "Fresh"):
        visitor = Builder()
        visitor.start(name)
        if name == "Shared":
            visitor.show_to("link")
    long_ago = timezone.now() - timedelta(days=60)
    fresh = [group.pk for group in BattleGroup.objects.all() if group.name == "Fresh"]
    BattleGroup.objects.exclude(pk__in=fresh).update(updated=long_ago)

    call_command("clear_up", stdout=StringIO())

    assert {group.name for group in BattleGroup.objects.all()} == {"Mine", "Shared", "Fresh"}


def test_the_list_comes_in_pages_with_as_many_queries_for_any_length(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    person = Builder(signed_in("many@example.org"))
    for number in range(2 * PAGE_LENGTH + 1):
        person.start(f"Group no. {number:02}")

    seen: list[str] = []
    address = "/en/groups/"
    for length in (PAGE_LENGTH, PAGE_LENGTH, 1):
        with django_assert_max_num_queries(6):
            page = person.client.get(address).content.decode()
        names = re.findall(r">(Group no\. \d\d)</a>", page)
        assert len(names) == length
        seen += names
        if more := re.search(r'rel="next" href="([^"]+)"', page):
            address = f"/en/groups/{more[1]}"
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 2 * PAGE_LENGTH + 1
    assert 'rel="next"' not in page
    assert "To the beginning" in page

    elsewhere = person.client.get("/en/groups/?after=%00nothing").content.decode()
    assert f"Group no. {2 * PAGE_LENGTH:02}" in elsewhere


def test_an_empty_group_is_no_failure(owner: Builder) -> None:
    owner.start("Fresh")

    page = text_of(owner.page())
    assert "Empty add the first figure" in page
    assert "Illegal" not in page
    assert "Illegal" not in text_of(owner.client.get("/en/groups/").content.decode())
    assert "1 problem" not in page


def test_the_pieces_of_a_group_stand_in_its_owners_keypad() -> None:
    builder = Builder(signed_in("owner@example.org"))
    owner = User.objects.get(email="owner@example.org")
    create_collection(owner=owner, name="Shelf")
    builder.start()
    builder.add("AOD-102", "AOD-102", "AOD-033")

    page = builder.client.get(f"{builder.url}pieces/", follow=True)
    assert 'value="2xAOD-102 1xAOD-033"' in page.content.decode()
    stranger = signed_in("stranger@example.org")
    assert stranger.get(f"{builder.url}pieces/").status_code == 404
