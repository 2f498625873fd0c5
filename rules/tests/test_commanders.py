"""Commanders give legal orders, pass for want of others, and play the same game from a seed."""

import json
import pickle
from itertools import islice
from pathlib import Path

import pytest

from rules.age_of_destruction.bots import (
    COMMANDERS,
    RandomCommander,
    SearchingCommander,
    Taken,
    fight,
)
from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.contest import play_game, read_fighter, set_up_contest
from rules.age_of_destruction.bots.contest.game import begin
from rules.age_of_destruction.bots.even_dice import SEQUENCES, EvenDice
from rules.age_of_destruction.bots.worth import worth
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.rules import (
    NothingLegal,
    advance,
    explain,
    is_stuck,
    legal_orders,
    some_legal_order,
    who_acts,
)
from rules.age_of_destruction.play.saved_game import replay_game
from rules.core.dice import SeededDice
from rules.tests.army import group
from rules.tests.skirmishes import catalogue, read, scenario, tank
from rules.tests.test_play_playouts import position
from rules.tools.bench_games import start

SETUP = read(position(3))
FIGHTERS = group("AOD-102", "AOD-061", "AOD-053", "AOD-029", total=300)


def fought(seed: int, orders: int) -> list[Taken]:
    """The first orders of a fight between random commanders."""
    commander = RandomCommander(SeededDice(seed))
    both = {"red": commander, "blue": commander}
    return list(islice(fight(SETUP.setup, SETUP.state, both, SeededDice(seed)), orders))


@pytest.mark.parametrize("seed", range(3))
def test_random_orders_are_legal_and_none_is_a_pass_while_something_else_is_legal(
    seed: int,
) -> None:
    state = SETUP.state
    for taken in fought(seed, 30):
        assert explain(SETUP.setup, state, taken.order) == ()
        assert not isinstance(taken.order, EndGame | TimeUp | Withdraw)
        if isinstance(taken.order, EndStage):
            legal = legal_orders(SETUP.setup, state, state.active)
            assert all(isinstance(o, EndStage | EndGame | TimeUp | Withdraw) for o in legal)
        state = taken.state


def test_the_same_seed_gives_the_same_orders() -> None:
    assert fought(1, 20) == fought(1, 20)
    assert fought(1, 20) != fought(2, 20)


def test_random_orders_are_of_many_kinds() -> None:
    kinds = {
        type(some_legal_order(SETUP.setup, SETUP.state, "red", SeededDice(seed))).__name__
        for seed in range(60)
    }
    assert {"Move", "Ranged", "Vent"} <= kinds


def test_who_is_not_to_act_has_no_order() -> None:
    assert open_question(SETUP.state) is None
    assert some_legal_order(SETUP.setup, SETUP.state, "blue", SeededDice(1)) is None
    with pytest.raises(ValueError, match="blue"):
        RandomCommander(SeededDice(1)).choose(SETUP.setup, SETUP.state, "blue")


STUCK_ONCE = json.loads(
    (Path(__file__).parent / "old_saves" / "stuck-march.json").read_text("utf-8")
)


@pytest.mark.parametrize("name", list(COMMANDERS))
def test_a_march_held_on_ground_that_bars_it_goes_on(name: str) -> None:
    """A game in which every answer was refused once."""
    state, difference = replay_game(STUCK_ONCE, catalogue())
    setup = read({**STUCK_ONCE["start"], "dice": [], "orders": []}).setup
    question = open_question(state)
    assert difference is None and question is not None and question.to == "march"
    answer = COMMANDERS[name](SeededDice(1)).choose(setup, state, question.player)
    after, _ = advance(setup, state, answer, SeededDice(1))
    assert open_question(after) is None


