"""Finds or makes the environment a command runs in, with the standard library alone."""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from armybuilder.site.full_disk import is_disk_full
from armybuilder.site.one_at_a_time import one_at_a_time
from armybuilder.tools.database_url import BadDatabaseUrl, database_asked_for
from armybuilder.tools.secret_files import BadSecretFile, with_secrets

ROOT = Path(__file__).resolve().parents[2]
RUNTIME_LOCK = "requirements.txt"
POSTGRES_LOCK = "requirements-postgres.txt"
REDIS_LOCK = "requirements-redis.txt"
DEVELOPMENT_LOCK = ".ci/requirements.txt"
RULES_COMMANDS = frozenset(
    {
        "validate",
        "resolve",
        "replay",
        "ladder",
        "study",
        "drill",
        "simulate",
        "playouts",
        "coverage",
        "schemas",
        "bench",
        "strengths",
        "moment",
    }
)
#: What a site that may not write to its own folder needs there: compiled words and modules.
COMPILED = (
    "import compileall; from armybuilder.tools.translations import compile_catalogues;"
    " compile_catalogues();"
    " [compileall.compile_dir(each, quiet=1) for each in ('armybuilder', 'collection', 'rules')]"
)
ANOTHER_START = "Another start is making the environment; waiting for it…"
SETTINGS = "armybuilder.settings"


class SetupProblem(Exception):
    """A reason why the command cannot run here, worded for the person who typed it."""


def main(arguments: list[str]) -> int:
    """Run one command of `manage.py`; returns its exit status."""
    try:
        return run_command(arguments)
    except (SetupProblem, BadDatabaseUrl, BadSecretFile) as problem:
        print(f"Cannot run: {problem}", file=sys.stderr)
        return 1
    except PermissionError as error:
        print(f"Cannot run: {unwritable(Path(error.filename or ROOT), error)}", file=sys.stderr)
        return 1
    except OSError as error:
        if not is_disk_full(error):
            raise
        print("Cannot run: the disk is full.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


def run_command(arguments: list[str]) -> int:
    """Choose the environment the command needs, then run it there."""
    name = arguments[0] if arguments else "help"
    environment = Environment(ROOT / ".venv")
    locks, needed = ([], ["msgspec"]) if name in RULES_COMMANDS else site_needs(os.environ)
    if name == "start":
        environment.prepare(*locks)
    elif name == "install":
        environment.prepare(RUNTIME_LOCK, POSTGRES_LOCK, REDIS_LOCK)
        os.chdir(ROOT)
        return environment.run(["-c", COMPILED])
    elif name == "test":
        environment.prepare(DEVELOPMENT_LOCK)
        os.chdir(ROOT)
        return environment.run(["-m", "pytest", "-n", "2", "--dist", "worksteal", *arguments[1:]])
    if environment.should_take_over(needed):
        return environment.run([str(ROOT / "manage.py"), *arguments])
    if not are_installed(needed):
        raise SetupProblem(
            "the project's packages are not installed; run 'python3 manage.py start' first."
        )
    if name in RULES_COMMANDS:
        from rules.__main__ import main as rules_main

        return rules_main(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *arguments])
    return 0


