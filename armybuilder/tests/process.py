"""The site in a process of its own, as people run it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from collection.common.tests.template_database import CACHE, ROOT, alone, copied_to

COLLECT = (
    "import django; django.setup(); from armybuilder.tools import static_files;"
    " static_files.collect()"
)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def told_by(var: Path, *command: str) -> Any:
    """What a command of `manage.py` that tells JSON told, with its data in a folder."""
    unset = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
    environment = {key: value for key, value in os.environ.items() if key not in unset}
    done = subprocess.run(
        [sys.executable, "manage.py", *command, "--json"],
        cwd=ROOT,
        env=environment | {"VAR_DIR": str(var)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@contextmanager
def running_site(
    var: Path, port: int, ends_by: int = signal.SIGTERM, *, from_nothing: bool = False
) -> Iterator[list[str]]:
    """`manage.py start` with its data in a folder, which has the tables and the catalogue already
    unless it is to begin from nothing; yields the lines it has said."""
    with running_process(var, port, ends_by, from_nothing=from_nothing) as (_process, said):
        yield said


@contextmanager
def running_process(
    var: Path, port: int, ends_by: int = signal.SIGTERM, *, from_nothing: bool = False
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The same with the process."""
    if not from_nothing and not (var / "db.sqlite3").exists():
        copied_to(var / "db.sqlite3")
        collected_before(var)
    environment = {"JOB_WORKERS": "0", **os.environ, "VAR_DIR": str(var)}
    environment["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    for name in ("DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "django", "start", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said: list[str] = []
        while (line := process.stdout.readline()) != "Stop with Ctrl+C.\n":
            assert line, f"the site did not start: {''.join(said)}"
            said.append(line)
        yield process, said
    finally:
        process.send_signal(ends_by)
        process.wait(20)


def collected_before(var: Path) -> None:
    """Give a site the static files it would collect."""
    with alone():
        collected = _collected()
        shutil.copytree(collected, var / collected.name, dirs_exist_ok=True)
        shutil.copy(collected.with_suffix(".stamp"), var)


@cache
def _collected() -> Path:
    """Those of today, kept between runs."""
    var = CACHE.with_name("test-site")
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "armybuilder.settings"}
    subprocess.run(
        [sys.executable, "-c", COLLECT],
        cwd=ROOT,
        env=environment | {"VAR_DIR": str(var)},
        check=True,
    )
    return var / "static"
