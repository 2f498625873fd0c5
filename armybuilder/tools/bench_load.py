"""Many people at once on a site of several processes: how much it answers, how late, and whether
all that it confirmed is there afterwards.

Readers look around, builders begin lists, collectors count pieces, players begin games and end
turns. Each has an address of their own, and goes to the processes in turn as a proxy would send
them.
"""

import os
import secrets
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import Cookie
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError, URLError

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, close_old_connections
from django.db.models import Sum

from armybuilder.groups.models import BattleGroup
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.tools.bench_live import Person
from armybuilder.tools.bench_site import PAGES
from collection.owning.models import Holding
from collection.owning.services.collections import create_collection

#: Seconds a client waits for an answer, and between two looks at a site that comes up.
PATIENCE, LOOK = 60, 0.2
FIGURES = ("AOD-102", "AOD-103", "AOD-104", "AOD-050")
#: What people are, one after the other: half of them only read.
MIX = ("reader", "builder", "reader", "collector", "player", "reader", "reader", "builder") * 2
PHASES = ("before", "during", "after")


@dataclass
class Answers:
    """What was answered in a part of the time."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    def share(self, part: float) -> float:
        """Milliseconds within which a part of the good answers had come."""
        ordered = sorted(self.seconds)
        at = min(int(len(ordered) * part), len(ordered) - 1)
        return ordered[at] * 1000 if ordered else 0.0


@dataclass
class Load:
    """What was measured. `lost` counts what was confirmed and is not there."""

    clients: int
    processes: int
    lasted: float = 0.0
    phases: dict[str, Answers] = field(default_factory=lambda: {p: Answers() for p in PHASES})
    processor: float = 0.0
    memory: tuple[list[float], list[float]] = ([], [])
    confirmed: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    @property
    def all(self) -> Answers:
        """Everything that was answered."""
        whole = Answers()
        for each in self.phases.values():
            whole.seconds += each.seconds
            whole.statuses += each.statuses
        return whole

    @property
    def processor_ms(self) -> float:
        """Processor time of the site's processes for an answer."""
        return 1000 * self.processor / max(sum(self.all.statuses.values()), 1)


class Client(Person):
    """One person with a part in the mix."""

    def __init__(self, number: int, sites: list[str], load: Load, ends: float) -> None:
        self.number, self.sites, self.load, self.ends = number, sites, load, ends
        self.lots = Random(number)  # noqa: S311 -- the same errands in every run
        self.kind = MIX[number % len(MIX)]
        super().__init__(sites[0])
        address = f"10.{number // 250 % 250}.{number % 250}.1"
        self.opener.addheaders = [("X-Forwarded-For", address)]
        self.made: set[str] = set()
        self.counted = self.ordered = 0
        self.member: User | None = None
        self.phase = PHASES[0]

    @property
    def site(self) -> str:
        """The process that is next."""
        return self.lots.choice(self.sites)

    def asked(self, url: str, **sent: str) -> bool:
        """Ask for a page, or send a form; whether the answer was a good one."""
        answers = self.load.phases[self.phase]
        self.opener.addheaders = [self.opener.addheaders[0], ("Referer", f"{self.site}/")]
        began = time.monotonic()
        try:
            self.post(url, **sent) if sent else self.get(url)
        except HTTPError as refused:
            answers.statuses[str(refused.code)] += 1
            refused.close()
            return False
        except (URLError, OSError, HTTPException) as away:
            answers.statuses[type(getattr(away, "reason", None) or away).__name__] += 1
            return False
        answers.statuses["2xx"] += 1
        answers.seconds.append(time.monotonic() - began)
        return True

    def errand(self) -> None:
        """Something this person does."""
        getattr(self, self.kind)()

    def reader(self) -> None:
        """A page of those everybody may read."""
        self.asked(self.site + self.lots.choice(list(PAGES.values())))

    def builder(self) -> None:
        """A new list, which is looked at."""
        new = f"{self.site}/en/groups/new/"
        if self.asked(new) and self.asked(new, name=f"List {len(self.made)}", build_total="300"):
            name = self.table.rstrip("/").rpartition("/")[2]
            if "/groups/" in self.table and name != "new":
                self.made.add(name)
                self.load.confirmed["lists"] += 1

    def collector(self) -> None:
        """One more of a piece, and a look at them."""
        figure = self.lots.choice(FIGURES)
        page, keep = f"/en/catalogue/figures/{figure}/", f"/en/collection/keep/{figure}/"
        if self.asked(self.site + page) and self.asked(self.site + keep, by="1", back=page):
            self.counted += 1
            self.load.confirmed["pieces"] += 1

    def player(self) -> None:
        """A game, and turn after turn of it."""
        if 'id="end-stage"' not in self.page:
            start = f"{self.site}/en/skirmishes/"
            quick = f"{start}age-of-destruction/quick/"
            if self.asked(start):
                self.asked(quick, total="300", against="random")
            return
        version = self.found(r'id="picked"[^>]* data-version="(\d+)"')
        if self.asked(f"{self.table}order/", version=version, order='{"order":"end_stage"}'):
            self.ordered += 1
            self.load.confirmed["orders"] += 1

    def live(self, pause: float) -> None:
        """Run errands until the end."""
        while time.monotonic() < self.ends:
            self.errand()
            if pause:
                time.sleep(self.lots.uniform(0.5, 1.5) * pause)