def site_needs(variables: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The locks of the packages the site needs, and modules that show that they are there.

    Raises BadDatabaseUrl, BadSecretFile.
    """
    variables = with_secrets(variables)
    locks, modules = [RUNTIME_LOCK], ["django"]
    if database_asked_for(variables):
        locks, modules = [*locks, POSTGRES_LOCK], [*modules, "psycopg_pool"]
    if variables.get("CACHE_URL"):
        locks, modules = [*locks, REDIS_LOCK], [*modules, "redis"]
    return locks, modules


def are_installed(modules: Iterable[str]) -> bool:
    """True when this Python finds every module."""
    return all(importlib.util.find_spec(module) for module in modules)


class Environment:
    """The project's virtual environment and the record of what was installed into it."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        self.root = root
        self.record_file = folder / "installed.json"
        self.log_file = folder / "install.log"

    @property
    def python(self) -> Path:
        """The environment's own interpreter."""
        if os.name == "nt":
            return self.folder / "Scripts" / "python.exe"
        return self.folder / "bin" / "python"

    def is_running(self) -> bool:
        """True inside a process of this environment."""
        return Path(sys.prefix).resolve() == self.folder.resolve()

    def should_take_over(self, needed: Iterable[str]) -> bool:
        """True when a command belongs there: it exists, and no other environment was chosen."""
        if self.is_running() or not self.python.exists():
            return False
        chose_another = sys.prefix != sys.base_prefix
        return not (chose_another and are_installed(needed))

    def run(self, arguments: list[str]) -> int:
        """Run its Python in place of this process; returns only on Windows, which cannot."""
        command = [str(self.python), *arguments]
        if os.name == "nt":
            return subprocess.call(command)
        sys.stdout.flush()
        os.execv(command[0], command)

    def prepare(self, *locks: str) -> None:
        """Bring the environment to the lock files' packages; quick when they are there already.

        Raises SetupProblem when it cannot be made, with the one thing to do about it.
        """
        wanted = {lock: fingerprint_of(self.root / lock) for lock in locks}
        if self.holds(wanted):
            return
        lock = self.folder.with_suffix(".lock")
        try:
            lock.touch()
        except OSError as error:
            raise SetupProblem(unwritable(self.folder.parent, error)) from error
        with one_at_a_time(lock, ANOTHER_START):
            if not self.holds(wanted):
                self.bring_to(wanted)

    def holds(self, wanted: Mapping[str, str]) -> bool:
        """True when nothing has to be installed."""
        return self.python.exists() and self.read_record().items() >= wanted.items()

    def bring_to(self, wanted: Mapping[str, str]) -> None:
        """Install what is lacking, into a new environment where this one cannot be topped up."""
        record, locks = self.read_record(), wanted
        lacking = [lock for lock in locks if record.get(lock) != wanted[lock]]
        if not self.is_running() and not self.can_be_topped_up(record, lacking):
            self.create()
            record, lacking = {}, list(locks)
        record.pop("unfinished", None)
        for lock in lacking:
            print(f"Installing packages from {lock} (about a minute the first time)…", flush=True)
            self.write_record({"unfinished": lock})
            self.install(lock)
            record[lock] = wanted[lock]
        self.write_record(record)

    def can_be_topped_up(self, record: Mapping[str, str], lacking: Iterable[str]) -> bool:
        """True when it is whole, of this Python, and holds no older state of what it lacks."""
        if (
            "unfinished" in record
            or not self.python.exists()
            or not record.keys().isdisjoint(lacking)
        ):
            return False
        probe = "import pip, sys; print(*sys.version_info[:2])"
        answer = subprocess.run(
            [str(self.python), "-c", probe], capture_output=True, text=True, check=False
        )
        return answer.stdout.split() == [str(number) for number in sys.version_info[:2]]

    def create(self) -> None:
        """Make it anew, empty."""
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            raise SetupProblem(
                "this Python has no 'venv' module; install it "
                "(on Debian and Ubuntu: apt install python3-venv) and run the command again."
            )
        print(f"Making the environment in {self.folder.name}…", flush=True)
        try:
            if self.folder.exists():
                shutil.rmtree(self.folder)
            self.folder.mkdir()
        except OSError as error:
            raise SetupProblem(unwritable(self.folder.parent, error)) from error
        made = subprocess.run(
            [sys.executable, "-m", "venv", str(self.folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if made.returncode:
            raise SetupProblem(
                f"the environment in {self.folder} could not be made ({last_line(made.stdout)})."
            )

    def install(self, lock: str) -> None:
        """Install exactly the lock's packages, each checked against its hash."""
        command = [str(self.python), "-m", "pip", "install", "--require-hashes", "--no-input"]
        command += ["--disable-pip-version-check", "--retries", "2", "-r", str(self.root / lock)]
        result = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if result.returncode:
            self.log_file.write_text(result.stdout, encoding="utf-8")
            raise SetupProblem(explain_pip(result.stdout, self.log_file))

    def read_record(self) -> dict[str, str]:
        """The fingerprint installed of each lock by its name; empty when nothing is known."""
        try:
            record = json.loads(self.record_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def write_record(self, record: dict[str, str]) -> None:
        """Replace the record."""
        try:
            self.record_file.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise SetupProblem(unwritable(self.folder, error)) from error


def fingerprint_of(lock: Path) -> str:
    """A digest of the lock file and of the Python it is installed for."""
    digest = hashlib.sha256(lock.read_bytes())
    digest.update(f"{sys.implementation.name} {sys.version_info[:2]}".encode())
    return digest.hexdigest()


UNREACHABLE = (
    "NewConnectionError",
    "Max retries exceeded",
    "ConnectTimeout",
    "ProxyError",
    "Read timed out",
    "Could not find a version that satisfies",
)


def explain_pip(output: str, log_file: Path) -> str:
    """The one sentence that says why pip gave up."""
    if "DO NOT MATCH THE HASHES" in output:
        return "a downloaded package differs from its recorded hash, so it was not installed."
    if "No space left" in output:
        return "the disk is full."
    if any(sign in output for sign in UNREACHABLE):
        return (
            "the packages cannot be reached; check the network or the proxy "
            "and run the same command again."
        )
    return f"installing failed ({last_line(output)}); all of pip's words are in {log_file}."


def unwritable(folder: Path, error: OSError) -> str:
    """The one sentence for a folder that refuses to be written."""
    return f"{folder} cannot be written ({error.strerror or error})."


def last_line(text: str) -> str:
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"
