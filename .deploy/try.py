#!/usr/bin/env python3
"""Runs the recipe for one server from nothing: a clone of the last commit, its own PostgreSQL and
Valkey or Redis, the processes as systemd's units name them, and Caddy with the shipped file.

Everything is in a temporary folder on ports of its own and gone at the end. What systemd itself
would do (users, sandboxes, timers) is asked of its files only, by `test_deploy.py`.
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
from threading import Thread
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

ROOT = Path(__file__).resolve().parents[1]
UNITS = Path(".deploy/systemd")
COMMON = UNITS / "armybuilder-.service.d" / "all.conf"
sys.path.insert(0, str(ROOT))

#: The machine's own, as the units name it, whichever environment this runs in.
PYTHON = str(Path(sys.base_prefix) / "bin" / "python3")
#: Seconds: until everything answers, until what still works on a busy machine does, between two
#: words of what is waited for, and in which news of a game has to arrive.
READY, BUSY, WORD, NEWS = 180, 900, 15, 10
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

    def __init__(self, base: Path) -> None:
        self.home, self.var, self.etc = base / "opt", base / "var", base / "etc"
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


@contextmanager
def postgres(base: Path, password: str) -> Iterator[int]:
    """A cluster of our own, which asks for the password; its port."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    folder, port = base / "postgres", free_port()
    folder.mkdir()
    if owner:
        shutil.chown(folder, "postgres")
        base.chmod(0o711)
    (folder / "password").write_text(password)
    data = folder / "data"
    made = ["--username=armybuilder", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
    run(
        [*owner, f"{programs}/initdb", f"--pgdata={data}", f"--pwfile={folder}/password", *made],
        cwd=folder,
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    control = [*owner, f"{programs}/pg_ctl", f"--pgdata={data}"]
    log = f"--log={folder}/log"
    subprocess.run([*control, log, "--wait", "-o", options, "start"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    try:
        made_at = {"PGPASSWORD": password, "PATH": os.environ["PATH"]}
        login = ["-h", "127.0.0.1", "-p", str(port), "-U", "armybuilder"]
        run(["psql", *login, "-d", "postgres", "-c", "CREATE DATABASE armybuilder"], env=made_at)
        yield port
    finally:
        run([*control, "--mode=immediate", "stop"], cwd=folder)


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


def ask_pages(door: Door, plain: str) -> None:
    """A page with what keeps it safe, its static files, and what is refused."""
    with door.get(f"{door.site}/en/account/login/") as page:
        assert page.status == 200, page.status
        assert "max-age=" in page.headers["Strict-Transport-Security"]
        assert "Set-Cookie" not in page.headers, "who only reads got a cookie"
        text = page.read().decode()
    style = text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    with door.get(f"{door.site}{style}") as file:
        assert file.status == 200 and "immutable" in file.headers["Cache-Control"], style
    with door.get(plain) as led:
        assert led.status in (301, 302, 308) and led.headers["Location"].startswith("https://")
    assert door.status("/healthz") == door.status("/readyz") == 200
    sent = Request(f"{door.site}/en/account/login/", data=bytes(14_000_000))  # noqa: S310
    try:
        door.opener.open(sent, timeout=30).close()
        raise AssertionError("a body of 14 MB was taken")
    except HTTPError as refused:
        assert refused.code == 413, refused.code


def ask_live(door: Door) -> None:
    """News of a game reach four who watch, whichever process each of them is at."""
    from armybuilder.tools.bench_live import Person, at_one_table, end_turn

    players = [Person(door.site, door.https) for _ in range(2)]
    path = at_one_table(*players)
    cookies = [cookie for player in players for cookie in player.jar]
    assert cookies and all(cookie.secure for cookie in cookies), cookies
    for player in players:
        player.get(player.table)
    heard: list[list[float]] = [[] for _ in range(4)]

    def listen(moments: list[float]) -> None:
        with suppress(OSError), door.opener.open(door.site + path, timeout=60) as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    moments.append(time.monotonic())

    for moments in heard:
        Thread(target=listen, args=(moments,), daemon=True).start()
    until(lambda: all(heard), "four streams to begin", 20)
    before = [len(each) for each in heard]
    sent = time.monotonic()
    end_turn(players)
    until(
        lambda: all(len(a) > b for a, b in zip(heard, before, strict=True)), "news of a game", NEWS
    )
    late = max(each[-1] for each in heard) - sent
    say(f"news of a game reached four streams within {late * 1000:.0f} ms")


def tried(base: Path, stack: ExitStack) -> None:
    """All of it; raises whatever does not hold."""
    house = House(base)
    say("a clone and its packages…")
    run(["git", "clone", "--quiet", str(ROOT), str(house.home)])
    run([PYTHON, "manage.py", "install"], cwd=house.home)

    secrets = [str(house.home / ".deploy" / "make-secrets"), str(house.etc)]
    run([*secrets, "unknown"])
    port = stack.enter_context(
        postgres(base, (house.etc / "database_password").read_text().strip())
    )
    (house.etc / "database_url").unlink()
    run([*secrets, f"127.0.0.1:{port}"])

    cache, *processes, http, https, admin = (free_port() for _ in range(6))
    stack.callback(house.end)
    program = shutil.which("valkey-server") or shutil.which("redis-server")
    assert program, "neither valkey-server nor redis-server is installed"
    house.begin("cache", [program, "--port", str(cache), "--save", "", "--dir", str(base)], {})
    told = (house.home / UNITS / "site.env").read_text()
    (house.etc / "site.env").write_text(
        told.replace("site.example", "localhost").replace(":6379", f":{cache}")
    )

    say("two processes, a worker and a proxy…")
    sites = [
        house.begin(f"site-{each}", *house.unit("armybuilder-site@.service", str(each)))
        for each in processes
    ]
    for each, process in zip(processes, sites, strict=True):
        address = f"http://127.0.0.1:{each}/readyz"
        ready = partial(is_ready, address)
        until(ready, f"a site at {address}", of=process)
    worker = house.begin("worker", *house.unit("armybuilder-worker@.service", "1"))
    caddyfile = ["--adapter", "caddyfile", "--config", str(house.home / ".deploy/Caddyfile")]
    told_caddy = {
        "HTTP_PORT": str(http),
        "HTTPS_PORT": str(https),
        "CADDY_ADMIN": f"localhost:{admin}",
        "SITE_PROCESSES": " ".join(f"127.0.0.1:{each}" for each in processes),
        "XDG_DATA_HOME": str(base),
        "XDG_CONFIG_HOME": str(base),
        "HOME": str(base),
        "PATH": os.environ["PATH"],
    }
    for environment in (told_caddy, told_caddy | {"SITE_ADDRESS": "site.example"}):
        run(["caddy", "validate", *caddyfile], env=environment)
    proxy = house.begin("proxy", ["caddy", "run", *caddyfile], told_caddy)
    certificate = base / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    until(certificate.exists, "a certificate of the proxy's", 20, proxy)
    door = Door(f"https://localhost:{https}", certificate)
    until(lambda: door.status("/readyz") == 200, "an answer of the proxy's", 30, proxy)

    ask_pages(door, f"http://localhost:{http}/")
    ask_live(door)
    command, environment = house.unit("armybuilder-worker@.service", "1")
    asked = "from armybuilder.jobs.selectors import has_worker; print(has_worker())"
    shell = [*command[:2], "shell", "--verbosity", "0", "--command", asked]
    until(
        lambda: "True" in run(shell, env=environment, cwd=house.home),
        "a sign of life of the worker's",
        30,
        worker,
    )

    say("one process killed…")
    sites[0].send_signal(signal.SIGKILL)
    answers = [door.status("/en/account/login/") for _ in range(20)]
    assert set(answers) == {200}, answers

    say("backup, clearing up, and a restore on SQLite…")
    house.once("armybuilder-clear-up.service")
    house.once("armybuilder-backup.service")
    (kept,) = (house.var / "backups").glob("*-daily.zip")
    elsewhere = {"PATH": os.environ["PATH"], "VAR_DIR": str(base / "elsewhere")}
    run([*command[:2], "restore", str(kept)], env=elsewhere, cwd=house.home)
    again = base / "again.zip"
    run([*command[:2], "backup", str(again)], env=elsewhere, cwd=house.home)
    assert again.stat().st_size > 0


def main() -> int:
    """Try it; the logs are printed where it failed."""
    with tempfile.TemporaryDirectory(prefix="one-server-", ignore_cleanup_errors=True) as folder:
        base = Path(folder)
        try:
            with ExitStack() as stack:
                tried(base, stack)
        except Exception as problem:
            for log in sorted((base / "logs").glob("*")):
                print(f"--- {log.name}\n{log.read_text(errors='replace')[-3000:]}", file=sys.stderr)
            traceback.print_exception(problem)
            say("The recipe does not hold; taking its folder away…")
            return 1
        say("One server from nothing: all of it answers.")
        say("taking its folder away…")
    return 0


if __name__ == "__main__":
    sys.exit(main())
