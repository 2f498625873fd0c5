"""Two processes of the site beside the test's own, on the database of the tests."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from armybuilder.clubs.models import Club
from armybuilder.groups.models import BattleGroup, KeptRecord
from armybuilder.site.models import AuditEntry, User
from armybuilder.skirmishes.models import Skirmish, SkirmishLine
from collection.catalogue.models import CatalogueVersion


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    location: str
    retry_after: str
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass(frozen=True)
class Asked:
    """A request by whoever a client is signed in as."""

    client: Client
    path: str
    data: Any = field(default_factory=dict)
    method: str = "post"
    type: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def as_line(self) -> str:
        told = {name: value for name, value in vars(self).items() if name != "client"}
        cookies = {name: each.value for name, each in self.client.cookies.items()}
        return json.dumps(told | {"cookies": cookies}) + "\n"


class Process:
    """A process of the site that waits for requests."""

    def __init__(self, database: str) -> None:
        self.running = subprocess.Popen(
            [sys.executable, "-m", "armybuilder.tests.races.contender", database],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def say(self, line: str) -> None:
        assert self.running.stdin is not None
        self.running.stdin.write(line)
        self.running.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.running.stdout is not None
        heard: dict[str, Any] = json.loads(self.running.stdout.readline())
        return heard


class Race:
    """Both processes; each request is ready before the first is let go."""

    def __init__(self, processes: list[Process]) -> None:
        self.processes = processes

    def __call__(self, *asked: Asked, held: Model | None = None) -> list[Answer]:
        """The answers. A row that is held lets requests come as far as they can without it, so
        that all have looked at the same before the first changes it."""
        for process, request in zip(self.processes, asked, strict=True):
            process.say(request.as_line())
        assert all(process.hear() == {"ready": True} for process in self.processes)
        with holding(held) if held else nullcontext():
            for process in self.processes:
                process.say("\n")
            if held:
                wait_for_waiting(len(asked))
        return [Answer(**process.hear()) for process in self.processes]


@contextmanager
def holding(row: Model) -> Iterator[None]:
    """A lock on a row; SQLite has one for all rows."""
    with transaction.atomic():
        type(row)._default_manager.select_for_update().get(pk=row.pk)
        yield


def wait_for_waiting(requests: int) -> None:
    """Until so many wait for a lock, or have had the time to; SQLite does not tell."""
    for _turn in range(20):
        time.sleep(0.05)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
                )
                if cursor.fetchone() == (requests,):
                    return


@pytest.fixture(autouse=True)
def _django_db_helper() -> None:
    """Neither a transaction round each test, which others could not look into, nor an emptying of
    every table after it: `race` clears up."""


@pytest.fixture(scope="session")
def processes(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Process]]:
    """Two processes of the site, for all races."""
    database = str(connection.settings_dict["NAME"])
    started = [Process(database) for _number in range(2)]
    yield started
    for process in started:
        assert process.running.stdin is not None
        process.running.stdin.close()
        process.running.wait(20)


@pytest.fixture
def race(processes: list[Process], django_db_blocker: DjangoDbBlocker) -> Iterator[Race]:
    """Let requests go at once. What the test writes is there for other processes, and removed
    afterwards; the catalogue stays."""
    with django_db_blocker.unblock():
        if not CatalogueVersion.objects.exists():
            call_command("load_catalogue", verbosity=0)
        before = rows()
        yield Race(processes)
        for model in (BattleGroup, Skirmish, SkirmishLine, Club, User, Session, KeptRecord):
            model._default_manager.all().delete()
        AuditEntry.objects.drop_before(timezone.now())
        cache.clear()
        left = rows() - before
        connection.close()
    assert not left, f"rows that other tests of this process would find: {left}"


def rows() -> Counter[str]:
    """How many there are, by table."""
    return Counter(
        {model._meta.db_table: model._base_manager.count() for model in apps.get_models()}
    )
