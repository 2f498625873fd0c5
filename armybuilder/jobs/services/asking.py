"""Asking for long work, wanting it no more, and again."""

import secrets

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from armybuilder.jobs import queue
from armybuilder.jobs.models import ENDED, Job, JobAsk, State
from armybuilder.jobs.work import Document, key_of, work_of
from armybuilder.site.models import Owner, User
from collection.common.busy import Busy
from collection.common.deleting import delete_whole

#: Work one member or visitor may have under way at once, and wishes they may keep.
MOST_OPEN = 4
MOST_KEPT = 200
#: Work that may wait on the whole site.
MOST_WAITING = 500
#: When to ask again where that much waits, in seconds.
RETRY_AFTER = 60


class TooManyJobs(Exception):
    """Somebody has as much work under way, or keeps as many results, as the site allows."""


def ask_for(
    *, owner: Owner, kind: str, payload: Document, title: str, notes: Document | None = None
) -> JobAsk:
    """Ask for work; where it was ever done for anybody the result is there at once, and where it is
    under way it is not begun twice. Everything the result depends on is in the payload, the version
    of the rules included.

    Raises TooManyJobs, Hopeless for a kind there is not, and Busy where too much waits.
    """
    key = key_of(kind, payload)
    with transaction.atomic():
        owner.hold()
        own = JobAsk.objects.for_owner(owner)
        _keep_within(own.count(), MOST_KEPT)
        job = Job.objects.filter(key=key).first()
        if job is None or job.state != State.DONE:
            _keep_within(own.filter(_under_way()).exclude(job=job).count(), MOST_OPEN)
        job = _started(job, kind, key, payload)
        ask = own.filter(job=job).first()
        if ask is None:
            visitor = "" if owner.member else owner.visitor
            ask = JobAsk(owner=owner.member, visitor=visitor, job=job)
        ask.job, ask.withdrawn = job, False
        ask.title, ask.notes = title[:200], notes or {}
        ask.save()
    return ask


def begin(*, kind: str, payload: Document) -> Job:
    """Let work be done that nobody asked for but the site itself, the same content once; it goes
    with time. Raises Hopeless for a kind there is not, and Busy where too much waits."""
    key = key_of(kind, payload)
    with transaction.atomic():
        return _started(Job.objects.filter(key=key).first(), kind, key, payload)


def withdraw(*, ask: JobAsk) -> None:
    """Want work no more; it is cancelled where nobody else wants it."""
    with transaction.atomic():
        JobAsk.objects.filter(pk=ask.pk).update(withdrawn=True, updated=timezone.now())
        _cancel_unwanted(ask.job_id)


def ask_again(*, ask: JobAsk) -> None:
    """Want work that was cancelled or failed after all; what was done of it is not done again.
    Raises TooManyJobs and Busy."""
    owner = Owner(member=ask.owner, visitor=ask.visitor)
    with transaction.atomic():
        owner.hold()
        others = JobAsk.objects.for_owner(owner).exclude(pk=ask.pk)
        _keep_within(others.filter(_under_way()).count(), MOST_OPEN)
        JobAsk.objects.filter(pk=ask.pk).update(withdrawn=False, updated=timezone.now())
        _started(Job.objects.get(pk=ask.job_id), ask.job.kind, ask.job.key, ask.job.payload)


def delete_ask(*, ask: JobAsk) -> None:
    """Forget a wish; its work is cancelled where nobody else wants it."""
    with transaction.atomic():
        delete_whole(JobAsk.objects.filter(pk=ask.pk))
        _cancel_unwanted(ask.job_id)


def take_result(*, ask: JobAsk) -> None:
    """Forget a wish whose result is kept elsewhere from now on, and the result itself where nobody
    else asks for it."""
    with transaction.atomic():
        delete_ask(ask=ask)
        delete_whole(Job.objects.filter(pk=ask.job_id, state__in=ENDED, asks__isnull=True))


def forget_ended(*, owner: Owner, kind: str, but: int) -> None:
    """Forget what somebody asked for of a kind whose results are large, once it has ended, but for
    the last ones; before more of it is asked for."""
    ended = JobAsk.objects.for_owner(owner).filter(job__kind=kind, job__state__in=ENDED)
    with transaction.atomic():
        for ask in ended[but:]:
            take_result(ask=ask)


def forget_everything(*, owner: Owner) -> None:
    """Forget all that somebody asked for, with what came of it where nobody else asks for it."""
    with transaction.atomic():
        for ask in JobAsk.objects.for_owner(owner):
            take_result(ask=ask)


def share(*, ask: JobAsk) -> JobAsk:
    """Give a result a link by which anybody sees it."""
    with transaction.atomic():
        current = JobAsk.objects.select_for_update().get(pk=ask.pk)
        if not current.share_token:
            current.share_token = secrets.token_urlsafe(16)
            current.save(update_fields=["share_token"])
    return current


def withdraw_link(*, ask: JobAsk) -> None:
    """Let the link of a result open nothing any more; a later one is another."""
    JobAsk.objects.filter(pk=ask.pk).update(share_token="")


def claim_asks(*, member: User, visitor: str) -> int:
    """Hand what a visitor asked for to the member they turned out to be; returns how much."""
    if not visitor:
        return 0
    return JobAsk.objects.filter(visitor=visitor).update(owner=member, visitor="")


def _under_way() -> Q:
    return Q(withdrawn=False) & ~Q(job__state__in=ENDED)


def _keep_within(number: int, most: int) -> None:
    if number >= most:
        raise TooManyJobs


def _started(job: Job | None, kind: str, key: str, payload: Document) -> Job:
    """The row of some work, waiting for a worker unless it is done or under way."""
    if job is None:
        stand = work_of(kind).begun(payload)
        job, is_new = Job.objects.get_or_create(
            key=key,
            defaults={
                "kind": kind,
                "payload": payload,
                "total": stand.total,
                "kept": stand.kept,
                "heartbeat": timezone.now(),
            },
        )
        if is_new:
            _leave_room()
            _enter(job)
            return job
    again = Job.objects.filter(pk=job.pk, state__in=(State.FAILED, State.CANCELLED)).update(
        state=State.WAITING,
        error="",
        attempts=0,
        cancel_wanted=False,
        ended=None,
        heartbeat=timezone.now(),
    )
    if again:
        _leave_room()
        _enter(job)
    Job.objects.filter(pk=job.pk, cancel_wanted=True).update(cancel_wanted=False)
    return job


def _leave_room() -> None:
    if Job.objects.filter(state=State.WAITING).count() > MOST_WAITING:
        raise Busy(RETRY_AFTER)


def _enter(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(task=queue.enter(job.pk))


def _cancel_unwanted(job: int) -> None:
    """Cancel work nobody wants: at once where it waits, else by whoever is at it."""
    if JobAsk.objects.filter(job=job, withdrawn=False).exists():
        return
    unwanted = Job.objects.filter(pk=job)
    unwanted.filter(state=State.WAITING).update(state=State.CANCELLED, ended=timezone.now())
    unwanted.filter(state=State.RUNNING).update(cancel_wanted=True)
