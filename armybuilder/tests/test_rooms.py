"""Which room of a game may know which: arrows go down, those for type checkers included."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from armybuilder.tests import test_imports
from armybuilder.tests.test_imports import imported, modules

SYSTEM = "age_of_destruction"
#: From the lowest room to the highest; rooms of one line stand side by side.
FLOORS = (
    {"records"},
    {"table", "army"},
    {"state"},
    {"moment"},
    {"effects"},
    {"steps"},
    {"orders"},
    {"play"},
    {"forecast"},
    {"guide", "starting"},
    {"telling", "bots"},
    {"playouts"},
)
RANK = {room: rank for rank, rooms in enumerate(FLOORS) for room in rooms}


def climbs(path: Path) -> Iterator[str]:
    """The imports of a module that go up or aside, each with what to do."""
    parts = path.relative_to(test_imports.ROOT).parts
    room = parts[2] if len(parts) > 3 else ""
    for name, line in imported(path):
        target = name.split(".")
        other = target[2] if target[:2] == ["rules", SYSTEM] and len(target) > 2 else ""
        if {room, other} <= RANK.keys() and room != other and RANK[other] >= RANK[room]:
            where = f"{'/'.join(parts)}:{line} imports {name}: "
            advice = f"{room} stands no higher than {other}; move it down, or hand it in."
            yield where + advice


def test_arrows_go_down() -> None:
    found = {said for path in modules(f"rules/{SYSTEM}") for said in climbs(path)}

    assert not found, "\n".join(sorted(found))


def test_every_room_has_its_floor() -> None:
    package = test_imports.ROOT / "rules" / SYSTEM
    rooms = {path.parent.name for path in package.glob("*/__init__.py")}

    assert rooms - {"rulebook"} == RANK.keys()


@pytest.mark.parametrize(
    ("place", "line", "climbing"),
    [
        ("moment/piece.py", "from rules.age_of_destruction.effects import ABILITIES", True),
        ("steps/hits.py", "from rules.age_of_destruction import play", True),
        ("army/muster.py", "from rules.age_of_destruction.table import path", True),
        ("steps/hits.py", "from rules.age_of_destruction.moment import piece", False),
    ],
)
def test_an_arrow_up_is_told(
    place: str, line: str, climbing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(test_imports, "ROOT", tmp_path)
    path = tmp_path / "rules" / SYSTEM / place
    path.parent.mkdir(parents=True)
    path.write_text(line)

    assert bool(list(climbs(path))) == climbing
