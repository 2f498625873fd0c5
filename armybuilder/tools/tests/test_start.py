"""`manage.py start`: the address, its announcement, and what happens when it cannot be had."""

import errno
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from armybuilder.tests.process import free_port, running_site
from armybuilder.tools import serving, static_files
from armybuilder.tools.serving import CannotListen, claim_socket, why_not


def test_a_busy_port_is_told_with_the_way_out() -> None:
    port = free_port()
    sentence = rf"port {port} is busy.*--port"

    with claim_socket("127.0.0.1", port), pytest.raises(CannotListen, match=sentence):
        claim_socket("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("127.0.0.1", 70000, "70000 is not a port"),
        ("no.such.host.invalid", 8000, "no address 'no.such.host.invalid'"),
        ("192.0.2.1", 8000, "no address '192.0.2.1'"),
    ],
)
def test_an_impossible_address_is_one_sentence(host: str, port: int, sentence: str) -> None:
    with pytest.raises(CannotListen, match=sentence):
        claim_socket(host, port)


def test_a_port_of_the_system_needs_rights() -> None:
    assert "above 1023" in why_not(OSError(errno.EACCES, "denied"), "127.0.0.1", 80)


def test_localhost_is_what_one_opens() -> None:
    assert serving.addresses_to_print("127.0.0.1", 8000) == ["http://localhost:8000"]
    assert serving.addresses_to_print("192.0.2.7", 80) == ["http://192.0.2.7:80"]
    assert serving.addresses_to_print("0.0.0.0", 8000)[0] == "http://localhost:8000"


def test_static_files_are_collected_again_only_after_a_change(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    collected: list[str] = []

    def collect(name: str, **options: object) -> None:
        (tmp_path / "static").mkdir(exist_ok=True)
        collected.append(name)

    monkeypatch.setattr(static_files, "call_command", collect)
    monkeypatch.setattr(static_files, "fingerprint", lambda: "one")
    static_files.collect()
    static_files.collect()
    assert len(collected) == 1

    monkeypatch.setattr(static_files, "fingerprint", lambda: "two")
    static_files.collect()
    assert len(collected) == 2


def test_the_site_answers_once_its_address_is_printed(tmp_path: Path) -> None:
    """The command as people run it, from an empty folder to the first page."""
    port, var = free_port(), tmp_path / "var"
    with running_site(var, port, from_nothing=True) as said:
        assert said[-1] == f"http://localhost:{port}\n"
        for path in ("readyz", "en/account/login/"):
            with urllib.request.urlopen(f"http://localhost:{port}/{path}") as answer:
                assert answer.status == 200
        assert not any(path.stat().st_mode & 0o077 for path in [var, *var.rglob("*")])
        assert (var / "db.sqlite3-wal").exists()


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("", False),
        ("192.0.2.7", False),
        ("site.example", False),
    ],
)
def test_which_addresses_only_this_machine_reaches(host: str, own: bool) -> None:
    assert serving.is_own_machine(host) is own


def test_other_machines_are_served_without_https_only_when_that_is_asked_for(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[str] = []
    monkeypatch.setattr(serving, "claim_socket", lambda host, port: host)
    monkeypatch.setattr(serving, "serve", lambda claimed, announce: served.append(claimed))
    monkeypatch.setattr("armybuilder.management.commands.start.keep_private", lambda folder: None)
    monkeypatch.setattr("armybuilder.management.commands.start.Command.prepare", lambda self: None)

    with pytest.raises(CommandError, match=r"can read passwords.* HTTPS=true .*--insecure"):
        call_command("start", host="0.0.0.0")
    call_command("start", host="0.0.0.0", insecure=True)
    call_command("start", host="127.0.0.1")
    settings.HTTPS = True
    call_command("start", host="0.0.0.0")

    assert served == ["0.0.0.0", "127.0.0.1", "0.0.0.0"]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OperationalError("database or disk is full"), "database or disk is full"),
    ],
)
def test_what_stands_against_the_set_up_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    def fail(self: object) -> None:
        raise error

    monkeypatch.setattr(serving, "claim_socket", lambda host, port: host)
    monkeypatch.setattr("armybuilder.management.commands.start.keep_private", lambda folder: None)
    monkeypatch.setattr("armybuilder.management.commands.start.Command.prepare", fail)

    with pytest.raises(CommandError, match=sentence):
        call_command("start")
