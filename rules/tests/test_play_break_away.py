"""Leaving contact, and free spins of those who are touched."""

from typing import Any

import pytest

from rules.tests.skirmishes import Json, mech, move, play, quad, squad, tank, vtol, woods

rule = pytest.mark.rule


def leave(unit: Json, foe: Json, die: int | None, **fields: Any) -> Any:
    """r1 moves away to (18, 5) from a foe at its side."""
    dice = () if die is None else (die,)
    run = {k: fields.pop(k) for k in ("run", "off", "legs") if k in fields}
    return play([unit, foe], move("r1", (18, 6)) | run, dice=dice, **fields)


HOVER: Json = {"mode": "hover"}
EVADE: Json = {"equipment": {"speed": ("red", "square")}}
JUMP: Json = {"equipment": {"speed": ("blue", "square")}}


@rule("AOD-BREAK-001", "AOD-BREAK-002", "AOD-BREAK-003", "AOD-BREAK-004", "AOD-CONTACT-001")
@pytest.mark.parametrize(
    ("make", "fields", "needed"),
    [
        (squad, {}, 4),
        (tank, {}, 4),
        (vtol, {}, 4),
        (mech, {}, 3),
        (quad, {}, 3),
        (tank, HOVER, 2),
        (squad, EVADE, 2),
        (mech, EVADE, 2),
        (mech, JUMP, 2),
    ],
)
def test_what_a_unit_needs_to_break_away(make: Any, fields: Json, needed: int) -> None:
    unit = make("r1", (18, 10), **fields)
    foe = tank("b1", (18 + make("x", (0, 0))["unit"].get("width", 0) + 1.5, 10))
    reach = 0.75 if make is not mech and make is not quad else 1.15
    foe["at"] = [18 + reach + 0.75, 10]
    gone = leave(unit, foe, needed)
    assert gone.r1.at == (18, 6)
    held = leave(unit, foe, needed - 1)
    assert (held.r1.at, held.r1.tokens) == ((18, 10), 1)


@rule("AOD-BREAK-005", "AOD-BREAK-009")
@pytest.mark.parametrize(
    ("make", "turns"), [(squad, True), (mech, True), (quad, False), (tank, False)]
)
def test_after_a_failure_infantry_and_bipeds_may_turn(make: Any, turns: bool) -> None:
    reach = 1.15 if make in (mech, quad) else 0.75
    foe = mech("b1", (18 + reach + 1.15, 10))
    legs = [{"travel": [[18, 8]]}, {"rotate": 90}]
    game = leave(make("r1", (18, 10)), foe, 1, legs=legs)
    assert game.r1.at == (18, 10)
    assert game.r1.facing == (90 if turns else 0)


@rule("AOD-BREAK-009")
def test_a_failed_vtol_keeps_its_level_but_shoots() -> None:
    legs = [{"level": "cruising"}, {"shoot": {"targets": ["b1"]}}]
    units = [vtol("r1", (18, 10)), tank("b1", (18, 12.75), 180)]
    game = play(units, {"order": "move", "unit": "r1", "legs": legs}, dice=(1, 4, 3, 3))
    assert (game.r1.level, game.b1.click) == ("ground", 4)


@rule("AOD-BREAK-006")
def test_the_disabled_hold_nobody_unless_another_does() -> None:
    down = mech("b1", (19.9, 10), heat=5)
    assert leave(tank("r1", (18, 10)), down, None).r1.at == (18, 6)
    wreck = tank("b1", (19.5, 10), equipment={"attack": ("black", "square")})
    assert leave(tank("r1", (18, 10)), wreck, None).r1.at == (18, 6)
    both = [tank("r1", (18, 10)), down, squad("b2", (16.5, 10))]
    assert play(both, move("r1", (18, 6)), dice=(3,)).r1.at == (18, 10)


@rule("AOD-BREAK-007", "AOD-BREAK-008", "AOD-PUSH-003")
def test_quads_leave_infantry_freely_and_bipeds_crush_it() -> None:
    foe = squad("b1", (19.9, 10))
    game = leave(quad("r1", (18, 10)), foe, None)
    assert (game.r1.at, game.b1.click) == ((18, 6), 1)
    game = leave(mech("r1", (18, 10)), foe, 3)
    assert (game.r1.at, game.b1.click) == ((18, 6), 2)
    assert leave(mech("r1", (18, 10)), foe, 2).b1.click == 1
    both = [quad("r1", (18, 10)), foe, tank("b2", (16.1, 10))]
    assert play(both, move("r1", (18, 6)), dice=(2,)).r1.at == (18, 10)


@rule("AOD-RUN-002", "AOD-RUN-003", "AOD-RUN-004", "AOD-HEAT-004", "AOD-HEAT-008")
def test_a_run_that_never_started_is_not_hot() -> None:
    runner, foe = mech("r1", (18, 10), tokens=1), tank("b1", (19.9, 10))
    held = leave(runner, foe, 2, run=True)
    assert (held.r1.heat, held.r1.tokens) == (1, 1)
    gone = leave(runner, foe, 3, run=True)
    assert gone.r1.heat == 2
    cool = leave(mech("r1", (18, 10), **EVADE), foe, 2, run=True)
    assert cool.r1.heat == 0


@rule("AOD-CONTACT-002", "AOD-CONTACT-004", "AOD-CONTACT-007")
def test_contact_is_seen_from_above_and_captives_hold_nobody() -> None:
    hill = [woods("hill", (18.75, 6), (24, 14), kind="clear", elevated=True)]
    game = leave(tank("r1", (18, 10)), squad("b1", (19.5, 10)), 3, terrain=hill)
    assert game.r1.at == (18, 10)
    held = squad("b1", (19.5, 10), captive_of="r2")
    units = [tank("r1", (18, 10)), held, squad("r2", (21, 10))]
    assert play(units, move("r1", (18, 6))).r1.at == (18, 6)


SPIN = {"order": "answer", "to": "free_spin", "unit": "b1"}


@rule("AOD-SPIN-001", "AOD-SPIN-002", "AOD-SPIN-005", "AOD-MOVE-006")
def test_a_touched_unit_may_turn_towards_the_mover() -> None:
    units = [tank("r1", (18, 10), 90), squad("b1", (18, 15), 0)]
    order = move("r1", (18, 13.5))
    game = play(units, order, SPIN | {"facing": 180})
    assert game.b1.facing == 180
    assert game.b1.tokens == 0
    assert play(units, order).b1.facing == 0
    assert play(units, order, SPIN).b1.facing == 0
    away = play(units, order, SPIN | {"facing": 0}, prompts="ask")
    assert away.codes(1) == {"CANNOT_SPIN"}
    assert away.state.under_way.question.unit == "b1"


@rule("AOD-SPIN-003")
@pytest.mark.parametrize(
    ("foe", "asked"),
    [
        (mech("b1", (18, 15.4)), True),
        (quad("b1", (18, 15.4)), False),
        (tank("b1", (18, 15), 90), False),
        (mech("b1", (18, 15.4), heat=5), False),
    ],
)
def test_who_spins(foe: Json, asked: bool) -> None:
    y = foe["at"][1] - 0.75 - (0.75 if foe["unit"]["type"] == "vehicle" else 1.15)
    game = play([tank("r1", (18, 10), 90), foe], move("r1", (18, y)), prompts="ask")
    assert (game.state.under_way is not None) == asked


@rule("AOD-SPIN-001")
def test_turning_beside_a_foe_gives_no_spin() -> None:
    units = [squad("r1", (18, 10)), squad("b1", (18, 11.5))]
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert play(units, turn, dice=(4,), prompts="ask").state.under_way is None
