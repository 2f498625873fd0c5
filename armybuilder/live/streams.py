"""Streams of what is new, served beside Django: there each would hold a thread for as long as it is
open, and after one query a connection to the database.

A stream carries numbers only (`armybuilder.live.hub`); whoever hears one asks for what they may
see.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from time import monotonic
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connection, connections

from armybuilder.live import postgres
from armybuilder.live.hub import HUB, Listener
from armybuilder.site import metrics
from armybuilder.site.fences.addresses import address_of, network_of, shortened
from armybuilder.site.fences.gate import Application, Receive
from armybuilder.site.fences.places import NoPlace, Places
from armybuilder.site.fences.refusals import Message, Send

logger = logging.getLogger("armybuilder.requests")

#: The addresses of streams: what kind of door, and the key to it.
PATH = re.compile(r"/live/(table|watch)/([\w-]{4,43})/")
ROUTE = "live/<kind>/<key>/"
#: Seconds between two signs of life.
HEARTBEAT = 15.0
#: Streams of one process, and of one person or one address of people who are not known.
MOST_STREAMS, MOST_OF_ONE, MOST_OF_UNKNOWN = 400, 8, 64
#: Milliseconds after which a browser asks again where a stream has ended.
RETRY = 2000

HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


@dataclass(frozen=True)
class Admission:
    """Somebody who may listen: on which channel, who it is ("" for nobody known), the number that
    is the newest there, and the names under which they are shown as present."""

    channel: str
    person: str
    newest: int
    present: tuple[str, ...] = ()


#: Who may listen, by the scope of a request, the kind of door and its key; None for nobody.
Judge = Callable[[Message, str, str], Admission | None]
#: The newest numbers of some channels.
Newest = Callable[[Sequence[str]], dict[str, int]]
#: Says of somebody that they are there, or no more.
Present = Callable[[Admission, bool], None]


class Streams:
    """An ASGI application that serves streams itself and hands everything else on."""

    def __init__(
        self,
        site: Application,
        *,
        judge: Judge,
        newest: Newest,
        present: Present,
        proxies: int = 0,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self.site = site
        self.judge = judge
        self.newest = newest
        self.present = present
        self.proxies = proxies
        self.heartbeat = heartbeat
        self.known = Places(at_once=MOST_STREAMS, for_one=MOST_OF_ONE)
        self.unknown = Places(at_once=MOST_STREAMS // 2, for_one=MOST_OF_UNKNOWN)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if found is None:
            return await self.site(scope, receive, send)
        began = monotonic()
        await _whole_request(receive)
        admitted = None
        if scope["method"] == "GET":
            admitted = await in_a_thread(self.judge, scope, *found.groups())
        if admitted is None:
            return await _refuse(send, HTTPStatus.NOT_FOUND)
        try:
            async with self._place(scope, admitted):
                status = HTTPStatus.OK
                await self._stream(scope, admitted, receive, send)
        except NoPlace:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            metrics.refused("streams", status)
            await _refuse(send, status)
        lasted = round((monotonic() - began) * 1000)
        told = {"method": "GET", "route": ROUTE, "status": int(status), "milliseconds": lasted}
        told["address"] = shortened(address_of(scope, self.proxies))
        if admitted.person.startswith("member "):  # A visitor's token is a secret.
            told["person"] = admitted.person
        logger.info("stream", extra=told)

    @asynccontextmanager
    async def _place(self, scope: Message, admitted: Admission) -> AsyncIterator[None]:
        """A place for a stream, given back at its end; raises NoPlace."""
        places = self.known if admitted.person else self.unknown
        who = admitted.person or network_of(address_of(scope, self.proxies))
        places.take_at_once(who)
        open_now = metrics.STREAMS.labels("known" if admitted.person else "unknown")
        open_now.inc()
        try:
            yield
        finally:
            open_now.dec()
            places.leave(who)

    async def _stream(
        self, scope: Message, admitted: Admission, receive: Receive, send: Send
    ) -> None:
        """Tell what is new until whoever listens has gone, or the server stops."""
        if connection.vendor == "postgresql":
            postgres.begin_to_listen(HUB, lambda: in_a_thread(self.newest, HUB.channels))
        listener = HUB.join(admitted.channel)
        gone = asyncio.ensure_future(_disconnected(receive))
        telling = asyncio.ensure_future(self._tell(scope, admitted, listener, send))
        try:
            await in_a_thread(self.present, admitted, True)
            await asyncio.wait({gone, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            HUB.leave(listener)
            for task in (gone, telling):
                task.cancel()
            await asyncio.gather(gone, telling, return_exceptions=True)
            await in_a_thread(self.present, admitted, False)

    async def _tell(
        self, scope: Message, admitted: Admission, listener: Listener, send: Send
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        known = _last_event(scope)
        first = f"retry: {RETRY}\n\n"
        if admitted.newest > known:
            first += _event(admitted.newest)
        await _send(send, first)
        while True:
            number = await listener.next(self.heartbeat)
            if listener.is_over:
                await send({"type": "http.response.body", "body": b""})
                return
            if number is None:
                await _send(send, ": still here\n\n")
                await in_a_thread(self.present, admitted, True)
            else:
                await _send(send, _event(max(number, admitted.newest)))


async def in_a_thread(work: Callable[..., Any], *args: Any) -> Any:
    """What a function returns that asks the database, no connection to which is held after it."""

    def asked() -> Any:
        try:
            return work(*args)
        finally:
            connections.close_all()

    async with ThreadSensitiveContext():
        return await sync_to_async(asked)()


async def _whole_request(receive: Receive) -> None:
    while (await receive()).get("more_body"):
        pass


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _last_event(scope: Message) -> int:
    """The number a browser heard last, 0 for none."""
    told = dict(scope["headers"]).get(b"last-event-id", b"")
    return int(told) if told.isdigit() and len(told) < 10 else 0


def _event(number: int) -> str:
    return f"id: {number}\ndata: {number}\n\n"


async def _send(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode("ascii"), "more_body": True})


def _refuse(send: Send, status: HTTPStatus) -> Awaitable[None]:
    async def refused() -> None:
        headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": int(status), "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    return refused()
