"""Reading long work: always through whoever asked for it."""

from typing import Any

from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import QuerySet

from armybuilder.jobs.files import in_words
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.work import own_part
from armybuilder.site.models import Owner, User

#: Says in the cache that some worker lives, for so many seconds from its last sign of life.
WORKER, ALIVE_FOR = "a-worker-lives", 20


def asks_of(*, owner: Owner) -> QuerySet[JobAsk]:
    """What somebody asked for, the last first."""
    return JobAsk.objects.for_owner(owner).select_related("job")


def jobs_before(*, job: Job) -> int:
    """How much work is taken up before some that waits."""
    if job.state != State.WAITING:
        return 0
    ahead = Job.objects.filter(state=State.WAITING, heartbeat__lt=job.heartbeat)
    return ahead.count() + Job.objects.filter(state=State.RUNNING).count()


def has_worker() -> bool:
    """Whether a worker lives that takes work up; none that is known of where the cache is away.
    Raises DatabaseError where the database that keeps it is."""
    try:
        return cache.get(WORKER) is not None
    except DatabaseError:
        raise
    except Exception:  # Each kind of cache has errors of its own.
        return False


def job_data(user: User) -> list[dict[str, Any]]:
    """Everything a member asked for, as plain values for a download, without what is others'."""
    return [
        {
            "id": ask.public_id,
            "kind": ask.job.kind,
            "title": ask.title,
            "notes": ask.notes,
            "asked": own_part(ask.job.kind, ask.job.payload),
            "state": ask.state,
            "result": in_words(ask.job.result),
            "created": ask.created.isoformat(),
        }
        for ask in JobAsk.objects.for_owner(Owner(member=user)).select_related("job")
    ]
