"""What the running site does by itself, once a day however many processes serve it."""

import asyncio
import io
import logging

from django.core.cache import cache
from django.core.management import call_command
from django.db import close_old_connections, connections

logger = logging.getLogger("armybuilder.tools.housekeeping")

DAY = 86_400
#: Seconds from the start to the first look whether it is time, and from one look to the next.
FIRST, NEXT = 60, 3_600
KEY = "cleared-up-today"


async def keep_house() -> None:
    """Look every hour whether it is time, for as long as the site runs."""
    await asyncio.sleep(FIRST)
    while True:
        await asyncio.to_thread(clear_up_when_due)
        await asyncio.sleep(NEXT)


def clear_up_when_due() -> bool:
    """Clear up unless some process has today; says whether it did."""
    close_old_connections()
    try:
        if not cache.add(KEY, 1, DAY):
            return False
        said = io.StringIO()
        call_command("clear_up", stdout=said)
        logger.info("cleared up", extra={"cleared": said.getvalue().splitlines()})
    except Exception:  # Nobody waits for it: it is told, and tried again in an hour.
        logger.exception("clearing up failed")
        cache.delete(KEY)
        return False
    finally:
        connections.close_all()
    return True
