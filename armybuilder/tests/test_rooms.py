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
    {"telling", "bots"},
    {"playouts"},
)
RANK = {room: rank for rank, rooms in enumerate(FLOORS) for room in rooms}
#: Rooms that still look up, until every order kind is one file in `orders`.
NOT_YET = {("orders", "play"), ("orders", "forecast")}


def climbs(path: Path) -> Iterator[tuple[str, str, str]]:
    """The imports of a module that go up or aside: its room, the other, and what to do."""
    parts = path.relative_to(test_imports.ROOT).parts
    room = parts[2] if len(parts) > 3 else ""
    for name, line in imported(path):
        target = name.split(".")
        other = target[2] if target[:2] == ["rules", SYSTEM] and len(target) > 2 else ""
        if {room, other} <= RANK.keys() and room != other and RANK[other] >= RANK[room]:
            where = f"{'/'.join(parts)}:{line} imports {name}: "
            advice = f"{room} stands no higher than {other}; move it down, or hand it in."
            yield room, other, where + advice


def all_climbs() -> list[tuple[str, str, str]]:
    return [found for path in modules(f"rules/{SYSTEM}") for found in climbs(path)]


def test_arrows_go_down() -> None:
    found = {said for room, other, said in all_climbs() if (room, other) not in NOT_YET}

    assert not found, "\n".join(sorted(found))


def test_no_exception_outlives_its_reason() -> None:
    assert {(room, other) for room, other, _ in all_climbs()} == NOT_YET


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
