"""A site out of a backup."""

import json
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

from armybuilder.tools.backups.archive import (
    FORMAT,
    KEY,
    MANIFEST,
    MEDIA,
    PIECE,
    BackupProblem,
    Manifest,
    Tell,
    part_of_file,
    pieces_of,
    place_of,
)
from armybuilder.tools.backups.tables import (
    applied_migrations,
    empty,
    in_use,
    insert,
    is_newer,
    known_migrations,
    migrate_to,
    models_after,
    part_of,
    reset_sequences,
    rows_of,
)


def restore(file: Path, *, replace: bool, tell: Tell) -> Manifest:
    """Make the site what a backup holds, then bring its tables to the migrations of today.

    All of the file is checked before anything is written, and all tables and photos once more as
    they came out, before it is said to be so. Raises BackupProblem, also for a site in use unless
    it is to be `replace`d, DatabaseError and OSError.
    """
    with opened(file) as archive:
        manifest = _checked(archive, file)
        if newer := manifest.names - known_migrations():
            raise BackupProblem(f"{file} {is_newer(newer)}.")
        if in_use() and not replace:
            raise BackupProblem("this site has members already; add --replace to replace it all.")
        if manifest.names != applied_migrations():
            with transaction.atomic():
                empty(models_after(applied_migrations()))
            migrate_to(manifest.names)
        with transaction.atomic():
            _read_tables(archive, manifest, tell)
            _read_files(archive, manifest)
    call_command("migrate", verbosity=0, interactive=False)
    return manifest


@contextmanager
def opened(file: Path) -> Iterator[zipfile.ZipFile]:
    """The archive; what is no archive, or a broken one, is a BackupProblem wherever it shows."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except FileNotFoundError:
        raise BackupProblem(f"there is no file {file}.") from None
    except (zipfile.BadZipFile, EOFError, zlib.error):
        raise BackupProblem(f"{file} is no backup, or not whole.") from None


def _checked(archive: zipfile.ZipFile, file: Path) -> Manifest:
    """The manifest of an archive that holds what it says and nothing else."""
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.DecodeError):
        raise BackupProblem(f"{file} is no backup: it has no {MANIFEST} of one.") from None
    if manifest.format != FORMAT:
        raise BackupProblem(f"{file} is in the format {manifest.format!r}, not {FORMAT!r}.")
    tables = {place_of(table): part for table, part in manifest.tables.items()}
    if found := set(archive.namelist()) ^ {*tables, *manifest.files, MANIFEST}:
        raise BackupProblem(f"{file} is not whole: {min(found)} is missing or too much.")
    for name, part in {**tables, **manifest.files}.items():
        with archive.open(name) as lines:
            if name in tables:
                there = part_of(json.loads(line) for line in lines)
            else:
                there = part_of_file(pieces_of(lines))
        if there != part:
            raise BackupProblem(f"{file} is damaged: {name} is not what the manifest says.")
    for name in manifest.files:
        if name != KEY and (not name.startswith(MEDIA) or ".." in PurePosixPath(name).parts):
            raise BackupProblem(f"{file} is no backup: {name} leads out of the site's folder.")
    return manifest


def _read_tables(archive: zipfile.ZipFile, manifest: Manifest, tell: Tell) -> None:
    """Put the rows into emptied tables; raises BackupProblem for one that is not as it was."""
    tables = models_after(manifest.names)
    if others := {model._meta.db_table for model in tables} ^ set(manifest.tables):
        raise BackupProblem(f"the table {min(others)} is in one of backup and site only.")
    empty(tables)
    for model in tables:
        table = model._meta.db_table
        with archive.open(place_of(table)) as lines:
            insert(model, lines)
        there = part_of(rows_of(model))
        if there != manifest.tables[table]:
            raise BackupProblem(
                f"the table {table} did not come out as it was; nothing is changed."
            )
        if there.size:
            tell(f"{table}: {there.size}")
    reset_sequences(tables)


def _read_files(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    media = Path(settings.MEDIA_ROOT)
    for name in manifest.files:
        path = (
            settings.VAR_DIR / KEY
            if name == KEY
            else media.joinpath(*PurePosixPath(name).parts[1:])
        )
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beginning = path.with_name(f"{path.name}.partial")
        with archive.open(name) as source, beginning.open("wb") as out:
            shutil.copyfileobj(source, out, PIECE)
        beginning.chmod(0o600)
        beginning.replace(path)
