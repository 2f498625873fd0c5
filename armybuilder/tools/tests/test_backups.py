"""A site goes into a file and comes out of it, on whatever database, or nothing is changed."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from armybuilder.library.models import OwnUnit
from armybuilder.management.commands import start
from armybuilder.site.models import User
from armybuilder.tools.backups.archive import MANIFEST
from armybuilder.tools.backups.making import kept_among, kept_before
from armybuilder.tools.backups.tables import applied_migrations, known_migrations
from armybuilder.tools.database import DatabaseUnusable

pytestmark = [pytest.mark.usefixtures("catalogue"), pytest.mark.races]

ROOT = Path(__file__).resolve().parents[3]
#: On a machine of its own: restored, backed up again; and once more by way of an older version.
#: The tables of today come back as a file: the last `restore` migrates there and back itself.
DRILL = """
import shutil
from django.conf import settings
from django.core.management import call_command as call
from django.db import connection
call("restore", "site.zip")
call("backup", "again.zip")
connection.close()
database = settings.DATABASES["default"]["NAME"]
shutil.copy(database, "today.sqlite3")
call("migrate", "armybuilder", "0019", verbosity=0)
call("backup", "older.zip")
connection.close()
shutil.copy("today.sqlite3", database)
call("restore", "older.zip", "--replace")
call("backup", "newest.zip")
"""


RECORD = {"half": 0.5, "two": 2.0, "none": None}


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the site's own, with a photo and a key."""
    monkeypatch.setattr("os.umask", lambda mask: mask)
    folder = tmp_path / "var"
    settings.VAR_DIR, settings.MEDIA_ROOT = folder, folder / "media"
    (folder / "media" / "photos" / "shelf").mkdir(parents=True)
    (folder / "media" / "photos" / "shelf" / "one.webp").write_bytes(bytes(range(256)) * 9)
    (folder / "secret_key").write_text("kept")
    return folder


@pytest.fixture
def site(member: User, tmp_path: Path) -> Path:
    """A backup of a site with a member who entered a unit."""
    OwnUnit.objects.create(owner=member, key="Żółw \U0001f422", record=RECORD)
    call_command("backup", str(tmp_path / "site.zip"))
    return tmp_path / "site.zip"


def manifest_of(file: Path) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        return dict(json.loads(archive.read(MANIFEST)))


def rewritten(file: Path, change: Any) -> Path:
    """The same file with its manifest or its parts changed."""
    other = file.with_name("other.zip")
    with zipfile.ZipFile(file) as before, zipfile.ZipFile(other, "w") as after:
        parts = {name: before.read(name) for name in before.namelist()}
        change(parts)
        for name, part in parts.items():
            after.writestr(name, part)
    return other


def test_what_was_lost_comes_back(site: Path, member: User, var: Path) -> None:
    photo = var / "media" / "photos" / "shelf" / "one.webp"
    was = photo.read_bytes()
    photo.unlink()
    (var / "secret_key").write_text("another")
    OwnUnit.objects.filter(owner=member).delete()
    User.objects.filter(pk=member.pk).update(display_name="Somebody")

    call_command("restore", str(site), "--replace")

    connection.check_constraints()
    member.refresh_from_db()
    assert member.display_name == "Anna"
    unit = OwnUnit.objects.get(owner=member)
    assert (unit.key, unit.record) == ("Żółw \U0001f422", RECORD)
    assert photo.read_bytes() == was and (var / "secret_key").read_text() == "kept"
    assert OwnUnit.objects.create(owner=member, key="next", record={}).pk > unit.pk
    kept = list((var / "backups").iterdir())
    assert len(kept) == 1 and manifest_of(kept[0])["tables"] != manifest_of(site)["tables"]


