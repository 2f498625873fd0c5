"""Who may know whom: the walls between the packages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE_PACKAGES = ("collection", "armybuilder")
FRAMEWORK = {"django", "allauth", "csp", "environ", "rest_framework", "collection", "armybuilder"}
IMPURE = {"random", "secrets", "time"}
#: What measures and reads files; the rules do not.
PROGRAMS = {"__main__.py", "tools"}
#: It hands whole commands to `python -m rules`, and its benches keep their figures in one file.
COMMAND_LINES = ("armybuilder/tools/", "armybuilder/management/")
#: The rooms of the site; each knows those above it in this list. Rooms of one line know nothing of
#: each other.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("collection.common",),
    ("collection.catalogue",),
    ("collection.owning",),
    ("armybuilder.site",),
    ("armybuilder.jobs",),
    ("armybuilder.push",),
    ("armybuilder.live",),
    ("armybuilder.library",),
    ("armybuilder.groups",),
    ("armybuilder.skirmishes", "armybuilder.clubs"),
    ("armybuilder.scenarios",),
    ("armybuilder.systems",),
    ("armybuilder.matchups",),
    ("armybuilder.games",),
    ("armybuilder.offline",),
    ("armybuilder.moderation",),
    ("armybuilder.home",),
    ("armybuilder.tools",),
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
#: What the files of a room may not know: rows ask nobody, who reads does not write, who writes does
#: not know what is typed or shown, and only addresses know the views.
ANSWERING = {"views", "api", "urls", "templatetags"}
UNKNOWN_TO = {
    "models": {"selectors", "services", "present", "forms", *ANSWERING},
    "selectors": {"services", "forms", *ANSWERING},
    "services": {"forms", *ANSWERING},
    "present": {"services", "forms", *ANSWERING},
    "forms": ANSWERING,
    "views": {"api", "urls"},
    "api": {"views"},
}
#: Where values of the rules become what pages print, or rows values of the rules.
MEETING_PLACES = ("present", "game")


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


def is_inside(target: list[str]) -> bool:
    """True for a part of the rules package or of a system's, false for a name they export."""
    if not target or target[0] not in systems():
        return bool(target) and is_module(target[0])
    return len(target) > 1 and is_module("/".join(target))


def is_module(name: str) -> bool:
    """Whether there is such a part of the rules package."""
    return (ROOT / "rules" / name).is_dir() or (ROOT / "rules" / f"{name}.py").exists()


def systems() -> set[str]:
    """The packages of the game systems."""
    found = {path.parent.name for path in (ROOT / "rules").glob("*/__init__.py")}
    return found - {"core", "tests", "tools"}


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
        elif target[0] == "rules" and not in_tests and not place.startswith(COMMAND_LINES):
            if not set(MEETING_PLACES) & set(path.relative_to(ROOT).with_suffix("").parts):
                yield where + "ask the room's `present` for it and let that ask the rules."
            elif is_inside(target[1:]):
                yield where + "take it from the top level of rules or of a system; export it there."
        if room == "collection" and target[0] == "armybuilder":
            yield (
                where + "collection must stand alone; hand the value in, or move it to collection."
            )
        if not in_tests and room in SITE_PACKAGES:
            yield from (
                where + said for said in (upwards(place, name), sideways(path, name)) if said
            )


def room_of(module: str) -> str | None:
    """The room a module is in; None for what belongs to none."""
    room = ".".join(module.split(".")[:2])
    return room if room in FLOOR_OF else None


def upwards(place: str, name: str) -> str:
    """What to do where a room imports what stands above or beside it; nothing where it does not."""
    here, there = room_of(place.removesuffix(".py").replace("/", ".")), room_of(name)
    if here is None or there is None or here == there or FLOOR_OF[there] < FLOOR_OF[here]:
        return ""
    return (
        f"{here} knows only rooms below it; hand the value in, ask for the fragment by its address,"
        f" move the function down, or compose both in armybuilder.home."
    )


