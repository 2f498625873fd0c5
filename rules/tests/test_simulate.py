"""The commander of whole games, on a game of counting down that has no other rules."""

from functools import partial

import pytest

from rules.core.dice import Dice, SeededDice
from rules.core.game import Game, GameRules
from rules.core.simulate import Commander, Habits, NeverEnds, play_out

HABITS: Habits[str] = Habits(
    traits=lambda order: order.split(),
    passes=lambda order: order == "pass",
    ends=lambda order: order == "resign",
)


def counted(state: int, order: str, dice: Dice) -> list[int]:
    """What an order takes off."""
    return [{"pass": 0, "resign": state}.get(order, 1)]


def game(orders: list[str], start: int = 5) -> Game[int, str, int]:
    """A game that begins with a number and is over at none; some orders are legal throughout."""
    rules = GameRules[int, str, int](
        explain=lambda state, order: (),
        legal_orders=lambda state, player: orders,
        decide=counted,
        evolve=lambda state, taken: state - taken,
        fingerprint=str,
    )
    return Game(rules, start, SeededDice(1))


def actors(state: int) -> tuple[str, ...]:
    return ("ann",) if state > 0 else ()


def given(orders: list[str], start: int, bound: int = 100) -> list[str]:
    """The orders of a game played out."""
    played = game(orders, start)
    play_out(played, Commander(HABITS, SeededDice(7)), actors, bound=bound)
    return [step.order for step in played.steps]


def test_nobody_passes_or_resigns_while_something_else_is_legal() -> None:
    assert given(["pass", "take one", "resign"], 5) == ["take one"] * 5


def test_after_the_bound_the_players_end_the_game() -> None:
    assert given(["pass", "take one", "resign"], 9, bound=3) == ["take one"] * 3 + ["resign"]


def test_what_has_never_been_given_comes_early() -> None:
    kinds = [f"take number{number}" for number in range(8)]
    assert set(given(kinds, 40)) == set(kinds)


def test_the_same_seed_gives_the_same_game() -> None:
    kinds = ["take one", "steal one", "take another"]
    assert given(kinds, 20) == given(kinds, 20)


def test_a_game_without_end_is_noticed() -> None:
    with pytest.raises(NeverEnds, match="still going on"):
        given(["pass"], 5, bound=10)
    with pytest.raises(NeverEnds, match="cannot act"):
        given([], 5)


def test_every_order_is_watched() -> None:
    played, seen = game(["take one"]), list[int]()
    watch = partial(lambda: seen.append(played.state))
    play_out(played, Commander(HABITS, SeededDice(7)), actors, bound=9, watch=watch)
    assert seen == [4, 3, 2, 1, 0]
