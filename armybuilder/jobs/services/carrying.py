"""Carrying work out, piece by piece.

Whoever takes work up holds its lease; every piece is kept together with the progress, and only
while the lease still holds. So work whose worker was killed goes on at its last piece, and a worker
that was thought dead and wakes up changes nothing.
"""

import logging
import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from functools import partial
from time import monotonic

from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from armybuilder.jobs import queue
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import has_worker
from armybuilder.jobs.work import Hopeless, NotWanted, Stand, telling, work_of

logger = logging.getLogger("armybuilder.jobs")

#: Without a sign of life for so long whoever holds work is dead.
LEASE = timedelta(seconds=20)
#: Seconds for which a worker stays with one piece of work while others wait.
TURN = 5.0
#: Workers that may die over the same piece before it is given up.
MOST_ATTEMPTS = 3

WENT_WRONG = gettext_noop("Something went wrong on our side. It was written down.")
KILLS = gettext_noop("It broke off three times at the same place.")

#: What keeps a lease alive while a piece takes long; pages that carry a piece do without.
Beating = Callable[[Job], AbstractContextManager[object]]
beating: Beating = nullcontext


def carry_in_turn(pk: int) -> None:
    """Carry work further for a worker's turn; what is left waits behind what others asked for."""
    if carry(pk, seconds=TURN):
        Job.objects.filter(pk=pk, state=State.WAITING).update(task=queue.enter(pk))


def carry(pk: int, *, seconds: float) -> bool:
    """Take work up that waits, and carry it further for some seconds, a piece at least; returns
    whether it waits again. Work that somebody else holds, or has done, is left alone."""
    job = _taken(pk)
    if job is None:
        return False
    ends = monotonic() + seconds
    with beating(job):
        while _piece_kept(job):
            if monotonic() >= ends:
                return _give_back(job)
    return False


def carry_where_alone(ask: JobAsk) -> None:
    """Carry a piece of what somebody asked for, who looks at it, where no worker lives, as under a
    server of one's own or after all have died: it is done whatever runs beside the site."""
    if not ask.job.has_ended and not has_worker():
        look_after()
        carry(ask.job_id, seconds=0)
        ask.job.refresh_from_db(
            fields=["state", "done", "total", "kept", "result", "error", "ended"]
        )


def _taken(pk: int) -> Job | None:
    """The work with a lease of ours; None where it does not wait."""
    lease = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(8)}"
    mine = Job.objects.filter(pk=pk, state=State.WAITING).update(
        state=State.RUNNING, lease=lease, heartbeat=timezone.now()
    )
    return Job.objects.get(pk=pk) if mine else None


def _piece_kept(job: Job) -> bool:
    """Do one piece and keep it; returns whether there is another to do."""
    stand = Stand(job.done, job.total, job.kept)
    try:
        work = work_of(job.kind)
        if not stand.is_whole:
            with telling(partial(_tell, job)):
                stand = work.further(job.payload, stand)
        result = work.found(job.payload, stand) if stand.is_whole else None
    except Hopeless as reason:
        _end(job, State.FAILED, error=str(reason))
        return False
    except NotWanted:
        _end(job, State.CANCELLED)
        return False
    except OperationalError:
        # The database was busy or away: the same piece is tried again later.
        logger.warning("a piece of work was put off", extra={"job": job.pk}, exc_info=True)
        put_back(Job.objects.get(pk=job.pk))
        return False
    except Exception:
        logger.exception("a piece of work failed", extra={"job": job.pk, "kind": job.kind})
        _end(job, State.FAILED, error=WENT_WRONG)
        return False
    job.done, job.total, job.kept = stand.done, stand.total, stand.kept
    if result is not None:
        _end(job, State.DONE, done=job.done, total=job.total, kept={}, result=result)
        return False
    return _keep(job)


def _keep(job: Job) -> bool:
    """Keep a piece with the progress; False where nobody wants more, or the lease was lost."""
    kept = _held(job, cancel_wanted=False).update(
        done=job.done, total=job.total, kept=job.kept, attempts=0, heartbeat=timezone.now()
    )
    if not kept:
        _end(job, State.CANCELLED)
    return bool(kept)


def _tell(job: Job, done: int) -> None:
    """Show how far a piece is that goes on; raises NotWanted."""
    held = _held(job, cancel_wanted=False)
    if not held.update(done=done, heartbeat=timezone.now()):
        raise NotWanted


def _end(job: Job, state: State, **found: object) -> None:
    _held(job).update(state=state, lease="", cancel_wanted=False, ended=timezone.now(), **found)


def _give_back(job: Job) -> bool:
    return bool(_held(job).update(state=State.WAITING, lease="", heartbeat=timezone.now()))


def _held(job: Job, **more: object) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, state=State.RUNNING, lease=job.lease, **more)


# --- Looking after what others left ----------------------------------------------------------


def beat(job: Job) -> None:
    """Say that whoever holds the work lives."""
    _held(job).update(heartbeat=timezone.now())


def look_after() -> int:
    """Let go on what dead workers held, and enter again what the queue has lost; returns how much
    work that was."""
    now = timezone.now()
    # A sign of life from the future was given before the clock was put back.
    silent = Q(heartbeat__lt=now - LEASE) | Q(heartbeat__gt=now + LEASE)
    unfinished = Job.objects.filter(silent, state__in=(State.WAITING, State.RUNNING))
    return sum(
        put_back(job)
        for job in unfinished
        if job.state == State.RUNNING or not queue.is_entered(job.task)
    )


def put_back(job: Job) -> bool:
    """Let work that nobody carries any more wait for another worker, unless one after the other
    died of it; returns whether it was still as it was seen."""
    died = job.state == State.RUNNING
    seen = Job.objects.filter(pk=job.pk, state=job.state, lease=job.lease, heartbeat=job.heartbeat)
    with transaction.atomic():
        if job.cancel_wanted:
            left = {"state": State.CANCELLED, "cancel_wanted": False, "ended": timezone.now()}
        elif died and job.attempts + 1 >= MOST_ATTEMPTS:
            left = {"state": State.FAILED, "error": KILLS, "ended": timezone.now()}
        else:
            left = {"state": State.WAITING}
        attempts = F("attempts") + 1 if died else F("attempts")
        changed = seen.update(lease="", heartbeat=timezone.now(), attempts=attempts, **left)
        if changed and left["state"] == State.WAITING:
            Job.objects.filter(pk=job.pk).update(task=queue.enter(job.pk))
    return bool(changed)
