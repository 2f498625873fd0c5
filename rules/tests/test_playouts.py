"""Whole games with the whole catalogue: dealt, played to the end, nothing left out."""

from typing import Any

import pytest

from rules.__main__ import main
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.playouts.deal import Deals
from rules.age_of_destruction.playouts.ledger import Ledger
from rules.age_of_destruction.playouts.play import Fault, Playouts
from rules.core.dice import SeededDice
from rules.tests.skirmishes import catalogue

#: Games in which every figure and card comes at least once.
ROUND = 30


def test_every_figure_and_card_takes_part() -> None:
    deals, ledger = Deals(catalogue(), SeededDice(1)), Ledger(catalogue())
    for _ in range(ROUND):
        start = deals.next()
        ledger.begin(read_scenario(start | {"dice": [], "orders": []}, catalogue()).setup)
        ledger.seen["cards"].update(card["card"] for card in start["conditions"])
    assert {"figures", "cards"} & ledger.missing().keys() == set()


def test_a_game_is_dealt_for_two_to_four_players_and_for_teams() -> None:
    deals = Deals(catalogue(), SeededDice(1))
    starts = [deals.next() for _ in range(12)]
    assert {len(start["players"]) for start in starts} == {2, 3, 4}
    assert {len({p["team"] for p in start["players"]}) for start in starts} == {2, 3, 4}
    assert {start.get("stage", "orders") for start in starts} == {"setup", "orders"}
    kinds = {(e["kind"], e.get("elevated", False)) for s in starts for e in s.get("terrain", ())}
    assert len(kinds) == 7


def test_games_come_to_an_end_without_a_fault() -> None:
    playouts = Playouts(catalogue(), seed=3, bound=40)
    for _ in range(3):
        assert playouts.play().state.stage == "over"


def test_the_same_seed_plays_the_same_games() -> None:
    one, other = (Playouts(catalogue(), seed=5, bound=8).play() for _ in range(2))
    assert [s.order for s in one.steps] == [s.order for s in other.steps]


def test_a_broken_invariant_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "rules.age_of_destruction.playouts.play.broken_invariants"
    monkeypatch.setattr(where, lambda setup, state: ["r1 stands on r2"])
    with pytest.raises(Fault, match="r1 stands on r2"):
        Playouts(catalogue(), seed=1).play()


def test_a_question_whose_usual_answer_is_refused_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where = "rules.age_of_destruction.play.invariants.is_legal"
    monkeypatch.setattr(where, lambda field, order: False)
    with pytest.raises(Fault, match=r"the usual answer to Question.* is refused"):
        for _ in range(4):
            Playouts(catalogue(), seed=3).play()


def test_the_command_names_what_never_occurred(capsys: Any) -> None:
    assert main(["playouts", "--seed", "2", "--games", "1"]) == 0
    *games, figures, _, _, _, _, _, _, _, _ = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in games] == ["game 1"]
    whole = sum(bool(unit.dial) for unit in catalogue().units.values())
    assert f"of {whole}; never: " in figures


def test_the_command_reports_a_fault_and_goes_on(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "rules.age_of_destruction.playouts.play.broken_invariants"
    monkeypatch.setattr(where, lambda setup, state: ["r1 stands on r2"])
    assert main(["playouts", "--games", "2"]) == 1
    assert "game 2 of seed 1: FAULT" in capsys.readouterr().out