def bench_load(*, clients: int, seconds: float, pause: float, processes: int, during: str) -> Load:
    """Let so many people use a site for a while; a third in, carry a command out, if any."""
    load = Load(clients, processes)
    with sites(processes) as running:
        addresses, pids = [site for site, _ in running], [pid for _, pid in running]
        _warm(addresses)
        people = [Client(number, addresses, load, 0) for number in range(clients)]
        for person in people:
            if person.kind == "collector":
                _sign_in(person)
        ends = time.monotonic() + seconds
        for person in people:
            person.ends = ends
        memory, spent = [_memory(pid) for pid in pids], sum(map(_processor, pids))
        began = time.monotonic()
        threads = [threading.Thread(target=each.live, args=(pause,)) for each in people]
        for thread in threads:
            thread.start()
        if during:
            time.sleep(seconds / 3)
            _change(people, "during")
            subprocess.run(shlex.split(during), check=True)  # noqa: S603 -- an operator's
            time.sleep(5)
            _change(people, "after")
        for thread in threads:
            thread.join()
        load.lasted = time.monotonic() - began
        load.processor = sum(map(_processor, pids)) - spent
        load.memory = (memory, [_memory(pid) for pid in pids])
        _verify(people, load)
    return load


def _warm(sites: list[str]) -> None:
    """Let every process have read the catalogue and its templates before anything counts."""
    for site in sites:
        people = [Client(10_000 + number, [site], Load(0, 0), 0) for number in range(len(MIX))]
        for person in people:
            for _ in range(3):
                person.errand()


def _change(people: list[Client], phase: str) -> None:
    for person in people:
        person.phase = phase


def _sign_in(person: Client) -> None:
    """A member with a collection and a session, who need not hash a password for it."""
    close_old_connections()
    address = f"{secrets.token_hex(6)}@load.example"
    person.member = member = User.objects.create_user(address)
    create_collection(owner=member, name="Load")
    session = SessionStore()
    session[SESSION_KEY] = str(member.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = member.get_session_auth_hash()
    session.create()
    name, value = settings.SESSION_COOKIE_NAME, session.session_key
    port = {"port": None, "port_specified": False}
    domain = {"domain": "localhost.local", "domain_specified": False, "domain_initial_dot": False}
    more: dict[str, Any] = {
        "secure": False,
        "expires": None,
        "discard": True,
        "comment": None,
        "rest": {},
    }
    path = {"path": "/", "path_specified": True, "comment_url": None}
    person.jar.set_cookie(Cookie(0, name, value, **port, **domain, **path, **more))  # type: ignore[arg-type]


def _verify(people: list[Client], load: Load) -> None:
    """Whether all that was confirmed is there, once the database answers."""
    for _try in range(100):
        close_old_connections()
        try:
            User.objects.exists()
            break
        except OperationalError:
            time.sleep(LOOK)
    for person in people:
        found = BattleGroup.objects.filter(public_id__in=person.made).count()
        load.lost["lists"] += len(person.made) - found
        if person.member:
            own = Holding.objects.filter(collection__owner=person.member)
            kept = own.aggregate(sum=Sum("plain"))["sum"] or 0
            load.lost["pieces"] += max(person.counted - kept, 0)
        if person.ordered:
            name = person.table.rstrip("/").rpartition("/")[2]
            game = Skirmish.objects.filter(public_id=name).first()
            load.lost["games"] += game is None
    load.lost = +load.lost


# --- The site -------------------------------------------------------------------------------


@contextmanager
def sites(count: int) -> Iterator[list[tuple[str, int]]]:
    """So many processes of a site on this database, with a worker; their addresses and ids."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as life:
        running = []
        for number in range(count):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            told = {
                "JOB_WORKERS": "1" if number == 0 else "0",
                "TRUSTED_PROXIES": "1",
                "VAR_DIR": folder,
                "LOG_LEVEL": "CRITICAL",
                "SECRET_KEY": settings.SECRET_KEY,
                "DJANGO_SETTINGS_MODULE": "armybuilder.settings",
            }
            started = subprocess.Popen(  # noqa: S603 -- our own command
                [sys.executable, "-m", "django", "start", "--port", str(port)],
                cwd=settings.BASE_DIR,
                env={**os.environ, **told},
                stdout=subprocess.PIPE,
                text=True,
            )
            life.callback(started.wait, 60)
            life.callback(started.terminate)
            for line in started.stdout or ():
                if line.startswith("Stop with"):
                    break
            threading.Thread(target=lambda out=started.stdout: out.read(), daemon=True).start()
            running.append((f"http://localhost:{port}", started.pid))
        yield running


def _processor(pid: int) -> float:
    """Seconds of processor time a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    """What a process holds in MB."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    told = dict(line.split(":", 1) for line in status.splitlines())
    return int(told["VmRSS"].split()[0]) / 1024
