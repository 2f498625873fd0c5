"""The database one asks for: how its address is read, and what is said when it cannot be used."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from armybuilder.tests.process import free_port
from armybuilder.tools.database import DatabaseUnusable, require_database, why_unusable
from armybuilder.tools.database_url import BadDatabaseUrl, database_asked_for, read_address

ROOT = Path(__file__).resolve().parents[3]


def test_without_an_address_the_site_keeps_its_own_file() -> None:
    assert database_asked_for({}) is None
    assert database_asked_for({"DATABASE_URL": " "}) is None


def test_an_address_is_read_with_its_signs_and_options() -> None:
    assert read_address("postgres://a:p%40s%2F@[::1]:5433/army%20list?sslmode=require") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "army list",
        "USER": "a",
        "PASSWORD": "p@s/",
        "HOST": "::1",
        "PORT": 5433,
        "OPTIONS": {"sslmode": "require"},
    }
    assert read_address("postgresql:///army?host=/run")["OPTIONS"] == {"host": "/run"}


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://a:secret@host/name", "does not begin with postgres://"),
        ("nonsense", "does not begin with postgres://"),
        ("postgres://a:secret@host", "names no database"),
        ("postgres://a:secret@host/", "names no database"),
        ("postgres://a:sec#ret@host/name", "write : / [?] # .* as %3A"),
        ("postgres://a:secret@[host/name", "write : / [?] # .* as %3A"),
        ("postgres://a:secret@host:port/name", "write : / [?] # .* as %3A"),
    ],
)
def test_an_address_nobody_can_mean_is_refused_without_its_password(
    url: str, sentence: str
) -> None:
    with pytest.raises(BadDatabaseUrl, match=sentence) as refused:
        read_address(url)

    assert "secret" not in str(refused.value)


def test_a_server_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    port = free_port()
    asked = {
        "DATABASE_URL": f"postgres://anna:secret@127.0.0.1:{port}/army",
        "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        "VAR_DIR": str(tmp_path / "var"),
    }
    answer = subprocess.run(
        [sys.executable, "-m", "django", "start", "--port", str(free_port())],
        cwd=ROOT,
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 1
    assert answer.stderr == (
        f"CommandError: the database 'army' at 127.0.0.1:{port} cannot be used: "
        "Connection refused.\n"
    )


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            'connection failed: connection to server at "::1", port 5432 failed: FATAL:  password'
            ' authentication failed for user "anna"\nconnection to server failed',
            'password authentication failed for user "anna".',
        ),
        (
            'connection failed: connection to server failed: FATAL:  database "a" does not exist',
            'database "a" does not exist.',
        ),
        ("unable to open database file", "unable to open database file."),
    ],
)
def test_what_a_server_refuses_is_told_in_its_own_words(said: str, reason: str) -> None:
    wrapped = OperationalError("something odd")
    wrapped.__cause__ = OperationalError(said)

    assert why_unusable(wrapped).endswith(f"cannot be used: {reason}")


@pytest.mark.django_db
def test_a_server_that_is_too_old_is_told_which_one_will_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    require_database()
    monkeypatch.setattr(connection.features, "minimum_database_version", (99,))

    with pytest.raises(DatabaseUnusable, match=r"99 or later is required \(found"):
        require_database()
