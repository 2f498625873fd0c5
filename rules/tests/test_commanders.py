"""Commanders give legal orders, pass for want of others, and play the same game from a seed."""

from itertools import islice

import pytest

from rules.age_of_destruction.commanders import RandomCommander, Taken, fight
from rules.age_of_destruction.skirmish.explain import explain
from rules.age_of_destruction.skirmish.legal import legal_orders, some_legal_order
from rules.age_of_destruction.skirmish.orders import EndGame, EndStage, TimeUp, Withdraw
from rules.age_of_destruction.skirmish.play import open_question
from rules.bench_games import start
from rules.core.dice import SeededDice
from rules.tests.skirmishes import read
from rules.tests.test_play_playouts import position

SETUP = read(position(3))


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


def test_the_games_of_the_bench_are_of_the_size_they_claim() -> None:
    bench = read(start() | {"dice": [], "orders": []})
    for player in ("red", "blue"):
        own = [figure for figure in bench.setup.figures.values() if figure.owner == player]
        assert sum(figure.unit.points or 0 for figure in own) == 450
    assert len(bench.setup.table.terrain) == 6
    assert bench.setup.limits.turns == 24
    large = read(start(48, 32) | {"dice": [], "orders": []})
    assert (len(large.setup.figures), len(large.setup.table.terrain)) == (96, 32)
