"""The doors of taking along and coming back, and the page that asks."""

import json
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.offline.models import CameBack, Question
from armybuilder.offline.tests.devices import Device
from armybuilder.offline.tests.test_merging import add, change
from armybuilder.offline.things.kinds import KINDS
from armybuilder.site.models import Owner, User
from collection.owning.models import Collection
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN, UNHEARD_OF

pytestmark = pytest.mark.usefixtures("catalogue")
PAGE = "/en/offline/coming-back/"


@pytest.fixture
def signed_in(member: User) -> Client:
    client = Client()
    client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.fixture
def asked(member: User) -> BattleGroup:
    """A group that was changed in the same places on a device, and a shelf."""
    group = create_group(owner=Owner(member), document=PATROL)
    shelf = create_collection(owner=member, name="Shelf")
    device = Device()
    device.take_along(member)
    first, *rest = group.document["units"]
    with device.on():
        change(BattleGroup.objects.get(), units=[first | {"count": 2}, *rest], name="Mine")
        add(Collection.objects.get(), HATCHETMAN)
    change(group, units=[first | {"count": 3}, *rest], name="Theirs")
    add(shelf, HATCHETMAN)
    device.come_back(member)
    return group


def see(client: Client) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_a_device_takes_along_and_comes_back_by_its_addresses(
    member: User, signed_in: Client
) -> None:
    create_group(owner=Owner(member), document=PATROL)
    device = Device()
    answer = signed_in.get("/offline/mine/")
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    device.keep(answer.content)
    with device.on():
        change(BattleGroup.objects.get(), name="From afar")
    [file] = device.files()

    said = signed_in.post("/offline/changes/", file, content_type="application/json").json()

    assert said == {
        "came": [{"kind": "group", "title": "From afar", "did": "changed"}],
        "left": 0,
        "questions": 0,
        "page": PAGE,
    }
    assert BattleGroup.objects.get().name == "From afar"
    assert "From afar" in see(signed_in)


def test_only_members_have_something_to_take_along(member: User) -> None:
    assert Client().get("/offline/mine/").status_code == 401
    assert Client().post("/offline/changes/").status_code == 401
    assert Client().get(PAGE).status_code == 302
    asking = Client(enforce_csrf_checks=True)
    asking.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert asking.post("/offline/changes/").status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other/1"},
        {"account": 0},
        {"things": [{"kind": "unheard of", "key": "", "version": "", "base": None, "mine": {}}]},
        {"things": [["deep"]]},
        {"taken": "\u0000"},
        {"taken": "x" * 13},
        {"things": [{"kind": "group", "key": "x" * 201, "version": "", "base": None, "mine": {}}]},
    ],
)
def test_a_file_that_is_none_changes_nothing(
    member: User, signed_in: Client, change: dict[str, Any]
) -> None:
    sound = {"format": "device-changes/1", "account": member.pk, "taken": "x", "things": []}

    answer = signed_in.post(
        "/offline/changes/", json.dumps(sound | change), content_type="application/json"
    )

    assert answer.status_code == 422 and answer.json()["problem"]
    assert not CameBack.objects.exists()


def test_things_that_are_none_are_refused_one_by_one(
    member: User, signed_in: Client, caplog: pytest.LogCaptureFixture
) -> None:
    things = [
        {"kind": kind, "key": key, "version": "", "base": None, "mine": mine, "file": {}}
        for kind in KINDS
        for key, mine in (("a", {}), ("x" * 200, {"name": [], "course": 3}), ("b", {"a": "b"}))
    ]
    file = {"format": "device-changes/1", "account": member.pk, "taken": "x", "things": things}

    answer = signed_in.post("/offline/changes/", json.dumps(file), content_type="application/json")

    assert answer.status_code == 200
    assert {each["did"] for each in answer.json()["came"]} == {"refused"}
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert "Have it as a file" in see(signed_in)


