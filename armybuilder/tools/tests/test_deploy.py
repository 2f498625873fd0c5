"""The recipes of `.deploy/`: that what they name is there. `.deploy/try.py` carries one out."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from armybuilder import settings as site_settings
from armybuilder.site.fences.bounds import Bounds
from armybuilder.tools.secret_files import SECRETS

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / ".deploy"
UNITS = DEPLOY / "systemd"
COMMON = UNITS / "armybuilder-.service.d" / "all.conf"
SERVICES = sorted(UNITS.glob("*.service"))
#: What others than the site read.
OTHERS = {
    *("HTTP_PORT", "HTTPS_PORT", "CADDY_ADMIN", "SITE_ADDRESS", "SITE_PROCESSES"),
    *("POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD_FILE", "PYTHONDONTWRITEBYTECODE"),
}
ROW = re.compile(r"^\| (?P<name>[A-Z_]+) \| .+ \| .+ \|$", re.MULTILINE)


def rows_of(text: str) -> list[str]:
    """The rows of a table of variables."""
    return [row[0].replace("`", "") for row in ROW.finditer(text)]


def variables() -> set[str]:
    """What the settings know, from files too."""
    names = {row["name"] for row in ROW.finditer(site_settings.__doc__ or "")}
    return names | {f"{name}_FILE" for name in SECRETS}


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def said(path: Path, name: str) -> list[str]:
    """The values a unit's file gives to a setting."""
    return re.findall(rf"^{name}=(.*)$", path.read_text("utf-8"), re.MULTILINE)


# --- Variables ------------------------------------------------------------------------------


def test_every_variable_the_settings_ask_for_is_described() -> None:
    source = Path(site_settings.__file__).read_text("utf-8")
    asked = set(re.findall(r"\benv\.\w+\(\s*\"([A-Z_]+)\"", source)) | {"DATABASE_URL"}
    assert asked == {name for name in variables() if not name.endswith("_FILE")}


def test_the_manual_lists_what_the_settings_list() -> None:
    manual = (ROOT / ".github" / "MANUAL.md").read_text("utf-8")
    assert rows_of(manual) == rows_of(site_settings.__doc__ or "")


def test_the_recipes_name_variables_there_are() -> None:
    told = (UNITS / "site.env").read_text("utf-8")
    named = set(re.findall(r"^(?:# )?([A-Z_]+)=", told, re.MULTILINE))
    for path in (COMMON, *SERVICES):
        for line in said(path, "Environment"):
            named |= {each.partition("=")[0] for each in line.split()}
    for service in compose()["services"].values():
        named |= set(service.get("environment", ()))
    named |= set(re.findall(r"\b([A-Z_]{4,})=", (DEPLOY / "Dockerfile").read_text("utf-8")))
    named |= set(re.findall(r"\{\$([A-Z_]+)", (DEPLOY / "Caddyfile").read_text("utf-8")))
    assert "ALLOWED_HOSTS" in named and "SITE_PROCESSES" in named
    assert named <= variables() | OTHERS


# --- The manual's own steps: `.deploy/try.py` carries them out without systemd ---------------


def test_the_steps_for_a_server_name_what_is_there() -> None:
    manual = (ROOT / ".github" / "MANUAL.md").read_text("utf-8")
    (recipe,) = re.findall(r"```sh server\n(.*?)```", manual, re.DOTALL)
    assert subprocess.run(["bash", "-n"], input=recipe, text=True, check=False).returncode == 0
    for pattern in re.findall(r"\.deploy/[\w./*-]+", recipe):
        assert list(ROOT.glob(pattern)), pattern
    shipped = {path.name.partition("@")[0].partition(".")[0] for path in UNITS.iterdir()}
    enabled = set(re.findall(r"\b(armybuilder[\w-]*)(?:@|\.t)", recipe))
    assert enabled and enabled <= shipped


