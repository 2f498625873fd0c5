"""Assaults: move, then shoot or strike; what it costs. How running and halving act on speed."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    HIT,
    Json,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
MISS = (1, 2, 1)
COOLER = heat_dial({"speed_mod": -1}, {}, {}, {})


def assault(kind: str, *points: tuple[float, float], **fields: Any) -> Json:
    """An assault of r1 along points."""
    legs = [{"travel": [list(point) for point in points]}] if points else []
    return {"order": "assault", "unit": "r1", "kind": kind, "legs": legs} | fields


# Who may


@rule("AOD-ASSAULT-001")
@pytest.mark.parametrize(
    ("units", "codes"),
    [
        ([mech("r1", (18, 10))], set()),
        ([mech("r1", (18, 10)), squad("b2", (16.1, 10))], {"ENGAGED"}),
        ([mech("r1", (18, 10)), squad("r2", (16.1, 10))], set()),
        ([tank("r1", (18, 10))], {"NOT_A_MECH"}),
        ([squad("r1", (18, 10))], {"NOT_A_MECH"}),
    ],
)
def test_an_unengaged_mech_may_assault(units: list[Json], codes: set[str]) -> None:
    order = assault("ranged", (18, 13), targets=["b1"])
    game = play([*units, tank("b1", (18, 18), 180)], order, dice=() if codes else HIT)
    assert game.codes() == codes
    assert game.r1.at == ((18, 10) if codes else (18, 13))


@rule("AOD-ASSAULT-001")
def test_the_attack_follows_the_move() -> None:
    """In range only before moving away, in range only after moving up."""
    gun = weapon("primary", "energy", 5)
    away = [mech("r1", (18, 10), gun=gun), tank("b1", (18, 15), 180)]
    order = assault("ranged", (18, 8), targets=["b1"], weapon="primary")
    assert play(away, order).codes() == {"OUT_OF_RANGE"}
    near = [mech("r1", (18, 10), gun=gun), tank("b1", (18, 17), 180)]
    assert play(near, assault("ranged", (18, 12), targets=["b1"]), dice=HIT).b1.click == 5


@rule("AOD-ASSAULT-003", "AOD-RUN-005", "AOD-INDIRECT-001")
@pytest.mark.parametrize("extra", [{"run": True}, {"members": ["r1", "r2"]}, {"mode": "indirect"}])
def test_an_assault_knows_no_run_no_formation_and_no_indirect_fire(extra: Json) -> None:
    units = [mech("r1", (18, 10)), tank("b1", (18, 18), 180)]
    with pytest.raises(Unreadable):
        read(scenario(units, assault("ranged", (18, 12), targets=["b1"], **extra)))


# How far


@rule("AOD-ASSAULT-002", "AOD-ATTACK-006", "AOD-MODIF-009")
@pytest.mark.parametrize(
    ("speed", "kind", "inches", "legal"),
    [
        (9, "ranged", 5, True),
        (9, "ranged", 5.01, False),
        (8, "ranged", 4, True),
        (8, "ranged", 5, False),
        (9, "close", 9, True),
        (9, "close", 9.01, False),
        (9, "ranged", 0, True),
    ],
)
def test_half_the_speed_to_shoot_and_all_of_it_to_strike(
    speed: int, kind: str, inches: float, legal: bool
) -> None:
    points = [(18, 10 + inches)] if inches else []
    game = play([mech("r1", (18, 10), speed=speed)], assault(kind, *points))
    assert game.codes() == (set() if legal else {"TOO_FAR"})


@rule("AOD-ASSAULT-002", "AOD-TERRAIN-008", "AOD-MODIF-010")
@pytest.mark.parametrize(
    ("order", "speed", "inches"),
    [
        (assault("ranged"), 8, 2),
        (assault("ranged"), 7, 2),
        (assault("close"), 7, 4),
        (move("r1", run=True), 7, 7),
        (move("r1"), 7, 4),
    ],
)
def test_hindering_terrain_halves_last(order: Json, speed: int, inches: int) -> None:
    wood = [woods("wood", (15, 7), (21, 10.5))]
    start = mech("r1", (18, 10), speed=speed)
    for more, codes in ((0.0, set()), (0.1, {"TOO_FAR"})):
        legs = [{"travel": [[18, 10 + inches + more]]}]
        assert play([start], order | {"legs": legs}, terrain=wood).codes() == codes


@rule("AOD-ATTACK-003", "AOD-MODIF-005", "AOD-MODIF-012", "AOD-MODIF-004")
@pytest.mark.parametrize(
    ("order", "reading", "inches"),
    [
        (move("r1", run=True), "modified_value", 10),
        (move("r1", run=True), "unmodified_value", 11),
        (assault("ranged"), "modified_value", 3),
        (assault("ranged"), "unmodified_value", 2),
        (move("r1"), "modified_value", 5),
        (move("r1"), "unmodified_value", 5),
    ],
)
def test_doubling_and_halving_act_on_the_modified_speed_or_by_ruling_on_the_printed(
    order: Json, reading: str, inches: int
) -> None:
    """Speed 6 with 1 less for heat."""
    start = mech("r1", (18, 10), heat_dial=COOLER, heat=1)
    rulings = {"run_and_assault_act_on": reading}
    for more, codes in ((0.0, set()), (0.1, {"TOO_FAR"})):
        legs = [{"travel": [[18, 10 + inches + more]]}]
        assert play([start], order | {"legs": legs}, rulings=rulings).codes() == codes


@rule("AOD-ASSAULT-002", "AOD-TERRAIN-006")
def test_terrain_stops_an_assault_as_it_stops_a_move() -> None:
    wood = [woods("wood", (14, 12), (22, 20))]
    order = assault("close", (18, 15))
    assert play([mech("r1", (18, 10))], order, terrain=wood).codes() == {"MUST_STOP"}


# The attack


@rule("AOD-ASSAULT-004", "AOD-MODIF-013")
def test_every_target_of_an_assault_gains_1() -> None:
    gun = weapon("primary", "energy", 8, targets=2)
    units = [mech("r1", (18, 10), gun=gun), tank("b1", (16, 16), 180), tank("b2", (20, 16), 180)]
    game = play(units, assault("ranged", targets=["b1", "b2"]), dice=HIT)
    assert game.defense("b1") == game.defense("b2") == {"base": 18, "assault": 1}
    plain = play(units, ranged("r1", "b1", "b2"), dice=HIT)
    assert plain.defense("b1") == {"base": 18}


@rule("AOD-ASSAULT-004", "AOD-ASSAULT-002", "AOD-CLOSE-001")
def test_a_close_assault_ends_in_contact_and_strikes() -> None:
    units = [mech("r1", (18, 10)), tank("b1", (18, 18), 180)]
    order = assault("close", (18, 15.475), target="b1")
    game = play(units, order, dice=(4, 4, 3))
    assert game.defense("b1") == {"base": 18, "assault": 1}
    assert (game.events("AttackRolled")[0].kind, game.b1.click) == ("close", 5)
    assert play(units, assault("close", (18, 15), target="b1")).codes() == {"NOT_IN_CONTACT"}


@rule("AOD-CLOSE-005", "AOD-ASSAULT-002")
def test_a_close_assault_strikes_one_target() -> None:
    units = [mech("r1", (18, 10)), squad("b1", (17.2, 13.7)), squad("b2", (18.8, 13.7))]
    order = assault("close", (18, 11.975), targets=["b1", "b2"])
    assert play(units, order).codes() == {"TOO_MANY_TARGETS"}


@rule("AOD-WATER-004", "AOD-ASSAULT-002")
def test_nobody_shoots_from_under_water_in_an_assault() -> None:
    lake = [woods("lake", (14, 6), (22, 12), kind="deep_water")]
    units = [mech("r1", (18, 9), speed=12), tank("b1", (18, 16), 180)]
    order = assault("ranged", (18, 10), targets=["b1"])
    assert play(units, order, terrain=lake).codes() == {"SHOOTER_SUBMERGED"}
    ashore = assault("ranged", (18, 12), targets=["b1"])
    assert play(units, ashore, terrain=lake, dice=HIT).b1.click == 5


@rule("AOD-SPIN-005", "AOD-ASSAULT-002", "AOD-CLOSE-006")
def test_the_target_turns_before_the_blow() -> None:
    units = [mech("r1", (18, 10)), squad("b1", (18, 14), 0)]
    order = assault("close", (18, 12.1), target="b1")
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": 180}
    assert play(units, order, spin, dice=HIT).attack() == {"base": 9}
    assert play(units, order, dice=HIT).attack() == {"base": 9, "rear_arc": 2}


# The heat


@rule("AOD-ASSAULT-005", "AOD-HEAT-009")
@pytest.mark.parametrize(("dice", "tokens", "heat"), [(HIT, 0, 1), (MISS, 0, 1), (MISS, 1, 2)])
def test_an_assault_costs_a_heat_beside_the_push(
    dice: tuple[int, ...], tokens: int, heat: int
) -> None:
    units = [mech("r1", (18, 10), tokens=tokens), tank("b1", (18, 16), 180)]
    assert play(units, assault("ranged", targets=["b1"]), dice=dice).r1.heat == heat


@rule("AOD-ASSAULT-005", "AOD-ASSAULT-002")
def test_an_assault_without_an_attack_costs_its_heat_too() -> None:
    game = play([mech("r1", (18, 10))], assault("close", (18, 12)))
    assert (game.r1.heat, game.r1.tokens) == (1, 1)


@rule("AOD-ASSAULT-005", "AOD-SHUT-002")
def test_heat_beyond_the_shutdown_is_lost() -> None:
    units = [mech("r1", (18, 10), heat=4, tokens=1), tank("b1", (18, 16), 180)]
    game = play(units, assault("ranged", targets=["b1"]), dice=MISS)
    assert (game.r1.heat, game.r1.shutdown) == (5, True)
