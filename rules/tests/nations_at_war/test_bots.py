"""The commander that plays sensibly: legal, forward, in command, mounted on the road."""

from typing import Any

import pytest

from rules.__main__ import ROOT, read_records
from rules.core.system import NothingLegal
from rules.nations_at_war.hexes import distance
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.system import NATIONS_AT_WAR
from rules.tests.nations_at_war.scenes import hq, mechanised, scene, tank

PLAY = NATIONS_AT_WAR.edition(read_records(ROOT / "fixtures" / NATIONS_AT_WAR.fixtures)).play
FAR = [hq("ch", "C", [29, 0]), tank("c1", "C", [28, 0])]
LONG = " ".join(["." * 30] * 3)


def impulse(*units: dict[str, Any], rows: str = LONG, **fields: Any) -> NationsMatch:
    return NationsMatch(
        scene(*units, rows=rows) | {"stage": "impulse", "formation": "A"} | fields, 1
    )


def first(match: NationsMatch, unit: str) -> dict[str, Any]:
    """What the commander orders a counter, once its turn comes."""
    while (order := match.ordered("greedy", 0))["order"] != "end_stage":
        if order["unit"] == unit:
            return order
        match.take(order)
    return {}


@pytest.mark.parametrize("opening", PLAY.openings, ids=lambda opening: opening.name)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_between_commanders_end_and_nobody_is_asked(opening: Any, seed: int) -> None:
    match = PLAY.begin(opening.start, seed)
    attacks = 0
    for _ in range(400):
        if not match.actors():
            break
        order = match.ordered("greedy", 0)
        attacks += order["order"] == "fire"
        assert order.get("result") is None, "results are for people to say"
        match.take(order)
        assert not list(match.faults())
    assert not match.actors() and match.turn > opening.start["turn_limit"]
    assert attacks and not any(
        unit.disrupted and not opening.start.get("units", ())[index].get("disrupted")
        for index, unit in enumerate(match.game.state.units.values())
    )
    with pytest.raises(NothingLegal):
        match.ordered("greedy", 0)


def test_it_goes_towards_the_objectives_a_scenario_names() -> None:
    victory = {"en": "Hold it.", "hexes": [[0, 2], [99, 99]]}
    match = impulse(
        hq("ah", "A", [8, 0]), tank("a1", "A", [8, 0], movement=3), *FAR, victory=victory
    )
    assert match.setup.objectives == ((0, 2),)
    order = first(match, "a1")
    end = order["legs"][-1]["travel"][-1]
    assert distance(end, (0, 2)) == distance((8, 0), (0, 2)) - 3


@pytest.mark.parametrize("victory", [None, "Hold it.", {"hexes": "all"}, {"hexes": [[1]]}])
def test_it_goes_towards_the_enemy_where_a_scenario_names_none(victory: Any) -> None:
    match = impulse(tank("a1", "A", [0, 0], movement=3), *FAR, victory=victory)
    assert first(match, "a1")["legs"][-1]["travel"][-1][0] == 3


def test_it_stays_within_command() -> None:
    match = impulse(hq("ah", "A", [0, 0], movement=0), tank("a1", "A", [0, 0]), *FAR)
    assert first(match, "a1")["legs"][-1]["travel"][-1] == (4, 0)


def test_it_leads_from_within_reach_of_its_counters() -> None:
    match = impulse(hq("ah", "A", [0, 0]), tank("a1", "A", [9, 0], movement=0), *FAR)
    at = first(match, "ah")["legs"][-1]["travel"][-1]
    assert distance(at, (9, 0)) <= 4


def test_it_loads_up_for_the_road_and_dismounts_before_the_enemy() -> None:
    match = impulse(mechanised("a1", "A", [0, 0], side="dismounted"), *FAR)
    assert first(match, "a1")["legs"] == ({"load": True},)
    match = impulse(hq("ah", "A", [22, 0]), mechanised("a1", "A", [24, 0]), *FAR)
    assert first(match, "a1")["legs"][-1] == {"unload": True}


def test_it_shoots_once_at_who_is_close_and_says_no_result() -> None:
    match = impulse(tank("a1", "A", [7, 0]))
    order = match.ordered("greedy", 0)
    assert (order["order"], order["target"]) == ("fire", "c1")
    match.take(order)
    assert match.ordered("greedy", 0).get("unit") != "a1"


def test_it_assaults_who_is_shaken_and_outnumbered() -> None:
    enemies = [hq("ch", "C", [9, 0]), tank("c1", "C", [8, 0], disrupted=True)]
    pair = [tank("a1", "A", [7, 0]), tank("a2", "A", [7, 1])]
    match = impulse(*pair, *enemies, rows=" ".join(["." * 10] * 3))
    assert match.ordered("greedy", 0)["legs"][-1]["travel"][-1] == (8, 0)


def test_it_brings_its_reinforcements_in() -> None:
    late = tank("a1", "A", None, reinforcement={"turn": 1, "hexes": [[0, 1]]})
    assert first(impulse(late, *FAR), "a1")["legs"][0] == {"enter": (0, 1)}
