#!/usr/bin/env python3
"""Breaks one thing after the other on one server from nothing, while somebody reads pages and
writes lists, and holds what people meet against the manual's table "When something is away".

Of each fault it tells what was answered, that every list that was confirmed is there afterwards,
and how many seconds after its end all was well again. Names of faults may be given:
`faults.py database cache`. A full disk needs the right to mount (a tmpfs of 600 MB), a clock that
jumps libfaketime; what is missing is said, and left out.
"""

import os
import socket
import ssl
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from urllib.error import HTTPError

from server import Server, carried_out, one_server, run, say, until

from armybuilder.tools.bench_live import Person

#: Seconds between two errands, for which something stays broken, or so long that nobody would try
#: again at once, in which all has to be well again, and after which systemd begins anew what has
#: ended.
PACE, BROKEN, LONG, WELL, RESTART = 0.5, 12.0, 40.0, 15.0, 2.0
#: Good answers in a row by which all is well.
IN_A_ROW = 8
#: Lines on which a body hardly arrives, and how many bytes of it arrive, one a second.
LINES, DRIPS = 40, 40
#: Megabytes of the disk that gets full.
DISK = 600
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
BUSY, FULL = "The site is busy", "The disk of this site is full"
#: What the proxy says.
NOBODY = "The site does not answer"
#: Breaks something and mends it; returns what people may meet meanwhile beside good answers.
Fault = Callable[["Server", "Witness"], set[str]]
#: Pages that nothing else asks for: each is counted for the first time.
PAGES = [
    f"/en/{path}/"
    for path in (
        *("account/login", "account/signup", "help", "privacy", "terms", "search", "skirmishes"),
        *("groups", "groups/public", "formats", "scenarios", "match-ups", "fair-fights"),
        *("catalogue/factions", "jobs", "collection/keypad"),
    )
]
MATCH_UP = {
    "one-group": "sample:steel-wolves-300",
    "one-commander": "random",
    "other-group": "sample:swordsworn-300",
    "other-commander": "random",
    "seed": "1",
}


@dataclass(frozen=True)
class Answer:
    """What somebody met: the status, 0 where none came, and the headline or first words."""

    at: float
    status: int
    words: str

    @property
    def is_good(self) -> bool:
        """Whether it is what was asked for."""
        return self.status == 200

    def __str__(self) -> str:
        return f"{self.status} “{self.words}”" if self.words else str(self.status)


class Somebody(Person):
    """Somebody who tells what they meet instead of stopping at it."""

    def __init__(self, server: Server) -> None:
        door = server.door
        super().__init__(door.site, door.https)
        self.site = door.site

    def met(self, path: str, **sent: str) -> Answer:
        """Open a page, or send a form that is on the one before."""
        url, status = f"{self.site}{path}", 200
        try:
            self.post(url, **sent) if sent else self.get(url)
        except HTTPError as refused:
            with refused:
                status, self.page = refused.code, refused.read().decode(errors="replace")
        except (OSError, HTTPException) as none:
            status, self.page = 0, type(getattr(none, "reason", none)).__name__
        return Answer(time.monotonic(), status, "" if status == 200 else self.headline)

    @property
    def headline(self) -> str:
        """What a page says first."""
        return (self.found(r"<h1[^>]*>\s*(.*?)\s*</h1>") or self.page[:60]).strip()


