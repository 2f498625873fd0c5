"""Clearing away what nobody asks for any more."""

from datetime import datetime, timedelta

from django.db.models import Q

from armybuilder.jobs import queue
from armybuilder.jobs.files import FILE
from armybuilder.jobs.models import ENDED, Job, JobAsk, State
from armybuilder.jobs.services.asking import take_result
from collection.common.deleting import delete_whole

#: How long a result is kept that nobody asks for any more.
UNASKED = timedelta(days=7)
#: How long a file is kept, which can be made anew, and what was cancelled or failed.
FILES_KEPT = timedelta(days=7)
#: How long the queue's entries stay that workers have done with, and those no worker can be at.
DONE_WITH, NO_LONGER = timedelta(minutes=10), timedelta(days=1)


def delete_abandoned_asks(*, unchanged_since: datetime) -> int:
    """Delete the wishes of visitors whose session has ended, but what they share; returns how
    many."""
    left = JobAsk.objects.exclude(visitor="")
    return delete_whole(left.filter(share_token="", updated__lt=unchanged_since))


def forget_old_files(*, now: datetime) -> int:
    """Forget the wishes for files that were made long ago, and the files, of whatever kind of work;
    and those that came to nothing. Returns how many."""
    vain = Q(job__state__in=(State.CANCELLED, State.FAILED))
    old = JobAsk.objects.filter(job__ended__lt=now - FILES_KEPT)
    asks = list(old.filter(vain | Q(job__result__has_key=FILE)))
    for ask in asks:
        take_result(ask=ask)
    return len(asks)


def delete_unasked(*, now: datetime) -> int:
    """Delete what came of work that nobody asks for any more; returns how much."""
    old = Q(state__in=ENDED, ended__lt=now - UNASKED, asks__isnull=True)
    return delete_whole(Job.objects.filter(old))


def forget_entries(*, now: datetime) -> int:
    """Take away the queue's entries that workers have done with or died over; returns how many."""
    return queue.forget(finished_before=now - DONE_WITH, begun_before=now - NO_LONGER)
