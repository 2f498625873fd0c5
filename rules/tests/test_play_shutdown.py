"""Shutdown: how a 'Mech stops, what it may do then, how it starts again."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    assault,
    close,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    vent,
    woods,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT = (18, 10), (18, 16)
MISS = (2, 2, 1)
YELLOW = heat_dial({}, {"colors": {"speed": "yellow"}}, {})


def answer(to: str, **fields: Any) -> Json:
    return {"order": "answer", "to": to} | fields


@rule("AOD-SHUT-001")
@pytest.mark.parametrize(("heat", "shutdown"), [(2, False), (3, True)])
def test_the_radiation_symbols_shut_down_without_a_roll(heat: int, shutdown: bool) -> None:
    unit = mech("r1", RED_AT, heat_dial=heat_dial({}, {}, {}), heat=heat, tokens=1)
    after = play([unit], move("r1"))
    assert (after.r1.shutdown, after.r1.tokens) == (shutdown, 2 if shutdown else 1)


@rule("AOD-SHUT-002")
def test_heat_past_the_end_is_lost() -> None:
    unit = mech("r1", RED_AT, heat_dial=heat_dial({}, {}), heat=2, tokens=1)
    after = play([unit], move("r1", run=True))
    assert (after.r1.heat, after.r1.shutdown) == (3, True)


@rule("AOD-SHUT-002")
def test_a_shut_down_mech_is_hurt_but_not_heated() -> None:
    units = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, heat=2, shutdown=True)]
    after = play(units, ranged("r1", "b1"), dice=HIT)
    assert (after.b1.click, after.b1.heat) == (5, 2)


@rule("AOD-SHUT-003")
@pytest.mark.parametrize(("die", "shutdown", "tokens"), [(2, True, 2), (3, False, 1)])
def test_a_failed_roll_leaves_the_dial_where_it_is(die: int, shutdown: bool, tokens: int) -> None:
    unit = mech("r1", RED_AT, heat_dial=YELLOW, heat=1, tokens=1)
    after = play([unit], move("r1"), dice=[die])
    assert (after.r1.heat, after.r1.shutdown, after.r1.tokens) == (2, shutdown, tokens)


@rule("AOD-SHUT-004")
@pytest.mark.parametrize(
    "order",
    [
        move("r1"),
        ranged("r1", "b2"),
        close("r1", "b1"),
        assault("r1", "ranged", targets=["b2"]),
        {"order": "charge", "unit": "r1", "target": "b2", "path": [[18, 20]]},
    ],
)
def test_a_shut_down_mech_may_only_vent(order: Json) -> None:
    units = [
        mech("r1", RED_AT, heat=3, shutdown=True),
        mech("b1", (18, 12.3), 180),
        tank("b2", (24, 16), 180),
    ]
    assert "UNIT_SHUT_DOWN" in play(units, order).codes()
    assert play(units, vent("r1")).r1.heat == 1


@rule("AOD-SHUT-004", "AOD-EQUIP-010", "AOD-EQUIP-113")
@pytest.mark.parametrize(("shutdown", "defense"), [(False, 20), (True, 18)])
def test_its_optional_equipment_stops(shutdown: bool, defense: int) -> None:
    target = mech(
        "b1", BLUE_AT, 180, heat=2, shutdown=shutdown, equipment={"speed": ("red", "square")}
    )
    after = play([tank("r1", RED_AT), target], ranged("r1", "b1"), dice=MISS)
    assert after.events("AttackRolled")[0].targets["b1"].against == defense


@rule("AOD-EQUIP-010", "AOD-EQUIP-113")
def test_its_armor_goes_on_working() -> None:
    target = mech(
        "b1", BLUE_AT, 180, heat=2, shutdown=True, equipment={"defense": ("black", "square")}
    )
    assert play([mech("r1", RED_AT), target], ranged("r1", "b1"), dice=HIT).b1.click == 3


@rule("AOD-SHUT-004", "AOD-SPIN-003")
@pytest.mark.parametrize("shutdown", [False, True])
def test_it_does_not_spin(shutdown: bool) -> None:
    units = [squad("r1", RED_AT), mech("b1", (18, 16), 90, heat=2, shutdown=shutdown)]
    after = play(
        units, move("r1", (18, 14.1)), answer("free_spin", unit="b1", facing=180), prompts="ask"
    )
    assert after.refused == ({1: {"NO_QUESTION"}} if shutdown else {})
    assert after.b1.facing == (90 if shutdown else 180)


@rule("AOD-SHUT-005")
@pytest.mark.parametrize(
    ("order", "at"),
    [
        (ranged("r1", "b1"), (18, 17.7)),
        (close("r1", "b1"), (18, 12.3)),
        (assault("r1", "ranged", targets=["b1"]), (18, 17.7)),
        (
            {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 15.4]]},
            (18, 17.7),
        ),
    ],
)
def test_attacks_on_it_are_easier_by_four(order: Json, at: tuple[float, float]) -> None:
    for shutdown, more in ((True, 4), (False, None)):
        units = [mech("r1", RED_AT), mech("b1", at, 180, heat=2, shutdown=shutdown)]
        assert play(units, order, dice=MISS).attack().get("shutdown") == more


@rule("AOD-SHUT-006", "AOD-SHUT-008")
def test_it_restarts_at_the_start_of_its_heat_dial() -> None:
    units = [mech("r1", RED_AT, heat=1, shutdown=True, tokens=2), tank("b1", BLUE_AT)]
    after = play(units, END)
    assert (after.r1.heat, after.r1.shutdown, after.r1.tokens) == (0, False, 0)


@rule("AOD-SHUT-006")
def test_it_does_not_restart_at_a_plain_position() -> None:
    units = [mech("r1", RED_AT, heat=3, shutdown=True, tokens=2, vent=2)]
    after = play(units, vent("r1"))
    assert (after.r1.heat, after.r1.shutdown, after.r1.tokens) == (1, True, 2)


@rule("AOD-SHUT-007")
@pytest.mark.parametrize(
    ("color", "die", "running"),
    [("yellow", 2, False), ("yellow", 3, True), ("red", 3, False), ("red", 4, True)],
)
def test_it_may_restart_early_by_a_roll(color: str, die: int, running: bool) -> None:
    dial = heat_dial({}, {"colors": {"speed": color}}, {})
    unit = mech("r1", RED_AT, heat_dial=dial, heat=3, shutdown=True, tokens=2)
    after = play([unit], END, dice=[die])
    assert (after.r1.heat, after.r1.shutdown) == (2, not running)
    assert after.r1.tokens == (0 if running else 2)


@rule("AOD-SHUT-007")
def test_its_player_may_let_it_stand() -> None:
    unit = mech("r1", RED_AT, heat_dial=YELLOW, heat=3, shutdown=True, tokens=2)
    after = play([unit], END, answer("choose", choice="stay"), prompts="ask")
    assert after.r1.shutdown
    started = play([unit], END, answer("choose", choice="roll"), prompts="ask", dice=[3])
    assert not started.r1.shutdown
    forced = play([unit], END, dice=[3], rulings={"restart_roll_optional": False}, prompts="ask")
    assert not forced.r1.shutdown


@rule("AOD-SHUT-008")
def test_a_restarted_mech_acts_unpushed_in_its_next_turn() -> None:
    units = [mech("r1", RED_AT, heat=1, shutdown=True, tokens=2), tank("b1", BLUE_AT)]
    after = play(units, END, END, move("r1", (18, 12)))
    assert not after.refused
    assert (after.r1.heat, after.r1.tokens) == (0, 1)


@rule("AOD-SHUT-008")
def test_a_mech_restarted_by_venting_has_had_its_order() -> None:
    unit = mech("r1", RED_AT, heat=2, shutdown=True, tokens=2, vent=2)
    after = play([unit], vent("r1"), move("r1", (18, 12)))
    assert (after.r1.shutdown, after.r1.tokens) == (False, 0)
    assert after.refused == {1: {"ALREADY_ORDERED"}}


@rule("AOD-SHUT-008")
@pytest.mark.parametrize(("heat", "facing"), [(1, 180), (3, 90)])
def test_a_restarted_mech_spins_again(heat: int, facing: float) -> None:
    units = [squad("r1", RED_AT), mech("b1", (18, 16), 90, heat=heat, shutdown=True, vent=1)]
    spin = [answer("free_spin", unit="b1", facing=180)]
    after: Played = play(
        units,
        vent("b1"),
        END,
        move("r1", (18, 14.1)),
        *spin,
        active="blue",
        prompts="ask",
    )
    assert after.b1.facing == facing


@rule("AOD-SHUT-009")
@pytest.mark.parametrize("die", [2, 3])
def test_the_restart_roll_is_the_only_heat_roll(die: int) -> None:
    row = {"colors": {"speed": "yellow", "secondary_damage": "red", "primary_damage": "red"}}
    dial = heat_dial({}, row, {})
    unit = mech("r1", RED_AT, heat_dial=dial, heat=3, shutdown=True, tokens=2)
    after = play([unit], END, dice=[die])
    assert [roll.effect for roll in after.events("HeatRolled")] == ["Avoid Shutdown"]
    assert (after.r1.heat, after.r1.click) == (2, 1)


@rule("AOD-SHUT-009")
@pytest.mark.parametrize(("die", "effects"), [(3, 1), (2, 2)])
def test_a_restart_by_a_roll_spares_the_rolls_of_the_clean_up(die: int, effects: int) -> None:
    """Venting shows a yellow square; cooling by water at the end of the turn shows another."""
    row = {"colors": {"speed": "yellow"}}
    unit = mech("b1", BLUE_AT, heat_dial=heat_dial({}, row, row), heat=4, shutdown=True, vent=1)
    pond = woods("pond", (14, 12), (22, 20), kind="shallow_water")
    dice = [die, *(3 for _ in range(effects - 1))]
    after = play([tank("r1", RED_AT), unit], END, vent("b1"), END, dice=dice, terrain=[pond])
    assert after.b1.heat == 2
    assert not after.b1.shutdown
    assert len(after.events("HeatRolled")) == effects


@rule("AOD-SHUT-009")
def test_it_rolls_again_from_the_next_turn() -> None:
    row = {"colors": {"speed": "yellow"}}
    dial = heat_dial({}, row, row, row)
    unit = mech("b1", BLUE_AT, heat_dial=dial, heat=4, shutdown=True, vent=1)
    units = [mech("r1", RED_AT), unit]
    after = play(units, END, vent("b1"), END, ranged("r1", "b1"), dice=[3, *HIT, 2])
    assert (after.b1.heat, after.b1.shutdown) == (4, True)
