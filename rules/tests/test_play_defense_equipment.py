"""Special equipment on the defense value: Decoy and the four armors."""

from typing import Any

import pytest

from rules.tests.equipment_cases import Case, assert_switched_off, assert_used_by_shape
from rules.tests.skirmishes import HIT, Json, Played, close, mech, move, play, ranged, weapon

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS, CRITICAL = (2, 2, 1), (6, 6, 1)


def pair(equipment: Json) -> list[Json]:
    return [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=equipment)]


def armor(name: str, color: str, slot: str = "primary") -> Case:
    order = ranged("r1", "b1", weapon=slot)
    return Case(name, "defense", color, pair, order, HIT, HIT, "b1", optional=False)


DECOY = Case("Decoy", "defense", "green", pair, ranged("r1", "b1"), HIT + MISS, HIT, "b1")
ARMORS = [
    armor("Reflective Armor", "red"),
    armor("Reactive Armor", "blue", "secondary"),
    armor("Hardened Armor", "black"),
    armor("Heavy Armor", "grey"),
]
CASES = [DECOY, *ARMORS]


@rule("AOD-EQUIP-008", "AOD-EQUIP-110", "AOD-EQUIP-006")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_circle_costs_one_click_where_a_square_is_free(case: Case) -> None:
    assert_used_by_shape(case)


def test_decoy_can_be_switched_off() -> None:
    assert_switched_off(DECOY)


@rule("AOD-EQUIP-108")
@pytest.mark.parametrize("case", ARMORS, ids=lambda case: case.name)
def test_armor_cannot_be_switched_off(case: Case) -> None:
    units = case.units({"defense": (case.color, "square")})
    off = play(units, move("b1", off=[case.name]), active="blue")
    assert off.codes() == {"EQUIPMENT_ABSENT"}


def struck(color: str, kind: str, dice: Any = HIT, **fields: Any) -> int:
    """The clicks a 'Mech with a defense equipment takes from an energy 4, ballistic 3 'Mech."""
    equipment = {"defense": (color, "square")} if color else {}
    target = mech("b1", BESIDE if kind == "close" else BLUE_AT, 180, equipment=equipment)
    order = close("r1", "b1") if kind == "close" else ranged("r1", "b1", weapon=kind)
    played: Played = play([mech("r1", RED_AT, **fields), target], order, dice=dice)
    clicks: int = played.b1.click - 1
    return clicks


@rule("AOD-EQUIP-101")
@pytest.mark.parametrize(
    ("color", "energy", "ballistic", "hand"),
    [
        ("", 4, 3, 4),
        ("red", 2, 3, 4),
        ("blue", 4, 1, 4),
        ("black", 2, 1, 2),
        ("grey", 3, 2, 3),
    ],
)
def test_what_each_armor_stops(color: str, energy: int, ballistic: int, hand: int) -> None:
    assert struck(color, "primary") == energy
    assert struck(color, "secondary") == ballistic
    assert struck(color, "close") == hand


@pytest.mark.parametrize(
    ("color", "damage", "left"), [("black", 1, 0), ("black", 3, 1), ("grey", 1, 0)]
)
def test_armor_does_not_heal(color: str, damage: int, left: int) -> None:
    assert struck(color, "primary", primary_damage=damage) == left


def test_armor_works_after_the_critical_click() -> None:
    assert struck("black", "primary", CRITICAL, primary_damage=2) == 1


@pytest.mark.parametrize("color", ["black", "grey"])
def test_impact_and_pushing_pass_through_armor(color: str) -> None:
    equipment = {"defense": (color, "square")}
    units = [mech("r1", RED_AT), mech("b1", (18, 20), 180, equipment=equipment)]
    charge = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 17.7]]}
    assert play(units, charge, dice=HIT).b1.click == 6
    missed = mech("r1", RED_AT, equipment=equipment)
    pushed = play([missed, mech("b1", BLUE_AT, 180)], ranged("r1", "b1"), dice=(1, 1, 4))
    assert pushed.r1.click == 2


@pytest.mark.parametrize(
    ("dice", "clicks"),
    [
        (HIT + HIT, 4),
        (HIT + MISS, 0),
        ((*HIT, 4, 3, 1), 0),
        (HIT + CRITICAL, 4),
        ((*HIT, 1, 1, 6), 0),
        (CRITICAL, 5),
        (MISS, 0),
    ],
)
def test_decoy_makes_a_ranged_attacker_hit_twice(dice: tuple[int, ...], clicks: int) -> None:
    assert struck("green", "primary", dice) == clicks


def test_decoy_is_no_use_hand_to_hand() -> None:
    assert struck("green", "close", HIT) == 4


def test_a_decoy_costs_its_attacker_no_second_order() -> None:
    after = play(pair({"defense": ("green", "square")}), ranged("r1", "b1"), dice=HIT + HIT)
    assert (after.state.orders_left, after.r1.tokens) == (7, 1)


def test_a_hit_led_astray_allows_no_second_attack() -> None:
    pulse = {"primary_damage": ("red", "square")}
    units = pair({"defense": ("green", "square")})
    units[0] = mech("r1", RED_AT, equipment=pulse, gun=weapon("primary", "energy", 8))
    after = play(units, ranged("r1", "b1", on=["Pulse"]), dice=HIT + MISS)
    assert len(after.events("AttackRolled")) == 1
