"""Charge, death from above and ram."""

from typing import Any

import pytest

from rules.tests.skirmishes import Json, mech, play, quad, squad, tank, vtol, woods

rule = pytest.mark.rule
JUMP: Json = {"equipment": {"speed": ("blue", "square")}}


def order(kind: str, *points: tuple[float, float], target: str = "b1", **fields: Any) -> Json:
    path = [list(point) for point in points]
    return {"order": kind, "unit": "r1", "target": target, "path": path} | fields


@rule("AOD-CHARGE-001", "AOD-CHARGE-004", "AOD-CHARGE-005", "AOD-CHARGE-006", "AOD-HEAT-010")
@rule("AOD-ATTACK-011", "AOD-DMG-007")
@pytest.mark.parametrize(("dice", "clicks"), [((4, 3, 3), 5), ((3, 3, 2), 0), ((6, 6, 1), 6)])
def test_a_charge_hits_hard_and_hurts_the_charger(dice: Any, clicks: int) -> None:
    units = [mech("r1", (18, 10)), tank("b1", (18, 20), 180)]
    game = play(units, order("charge", (18, 17.475)), dice=dice)
    assert (game.b1.click - 1, game.r1.click - 1, game.r1.heat) == (clicks, 2, 2)
    short = play(units, order("charge", (18, 17)))
    assert short.codes() == {"NOT_IN_CONTACT"}
    weak = play([mech("r1", (18, 10), attack=0), units[1]], order("charge", (18, 17.475)))
    assert weak.codes() == {"ATTACK_ZERO"}
    assert play([tank("r1", (18, 14)), units[1]], order("charge", (18, 17.25))).codes() >= {
        "NOT_A_MECH"
    }


@rule("AOD-CHARGE-002")
@pytest.mark.parametrize(
    ("between", "terrain", "obstructed"),
    [
        ([squad("b2", (18, 14))], [], False),
        ([], [woods("t", (17, 13), (18.5, 15), kind="shallow_water")], False),
        ([], [woods("t", (17, 13), (18.5, 15))], True),
        ([], [woods("t", (17, 13), (18.5, 15), kind="clear", elevated=True)], True),
        ([tank("b2", (18, 14), 90)], [], True),
        ([], [], False),
    ],
)
def test_what_lies_on_the_line_of_a_charge(
    between: list[Json], terrain: list[Json], obstructed: bool
) -> None:
    units = [mech("r1", (18, 10)), tank("b1", (18, 20), 180), *between]
    way = [(15, 13), (15, 16), (18, 17.475)]
    game = play(units, order("charge", *way), dice=(1, 2, 1), terrain=terrain)
    assert game.codes() == set()
    assert ("obstructed" in game.defense("b1")) == obstructed
    assert "hindering" not in game.defense("b1")


@rule("AOD-CHARGE-003", "AOD-CHARGE-004", "AOD-SPIN-004")
def test_only_a_charge_from_behind_into_the_rear_gains_2_and_stops_the_spin() -> None:
    foe = mech("b1", (18, 20), 0)
    behind = play(
        [mech("r1", (18, 12)), foe], order("charge", (18, 17.7)), prompts="ask", dice=(1, 2, 1)
    )
    assert behind.attack()["rear_arc"] == 2
    round_ = [(14.2, 18), (14.5, 18), (18, 17.7)]
    front = play([mech("r1", (14, 21)), foe], order("charge", *round_), prompts="ask")
    assert front.state.under_way.question.to == "free_spin"
    done = play([mech("r1", (14, 21)), foe], order("charge", *round_), dice=(1, 2, 1))
    assert "rear_arc" not in done.attack()


@rule("AOD-ATTACK-013", "AOD-ATTACK-014")
def test_targets_and_starts_of_special_attacks() -> None:
    infantry = play([mech("r1", (18, 10)), squad("b1", (18, 14))], order("charge", (18, 12.1)))
    assert infantry.codes() == {"TARGET_INFANTRY"}
    engaged = [mech("r1", (18, 10)), tank("b1", (18, 20)), squad("b2", (16.1, 10))]
    assert play(engaged, order("charge", (18, 17.475))).codes() == {"ENGAGED_AT_START"}
    friend = [mech("r1", (18, 10)), tank("r2", (18, 16))]
    assert play(friend, order("charge", (18, 13.475), target="r2")).codes() >= {"TARGET_FRIENDLY"}


