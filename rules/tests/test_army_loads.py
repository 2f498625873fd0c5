"""Passengers stored with a list."""

from typing import Any

import pytest

from rules.tests.army import codes, errors, figure, group, judge, one

CARRIER, APC, TANK, INFANTRY, VTOL, MECH = (
    "AOD-068",  # capacity 3
    "AOD-038",  # capacity 1
    "AOD-034",
    "AOD-031",
    "AOD-047",
    "AOD-089",
)


def loaded(transport: str, *passengers: Any, boards: Any = None, total: int = 600) -> Any:
    """A verdict on a transport (entry 0) with everything behind it aboard, or `boards`."""
    indexes = list(range(1, len(passengers) + 1)) if boards is None else boards
    load = {"transport": 0, "passengers": indexes}
    return judge(group(transport, *passengers, total=total, loads=[load]))


def tank(**fields: Any) -> dict[str, Any]:
    return {"unit": figure(speed_mode="tracked", **fields)}


@pytest.mark.rule("AOD-UNIT-022")
def test_only_a_transport_carries() -> None:
    verdict = loaded(TANK, INFANTRY)
    violation = one(verdict, "NOT_A_TRANSPORT")
    assert errors(verdict) == {"NOT_A_TRANSPORT": 1}
    assert violation.where == ("loads[0]", "units[0]")
    assert violation.params == {"unit": "AOD-034 DI Multipurpose Light VTOL"}
    assert errors(loaded(APC, INFANTRY)) == {}


@pytest.mark.rule("AOD-UNIT-023", "AOD-SETUP-021")
@pytest.mark.parametrize(
    ("passengers", "load"),
    [
        ([INFANTRY] * 3, None),
        ([tank()], None),
        ([INFANTRY] * 4, 4),
        ([tank(), INFANTRY], 4),
        ([tank(), tank()], 6),
    ],
)
def test_infantry_takes_one_space_and_a_vehicle_three(
    passengers: list[Any], load: int | None
) -> None:
    verdict = loaded(CARRIER, *passengers)
    assert errors(verdict) == ({"TRANSPORT_OVERLOADED": 1} if load else {})
    if load:
        violation = one(verdict, "TRANSPORT_OVERLOADED")
        assert violation.where == ("loads[0]",)
        assert violation.params == {
            "transport": "AOD-068 R10 Mechanized ICV",
            "capacity": 3,
            "load": load,
        }


@pytest.mark.rule("AOD-UNIT-023", "AOD-SETUP-021")
def test_a_vehicle_does_not_fit_into_two_spaces() -> None:
    carrier = {"unit": figure(id="TST-2", transport_capacity=2)}
    load = {"transport": 0, "passengers": [1]}
    assert errors(judge(group(carrier, tank(), loads=[load]))) == {"TRANSPORT_OVERLOADED": 1}


def test_two_loads_of_one_transport_count_together() -> None:
    loads = [{"transport": 0, "passengers": [1, 2]}, {"transport": 0, "passengers": [3, 4]}]
    crowd = (CARRIER, *[INFANTRY] * 4)
    violation = one(judge(group(*crowd, loads=loads)), "TRANSPORT_OVERLOADED")
    assert (violation.where, violation.params["load"]) == (("loads[0]", "loads[1]"), 4)
    pair = ({"unit": CARRIER, "count": 2}, *[INFANTRY] * 4)
    assert errors(judge(group(*pair, loads=loads))) == {}


@pytest.mark.rule("AOD-UNIT-023")
@pytest.mark.parametrize(
    ("passenger", "reason"), [(MECH, "mech"), (VTOL, "vtol"), (APC, "transport")]
)
def test_who_can_never_be_a_passenger(passenger: str, reason: str) -> None:
    verdict = loaded(CARRIER, passenger)
    violation = one(verdict, "PASSENGER_NOT_ALLOWED")
    assert errors(verdict) == {"PASSENGER_NOT_ALLOWED": 1}
    assert violation.where == ("loads[0]", "units[1]")
    assert violation.params["transport"] == "AOD-068 R10 Mechanized ICV"
    assert violation.params["passenger"].startswith(passenger)
    assert violation.params["reason"] == reason


def test_a_transport_does_not_carry_itself() -> None:
    assert errors(loaded(CARRIER, boards=[0])) == {"PASSENGER_NOT_ALLOWED": 1}


@pytest.mark.rule("AOD-SETUP-021")
def test_one_passenger_is_aboard_once() -> None:
    loads = [{"transport": 0, "passengers": [2]}, {"transport": 1, "passengers": [2]}]
    verdict = judge(group(CARRIER, APC, INFANTRY, loads=loads))
    violation = one(verdict, "PASSENGER_TWICE")
    assert errors(verdict) == {"PASSENGER_TWICE": 1}
    assert violation.where == ("units[2]",)
    assert violation.params == {
        "passenger": "AOD-031 Fenrir Battle Armor",
        "transports": ["AOD-068 R10 Mechanized ICV", "AOD-038 JI2A1 Attack APC"],
    }
    two_copies = judge(group(CARRIER, APC, {"unit": INFANTRY, "count": 2}, loads=loads))
    assert errors(two_copies) == {}


def test_a_transport_nobody_knows_hides_its_load() -> None:
    assert errors(loaded("XXX-1", MECH)) == {"UNKNOWN_UNIT": 1}
    assert errors(loaded(CARRIER, "XXX-1")) == {"UNKNOWN_UNIT": 1}


def test_a_list_without_loads_is_not_asked() -> None:
    verdict = judge(group(CARRIER, MECH))
    assert "loads" not in {check.topic for check in verdict.checks}
    assert not codes(verdict) & {"NOT_A_TRANSPORT", "PASSENGER_NOT_ALLOWED"}
