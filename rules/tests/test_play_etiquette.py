"""The etiquette of chapter 14, as far as a program has a part in it (AOD-STD-007 to AOD-STD-013).

Nobody lifts a figure or turns a dial here by hand, so these tests show that nothing else does
either: what the chapter asks of people follows from what orders and events can do.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules.age_of_destruction import AGE_OF_DESTRUCTION, system
from rules.age_of_destruction.orders import KINDS
from rules.age_of_destruction.play.rules import advance, explain
from rules.age_of_destruction.play.saved_game import start_game
from rules.age_of_destruction.state.events import DisputeRolled
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.core.dice import ScriptedDice, SeededDice
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    catalogue,
    close,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vent,
)
from rules.tests.test_play_playouts import choose, position

rule = pytest.mark.rule

DISPUTE = {"order": "dispute", "unit": "r1", "target": "b1", "about": "line"}


def moments(seed: int, steps: int = 40) -> Iterator[tuple[State, Any, State]]:
    """Every event of a random game, with the states before and after it."""
    chance = random.Random(seed)
    setup = read(position(seed)).setup
    game = start_game(position(seed), catalogue(), SeededDice(seed))
    for _ in range(steps):
        if game.state.stage == "over":
            return
        before = game.state
        for event in game.play(choose(setup, before, chance)):
            after = evolve(before, event)
            yield before, event, after
            before = after


def turned(before: State, after: State) -> list[str]:
    """The units whose combat dial or heat dial shows another position."""
    return [
        name
        for name, unit in after.units.items()
        if (unit.click, unit.heat) != (before.units[name].click, before.units[name].heat)
    ]


@rule("AOD-STD-009", "AOD-STD-011")
@pytest.mark.parametrize("seed", range(2))
def test_dials_turn_only_by_events_that_name_their_reason_and_figures_stay(seed: int) -> None:
    turns = 0
    for before, event, after in moments(seed):
        for name in turned(before, after):
            turns += 1
            assert type(event).__name__ in ("Damaged", "Repaired", "HeatChanged")
            assert (event.unit, bool(event.rules)) == (name, True)
            old, new = before.units[name], after.units[name]
            assert (new.at, new.facing, new.level) == (old.at, old.facing, old.level)
    assert turns


@rule("AOD-STD-009")
def test_a_dial_turns_by_the_number_of_clicks_the_event_gives_reasons_for() -> None:
    game = play([tank("r1", (18, 10)), tank("b1", (18, 16), 180)], ranged("r1", "b1"), dice=HIT)
    (hurt,) = game.events("Damaged")
    assert sum(part.value for part in hurt.parts) == hurt.amount == game.b1.click - 1 == 3
    assert (hurt.cause, hurt.source) == ("attack", "r1")


@rule("AOD-STD-009", "AOD-STD-010")
def test_no_order_names_a_position_of_a_dial() -> None:
    fields = {name for kind in KINDS for name in kind.__struct_fields__}
    assert not fields & {"click", "clicks", "heat", "damage", "tokens", "dial"}
    data = scenario([tank("r1", (18, 10))], move("r1") | {"click": 2})
    answer = system.play(data, catalogue(), "en")
    assert "$.orders[0].click" in {note["path"] for note in answer["notes"]}
    assert answer["units"]["r1"]["click"] == 1


@rule("AOD-STD-010")
def test_nobody_orders_the_units_of_another() -> None:
    units = [tank("r1", (18, 10)), mech("b1", (18, 30), 180, heat=2)]
    game = play(units, vent("b1"), END, vent("b1"))
    assert game.codes(0) == {"NOT_YOUR_UNIT"}
    assert (game.codes(2), game.b1.heat) == (set(), 0)


@rule("AOD-STD-012")
@pytest.mark.parametrize(
    ("gap", "codes"), [(0.0, set()), (TOLERANCE, set()), (0.1, {"NOT_IN_CONTACT"})]
)
def test_contact_is_measured_as_no_figure_has_parts_in_the_way(gap: float, codes: Any) -> None:
    """Bases on the table are flat: what stands close enough touches until it moves away."""
    units = [squad("r1", (18, 10)), squad("b1", (18, 11.5 + gap), 180)]
    assert play(units, close("r1", "b1"), dice=() if codes else (2, 2, 1)).codes() == codes


def dispute(order: Json) -> list[tuple[str, ...]]:
    """Why an order is refused, asked several times over."""
    start = read(scenario([tank("r1", (18, 10)), tank("b1", (18, 20.5), 180)], order))
    return [
        tuple(v.code for v in explain(start.setup, start.state, start.orders[0])) for _ in range(5)
    ]


@rule("AOD-STD-007", "AOD-STD-013")
def test_a_case_the_rules_decide_is_not_rolled_for() -> None:
    """Where everything is measured no case is open: no roll is offered, and no die is spent."""
    assert set(dispute(ranged("r1", "b1"))) == {("OUT_OF_RANGE",)}
    assert set(dispute(move("r1", (18, 12)))) == {()}
    assert set(dispute(DISPUTE)) == {("TABLE_NOT_REAL",)}


@rule("AOD-STD-013")
@pytest.mark.parametrize("face", range(1, 7))
def test_at_a_real_table_a_die_decides_what_nobody_can_tell(face: int) -> None:
    """From 4 the action goes ahead; nothing else changes, and no order is spent."""
    units = [tank("r1", (18, 10)), tank("b1", (18, 20), 180)]
    start = read(scenario(units, DISPUTE, real_table=True))
    assert explain(start.setup, start.state, start.orders[0]) == ()
    dice = ScriptedDice([face])
    state, happened = advance(start.setup, start.state, start.orders[0], dice)
    (rolled,) = [event for event in happened if isinstance(event, DisputeRolled)]
    assert (rolled.allowed, rolled.dice) == (face >= 4, (face,))
    assert state == start.state


@rule("AOD-STD-007")
def test_the_etiquette_is_a_chapter_of_the_rule_book() -> None:
    book = AGE_OF_DESTRUCTION.rulebook()
    etiquette = [entry.id for entry in book.values() if entry.section.startswith("14")]
    assert etiquette == [f"AOD-STD-{number:03}" for number in range(9, 14)]