def test_what_was_refused_is_tried_again_by_a_tap_and_had_as_a_file(
    member: User, signed_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device()
    device.take_along(member)
    with device.on() as there:
        create_group(owner=Owner(there), document=PATROL | {"name": "Too many"})
    monkeypatch.setitem(settings.QUOTAS, "battle_groups", 0)
    device.come_back(member)
    page = see(signed_in)
    assert "Could not be kept" in page and "Nothing is left to decide" not in page
    key = CameBack.objects.get().public_id
    file = signed_in.get(f"/en/offline/came-back/{key}.json")
    assert file.json()["name"] == "Too many" and "attachment" in file["Content-Disposition"]

    assert "0 groups already" in unescape(
        signed_in.post(PAGE, {"again": key}, follow=True).content.decode()
    )
    stranger = Client()
    stranger.force_login(
        User.objects.create_user("bela@example.org"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    monkeypatch.setitem(settings.QUOTAS, "battle_groups", 1)
    stranger.post(PAGE, {"again": key})
    assert not BattleGroup.objects.exists()

    page = unescape(signed_in.post(PAGE, {"again": key}, follow=True).content.decode())
    assert "It is kept now." in page and "Could not be kept" not in page
    assert BattleGroup.objects.get().owner == member
    assert signed_in.get(f"/en/offline/came-back/{key}.json").status_code == 404


def test_of_what_was_deleted_there_is_no_file(member: User, signed_in: Client) -> None:
    row = CameBack.objects.create(
        owner=member, kind="account", did="refused", at=timezone.now(), content=None
    )
    assert "Have it as a file" not in see(signed_in)
    assert signed_in.get(f"/en/offline/came-back/{row.public_id}.json").status_code == 404


def test_both_sides_are_shown_and_one_tap_decides(signed_in: Client, asked: BattleGroup) -> None:
    page = see(signed_in)
    assert "On the device" in page and "Mine" in page and "Theirs" in page
    assert "AOD-102" in page and "Hatchetman" in page
    of_group = Question.objects.get(came__kind="group")
    name = next(each["key"] for each in of_group.clashes if each["path"] == ["name"])

    sent = {"question": of_group.public_id, "choice": f"{name}-mine"}
    assert signed_in.post(PAGE, sent).status_code == 302
    assert signed_in.post(PAGE, sent).status_code == 302

    asked.refresh_from_db()
    assert (asked.name, asked.document["units"][0]["count"]) == ("Mine", 3)
    signed_in.post(PAGE, {"all": "mine"})
    asked.refresh_from_db()
    assert asked.document["units"][0]["count"] == 2
    assert not Question.objects.exists()
    assert "Nothing is left to decide" in see(signed_in)


def test_nobody_decides_for_others(asked: BattleGroup) -> None:
    stranger = Client()
    stranger.force_login(
        User.objects.create_user("bela@example.org"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    question = Question.objects.first()
    assert question
    for clash in question.clashes:
        choice = f"{clash['key']}-mine"
        stranger.post(PAGE, {"question": question.public_id, "choice": choice})
    stranger.post(PAGE, {"all": "mine"})

    asked.refresh_from_db()
    assert asked.name == "Theirs" and Question.objects.count() == 2
    assert "Theirs" not in see(stranger)


def test_queries_do_not_grow_with_what_is_asked(
    member: User,
    signed_in: Client,
    asked: BattleGroup,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    device = Device()
    device.take_along(member)
    for side in (device.on, None):
        if side:
            with side():
                _crowd()
        else:
            _crowd()
    device.come_back(member)
    assert Question.objects.count() == 3

    with django_assert_max_num_queries(16):
        see(signed_in)


def _crowd() -> None:
    for piece in (HATCHETMAN, UNHEARD_OF):
        add(Collection.objects.get(), piece, 2)


def test_a_page_the_device_lacks_is_not_said_to_be_gone() -> None:
    request = RequestFactory().get("/en/skirmishes/age-of-destruction/abc/")
    request.user = AnonymousUser()
    shown = unescape(
        render_to_string("site/errors/404.html", {"on_device": True, "request": request})
    )
    assert "This page is not on this device" in shown
    assert "after your things were last taken along" in shown and "the page is gone" not in shown
