"""Processes for long work beside the site: begun with it, begun again when they die, ended with
it."""

import asyncio
import multiprocessing
import os
from multiprocessing.process import BaseProcess

from armybuilder.skirmishes.processes import settle_down

#: Seconds between two looks whether all are there, and how long one may take to end: to a piece
#: that is not kept by then whoever comes next goes back.
LOOK, PATIENCE = 5.0, 3.0


async def keep_workers(number: int) -> None:
    """Have so many at work until cancelled."""
    workers = [_begun() for _ in range(number)]
    try:
        while True:
            await asyncio.sleep(LOOK)
            workers = [each if each.is_alive() else _begun() for each in workers]
    finally:
        await asyncio.to_thread(_end, workers)


def _begun() -> BaseProcess:
    """A process of low priority that ends when the site does, also when that was killed."""
    process = multiprocessing.get_context("spawn").Process(target=_work, name="worker")
    process.start()
    return process


def _end(workers: list[BaseProcess]) -> None:
    for each in workers:
        each.terminate()
    for each in workers:
        each.join(PATIENCE)
        each.kill()


def _work() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    settle_down()
    import django

    django.setup()
    from armybuilder.jobs.working import work

    work()
