"""`manage.py start`: the address, its announcement, and what happens when it cannot be had."""

import errno
import urllib.request
from pathlib import Path

import pytest
from pytest_django import Settings

from armybuilder import serving, static_files
from armybuilder.serving import CannotListen, claim_socket, why_not
from armybuilder.tests.process import free_port, running_site


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
    with running_site(var, port) as said:
        assert said[-1] == f"http://localhost:{port}\n"
        for path in ("readyz", "en/account/login/"):
            with urllib.request.urlopen(f"http://localhost:{port}/{path}") as answer:
                assert answer.status == 200
        assert (var / "secret_key").stat().st_mode & 0o077 == 0
        assert (var / "db.sqlite3-wal").exists()
