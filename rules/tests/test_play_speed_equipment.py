"""Special equipment on the speed value: Camouflage, Evade, Jump Jets, Electronic Camouflage."""

import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.tests.equipment_cases import Case, assert_switched_off, assert_used_by_shape
from rules.tests.skirmishes import (
    HIT,
    Json,
    Played,
    close,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT = (18, 10), (18, 16)
MISS = (2, 2, 1)
WOOD = woods("wood", (16, 14), (20, 20))
ROCK = woods("rock", (16, 12.5), (20, 13.5), kind="blocking")
WALL = woods("wall", (15, 12.5), (21, 13.5), kind="blocking")
STREAK = {"primary_damage": ("black", "square")}
GUN = weapon("primary", "ballistic", 10)


def jump(x: float, y: float, **fields: object) -> Json:
    return move("r1", (x, y), **fields)


CASES = [
    Case(
        *("Camouflage", "speed", "green"),
        lambda e: [tank("r1", RED_AT), tank("b1", BLUE_AT, 180, equipment=e)],
        ranged("r1", "b1"),
        *(MISS, MISS, "b1"),
        fields={"terrain": [WOOD]},
    ),
    Case(
        *("Evade", "speed", "red"),
        lambda e: [tank("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=e)],
        ranged("r1", "b1"),
        *(MISS, MISS, "b1"),
    ),
    Case(
        *("Jump Jets", "speed", "blue"),
        lambda e: [mech("r1", RED_AT, equipment=e), tank("b1", (30, 30))],
        jump(18, 16),
        fields={"terrain": [ROCK]},
    ),
    Case(
        *("Electronic Camouflage", "speed", "black"),
        lambda e: [tank("r1", RED_AT, equipment=STREAK), tank("b1", BLUE_AT, 180, equipment=e)],
        ranged("r1", "b1"),
        *(HIT, HIT, "b1"),
    ),
]


@rule("AOD-EQUIP-008", "AOD-EQUIP-110", "AOD-EQUIP-006")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_circle_costs_one_click_where_a_square_is_free(case: Case) -> None:
    assert_used_by_shape(case)


@rule("AOD-EQUIP-004", "AOD-EQUIP-104")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_can_be_switched_off(case: Case) -> None:
    assert_switched_off(case)


def defense(target: Json, order: Json = CASES[0].order, **fields: object) -> Json:
    shot = play([mech("r1", RED_AT), target], order, dice=MISS, **fields)
    assert not shot.refused
    return shot.defense("b1")


@pytest.mark.parametrize(
    ("at", "bonus"), [((18, 16), 2), ((18, 14.1), 2), ((18, 13.9), None), ((18, 12.0), None)]
)
def test_camouflage_needs_a_dot_in_hindering_terrain(
    at: tuple[float, float], bonus: int | None
) -> None:
    hidden = squad("b1", at, 180, equipment={"speed": ("green", "square")})
    assert defense(hidden, terrain=[WOOD]).get("Camouflage") == bonus


def test_camouflage_does_not_work_in_water_or_hand_to_hand() -> None:
    equipment = {"speed": ("green", "square")}
    pond = woods("pond", (16, 14), (20, 20), kind="shallow_water")
    assert "Camouflage" not in defense(
        squad("b1", BLUE_AT, 180, equipment=equipment), terrain=[pond]
    )
    near = mech("b1", (18, 12.3), 180, equipment=equipment)
    wide = woods("wood", (10, 5), (26, 20))
    assert "Camouflage" not in defense(near, close("r1", "b1"), terrain=[wide])


def test_evade_hampers_ranged_attacks_only() -> None:
    evading = {"equipment": {"speed": ("red", "square")}}
    assert defense(mech("b1", BLUE_AT, 180, **evading))["Evade"] == 2
    assert "Evade" not in defense(mech("b1", BLUE_AT, 180))
    assert "Evade" not in defense(mech("b1", (18, 12.3), 180, **evading), close("r1", "b1"))


def test_evade_decides_a_narrow_shot() -> None:
    units = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment={"speed": ("red", "square")})]
    assert play(units, ranged("r1", "b1"), dice=(4, 3, 3)).b1.click == 1
    assert play(units, ranged("r1", "b1"), dice=(4, 4, 3)).b1.click == 5


@pytest.mark.parametrize("color", ["red", "blue"])
def test_breaking_away_fails_on_one_only(color: str) -> None:
    def leave(die: int, **fields: object) -> Played:
        unit = mech("r1", RED_AT, equipment={"speed": (color, "circle")})
        return play([unit, tank("b1", (18, 11.9), 90)], move("r1", (18, 6), **fields), dice=[die])

    assert leave(2).r1.at == (18, 6)
    assert leave(1).r1.at == RED_AT
    assert leave(2).r1.click == 2
    name = "Evade" if color == "red" else "Jump Jets"
    assert leave(2, off=[name]).r1.at == RED_AT
    assert leave(2, off=[name]).r1.click == 1


@pytest.mark.parametrize(("equipment", "heat"), [({"speed": ("red", "square")}, 0), ({}, 1)])
def test_evade_runs_cool(equipment: Json, heat: int) -> None:
    assert play([mech("r1", RED_AT, equipment=equipment)], move("r1", run=True)).r1.heat == heat


def test_jump_jets_pass_over_bases_and_terrain() -> None:
    jets = {"speed": ("blue", "square")}
    between = tank("b1", (18, 13.2), 90)
    for equipment, codes in ((jets, set()), ({}, {"BASE_IN_WAY"})):
        units = [mech("r1", RED_AT, equipment=equipment), between]
        assert play(units, jump(18, 16)).codes() == codes
    for equipment, codes in ((jets, set()), ({}, {"TERRAIN_IN_WAY"})):
        unit = mech("r1", RED_AT, equipment=equipment)
        assert play([unit], jump(18, 16), terrain=[ROCK]).codes() == codes


def test_jump_jets_neither_end_on_blocking_terrain_nor_run() -> None:
    unit = mech("r1", RED_AT, equipment={"speed": ("blue", "square")})
    assert play([unit], jump(18, 13), terrain=[ROCK]).codes() == {"ENDS_ON_TERRAIN"}
    assert play([unit], jump(18, 16, run=True), terrain=[ROCK]).codes() == {"TERRAIN_IN_WAY"}
    assert play([unit], jump(18, 16.1), terrain=[ROCK]).codes() == {"TOO_FAR"}


def test_a_walk_on_the_ground_uses_no_jump_jets() -> None:
    unit = mech("r1", RED_AT, equipment={"speed": ("blue", "circle")})
    walked = play([unit], jump(18, 16))
    assert (walked.r1.click, walked.events("EquipmentUsed")) == (1, [])


def test_a_captor_does_not_jump() -> None:
    captor = mech("r1", RED_AT, equipment={"speed": ("blue", "square")})
    captive = squad("b1", (18, 8.1), captive_of="r1")
    guard = tank("b2", (18, 11.9), 90)
    held = play([captor, captive, guard], move("r1"), dice=[2])
    assert [event.success for event in held.events("BreakAwayRolled")] == [False]
    over = play([captor, captive], jump(18, 16), terrain=[ROCK])
    assert "TERRAIN_IN_WAY" in over.codes()


def test_death_from_above_needs_jump_jets() -> None:
    order = {"order": "death_from_above", "unit": "r1", "target": "b1", "path": [[18, 13.7]]}
    for equipment, codes in (({"speed": ("blue", "square")}, set()), ({}, {"NO_JUMP"})):
        units = [mech("r1", RED_AT, equipment=equipment), mech("b1", BLUE_AT, 180)]
        after = play(units, order, dice=() if codes else MISS)
        assert after.codes() == codes


@pytest.mark.parametrize(
    ("equipment", "codes"),
    [({}, set()), ({"speed": ("black", "square")}, {"TARGET_UNAFFECTED"})],
)
def test_electronic_camouflage_keeps_indirect_fire_away(equipment: Json, codes: set[str]) -> None:
    units = [tank("r1", RED_AT), tank("b1", BLUE_AT, 180, equipment=equipment)]
    order = ranged("r1", "b1", mode="indirect")
    assert play(units, order, dice=() if codes else MISS, terrain=[WALL]).codes() == codes


@pytest.mark.parametrize(
    ("equipment", "codes"), [({}, set()), ({"speed": ("black", "square")}, {"LINE_BLOCKED"})]
)
def test_electronic_camouflage_misleads_streak_missiles(equipment: Json, codes: set[str]) -> None:
    units = [tank("r1", RED_AT, equipment=STREAK), tank("b1", BLUE_AT, 180, equipment=equipment)]
    shot = play(units, ranged("r1", "b1"), dice=() if codes else MISS, terrain=[WALL])
    assert shot.codes() == codes
    clear = play(units, ranged("r1", "b1"), dice=HIT)
    assert clear.b1.click == (4 if codes else 3)


def test_infiltrate_changes_nothing_once_a_unit_is_deployed() -> None:
    assert ABILITIES.equipment["speed", "grey"].permits == ("infiltrate",)
    unit = mech("r1", RED_AT, equipment={"speed": ("grey", "circle")})
    assert play([unit], jump(18, 16.1)).codes() == {"TOO_FAR"}
    assert play([unit], jump(18, 16)).r1.click == 1
