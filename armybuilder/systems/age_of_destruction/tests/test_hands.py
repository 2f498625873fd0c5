"""What hands on the board are told: reach, ways, targets; nothing of hidden dials, no bad input."""

import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.systems.age_of_destruction.present.courses import course
from armybuilder.systems.age_of_destruction.present.hands import hands
from armybuilder.systems.age_of_destruction.tests.test_plans import query, table
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from rules.tests.skirmishes import mech, tank, woods

pytestmark = pytest.mark.usefixtures("catalogue")


def test_a_unit_shows_where_it_comes_and_whom_it_hits() -> None:
    wood = woods("wood-1", (16, 14), (20, 15))
    at = table(mech("r1", (18, 10)), tank("b1", (18, 17), 180), terrain=[wood])
    found = hands(at, "r1")
    assert [move["pace"] for move in found["moves"]] == ["move", "run"]
    assert found["moves"][0]["inches"] == 6 and found["moves"][0]["legal"]
    assert found["moves"][0]["d"].startswith("M")
    (aim,) = found["targets"]
    assert aim["legal"] and aim["needed"] and aim["chance"].endswith("%")
    assert aim["crosses"] == [{"at": (18.0, 21.5), "what": "Wood", "blocks": False, "says": "+1"}]
    assert json.loads(aim["order"])["targets"] == ["b1"]


def test_a_target_out_of_range_says_how_far() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 23.7), 180))
    (aim,) = hands(at, "r1")["targets"]
    assert not aim["legal"] and aim["why"] == "3.7″ too far"


def test_a_way_asked_too_far_is_the_legal_part_of_it() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (30, 30)))
    found = course(at, query(unit="r1", to="18,0"))
    assert found["clamped"] and found["legal"]
    assert found["inches"] == pytest.approx(6, abs=0.01)
    assert json.loads(found["order"])["legs"][0]["travel"] == [[18, 15.998]]


def test_a_way_dropped_beside_somebody_ends_in_contact() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 16), 90))
    found = course(at, query(unit="r1", to="18,22"))
    assert found["snapped"] == "b1" and found["legal"]


@pytest.mark.parametrize("asked", ["", "unit=nobody", "unit="])
def test_hands_of_nobody_are_refused_with_a_sentence(asked: str) -> None:
    player = Player()
    player.set_up()
    answer = player.client.get(f"{player.url}hands/?{asked}")
    assert answer.status_code == 400 and answer.json()["why"]


def a_unit_of(player: Player, seat: str) -> str:
    units = player.game.state["units"]
    return next(u for u, now in units.items() if u.lower().startswith(seat[0]) and now.get("at"))


def test_the_board_asks_for_reach_and_ways_in_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    player = Player()
    player.set_up()
    unit = a_unit_of(player, "red")
    x, y = player.game.state["units"][unit]["at"]
    with django_assert_max_num_queries(4):
        found = player.client.get(f"{player.url}hands/", {"unit": unit})
    assert found.status_code == 200 and "no-store" in found["Cache-Control"]
    assert found.json()["version"] == player.game.version
    with django_assert_max_num_queries(4):
        way = player.client.get(f"{player.url}way/", {"unit": unit, "to": f"{x},{36 - y - 3}"})
    assert way.status_code == 200 and way.json()["order"]


@pytest.mark.parametrize(
    "asked",
    [
        {"to": "1,2"},
        {"unit": "R1"},
        {"unit": "R1", "to": "here"},
        {"unit": "R1", "to": "1,2 3,4"},
        {"unit": "R1", "to": "nan,2"},
        {"unit": "R1", "to": "1,2", "pace": "swim"},
        {"unit": "R1", "to": "1,2", "face": "north"},
        {"unit": "R1", "to": "1,2", "via": "1,1 " * 20},
    ],
)
def test_ways_nobody_can_read_are_refused_with_a_sentence(asked: dict[str, str]) -> None:
    player = Player()
    player.set_up()
    if asked.get("unit"):
        asked = asked | {"unit": a_unit_of(player, "red")}
    answer = player.client.get(f"{player.url}way/", asked)
    assert answer.status_code == 400 and answer.json()["why"]


def test_nobody_else_is_told_anything() -> None:
    player = Player()
    player.set_up()
    for page in ("hands", "way"):
        assert Client().get(f"{player.url}{page}/", {"unit": "R1"}).status_code == 404
