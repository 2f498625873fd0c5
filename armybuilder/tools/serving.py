"""Serving the site from one process: its socket, its addresses, its announcement."""

import asyncio
import errno
import logging
import socket
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import Any

import uvicorn
from django.conf import settings

from armybuilder.live.hub import HUB
from armybuilder.site.fences.bounds import Bounds
from armybuilder.site.fences.connections import Connection
from armybuilder.site.metrics import own_name
from armybuilder.skirmishes.seats.driving import wake_all
from armybuilder.tools import metric_files
from armybuilder.tools.housekeeping import keep_house
from armybuilder.tools.workers import keep_workers

logger = logging.getLogger("armybuilder.tools.serving")

ANY_HOST = {"0.0.0.0", "::", ""}  # noqa: S104 -- compared with, never bound by default
BACKLOG = 2048
TICKS_A_SECOND = 10


class CannotListen(Exception):
    """A reason why the address cannot be served, worded for the person who typed it."""


def claim_socket(host: str, port: int) -> socket.socket:
    """Take the address before anything else is done; raises CannotListen."""
    if not 0 < port < 65536:
        raise CannotListen(f"{port} is not a port; choose one from 1 to 65535.")
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM
        )[0]
        claimed = socket.socket(family, kind)
        if sys.platform == "win32":
            claimed.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            claimed.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        claimed.bind(address)
        claimed.listen(BACKLOG)
    except OSError as error:
        raise CannotListen(why_not(error, host, port)) from error
    return claimed


def why_not(error: OSError, host: str, port: int) -> str:
    """The one sentence for a socket that could not be had."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is busy; stop what uses it or choose another with --port."
    if error.errno == errno.EACCES:
        return f"port {port} needs more rights than you have; choose one above 1023 with --port."
    return f"this machine has no address {host!r} to serve on ({error.strerror or error})."


def own_addresses(host: str) -> list[str]:
    """Host names and addresses under which this machine reaches a server on `host`."""
    if host not in ANY_HOST:
        return [host]
    names = ["localhost", "127.0.0.1", socket.gethostname()]
    with suppress(OSError):
        names += socket.gethostbyname_ex(socket.gethostname())[2]
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but picks the way out to the network
        names.append(probe.getsockname()[0])
    return list(dict.fromkeys(names))


def is_own_machine(host: str) -> bool:
    """True for a host that only programs of this machine reach."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def addresses_to_print(host: str, port: int) -> list[str]:
    """The addresses to open, the nearest first."""
    names = own_addresses(host)
    if host in {"127.0.0.1", "localhost", "::1"}:
        names = ["localhost"]
    bracketed = [f"[{name}]" if ":" in name else name for name in names if name != "127.0.0.1"]
    return [f"http://{name}:{port}" for name in bracketed or ["127.0.0.1"]]


class Server(uvicorn.Server):
    """Says when it really answers, and looks after its connections."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.announce()
            self.bots = asyncio.create_task(wake_bots())
            self.house = asyncio.create_task(keep_house())
            self.workers = asyncio.create_task(keep_workers(settings.JOB_WORKERS))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.cancel()
        HUB.end()
        self.workers.cancel()
        await super().shutdown(sockets)
        await asyncio.wait([self.workers, self.bots])
        metric_files.end(settings.METRICS_DIR, own_name())

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            for connection in list(self.server_state.connections):
                connection.look_after(monotonic())  # type: ignore[union-attr]
        return await super().on_tick(counter)


async def wake_bots() -> None:
    """Let bots go on whose turn it is; the site answers without them where that fails."""
    try:
        await asyncio.to_thread(wake_all)
    except Exception:
        logger.exception("bots of the games that go on were not woken")


def serve(claimed: socket.socket, announce: Callable[[], None]) -> None:
    """Serve the site on the socket until it is told to stop."""
    options: dict[str, Any] = {
        "http": Connection,
        "ws": "none",
        "h11_max_incomplete_event_size": Bounds().header_bytes,
        # The last fence only: it refuses everybody, pages of people who are in the middle of
        # something included. The gate and `make_room` come long before.
        "limit_concurrency": 2 * Connection.patience.connections,
        "timeout_graceful_shutdown": Connection.patience.shutdown,
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # TRUSTED_PROXIES says whom to believe, and Django does it
    }
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config("armybuilder.asgi:application", **options)
    with metric_files.counting(settings.METRICS_DIR, own_name()):
        Server(config, announce).run(sockets=[claimed])
