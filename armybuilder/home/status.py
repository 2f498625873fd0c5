"""How the site is, for people: what works, since when, what waits, and what was announced.

Every process looks twice a minute, and remembers; a page shows what was seen last, so that however
many ask, nobody waits for more than one look. It says the same where the database is away.
"""

import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from armybuilder.home.selectors import operation
from armybuilder.jobs.selectors import has_worker
from armybuilder.live.streams import MOST_STREAMS
from armybuilder.site.metrics import BUCKETS, counted
from armybuilder.site.models import Announcement

#: Seconds between two looks by itself, and for which a page shows the last one.
PACE, FRESH = 30, 10
#: Looks by which pages are judged: five minutes.
LOOKS = 11
#: So many requests tell something.
FEWEST = 20
#: Seconds, and shares of all requests, from which pages are called slow or failing.
SLOW, FAILING = 2.5, 0.01
#: Seconds that work may wait before its queue is called long.
LONG_WAIT = 600
#: Bytes of room from which on the disk is called nearly full.
LITTLE_ROOM = 1_000_000_000
REMEMBERED = "status-since"


class State(StrEnum):
    """How a part is; `HINDERED` works, but not as it should."""

    WORKS = "works"
    HINDERED = "hindered"
    AWAY = "away"


@dataclass(frozen=True)
class Part:
    """One part of the site: how it is, since when, and the numbers its sentence is made of."""

    name: str
    state: State
    since: datetime
    numbers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Announced:
    """What whoever runs the site announced, in both languages."""

    texts: Mapping[str, str]
    begins: datetime
    ends: datetime | None


@dataclass(frozen=True)
class Status:
    """All parts, what was announced, and when somebody looked."""

    parts: tuple[Part, ...]
    announced: tuple[Announced, ...]
    looked: datetime

    @property
    def state(self) -> State:
        """How the site is altogether: away where its database is."""
        states = {part.name: part.state for part in self.parts}
        if states["database"] == State.AWAY:
            return State.AWAY
        return State.WORKS if {*states.values()} == {State.WORKS} else State.HINDERED


Seen = tuple[State, dict[str, Any]]


@dataclass(frozen=True)
class Counts:
    """What had been answered until some moment: all requests, those that failed, and how many
    within each of the buckets."""

    requests: float
    failed: float
    within: tuple[float, ...]


class Watch:
    """What a process has seen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: Status | None = None
        self._at = 0.0
        self._since: dict[str, tuple[str, datetime]] = {}
        self._announced: tuple[Announced, ...] = ()
        self._counts: deque[Counts] = deque(maxlen=LOOKS)

    def status(self) -> Status:
        """How the site is, by a look of the last seconds or one of now."""
        with self._lock:
            if self._last is None or time.monotonic() - self._at > FRESH:
                self._last, self._at = self._look(timezone.now()), time.monotonic()
            return self._last

    def look(self) -> None:
        """Look now, in a thread that has no connection of its own."""
        try:
            with self._lock:
                self._last, self._at = self._look(timezone.now()), time.monotonic()
                self._counts.append(_counts())
        finally:
            connections.close_all()

    def _look(self, now: datetime) -> Status:
        seen: dict[str, Seen] = {"database": _database()}
        has_database = seen["database"][0] != State.AWAY
        has_cache = operation.cache_answers()
        seen["cache"] = (State.WORKS if has_cache else State.AWAY, {})
        seen["work"] = _unless_away(lambda: _work(now, has_cache), has_database)
        seen["live"] = _live()
        seen["pages"] = self._pages()
        seen["room"] = _room()
        self._remember(seen, now, has_cache)
        if has_database:
            self._announced = _announced(now)
        parts = [Part(name, seen[name][0], self._since[name][1], seen[name][1]) for name in seen]
        still = tuple(each for each in self._announced if each.ends is None or each.ends > now)
        return Status(tuple(parts), still, now)

    def _remember(self, seen: Mapping[str, Seen], now: datetime, has_cache: bool) -> None:
        """Since when each part is as it is; what other processes saw counts."""
        told = cache.get(REMEMBERED) or {} if has_cache else {}
        for name, (state, _numbers) in seen.items():
            known = [each[name] for each in (told, self._since) if name in each]
            same = [when for was, when in known if was == state]
            self._since[name] = (state.value, min(same, default=now))
        if has_cache and told != self._since:
            cache.set(REMEMBERED, self._since, None)

    def _pages(self) -> Seen:
        """How the requests of the last minutes were answered, by all processes together."""
        now = _counts()
        then = self._counts[0] if self._counts else now
        asked = now.requests - then.requests
        if asked < FEWEST:
            return State.WORKS, {"requests": 0}
        failed = (now.failed - then.failed) / asked
        within = [here - there for here, there in zip(now.within, then.within, strict=True)]
        wanted = 0.95 * within[-1]
        bound = next((b for b, n in zip(BUCKETS, within, strict=False) if n >= wanted), None)
        slow = bound is None or bound > SLOW
        numbers = {"requests": round(asked), "seconds": bound, "failed": round(100 * failed, 1)}
        return State.HINDERED if slow or failed > FAILING else State.WORKS, numbers


def _unless_away(look: Callable[[], Seen], has_database: bool) -> Seen:
    try:
        return look() if has_database else (State.AWAY, {})
    except DatabaseError:
        return State.AWAY, {}


def _database() -> Seen:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return State.AWAY, {}
    return State.WORKS, {}


def _work(now: datetime, has_cache: bool) -> Seen:
    wait = operation.longest_wait(now=now)
    numbers = {"waiting": operation.waiting_jobs(), "minutes": round(wait / 60)}
    lives = has_cache and has_worker()
    return State.WORKS if lives and wait < LONG_WAIT else State.HINDERED, numbers | {"lives": lives}


def _live() -> Seen:
    open_now = sum(
        sample.value
        for metric in counted().collect()
        if metric.name == "armybuilder_streams"
        for sample in metric.samples
    )
    full = open_now > 0.9 * MOST_STREAMS
    return State.HINDERED if full else State.WORKS, {"streams": round(open_now)}


def _room() -> Seen:
    free = shutil.disk_usage(settings.VAR_DIR).free
    return State.HINDERED if free < LITTLE_ROOM else State.WORKS, {"gigabytes": free // 10**9}


def _announced(now: datetime) -> tuple[Announced, ...]:
    try:
        rows = list(Announcement.objects.current(now))
    except DatabaseError:
        return ()
    return tuple(
        Announced({"en": row.english, "pl": row.polish or row.english}, row.begins, row.ends)
        for row in rows
    )


def _counts() -> Counts:
    requests = failed = 0.0
    within = [0.0] * (len(BUCKETS) + 1)
    bounds = {f"{bound}": place for place, bound in enumerate(BUCKETS)} | {"+Inf": len(BUCKETS)}
    for metric in counted().collect():
        if metric.name == "armybuilder_request_seconds":
            for sample in metric.samples:
                if sample.name.endswith("_bucket"):
                    within[bounds[sample.labels["le"]]] += sample.value
        if metric.name == "armybuilder_requests":
            for sample in metric.samples:
                requests += sample.value
                failed += sample.value if sample.labels["status"].startswith("5") else 0
    return Counts(requests, failed, tuple(within))


WATCH = Watch()
