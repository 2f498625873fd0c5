"""Special equipment on the attack value: Repair, Bypass, Improved Targeting, Salvage, Command."""

from typing import Any

import pytest

from rules.age_of_destruction.guide import options
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.charge import Charge
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.death_from_above import DeathFromAbove
from rules.age_of_destruction.orders.ram import Ram
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.equipment_cases import (
    Case,
    assert_switched_off,
    assert_used_by_shape,
    circle_damage,
)
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    assault,
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
    vtol,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS, CRITICAL, FUMBLE = (2, 2, 1), (6, 6, 1), (1, 1, 4)
TARGETING = {"attack": ("blue", "square")}
SALVAGE = {"attack": ("black", "square")}
FREE_AT = (18, 11.5)

REPAIR = Case(
    *("Repair", "attack", "green"),
    lambda e: [mech("r1", RED_AT, equipment=e), mech("r2", BESIDE, 180, click=3)],
    close("r1", "r2", repair=True),
    HIT,
)
IMPROVED_TARGETING = Case(
    *("Improved Targeting", "attack", "blue"),
    lambda e: [mech("r1", RED_AT, equipment=e), mech("b1", BLUE_AT, 180)],
    ranged("r1", "b1", on=["Improved Targeting"]),
    *((*MISS, 1), MISS),
    optional=False,
)
COMMAND = Case(
    *("Command", "attack", "grey"),
    lambda e: [mech("r1", RED_AT, equipment=e), mech("b1", BLUE_AT)],
    END,
    *((4,), ()),
    fields={"active": "blue"},
)
CASES = [REPAIR, IMPROVED_TARGETING, COMMAND]


@rule("AOD-EQUIP-008", "AOD-EQUIP-110")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_circle_costs_one_click_where_a_square_is_free(case: Case) -> None:
    square, circle = case.play("square"), case.play("circle")
    assert case.was_used(square)
    assert circle_damage(square) == []
    assert circle_damage(circle) == [("r1", 1)]


def test_targeting_and_command_are_used_only_where_they_show() -> None:
    for case in (IMPROVED_TARGETING, COMMAND):
        assert_used_by_shape(case)


@rule("AOD-EQUIP-009")
def test_repair_switched_off_repairs_nothing() -> None:
    assert_switched_off(REPAIR)
    assert REPAIR.play("square", off=True).codes() == {"CANNOT_REPAIR"}
    assert REPAIR.play(None).codes() == {"CANNOT_REPAIR"}


# Bypass


def freeing(*, tokens: int = 0, captive: Json | None = None, **order: Any) -> Any:
    """Red infantry beside a captive that blue holds."""
    units = [
        squad("r1", RED_AT, tokens=tokens, equipment={"attack": ("red", "circle")}),
        captive or tank("b2", (18, 11.5), 90, captive_of="b1"),
        mech("b1", (18, 13.4), 180),
    ]
    return play(units, move("r1", on=["Bypass"], **order))


def test_bypass_wins_a_captive_at_the_price_of_its_unit() -> None:
    after = freeing()
    assert not after.refused
    assert after.r1.eliminated
    assert (after.b2.captive_of, after.b2.owner) == (None, "red")


def test_bypass_needs_a_fresh_unit_that_stays_beside_one_captive() -> None:
    assert freeing(tokens=1).codes() == {"NO_CAPTIVE_TO_FREE"}
    away = squad("b2", (24, 10), captive_of="b1")
    assert freeing(captive=away).codes() == {"NO_CAPTIVE_TO_FREE"}
    infantry = squad("b2", FREE_AT, captive_of="b1")
    assert freeing(captive=infantry).codes() == {"NO_CAPTIVE_TO_FREE"}
    assert "NO_CAPTIVE_TO_FREE" in freeing(legs=[{"travel": [[18, 9]]}]).codes()


def test_bypass_waits_to_be_asked() -> None:
    assert freeing(off=["Bypass"]).codes() == {"EQUIPMENT_ABSENT"}
    units = [
        squad("r1", RED_AT, equipment={"attack": ("red", "circle")}),
        tank("b2", (18, 11.5), 90, captive_of="b1"),
        mech("b1", (18, 13.4), 180),
    ]
    after = play(units, move("r1"))
    assert (after.r1.eliminated, after.b2.captive_of) == (False, "b1")


