"""The points still standing after every order of a battle, and where it turned."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.play.saved_game import read_record, rules_of
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.telling.course import course, points_standing, turning_points
from rules.core.dice import ScriptedDice
from rules.tests.skirmishes import catalogue, mech, play, tank

GAMES = sorted((Path(__file__).parent / "replays").glob("*.json"))
rule = pytest.mark.rule

Steps = list[tuple[int, tuple[events.AnyEvent, ...]]]


def studied() -> tuple[Setup, State]:
    """Two units a side, before anything happens."""
    outcome = play(
        [mech("r1", (10, 10)), tank("r2", (14, 10)), mech("b1", (10, 20)), tank("b2", (14, 20))]
    ).outcome
    return outcome.setup, outcome.state


def damaged(unit: str, click: int) -> events.Damaged:
    return events.Damaged(unit=unit, amount=1, click=click, cause="attack")


def test_everything_stands_at_the_beginning() -> None:
    setup, state = studied()
    values = dict.fromkeys(setup.teams, 0.0)
    for figure in setup.figures.values():
        values[setup.team(figure.owner)] += figure.value
    assert points_standing(setup, state) == values


@rule("AOD-END-005")
def test_a_unit_counts_by_its_clicks_before_heavy_damage() -> None:
    setup, state = studied()
    salvage = outfits(setup)["b1"].salvage
    fit = salvage.index(True) if True in salvage else len(salvage)
    value, team = setup.figures["b1"].value, setup.team("blue")
    whole = points_standing(setup, state)[team]
    for click in range(1, len(salvage) + 1):
        left = points_standing(setup, state.with_unit("b1", click=click))[team]
        assert whole - left == pytest.approx(value * min(click - 1, fit) / fit)


@rule("AOD-END-005")
@pytest.mark.parametrize(
    "fate", [{"eliminated": True}, {"withdrawn": True}, {"captive_of": "r1"}], ids=str
)
def test_who_is_gone_or_captive_stands_no_more(fate: dict[str, object]) -> None:
    setup, state = studied()
    team = setup.team("blue")
    before = points_standing(setup, state)[team]
    after = points_standing(setup, state.with_unit("b1", **fate))[team]
    assert before - after == setup.figures["b1"].value


def test_who_has_changed_sides_stands_for_the_other() -> None:
    setup, state = studied()
    before = points_standing(setup, state)
    after = points_standing(setup, state.with_unit("b1", owner="red"))
    value = setup.figures["b1"].value
    assert after == {"red": before["red"] + value, "blue": before["blue"] - value}


def test_a_battle_turns_where_the_sides_move_apart_the_most() -> None:
    setup, state = studied()
    gone = events.Eliminated(unit="b1", cause="attack")
    steps: Steps = [
        (1, (damaged("b2", 2),)),
        (2, ()),
        (3, (gone,)),
        (4, (damaged("r2", 2), damaged("r1", 2))),
        (5, (damaged("r2", 4),)),
    ]
    moments = course(setup, state, steps)
    assert [moment.step for moment in moments] == [0, 1, 2, 3, 4, 5]
    turned = turning_points(moments, steps)
    swings = {
        after.step: max(before.standing[team] - after.standing[team] for team in setup.teams)
        for before, after in pairwise(moments)
    }
    largest = sorted(swings, key=lambda step: -swings[step])[:3]
    assert [each.after.step for each in turned] == sorted(largest)
    assert next(each for each in turned if each.after.step == 3).happened == (gone,)
    assert next(each for each in turned if each.after.step == 3).changes["red"] == 0


def test_what_changes_nothing_is_no_turning_point() -> None:
    setup, state = studied()
    steps: Steps = [(1, ()), (2, (damaged("b2", 2),)), (3, ())]
    assert [t.after.step for t in turning_points(course(setup, state, steps), steps)] == [2]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_has_as_many_moments_as_orders(path: Path) -> None:
    start, record = read_record(json.loads(path.read_text("utf-8")))
    scenario = read_scenario({**start, "dice": [], "orders": []}, catalogue())
    rules, state = rules_of(scenario.setup), scenario.state
    steps: Steps = []
    for number, (order, faces, _) in enumerate(record, start=1):
        happened = tuple(rules.decide(state, order, ScriptedDice(faces)))
        for event in happened:
            state = rules.evolve(state, event)
        steps.append((number, happened))
    moments = course(scenario.setup, scenario.state, steps)
    assert len(moments) == len(record) + 1 and moments[-1].state == state
    assert all(each.swing > 0 for each in turning_points(moments, steps))
    for moment in moments:
        assert all(points >= 0 for points in moment.standing.values())