def test_the_proxy_lets_the_longest_body_come_as_slowly_as_the_site_does() -> None:
    told = (DEPLOY / "Caddyfile").read_text("utf-8")
    (minutes,) = re.findall(r"read_body (\d+)m$", told, re.MULTILINE)
    assert int(minutes) * 60 >= Bounds.grace + Bounds.files / Bounds.slowest


# --- Units ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_a_unit_runs_a_command_there_is(path: Path) -> None:
    (command,) = said(path, "ExecStart")
    python, manage, name, *arguments = command.split()
    assert (python, manage) == ("/usr/bin/python3", "/opt/armybuilder/manage.py")
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    parser.parse_args([each.replace("%i", "8001") for each in arguments])


def systemd(*words: str, units: Path) -> str:
    """What systemd's own check says of the units."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run(
        ["systemd-analyze", *words],
        env={"SYSTEMD_UNIT_PATH": f"{units}:", "PATH": "/usr/bin:/bin", "SYSTEMD_COLORS": "0"},
        text=True,
        capture_output=True,
        check=False,
    )
    return f"{done.stdout}{done.stderr}"


@pytest.fixture
def units(tmp_path: Path) -> Path:
    return Path(shutil.copytree(UNITS, tmp_path / "units"))


NAMES = (
    *("armybuilder.target", "armybuilder-site@8001.service", "armybuilder-worker@1.service"),
    *("armybuilder-clear-up.timer", "armybuilder-clear-up.service"),
    *("armybuilder-backup.timer", "armybuilder-backup.service"),
)


def test_systemd_understands_every_line(units: Path) -> None:
    told = systemd("verify", "--man=no", *NAMES, units=units)
    assert [line for line in told.splitlines() if "armybuilder" in line] == []

    (units / "armybuilder-backup.service").write_text("[Service]\nNothing=1\nExecStart=/nowhere\n")
    assert "armybuilder-backup" in systemd("verify", "--man=no", NAMES[-1], units=units)


@pytest.mark.parametrize("name", [each for each in NAMES if each.endswith(".service")])
def test_a_service_can_do_little_beside_serving(name: str, units: Path) -> None:
    told = systemd("security", "--offline=true", name, units=units)
    level = re.search(r"exposure level for .*: ([\d.]+)", told)
    assert level and float(level[1]) <= 2.0, told[-500:]


# --- Containers -----------------------------------------------------------------------------


def steps() -> list[tuple[str, str]]:
    """The steps of the Dockerfile."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def test_what_the_image_copies_is_there() -> None:
    copied = [rest.split() for word, rest in steps() if word == "COPY"]
    assert copied
    for sources in copied:
        stage = sources[0].removeprefix("--from=") if sources[0].startswith("--from=") else ""
        if stage:
            assert ("FROM", f"python:3.11-slim-bookworm AS {stage}") in steps()
        else:
            assert all((ROOT / each).exists() for each in sources[:-1])


def test_the_image_runs_as_nobody_and_tells_how_it_is() -> None:
    words = [word for word, _rest in steps()]
    last = words[len(words) - 1 - words[::-1].index("FROM") :]
    assert last.index("USER") < last.index("CMD") and "HEALTHCHECK" in last
    assert ("USER", "10001") in steps()
    assert ("RUN", "python3 manage.py install") in steps()


def test_nothing_private_goes_into_the_image() -> None:
    told = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").split()
    left_out = {each.removeprefix("**/") for each in told}
    kept_here = {each.strip("/") for each in (ROOT / ".gitignore").read_text("utf-8").split()}
    assert {".git", ".deploy/secrets"} | kept_here <= left_out