@rule("AOD-DFA-001", "AOD-DFA-002", "AOD-DFA-003", "AOD-DFA-004")
@pytest.mark.parametrize(("dice", "clicks", "own"), [((4, 4, 3), 6, 1), ((3, 4, 3), 0, 2)])
def test_death_from_above(dice: Any, clicks: int, own: int) -> None:
    wall = [woods("wall", (14, 12), (22, 13), kind="blocking")]
    units = [mech("r1", (18, 10), **JUMP), tank("b1", (18, 18), 0)]
    game = play(units, order("death_from_above", (18, 15.475)), dice=dice, terrain=wall)
    assert (game.b1.click - 1, game.r1.click - 1, game.r1.heat) == (clicks, own, 0)
    assert game.defense("b1") == {"base": 18, "death_from_above": 2}
    assert "rear_arc" not in game.attack()
    far = play(units, order("death_from_above", (14, 15.475), (18, 15.475)))
    assert "TOO_FAR" in far.codes()
    assert play(
        [mech("r1", (18, 10)), units[1]], order("death_from_above", (18, 15.475))
    ).codes() >= {"NO_JUMP"}
    hot = play(
        units,
        order("death_from_above", (18, 15.475)),
        dice=dice,
        rulings={"dfa_special_attack_heat": 1},
    )
    assert hot.r1.heat == 1


@rule("AOD-DFA-002", "AOD-DFA-004", "AOD-SPIN-004", "AOD-SHUT-005")
def test_the_target_of_death_from_above_turns_only_after_a_miss() -> None:
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": 180}
    dfa = order("death_from_above", (18, 15.7))
    units = [mech("r1", (18, 10), **JUMP), mech("b1", (18, 18), 0)]
    assert play(units, dfa, spin, dice=(3, 3, 3)).b1.facing == 180
    assert play(units, dfa, spin, dice=(6, 6, 3)).codes(1) == {"NO_QUESTION"}
    four = [units[0], quad("b1", (18, 18), 0)]
    assert play(four, dfa, spin, dice=(3, 3, 3)).codes(1) == {"NO_QUESTION"}
    down = [units[0], mech("b1", (18, 18), 0, heat=5)]
    game = play(down, dfa, dice=(1, 2, 1))
    assert game.attack()["shutdown"] == 4
    assert game.defense("b1")["death_from_above"] == 2


@rule("AOD-RAM-001", "AOD-RAM-003", "AOD-RAM-004", "AOD-RAM-005", "AOD-ATTACK-012", "AOD-VTOL-005")
@pytest.mark.parametrize(("dice", "clicks"), [((4, 3, 3), 2), ((3, 3, 3), 0), ((6, 6, 1), 3)])
def test_a_ram(dice: Any, clicks: int) -> None:
    armor = {"equipment": {"defense": ("black", "square")}}
    units = [tank("r1", (18, 10)), tank("b1", (18, 18), 180, **armor)]
    game = play(units, order("ram", (18, 15.25)), dice=dice)
    assert (game.b1.click - 1, game.r1.click - 1) == (clicks, 1)
    flyer = [vtol("r1", (18, 10)), units[1]]
    assert play(flyer, order("ram", (18, 15.25))).codes() == {"NOT_FOR_VTOL"}
    walker = [mech("r1", (18, 10)), units[1]]
    assert play(walker, order("ram", (18, 15.475))).codes() == {"NOT_A_VEHICLE"}
    rear = play([units[0], tank("b1", (18, 18), 0)], order("ram", (18, 15.25)), dice=(1, 2, 1))
    assert rear.attack()["rear_arc"] == 2


@rule("AOD-RAM-002")
@pytest.mark.parametrize("switched", [False, True])
def test_the_line_of_a_ram_counts_only_by_ruling(switched: bool) -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 18), 180)]
    terrain = [woods("t", (17.5, 12), (18.2, 14))]
    game = play(
        units,
        order("ram", (18, 15.25)),
        dice=(1, 2, 1),
        terrain=terrain,
        rulings={"ram_obstructed_line_modifier": switched},
    )
    assert ("obstructed" in game.defense("b1")) == switched
