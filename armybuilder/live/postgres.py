"""What other processes announce, heard through PostgreSQL by one connection a process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from django.db import connection

from armybuilder.live.hub import OWN_NAME, POSTGRES_CHANNEL, Hub

logger = logging.getLogger("armybuilder.live")

#: Seconds until a lost connection is tried again.
PAUSE = 0.5

_listening: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}


def begin_to_listen(hub: Hub, newest: Callable[[], Awaitable[dict[str, int]]]) -> None:
    """Listen for as long as this loop runs; nothing where it listens already."""
    loop = asyncio.get_running_loop()
    known = _listening.get(loop)
    if known is None or known.done():
        _listening[loop] = loop.create_task(_listen(hub, newest))


async def _listen(hub: Hub, newest: Callable[[], Awaitable[dict[str, int]]]) -> None:
    import psycopg

    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                **address(), autocommit=True
            ) as opened:
                await opened.execute(f"LISTEN {POSTGRES_CHANNEL}")
                # What was announced while nobody listened is not told again.
                hub.deliver((await newest()).items())
                async for told in opened.notifies():
                    _hear(hub, told.payload)
        except (psycopg.OperationalError, OSError):
            logger.warning("the connection that listens was lost")
            await asyncio.sleep(PAUSE)


def _hear(hub: Hub, payload: str) -> None:
    name, channel, number = payload.split(" ")
    if name != OWN_NAME:
        hub.deliver([(channel, int(number))])


def address() -> dict[str, Any]:
    """Where the database is; a listener needs a connection of its own, none of the pool."""
    settings = connection.settings_dict
    told = {
        "host": settings["HOST"],
        "port": settings["PORT"],
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "password": settings["PASSWORD"],
        "sslmode": settings["OPTIONS"].get("sslmode", ""),
    }
    return {name: value for name, value in told.items() if value}