def test_another_machine_with_another_database_and_an_older_version(site: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
        "VAR_DIR": str(site.parent / "elsewhere"),
        "PYTHONPATH": str(ROOT),
    }
    for code in ("import django; django.setup()" + DRILL,):
        run = subprocess.run(
            [sys.executable, "-c", code],
            cwd=site.parent,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
    first, again, newest = (
        manifest_of(site.with_name(f"{n}.zip")) for n in ("site", "again", "newest")
    )
    assert first["tables"] == again["tables"]
    assert first["files"] == again["files"] == newest["files"]
    unchanged = {"armybuilder_user", "collection_copy", "collection_figure"}
    assert all(first["tables"][name] == newest["tables"][name] for name in unchanged)


def test_a_site_in_use_is_not_replaced_unasked(site: Path) -> None:
    with pytest.raises(CommandError, match="members already"):
        call_command("restore", str(site))
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(site))


def damage(parts: dict[str, bytes]) -> None:
    parts["tables/collection_figure.jsonl"] = parts["tables/collection_figure.jsonl"][:-1] + b" \n"
    parts["tables/armybuilder_user.jsonl"] = b""


def add(parts: dict[str, bytes]) -> None:
    parts["media/more.webp"] = b"more"


def lead_out(parts: dict[str, bytes]) -> None:
    made = json.loads(parts[MANIFEST])
    made["files"]["media/../../out"] = made["files"].pop("media/photos/shelf/one.webp")
    parts[MANIFEST] = json.dumps(made).encode()
    parts["media/../../out"] = parts.pop("media/photos/shelf/one.webp")


def come_from_the_future(parts: dict[str, bytes]) -> None:
    made = json.loads(parts[MANIFEST])
    made["migrations"].append("armybuilder.9999_tomorrow")
    parts[MANIFEST] = json.dumps(made).encode()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (damage, "is damaged: tables/armybuilder_user.jsonl"),
        (add, "media/more.webp is missing or too much"),
        (lead_out, "leads out of the site's folder"),
        (come_from_the_future, "newer version of the site .*9999_tomorrow.*update the site first"),
        (lambda parts: parts.pop(MANIFEST), "has no manifest.json"),
    ],
)
def test_what_is_not_whole_changes_nothing(site: Path, change: Any, told: str) -> None:
    before = list(User.objects.values_list())
    with pytest.raises(CommandError, match=told):
        call_command("restore", str(rewritten(site, change)), "--replace")
    assert list(User.objects.values_list()) == before
    assert not (site.parent.parent / "out").exists()


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", None])
def test_what_is_no_backup_is_told(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "letter.zip"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(CommandError, match=r"no backup, or not whole|there is no file"):
        call_command("restore", str(file))


@pytest.mark.usefixtures("member")
def test_the_latest_three_kept_before_something_stay(var: Path) -> None:
    made = [kept_before("update") for _ in range(4)]
    assert sorted((var / "backups").iterdir()) == made[1:]


@pytest.mark.usefixtures("member")
def test_daily_backups_keep_the_latest_and_leave_others_alone(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kept_among(folder, "before-update", "before-*", 3)
    for _ in range(3):
        call_command("backup", "--keep", "2", str(folder))
    assert len(list(folder.glob("*-daily.zip"))) == 2
    assert len(list(folder.iterdir())) == 3


@pytest.mark.usefixtures("member")
def test_a_site_is_kept_before_its_tables_change(
    var: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start.Command().keep_before_migrations()
    assert not (var / "backups").exists()
    tomorrow = known_migrations() | {("armybuilder", "9999_tomorrow")}
    monkeypatch.setattr(start, "known_migrations", lambda: tomorrow)
    start.Command().keep_before_migrations()
    (kept,) = (var / "backups").iterdir()
    assert str(kept) in capsys.readouterr().out


def test_a_database_of_a_newer_version_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = applied_migrations() | {("armybuilder", "9999_tomorrow")}
    monkeypatch.setattr(start, "applied_migrations", lambda: newer)
    with pytest.raises(DatabaseUnusable, match="the database is of a newer version of the site"):
        start.Command().keep_before_migrations()
