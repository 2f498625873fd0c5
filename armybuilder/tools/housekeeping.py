"""What the running site does by itself, each thing at its time however many processes serve it."""

import asyncio
import io
import logging
from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache
from django.core.management import call_command
from django.db import close_old_connections, connections

from armybuilder.home.status import PACE, WATCH

logger = logging.getLogger("armybuilder.tools.housekeeping")

#: Seconds from the start to the first look.
FIRST = 60


@dataclass(frozen=True)
class Chore:
    """A command that one process carries out `each` so many seconds; every process looks at that
    `pace` whether it is time."""

    command: str
    each: int
    pace: int

    @property
    def key(self) -> str:
        """What the cache knows it by."""
        return f"chore-{self.command}"


CHORES = (Chore("clear_up", 86_400, 3_600), Chore("call_players", 290, 300))


async def keep_house() -> None:
    """Look after every chore, for as long as the site runs."""
    await asyncio.gather(_watch(), *(_look_after(chore) for chore in CHORES))


async def _watch() -> None:
    """See how the site is, for the page that tells."""
    while True:
        try:
            await asyncio.to_thread(WATCH.look)
        except Exception:  # It is looked again.
            logger.exception("how the site is could not be seen")
        await asyncio.sleep(PACE)


async def _look_after(chore: Chore) -> None:
    await asyncio.sleep(FIRST)
    while True:
        await asyncio.to_thread(done_when_due, chore)
        await asyncio.sleep(chore.pace)


def done_when_due(chore: Chore) -> bool:
    """Do a chore unless some process just has; says whether it did."""
    close_old_connections()
    try:
        if not cache.add(chore.key, 1, chore.each):
            return False
        said = io.StringIO()
        call_command(chore.command, stdout=said)
        if lines := said.getvalue().splitlines():
            logger.info("did what was due", extra={"chore": chore.command, "said": lines})
    except Exception:  # Nobody waits for it: it is told, and tried again at the next look.
        logger.exception("what was due failed", extra={"chore": chore.command})
        with suppress(Exception):  # The cache may be what is away.
            cache.delete(chore.key)
        return False
    finally:
        connections.close_all()
    return True
