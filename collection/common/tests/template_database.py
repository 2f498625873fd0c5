"""A database with all migrations and the whole catalogue, made once and copied by every worker.

    python -m collection.common.tests.template_database NAME

makes it, in a process of its own; what that process read is what a template depends on.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parents[3]
CACHE = ROOT / ".cache" / "test-databases"
#: What counts also where no module has read it yet: a new record, a new migration, a new package.
ALWAYS = ("fixtures/**/*.json", "collection/**/migrations/*.py", "armybuilder/**/migrations/*.py")
LOCKS = ("requirements.txt", "requirements-postgres.txt", "pyproject.toml")
#: The template of each copy this process has made.
_copied: dict[str, str] = {}


@contextmanager
def copied_database(*, anew: bool) -> Iterator[None]:
    """The tests' database, as a copy of the template, which is made where it is missing or old."""
    before = connection.settings_dict["NAME"]
    creation: Any = connection.creation
    name = creation._get_test_db_name()
    if before == name:  # Both apps' tests ask for it, each through a fixture of its own.
        yield
        return
    with alone():
        template = (None if anew else _template()) or _make()
        _copy(template, name)
    _copied[str(name)] = template
    _use(name)
    try:
        yield
    finally:
        creation.destroy_test_db(before, verbosity=0)


def copied_to(file: Path) -> None:
    """Give a site of its own its SQLite database; where the tests have another kind of database,
    there is nothing to copy, and the site makes its own."""
    if connection.vendor != "sqlite":
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with alone():
        _copy(_template() or _make(), str(file))


def brought_back() -> bool:
    """Whether every row of the tests' database is again as it was at first. Only SQLite does that
    faster than the catalogue is loaded, and not within a transaction."""
    from django.contrib.contenttypes.models import ContentType

    template = Path(_copied.get(str(connection.settings_dict["NAME"]), ""))
    if connection.vendor != "sqlite" or connection.in_atomic_block or not template.is_file():
        return False
    connection.ensure_connection()
    with closing(sqlite3.connect(template)) as source:
        source.backup(connection.connection)
    ContentType.objects.clear_cache()
    return True


@contextmanager
def alone() -> Iterator[None]:
    """One process of this checkout at a time; the lock ends with whoever holds it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(CACHE / "lock.sqlite3", timeout=600, isolation_level=None)) as one:
        one.execute("BEGIN EXCLUSIVE")
        yield


def _use(name: str) -> None:
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name


# --- Whether it is up to date ----------------------------------------------------------------


def _manifest() -> Path:
    return CACHE / f"{connection.vendor}.json"


def _template() -> str | None:
    """The template's name where it is made of what the files hold now."""
    try:
        made = json.loads(_manifest().read_text("utf-8"))
    except (OSError, ValueError):
        return None
    name = _named(digest_of(map(Path, made["files"])))
    return name if name == made["name"] and _exists(name) else None


def digest_of(read: Iterable[Path], root: Path = ROOT) -> str:
    """A digest of what these files and those that always count hold, names of files included."""
    names = {path.as_posix() for path in read}
    for pattern in ALWAYS:
        names |= {path.relative_to(root).as_posix() for path in root.glob(pattern)}
    digest = hashlib.sha256(f"{sys.version} {root}".encode())
    for name in sorted(names.union(LOCKS)):
        path = root / name
        content = path.read_bytes() if path.exists() else b"none"
        digest.update(f"{name} {len(content)} ".encode() + content)
    return digest.hexdigest()[:16]


def _named(digest: str) -> str:
    """SQLite's is a file, PostgreSQL's a database whose name begins with that of the checkout."""
    if connection.vendor == "sqlite":
        return str(CACHE / f"{digest}.sqlite3")
    return f"{_prefix()}{digest}"


def _prefix() -> str:
    return f"template_{hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]}_"


# --- Making and copying ----------------------------------------------------------------------


def _make() -> str:
    """Make it under a passing name, then give it the name of what it was made of."""
    passing = _named("unfinished")
    _drop_others()
    if connection.vendor == "postgresql":
        _execute(f'CREATE DATABASE "{passing}"')
    made = subprocess.run(
        [sys.executable, "-m", __name__, passing],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    files = json.loads(made.stdout)
    name = _named(digest_of(map(Path, files)))
    if connection.vendor == "sqlite":
        Path(passing).replace(name)
    else:
        _execute(f'ALTER DATABASE "{passing}" RENAME TO "{name}"')
    _manifest().write_text(json.dumps({"name": name, "files": files}, indent=1), "utf-8")
    return name


def _copy(template: str, name: str) -> None:
    if connection.vendor == "sqlite":
        shutil.copyfile(template, name)
        return
    _execute(f'DROP DATABASE IF EXISTS "{name}"')
    _execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def _exists(name: str) -> bool:
    if connection.vendor == "sqlite":
        return Path(name).exists()
    return bool(_execute("SELECT 1 FROM pg_database WHERE datname = %s", name))


def _drop_others() -> None:
    """What earlier states of this checkout have left."""
    if connection.vendor == "sqlite":
        for path in CACHE.glob("*.sqlite3*"):
            if not path.name.startswith("lock."):
                path.unlink()
        return
    for (name,) in _execute(
        "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", _prefix()
    ):
        _execute(f'DROP DATABASE "{name}"')


def _execute(statement: str, *values: str) -> list[Any]:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement, values or None)
        return cursor.fetchall() if cursor.description else []


# --- In the process that makes it ------------------------------------------------------------


def fill(name: str) -> None:
    """Bring a database to today's migrations and catalogue; print the project's files it took."""
    import django
    from django.core.management import call_command

    django.setup()
    _use(name)
    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_catalogue", verbosity=0)
    connection.close()
    print(json.dumps(_files_read()))


def _files_read() -> list[str]:
    """The project's modules this process has loaded, and the tables of words beside them."""
    files = (getattr(module, "__file__", None) for module in sys.modules.values())
    loaded = {Path(file) for file in files if file and _is_ours(Path(file))}
    tables = {table for path in loaded for table in path.parent.glob("*.toml")}
    return sorted(path.relative_to(ROOT).as_posix() for path in loaded | tables)


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(ROOT) and not file.is_relative_to(sys.prefix)


if __name__ == "__main__":
    fill(sys.argv[1])
