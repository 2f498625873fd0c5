"""What nobody can open or use goes by itself, and nothing else does."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from armybuilder.groups.models import KeptRecord
from armybuilder.home import services
from armybuilder.jobs.files import KeptFile, kept
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.site.models import PersonalToken, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from armybuilder.tools import housekeeping

pytestmark = pytest.mark.usefixtures("catalogue")
CLEARING = housekeeping.CHORES[0]
LONG_AGO = timezone.now() - timedelta(days=60)


def clear_up() -> str:
    said = StringIO()
    call_command("clear_up", stdout=said)
    return said.getvalue()


def begin(client: Client) -> None:
    client.post("/en/skirmishes/age-of-destruction/quick/", {"total": "300", "against": "random"})


def test_games_of_ended_sessions_go_and_those_of_members_stay(member: User) -> None:
    Player()
    signed_in = Client()
    signed_in.force_login(member)
    begin(signed_in)
    Skirmish.objects.update(updated=LONG_AGO)
    Player()

    assert "1 abandoned skirmishes deleted." in clear_up()

    assert Skirmish.objects.filter(owner=member).count() == 1
    assert Skirmish.objects.exclude(visitor="").count() == 1


def test_records_nothing_names_go_and_all_others_stay(member: User) -> None:
    Player()
    used = set(KeptRecord.objects.values_list("pk", flat=True))
    KeptRecord.objects.create(digest="0" * 64, record={})

    assert "1 unused records deleted." in clear_up()
    assert set(KeptRecord.objects.values_list("pk", flat=True)) == used

    Skirmish.objects.update(updated=LONG_AGO)
    clear_up()
    assert not KeptRecord.objects.exists()


def test_expired_tokens_go(member: User) -> None:
    PersonalToken.objects.create(user=member, name="old", expiry=timedelta(days=-1))
    PersonalToken.objects.create(user=member, name="new", expiry=timedelta(days=1))
    PersonalToken.objects.create(user=member, name="for ever", expiry=None)

    assert "1 expired tokens deleted." in clear_up()
    assert set(PersonalToken.objects.values_list("name", flat=True)) == {"new", "for ever"}


def test_files_and_what_came_to_nothing_go_after_a_week_and_results_stay(member: User) -> None:
    now = timezone.now()
    just, long = now - timedelta(days=6), now - timedelta(days=8)
    file, result = kept(KeptFile("a.pdf", "application/pdf", b"%PDF")), {"won": 1}
    for name, state, found, ended in (
        ("new file", State.DONE, file, just),
        ("old file", State.DONE, file, long),
        ("old result", State.DONE, result, long),
        ("cancelled just now", State.CANCELLED, None, just),
        ("cancelled long ago", State.CANCELLED, None, long),
        ("failed long ago", State.FAILED, None, long),
        ("waiting", State.WAITING, None, None),
    ):
        made = {"key": name, "state": state, "result": found, "ended": ended}
        job = Job.objects.create(kind="any", payload={}, total=1, heartbeat=now, **made)
        JobAsk.objects.create(owner=member, job=job, title=name)

    assert "3 files made long ago deleted." in clear_up()

    left = {"new file", "old result", "cancelled just now", "waiting"}
    assert {*JobAsk.objects.values_list("title", flat=True)} == left
    assert {*Job.objects.values_list("key", flat=True)} == left


def test_with_an_account_goes_what_was_made_for_it(member: User) -> None:
    other = User.objects.create_user("other@example.org")
    file = kept(KeptFile("a.pdf", "application/pdf", b"%PDF"))
    ended = {"state": State.DONE, "result": file, "ended": timezone.now()}
    made = {"kind": "any", "payload": {}, "total": 1, "heartbeat": timezone.now()}
    alone, both = (Job.objects.create(key=key, **ended, **made) for key in ("alone", "both"))
    waits = Job.objects.create(key="waits", **made)
    for who, job in ((member, alone), (member, both), (member, waits), (other, both)):
        JobAsk.objects.create(owner=who, job=job, title=job.key)

    services.delete_account(member)

    assert list(Job.objects.all()) == [both]


def test_clearing_twice_clears_nothing_more() -> None:
    Player()
    clear_up()

    assert not any(line[0] != "0" for line in clear_up().splitlines())


def test_one_process_clears_up_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(housekeeping, "call_command", lambda name, **_: called.append(name))
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    monkeypatch.setattr("armybuilder.tools.housekeeping.connections", NoConnections())

    assert [housekeeping.done_when_due(CLEARING) for _ in range(2)] == [True, False]
    assert called == ["clear_up"]


def test_what_fails_is_told_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str, **options: object) -> None:
        raise OSError("disk")

    monkeypatch.setattr(housekeeping, "call_command", fail)
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    monkeypatch.setattr("armybuilder.tools.housekeeping.connections", NoConnections())

    assert not housekeeping.done_when_due(CLEARING)
    assert "what was due failed" in caplog.text
    assert cache.add(CLEARING.key, 1)


def test_a_cache_that_is_gone_ends_no_looking_after(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {"default": {"BACKEND": "armybuilder.site.tests.test_faults.Gone"}}
    monkeypatch.setattr(housekeeping, "close_old_connections", lambda: None)
    monkeypatch.setattr("armybuilder.tools.housekeeping.connections", NoConnections())

    assert not housekeeping.done_when_due(CLEARING)
    assert "what was due failed" in caplog.text


class NoConnections:
    """The test's own connection stays open."""

    def close_all(self) -> None: ...