# Improved Targeting


def aimed(dice: tuple[int, ...], *on: Any, equipment: Json = TARGETING, hand: bool = False) -> Any:
    target = mech("b1", BESIDE if hand else BLUE_AT, 180)
    order = close("r1", "b1") if hand else ranged("r1", "b1")
    chosen = {"on": on[0]} if on else {}
    return play([mech("r1", RED_AT, equipment=equipment), target], order | chosen, dice=dice)


@pytest.mark.parametrize(
    ("on", "kept"),
    [
        (["Improved Targeting"], (3, 2, 5)),
        ({"Improved Targeting": "white1"}, (5, 2, 1)),
        ({"Improved Targeting": "white2"}, (3, 5, 1)),
        ({"Improved Targeting": "black"}, (3, 2, 5)),
    ],
)
def test_one_die_is_rolled_again(on: Any, kept: tuple[int, ...]) -> None:
    (roll,) = aimed((3, 2, 1, 5), on).events("AttackRolled")
    assert (roll.dice, roll.rerolled) == (kept, (3, 2, 1))


def test_the_new_face_decides() -> None:
    assert aimed((3, 3, 1)).b1.click == 1
    assert aimed((3, 3, 1, 3), ["Improved Targeting"]).b1.click == 5
    assert aimed((3, 3, 1, 2), ["Improved Targeting"]).b1.click == 1
    assert aimed((3, 3, 1, 3), ["Improved Targeting"], hand=True).b1.click == 5


def test_a_reroll_makes_no_critical_hit() -> None:
    (roll,) = aimed((6, 2, 5, 6), ["Improved Targeting"]).events("AttackRolled")
    assert (roll.dice, roll.critical) == ((6, 6, 5), "")


def test_a_reroll_undoes_a_critical_miss() -> None:
    saved = aimed((1, 1, 4, 3), {"Improved Targeting": "white1"})
    assert saved.r1.click == 1
    assert aimed(FUMBLE).r1.click == 2


def test_unasked_nothing_is_rolled_again() -> None:
    assert aimed(MISS).events("AttackRolled")[0].rerolled == ()
    assert aimed((), ["Improved Targeting"], equipment={}).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-EQUIP-108")
def test_improved_targeting_cannot_be_switched_off() -> None:
    off = {"off": ["Improved Targeting"]}
    units = IMPROVED_TARGETING.units(TARGETING)
    assert play(units, ranged("r1", "b1") | off).codes() == {"EQUIPMENT_ABSENT"}


# Salvage


@rule("AOD-EQUIP-115", "AOD-ORDER-002")
@pytest.mark.parametrize("make", [tank, mech, squad])
def test_a_heavily_damaged_unit_does_not_attack(make: Any) -> None:
    units = [make("r1", RED_AT, equipment=SALVAGE), mech("b1", BLUE_AT, 180)]
    assert play(units, ranged("r1", "b1")).codes() == {"SALVAGE_RESTRICTED"}
    assert not play(units, move("r1")).codes()


@rule("AOD-EQUIP-115", "AOD-ORDER-002")
def test_a_heavily_damaged_mech_moves_and_vents_only() -> None:
    both = {"attack": ("black", "square"), "speed": ("blue", "square")}
    units = [mech("r1", RED_AT, heat=3, equipment=both), mech("b1", (18, 14.6), 180)]
    assert not play(units, vent("r1")).codes()
    strict = play(units, vent("r1"), rulings={"salvage_mech_may_vent": False})
    assert strict.codes() == {"SALVAGE_RESTRICTED"}
    dropping = {"order": "death_from_above", "unit": "r1", "target": "b1", "path": [[18, 12.3]]}
    for order in (dropping, close("r1", "b1"), assault("r1", "ranged", targets=["b1"])):
        assert "SALVAGE_RESTRICTED" in play(units, order).codes()


