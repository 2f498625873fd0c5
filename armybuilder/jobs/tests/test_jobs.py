"""Long work: asked for once, carried piece by piece, kept, cancelled, tried again."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from armybuilder.jobs import queue
from armybuilder.jobs.models import ENDED, Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER, asks_of
from armybuilder.jobs.services import asking, carrying, clearing
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.tests.counting import KINDS
from armybuilder.jobs.working import Caretaker
from armybuilder.site.models import Owner, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counting(settings: Settings) -> None:
    settings.JOB_KINDS = KINDS


@pytest.fixture
def owner(member: User) -> Owner:
    return Owner(member=member)


def ask(owner: Owner, total: int = 3, **more: object) -> JobAsk:
    return asking.ask_for(
        owner=owner, kind="counting", payload={"total": total, **more}, title="To count"
    )


def now(job: Job | JobAsk) -> Job:
    return Job.objects.get(pk=job.job_id if isinstance(job, JobAsk) else job.pk)


def entries() -> list[int]:
    """What the queue has, oldest first."""
    found = DBTaskResult.objects.order_by("enqueued_at")
    return [each.args_kwargs["args"][0] for each in found]


def test_every_piece_is_kept_with_the_progress(owner: Owner) -> None:
    asked = ask(owner)

    for done in (1, 2):
        assert carrying.carry(asked.job_id, seconds=0)
        assert (now(asked).done, now(asked).state) == (done, State.WAITING)
    assert not carrying.carry(asked.job_id, seconds=0)

    job = now(asked)
    assert (job.state, job.result, job.kept, job.lease) == (
        *(State.DONE, {"counted": [0, 1, 2]}, {}, ""),
    )
    assert not carrying.carry(asked.job_id, seconds=0)
    assert now(asked).done == 3


def test_the_same_is_done_once_for_everybody(owner: Owner) -> None:
    first = ask(owner)
    other = ask(Owner(visitor="somebody"))
    assert other.job_id == first.job_id and other.public_id != first.public_id
    assert ask(owner).pk == first.pk
    assert entries() == [first.job_id]
    carrying.carry(first.job_id, seconds=9)

    third = ask(Owner(visitor="a third"))

    assert third.state == State.DONE and len(entries()) == 1
    assert ask(owner, total=4).job_id != first.job_id


def test_work_is_cancelled_when_nobody_wants_it_any_more(owner: Owner) -> None:
    mine, theirs = ask(owner), ask(Owner(visitor="somebody"))
    carrying.carry(mine.job_id, seconds=0)

    asking.withdraw(ask=mine)
    assert JobAsk.objects.get(pk=mine.pk).state == State.CANCELLED
    assert now(mine).state == State.WAITING
    asking.delete_ask(ask=theirs)
    assert now(mine).state == State.CANCELLED
    assert not carrying.carry(mine.job_id, seconds=0)

    asking.ask_again(ask=mine)
    carrying.carry(mine.job_id, seconds=9)
    assert now(mine).result == {"counted": [0, 1, 2]}


def test_work_under_way_is_cancelled_with_its_next_piece(owner: Owner) -> None:
    asked = ask(owner)
    job = carrying._taken(asked.job_id)
    assert job
    asking.withdraw(ask=asked)
    assert now(asked).state == State.RUNNING

    assert not carrying._piece_kept(job)

    assert (now(asked).state, now(asked).done, now(asked).lease) == (State.CANCELLED, 0, "")


def test_a_worker_thought_dead_changes_nothing_when_it_wakes_up(owner: Owner) -> None:
    asked = ask(owner)
    asleep = carrying._taken(asked.job_id)
    assert asleep and carrying._taken(asked.job_id) is None
    assert carrying.look_after() == 0
    Job.objects.update(heartbeat=timezone.now() - timedelta(minutes=1))

    seemed_dead = DBTaskResult.objects.get()
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now())
    assert carrying.look_after() == 1
    assert (now(asked).state, now(asked).attempts) == (State.WAITING, 1)
    assert entries() == [asked.job_id] * 2, "who only seemed dead still finds the own entry"
    assert clearing.forget_entries(now=timezone.now() + timedelta(hours=1)) == 0
    assert clearing.forget_entries(now=timezone.now() + timedelta(days=2)) == 1
    assert not DBTaskResult.objects.filter(pk=seemed_dead.pk).exists()
    carrying.carry(asked.job_id, seconds=0)
    assert not carrying._piece_kept(asleep)
    carrying.beat(asleep)

    assert (now(asked).done, now(asked).attempts, now(asked).state) == (1, 0, State.WAITING)


@pytest.mark.parametrize("jump", [timedelta(hours=1), timedelta(hours=-1)])
def test_work_of_the_dead_goes_on_whichever_way_the_clock_was_put(
    owner: Owner, jump: timedelta
) -> None:
    asked = ask(owner)
    assert carrying._taken(asked.job_id)
    Job.objects.update(heartbeat=timezone.now() + jump)
    assert carrying.look_after() == 1
    assert not carrying.carry(asked.job_id, seconds=9)
    assert now(asked).result == {"counted": [0, 1, 2]}


def test_a_piece_that_kills_its_workers_is_given_up(owner: Owner) -> None:
    asked = ask(owner)
    for attempts in (1, 2, 3):
        assert carrying._taken(asked.job_id)
        Job.objects.update(heartbeat=timezone.now() - timedelta(minutes=1))
        assert carrying.look_after() == 1
        assert now(asked).attempts == attempts

    assert (now(asked).state, now(asked).error) == (State.FAILED, carrying.KILLS)
    asking.ask_again(ask=asked)
    assert (now(asked).state, now(asked).attempts) == (State.WAITING, 0)


def test_what_the_queue_has_lost_is_entered_again(owner: Owner) -> None:
    asked = ask(owner)
    DBTaskResult.objects.all().delete()
    assert carrying.look_after() == 0
    Job.objects.update(heartbeat=timezone.now() - timedelta(minutes=1))

    assert carrying.look_after() == 1
    assert entries() == [asked.job_id] and queue.is_entered(now(asked).task)
    Job.objects.update(heartbeat=timezone.now() - timedelta(minutes=1))
    assert carrying.look_after() == 0


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"hopeless": 1}, "Something went wrong on our side. It was written down."),
        ({"broken": 1}, carrying.WENT_WRONG),
    ],
)
def test_what_fails_says_why_and_keeps_what_it_did(
    owner: Owner, how: dict[str, int], error: str
) -> None:
    asked = ask(owner, **how)

    assert not carrying.carry(asked.job_id, seconds=9)

    job = now(asked)
    assert (job.state, job.error, job.done, job.kept) == (
        *(State.FAILED, error, 1, {"counted": [0]}),
    )


def test_a_busy_database_is_asked_again(owner: Owner) -> None:
    asked = ask(owner, busy=0)

    assert not carrying.carry(asked.job_id, seconds=9)

    assert (now(asked).state, now(asked).attempts) == (State.WAITING, 1)


def test_a_kind_that_is_no_more_is_said(owner: Owner, settings: Settings) -> None:
    asked = ask(owner)
    settings.JOB_KINDS = {}

    carrying.carry(asked.job_id, seconds=0)

    assert now(asked).error == "This kind of work is done no more."


def test_nobody_has_more_under_way_than_is_fair(owner: Owner) -> None:
    open_ = [ask(owner, total=n) for n in range(1, asking.MOST_OPEN + 1)]
    with pytest.raises(TooManyJobs):
        ask(owner, total=99)
    assert ask(owner, total=1).pk == open_[0].pk
    carrying.carry(open_[0].job_id, seconds=9)
    asking.withdraw(ask=open_[1])

    ask(owner, total=98)
    ask(owner, total=99)

    asks = asks_of(owner=owner).filter(withdrawn=False).exclude(job__state__in=ENDED)
    assert asks.count() == asking.MOST_OPEN
    with pytest.raises(TooManyJobs):
        asking.ask_again(ask=open_[1])


def test_results_nobody_asks_for_go_with_time(owner: Owner) -> None:
    kept, left = ask(owner), ask(Owner(visitor="gone"), total=1)
    carrying.carry(left.job_id, seconds=9)
    later = timezone.now() + timedelta(days=8)
    assert clearing.delete_unasked(now=later) == 0

    assert clearing.delete_abandoned_asks(unchanged_since=later) == 1
    assert clearing.delete_unasked(now=timezone.now()) == 0
    assert clearing.delete_unasked(now=later) == 1

    assert list(Job.objects.all()) == [kept.job]


def test_where_no_worker_lives_whoever_looks_carries_a_piece(member: User, owner: Owner) -> None:
    client = Client()
    client.force_login(member)
    asked = ask(owner, total=2)
    at = f"/en/jobs/{asked.public_id}/progress/"

    assert "<strong>1</strong>" in client.get(at).content.decode()
    cache.set(WORKER, 1)
    assert "<strong>1</strong>" in client.get(at).content.decode()
    cache.clear()
    last = client.get(at, headers={"hx-request": "true"})

    assert last["HX-Refresh"] == "true"
    assert client.get(at).status_code == 302
    assert now(asked).result == {"counted": [0, 1]}


def test_the_list_says_how_far_everything_is(member: User, owner: Owner) -> None:
    client = Client()
    client.force_login(member)
    assert "Nothing yet" in client.get("/en/jobs/").content.decode()
    done, waits, failed = ask(owner, total=1), ask(owner, total=4), ask(owner, hopeless=0)
    carrying.carry(done.job_id, seconds=9)
    carrying.carry(waits.job_id, seconds=0)
    carrying.carry(failed.job_id, seconds=9)

    page = client.get("/en/jobs/").content.decode()

    assert all(word in page for word in ("done", "waiting", "25 %", "failed"))
    client.post(f"/en/jobs/{waits.public_id}/cancel/")
    assert now(waits).state == State.CANCELLED
    client.post(f"/en/jobs/{waits.public_id}/again/")
    assert now(waits).state == State.WAITING
    client.post(f"/en/jobs/{done.public_id}/delete/")
    assert not JobAsk.objects.filter(pk=done.pk).exists()


def test_what_a_visitor_asked_for_comes_along(member: User, client: Client) -> None:
    asked = ask(Owner(visitor="somebody"))

    assert asking.claim_asks(member=member, visitor="somebody") == 1

    assert JobAsk.objects.for_owner(Owner(member=member)).get() == asked


# --- Without the cache ----------------------------------------------------------------------


@pytest.fixture
def no_cache(settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "armybuilder.site.tests.test_faults.Gone"}}


def test_without_the_cache_work_goes_on_while_somebody_looks(owner: Owner, no_cache: None) -> None:
    asked = ask(owner)

    carrying.carry_where_alone(asked)

    assert asked.job.done == 1


def test_a_worker_without_the_cache_keeps_what_it_holds(owner: Owner, no_cache: None) -> None:
    asked = ask(owner)
    caretaker = Caretaker()
    caretaker._holds = carrying._taken(asked.job_id)
    before = timezone.now() - timedelta(seconds=15)
    Job.objects.update(heartbeat=before)

    with pytest.raises(Exception, match="Connection refused"):
        caretaker._sign()

    assert now(asked).heartbeat > before and now(asked).state == State.RUNNING
