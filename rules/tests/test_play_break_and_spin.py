"""Breaking away in a crowd, and free spins in assaults and special attacks."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    assault,
    mech,
    move,
    play,
    quad,
    ranged,
    spin,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule

MISS = (1, 2, 1)
SALVAGE: Json = {"equipment": {"attack": ("black", "square")}}
SHUT: Json = {"shutdown": True, "tokens": 2, "heat": 3}
JUMP: Json = {"equipment": {"speed": ("blue", "square")}}
EVADE: Json = {"equipment": {"speed": ("red", "square")}}


def special(kind: str, *points: tuple[float, float], **fields: Any) -> Json:
    """A special attack of r1 on b1 along points."""
    path = [list(point) for point in points]
    return {"order": kind, "unit": "r1", "target": "b1", "path": path} | fields


def asked(played: Played) -> str | None:
    """Which unit is offered a free spin."""
    question = open_question(played.state)
    return question.unit if question and question.to == "free_spin" else None


@rule("AOD-BREAK-001")
def test_one_roll_frees_from_any_number_of_opponents() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (3.5, 5)), squad("b2", (6.5, 5)), tank("b3", (5, 12))]
    played = play(units, move("r1", (5, 8)), dice=(4,))
    assert len(played.events("BreakAwayRolled")) == 1
    assert played.r1.at == (5, 8)


@rule("AOD-BREAK-001")
@pytest.mark.parametrize("neighbour", [squad("r2", (6.5, 5)), squad("b1", (6.7, 5))])
def test_nobody_rolls_beside_friends_or_beyond_contact(neighbour: Json) -> None:
    units = [squad("r1", (5, 5)), neighbour, tank("b2", (30, 30))]
    assert play(units, move("r1", (5, 8))).r1.at == (5, 8)


@rule("AOD-BREAK-001", "AOD-BREAK-005")
@pytest.mark.parametrize(("die", "facing"), [(3, 0), (4, 90)])
def test_even_a_turn_in_place_takes_a_roll(die: int, facing: float) -> None:
    units = [tank("r1", (5, 5)), squad("b1", (5, 7.125))]
    order = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert play(units, order, dice=(die,)).r1.facing == facing


@rule("AOD-BREAK-002", "AOD-BREAK-003", "AOD-BREAK-004")
@pytest.mark.parametrize(
    ("unit", "fails_on"),
    [
        (squad("r1", (5, 5)), 3),
        (tank("r1", (5, 5), 90), 3),
        (mech("r1", (5, 4.6)), 2),
        (quad("r1", (5, 4.6)), 2),
        (squad("r1", (5, 5), mode="hover"), 1),
        (tank("r1", (5, 5), 90, mode="hover"), 1),
        (squad("r1", (5, 5), **EVADE), 1),
        (mech("r1", (5, 4.6), **EVADE), 1),
        (mech("r1", (5, 4.6), **JUMP), 1),
    ],
)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_face_that_frees(unit: Json, fails_on: int, die: int) -> None:
    played = play([unit, tank("b1", (5, 6.5), 90)], move("r1", (5, 3)), dice=(die,))
    assert (played.r1.at == (5, 3)) is (die > fails_on)
    (rolled,) = played.events("BreakAwayRolled")
    assert (rolled.needed, rolled.success) == (fails_on + 1, die > fails_on)


@rule("AOD-BREAK-005")
@pytest.mark.parametrize(
    ("unit", "facing"),
    [
        (squad("r1", (5, 5), tokens=1), 180),
        (mech("r1", (5, 4.6), tokens=1), 180),
        (tank("r1", (5, 5), 90, tokens=1), 90),
        (quad("r1", (5, 4.6), tokens=1), 0),
    ],
)
def test_a_failure_spends_the_order_and_pushes(unit: Json, facing: float) -> None:
    legs = [{"travel": [[5, 3]]}, {"rotate": 180}]
    order = {"order": "move", "unit": "r1", "legs": legs}
    units = [unit, tank("b1", (5, 6.5), 90)]
    played = play(units, order, move("r1"), dice=(1,))
    assert played.r1.at == tuple(unit["at"])
    assert played.r1.facing == facing
    assert played.codes(1) == {"ALREADY_ORDERED"}
    pushed = (played.r1.click, played.r1.heat)
    assert pushed == ((1, 1) if unit["unit"]["type"] == "mech" else (2, 0))


@rule("AOD-BREAK-005")
def test_a_ruling_lets_vehicles_turn_after_a_failure() -> None:
    units = [tank("r1", (5, 5)), squad("b1", (5, 7.125))]
    order = {"order": "move", "unit": "r1", "legs": [{"rotate": 180}]}
    rulings = {"vehicle_may_rotate_after_failed_break_away": True}
    assert play(units, order, dice=(1,), rulings=rulings).r1.facing == 180


@rule("AOD-BREAK-006")
@pytest.mark.parametrize(
    "foe",
    [
        mech("b1", (5, 6.9), **SHUT),
        tank("b1", (5, 6.5), 90, **SALVAGE),
        squad("b1", (5, 6.5), **SALVAGE),
    ],
)
def test_the_disabled_let_everybody_go(foe: Json) -> None:
    squads = [squad("r1", (5, 5)), foe]
    assert play(squads, move("r1", (5, 2))).r1.at == (5, 2)
    with_another = [*squads, squad("b2", (3.5, 5))]
    held = play(with_another, move("r1", (5, 2)), dice=(3,))
    assert held.r1.at == (5, 5)
    literally = {"break_away_auto_only_if_all_disabled": False}
    assert play(with_another, move("r1", (5, 2)), rulings=literally).r1.at == (5, 2)


@rule("AOD-BREAK-007")
def test_a_quad_rolls_only_when_something_else_than_infantry_touches_it() -> None:
    foot = [squad(f"b{n}", at) for n, at in enumerate([(5, 6.9), (3.1, 5), (6.9, 5)])]
    free = play([quad("r1", (5, 5)), *foot], move("r1", (5, 2)))
    assert free.r1.at == (5, 2)
    biped = play([mech("r1", (5, 5)), *foot], move("r1", (5, 2)), dice=(2,))
    assert biped.r1.at == (5, 5)
    mixed = [quad("r1", (5, 5)), foot[0], tank("b9", (5, 3.1), 90)]
    assert play(mixed, move("r1", (9, 5)), dice=(2,)).r1.at == (5, 5)
    assert play(mixed, move("r1", (9, 5)), dice=(3,)).r1.at == (9, 5)


@rule("AOD-BREAK-008")
@pytest.mark.parametrize(("die", "click"), [(1, 1), (2, 1), (3, 2), (5, 2)])
def test_a_mech_crushes_the_infantry_it_leaves(die: int, click: int) -> None:
    units = [mech("r1", (5, 5)), squad("b1", (5, 6.9)), squad("b2", (3.1, 5)), squad("b3", (9, 5))]
    played = play(units, move("r1", (5, 2)), dice=(die,))
    assert (played.b1.click, played.b2.click, played.b3.click) == (click, click, 1)


@rule("AOD-BREAK-008")
def test_infantry_is_crushed_before_the_mech_moves() -> None:
    units = [mech("r1", (5, 5)), squad("b1", (5, 6.9))]
    kinds = [type(e).__name__ for e in play(units, move("r1", (5, 2)), dice=(5,)).outcome.events]
    assert kinds.index("Damaged") < kinds.index("Moved")


@rule("AOD-BREAK-008")
def test_leaving_without_a_roll_crushes_too() -> None:
    units = [mech("r1", (5, 5)), squad("b1", (5, 6.9), **SALVAGE)]
    assert play(units, move("r1", (5, 2))).b1.click == 2


@rule("AOD-BREAK-008")
def test_captives_and_vehicles_are_not_crushed() -> None:
    units = [
        mech("r1", (5, 5)),
        squad("b1", (5, 6.9), captive_of="r2"),
        squad("r2", (5, 8.4)),
        tank("b2", (5, 3.1), 90),
    ]
    played = play(units, move("r1", (9, 5)), dice=(6,))
    assert (played.b1.click, played.b2.click) == (1, 1)
    by_quad = [quad("r1", (5, 5)), squad("b1", (5, 6.9)), tank("b2", (5, 3.1), 90)]
    assert play(by_quad, move("r1", (9, 5)), dice=(6,)).b1.click == 1


@rule("AOD-BREAK-009")
@pytest.mark.parametrize(("die", "level"), [(3, "ground"), (4, "cruising")])
def test_a_held_vtol_stays_at_its_level(die: int, level: str) -> None:
    units = [vtol("r1", (5, 5)), squad("b1", (5, 7.125))]
    order = {"order": "move", "unit": "r1", "legs": [{"level": "cruising"}]}
    assert play(units, order, dice=(die,)).r1.level == level


@rule("AOD-BREAK-009")
def test_a_held_vtol_still_shoots() -> None:
    units = [vtol("r1", (5, 5)), squad("b1", (5, 7.125))]
    legs = [{"shoot": {"targets": ["b1"]}}, {"level": "cruising"}]
    played = play(units, {"order": "move", "unit": "r1", "legs": legs}, dice=(1, *MISS))
    assert (len(played.events("AttackRolled")), played.r1.level) == (1, "ground")


@rule("AOD-RUN-004", "AOD-RUN-002")
@pytest.mark.parametrize(("die", "heat"), [(2, 0), (3, 1)])
def test_a_mech_that_does_not_come_free_has_not_run(die: int, heat: int) -> None:
    units = [mech("r1", (5, 4.6)), tank("b1", (5, 6.5), 90)]
    played = play(units, move("r1", run=True), dice=(die,))
    assert played.r1.heat == heat


@rule("AOD-SPIN-001")
def test_whoever_is_touched_may_spin_and_pays_nothing() -> None:
    units = [tank("r1", (5, 5)), mech("b1", (5, 10.025), tokens=1)]
    played = play(units, move("r1", (5, 7.5)), spin("b1", 180))
    assert (played.b1.facing, played.b1.tokens, played.b1.heat) == (180, 1, 0)
    later = play(units, move("r1", (5, 7.5)), spin("b1", 180), END, ranged("b1", "r1"), dice=MISS)
    assert later.refused == {}
    assert later.b1.heat == 1


@rule("AOD-SPIN-001")
@pytest.mark.parametrize(
    ("neighbour", "end"), [(squad("r2", (5, 10)), 7.875), (squad("b1", (5, 10)), 7.8)]
)
def test_friends_and_those_not_touched_are_not_asked(neighbour: Json, end: float) -> None:
    units = [tank("r1", (5, 5)), neighbour, tank("b2", (30, 30))]
    assert asked(play(units, move("r1", (5, end)), prompts="ask")) is None


@rule("AOD-SPIN-002")
@pytest.mark.parametrize(
    ("facing", "codes"),
    [(180, set()), (100, set()), (260, set()), (65, set()), (0, {"CANNOT_SPIN"})],
)
def test_a_spin_brings_part_of_the_mover_into_the_front_arc(facing: float, codes: Any) -> None:
    units = [tank("r1", (5, 5), 90), squad("b1", (5, 9), 0)]
    played = play(units, move("r1", (5, 7.5)), spin("b1", facing))
    assert played.codes(1) == codes
    assert played.b1.facing == (0 if codes else facing)


@rule("AOD-SPIN-003")
@pytest.mark.parametrize(
    ("foe", "spinner"),
    [
        (squad("b1", (5, 9.6)), "b1"),
        (mech("b1", (5, 10)), "b1"),
        (mech("b1", (5, 10), **SHUT), None),
        (quad("b1", (5, 10)), None),
        (tank("b1", (5, 9.6), 90), None),
    ],
)
def test_only_infantry_and_working_bipeds_spin(foe: Json, spinner: Any) -> None:
    units = [mech("r1", (5, 5)), foe]
    assert asked(play(units, move("r1", (5, 7.7)), prompts="ask")) == spinner


@rule("AOD-SPIN-004")
def test_the_target_of_a_charge_may_spin_unless_taken_from_behind() -> None:
    front = [mech("r1", (5, 3)), mech("b1", (5, 10), 90)]
    assert asked(play(front, special("charge", (5, 7.7)), prompts="ask")) == "b1"
    rear = [mech("r1", (5, 3)), mech("b1", (5, 10), 0)]
    played = play(rear, special("charge", (5, 7.7)), dice=MISS, prompts="ask")
    assert asked(played) is None
    assert played.attack()["rear_arc"] == 2


@rule("AOD-SPIN-004")
def test_the_target_of_a_ram_may_spin_unless_taken_from_behind() -> None:
    path = (5, 7.475)
    front = [tank("r1", (5, 4)), mech("b1", (5, 10), 90)]
    assert asked(play(front, special("ram", path), prompts="ask")) == "b1"
    rear = [tank("r1", (5, 4)), mech("b1", (5, 10), 0)]
    assert asked(play(rear, special("ram", path), dice=MISS, prompts="ask")) is None


@rule("AOD-SPIN-004")
@pytest.mark.parametrize(
    ("foe", "dice", "spinner"),
    [
        (mech("b1", (5, 10), 90), MISS, "b1"),
        (mech("b1", (5, 10), 90), (6, 6, 6), None),
        (quad("b1", (5, 10), 90), MISS, None),
        (tank("b1", (5, 9.6), 90), MISS, None),
    ],
)
def test_only_a_mech_missed_from_above_may_spin(foe: Json, dice: Any, spinner: Any) -> None:
    units = [mech("r1", (5, 3), **JUMP), foe]
    played = play(units, special("death_from_above", (5, 7.7)), dice=dice, prompts="ask")
    assert played.refused == {}
    assert asked(played) == spinner


@rule("AOD-SPIN-005")
def test_the_spin_comes_before_the_close_attack_of_an_assault() -> None:
    units = [mech("r1", (5, 5)), mech("b1", (5, 10), 0)]
    order = assault("r1", "close", (5, 7.7), target="b1")
    assert play(units, order, dice=MISS).attack()["rear_arc"] == 2
    turned = play(units, order, spin("b1", 180), dice=MISS, prompts="ask")
    assert "rear_arc" not in turned.attack()
    late = play(units, order, spin("b1", None), spin("b1", 180), dice=MISS, prompts="ask")
    assert late.codes(2) == {"NO_QUESTION"}


@rule("AOD-SPIN-005")
def test_owners_are_asked_clockwise_from_the_active_player() -> None:
    green = squad("g1", (3.5, 9)) | {"owner": "green"}
    units = [green, squad("r1", (5, 5)), squad("b1", (6.5, 9))]
    order = move("r1", (5, 9))
    players = ["red", "blue", "green"]
    assert asked(play(units, order, players=players, prompts="ask")) == "b1"
    answered = play(units, order, spin("b1", None), players=players, prompts="ask")
    assert asked(answered) == "g1"
    other = ["red", "green", "blue"]
    assert asked(play(units, order, players=other, prompts="ask")) == "g1"


@rule("AOD-SPIN-005", "AOD-SPIN-001")
def test_an_answer_for_the_second_spinner_declines_for_the_first() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (6.5, 9)), squad("b2", (3.5, 9))]
    played = play(units, move("r1", (5, 9)), spin("b2", 90))
    assert played.refused == {}
    assert (played.b1.facing, played.b2.facing) == (0, 90)


@rule("AOD-SPIN-005")
def test_an_owner_chooses_which_of_his_units_spins_first() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (6.5, 9)), squad("b2", (3.5, 9))]
    order = move("r1", (5, 9))
    second = play(units, order, spin("b2", 90), prompts="ask")
    assert (second.refused, second.b2.facing, asked(second)) == ({}, 90, "b1")
    assert asked(play(units, order, spin("b2", 90), spin("b1", 270), prompts="ask")) is None
    again = play(units, order, spin("b2", 90), spin("b2", 90), prompts="ask")
    assert again.codes(2) == {"WRONG_ANSWER"}


@rule("AOD-SPIN-001", "AOD-MOVE-006")
@pytest.mark.parametrize(
    ("mover", "leg", "spinner"),
    [
        (tank("r1", (5, 5)), {"rotate": 90}, "b1"),
        (tank("r1", (5, 5)), {"rotate": 0}, None),
        (tank("r1", (5, 5), 90), {"rotate": 270}, None),
        (vtol("r1", (5, 5), 90, level="cruising"), {"level": "ground"}, "b1"),
    ],
)
def test_contact_made_by_turning_or_landing_lets_the_other_spin(
    mover: Json, leg: Json, spinner: str | None
) -> None:
    """The long base of a vehicle reaches the infantry beside it only when it lies across."""
    units = [mover, squad("b1", (7.125, 5), 90)]
    order = {"order": "move", "unit": "r1", "legs": [leg]}
    dice = (4,) if mover["facing"] == 90 and mover.get("level") != "cruising" else ()
    assert asked(play(units, order, prompts="ask", dice=dice)) == spinner


@rule("AOD-BREAK-005", "AOD-CONTACT-006")
@pytest.mark.parametrize(("facing", "end"), [(180, 180), (90, 0)])
def test_a_held_vehicle_turns_only_where_it_has_room(facing: float, end: float) -> None:
    """Where it meant to go there is room for any facing; where it is held, infantry is near."""
    units = [tank("r1", (5, 5)), squad("b1", (5, 7.125)), squad("b2", (6.6, 5))]
    order = move("r1", (5, 2))
    order["legs"].append({"rotate": facing})
    rulings = {"vehicle_may_rotate_after_failed_break_away": True}
    played = play(units, order, dice=(1,), rulings=rulings)
    assert (played.r1.at, played.r1.facing) == ((5, 5), end)


@rule("AOD-ORDER-003", "AOD-BREAK-009")
def test_an_attack_that_cannot_be_made_any_more_is_lost_with_its_order() -> None:
    """Held at ground level, the VTOL does not see over the building; a refusal costs nothing."""
    wall = [woods("wall", (3, 9), (7, 10), kind="blocking")]
    units = [vtol("r1", (5, 5)), squad("b1", (5, 2.875)), tank("b2", (5, 13), 180)]
    shot = {"shoot": {"targets": ["b2"]}}
    order = {"order": "move", "unit": "r1", "legs": [{"level": "cruising"}, shot]}
    held = play(units, order, dice=(1,), terrain=wall, build_total=300)
    assert [event.codes for event in held.events("AttackDropped")] == [("LINE_BLOCKED",)]
    assert (held.events("AttackRolled"), held.b2.click) == ([], 1)
    assert (held.state.orders_left, held.r1.ordered) == (1, "move")
    refused = play(units, order | {"legs": [shot]}, terrain=wall, build_total=300)
    assert refused.codes() == {"LINE_BLOCKED"}
    assert (refused.state.orders_left, refused.r1.ordered) == (2, None)


@rule("AOD-CONTACT-002", "AOD-CONTACT-004", "AOD-CONTACT-007")
def test_contact_is_seen_from_above_and_captives_hold_nobody() -> None:
    hill = [woods("hill", (18.75, 6), (24, 14), kind="clear", elevated=True)]
    units = [tank("r1", (18, 10)), squad("b1", (19.5, 10))]
    assert play(units, move("r1", (18, 6)), dice=(3,), terrain=hill).r1.at == (18, 10)
    held = squad("b1", (19.5, 10), captive_of="r2")
    units = [tank("r1", (18, 10)), held, squad("r2", (21, 10))]
    assert play(units, move("r1", (18, 6))).r1.at == (18, 6)
