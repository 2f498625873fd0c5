"""The command stage: what falls due and in which sequence (AOD-TURN-006 to 009)."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.artillery_cases import CRITICAL_HIT, FAR, LANDS, NEXT, fire, gun
from rules.tests.skirmishes import END, Json, move, play, squad, tank

rule = pytest.mark.rule


COMMAND = {"attack": ("grey", "square")}


def two_guns(**fields: Any) -> list[Json]:
    """Two guns whose salvos fall due together."""
    return [gun(), gun("r2", (10, 3)), tank("b1", (18, 20), 180), tank("b2", (10, 20), 180)]


BOTH = (fire((18, 20)), fire((10, 20), unit="r2"), END, END)


@rule("AOD-TURN-008", "AOD-TURN-009")
def test_the_active_player_chooses_the_sequence_of_what_falls_due() -> None:
    waiting = play(two_guns(), *BOTH, move("r1"), prompts="ask")
    question = open_question(waiting.state)
    assert question is not None
    assert (question.to, question.player) == ("choose", "red")
    assert (question.options, question.about) == (("r1", "r2"), "command_stage")
    assert (waiting.state.stage, waiting.codes(4)) == ("command", {"QUESTION_OPEN"})
    pick = {"order": "answer", "to": "choose", "choice": "r2"}
    game = play(two_guns(), *BOTH, pick, dice=(*LANDS, *CRITICAL_HIT), prompts="ask")
    assert [event.unit for event in game.events("ArtilleryRolled")] == ["r2", "r1"]
    assert (game.b1.click, game.b2.click, game.state.stage) == (5, 4, "orders")
    assert legal_orders(waiting.outcome.setup, waiting.state, "blue") == []
    assert len(legal_orders(waiting.outcome.setup, waiting.state, "red")) == 2


@rule("AOD-TURN-008")
def test_unasked_effects_follow_the_order_of_the_file() -> None:
    game = play(two_guns(), *BOTH, dice=(*CRITICAL_HIT, *LANDS))
    assert [event.unit for event in game.events("ArtilleryRolled")] == ["r1", "r2"]


@rule("AOD-TURN-008")
def test_nobody_is_asked_where_the_sequence_cannot_matter() -> None:
    rolling = [tank(f"r{x}", (5 * x, 5), equipment=COMMAND) for x in (1, 2)]
    game = play([*rolling, FAR], *NEXT, dice=(6, 1), prompts="ask")
    assert (open_question(game.state), len(game.events("OrderGained"))) == (None, 2)
    mixed = [gun(), tank("r2", (10, 5), equipment=COMMAND), FAR]
    game = play(mixed, fire((18, 20)), *NEXT, prompts="ask")
    question = open_question(game.state)
    assert question is not None
    assert question.options == ("r1", "r2")


@rule("AOD-TURN-008")
def test_a_salvo_may_silence_what_was_to_follow() -> None:
    """The gun's own salvo drifts onto a unit with Command, which then has no roll any more."""
    commander = squad("r2", (18, 24), equipment=COMMAND, clicks=2)
    units = [gun(), commander, FAR]
    pick = {"order": "answer", "to": "choose", "choice": "r1"}
    first = play(units, fire((18, 20)), *NEXT, pick, dice=(1, 2, 6), prompts="ask")
    assert (first.r2.eliminated, first.events("OrderGained")) == (True, [])
    other = pick | {"choice": "r2"}
    second = play(units, fire((18, 20)), *NEXT, other, dice=(6, 1, 2, 6), prompts="ask")
    assert (second.r2.eliminated, second.state.orders_left) == (True, 9)
