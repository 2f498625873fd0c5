"""Two sites on one database: started at once on an empty one, both answer, and people at either
play with each other."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from armybuilder.tests.process import free_port
from armybuilder.tools.bench_live import Person, at_one_table

pytestmark = pytest.mark.races


@contextmanager
def site(port: int, environment: Mapping[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """`manage.py start`, ended with the block."""
    running = subprocess.Popen(
        [sys.executable, "-m", "django", "start", "--port", str(port)],
        cwd=settings.BASE_DIR,
        env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait(20)


def lines_of(running: "subprocess.Popen[str]") -> Iterator[str]:
    """What a site says until it answers."""
    assert running.stdout is not None
    for line in running.stdout:
        if line == "Stop with Ctrl+C.\n":
            return
        yield line
    pytest.fail("the site has ended")


@pytest.fixture(scope="module")
def places(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[dict[str, str]]]:
    """The environments of two sites: a folder for both, or a database that two machines share."""
    folder = tmp_path_factory.mktemp("sites")
    same = {"SECRET_KEY": uuid4().hex * 2, "JOB_WORKERS": "0"}
    if connection.vendor == "sqlite":
        yield [same | {"VAR_DIR": str(folder)}] * 2
        return
    known, name = connection.settings_dict, f"two_sites_{os.getpid()}"
    where = f"{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}"
    url = f"postgres://{where}/{name}"
    server = connections.create_connection("default")
    server.settings_dict = known | {"NAME": "postgres", "OPTIONS": {}}
    with django_db_blocker.unblock(), server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        yield [
            same | {"DATABASE_URL": url, "VAR_DIR": str(folder / machine)}
            for machine in ("one", "two")
        ]
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
    server.close()


@pytest.fixture(scope="module")
def sites(places: list[dict[str, str]]) -> Iterator[tuple[list[str], list[str]]]:
    """Both, started at once: where they are, and what they said."""
    ports = [free_port(), free_port()]
    with ExitStack() as stack:
        running = [
            stack.enter_context(site(port, place))
            for port, place in zip(ports, places, strict=True)
        ]
        said = [line for each in running for line in lines_of(each)]
        yield [f"http://localhost:{port}" for port in ports], said


@pytest.mark.django_db
def test_two_sites_start_at_once_on_an_empty_database(sites: tuple[list[str], list[str]]) -> None:
    where, said = sites
    for each in where:
        with urllib.request.urlopen(f"{each}/readyz") as answer:
            assert answer.status == 200
    loads = sorted(line for line in said if "catalogue" in line or "figures" in line)
    assert [("loaded" in line, "unchanged" in line) for line in loads] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.django_db
def test_an_order_given_at_one_site_arrives_at_a_stream_of_the_other(
    sites: tuple[list[str], list[str]],
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("processes hear of each other on PostgreSQL only")
    (one, other), _said = sites
    players = Person(one), Person(other)
    door = at_one_table(*players)
    with urllib.request.urlopen(f"{other}{door}", timeout=20) as stream:
        heard = (int(line[5:]) for line in stream if line.startswith(b"data:"))
        newest = next(heard)
        assert next(heard) == newest, "told once more as soon as it listens"
        here = players[0]
        here.get(here.table)
        if 'id="end-stage"' in here.page:
            here.order()
        else:
            # Whoever sits at the other site is to act: they ask the first one this time.
            there = players[1]
            there.get(there.table.replace(other, one))
            there.order()
        assert next(heard) > newest
