"""The tables of a database as they are after some migrations, and their rows as JSON."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.core.management.color import no_style
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from armybuilder.site.accounts.house import ADDRESS
from armybuilder.tools.backups.archive import Name, Part

#: Rows sent to the database at once.
ROWS: Final = 1_000
#: Rows that are there before anybody comes: the house's member and groups.
NOT_IN_USE: Final = {
    "armybuilder_user": {"email": ADDRESS},
    "armybuilder_battlegroup": {"owner__email": ADDRESS},
}


def known_migrations() -> set[Name]:
    """The migrations this version of the site has."""
    return set(MigrationLoader(None).disk_migrations)


def applied_migrations() -> set[Name]:
    """The migrations the database has had, of apps this version of the site has."""
    loader = MigrationLoader(connection)
    return {each for each in loader.applied_migrations if each[0] in loader.migrated_apps}


def is_newer(migrations: Iterable[Name]) -> str:
    """What is said of a database or a file with migrations this version does not have."""
    return (
        f"is of a newer version of the site (it has the migration {'.'.join(min(migrations))});"
        " update the site first"
    )


def in_use() -> bool:
    """True where somebody has an account or keeps something; an empty database is not in use."""
    if not applied_migrations():
        return False
    tables = {model._meta.db_table: model for model in models_after(applied_migrations())}
    asked = ("armybuilder_user", "armybuilder_battlegroup", "armybuilder_skirmish")
    return any(
        tables[table]._base_manager.exclude(**NOT_IN_USE.get(table, {})).exists()
        for table in asked
        if table in tables
    )


def models_after(migrations: set[Name]) -> list[type[models.Model]]:
    """The tables as they are after some migrations, which need not be all there are."""
    loader = MigrationLoader(connection)
    state = loader.graph.make_state(
        nodes=sorted(migrations & set(loader.graph.nodes)),
        at_end=True,
        real_apps=loader.unmigrated_apps,
    )
    tables = {
        model._meta.db_table: model
        for model in state.apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    return [tables[name] for name in sorted(tables)]


def migrate_to(migrations: set[Name]) -> None:
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    ends = [
        name
        for name in migrations
        if not any(
            child[0] == name[0] and child in migrations for child in graph.node_map[name].children
        )
    ]
    gone = [(app, None) for app in executor.loader.migrated_apps - {app for app, _ in migrations}]
    executor.migrate([*ends, *gone])


# --- Rows ----------------------------------------------------------------------------------------


def empty(tables: Iterable[type[models.Model]]) -> None:
    with connection.cursor() as cursor:
        for model in tables:
            cursor.execute(f"DELETE FROM {_quoted(model._meta.db_table)}")  # noqa: S608 -- our own


def insert(model: type[models.Model], lines: Iterable[bytes]) -> None:
    """Insert rows as they are: no default, no time of today, no signal."""
    fields = model._meta.local_concrete_fields
    columns = ", ".join(_quoted(str(field.column)) for field in fields)
    values = ", ".join("%s" for _ in fields)
    into = f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    rows = (
        [_kept(field, value) for field, value in zip(fields, json.loads(line), strict=True)]
        for line in lines
    )
    with connection.cursor() as cursor:
        while some := list(islice(rows, ROWS)):
            cursor.executemany(into, some)


def _kept(field: Any, value: Any) -> Any:
    """A value as the database takes it; the null of a column that has none is one of JSON."""
    prepared = field.get_db_prep_save if field.null else field.get_db_prep_value
    return prepared(field.to_python(value), connection)


def reset_sequences(tables: list[type[models.Model]]) -> None:
    """Let the next key be one that no row has."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)


def rows_of(model: type[models.Model]) -> Iterator[list[Any]]:
    """The rows of a table by key, each value as JSON has it."""
    names = [field.attname for field in model._meta.local_concrete_fields]
    found = model._base_manager.order_by("pk").values_list(*names)
    for row in found.iterator(chunk_size=2_000):
        yield [_plain(value) for value in row]


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    return str(value) if isinstance(value, Decimal | UUID) else value


def line_of(row: Any) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def part_of(rows: Iterable[Any]) -> Part:
    """How many rows, and a digest that is the same for two databases with the same rows: each has
    an order of its own for texts and for the fields of an object, and may keep 2.0 as 2."""
    total = size = 0
    for row in rows:
        settled = json.dumps(_settled(row), sort_keys=True, separators=(",", ":"))
        total += int.from_bytes(hashlib.sha256(settled.encode()).digest())
        size += 1
    return Part(size, f"{total % 2**256:064x}")


def _settled(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _settled(each) for name, each in value.items()}
    return [_settled(each) for each in value] if isinstance(value, list) else value


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
