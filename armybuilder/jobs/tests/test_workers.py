"""Workers as processes: several at once, and killed in the middle."""

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.services import asking
from armybuilder.jobs.tests.counting import KINDS
from armybuilder.site.models import Owner
from collection.common.tests.template_database import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
PIECES, JOBS, KILLS = 8, 4, 2
#: Looks at the database, a tenth of a second apart.
LOOKS = 400


@pytest.fixture(autouse=True)
def counting(settings: Settings) -> None:
    settings.JOB_KINDS = KINDS


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker on this test's database; killed at the end."""
    name = str(connection.settings_dict["NAME"])
    process = subprocess.Popen(
        [sys.executable, "-m", "armybuilder.jobs.tests.worker", name], cwd=ROOT
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def ask(number: int, file: Path, pause: float) -> JobAsk:
    payload = {"total": PIECES, "name": str(number), "file": str(file), "pause": pause}
    return asking.ask_for(
        owner=Owner(visitor=f"visitor {number}"), kind="counting", payload=payload, title="To count"
    )


def pieces_kept() -> int:
    return sum(Job.objects.values_list("done", flat=True))


def wait_for(kept: int) -> None:
    """Wait as long as pieces come, however slowly."""
    before, idle = pieces_kept(), 0
    while before < kept:
        assert idle < LOOKS, f"{before} of {kept} pieces were kept"
        time.sleep(0.1)
        now = pieces_kept()
        idle = 0 if now > before else idle + 1
        before = now


def done_of(file: Path) -> Counter[str]:
    return Counter(file.read_text().splitlines())


def test_killed_workers_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    """Two at work; one after the other is killed in the middle of a piece."""
    file = tmp_path / "done"
    jobs = [ask(number, file, pause=0.1) for number in range(JOBS)]
    with ExitStack() as stack:
        workers = [stack.enter_context(worker()) for _ in range(2)]
        for kill in range(KILLS):
            wait_for(PIECES * JOBS * (kill + 1) // (KILLS + 2))
            workers[kill].kill()
            workers.append(stack.enter_context(worker()))
        wait_for(PIECES * JOBS)
        for _ in range(LOOKS):
            if not Job.objects.exclude(state=State.DONE).exists():
                break
            time.sleep(0.1)

    found = Job.objects.values_list("state", "result")
    assert list(found) == [(State.DONE, {"counted": list(range(PIECES))})] * len(jobs)
    done = done_of(file)
    assert len(done) == PIECES * JOBS
    assert sum(done.values()) - len(done) <= KILLS, "only what a kill has lost is done again"


@pytest.fixture
def own_signals() -> Iterator[None]:
    """A worker in this process leaves its answers to signals behind."""
    kept = {
        each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)
    }
    yield
    for each, answer in kept.items():
        signal.signal(each, answer)


@pytest.mark.usefixtures("own_signals")
def test_a_worker_ends_when_nothing_waits_and_leaves_no_entries(tmp_path: Path) -> None:
    asked = ask(1, tmp_path / "done", pause=0)

    call_command("work", until_done=True)

    assert Job.objects.get(pk=asked.job_id).state == State.DONE
    assert not DBTaskResult.objects.exclude(status="SUCCESSFUL").exists()
