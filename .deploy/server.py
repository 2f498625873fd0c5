"""One server from nothing, as the recipe has it: a clone of the last commit, its own PostgreSQL and
Valkey or Redis, the processes as systemd's units name them, and Caddy with the shipped file.

Everything is in a temporary folder on ports of its own and gone at the end. What systemd itself
would do (users, sandboxes, timers, beginning anew what has ended) is asked of its files only, by
`test_deploy.py`.
"""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

ROOT = Path(__file__).resolve().parents[1]
UNITS = Path(".deploy/systemd")
COMMON = UNITS / "armybuilder-.service.d" / "all.conf"
sys.path.insert(0, str(ROOT))

#: The machine's own, as the units name it, whichever environment this runs in.
PYTHON = str(Path(sys.base_prefix) / "bin" / "python3")
#: Seconds: until everything answers, until what still works on a busy machine does, and between
#: two words of what is waited for.
READY, BUSY, WORD = 180, 900, 15
BEGAN = time.monotonic()


def said_by(path: Path) -> Iterator[tuple[str, str]]:
    """The settings of a unit's file, in order."""
    for line in path.read_text("utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith(("#", "[")):
            yield name, value


def say(text: str) -> None:
    """Tell what is done, and how many seconds after the beginning."""
    print(f"{time.monotonic() - BEGAN:5.0f} s  {text}", flush=True)


class House:
    """A server's folders, each under another name than there."""

    def __init__(self, base: Path, disk: Path) -> None:
        self.home, self.var, self.etc = base / "opt", disk / "var", base / "etc"
        self.credentials, self.logs = base / "credentials", base / "logs"
        for folder in (self.var, self.etc, self.credentials, self.logs):
            folder.mkdir()
        self.began: list[subprocess.Popen[bytes]] = []

    def here(self, text: str, instance: str) -> str:
        """A unit's words with this machine's folders."""
        for there, here in {
            "%i": instance,
            "%d": str(self.credentials),
            "/opt/armybuilder": str(self.home),
            "/var/lib/armybuilder": str(self.var),
            "/etc/armybuilder": str(self.etc),
            "/usr/bin/python3": PYTHON,
        }.items():
            text = text.replace(there, here)
        return text

    def unit(self, name: str, instance: str = "") -> tuple[list[str], dict[str, str]]:
        """The command and the environment of a unit."""
        command, told = "", {"PATH": os.environ["PATH"]}
        for path in (self.home / UNITS / name, self.home / COMMON):
            for key, raw in said_by(path):
                value = self.here(raw, instance)
                if key == "ExecStart":
                    command = value
                elif key == "Environment":
                    told |= dict(each.split("=", 1) for each in value.split())
                elif key == "EnvironmentFile":
                    told |= dict(said_by(Path(value)))
                elif key == "LoadCredential":
                    kept, _, source = value.partition(":")
                    shutil.copy(source, self.credentials / kept)
        return command.split(), told

    def begin(
        self, log: str, command: list[str], told: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        """Run something beside us until the end."""
        with (self.logs / log).open("ab") as out:
            process = subprocess.Popen(
                command, env={**told}, cwd=self.home, stdout=out, stderr=subprocess.STDOUT
            )
        self.began.append(process)
        return process

    def once(self, name: str) -> str:
        """Run a unit that comes to an end; what it says."""
        command, told = self.unit(name)
        return run(command, env=told, cwd=self.home)

    def end(self) -> None:
        """End what runs, the last first."""
        for process in reversed(self.began):
            process.terminate()
        for process in reversed(self.began):
            try:
                process.wait(25)
            except subprocess.TimeoutExpired:
                process.kill()


def run(command: list[str], **options: object) -> str:
    """What a command says; raises CalledProcessError with it."""
    done = subprocess.run(command, text=True, capture_output=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        print(done.stdout[-4000:], done.stderr[-4000:], file=sys.stderr)
        done.check_returncode()
    return str(done.stdout)


def is_ready(url: str) -> bool:
    """Whether a process and its database answer; raises OSError."""
    with build_opener().open(url, timeout=5) as answer:
        return bool(answer.status == 200)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def worked(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time it has had; raises OSError where it has ended."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(
    holds: Callable[[], bool],
    what: str,
    within: float = READY,
    of: subprocess.Popen[bytes] | None = None,
) -> None:
    """Wait, and tell what for; raises TimeoutError.

    Where it is a process that is waited for: not after its end, and longer while it works.
    """
    began = told = time.monotonic()
    had = 0.0
    while (now := time.monotonic()) < began + within:
        with suppress(OSError):
            if holds():
                return
        if of and of.poll() is not None:
            raise TimeoutError(f"{what}: its process ended with {of.returncode}")
        if now >= told + WORD:
            told, has = now, had
            with suppress(OSError):  # It may end at any moment.
                has = worked(of) if of else 0.0
            say(f"   waiting for {what}" + (f", which worked for {has:.1f} s" if of else ""))
            if has > had:
                had, within = has, min(max(within, now + READY - began), BUSY)
        time.sleep(0.3)
    raise TimeoutError(what)


class Database:
    """A PostgreSQL cluster of our own, which asks for the password."""

    def __init__(self, disk: Path) -> None:
        self.folder, self.port = disk / "postgres", free_port()
        self.programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []

    def make(self, password: str) -> None:
        """Make it and start it."""
        self.folder.mkdir()
        if self.owner:
            shutil.chown(self.folder, "postgres")
        (self.folder / "password").write_text(password)
        made = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
        login = ["--username=armybuilder", f"--pwfile={self.folder}/password"]
        run([*self.owner, f"{self.programs}/initdb", self.data, *login, *made], cwd=self.folder)
        self.start()
        made_at = {"PGPASSWORD": password, "PATH": os.environ["PATH"]}
        at = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "armybuilder", "-d", "postgres"]
        run(["psql", *at, "-c", "CREATE DATABASE armybuilder"], env=made_at)

    @property
    def data(self) -> str:
        """Where the cluster is, as its programs are told."""
        return f"--pgdata={self.folder}/data"

    def control(self, *words: str) -> None:
        """Let `pg_ctl` do something; raises CalledProcessError. Its own words go into the log: what
        it starts would hold on to them for ever."""
        command = [*self.owner, f"{self.programs}/pg_ctl", self.data, "--wait", *words]
        with (self.folder / "control").open("ab") as said:
            subprocess.run(command, cwd=self.folder, check=True, stdout=said, stderr=said)

    def start(self) -> None:
        """Start it."""
        told = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_wal_size=64MB"
        told += f" -c min_wal_size=32MB -c unix_socket_directories={self.folder}"
        self.control(f"--log={self.folder}/log", "-o", told, "start")

    def kill(self) -> None:
        """Kill it; what hangs on it ends by itself."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as it is."""
        with suppress(subprocess.CalledProcessError):  # It may lie killed.
            self.control("--mode=immediate", "stop")


class Stays(HTTPRedirectHandler):
    """Tells of a redirect instead of following it."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


class Door:
    """The site as people reach it."""

    def __init__(self, site: str, certificate: Path) -> None:
        self.site = site
        self.https = HTTPSHandler(context=ssl.create_default_context(cafile=str(certificate)))
        self.opener = build_opener(self.https, Stays())

    def get(self, url: str, **headers: str) -> HTTPResponse:
        """The answer, whatever it is."""
        try:
            return self.opener.open(Request(url, headers=headers), timeout=30)  # noqa: S310
        except HTTPError as answer:
            return answer  # type: ignore[return-value]

    def status(self, path: str) -> int:
        """How a page answers."""
        with self.get(f"{self.site}{path}") as answer:
            return answer.status


class Server:
    """All of it, each part to be ended and begun again by itself."""

    def __init__(self, base: Path, disk: Path, life: ExitStack) -> None:
        """A clone with its packages and secrets, and a database; what is kept is on the disk.

        All of it ends with the life.
        """
        self.base = base
        self.house = House(base, disk)
        base.chmod(0o711)
        say("a clone and its packages…")
        run(["git", "clone", "--quiet", str(ROOT), str(self.house.home)])
        run([PYTHON, "manage.py", "install"], cwd=self.house.home)
        etc = self.house.etc
        secrets = [str(self.house.home / ".deploy" / "make-secrets"), str(etc)]
        run([*secrets, "unknown"])
        self.database = Database(disk)
        life.callback(self.database.stop)
        self.database.make((etc / "database_password").read_text().strip())
        life.callback(self.house.end)
        (etc / "database_url").unlink()
        run([*secrets, f"127.0.0.1:{self.database.port}"])
        self.cache_port, self.http, self.https, self.admin, *self.ports = (
            free_port() for _ in range(6)
        )
        told = (self.house.home / UNITS / "site.env").read_text()
        told = told.replace("site.example", "localhost").replace(":6379", f":{self.cache_port}")
        (etc / "site.env").write_text(told)
        self.certificate = base / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        self.parts: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def door(self) -> Door:
        """The site as people reach it."""
        return Door(f"https://localhost:{self.https}", self.certificate)

    def start(self) -> None:
        """Begin all of it, and wait until it answers."""
        self.begin_cache()
        say("two processes, a worker and a proxy…")
        for port in self.ports:
            self.begin_site(port)
        for port in self.ports:
            self.await_site(port)
        self.begin_worker()
        self.begin_proxy()

    def begin_cache(self) -> None:
        """Begin a cache that has nothing in it."""
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        assert program, "neither valkey-server nor redis-server is installed"
        keeps = ["--save", "", "--dir", str(self.base)]
        command = [program, "--port", str(self.cache_port), *keeps]
        self.parts["cache"] = self.house.begin("cache", command, {})

    def begin_site(self, port: int, **told: str) -> None:
        """Begin a process of the site."""
        command, environment = self.house.unit("armybuilder-site@.service", str(port))
        name = f"site-{port}"
        self.parts[name] = self.house.begin(name, command, environment | told)

    def await_site(self, port: int) -> None:
        """Wait until a process answers; raises TimeoutError."""
        address = f"http://127.0.0.1:{port}/readyz"
        until(partial(is_ready, address), f"a site at {address}", of=self.parts[f"site-{port}"])

    def begin_worker(self, **told: str) -> None:
        """Begin a worker, and wait for its first sign of life; raises TimeoutError."""
        command, environment = self.house.unit("armybuilder-worker@.service", "1")
        self.parts["worker"] = self.house.begin("worker", command, environment | told)
        until(self.has_worker, "a sign of life of the worker's", 60, self.parts["worker"])

    def has_worker(self) -> bool:
        """Whether a worker has given a sign of life."""
        asked = "from armybuilder.jobs.selectors import has_worker; print(has_worker())"
        return "True" in self.manage("shell", "--verbosity", "0", "--command", asked)

    def begin_proxy(self) -> None:
        """Begin Caddy with the shipped file, and wait until it answers."""
        file = str(self.house.home / ".deploy" / "Caddyfile")
        shipped = ["--adapter", "caddyfile", "--config", file]
        told = {
            "HTTP_PORT": str(self.http),
            "HTTPS_PORT": str(self.https),
            "CADDY_ADMIN": f"localhost:{self.admin}",
            "SITE_PROCESSES": " ".join(f"127.0.0.1:{port}" for port in self.ports),
            "XDG_DATA_HOME": str(self.base),
            "XDG_CONFIG_HOME": str(self.base),
            "HOME": str(self.base),
            "PATH": os.environ["PATH"],
        }
        for environment in (told, told | {"SITE_ADDRESS": "site.example"}):
            run(["caddy", "validate", *shipped], env=environment)
        self.parts["proxy"] = proxy = self.house.begin("proxy", ["caddy", "run", *shipped], told)
        until(self.certificate.exists, "a certificate of the proxy's", 20, proxy)
        until(lambda: self.door.status("/readyz") == 200, "an answer of the proxy's", 30, proxy)

    def kill(self, name: str) -> None:
        """Kill a part."""
        self.parts[name].kill()
        self.parts[name].wait(10)

    def manage(self, *words: str, **told: str) -> str:
        """What a command of the site's says, which runs as its units do."""
        command, environment = self.house.unit("armybuilder-worker@.service", "1")
        return run([*command[:2], *words], env=environment | told, cwd=self.house.home)


@contextmanager
def one_server(base: Path, disk: Path | None = None) -> Iterator[Server]:
    """A server that answers, in a folder; what lasts is there, or on a disk of its own."""
    with ExitStack() as life:
        server = Server(base, disk or base, life)
        server.start()
        yield server


def carried_out(name: str, holds: str, steps: Callable[[Path], None]) -> int:
    """Carry steps out in a temporary folder, and tell that they hold; the logs are printed where
    one failed. Returns the exit status."""
    with tempfile.TemporaryDirectory(prefix=name, ignore_cleanup_errors=True) as folder:
        base = Path(folder)
        try:
            steps(base)
        except Exception as problem:
            for log in sorted((base / "logs").glob("*")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-3000:]}", file=sys.stderr)
            traceback.print_exception(problem)
            say("This does not hold; taking its folder away…")
            return 1
        say(holds)
        say("taking its folder away…")
    return 0
