"""Connections that hang about, tried on a server of our own with little patience."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from select import select
from typing import Any

import pytest
import uvicorn

from armybuilder.site.fences.bounds import Patience
from armybuilder.site.fences.connections import Connection
from armybuilder.tests.process import free_port
from armybuilder.tools.serving import Server, claim_socket

PATIENCE = Patience(connections=8, headers=0.3, unread=0.3, closing=0.3)
LONG = b"x" * 20_000_000


async def site(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    body = LONG if scope["path"] == "/long" else b"here"
    length = str(len(body)).encode()
    headers = [(b"content-length", length)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server in a thread, without games."""
    monkeypatch.setattr(Connection, "patience", PATIENCE)
    monkeypatch.setattr("armybuilder.tools.serving.TICKS_A_SECOND", 1)
    monkeypatch.setattr("armybuilder.tools.serving.wake_all", lambda: 0)
    port, ready = free_port(), threading.Event()
    config = uvicorn.Config(
        site, http=Connection, lifespan="off", log_config=None, timeout_graceful_shutdown=1
    )
    server = Server(config, ready.set)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [claim_socket("127.0.0.1", port)]}
    )
    thread.start()
    assert ready.wait(5)
    yield port
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def ask(port: int) -> bytes:
    """An ordinary request's answer."""
    with connect(port) as asked:
        asked.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return read(asked)


def read(asked: socket.socket) -> bytes:
    """Everything until the server closes."""
    pieces = []
    while piece := asked.recv(65_536):
        pieces.append(piece)
    return b"".join(pieces)


def test_a_request_is_answered(port: int) -> None:
    assert ask(port).endswith(b"here")


def test_headers_that_drip_are_given_up_with_a_word(port: int) -> None:
    with connect(port) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        while not select([slow], [], [], 0.05)[0]:
            slow.sendall(b"X-A: b\r\n")
        assert read(slow).startswith(b"HTTP/1.1 408 ")


def test_the_second_request_of_a_connection_may_not_drip_either(port: int) -> None:
    with connect(port) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert slow.recv(65_536)
        slow.sendall(b"GET / HT")
        assert b"HTTP/1.1 408 " in read(slow)


def test_whoever_says_nothing_is_shown_out(port: int) -> None:
    with connect(port) as silent:
        assert read(silent) == b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000, b"431"),
        (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 20_000, b"431"),
    ],
)
def test_what_cannot_be_read_is_told_so(port: int, sent: bytes, status: bytes) -> None:
    with connect(port) as odd:
        odd.sendall(sent)
        assert read(odd).startswith(b"HTTP/1.1 " + status)


def test_an_answer_nobody_reads_is_given_up(port: int) -> None:
    with connect(port) as deaf:
        deaf.sendall(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(1)
        assert len(read(deaf)) < len(LONG)


def test_idle_connections_make_room_for_others(port: int) -> None:
    with ExitStack() as held:
        for _ in range(3 * PATIENCE.connections):
            held.enter_context(connect(port))
        assert ask(port).endswith(b"here")