def rules_breaches(parts: tuple[str, ...], target: list[str], in_tests: bool) -> Iterator[str]:
    """What the pure package must not know."""
    if target[0] in FRAMEWORK:
        yield "rules is plain Python; hand the value in from an adapter."
    if target[0] in IMPURE and len(target) == 1 and not in_tests and parts[1] not in PROGRAMS:
        yield "rules has no clock and no chance of its own; take them as arguments."
    if target[0] != "rules" or len(target) < 2 or in_tests:
        return
    room = parts[1] if len(parts) > 2 else ""
    if room == "core" and target[1] in systems():
        yield "rules.core knows no game system; move what is shared into core."
    if room in systems() and target[1] in systems() - {room}:
        yield "a game system knows only rules.core; move what is shared into core."


def kind_of(parts: tuple[str, ...]) -> str:
    """What a file of a room is for, such as `views`; nothing where that is not said."""
    return next((part for part in parts[2:] if part in UNKNOWN_TO or part in ANSWERING), "")


def sideways(path: Path, name: str) -> str:
    """What to do where a file imports one of a kind it must not know."""
    here = kind_of(path.relative_to(ROOT).with_suffix("").parts)
    there = kind_of(tuple(name.split(".")))
    if not name.startswith(SITE_PACKAGES) or there not in UNKNOWN_TO.get(here, ()):
        return ""
    return (
        f"{here} know no {there}; hand the value in, or move what both need to where both may look."
    )


@pytest.mark.parametrize("package", ["rules", *SITE_PACKAGES])
def test_packages_know_only_their_neighbours(package: str) -> None:
    found = sorted({said for path in modules(package) for said in breaches(path)})

    assert not found, "\n".join(found)


def test_templates_are_made_of_those_of_their_room_and_below() -> None:
    folders = {room.partition(".")[2]: floor for room, floor in FLOOR_OF.items()}
    for path in (ROOT / "templates").rglob("*.html"):
        here = path.relative_to(ROOT / "templates").parts[0]
        used = re.findall(r'{% (?:extends|include) "(\w+)/', path.read_text(encoding="utf-8"))
        for room in set(used) & folders.keys():
            assert room == here or folders[room] < folders.get(here, -1), (
                f"{path.relative_to(ROOT)} is made of a template of {room}; show that part by its"
                f" address, or put a block here and extend this template in armybuilder.home."
            )


@pytest.mark.parametrize(
    ("place", "line", "advice"),
    [
        ("rules/core/dice.py", "from django.utils import timezone", "plain Python"),
        ("rules/core/dice.py", "import random", "no clock and no chance"),
        ("rules/core/dice.py", "from rules.age_of_destruction import units", "into core"),
        ("collection/catalogue/selectors.py", "from rules import validate", "`present`"),
        ("collection/catalogue/game.py", "from rules.core import violations", "top level"),
        ("collection/catalogue/game.py", "from rules import core", "top level"),
        ("collection/catalogue/game.py", "from rules.age_of_destruction import army", "a system"),
        ("collection/catalogue/services.py", "from armybuilder.models import User", "stand alone"),
        ("collection/catalogue/services.py", "from collection import owning", "only rooms below"),
        ("armybuilder/clubs/views.py", "import armybuilder.skirmishes.models", "only rooms below"),
        ("collection/owning/present/a.py", "from collection.owning import views", "hand the value"),
        ("collection/owning/models.py", "import collection.owning.selectors", "hand the value"),
    ],
)
def test_a_breach_is_told_with_what_to_do(
    place: str, line: str, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("rules/core", "rules/age_of_destruction/army", Path(place).parent):
        (tmp_path / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / package / "__init__.py").touch()
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "rules/age_of_destruction/__init__.py").touch()
    (tmp_path / place).write_text(line)

    said = list(breaches(tmp_path / place))

    assert said and all(advice in sentence for sentence in said)
    assert said[0].startswith(f"{place}:1 imports ")
