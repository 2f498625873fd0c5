"""What whoever runs the site wants to know of its rows."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Count, Min, Q

from armybuilder.jobs.models import Job, State
from armybuilder.skirmishes.models import Skirmish

#: A live game in which something changed within so long goes on just now.
LATELY = timedelta(minutes=15)
PROBE = "the-cache-answers"


@dataclass(frozen=True)
class LiveGames:
    """Games of one system at several screens that are not over."""

    system: str
    moving: int
    resting: int


def cache_answers() -> bool:
    """Whether what all processes share can be written and read."""
    try:
        cache.set(PROBE, 1, 60)
        return cache.get(PROBE) is not None
    except Exception:  # Each kind of cache has errors of its own.
        return False


def jobs_by_state() -> dict[str, int]:
    """How much long work is in each state."""
    rows = Job.objects.order_by().values_list("state").annotate(count=Count("pk"))
    found = Counter(dict(rows))
    return {state.value: found[state] for state in State}


def waiting_jobs() -> int:
    """How much long work waits."""
    return Job.objects.filter(state=State.WAITING).count()


def longest_wait(*, now: datetime) -> float:
    """For how many seconds the work that waits longest has waited; 0 where none does."""
    first = Job.objects.filter(state=State.WAITING).aggregate(first=Min("heartbeat"))["first"]
    return max((now - first).total_seconds(), 0.0) if first else 0.0


def live_games(*, now: datetime) -> list[LiveGames]:
    """The games at several screens, by system."""
    lately = Q(updated__gte=now - LATELY)
    rows = (
        Skirmish.objects.filter(is_live=True, over=False)
        .order_by("system")
        .values_list("system")
        .annotate(moving=Count("pk", filter=lately), resting=Count("pk", filter=~lately))
    )
    return [LiveGames(*row) for row in rows]
