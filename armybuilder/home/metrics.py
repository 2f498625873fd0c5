"""All metrics as Prometheus reads them: what processes have counted, and what rows say now."""

import shutil
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import Metric

from armybuilder.home.selectors import operation
from armybuilder.jobs.selectors import has_worker
from armybuilder.moderation.selectors import count_waiting, waiting_since
from armybuilder.site.metrics import counted


class Everything:
    """What is counted and what is looked up."""

    def collect(self) -> Iterator[Metric]:
        yield from counted().collect()
        yield _gauge(
            "armybuilder_disk_free_bytes",
            "Room left where database, photos and backups are.",
            shutil.disk_usage(settings.VAR_DIR).free,
        )
        try:
            of_rows = list(_of_rows())
        except DatabaseError:
            of_rows = []
        yield from of_rows
        has_cache = operation.cache_answers()
        yield _gauge("armybuilder_cache_up", "1 where the cache answers.", has_cache)
        yield _gauge(
            "armybuilder_workers_up",
            "1 where a worker for long work lives.",
            has_cache and has_worker(),
        )
        yield _gauge("armybuilder_database_up", "1 where the database answers.", bool(of_rows))


def told() -> bytes:
    """The page for Prometheus."""
    return generate_latest(Everything())


def _of_rows() -> Iterator[Metric]:
    now = timezone.now()
    jobs = GaugeMetricFamily("armybuilder_jobs", "Long work by its state.", labels=["state"])
    for state, count in operation.jobs_by_state().items():
        jobs.add_metric([state], count)
    yield jobs
    yield _gauge(
        "armybuilder_jobs_longest_wait_seconds",
        "How long the long work at the head of the queue has waited.",
        operation.longest_wait(now=now),
    )
    first = waiting_since()
    yield _gauge(
        "armybuilder_reports",
        "What was reported, or changed after it was hidden, and waits for a moderator.",
        count_waiting(),
    )
    yield _gauge(
        "armybuilder_reports_longest_wait_seconds",
        "How long what was reported first has waited for a moderator.",
        max((now - first).total_seconds(), 0) if first else 0,
    )
    games = GaugeMetricFamily(
        "armybuilder_live_games",
        "Games at several screens that are not over, by whether they go on just now.",
        labels=["system", "pace"],
    )
    for each in operation.live_games(now=now):
        games.add_metric([each.system, "moving"], each.moving)
        games.add_metric([each.system, "resting"], each.resting)
    yield games


def _gauge(name: str, means: str, value: float) -> Metric:
    return GaugeMetricFamily(name, means, value=float(value))
