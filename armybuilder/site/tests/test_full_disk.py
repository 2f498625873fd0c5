"""A full disk is one sentence at any point, and nothing is half done."""

import errno
import sqlite3
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client

from armybuilder import settings as site_settings
from armybuilder.site.full_disk import is_disk_full
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from armybuilder.tools import bootstrap

SENTENCE = {"en": "The disk of this site is full", "pl": "Dysk tego serwisu jest pełny"}


def no_room(*args: object, **kwargs: object) -> None:
    """What Django raises where SQLite finds no room."""
    said = sqlite3.OperationalError("database or disk is full")
    said.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise OperationalError(*said.args) from said


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_page_that_has_to_write_says_so(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", no_room)

    fields = {"name": "First", "build_total": 450}
    answer = client.post(f"/{language}/groups/new/", fields)

    assert answer.status_code == 507
    assert SENTENCE[language] in answer.content.decode()


@pytest.mark.usefixtures("catalogue")
def test_an_order_is_taken_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player()
    before = (player.game.version, player.game.steps.count())
    monkeypatch.setattr("armybuilder.skirmishes.models.SkirmishStep.objects.create", no_room)

    assert player.step() == 507

    assert (player.game.version, player.game.steps.count()) == before


@pytest.mark.usefixtures("catalogue")
def test_a_program_is_told_in_json(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("collection.catalogue.api.reference.Response", full)

    answer = client.get("/api/v1/factions/")

    assert (answer.status_code, answer.json()["status"]) == (507, 507)


def test_every_layers_word_for_it_is_known() -> None:
    wrapped = OperationalError("could not extend file")
    wrapped.__cause__ = type("DiskFull", (Exception,), {"sqlstate": "53100"})()

    assert is_disk_full(wrapped)
    assert is_disk_full(OSError(errno.EDQUOT, "quota"))
    assert not is_disk_full(OSError(errno.EACCES, "denied"))
    assert not is_disk_full(OperationalError("locked"))


def test_a_command_that_finds_no_room_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(arguments: list[str]) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bootstrap, "run_command", full)

    assert bootstrap.main(["start"]) == 1
    assert capsys.readouterr().err == "Cannot run: the disk is full.\n"


def test_a_key_that_could_not_be_written_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
        patched.setattr("os.fsync", full)
        site_settings.kept_secret_key(tmp_path / "secret_key")

    assert not list(tmp_path.iterdir())
    assert len(site_settings.kept_secret_key(tmp_path / "secret_key")) > 50
