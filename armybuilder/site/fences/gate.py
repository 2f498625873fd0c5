"""The gate before Django: bodies that come to an end in time, and a bounded number at work.

Django gives every request a thread as soon as its body is in. So a request takes its place when
the last piece of its body is handed over, and gives it back with the first piece of its answer.
"""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from time import monotonic

from armybuilder.site.fences.addresses import address_of, network_of
from armybuilder.site.fences.bounds import Bounds
from armybuilder.site.fences.places import NoPlace, Places
from armybuilder.site.fences.refusals import Message, Refused, Send, answer
from armybuilder.site.full_disk import is_disk_full

Receive = Callable[[], Awaitable[Message]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


class Gate:
    """An ASGI application behind bounds."""

    def __init__(
        self, application: Application, bounds: Bounds | None = None, proxies: int = 0
    ) -> None:
        self.application = application
        self.bounds = bounds or Bounds()
        self.proxies = proxies
        bounds = self.bounds
        self.requests = Places(at_once=bounds.requests, for_one=bounds.requests_for_one)
        self.large_bodies = Places(at_once=bounds.large_bodies, for_one=bounds.large_bodies_of_one)
        self.working = Places(at_once=bounds.working, for_one=bounds.working_for_one)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        passage = Passage(self, scope, receive, send)
        try:
            await passage.enter()
            await self.application(scope, passage.receive, passage.send)
        except Refused as refused:
            if not passage.answered:
                await answer(scope, send, refused)
        except OSError as error:
            if passage.answered or not is_disk_full(error):
                raise
            await answer(scope, send, Refused(HTTPStatus.INSUFFICIENT_STORAGE))
        finally:
            passage.leave()


class Passage:
    """One request on its way through the gate."""

    def __init__(self, gate: Gate, scope: Message, receive: Receive, send: Send) -> None:
        self.gate = gate
        self.bounds = gate.bounds
        self.scope = scope
        self.address = network_of(address_of(scope, gate.proxies))
        self._receive = receive
        self._send = send
        self.began = monotonic()
        self.size = 0
        self.is_whole = False
        self.answered = False
        #: What comes after the body: that whoever asked has gone.
        self.after_body: asyncio.Future[Message] | None = None
        #: What to give back at the end.
        self.held: list[Places] = []

    async def enter(self) -> None:
        """Look at what the headers say; raises Refused."""
        self._take(self.gate.requests)
        headers = self.scope["headers"]
        if (
            len(headers) > self.bounds.headers
            or sum(len(name) + len(value) for name, value in headers) > self.bounds.header_bytes
        ):
            raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        fields = dict(headers)
        form = fields.get(b"content-type", b"").startswith(b"multipart/form-data")
        self.most = self.bounds.files if form else self.bounds.body
        announced = int(fields.get(b"content-length", b"0"))
        waits_for_word = fields.get(b"expect", b"").lower() == b"100-continue"
        if announced > self.bounds.drained or (announced > self.most and waits_for_word):
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if announced > self.bounds.large:
            self._take(self.gate.large_bodies)
        if announced > self.most:
            await self._drain()

    async def receive(self) -> Message:
        """The next piece of the body; the last one waits until there is a place to work on it."""
        if self.after_body:
            return await self.after_body
        message = await self._next_piece()
        if self.size > self.most:
            await self._drain()
        return await self._with_a_place(message) if self.is_whole else message

    async def send(self, message: Message) -> None:
        """Hand on a piece of the answer."""
        if not self.answered:
            self.answered = True
            self._leave_place(self.gate.working)
            if is_stream(message):
                self._leave_place(self.gate.requests)
        await self._send(message)

    def leave(self) -> None:
        """Give back whatever is still held."""
        while self.held:
            self.held.pop().leave(self.address)
        if self.after_body:
            self.after_body.cancel()

    async def _next_piece(self) -> Message:
        """A piece of the body in good time; raises Refused."""
        brought = self.began + self.bounds.grace + self.size / self.bounds.slowest
        try:
            left = min(self.bounds.pause, brought - monotonic())
            message = await asyncio.wait_for(self._receive(), max(left, 0))
        except TimeoutError as error:
            raise Refused(HTTPStatus.REQUEST_TIMEOUT) from error
        if message["type"] == "http.request":
            before, self.size = self.size, self.size + len(message.get("body", b""))
            if before <= self.bounds.large < self.size and self.gate.large_bodies not in self.held:
                self._take(self.gate.large_bodies)
            self.is_whole = not message.get("more_body", False)
        return message

    async def _drain(self) -> None:
        """Read a body that is too long to its end; raises Refused."""
        while not self.is_whole and self.size <= self.bounds.drained:
            message = await self._next_piece()
            if message["type"] == "http.disconnect":
                break
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def _take(self, places: Places) -> None:
        try:
            places.take_at_once(self.address)
        except NoPlace as error:
            raise self._busy() from error
        self.held.append(places)

    async def _with_a_place(self, last: Message) -> Message:
        """The last piece once there is a place; the word that whoever asked has gone, if that
        comes before."""
        self.after_body = asyncio.ensure_future(self._receive())
        place = asyncio.ensure_future(self.gate.working.take(self.address, self.bounds.turn))
        try:
            await asyncio.wait({self.after_body, place}, return_when=asyncio.FIRST_COMPLETED)
            if not place.done():
                return self.after_body.result()
            place.result()
            self.held.append(self.gate.working)
        except NoPlace as error:
            raise self._busy() from error
        finally:
            if self.gate.working not in self.held:
                place.add_done_callback(self._decline)
                place.cancel()
        return last

    def _decline(self, place: asyncio.Future[None]) -> None:
        """Give a place back that came when nobody waited for it any more."""
        if not place.cancelled() and place.exception() is None:
            self.gate.working.leave(self.address)

    def _leave_place(self, places: Places) -> None:
        if places in self.held:
            self.held.remove(places)
            places.leave(self.address)

    def _busy(self) -> Refused:
        return Refused(HTTPStatus.SERVICE_UNAVAILABLE, self.bounds.retry_after)


def is_stream(message: Message) -> bool:
    """Whether an answer begins that goes on for long, whose number is bounded elsewhere."""
    headers = dict(message.get("headers", ()))
    return bool(headers.get(b"content-type", b"").startswith(b"text/event-stream"))
