"""Connections of the server that `manage.py start` runs: none may hang about for ever.

uvicorn itself waits without end for the headers of a request, for whoever does not read an answer,
and for a connection to close.
"""

import sys
from collections import Counter
from http import HTTPStatus
from time import monotonic
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from armybuilder.site.fences.bounds import Patience
from armybuilder.site.metrics import refused

WORDS = {
    HTTPStatus.BAD_REQUEST: "This is no HTTP request.",
    HTTPStatus.REQUEST_TIMEOUT: "The headers of the request took too long.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The headers of the request are too long.",
}


class Connection(H11Protocol):
    """One connection, which knows since when it waits for what."""

    patience = Patience()

    def connection_made(self, transport: Any) -> None:
        self.began = self.since = monotonic()
        self.waits_for: tuple[str, int] | None = None
        self.heard = False
        super().connection_made(transport)
        if len(self.connections) > self.patience.connections:
            make_room(self.connections)

    def data_received(self, data: bytes) -> None:
        self.heard = True
        super().data_received(data)

    def on_response_complete(self) -> None:
        self.heard = False
        super().on_response_complete()

    @property
    def is_idle(self) -> bool:
        """Whether it has no request under way."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    def look_after(self, now: float) -> None:
        """End it where it has waited too long; asked about every second."""
        waits_for = self._waiting()
        if waits_for != self.waits_for:
            self.waits_for, self.since = waits_for, now
        elif waits_for and now - self.since > getattr(self.patience, waits_for[0]):
            self._give_up(waits_for[0])

    def _waiting(self) -> tuple[str, int] | None:
        """What it waits for, and in which request."""
        request = id(self.cycle)
        if self.transport.is_closing():
            return "closing", 0
        if self.flow.write_paused:
            return "unread", request
        return ("headers", request) if self.is_idle else None

    def _give_up(self, waits_for: str) -> None:
        if waits_for != "headers":
            self.transport.abort()
        elif self.heard:
            self._last_words(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with what cannot be read as a request."""
        hint = getattr(sys.exception(), "error_status_hint", 0)
        too_long = hint == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        self._last_words(HTTPStatus(hint) if too_long else HTTPStatus.BAD_REQUEST)

    def _last_words(self, status: HTTPStatus) -> None:
        """Answer past the parser, which takes nothing more, and close."""
        if self.is_idle:
            words = WORDS[status].encode("ascii")
            refused("connection", status)
            self.transport.write(
                b"HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\n"
                b"Content-Length: %d\r\nConnection: close\r\n\r\n%s"
                % (status, status.phrase.encode("ascii"), len(words), words)
            )
        self.transport.close()


def make_room(connections: set[Any]) -> None:
    """End the idle connection that has been there longest, of the address that has most."""
    idle = [each for each in connections if each.is_idle and not each.transport.is_closing()]
    held = Counter(each.address for each in connections)
    if idle:
        longest = min(idle, key=lambda each: (-held[each.address], each.began))
        longest.transport.abort()
