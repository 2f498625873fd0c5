"""Long thinking beside the requests: a bounded number of processes of low priority.

A computing thread makes pages wait for the interpreter, a computing process only for a core.
Nothing of the site is imported here, since every worker imports this module.
"""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from collection.common.busy import Busy

Answer = TypeVar("Answer")

logger = logging.getLogger("armybuilder.skirmishes.processes")

#: How much lower than the site's own the priority of a worker is.
NICER = 10
#: How many may wait for each process, and when to ask again where all of these wait.
WAITING_FOR_EACH = 4
RETRY_AFTER = 2
LONGEST = 30.0


class Processes:
    """A bounded pool, begun with the first work; without processes the work is done at once."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.places = threading.BoundedSemaphore(max(1, number * (1 + WAITING_FOR_EACH)))
        self._begins = threading.Lock()
        self._pool: Executor | None = None

    def run(self, work: Callable[..., Answer], *args: Any) -> Answer:
        """What the work returns or raises; raises Busy where too many wait, or it does not end."""
        if not self.number:
            return work(*args)
        if not self.places.acquire(blocking=False):
            raise Busy(RETRY_AFTER)
        try:
            return self._begun().submit(work, *args).result(LONGEST)
        except BrokenProcessPool as error:
            logger.exception("a worker died")
            self.stop()
            raise Busy(RETRY_AFTER) from error
        except TimeoutError as error:
            raise Busy(RETRY_AFTER) from error
        finally:
            self.places.release()

    def stop(self) -> None:
        """End the workers; the next work begins with new ones."""
        with self._begins:
            pool, self._pool = self._pool, None
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)

    def _begun(self) -> Executor:
        with self._begins:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self.number,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=settle_down,
                )
            return self._pool


def settle_down() -> None:
    """What a worker does first: give way to the site, and end when the site does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(NICER)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Also when it was killed, which leaves nobody to tell the workers."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(0)
