"""An attacker on headers, bodies and connections, bounded in number and time, against a site of
its own; whoever else asks is served meanwhile.

`ATTACK_SECONDS=600` lets it go on for ten minutes.
"""

import asyncio
import os
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from armybuilder.tests.process import free_port, running_process

SECONDS = float(os.environ.get("ATTACK_SECONDS", "12"))
MEMORY = 400_000
ATTACKER, SOMEBODY_ELSE = ("127.0.0.1", 0), ("127.0.0.2", 0)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs addresses of its own")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attack:
    """Connections of one kind and another, each begun anew when it ends."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: Counter[str] = Counter()

    async def run(self) -> None:
        """All of it at once, for so long."""
        kinds: list[tuple[Callable[[Streams], Awaitable[None]], int]] = [
            (self.silence, 250),
            (self.dripping_headers, 100),
            (self.dripping_body, 40),
            (self.thousands_of_headers, 4),
            (self.a_huge_line, 4),
            (self.no_http, 4),
            (self.long_body, 6),
            (self.endless_chunks, 4),
            (self.a_body_announced, 4),
            (self.unread_answers, 30),
            (self.gone_at_once, 10),
            (self.many_at_once, 20),
        ]
        tasks = [
            asyncio.create_task(self._again(kind)) for kind, count in kinds for _ in range(count)
        ]
        await asyncio.sleep(SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again(self, kind: Callable[[Streams], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=ATTACKER)
                try:
                    await kind(streams)
                finally:
                    streams[1].transport.abort()
            await asyncio.sleep(0.5)

    async def _answer(self, kind: str, reader: asyncio.StreamReader) -> None:
        self.answers[f"{kind} {await status(reader)}"] += 1

    async def silence(self, streams: Streams) -> None:
        await self._answer("silence", streams[0])

    async def dripping_headers(self, streams: Streams) -> None:
        streams[1].write(b"GET /en/ HTTP/1.1\r\n")
        answer = asyncio.create_task(self._answer("dripping headers", streams[0]))
        while not answer.done():
            streams[1].write(b"X-A: b\r\n")
            await asyncio.sleep(1)

    async def dripping_body(self, streams: Streams) -> None:
        streams[1].write(post("/en/account/login/", b"Content-Length: 1000000"))
        answer = asyncio.create_task(self._answer("dripping body", streams[0]))
        while not answer.done():
            streams[1].write(b"x")
            await asyncio.sleep(1)

    async def thousands_of_headers(self, streams: Streams) -> None:
        streams[1].write(
            b"GET /en/ HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5_000 + b"\r\n"
        )
        await self._answer("thousands of headers", streams[0])

    async def a_huge_line(self, streams: Streams) -> None:
        streams[1].write(b"GET /en/?" + b"x" * 1_000_000)
        await self._answer("a huge line", streams[0])

    async def no_http(self, streams: Streams) -> None:
        streams[1].write(os.urandom(2_000) + b"\r\n\r\n")
        await self._answer("no HTTP", streams[0])

    async def long_body(self, streams: Streams) -> None:
        streams[1].write(post("/en/groups/import/", b"Content-Length: 13000000", files=True))
        for _ in range(130):
            streams[1].write(b"x" * 100_000)
            await streams[1].drain()
        await self._answer("long body", streams[0])

    async def endless_chunks(self, streams: Streams) -> None:
        streams[1].write(post("/api/v1/validate/", b"Transfer-Encoding: chunked"))
        answer = asyncio.create_task(self._answer("endless chunks", streams[0]))
        while not answer.done():
            streams[1].write(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
            await streams[1].drain()
            await asyncio.sleep(0.02)

    async def a_body_announced(self, streams: Streams) -> None:
        streams[1].write(post("/api/v1/validate/", b"Content-Length: 99999999999"))
        await self._answer("a body announced", streams[0])

    async def unread_answers(self, streams: Streams) -> None:
        streams[1].write(get("/static/js/app.js") * 200)
        await asyncio.sleep(SECONDS)

    async def gone_at_once(self, streams: Streams) -> None:
        streams[1].write(get("/en/catalogue/"))
        await streams[1].drain()

    async def many_at_once(self, streams: Streams) -> None:
        streams[1].write(get("/en/catalogue/"))
        await self._answer("many at once", streams[0])


async def status(reader: asyncio.StreamReader) -> str:
    """The status of an answer, or that there was none."""
    try:
        line = (await reader.readline()).decode("latin-1")
    except OSError:
        return "closed"
    return line.split(" ")[1] if " " in line else "closed"


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def post(path: str, length: bytes, files: bool = False) -> bytes:
    kind = b"multipart/form-data; boundary=x" if files else b"application/json"
    return b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%s\r\n\r\n" % (
        path.encode(),
        kind,
        length,
    )


async def ask(port: int) -> str:
    """The status somebody else gets for a page."""
    try:
        async with asyncio.timeout(60):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=SOMEBODY_ELSE
            )
            writer.write(get("/en/"))
            answered = await status(reader)
            writer.transport.abort()
    except OSError:
        return "no answer"
    return answered


def memory_of(process: int) -> int:
    """The most memory a process has had, in kB."""
    told = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", told)
    assert found is not None
    return int(found.group(1))


async def attacked(port: int) -> tuple[Counter[str], Counter[str]]:
    """What the attacker was answered, and what somebody else was meanwhile."""
    attack, served = Attack(port), Counter[str]()
    running = asyncio.create_task(attack.run())
    while not running.done():
        served[await ask(port)] += 1
        await asyncio.sleep(0.2)
    return attack.answers, served


def test_an_attacker_is_refused_and_everybody_else_is_served(tmp_path: Path) -> None:
    port = free_port()
    with running_process(tmp_path / "var", port) as (process, _said):
        assert asyncio.run(ask(port)) == "200"
        answers, served = asyncio.run(attacked(port))
        after = asyncio.run(ask(port))
        memory = memory_of(process.pid)
    print(f"\nattacker: {dict(answers)}\nothers: {dict(served)}\n{memory // 1000} MB")

    assert served.keys() <= {"200", "503"} and served["200"] > 0
    assert after == "200"
    assert memory < MEMORY
    refused = {"thousands of headers 431", "a huge line 431", "no HTTP 400", "a body announced 413"}
    assert refused <= answers.keys()
