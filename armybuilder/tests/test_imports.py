"""Who may know whom: the walls between the packages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE_PACKAGES = ("collection", "armybuilder")
FRAMEWORK = {"django", "allauth", "csp", "environ", "rest_framework", "collection", "armybuilder"}
IMPURE = {"random", "secrets", "time"}
#: They measure and read files, the rules do not.
PROGRAMS = {"__main__.py", "bench.py", "bench_games.py", "bench_skirmish.py"}
COMMAND_LINE = "armybuilder/bootstrap.py"  # hands whole commands to `python -m rules`


def modules(package: str) -> Iterator[Path]:
    return (ROOT / package).rglob("*.py")


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Each module a file imports, absolute and with the names taken from it, and the line."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            yield module, node.lineno
            for alias in node.names:
                yield f"{module}.{alias.name}", node.lineno


def is_module(name: str) -> bool:
    """True for a part of the rules package, false for a name it exports."""
    return (ROOT / "rules" / name).is_dir() or (ROOT / "rules" / f"{name}.py").exists()


def breaches(path: Path) -> Iterator[str]:
    """What a file imports and must not, each with what to do instead."""
    parts = path.relative_to(ROOT).parts
    room, place = parts[0], "/".join(parts)
    in_tests = "tests" in parts
    for name, line in imported(path):
        target = name.split(".")
        where = f"{place}:{line} imports {name}: "
        if room == "rules":
            yield from (where + said for said in rules_breaches(parts, target, in_tests))
        elif target[0] == "rules" and not in_tests and place != COMMAND_LINE:
            if "adapters" not in path.relative_to(ROOT).with_suffix("").parts:
                yield where + f"ask {room}.adapters for it and let that module ask the rules."
            elif len(target) > 1 and is_module(target[1]):
                yield where + "take it from the top level of rules, and export it there."
        if room == "collection" and target[0] == "armybuilder":
            yield (
                where + "collection must stand alone; hand the value in, or move it to collection."
            )


def rules_breaches(parts: tuple[str, ...], target: list[str], in_tests: bool) -> Iterator[str]:
    """What the pure package must not know."""
    if target[0] in FRAMEWORK:
        yield "rules is plain Python; hand the value in from an adapter."
    if target[0] in IMPURE and not in_tests and parts[-1] not in PROGRAMS and len(target) == 1:
        yield "rules has no clock and no chance of its own; take them as arguments."
    if target[0] != "rules" or len(target) < 2 or in_tests:
        return
    systems = {path.parent.name for path in (ROOT / "rules").glob("*/__init__.py")}
    systems -= {"core", "tests"}
    room = parts[1] if len(parts) > 2 else ""
    if room == "core" and target[1] in systems:
        yield "rules.core knows no game system; move what is shared into core."
    if room in systems and target[1] in systems - {room}:
        yield "a game system knows only rules.core; move what is shared into core."


@pytest.mark.parametrize("package", ["rules", *SITE_PACKAGES])
def test_packages_know_only_their_neighbours(package: str) -> None:
    found = sorted({said for path in modules(package) for said in breaches(path)})

    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("place", "line", "advice"),
    [
        ("rules/core/dice.py", "from django.utils import timezone", "plain Python"),
        ("rules/core/dice.py", "import random", "no clock and no chance"),
        ("rules/core/dice.py", "from rules.age_of_destruction import units", "into core"),
        (
            "collection/catalogue/selectors.py",
            "from rules import validate",
            "collection.catalogue.game",
        ),
        ("collection/catalogue/game.py", "from rules.core import violations", "top level"),
        ("collection/catalogue/game.py", "from rules import core", "top level"),
        ("collection/catalogue/services.py", "from armybuilder.models import User", "stand alone"),
    ],
)
def test_a_breach_is_told_with_what_to_do(
    place: str, line: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("rules/core", "rules/age_of_destruction", "collection"):
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / place).write_text(line)

    said = list(breaches(tmp_path / place))

    assert said and all(advice in sentence for sentence in said)
    assert said[0].startswith(f"{place}:1 imports ")
