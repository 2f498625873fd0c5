"""What is counted: requests by their route, queries, refusals."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.test import AsyncClient, Client, RequestFactory
from pytest_django import Settings

from armybuilder.site import metrics
from armybuilder.site.fences.connections import Connection
from armybuilder.site.fences.refusals import Refused, answer
from armybuilder.site.metrics import REGISTRY, count_query, count_requests, current_tally

Growth = Callable[[], float]


def growth(name: str, **labels: str) -> Growth:
    """How much a metric has grown since now."""
    before = REGISTRY.get_sample_value(name, labels) or 0.0
    return lambda: (REGISTRY.get_sample_value(name, labels) or 0.0) - before


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_request_is_counted_by_its_route_without_its_language(
    client: Client, language: str
) -> None:
    route = "/catalogue/figures/<str:figure_id>/"
    requests = growth("armybuilder_requests_total", method="GET", route=route, status="200")
    seconds = growth("armybuilder_request_seconds_count", route=route, status="2xx")
    queries = growth("armybuilder_queries_total", route=route)

    client.get(f"/{language}/catalogue/figures/AOD-102/?secret=1")

    assert (requests(), seconds()) == (1, 1)
    assert queries() > 0
    assert current_tally.get() is None


@pytest.mark.django_db
def test_what_is_made_up_makes_no_labels_of_its_own(client: Client) -> None:
    unknown = growth("armybuilder_requests_total", method="GET", route="none", status="404")
    odd = growth("armybuilder_requests_total", method="other", route="/healthz", status="405")

    client.get("/en/no-such-page/")
    client.get("/nowhere-else/")
    client.generic("BREW", "/healthz")

    assert (unknown(), odd()) == (2, 1)
    assert not any("BREW" in str(each.samples) for each in REGISTRY.collect())


def test_a_request_is_counted_where_nothing_waits_for_threads() -> None:
    requests = growth("armybuilder_requests_total", method="GET", route="/healthz", status="200")

    async def asks() -> int:
        return int((await AsyncClient().get("/healthz")).status_code)

    assert asyncio.run(asks()) == 200
    assert requests() == 1


def test_what_breaks_leaves_no_tally_behind(rf: RequestFactory) -> None:
    def breaks(request: HttpRequest) -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count_requests(breaks)(rf.get("/"))
    assert current_tally.get() is None


# --- Queries --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_connection_counts_its_queries_once() -> None:
    connection.ensure_connection()
    metrics.count_queries_of(connection)
    metrics.count_queries_of(connection)

    assert connection.execute_wrappers.count(count_query) == 1


@pytest.mark.django_db
def test_a_slow_query_is_told_without_its_parameters(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    slow = growth("armybuilder_slow_total", what="query")
    with connection.cursor() as cursor:
        settings.SLOW_QUERY_MS = 60_000
        cursor.execute("SELECT %s", ["secret"])
        assert not caplog.records
        settings.SLOW_QUERY_MS = 0
        cursor.execute("SELECT %s", ["secret"])

    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, "slow query")
    assert vars(record)["sql"] == "SELECT %s"
    assert "secret" not in str(vars(record))
    assert slow() == 1


@pytest.mark.django_db
def test_a_query_that_fails_is_counted_too(settings: Settings) -> None:
    token = current_tally.set(metrics.Tally())
    try:
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")
        tally = current_tally.get()
    finally:
        current_tally.reset(token)

    assert tally and tally.queries == 1


# --- Refusals -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_refusals_are_told_apart(client: Client, settings: Settings) -> None:
    csrf = growth("armybuilder_refusals_total", why="csrf", status="403")
    often = growth("armybuilder_refusals_total", why="too often", status="429")
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "browse": "1/m"}

    Client(enforce_csrf_checks=True).post("/preferences/theme", {"theme": "dark"})
    for _ in range(2):
        client.get("/en/groups/public/")

    assert (csrf(), often()) == (1, 1)


def test_a_page_somebody_may_not_see_is_a_refusal(rf: RequestFactory) -> None:
    forbidden = growth("armybuilder_refusals_total", why="forbidden", status="403")

    count_requests(lambda request: HttpResponseForbidden())(rf.get("/"))

    assert forbidden() == 1


def test_the_gate_counts_whom_it_turns_away() -> None:
    gate = growth("armybuilder_refusals_total", why="gate", status="413")
    scope = {"type": "http", "method": "POST", "path": "/en/", "headers": [], "query_string": b""}

    async def send(message: Any) -> None:
        pass

    asyncio.run(answer(scope, send, Refused(413)))

    assert gate() == 1


def test_a_connection_that_speaks_no_http_is_a_refusal() -> None:
    refused = growth("armybuilder_refusals_total", why="connection", status="400")

    class Wire:
        def write(self, data: bytes) -> None: ...
        def close(self) -> None: ...

    spoken = Connection.__new__(Connection)
    spoken.transport, spoken.cycle = Wire(), None  # type: ignore[assignment]
    spoken.send_400_response("")

    assert refused() == 1
