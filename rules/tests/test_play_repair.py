"""Repairs: who repairs whom, how far the dial turns back, what the dice do to it."""

from typing import Any

import pytest

from rules.tests.skirmishes import Json, Played, close, heat_dial, mech, play, squad, tank, woods

rule = pytest.mark.rule
AT, BESIDE = (18, 10), (18, 12.525)
TOOLS = {"attack": ("green", "square")}
SUCCESS, FAILURE, CRITICAL, FUMBLE = (4, 3, 3), (4, 3, 2), (6, 6, 1), (1, 1, 6)


def repaired(
    *others: Json,
    dice: Any = SUCCESS,
    by: Any = True,
    click: int = 5,
    patient: Json | None = None,
    terrain: Any = (),
    **fields: Any,
) -> Played:
    """A 'Mech with Repair and damage 4 turns to a tank of defense 19 beside it."""
    equipment = fields.pop("equipment", TOOLS)
    medic = mech("r1", AT, equipment=equipment, **fields)
    marker = {3: {"marker": "repair_limit"}}
    hurt = patient or tank("r2", BESIDE, 0, defense=19, click=click, later=marker)
    order = close("r1", "r2", repair=by)
    return play([medic, hurt, *others], order, dice=dice, terrain=list(terrain))


@rule("AOD-REPAIR-001")
@pytest.mark.parametrize(("dice", "click"), [(SUCCESS, 6), (FAILURE, 8)])
def test_a_roll_that_reaches_the_defense_turns_the_dial_back(
    dice: tuple[int, ...], click: int
) -> None:
    assert repaired(dice=dice, click=8, primary_damage=2).r2.click == click


@pytest.mark.parametrize(("die", "click"), [(1, 7), (3, 5)])
def test_a_die_may_take_the_place_of_the_damage_value(die: int, click: int) -> None:
    assert repaired(dice=(*SUCCESS, die), by="die", click=8).r2.click == click


@rule("AOD-REPAIR-002")
@pytest.mark.parametrize(("start", "end"), [(2, 1), (4, 3), (6, 3), (8, 4)])
def test_a_repair_stops_at_the_first_marker(start: int, end: int) -> None:
    assert repaired(click=start).r2.click == end


@rule("AOD-REPAIR-002")
@pytest.mark.parametrize("click", [1, 3])
def test_a_unit_that_shows_a_marker_is_not_repaired(click: int) -> None:
    assert repaired(click=click, dice=()).codes() == {"REPAIR_MARKER"}


@rule("AOD-REPAIR-003")
@pytest.mark.parametrize(
    ("symbol", "on_foot", "codes"),
    [
        ("crosshair", True, set()),
        ("crosshair", False, set()),
        ("cross", True, set()),
        ("cross", False, {"REPAIR_SYMBOL"}),
        ("wrench", True, {"REPAIR_SYMBOL"}),
        ("wrench", False, set()),
    ],
)
def test_the_attack_symbol_says_who_may_be_repaired(
    symbol: str, on_foot: bool, codes: set[str]
) -> None:
    patient = squad("r2", (18, 11.9), click=2) if on_foot else None
    after = repaired(patient=patient, dice=() if codes else SUCCESS, attack_symbol=symbol)
    assert after.codes() == codes


@rule("AOD-REPAIR-003")
def test_hover_infantry_is_not_on_foot() -> None:
    patient = squad("r2", (18, 11.9), click=2, mode="hover")
    assert repaired(patient=patient, attack_symbol="wrench").r2.click == 1
    assert repaired(patient=patient, attack_symbol="cross", dice=()).codes() == {"REPAIR_SYMBOL"}


@rule("AOD-CRIT-005")
@pytest.mark.parametrize(("defense", "dice", "click"), [(40, CRITICAL, 3), (10, FUMBLE, 9)])
def test_criticals_repair_one_more_or_hurt_the_patient(
    defense: int, dice: tuple[int, ...], click: int
) -> None:
    patient = tank("r2", BESIDE, 0, defense=defense, click=8)
    after = repaired(patient=patient, dice=dice)
    assert (after.r2.click, after.r1.click) == (click, 1)


@rule("AOD-EQUIP-003", "AOD-EQUIP-102", "AOD-CLOSE-002")
def test_a_vehicle_may_repair_though_it_may_not_strike() -> None:
    units = [
        tank("r1", AT, equipment=TOOLS, attack=9),
        tank("r2", (18, 12.75), 0, defense=19, click=3),
    ]
    assert play(units, close("r1", "r2", repair=True), dice=SUCCESS).r2.click == 1
    foe = [units[0], tank("b1", (18, 12.75), 0)]
    assert play(foe, close("r1", "b1")).codes() == {"CLOSE_NOT_FOR_TYPE"}


@rule("AOD-EQUIP-009", "AOD-EQUIP-114")
def test_no_unit_repairs_itself() -> None:
    unit = mech("r1", AT, click=3, equipment=TOOLS)
    assert play([unit], close("r1", "r1", repair=True)).codes() == {"REPAIR_NOT_FRIEND"}
    assert not repaired(click=4).refused


def test_opponents_and_captives_are_not_repaired() -> None:
    foe = [mech("r1", AT, equipment=TOOLS), tank("b1", BESIDE, 0, click=3)]
    assert play(foe, close("r1", "b1", repair=True)).codes() == {"REPAIR_NOT_FRIEND"}
    patient = tank("r2", BESIDE, 0, click=4, captive_of="b1")
    captor = mech("b1", (18, 15.05))
    assert "REPAIR_NOT_FRIEND" in repaired(captor, patient=patient, dice=()).codes()


@pytest.mark.parametrize(("at", "who"), [((15.7, 10), "r1"), ((18, 15.05), "r2")])
def test_neither_may_touch_an_opponent(at: tuple[float, float], who: str) -> None:
    after = repaired(mech("b1", at), dice=())
    assert after.codes() == {"REPAIR_ENGAGED"}
    assert after.outcome.refused[0].violations[0].where == (who,)


def test_a_repair_needs_contact_in_front() -> None:
    apart = tank("r2", (18, 14), 0, click=4)
    assert repaired(patient=apart, dice=()).codes() == {"NOT_IN_CONTACT"}
    behind = tank("r2", (18, 7.475), 0, click=4)
    assert repaired(patient=behind, dice=()).codes() == {"NOT_IN_FRONT"}


def test_only_heat_counts_of_the_modifiers() -> None:
    """From behind, a shut-down patient in a wood: nothing of it changes the roll."""
    wood = woods("wood", (10, 5), (26, 20))
    patient = mech("r2", (18, 12.3), 0, defense=19, click=8, heat=2, shutdown=True)
    dial = heat_dial({"primary_damage_mod": -2})
    for heat, click in ((0, 4), (1, 6)):
        after = repaired(patient=patient, terrain=[wood], heat_dial=dial, heat=heat)
        (roll,) = after.events("RepairRolled")
        assert (roll.total, roll.against) == (19, 19)
        assert after.r2.click == click


@rule("AOD-TOKEN-001")
def test_a_repair_is_an_order_like_another() -> None:
    after = repaired()
    assert (after.r1.tokens, after.state.orders_left) == (1, 7)