def test_the_compose_file_is_whole() -> None:
    read = compose()
    services = read["services"]
    for name, service in services.items():
        assert service.keys() & {"image", "build"}, name
        assert service["restart"] == "unless-stopped", name
        assert set(service.get("secrets", ())) <= read["secrets"].keys(), name
        kept = {each.partition(":")[0] for each in service.get("volumes", ())}
        assert {each for each in kept if not each.startswith(".")} <= read["volumes"].keys(), name
        for other, how in service.get("depends_on", {}).items():
            is_told = "healthcheck" in services[other] or services[other]["image"] == "armybuilder"
            assert is_told and how == {"condition": "service_healthy"}, (name, other)
        for told in service.get("environment", {}).values():
            assert "password" not in str(told).casefold() or str(told).startswith("/run/secrets/")
    assert services["proxy"]["environment"]["SITE_PROCESSES"].split() == [
        f"{name}:8000" for name in services if name.startswith("site-")
    ]


def test_the_database_is_healthy_once_others_reach_it() -> None:
    """Its image makes it with a server that is reached by a socket alone."""
    (_cmd, program, *options) = compose()["services"]["database"]["healthcheck"]["test"]
    assert program == "pg_isready" and "--host=127.0.0.1" in options


def test_one_service_builds_the_image_and_all_of_the_site_run_it() -> None:
    """Several that build the same image do so at once, and all but one fail."""
    services = compose()["services"]
    building = [name for name, service in services.items() if "build" in service]
    assert building == ["site-1"]
    build = services["site-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    ours = {name for name, service in services.items() if service["image"] == "armybuilder"}
    assert ours == {"site-1", "site-2", "worker", "daily"}
    for name in ours:
        service = services[name]
        assert service["init"] and service["read_only"] and service["cap_drop"] == ["ALL"], name
        if "command" in service and service["command"][0] == "python3":
            _python, manage, command, *rest = service["command"]
            assert manage == "manage.py" and command in get_commands() and not rest


@pytest.mark.parametrize(("age", "made"), [(None, 1), (23, 0), (25, 1)])
def test_the_container_makes_a_backup_a_day(tmp_path: Path, age: int | None, made: int) -> None:
    """The shell's own loop, with a `sleep` that ends it after its second turn."""
    shell, option, loop = compose()["services"]["daily"]["command"]
    kept, programs, said = (tmp_path / each for each in ("backups", "bin", "said"))
    programs.mkdir()
    turns = f'echo >>{tmp_path}/turns; [ "$(wc -l <{tmp_path}/turns)" -lt 3 ]'
    backup = f'echo "$*" >>{said}; [ "$2" = clear_up ] || touch {kept}/now-daily.zip'
    for name, text in {"sleep": turns, "python3": backup}.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    kept.mkdir()
    if age is not None:
        (kept / "then-daily.zip").touch()
        then = time.time() - age * 3600
        os.utime(kept / "then-daily.zip", (then, then))
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "VAR_DIR": str(tmp_path)}
    ended = subprocess.run([shell, option, loop.replace("$$", "$")], env=environment, check=False)
    assert ended.returncode == 0
    called = said.read_text().splitlines() if said.exists() else []
    backed = [f"manage.py backup --keep 14 {kept}", "manage.py clear_up"]
    assert called == backed * made


def test_secrets_are_made_once_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    made = []
    for _ in range(2):
        subprocess.run([DEPLOY / "make-secrets", folder, "database"], check=True)
        made.append({path.name: path.read_text().strip() for path in folder.iterdir()})
    assert made[0] == made[1] and len(made[0]["secret_key"]) >= 50
    assert folder.stat().st_mode & 0o777 == 0o700
    password = made[0]["database_password"]
    assert made[0]["database_url"] == f"postgres://armybuilder:{password}@database/armybuilder"


def test_a_process_that_ends_while_it_is_waited_for_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = importlib.util.spec_from_file_location("server", DEPLOY / "server.py")
    assert spec and spec.loader
    server = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(server)
    monkeypatch.setattr(server, "WORD", 0)
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    polls = iter([None, 0])
    ended = mock.Mock(pid=process.pid, poll=lambda: next(polls), returncode=0)
    with pytest.raises(TimeoutError, match="its process ended with 0"):
        server.until(lambda: False, "a site", 5, ended)
