"""Backups of a site that is in use."""

import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from django.conf import settings
from django.db import connection, transaction

from armybuilder.tools.backups.archive import (
    FORMAT,
    KEY,
    MANIFEST,
    MEDIA,
    BackupProblem,
    Manifest,
    Name,
    Part,
    Tell,
    part_of_file,
    pieces_of,
    place_of,
)
from armybuilder.tools.backups.tables import (
    applied_migrations,
    line_of,
    models_after,
    part_of,
    rows_of,
)

#: Backups that `kept_before` leaves.
KEPT: Final = 3


def back_up(file: Path, *, tell: Tell) -> Manifest:
    """Write the site as it is at one moment, while it is in use; the file appears whole or not at
    all. Raises BackupProblem where the file exists already, and OSError."""
    if file.exists():
        raise BackupProblem(f"{file} exists already; name another file.")
    beginning = file.with_name(f"{file.name}.partial")
    beginning.unlink(missing_ok=True)
    try:
        private = os.open(beginning, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(private, "wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as to:
            tables, migrations = _write_tables(to, tell)
            manifest = Manifest(
                FORMAT,
                datetime.now(UTC).isoformat(timespec="seconds"),
                sorted(".".join(each) for each in migrations),
                tables,
                _write_files(to),
            )
            to.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
        beginning.replace(file)
    finally:
        beginning.unlink(missing_ok=True)
    return manifest


def kept_before(what: str) -> Path:
    """A backup in the site's own folder before something that changes all of it; the latest three
    stay. Raises what `back_up` raises."""
    file, _made = kept_among(settings.VAR_DIR / "backups", f"before-{what}", "before-*", KEPT)
    return file


def kept_among(folder: Path, name: str, like: str, most: int) -> tuple[Path, Manifest]:
    """A backup in a folder, of this moment; of those named alike the latest stay, so many. Raises
    what `back_up` raises."""
    folder.mkdir(mode=0o700, exist_ok=True)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    file = folder / f"{now}-{name}.zip"
    made = back_up(file, tell=lambda said: None)
    for older in sorted(folder.glob(f"*-{like}.zip"))[:-most]:
        older.unlink(missing_ok=True)
    return file, made


def _write_tables(to: zipfile.ZipFile, tell: Tell) -> tuple[dict[str, Part], set[Name]]:
    tables = {}
    with _one_moment():
        migrations = applied_migrations()
        for model in models_after(migrations):
            table = model._meta.db_table
            with to.open(place_of(table), "w", force_zip64=True) as out:
                tables[table] = part_of(_written(rows_of(model), out))
            if tables[table].size:
                tell(f"{table}: {tables[table].size}")
    return tables, migrations


def _write_files(to: zipfile.ZipFile) -> dict[str, Part]:
    media = Path(settings.MEDIA_ROOT)
    paths = {f"{MEDIA}{path.relative_to(media).as_posix()}": path for path in media.rglob("*")}
    files = {}
    for name, path in sorted({**paths, KEY: settings.VAR_DIR / KEY}.items()):
        try:
            source = path.open("rb")
        except (FileNotFoundError, IsADirectoryError):
            continue  # A photo deleted meanwhile; a key that comes from the environment.
        with source, to.open(name, "w", force_zip64=True) as out:
            files[name] = part_of_file(_copied(pieces_of(source), out))
    return files


def _written(rows: Iterable[Any], out: IO[bytes]) -> Iterator[Any]:
    for row in rows:
        out.write(line_of(row))
        yield row


def _copied(pieces: Iterable[bytes], out: IO[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        out.write(piece)
        yield piece


@contextmanager
def _one_moment() -> Iterator[None]:
    """See the database as it is now, whatever others write meanwhile, and keep nobody waiting."""
    with connection.cursor() as cursor:
        if connection.in_atomic_block:
            yield
        elif connection.vendor == "postgresql":
            with transaction.atomic():
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                yield
        else:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
