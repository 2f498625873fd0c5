"""Two sites on one database: started at once on an empty one, and both answer."""

import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from armybuilder.tests.process import free_port

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


@pytest.fixture
def places(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[list[dict[str, str]]]:
    """The environments of two sites: a folder for both, or a database that two machines share."""
    same_key = {"SECRET_KEY": uuid4().hex * 2}
    if connection.vendor == "sqlite":
        yield [same_key | {"VAR_DIR": str(tmp_path / "var")}] * 2
        return
    known, name = connection.settings_dict, f"two_sites_{os.getpid()}"
    where = f"{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}"
    url = f"postgres://{where}/{name}"
    server = connections.create_connection("default")
    server.settings_dict = known | {"NAME": "postgres", "OPTIONS": {}}
    with django_db_blocker.unblock(), server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        yield [
            same_key | {"DATABASE_URL": url, "VAR_DIR": str(tmp_path / machine)}
            for machine in ("one", "two")
        ]
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
    server.close()


@pytest.mark.django_db
def test_two_sites_start_at_once_on_an_empty_database(places: list[dict[str, str]]) -> None:
    ports = [free_port(), free_port()]
    with ExitStack() as stack:
        sites = [
            stack.enter_context(site(port, place))
            for port, place in zip(ports, places, strict=True)
        ]
        said = [list(lines_of(running)) for running in sites]
        for port in ports:
            with urllib.request.urlopen(f"http://localhost:{port}/readyz") as answer:
                assert answer.status == 200
    loads = sorted(
        line for lines in said for line in lines if "catalogue" in line or "figures" in line
    )
    assert [("loaded" in line, "unchanged" in line) for line in loads] == [
        (True, False),
        (False, True),
    ]
