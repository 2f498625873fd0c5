"""What the site cannot do just now: raised as `Busy` anywhere, or by a database whose locks or
connections cannot be had in time, answered with 503 here.

Programs get theirs from `collection.catalogue.api.problems`.
"""

import sqlite3
from http import HTTPStatus

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

from collection.catalogue.api.problems import busy_problem
from collection.common.busy import Busy

__all__ = ["Busy", "BusyMiddleware", "busy", "busy_because"]

#: What PostgreSQL calls a lock that was not to be had, a deadlock, two transactions of which one
#: must begin again, no room for another connection, and a server that goes down or comes up.
PASSING_STATES = {"55P03", "40P01", "40001", "53300", "57P01", "57P02", "57P03"}
PASSING_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class BusyMiddleware(MiddlewareMixin):
    """Answers a page or a program whose view found the site busy."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        reason = busy_because(exception)
        return busy(request, reason.retry_after) if reason else None


def busy_because(exception: BaseException | None) -> Busy | None:
    """The exception as `Busy` where it is that, or a database or cache that cannot be had just
    now."""
    if isinstance(exception, Busy):
        return exception
    if isinstance(exception, OperationalError) and _passes(exception.__cause__):
        return Busy()
    if type(exception).__module__.partition(".")[0] == "redis":
        return Busy()  # The cache is away; what can do without it has.
    return None


def _passes(said: BaseException | None) -> bool:
    """Whether a database's refusal is one of the moment: of a lock, or of a connection.

    A pool that gives none in time, and a server that cannot be reached, have no state of SQL.
    """
    if isinstance(said, sqlite3.Error):
        return (getattr(said, "sqlite_errorcode", 0) & 0xFF) in PASSING_CODES
    state = getattr(said, "sqlstate", "")
    return state is None or state in PASSING_STATES


def busy(request: HttpRequest, retry_after: int) -> HttpResponse:
    """503, rendered without the database, which may be what everybody waits for."""
    if request.path.startswith("/api/v1/"):
        return busy_problem(retry_after)
    return HttpResponse(
        render_to_string("site/errors/busy.html", {"seconds": retry_after}),
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        headers={"Retry-After": str(retry_after), "Cache-Control": "no-store"},
    )
