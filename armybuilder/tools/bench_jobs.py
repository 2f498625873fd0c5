"""How much long work one worker gets done and two do, and what becomes of it when one is killed.

    python -m armybuilder.tools.bench_jobs DATABASE

is a worker on the bench's database.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from armybuilder.jobs.work import Document, Stand

KIND = "bench"
KINDS = {KIND: "armybuilder.tools.bench_jobs.COUNTING"}
#: Seconds of a lease, between signs of life and between looks into an empty queue: those of a
#: site are ten times as long.
LEASE, SIGN, LOOK = 2.0, 0.5, 0.05
#: Pieces of one piece of work that counts, and how far each counts: some hundredths of a second.
PIECES, FAR = 4, 100_000
#: Pieces of one piece of work during which a worker is killed, and pieces of it at once.
LONG, AT_ONCE = 20, 4
#: Seconds in which everything must be done.
PATIENCE = 240


class Counting:
    """Counts `far` in every piece and adds the sums up; what is done is written in a file too."""

    page = ""

    def begun(self, payload: Document) -> Stand:
        """Nothing counted."""
        return Stand(0, payload["pieces"], {"sums": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """One sum further."""
        found = sum(number * number % 7 for number in range(payload["far"] + stand.done))
        if payload["file"]:
            with Path(payload["file"]).open("a", encoding="ascii") as file:
                file.write(f"{payload['number']} {stand.done}\n")
        return Stand(stand.done + 1, stand.total, {"sums": [*stand.kept["sums"], found]})

    def found(self, payload: Document, stand: Stand) -> Document:
        """All sums."""
        return stand.kept


COUNTING = Counting()


@dataclass
class Figures:
    """Jobs a second by how many workers there were, the middle of the rounds, of jobs that do
    nothing and of those that count; and of a worker that was killed: pieces there were, wrong or
    missing at the end, done once more, and seconds until its work went on."""

    empty: dict[int, float] = field(default_factory=dict)
    counting: dict[int, float] = field(default_factory=dict)
    pieces: int = 0
    lost: int = 0
    again: int = 0
    seconds: float = 0

    @property
    def scaling(self) -> float:
        """How many times as much counting two workers get done as one."""
        return self.counting[2] / self.counting[1]

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        return {**asdict(self), "scaling": round(self.scaling, 2)}


def bench_jobs(*, rounds: int, jobs: int) -> Figures:
    """Measure one worker and two by turns, then kill one, in a database that is thrown away."""
    from django.conf import settings
    from django.db import connection
    from django.test import override_settings

    from armybuilder.tools.bench_site import on_the_disk, scratch_database

    figures = Figures()
    empty: dict[int, list[float]] = {1: [], 2: []}
    counting: dict[int, list[float]] = {1: [], 2: []}
    with (
        on_the_disk(),
        scratch_database(),
        override_settings(JOB_KINDS=KINDS),
        TemporaryDirectory(dir=settings.VAR_DIR) as folder,
        ExitStack() as first,
    ):
        name = str(connection.settings_dict["NAME"])
        first.enter_context(_worker(name))
        for turn in range(rounds):
            for workers in (1, 2):
                with ExitStack() as second:
                    if workers == 2:
                        second.enter_context(_worker(name))
                    label = f"{turn}.{workers}"
                    empty[workers].append(_pace(f"empty {label}", jobs * 4, pieces=1, far=0))
                    counting[workers].append(
                        _pace(f"counting {label}", jobs, pieces=PIECES, far=FAR)
                    )
        figures.empty = {number: round(median(each), 1) for number, each in empty.items()}
        figures.counting = {number: round(median(each), 2) for number, each in counting.items()}
        with _worker(name):
            _kill_one(figures, Path(folder) / "done")
    return figures


def _begin(label: str, number: int, *, pieces: int, far: int, file: str = "") -> list[int]:
    """Let so many jobs be done, all of them there at once; returns their rows."""
    from django.db import transaction

    from armybuilder.jobs.services.asking import begin

    what = {"pieces": pieces, "far": far, "file": file}
    with transaction.atomic():
        return [
            begin(kind=KIND, payload={"number": f"{label} {each}", **what}).pk
            for each in range(number)
        ]


def _pace(label: str, number: int, *, pieces: int, far: int) -> float:
    """Jobs a second between the first that ended and the last."""
    ended = sorted(_ended(_begin(label, number, pieces=pieces, far=far)))
    return (len(ended) - 1) / max((ended[-1] - ended[0]).total_seconds(), 0.001)


def _ended(rows: list[int]) -> list[Any]:
    """When each of some jobs ended, once all have; raises TimeoutError."""
    from armybuilder.jobs.models import Job, State

    ends = time.monotonic() + PATIENCE
    done = Job.objects.filter(pk__in=rows, state=State.DONE)
    while done.count() < len(rows):
        if time.monotonic() > ends:
            raise TimeoutError(f"{done.count()} of {len(rows)} jobs were done")
        time.sleep(0.05)
    return list(done.values_list("ended", flat=True))


def _kill_one(figures: Figures, file: Path) -> None:
    """Kill whoever holds work in the middle of it, and see that all of it is done all the same."""
    from django.db.models import Sum

    from armybuilder.jobs.models import Job, State

    rows = _begin("long", AT_ONCE, pieces=LONG, far=FAR, file=str(file))
    mine = Job.objects.filter(pk__in=rows)
    figures.pieces = LONG * AT_ONCE
    ends = time.monotonic() + PATIENCE
    held = None
    while held is None or (mine.aggregate(done=Sum("done"))["done"] or 0) < figures.pieces // 4:
        if time.monotonic() > ends:
            raise TimeoutError("no worker took the work up")
        time.sleep(0.02)
        held = mine.filter(state=State.RUNNING).first()
    os.kill(int(held.lease.rsplit(":", 2)[1]), signal.SIGKILL)
    began = time.monotonic()
    while mine.filter(pk=held.pk, state=State.RUNNING, lease=held.lease).exists():
        time.sleep(0.02)
    figures.seconds = round(time.monotonic() - began, 1)
    _ended(rows)
    whole = COUNTING.begun({"pieces": LONG})
    while not whole.is_whole:
        whole = COUNTING.further({"far": FAR, "file": ""}, whole)
    results: list[Any] = list(mine.values_list("result", flat=True))
    figures.lost = sum(
        said != meant
        for result in results
        for said, meant in zip(result["sums"], whole.kept["sums"], strict=True)
    )
    done = Counter(file.read_text("ascii").splitlines())
    figures.again = sum(done.values()) - len(done)


@contextmanager
def _worker(database: str) -> Iterator[None]:
    """A worker that has begun; killed at the end."""
    command = [sys.executable, "-m", __name__, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:  # noqa: S603
        try:
            if process.stdout is None or not process.stdout.readline():
                raise RuntimeError("a worker did not begin")
            yield
        finally:
            process.kill()


def main(database: str) -> None:
    """Take work up until killed."""
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    django.setup()
    from armybuilder.jobs import working
    from armybuilder.jobs.services import carrying

    settings.JOB_KINDS = KINDS
    carrying.LEASE = timedelta(seconds=LEASE)
    working.SIGN, working.LOOK = SIGN, LOOK
    print("begun", flush=True)
    working.work()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    main(sys.argv[1])