class Witness(Somebody):
    """Reads a page and writes a list, again and again, in a thread."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.answers: list[Answer] = []
        self.confirmed: dict[str, str] = {}
        self.mended = self.began = time.monotonic()
        self._ends = Event()
        self._thread = Thread(target=self._live, daemon=True)

    def _live(self) -> None:
        number = 0
        while not self._ends.wait(PACE):
            number += 1
            self.answers.append(self.met("/en/catalogue/"))
            self.answers.append(self.met("/en/groups/new/"))
            if self.answers[-1].is_good:
                name = f"List {number}"
                self.answers.append(self.met("/en/groups/new/", name=name, build_total="300"))
                if self.answers[-1].is_good:
                    self.confirmed[self.table.removeprefix(self.site)] = name

    def is_well(self) -> bool:
        """Whether the last answers are good ones."""
        last = self.answers[-IN_A_ROW:]
        return len(last) == IN_A_ROW and all(each.is_good for each in last)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Live meanwhile, from a time to a time when all is well."""
        self._thread.start()
        try:
            until(self.is_well, "good answers before anything is broken")
            self.began = self.mended = time.monotonic()
            yield
            until(lambda: self.answers_after(self.mended) and self.is_well(), "good answers")
        finally:
            self._ends.set()
            self._thread.join()

    def answers_after(self, moment: float) -> list[Answer]:
        """What came since; none where that is too little to tell."""
        found = [each for each in self.answers if each.at > moment]
        return found if len(found) > IN_A_ROW else []

    def tell(self, fault: str, may: set[str]) -> None:
        """Read back what was confirmed, and tell; raises AssertionError for what was promised
        otherwise."""
        lost = [name for path, name in self.confirmed.items() if not self._has(path, name)]
        met = Counter(str(each) for each in self.answers if each.at > self.began)
        bad = [each.at for each in self.answers if not each.is_good and each.at > self.mended]
        well = max(bad, default=self.mended) - self.mended
        told = ", ".join(f"{count} × {words}" for words, count in met.most_common())
        kept = f"{len(self.confirmed)} lists confirmed, {len(lost)} lost"
        say(f"{fault}: {told}; {kept}; all well {well:.1f} s after its end")
        assert not lost, lost
        assert well <= WELL, well
        assert {*met} <= may | {"200"}, {*met} - may

    def _has(self, path: str, name: str) -> bool:
        return self.met(path).is_good and name in self.page


def says(answer: Answer, status: int, words: str = "") -> None:
    """Hold an answer against what was promised; raises AssertionError."""
    assert (answer.status, answer.words) == (status, words), answer


def status_page(server: Server, status: int, *parts: str) -> None:
    """Hold the status page against what is broken; raises TimeoutError where it does not notice
    within its own time."""
    somebody = Somebody(server)

    def tells() -> bool:
        answer = somebody.met("/en/status/")
        return answer.status == status and all(part in somebody.page for part in parts)

    until(tells, f"the status page to tell {status} and {parts}", 30)


# --- The faults, as the manual's table has them ----------------------------------------------


def database(server: Server, witness: Witness) -> set[str]:
    """The database is killed."""
    server.database.kill()
    time.sleep(LONG)
    status_page(server, 503, "The database does not answer")
    until(partial(started, server), "the database to begin again", 30)
    witness.mended = time.monotonic()
    return {f"503 “{BUSY}”"}


def started(server: Server) -> bool:
    """Whether the database could be started: not before the last of the killed one has ended."""
    with suppress(subprocess.CalledProcessError):
        server.database.start()
        return True
    return False


def cache(server: Server, witness: Witness) -> set[str]:
    """The cache is gone."""
    somebody = Somebody(server)
    says(somebody.met("/en/account/login/"), 200)
    server.kill("cache")
    time.sleep(PACE)
    sent = {"login": "somebody@site.example", "password": "not a password of theirs"}
    says(somebody.met("/en/account/login/", **sent), 503, BUSY)
    status_page(server, 200, "Signing in and what is limited may fail until it is back")
    waiting = asked(server, seed="3")
    until(lambda: done(waiting) > 0, "work to go on")
    time.sleep(BROKEN)
    server.begin_cache()
    witness.mended = time.monotonic()
    return set()


def process(server: Server, witness: Witness) -> set[str]:
    """A process of the site is killed."""
    port = server.ports[0]
    server.kill(f"site-{port}")
    time.sleep(RESTART)
    server.begin_site(port)
    server.await_site(port)
    witness.mended = time.monotonic()
    return {f"502 “{NOBODY}”"}  # Who was being answered.


