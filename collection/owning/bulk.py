"""Writing many rows while others wait for next to nothing.

Of a large write making the statements takes most of the time, and running them little. They are
made before anything is locked; under the lock they only run.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

BATCH = 500

#: Something ready to be run.
Step = Callable[[], object]


def reserve_ids(model: type[Model], count: int) -> Iterator[int]:
    """Ids for so many new rows, which no other row gets from now on."""
    if not count:
        return iter(())
    table = model._meta.db_table
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
                [table, model._meta.pk.column, count],
            )
            return iter([number for (number,) in cursor.fetchall()])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        last = (cursor.fetchone() or [None])[0]
        if last is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, 0)", [table])
        cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [count, table])
    return iter(range((last or 0) + 1, (last or 0) + 1 + count))


def inserts(rows: Sequence[Model], *, without_ids: bool = False) -> list[Step]:
    """Steps that insert new rows, by their ids or with ids the database gives them."""
    return _written(rows, InsertQuery, without_ids)


def updates(rows: Sequence[Model], names: Iterable[str]) -> list[Step]:
    """Steps that write some fields of rows that exist, known by their ids."""
    if not rows:
        return []
    options = type(rows[0])._meta
    query = partial(
        InsertQuery,
        on_conflict=OnConflict.UPDATE,
        update_fields=[options.get_field(name) for name in names],
        unique_fields=[options.pk],
    )
    return _written(rows, query, without_ids=False)


def deletes(rows: QuerySet[Any]) -> Step:
    """A step that deletes rows; what hangs on them must be gone before."""
    return partial(rows._raw_delete, connection.alias)


def run(steps: Iterable[Step]) -> None:
    """Run steps in their order."""
    for step in steps:
        step()


def batches(found: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Parts of something long, each short enough for one statement."""
    return (found[start : start + BATCH] for start in range(0, len(found), BATCH))


def _written(
    rows: Sequence[Model], make: Callable[[type[Model]], InsertQuery], without_ids: bool
) -> list[Step]:
    if not rows:
        return []
    model = type(rows[0])
    fields = [
        field for field in model._meta.concrete_fields if not (without_ids and field.primary_key)
    ]
    most = min(BATCH, connection.ops.bulk_batch_size(fields, rows))
    steps: list[Step] = []
    for start in range(0, len(rows), most):
        query = make(model)
        query.insert_values(fields, list(rows[start : start + most]))
        statements = query.get_compiler(connection=connection).as_sql()
        steps += [_ready(sql, parameters) for sql, parameters in statements]
    return steps


def _ready(sql: str, parameters: Sequence[Any]) -> Step:
    """A statement as it goes to the database: PostgreSQL's client writes the parameters in."""
    if connection.vendor == "postgresql":
        client: Any = connection.ops
        return partial(_execute, client.compose_sql(sql, parameters), None)
    return partial(_execute, sql, parameters)


def _execute(sql: str, parameters: Sequence[Any] | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
