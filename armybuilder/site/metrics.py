"""What the site counts of itself, for Prometheus.

Processes that serve the same site count into files of one folder, and whichever is asked adds them
up. Every metric has a label: until something is counted under one there is no file, so that
commands which serve nobody leave none behind.
"""

import logging
import os
import secrets
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPMethod, HTTPStatus
from inspect import iscoroutinefunction
from time import monotonic
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from armybuilder.site.counting_file import CountingFile

logger = logging.getLogger("armybuilder.requests")

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SUFFIX = secrets.token_hex(4)


def own_name() -> str:
    """This process among others, those of other containers included."""
    return f"{os.getpid()}-{_SUFFIX}"


# When something was first counted is told nowhere: files of several processes do not keep it.
disable_created_metrics()
if FOLDER in os.environ:
    values.MmapedDict = CountingFile  # type: ignore[assignment,misc]
    values.ValueClass = values.MultiProcessValue(own_name)

#: The metrics of this process alone.
REGISTRY = CollectorRegistry()
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Counter(
    "armybuilder_requests",
    "Requests that were answered.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
SECONDS = Histogram(
    "armybuilder_request_seconds",
    "Seconds from a request to its answer.",
    ["route", "status"],
    buckets=BUCKETS,
    registry=REGISTRY,
)
QUERIES = Counter(
    "armybuilder_queries", "Queries of the database by requests.", ["route"], registry=REGISTRY
)
QUERY_SECONDS = Counter(
    "armybuilder_query_seconds", "Seconds spent in queries.", ["route"], registry=REGISTRY
)
SLOW = Counter(
    "armybuilder_slow", "Queries and requests that took too long.", ["what"], registry=REGISTRY
)
REFUSALS = Counter(
    "armybuilder_refusals", "Requests that were refused.", ["why", "status"], registry=REGISTRY
)
STREAMS = Gauge(
    "armybuilder_streams",
    "Live streams that are open.",
    ["listener"],
    multiprocess_mode="livesum",
    registry=REGISTRY,
)

METHODS = frozenset(HTTPMethod) - {"CONNECT", "TRACE"}
#: Why a request was refused, by the status of its answer, where the answer itself does not say.
REASONS = {HTTPStatus.FORBIDDEN: "forbidden", HTTPStatus.TOO_MANY_REQUESTS: "too often"}
LANGUAGES = tuple(f"{code}/" for code, _name in settings.LANGUAGES)
#: As much of a slow query as is told.
MOST_SQL = 1_000


@dataclass
class Tally:
    """What one request asked of the database."""

    queries: int = 0
    seconds: float = 0.0


current_tally: ContextVar[Tally | None] = ContextVar("current_tally", default=None)


def counted() -> Any:
    """Something with `collect()`: the metrics of all processes together, or of this one where
    there is no folder for them."""
    return MultiProcessCollector(None) if FOLDER in os.environ else REGISTRY


def route_of(request: HttpRequest) -> str:
    """The route of a request without its language; "none" where no address matched."""
    match = request.resolver_match
    if match is None:
        return "none"
    route = match.route
    prefix = next((each for each in LANGUAGES if route.startswith(each)), "")
    return f"/{route.removeprefix(prefix)}"


def refused(why: str, status: int) -> None:
    """Count a refusal."""
    REFUSALS.labels(why, int(status)).inc()


# --- Requests -------------------------------------------------------------------------------

Answer = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def count_requests(get_response: Answer) -> Answer:
    """Middleware that counts every request with its time and its queries."""
    if iscoroutinefunction(get_response):
        return _counting_async(get_response)

    def counting(request: HttpRequest) -> HttpResponseBase:
        began, tally = monotonic(), Tally()
        token = current_tally.set(tally)
        try:
            response: HttpResponseBase = get_response(request)
        finally:
            current_tally.reset(token)
        _count(request, response, monotonic() - began, tally)
        return response

    return counting


def _counting_async(
    get_response: Callable[[HttpRequest], Awaitable[HttpResponseBase]],
) -> Answer:
    async def counting(request: HttpRequest) -> HttpResponseBase:
        began, tally = monotonic(), Tally()
        token = current_tally.set(tally)
        try:
            response = await get_response(request)
        finally:
            current_tally.reset(token)
        _count(request, response, monotonic() - began, tally)
        return response

    return counting


def _count(request: HttpRequest, response: HttpResponseBase, seconds: float, tally: Tally) -> None:
    route, status = route_of(request), response.status_code
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(method, route, status).inc()
    SECONDS.labels(route, f"{status // 100}xx").observe(seconds)
    QUERIES.labels(route).inc(tally.queries)
    QUERY_SECONDS.labels(route).inc(tally.seconds)
    if why := getattr(response, "refused_as", "") or REASONS.get(HTTPStatus(status), ""):
        refused(why, status)


# --- Queries --------------------------------------------------------------------------------


@receiver(connection_created)
def count_queries_of(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Let a connection count its queries, once however often it is made anew."""
    if count_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(count_query)


def count_query(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
) -> Any:
    """Carry a query out, count it for the request it is of, and tell of it where it is slow: never
    with its parameters, which may be anybody's."""
    began = monotonic()
    try:
        return execute(sql, params, many, context)
    finally:
        seconds = monotonic() - began
        if tally := current_tally.get():
            tally.queries += 1
            tally.seconds += seconds
        if seconds * 1000 >= settings.SLOW_QUERY_MS:
            SLOW.labels("query").inc()
            told = {"sql": str(sql)[:MOST_SQL], "milliseconds": round(seconds * 1000)}
            logger.warning("slow query", extra=told)