def processes(server: Server, witness: Witness) -> set[str]:
    """All processes of the site are killed."""
    for port in server.ports:
        server.kill(f"site-{port}")
    time.sleep(RESTART)
    for port in server.ports:
        server.begin_site(port)
    for port in server.ports:
        server.await_site(port)
    witness.mended = time.monotonic()
    return {f"502 “{NOBODY}”", f"503 “{NOBODY}”"}


def worker(server: Server, witness: Witness) -> set[str]:
    """A worker is killed in the middle of its work."""
    somebody = asked(server, seed="1")
    until(lambda: 0 < done(somebody) < 100, "the first games of a match-up")
    server.kill("worker")
    before = done(somebody)
    time.sleep(RESTART)
    began = time.monotonic()
    server.begin_worker()
    witness.mended = time.monotonic()
    until(lambda: done(somebody) > before, "the work to go on", 40)
    say(f"   at {before} of 100 games, which went on after {time.monotonic() - began:.0f} s")
    until(lambda: done(somebody) == 100, "the work to be done")
    return set()


def no_worker(server: Server, witness: Witness) -> set[str]:
    """No worker lives."""
    server.kill("worker")
    until(lambda: not server.has_worker(), "the worker's last sign of life to be over", 40)
    somebody = asked(server, seed="2")
    until(lambda: done(somebody) > 1, "the work to go on while its page is open")
    server.begin_worker()
    witness.mended = time.monotonic()
    until(lambda: done(somebody) == 100, "the work to be done")
    return set()


def asked(server: Server, seed: str) -> Somebody:
    """Somebody who has asked for a match-up of a hundred games."""
    somebody = Somebody(server)
    says(somebody.met("/en/match-ups/"), 200)
    says(somebody.met("/en/match-ups/", **{**MATCH_UP, "games": "100", "seed": seed}), 200)
    return somebody


def done(somebody: Somebody) -> int:
    """How many games the page of a match-up tells that were played."""
    time.sleep(PACE)  # Guests of one network may open so many pages a minute.
    says(somebody.met(somebody.table.removeprefix(somebody.site)), 200)
    played = somebody.found(r"<strong>(\d+)</strong> of 100") or somebody.found(r"(\d+) games")
    return int(played or 0)


def disk(server: Server, witness: Witness) -> set[str]:
    """The disk is full."""
    ballast = server.house.var.parent / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(65_536))
        until(lambda: witness.answers[-1].status == 507, "a page that tells of it", 60)
        somebody = Somebody(server)
        met = {page: str(somebody.met(page)) for page in PAGES}
        assert {*met.values()} == {"200"}, met
        status_page(server, 200, "0 GB are free")
        time.sleep(BROKEN)
    finally:
        ballast.unlink()
    witness.mended = time.monotonic()
    # PostgreSQL may have no room to let one more connection in.
    return {f"507 “{FULL}”", f"503 “{BUSY}”"}


