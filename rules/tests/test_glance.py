"""What commanders see at a glance, and how long they remember it."""

from typing import Any

import pytest

from rules.age_of_destruction.bots.glance import Glance, glance
from rules.age_of_destruction.moment.field import Field
from rules.tests.skirmishes import read, scenario, tank


def seen(field: Field) -> Glance:
    """What the red tank sees of the blue one."""
    return glance(field.piece("r1"), [field.piece("b1")], field.piece("r1").at, 8.0)


def begun() -> Field:
    start = read(scenario([tank("r1", (18, 10)), tank("r2", (30, 4)), tank("b1", (18, 16), 180)]))
    return Field(start.setup, start.state)


def test_a_glance_is_remembered_while_others_move() -> None:
    field = begun()
    assert seen(field.moved("r2", at=(31, 4))) is seen(field)


@pytest.mark.parametrize("unit", ["r1", "b1"])
@pytest.mark.parametrize(
    "change", [{"at": (18, 12)}, {"facing": 90.0}, {"click": 3}, {"shutdown": True}]
)
def test_a_unit_looks_again_once_it_or_whom_it_minds_has_changed(
    unit: str, change: dict[str, Any]
) -> None:
    field = begun()
    before = seen(field)
    assert seen(field.moved(unit, **change)) is not before


def test_a_turned_back_is_seen_anew() -> None:
    field = begun()
    front = seen(field).here((18, 10), 0.0, 3)
    behind = seen(field.moved("b1", facing=0.0)).here((18, 10), 0.0, 3)
    assert behind.hoped > front.hoped > 0
    assert front.feared > behind.feared == 0