@rule("AOD-EQUIP-115", "AOD-ORDER-001")
@pytest.mark.parametrize(("kind", "make", "y"), [("ram", tank, 13.25), ("charge", mech, 13.475)])
def test_a_heavily_damaged_unit_rams_and_charges_as_it_moves(
    kind: str, make: Any, y: float
) -> None:
    units = [make("r1", RED_AT, equipment=SALVAGE), tank("b1", BLUE_AT, 180)]
    into_contact = {"order": kind, "unit": "r1", "target": "b1", "path": [[18, y]]}
    game = play(units, into_contact, dice=HIT)
    assert game.codes() == set() and game.b1.click > 1
    start = read(scenario(units))
    offered = {type(order) for order in legal_orders(start.setup, start.state, "red")}
    assert {"ram": Ram, "charge": Charge}[kind] in offered
    assert not offered & {DeathFromAbove, Ranged, Close, Assault}
    shown = {o.kind for o in options(start.setup, start.state, "r1") if o.legal}
    assert kind in shown and "death_from_above" not in shown


@rule("AOD-EQUIP-115")
@pytest.mark.parametrize(("equipment", "click"), [(SALVAGE, 1), ({}, 2)])
def test_a_heavily_damaged_vehicle_is_not_pushed(equipment: Json, click: int) -> None:
    assert play([tank("r1", RED_AT, tokens=1, equipment=equipment)], move("r1")).r1.click == click


def test_a_heavily_damaged_mech_is_pushed() -> None:
    assert play([mech("r1", RED_AT, tokens=1, equipment=SALVAGE)], move("r1")).r1.heat == 1


@rule("AOD-EQUIP-108")
def test_salvage_cannot_be_switched_off() -> None:
    assert play([tank("r1", RED_AT, equipment=SALVAGE)], move("r1", off=["Salvage"])).codes() == {
        "EQUIPMENT_ABSENT"
    }


def test_damage_that_brings_salvage_brings_a_vtol_down() -> None:
    damaged = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    flyer = vtol("b1", BLUE_AT, 180, level="cruising", later={4: damaged})
    after = play([tank("r1", RED_AT), flyer], ranged("r1", "b1"), dice=(6, 5, 5))
    assert (after.b1.click, after.b1.level) == (4, "ground")


# Command


@rule("AOD-TURN-007")
@pytest.mark.parametrize(("die", "orders"), [(4, 8), (5, 9), (6, 9)])
def test_command_gives_one_more_order_on_five_and_six(die: int, orders: int) -> None:
    units = COMMAND.units({"attack": ("grey", "square")})
    after = play(units, END, active="blue", dice=[die])
    assert after.state.orders_left == orders


@rule("AOD-TURN-005")
def test_command_is_rolled_in_its_own_turns_only() -> None:
    units = COMMAND.units({"attack": ("grey", "square")})
    assert not play(units, END).events("OrderGained")


@rule("AOD-EQUIP-010", "AOD-EQUIP-113")
def test_a_shut_down_mech_commands_nobody() -> None:
    commander = mech("r1", RED_AT, heat=3, shutdown=True, equipment={"attack": ("grey", "square")})
    after = play([commander, mech("b1", BLUE_AT)], END, active="blue")
    assert not after.events("OrderGained")


@rule("AOD-EQUIP-010", "AOD-EQUIP-112")
def test_a_captive_commands_nobody() -> None:
    commander = tank(
        "r1", (18, 14.6), 90, captive_of="b1", equipment={"attack": ("grey", "square")}
    )
    units = [commander, mech("r2", (8, 8)), mech("b1", (18, 16.5))]
    assert not play(units, END, active="blue").events("OrderGained")


def test_a_critical_hit_stands_without_a_reroll() -> None:
    assert aimed(CRITICAL).b1.click == 6
    assert aimed(HIT).b1.click == 5


@rule("AOD-EQUIP-004", "AOD-EQUIP-008")
def test_a_circled_command_can_be_declined() -> None:
    off = {"order": "answer", "to": "deactivate", "unit": "r1", "off": ["Command"]}
    circled = COMMAND.units({"attack": ("grey", "circle")})
    declined = play(circled, END, off, active="blue", prompts="ask")
    assert (declined.refused, declined.r1.click) == ({}, 1)
    assert (declined.r1.off, declined.state.orders_left) == (("Command",), 8)
    used = play(circled, END, off | {"off": []}, active="blue", dice=[5], prompts="ask")
    assert (used.r1.click, used.state.orders_left) == (2, 9)
    square = COMMAND.units({"attack": ("grey", "square")})
    assert play(square, END, active="blue", dice=[5], prompts="ask").state.orders_left == 9
