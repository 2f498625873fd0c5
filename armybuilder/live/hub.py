"""Who waits in this process for what is new, and how they hear of it.

A channel is the name of what somebody waits for; what is new on it is a number that grows. A
listener has room for the last number only: who is late misses none that still counts.
"""

import asyncio
import os
import secrets
from collections.abc import Iterable

from django.db import connection, transaction

#: What PostgreSQL calls all of our channels together; a message names process, channel and number.
POSTGRES_CHANNEL = "armybuilder_live"
#: This process among others that serve the same database.
OWN_NAME = f"{os.getpid()}-{secrets.token_hex(4)}"


class Listener:
    """Somebody who waits for one channel, in the loop of the server."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        self.newest = 0
        self.is_over = False
        self._heard = asyncio.Event()

    def hear(self, number: int) -> None:
        """Take note of a number, also of one that was there before."""
        self.newest = max(self.newest, number)
        self._heard.set()

    def end(self) -> None:
        """Wait for nothing more: the server stops."""
        self.is_over = True
        self._heard.set()

    async def next(self, within: float) -> int | None:
        """The newest number once there is news; None where there is none in so many seconds."""
        try:
            await asyncio.wait_for(self._heard.wait(), within)
        except TimeoutError:
            return None
        self._heard.clear()
        return self.newest


class Hub:
    """All listeners of a process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def join(self, channel: str) -> Listener:
        """A new listener of a channel; called in the loop of the server."""
        self._loop = asyncio.get_running_loop()
        listener = Listener(channel)
        self._listeners.setdefault(channel, set()).add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        others = self._listeners.get(listener.channel, set())
        others.discard(listener)
        if not others:
            self._listeners.pop(listener.channel, None)

    @property
    def channels(self) -> list[str]:
        """The channels somebody waits for."""
        return list(self._listeners)

    def publish(self, channel: str, number: int) -> None:
        """Let the listeners of a channel hear a number; from any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self.deliver, {channel: number}.items())

    def end(self) -> None:
        """Let all listeners go; called in the loop of the server."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.end()

    def deliver(self, numbers: Iterable[tuple[str, int]]) -> None:
        """The same in the loop of the server, for several channels."""
        for channel, number in numbers:
            for listener in self._listeners.get(channel, ()):
                listener.hear(number)


HUB = Hub()


def announce(channel: str, number: int) -> None:
    """Let everybody hear a number once the transaction that is open has come to its end; on
    PostgreSQL also those who wait in other processes."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            message = f"{OWN_NAME} {channel} {number}"
            cursor.execute("SELECT pg_notify(%s, %s)", [POSTGRES_CHANNEL, message])
    transaction.on_commit(lambda: HUB.publish(channel, number))