@pytest.mark.parametrize("name", list(COMMANDERS))
@pytest.mark.parametrize("moment", ["question", "set-up"])
def test_a_commander_with_nothing_legal_to_do_reports_a_fault_of_the_game(
    name: str, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in ("play.rules", "bots.answering", "bots.drawing_up"):
        monkeypatch.setattr(f"rules.age_of_destruction.{where}.is_legal", lambda *asked: False)
    if moment == "question":
        state, _ = replay_game(STUCK_ONCE, catalogue())
        setup = read({**STUCK_ONCE["start"], "dice": [], "orders": []}).setup
    else:
        groups = (read_fighter(FIGHTERS, catalogue()),) * 2
        before = begin(set_up_contest(groups, (name, name), 1, catalogue()), 0, catalogue())
        setup, state = before.setup, before.state
    assert is_stuck(setup, state)
    player = who_acts(state)
    with pytest.raises(NothingLegal, match=f"{player} ") as fault:
        COMMANDERS[name](SeededDice(1)).choose(setup, state, player)
    again = pickle.loads(pickle.dumps(fault.value))
    assert (again.player, again.state, str(again)) == (player, state, str(fault.value))


def test_who_searches_leaves_out_what_would_get_the_game_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_way_on(field: Field, *asked: object) -> None:
        raise NothingLegal(field.state.active, field.state)

    monkeypatch.setattr("rules.age_of_destruction.bots.searching.ways", no_way_on)
    order = SearchingCommander(SeededDice(1)).choose(SETUP.setup, SETUP.state, "red")
    assert explain(SETUP.setup, SETUP.state, order) == ()


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_weighed_orders_are_legal_and_no_fight_is_shunned(name: str) -> None:
    commander = COMMANDERS[name](SeededDice(1))
    both = {"red": commander, "blue": RandomCommander(SeededDice(2))}
    state, attacks = SETUP.state, 0
    for taken in islice(fight(SETUP.setup, state, both, SeededDice(3)), 24):
        assert explain(SETUP.setup, state, taken.order) == ()
        assert not isinstance(taken.order, EndGame | TimeUp | Withdraw)
        if state.active == "red" and open_question(state) is None:
            attacks += isinstance(taken.order, Ranged | Close | Assault | SpecialAttack)
        state = taken.state
    assert attacks >= 1


def test_a_clear_shot_is_taken_and_no_stage_ended_before() -> None:
    clear = read(scenario([tank("r1", (18, 18)), tank("b1", (18, 24), 180)]))
    for name in ("greedy", "drilled", "searching", "planning"):
        order = COMMANDERS[name](SeededDice(1)).choose(clear.setup, clear.state, "red")
        assert isinstance(order, Ranged)
        assert order.targets == ("b1",)


def test_the_budget_bounds_the_positions_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Field] = []
    position = Appraisal.position

    def looking(self: Appraisal, field: Field) -> float:
        looked.append(field)
        return position(self, field)

    monkeypatch.setattr(Appraisal, "position", looking)
    for budget in (0, 1, 7, 22, 44):
        looked.clear()
        SearchingCommander(SeededDice(1), budget).choose(SETUP.setup, SETUP.state, "red")
        assert len(looked) <= budget


def test_dice_fall_evenly_over_all_sequences() -> None:
    for throw in range(3):
        sums = []
        for sequence in range(SEQUENCES):
            dice = EvenDice(sequence)
            sums.append([sum(dice.roll(3)) for _ in range(throw + 1)][-1])
        assert sum(sums) / SEQUENCES == pytest.approx(10.5, abs=0.6)
        assert min(sums) <= 6 and max(sums) >= 15


def test_a_unit_is_worth_less_with_every_click_and_nothing_in_the_end() -> None:
    for outfit in outfits(SETUP.setup).values():
        values = [worth(outfit, click) for click in range(1, len(outfit.figure.unit.dial) + 2)]
        assert values == sorted(values, reverse=True)
        assert (values[0], values[-1]) == (outfit.figure.value, 0.0)


def test_greedy_beats_random_from_either_seat() -> None:
    groups = (read_fighter(FIGHTERS, catalogue()),) * 2
    contest = set_up_contest(groups, ("greedy", "random"), 4, catalogue(), turns=12)
    games = [play_game(contest, number, catalogue()) for number in range(8)]
    assert [game.winner for game in games].count(0) >= 6


def test_the_games_of_the_bench_are_of_the_size_they_claim() -> None:
    bench = read(start() | {"dice": [], "orders": []})
    for player in ("red", "blue"):
        own = [figure for figure in bench.setup.figures.values() if figure.owner == player]
        assert sum(figure.unit.points or 0 for figure in own) == 450
    assert len(bench.setup.table.terrain) == 6
    assert bench.setup.limits.turns == 24
    large = read(start(48, 32) | {"dice": [], "orders": []})
    assert (len(large.setup.figures), len(large.setup.table.terrain)) == (96, 32)
