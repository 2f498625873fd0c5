"""What cannot be done just now is 503 with the time to wait, a page or JSON."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override

from armybuilder.site.busy import Busy, BusyMiddleware, busy, busy_because
from armybuilder.site.models import User


def raise_busy(*args: object, **kwargs: object) -> HttpResponse:
    raise Busy(7)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_page_says_how_long_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("armybuilder.home.views.home.render", raise_busy)

    answer = client.get(f"/{language}/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "7"
    assert f'lang="{language}"' in answer.content.decode()
    assert {"en": "in 7 seconds", "pl": "za 7 sekund"}[language] in answer.content.decode()


@pytest.mark.parametrize("status", [503, 507, 400])
def test_a_session_that_cannot_be_kept_is_told_apart_from_one_that_somebody_ended(
    client: Client, member: User, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    errors = {503: locked(), 507: full(), 400: DatabaseError()}

    def changed(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        request.session["seen"] = True
        return HttpResponse()

    def unkept(*args: object, **kwargs: object) -> None:
        raise errors[status]

    client.force_login(member)
    monkeypatch.setattr("armybuilder.home.views.home.render", changed)
    monkeypatch.setattr(Session, "save", unkept)

    assert client.get("/en/").status_code == status


@pytest.mark.usefixtures("catalogue")
def test_a_program_gets_a_problem(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("collection.catalogue.api.reference.Response", raise_busy)

    answer = client.get("/api/v1/factions/")

    assert answer.status_code == 503
    assert answer["Retry-After"] == "7"
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == 503


def test_the_page_needs_no_database(rf: RequestFactory) -> None:
    """Without the mark of a database the test itself would fail on any query."""
    with override("en"):
        assert "in a second" in busy(rf.get("/en/"), 1).content.decode()


def test_other_faults_are_left_to_others(rf: RequestFactory) -> None:
    assert BusyMiddleware(raise_busy).process_exception(rf.get("/"), ValueError()) is None


def locked() -> OperationalError:
    """What Django raises where another process writes too long."""
    said = sqlite3.OperationalError("database is locked")
    said.sqlite_errorcode = sqlite3.SQLITE_BUSY
    wrapped = OperationalError(*said.args)
    wrapped.__cause__ = said
    return wrapped


def full() -> OperationalError:
    """What Django raises where PostgreSQL finds no room."""
    return refused("53100")


def refused(state: str | None) -> OperationalError:
    """What Django raises for a refusal of PostgreSQL."""
    said = Exception()
    said.sqlstate = state  # type: ignore[attr-defined]
    wrapped = OperationalError()
    wrapped.__cause__ = said
    return wrapped


def test_a_cache_that_is_away_is_busy() -> None:
    away = type("ConnectionError", (Exception,), {"__module__": "redis.exceptions"})
    assert busy_because(away()) and not busy_because(ConnectionError())


def test_what_of_a_database_passes_and_what_does_not() -> None:
    full = locked()
    assert isinstance(full.__cause__, sqlite3.Error)
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL

    assert all(map(busy_because, [locked(), refused(None), refused("55P03"), refused("40P01")]))
    assert not any(map(busy_because, [full, refused("53100"), OperationalError(), None]))


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/en/", "/api/v1/me/"])
def test_a_session_that_cannot_be_read_is_busy_too(
    client: Client, member: User, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Raised by middleware, where no middleware of ours is asked about it."""
    client.force_login(member)
    client.raise_request_exception = False

    def fail(store: SessionStore) -> None:
        raise locked()

    monkeypatch.setattr(SessionStore, "load", fail)

    answer = client.get(path)

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@contextmanager
def nobody_writes() -> Iterator[None]:
    """Another connection holds what every writer needs, and nobody waits long for it."""
    other = connections.create_connection("default")
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA busy_timeout = 50")
            taken = "BEGIN IMMEDIATE"
        else:
            cursor.execute("SET lock_timeout = '50ms'")
            taken = "BEGIN; LOCK TABLE collection_collection IN EXCLUSIVE MODE"
    try:
        with other.cursor() as cursor:
            cursor.execute(taken)
        yield
    finally:
        other.close()
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_cannot_be_had_is_busy(client: Client, member: User) -> None:
    client.force_login(member)

    with nobody_writes():
        answer = client.post("/en/collection/all/", {"name": "Box", "currency": "EUR"})

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert not member.collections.exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_cannot_be_had_is_busy(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    database: Any = connections["default"]
    options = database.settings_dict["OPTIONS"]
    if "pool" not in options:
        pytest.skip("SQLite gives as many connections as are asked for")
    monkeypatch.setitem(options, "pool", options["pool"] | {"max_size": 1, "timeout": 0.1})
    database.close()
    database.close_pool()
    other = connections.create_connection("default")
    client.raise_request_exception = False

    try:
        other.ensure_connection()
        answers = [client.get(path) for path in ("/en/catalogue/", "/api/v1/factions/")]
    finally:
        other.close()
        database.close_pool()

    assert [(each.status_code, each["Retry-After"]) for each in answers] == [(503, "5")] * 2
