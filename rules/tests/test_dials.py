"""The combat dial and the heat dial of a figure."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction import Unit
from rules.tests.army import catalogue, read_unit, record

HATCHETMAN, MORGAN, FENRIR = "AOD-102", "AOD-057", "AOD-029"


def read(data: dict[str, Any]) -> tuple[Unit, set[str]]:
    unit, problems = read_unit(data)
    return unit, {problem.code for problem in problems}


def with_dial(unit_id: str, clicks: int, **of_every_click: Any) -> dict[str, Any]:
    """A committed figure whose first click is repeated; further words go on every click."""
    first = record(unit_id)["dial"][0]
    dial = [first | {"click": n, "marker": None} | of_every_click for n in range(1, clicks + 1)]
    dial[0]["marker"] = "start"
    return record(unit_id, dial=dial)


@pytest.mark.rule("AOD-DIAL-001")
def test_every_click_has_a_set_of_values_of_its_own() -> None:
    data = with_dial(MORGAN, clicks=3)
    for click, attack in zip(data["dial"], (10, 8, 7), strict=True):
        click["attack"] = attack
    unit, problems = read(data)
    assert [click.attack for click in unit.dial] == [10, 8, 7]
    assert problems == set()
    data["dial"].reverse()
    assert read(data)[1] == {"DIAL_INVALID"}


@pytest.mark.parametrize(
    ("markers", "valid"),
    [
        (["start", None, None], True),
        ([None, "start", "repair_limit"], True),
        (["start", "start", None], False),
        ([None, None, None], False),
    ],
)
def test_a_dial_has_exactly_one_start_marker(markers: list[str | None], valid: bool) -> None:
    data = with_dial(MORGAN, clicks=3)
    for click, marker in zip(data["dial"], markers, strict=True):
        click["marker"] = marker
    assert read(data)[1] == (set() if valid else {"DIAL_INVALID"})


@pytest.mark.parametrize(("clicks", "valid"), [(1, True), (17, True), (18, False)])
def test_eighteen_positions_leave_one_for_elimination(clicks: int, valid: bool) -> None:
    assert read(with_dial(MORGAN, clicks))[1] == (set() if valid else {"DIAL_INVALID"})


def test_an_empty_dial_is_none() -> None:
    assert read(record(MORGAN, dial=[]))[1] == {"DIAL_INVALID"}


def test_zero_is_a_value_and_less_is_none() -> None:
    assert read(with_dial(MORGAN, clicks=2, speed=0))[1] == set()
    with pytest.raises(Unreadable) as refusal:
        read(with_dial(MORGAN, clicks=2, speed=-1))
    assert refusal.value.path == "$.dial[0].speed"


@pytest.mark.rule("AOD-DIAL-007")
@pytest.mark.parametrize("unit_id", [FENRIR, MORGAN])
def test_infantry_and_vehicles_have_six_values(unit_id: str) -> None:
    unit, problems = read(with_dial(unit_id, clicks=2, secondary_damage=None))
    assert problems == set()
    assert (len(unit.weapons), unit.vent) == (1, None)
    assert read(with_dial(unit_id, clicks=2, secondary_damage=3))[1] == {"DIAL_INVALID"}
    assert read(record(unit_id, vent=2))[1] == {"DIAL_INVALID"}


@pytest.mark.rule("AOD-DIAL-007", "AOD-DIAL-008")
@pytest.mark.parametrize("value", ["speed", "attack", "defense", "primary_damage"])
@pytest.mark.parametrize("unit_id", [FENRIR, HATCHETMAN])
def test_no_click_lacks_a_value(unit_id: str, value: str) -> None:
    data = record(unit_id)
    del data["dial"][1][value]
    with pytest.raises(Unreadable) as refusal:
        read(data)
    assert (refusal.value.path, refusal.value.params) == ("$.dial[1]", {"field": value})


@pytest.mark.rule("AOD-DIAL-008")
def test_mechs_have_ten_values() -> None:
    unit, problems = read(record(HATCHETMAN))
    assert problems == set()
    assert [weapon.slot for weapon in unit.weapons] == ["primary", "secondary"]
    assert None not in {click.secondary_damage for click in unit.dial}
    gap = record(HATCHETMAN)
    gap["dial"][2]["secondary_damage"] = None
    assert read(gap)[1] == {"DIAL_INVALID"}


@pytest.mark.rule("AOD-DIAL-010")
def test_equipment_belongs_to_a_value_on_some_clicks() -> None:
    data = with_dial(MORGAN, clicks=4, special_equipment={})
    for click in data["dial"][:3]:
        click["special_equipment"] = {"speed": {"color": "red", "shape": "square"}}
    dial = read(data)[0].dial
    assert [click.equipment.keys() for click in dial] == [{"speed"}, {"speed"}, {"speed"}, set()]
    assert (dial[1].equipment["speed"].color, dial[1].equipment["speed"].shape) == ("red", "square")


@pytest.mark.parametrize(
    ("equipment", "path"),
    [
        ({"vent": {"color": "red", "shape": "square"}}, "vent"),
        ({"speed": {"color": "pink", "shape": "square"}}, "speed.color"),
        ({"speed": {"color": "red", "shape": "star"}}, "speed.shape"),
    ],
)
def test_equipment_of_unknown_kind_is_refused(equipment: dict[str, Any], path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(with_dial(MORGAN, clicks=1, special_equipment=equipment))
    assert refusal.value.path == f"$.dial[0].special_equipment.{path}"


@pytest.mark.rule("AOD-DIAL-011")
def test_a_heat_position_modifies_the_columns_it_names() -> None:
    data = record("AOD-117")
    warm: dict[str, Any] = {"primary_damage_mod": 0, "secondary_damage_mod": -1, "speed_mod": -1}
    effects = {"speed": {"color": "yellow"}}
    data["heat_dial"] = [data["heat_dial"][0], warm | {"effects": effects}]
    unit, problems = read(data)
    position = unit.heat_dial[1]
    assert problems == set()
    assert (position.primary_damage, position.secondary_damage, position.speed) == (0, -1, -1)
    assert position.effects == {"speed": "yellow"}
    warm["effects"] = {"attack": {"color": "yellow"}}
    data["heat_dial"][1] = warm
    with pytest.raises(Unreadable) as refusal:
        read(data)
    assert refusal.value.path == "$.heat_dial[1].effects.attack"


@pytest.mark.rule("AOD-DIAL-015", "AOD-DIAL-008")
def test_mechs_alone_have_a_vent_rating() -> None:
    assert catalogue().units[HATCHETMAN].vent == 2
    assert read(record(HATCHETMAN, vent=None))[1] == {"DIAL_INVALID"}
    assert read(record(MORGAN, vent=2))[1] == {"DIAL_INVALID"}


def test_always_shows_means_every_click() -> None:
    shield = {"defense": {"color": "black", "shape": "square"}}
    data = with_dial(MORGAN, clicks=3, special_equipment=shield)
    assert read(data)[0].always_shows("defense", "black")
    data["dial"][2]["special_equipment"] = {}
    assert not read(data)[0].always_shows("defense", "black")
    assert not read(record(MORGAN, dial=None))[0].always_shows("defense", "black")
