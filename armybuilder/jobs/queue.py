"""The queue: the only module that knows the library it is in.

A library's entry says that some work may be taken up and nothing else. One that is lost or comes
twice does no harm: what is true stands in our own row, and who cares for the queue enters again
what nobody takes up.
"""

from datetime import datetime

from django.db.models import Q, QuerySet
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

QUEUE = "default"


@task(queue_name=QUEUE)
def take_up(job: int) -> None:
    """Carry work further for a while, in a worker."""
    from armybuilder.jobs.services.carrying import carry_in_turn

    carry_in_turn(job)


def enter(job: int) -> str:
    """Let a worker take work up; returns the name of the entry. In a transaction it stands or falls
    with it."""
    return str(take_up.enqueue(job).id)


def is_entered(name: str) -> bool:
    """Whether a worker will still come upon an entry."""
    return bool(name) and _entries(Q(pk=name, status=TaskResultStatus.READY)).exists()


def forget(*, finished_before: datetime, begun_before: datetime) -> int:
    """Take away the entries that workers have done with, and those of workers who died over them,
    which would stay for ever; returns how many. A worker that only seemed dead must still find its
    own, or it falls over it."""
    done = Q(status__in=(TaskResultStatus.SUCCESSFUL, TaskResultStatus.FAILED))
    dead = Q(status=TaskResultStatus.RUNNING, started_at__lt=begun_before)
    return _entries((done & Q(finished_at__lt=finished_before)) | dead).delete()[0]


def _entries(condition: Q) -> QuerySet[DBTaskResult]:
    return DBTaskResult.objects.filter(condition, task_path=take_up.module_path)
