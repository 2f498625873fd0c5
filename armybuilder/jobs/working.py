"""A worker: the library's loop, with somebody beside it who shows that it lives and looks after
what others left."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.core.management import call_command
from django.db import close_old_connections, connections
from django.utils import timezone

from armybuilder.jobs.models import Job
from armybuilder.jobs.selectors import ALIVE_FOR, WORKER
from armybuilder.jobs.services import carrying, clearing

logger = logging.getLogger("armybuilder.jobs")

#: Seconds between two signs of life, and between two looks into an empty queue.
SIGN, LOOK = 5.0, 0.5


class Caretaker:
    """Shows in a thread of its own that a worker and what it holds are alive."""

    def __init__(self) -> None:
        self._holds: Job | None = None
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._care, daemon=True)

    @contextmanager
    def beating(self, job: Job) -> Iterator[None]:
        """Keep the lease of some work alive meanwhile."""
        self._holds = job
        try:
            yield
        finally:
            self._holds = None

    @contextmanager
    def caring(self) -> Iterator[None]:
        """Care meanwhile."""
        self._thread.start()
        try:
            yield
        finally:
            self._ends.set()
            self._thread.join(SIGN)

    def _care(self) -> None:
        while True:
            close_old_connections()
            try:
                self._sign()
            except Exception:  # The database may be back with the next sign.
                logger.exception("a sign of life could not be given")
            finally:
                connections.close_all()
            if self._ends.wait(SIGN):
                return

    def _sign(self) -> None:
        if (holds := self._holds) is not None:
            carrying.beat(holds)
        carrying.look_after()
        clearing.forget_entries(now=timezone.now())
        cache.set(WORKER, 1, ALIVE_FOR)  # Last: without the cache, what it holds lives on.


def work(*, only_what_waits: bool = False) -> None:
    """Take up work until told to end, or until none waits."""
    caretaker = Caretaker()
    carrying.beating = caretaker.beating
    with caretaker.caring():
        call_command(
            "db_worker",
            interval=LOOK,
            batch=only_what_waits,
            reload=False,
            startup_delay=False,
            verbosity=0,
        )
