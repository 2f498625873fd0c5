"""Whether the database can be used, told in one sentence, and who prepares it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections

#: The number under which processes queue to prepare a database.
PREPARING = 0x4D57_414F


class DatabaseUnusable(Exception):
    """Why the database cannot be used, worded for whoever runs the site."""


def require_database() -> None:
    """Reach the database and ask whether it is new enough; raises DatabaseUnusable."""
    try:
        if "pool" in connection.settings_dict["OPTIONS"]:
            _connect_past_the_pool(connection)
        connection.ensure_connection()
        connection.check_database_version_supported()
    except (DatabaseError, ImproperlyConfigured) as error:
        raise DatabaseUnusable(why_unusable(error)) from error


def _connect_past_the_pool(database: Any) -> None:
    """A pool would go on trying and keep the reason to itself."""
    with database.wrap_database_errors:
        database.Database.connect(**database.get_connection_params()).close()


def why_unusable(error: Exception) -> str:
    """The one sentence for a database's refusal: which one, and the reason in its own words."""
    settings = connection.settings_dict
    place = f" at {settings['HOST']}:{settings['PORT'] or 5432}" if settings.get("HOST") else ""
    first_line = str(_first_cause(error)).strip().partition("\n")[0]
    reason = first_line.rpartition("failed: ")[2].removeprefix("FATAL:").strip().rstrip(".")
    return f"the database {str(settings['NAME'])!r}{place} cannot be used: {reason}."


def _first_cause(error: BaseException) -> BaseException:
    """What the client library said, without what was wrapped around it."""
    while inner := error.__cause__ or error.__context__:
        error = inner
    return error


@contextmanager
def prepared_by_one() -> Iterator[None]:
    """Let one process at a time prepare a database that several machines share; the others wait.

    SQLite's file is on one machine, where `start` keeps processes apart by itself.
    """
    if connection.vendor != "postgresql":
        yield
        return
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [PREPARING])
        yield
    finally:
        other.rollback()
        other.close()