def slow(server: Server, witness: Witness) -> set[str]:
    """Forty lines on which a body hardly arrives."""
    told: list[str] = []
    context = ssl.create_default_context(cafile=str(server.certificate))
    head = "POST /en/groups/new/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
    head += f"Origin: {server.door.site}\r\nContent-Type: text/plain\r\n\r\n"

    def drip(port: int, *, through_the_proxy: bool) -> None:
        with socket.create_connection(("localhost", port)) as line:
            if through_the_proxy:
                line = context.wrap_socket(line, server_hostname="localhost")
            line.sendall(head.encode())
            for _ in range(DRIPS):
                with suppress(OSError):  # It may be answered and closed meanwhile.
                    line.sendall(b"x")
                time.sleep(1)
            with suppress(OSError):
                # A proxy passes an answer on at the end of what it answers.
                line.sendall(b"x" * (100 - DRIPS))
            line.settimeout(10)
            told.append(line.recv(16_384).partition(b"\r\n")[0].decode().partition(" ")[2])

    ways = {server.https: True, server.ports[0]: False}
    lines = [
        Thread(target=drip, args=(port,), kwargs={"through_the_proxy": proxied})
        for port, proxied in ways.items()
        for _ in range(LINES // len(ways))
    ]
    for each in lines:
        each.start()
    for each in lines:
        each.join()
    witness.mended = time.monotonic()
    met = Counter(told)
    say(f"   what they were told: {dict(met)}")
    assert met == {"408 Request Timeout": LINES}, met
    return set()


def clock(server: Server, witness: Witness) -> set[str]:
    """The clock jumps an hour forwards, then back, then on to where it was."""
    for away in (timedelta(hours=1), -timedelta(hours=1), timedelta()):
        set_clock(server, away)
        time.sleep(BROKEN)
    witness.mended = time.monotonic()
    return set()


def live_by_another_clock(server: Server) -> None:
    """Begin the processes of the site and the worker anew, by a clock that can be set."""
    told = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(server.base / "clock"),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "NO_FAKE_STAT": "1",
    }
    set_clock(server, timedelta())
    for port in server.ports:
        server.kill(f"site-{port}")
        server.begin_site(port, **told)
        server.await_site(port)
    server.kill("worker")
    server.begin_worker(**told)


def set_clock(server: Server, away: timedelta) -> None:
    """Let the processes of the site read another time; of time that passes they read the real."""
    (server.base / "clock").write_text(f"{away.total_seconds():+.0f}\n")


FAULTS: dict[str, Fault] = {
    each.__name__: each
    for each in (database, cache, process, processes, worker, no_worker, disk, slow, clock)
}


def is_possible(name: str) -> bool:
    """Whether this machine lets a fault be made; says what is missing."""
    if name == "disk" and not may_mount():
        say("disk: left out, a small one cannot be mounted")
        return False
    if name == "clock" and not FAKETIME:
        say("clock: left out, libfaketime is not installed")
        return False
    return True


def may_mount() -> bool:
    """Whether this process may mount: root, and not root of a container alone."""
    asked = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    return os.getuid() == 0 and asked.returncode == 0


@contextmanager
def small_disk(base: Path) -> Iterator[Path]:
    """A disk of its own that can be filled."""
    place = base / "disk"
    place.mkdir()
    run(["mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=0711", "tmpfs", str(place)])
    try:
        yield place
    finally:
        run(["umount", "--lazy", str(place)])


def drilled(names: list[str], base: Path) -> None:
    """Break one after the other, all of them; raises AssertionError for what does not hold."""
    failed = []
    with ExitStack() as life:
        small = life.enter_context(small_disk(base)) if "disk" in names else None
        server = life.enter_context(one_server(base, small))
        for name in names:
            try:
                drill(server, FAULTS[name])
            except Exception as problem:
                failed.append(name)
                say(f"{name} does not hold:")
                traceback.print_exception(problem)
    assert not failed, failed


def drill(server: Server, fault: Fault) -> None:
    """Break one thing under somebody's eyes; raises what does not hold."""
    if fault is clock:
        live_by_another_clock(server)
    witness = Witness(server)
    with witness.watching():
        may = fault(server, witness)
    witness.tell((fault.__doc__ or "").strip().rstrip("."), may)
    if server.parts["worker"].poll() is not None:
        server.begin_worker()  # As its unit is.
    ended = {part for part, process in server.parts.items() if process.poll() is not None}
    assert not ended, f"{ended} did not live through it"


def main() -> int:
    """Those that are named, or all; the exit status."""
    asked_for = sys.argv[1:] or list(FAULTS)
    if unknown := set(asked_for) - FAULTS.keys():
        sys.exit(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(FAULTS)}.")
    names = [name for name in asked_for if is_possible(name)]
    return carried_out("faults-", "Nothing that was confirmed is lost.", partial(drilled, names))


if __name__ == "__main__":
    sys.exit(main())
