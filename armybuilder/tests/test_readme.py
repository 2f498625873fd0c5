"""Every command of the README runs, and every picture and path it shows is there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]

#: Commands proven elsewhere: serving never ends, and a test cannot run all tests.
ELSEWHERE = {
    "python3 manage.py start": "test_start.py",
    "python3 manage.py test": "test_bootstrap.py",
    "python3 manage.py load_catalogue": "test_load_catalogue.py",
}


@pytest.mark.parametrize("command", [line for line in COMMANDS if line not in ELSEWHERE])
def test_a_command_of_the_readme_runs(command: str) -> None:
    arguments = [sys.executable, *shlex.split(command)[1:]]
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr or run.stdout


def test_the_readme_names_commands_and_places_that_exist() -> None:
    assert set(ELSEWHERE) <= set(COMMANDS)
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", README)
    paths = re.findall(
        r"`((?:rules|collection|armybuilder|fixtures|templates|\.ci)/[a-z0-9_./-]+)`", README
    )
    assert pictures
    for path in [*pictures, *paths]:
        assert (ROOT / path).exists(), path
