"""Every command of the documents runs, and every picture, path and page they name is there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from armybuilder.tests.test_imports import FLOORS
from armybuilder.tools.bootstrap import RULES_COMMANDS
from rules.__main__ import command_line

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", ".github/CONTRIBUTING.md", ".github/MANUAL.md")
READ = {name: (ROOT / name).read_text("utf-8") for name in DOCUMENTS}
COMMANDS = dict.fromkeys(
    line
    for text in READ.values()
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
)

#: Commands proven elsewhere: serving never ends, and a test cannot run all tests.
ELSEWHERE = {
    "python3 manage.py start": "armybuilder/tools/tests/test_start.py",
    "python3 manage.py test": "armybuilder/tools/tests/test_bootstrap.py",
    "python3 manage.py test --version": "armybuilder/tools/tests/test_bootstrap.py",
    ".ci/quick": ".ci/quick",
    "python3 manage.py backup site.zip": "armybuilder/tools/tests/test_backups.py",
    "python3 manage.py restore site.zip": "armybuilder/tools/tests/test_backups.py",
    "python3 manage.py backup --keep 14 FOLDER": "armybuilder/tools/tests/test_backups.py",
    "python3 manage.py notices": "armybuilder/tools/tests/test_notices.py",
}
#: What measures and plays for minutes: `.ci/full` runs it, before that its words are understood.
LENGTHY = [
    line for line in COMMANDS if re.match(r"python3 manage\.py (bench|playouts --seed)", line)
]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, marks=pytest.mark.long if line in LENGTHY else ())
        for line in COMMANDS
        if line not in ELSEWHERE
    ],
)
def test_a_command_of_the_documents_runs(command: str) -> None:
    arguments = [sys.executable, *shlex.split(command)[1:]]
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr or run.stdout


@pytest.mark.parametrize("command", LENGTHY)
def test_the_words_of_a_lengthy_command_are_understood(command: str) -> None:
    _python, script, name, *words = shlex.split(command)
    if name in RULES_COMMANDS:
        command_line().parse_args([name, *words])
    else:
        made = load_command_class(get_commands()[name], name)
        made.create_parser(script, name).parse_args(words)


def test_what_a_test_cannot_run_is_proven_elsewhere() -> None:
    assert set(ELSEWHERE) <= set(COMMANDS)
    for command, proof in ELSEWHERE.items():
        assert (ROOT / proof).exists(), command
    for script in ("quick", "run", "full"):
        assert os.access(ROOT / ".ci" / script, os.X_OK)


@pytest.mark.parametrize("document", [*DOCUMENTS, "CHANGELOG.md", ".github/decisions/README.md"])
def test_documents_name_places_that_exist(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    links = re.findall(r"\[[^\]]*\]\(([^):#]+)\)", text)
    paths = re.findall(
        r"`((?:rules|collection|armybuilder|fixtures|templates|\.ci|\.github)/[A-Za-z0-9_./-]+)`",
        text,
    )
    for path in links:
        assert (ROOT / document).parent.joinpath(path).exists(), path
    for path in paths:
        assert (ROOT / path).exists() or re.search("SET|SYSTEM", path), path


def test_the_readme_shows_pictures() -> None:
    assert re.findall(r"!\[.+?\]\((.+?)\)", READ["README.md"])


def test_the_readme_lists_every_room_from_the_lowest_up() -> None:
    rooms = [room for floor in FLOORS for room in floor]
    told = READ["README.md"].partition("\ncollection/\n")[2].partition("\nfixtures/")[0]
    listed = re.findall(r"^  ([a-z]+)/", told, re.MULTILINE)
    assert listed == [room.rpartition(".")[2] for room in rooms]


def test_each_thing_to_add_names_the_test_that_misses_a_step() -> None:
    contributing = READ[".github/CONTRIBUTING.md"]
    adding = contributing.partition("## Adding things")[2].partition("\n## ")[0]
    for thing in adding.split("\n### ")[1:]:
        title, _, steps = thing.partition("\n")
        if "\n1. " in steps:
            assert re.search(r"^`[a-z_/]+/test_\w+\.py`", steps, re.MULTILINE), title


def test_names_a_walk_through_the_steps_ends_at_are_code() -> None:
    """What CONTRIBUTING tells to add a line to exists under that name."""
    places = {
        "FORMS": "armybuilder/groups/exports/__init__.py",
        "FACETS": "collection/catalogue/search/facets.py",
        "GAME_SYSTEMS": "rules/__init__.py",
        "FLOORS": "armybuilder/tests/test_imports.py",
    }
    for name, place in places.items():
        assert f"`{name}`" in READ[".github/CONTRIBUTING.md"]
        assert re.search(rf"^{name}\b", (ROOT / place).read_text("utf-8"), re.MULTILINE), name


@pytest.mark.parametrize(
    "script",
    [".ci/quick", ".ci/run", ".ci/full", ".pre-commit-config.yaml", ".github/workflows/ci.yml"],
)
def test_scripts_name_files_that_exist(script: str) -> None:
    text = (ROOT / script).read_text("utf-8")
    for path in re.findall(r"\b(?:rules|collection|armybuilder|\.ci)/[\w/]+\.(?:py|txt)\b", text):
        assert (ROOT / path).exists(), path


def test_slow_tests_exist() -> None:
    """A name that nothing bears any more would let a slow test into the quick run unseen."""
    sources = "".join(
        path.read_text("utf-8")
        for room in ("rules", "collection", "armybuilder")
        for path in (ROOT / room).rglob("test_*.py")
    )
    slow = (ROOT / ".ci" / "slow.txt").read_text("utf-8").split()
    assert not [name for name in slow if f"def {name}(" not in sources]
