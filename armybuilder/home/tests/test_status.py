"""Whether everything works, for people: also when it does not."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from armybuilder.home import status
from armybuilder.home.status import Counts, State, Watch
from armybuilder.jobs.models import Job
from armybuilder.jobs.selectors import WORKER
from armybuilder.site.models import Announcement

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A process that has just begun, with a worker beside it and room on its disk."""
    cache.set(WORKER, 1, 60)
    fresh = Watch()
    monkeypatch.setattr("armybuilder.home.views.status.WATCH", fresh)
    monkeypatch.setattr(status, "_room", lambda: (State.WORKS, {"gigabytes": 20}))
    monkeypatch.setattr(status, "FRESH", 0)
    return fresh


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as away:
        away.setattr(connection, "cursor", refuse)
        away.setattr("armybuilder.home.selectors.operation.cache_answers", lambda: False)
        yield


def page(client: Client, language: str = "en", code: int = 200) -> str:
    answer = client.get(f"/{language}/status/")
    assert answer.status_code == code and "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def test_everything_works_in_both_languages(client: Client) -> None:
    english, polish = page(client), page(client, "pl")
    assert "<h1>Everything works</h1>" in english and "Nothing waits." in english
    assert 'lang="pl"' in polish and "Everything works" not in polish


def test_a_look_is_cheap_and_shared(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(status, "FRESH", 60)
    # The cache is a table here; a site's own look asks for four rows besides.
    with django_assert_max_num_queries(16):
        page(client)
    with django_assert_max_num_queries(0):
        page(client)


@pytest.mark.usefixtures("no_database")
def test_without_the_database_the_page_says_so(client: Client) -> None:
    told = page(client, code=503)
    assert "The site cannot be used just now" in told and "Nothing that was saved is lost." in told
    assert client.get("/en/status/")["Retry-After"]


def test_a_member_is_told_too_at_the_bare_address(
    client: Client, member: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(member)
    with monkeypatch.context() as away:
        away.setattr(
            "django.contrib.sessions.backends.db.SessionStore.load",
            lambda _self: (_ for _ in ()).throw(OperationalError("connection refused")),
        )
        assert client.get("/status/")["Location"] == "/en/status/"


def test_it_is_remembered_since_when(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    monkeypatch.setattr(status.timezone, "now", lambda: now)
    watch.status()
    now += timedelta(hours=1)
    cache.delete(WORKER)
    later = {part.name: part for part in watch.status().parts}
    assert later["work"].state == State.HINDERED and later["work"].since == now
    assert later["database"].since == now - timedelta(hours=1)
    other = {part.name: part.since for part in Watch().status().parts}
    assert other["database"] == now - timedelta(hours=1), "another process knows it too"


def test_work_that_waits_is_told(client: Client) -> None:
    Job.objects.create(
        kind="a", key="b", payload={}, total=1, heartbeat=timezone.now() - timedelta(minutes=12)
    )
    told = page(client)
    assert "1 waits." in told and "12 minutes" in told and "not all of it" in told


def test_slow_and_failing_pages_are_told(
    client: Client, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    none, size = (0.0,) * (len(status.BUCKETS) + 1), len(status.BUCKETS)
    watch._counts.append(Counts(0, 0, none))
    at = status.BUCKETS.index(0.25)
    quick = tuple(100.0 if place >= at else 0.0 for place in range(size + 1))
    monkeypatch.setattr(status, "_counts", lambda: Counts(100, 0, quick))
    assert "within 0.25 s" in page(client)
    monkeypatch.setattr(status, "_counts", lambda: Counts(100, 3, quick))
    told = page(client)
    assert "3.0 % of them failed" in told and "hindered" in told
    slow = (*none[:size], 100.0)
    monkeypatch.setattr(status, "_counts", lambda: Counts(100, 0, slow))
    assert "longer than 10 s" in page(client)


def test_what_was_announced_is_told_until_it_is_over(client: Client, watch: Watch) -> None:
    now = timezone.now()
    hour = timedelta(hours=1)
    Announcement.objects.create(
        english="A new disk.", polish="Nowy dysk.", begins=now, ends=now + hour
    )
    Announcement.objects.create(english="Long ago.", begins=now - 2 * hour, ends=now - hour)
    assert "A new disk." in page(client) and "Long ago." not in page(client)
    assert "Nowy dysk." in page(client, "pl")


def test_what_was_announced_is_known_without_the_database(
    client: Client, request: pytest.FixtureRequest
) -> None:
    Announcement.objects.create(english="Away for an hour.", begins=timezone.now())
    page(client)
    request.getfixturevalue("no_database")
    assert "Away for an hour." in page(client, code=503)
