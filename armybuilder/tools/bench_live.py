"""How long it takes from an order to all who follow a game: streams on one process of the site."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode
from urllib.request import BaseHandler, HTTPCookieProcessor, Request, build_opener

from django.conf import settings

#: A sample anybody may play with, and the order that is always possible in turn.
GROUP, ORDER = "sample:steel-wolves-300", '{"order":"end_stage"}'
#: Seconds in which news has to come.
PATIENCE = 30


@dataclass
class Arrivals:
    """Milliseconds from sending an order to each stream that told of it; `lost` are those that did
    not; `memory` is what the process holds in MB, without and with all streams."""

    milliseconds: list[float] = field(default_factory=list)
    lost: int = 0
    threads: tuple[int, int] = (0, 0)
    memory: tuple[float, float] = (0, 0)

    def share(self, part: float) -> float:
        """The time within which a part of them had come."""
        ordered = sorted(self.milliseconds)
        return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0


class Person:
    """Somebody with a browser that remembers its cookies."""

    def __init__(self, site: str, *handlers: BaseHandler) -> None:
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar), *handlers)
        self.opener.addheaders += [("Referer", f"{site}/")]
        self.url, self.page = f"{site}/en/skirmishes/", ""

    def get(self, url: str) -> None:
        """Open a page."""
        with self.opener.open(url, timeout=60) as answer:
            self.url, self.page = answer.url, answer.read().decode()

    def post(self, url: str, **sent: str) -> None:
        """Send a form."""
        token = self.found(r'name="csrfmiddlewaretoken" value="(\w+)"')
        data = urlencode({"csrfmiddlewaretoken": token, **sent}).encode()
        # As a browser does: the form is of the site it is sent to.
        request = Request(url, data, {"Origin": "/".join(url.split("/", 3)[:3])})  # noqa: S310
        with self.opener.open(request, timeout=60) as answer:
            self.url, self.page = answer.url, answer.read().decode()

    def found(self, pattern: str) -> str:
        """What stands on the page."""
        match = re.search(pattern, self.page)
        return match[1] if match else ""

    @property
    def table(self) -> str:
        """Where the table is."""
        return self.url.partition("?")[0].partition("#")[0]

    def order(self) -> None:
        """End the turn."""
        version = self.found(r'id="picked"[^>]* data-version="(\d+)"')
        self.post(f"{self.table}order/", version=version, order=ORDER)


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """A site of its own in a process of its own; its address and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        told = {"JOB_WORKERS": "0", "TRUSTED_PROXIES": "1", "VAR_DIR": folder, "LOG_LEVEL": "ERROR"}
        started = subprocess.Popen(  # noqa: S603 -- our own command
            [sys.executable, "-m", "django", "start", "--port", str(port)],
            cwd=settings.BASE_DIR,
            env={**os.environ, **told, "DJANGO_SETTINGS_MODULE": "armybuilder.settings"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            for line in started.stdout or ():
                if line.startswith("Stop with"):
                    break
            yield f"http://localhost:{port}", started.pid
        finally:
            started.terminate()
            started.wait(30)


def bench_streams(*, streams: int, orders: int) -> Arrivals:
    """Open so many streams to a game between two people, and give so many orders in it."""
    with serving() as (site, pid):
        players = Person(site), Person(site)
        door = at_one_table(*players)
        return asyncio.run(_measured(site, door, streams, orders, players, pid))


async def _measured(
    site: str, door: str, streams: int, orders: int, players: Sequence[Person], pid: int
) -> Arrivals:
    found = Arrivals()
    without = held_by(pid)
    heard: list[asyncio.Queue[float]] = [asyncio.Queue() for _ in range(streams)]
    listening = [
        asyncio.ensure_future(_listen(site, door, number, queue))
        for number, queue in enumerate(heard)
    ]
    await asyncio.gather(*(_next(queue) for queue in heard))
    with_all = held_by(pid)
    found.threads, found.memory = (without[0], with_all[0]), (without[1], with_all[1])
    for _ in range(orders):
        for player in players:
            await asyncio.to_thread(player.get, player.table)
        for queue in heard:
            while not queue.empty():
                queue.get_nowait()
        sent = monotonic()
        both = (asyncio.to_thread(end_turn, players), *(_next(queue) for queue in heard))
        _, *arrived = await asyncio.gather(*both)
        found.milliseconds += [(at - sent) * 1000 for at in arrived if at is not None]
        found.lost += arrived.count(None)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return found


def end_turn(players: Sequence[Person]) -> None:
    """Whoever is to act ends the turn."""
    for player in players:
        if 'id="end-stage"' in player.page:
            player.order()
            return


async def _next(queue: asyncio.Queue[float]) -> float | None:
    """When something was heard; None where nothing was in good time."""
    try:
        return await asyncio.wait_for(queue.get(), PATIENCE)
    except TimeoutError:
        return None


async def _listen(site: str, door: str, number: int, heard: asyncio.Queue[float]) -> None:
    """Note the moment of everything a stream tells; each comes from an address of its own."""
    port = int(site.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("localhost", port)
    address = f"10.0.{number // 250}.{number % 250 + 1}"
    asked = (f"GET {door} HTTP/1.1", f"Host: localhost:{port}", f"X-Forwarded-For: {address}")
    writer.write("\r\n".join((*asked, "", "")).encode("ascii"))
    try:
        while line := await reader.readline():
            if line.startswith(b"data:"):
                heard.put_nowait(monotonic())
    finally:
        writer.close()


def held_by(pid: int) -> tuple[int, float]:
    """The threads of a process and its memory in MB, where the system tells them."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii")
    except OSError:
        return 0, 0.0
    told = dict(line.split(":", 1) for line in status.splitlines())
    return int(told["Threads"]), int(told["VmRSS"].split()[0]) / 1024


def at_one_table(host: Person, guest: Person) -> str:
    """Let two people begin a game; where others listen to it."""
    site = host.url.partition("/en/")[0]
    host.get(host.url)
    host.post(f"{site}/en/skirmishes/age-of-destruction/friend/", group=GROUP)
    link = host.found(r'id="link-blue" value="(.*?)"')
    guest.get(link)
    guest.post(guest.url, name="", group=GROUP)
    host.get(host.table)
    host.post(f"{host.table}seats/", do="watch")
    link = host.found(r'id="watch-link" value="(.*?)"')
    return f"/live/watch/{link.rstrip('/').rpartition('/')[2]}/"
