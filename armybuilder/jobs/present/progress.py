"""How far work is, in words and as a bar."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.selectors import jobs_before
from armybuilder.jobs.work import Hopeless, work_of
from collection.common.language import Words

#: Pieces from which on the rest of the time can be told, and how it is rounded, in seconds.
TELLING = 3
ROUNDED = 10


@dataclass(frozen=True)
class Progress:
    """What somebody asked for, on its way: `words` say how far it is, `rest` how long it may take,
    `error` why it failed. `page_url` is "" for a kind there is no more."""

    ask: JobAsk
    state: State
    title: str
    done: int
    total: int
    percent: int
    words: Words
    rest: str
    error: str
    page_url: str

    @property
    def is_open(self) -> bool:
        """Whether it is still on its way."""
        return self.state in (State.WAITING, State.RUNNING)


def progress_of(ask: JobAsk, now: datetime) -> Progress:
    """What somebody asked for, as it is now."""
    job, state = ask.job, ask.state
    return Progress(
        ask=ask,
        state=state,
        title=ask.title,
        done=job.done,
        total=job.total,
        percent=100 * job.done // max(job.total, 1),
        words=_words(ask, state),
        rest=_rest(ask, now) if state == State.RUNNING else "",
        error=_(job.error) if state == State.FAILED else "",
        page_url=_page(ask),
    )


def _words(ask: JobAsk, state: State) -> Words:
    job = ask.job
    if state != State.WAITING or job.done:
        return state.label
    ahead = jobs_before(job=job)
    told = ngettext("waiting: %(count)s is before it", "waiting: %(count)s are before it", ahead)
    return told % {"count": ahead} if ahead else state.label


def _rest(ask: JobAsk, now: datetime) -> str:
    """About how long the rest takes, by the pieces done since it was asked for."""
    job = ask.job
    if job.done < TELLING:
        return ""
    whole = (now - ask.job.created) * (job.total - job.done) / job.done
    if whole >= timedelta(minutes=2):
        minutes = round(whole / timedelta(minutes=1))
        return ngettext(
            "about %(count)s minute to go", "about %(count)s minutes to go", minutes
        ) % {"count": minutes}
    seconds = max(round(whole.total_seconds() / ROUNDED), 1) * ROUNDED
    return ngettext("about %(count)s second to go", "about %(count)s seconds to go", seconds) % {
        "count": seconds
    }


def _page(ask: JobAsk) -> str:
    try:
        return reverse(work_of(ask.job.kind).page, args=[ask.public_id])
    except Hopeless:
        return ""
