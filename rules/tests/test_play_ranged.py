"""Ranged attacks: who may shoot, every modifier with its value, several targets at one roll."""

from typing import Any

import pytest

from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.play.rules import explain
from rules.tests.skirmishes import (
    HIT,
    Json,
    aboard,
    mech,
    move,
    play,
    quad,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
NINE = (4, 3, 2)


def raised(units: list[Json], *targets: str, **fields: Any) -> dict[str, dict[str, int]]:
    """What raises the defense of each target of a shot of r1."""
    game = play(units, ranged("r1", *targets), dice=HIT, **fields)
    assert not game.refused
    return {
        target: {what: value for what, value in game.defense(target).items() if what != "base"}
        for target in targets
    }


# Who may shoot


@rule("AOD-RANGED-001")
def test_only_a_fast_vtol_shoots_on_a_move_order() -> None:
    shot = {"shoot": {"targets": ["b1"]}}
    target = tank("b1", (18, 16), 180)
    order = move("r1", legs=[shot])
    assert play([tank("r1", (18, 10)), target], order).codes() == {"NO_SHOT_ON_MOVE"}
    game = play([vtol("r1", (18, 10), speed=20), target], order, dice=HIT)
    assert game.b1.click == 4


@rule("AOD-RANGED-002", "AOD-ATTACK-008")
@pytest.mark.parametrize(
    ("slot", "codes"),
    [("primary", {"WEAPON_CANNOT_SHOOT", "OUT_OF_RANGE"}), ("secondary", set())],
)
def test_a_melee_weapon_cannot_shoot(slot: str, codes: set[str]) -> None:
    shooter = mech("r1", (18, 10), gun=weapon("primary", "melee", 0))
    dice = () if codes else HIT
    order = ranged("r1", "b1", weapon=slot)
    assert play([shooter, tank("b1", (18, 16), 180)], order, dice=dice).codes() == codes


@rule("AOD-RANGED-003")
@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"attack": 0}, {"ATTACK_ZERO"}),
        ({"gun": weapon("primary", "ballistic", 0)}, {"WEAPON_CANNOT_SHOOT", "OUT_OF_RANGE"}),
        ({"attack": 1, "gun": weapon("primary", "ballistic", 4)}, set()),
    ],
)
def test_attack_and_maximum_range_must_be_above_zero(fields: Json, codes: set[str]) -> None:
    dice = () if codes else HIT
    units = [tank("r1", (18, 10), **fields), tank("b1", (18, 13.5), 180)]
    assert play(units, ranged("r1", "b1"), dice=dice).codes() == codes


@rule("AOD-ATTACK-010")
@pytest.mark.parametrize("target", ["r1", "r2", "r3"])
def test_nobody_attacks_himself_his_own_or_a_team_mate(target: str) -> None:
    ally = squad("r3", (16, 16), 180) | {"owner": "green"}
    units = [tank("r1", (18, 10)), squad("r2", (20, 16), 180), ally]
    players = [{"id": "red", "team": "a"}, {"id": "green", "team": "a"}, "blue"]
    game = play(units, ranged("r1", target), players=players)
    assert "TARGET_FRIENDLY" in game.codes()


# The roll


@rule("AOD-ATTACK-009")
@pytest.mark.parametrize(("defense", "hit"), [(17, True), (18, True), (19, False), (20, False)])
def test_the_roll_and_attack_must_reach_the_defense(defense: int, hit: bool) -> None:
    """The example of the book: 9 rolled and attack 9 make 18."""
    units = [tank("r1", (18, 10), attack=9), tank("b1", (18, 16), 180, defense=defense)]
    game = play(units, ranged("r1", "b1"), dice=NINE)
    assert game.events("AttackRolled")[0].total == 18
    assert game.b1.click == (4 if hit else 1)


@rule("AOD-RANGED-004", "AOD-MODIF-013")
@pytest.mark.parametrize(("facing", "bonus"), [(0, 2), (89, 2), (90, 0), (180, 0), (270, 0)])
def test_a_line_through_the_rear_arc_gives_2_to_attack(facing: int, bonus: int) -> None:
    """The Salamander of the book: 9 rolled, attack 9 and 2 for the rear reach 20."""
    units = [tank("r1", (18, 10), attack=9), squad("b1", (18, 15), facing, defense=17)]
    game = play(units, ranged("r1", "b1"), dice=NINE)
    assert game.attack() == {"base": 9} | ({"rear_arc": 2} if bonus else {})
    assert game.events("AttackRolled")[0].total == 18 + bonus


@rule("AOD-MODIF-013", "AOD-SHUT-005")
def test_a_target_shut_down_gives_4_to_attack() -> None:
    target = mech("b1", (18, 16), 180)
    units = [tank("r1", (18, 10)), target]
    assert play(units, ranged("r1", "b1"), dice=HIT).attack() == {"base": 8}
    target["shutdown"] = True
    assert play(units, ranged("r1", "b1"), dice=HIT).attack() == {"base": 8, "shutdown": 4}


# Contact: called shots and friendly fire

BESIDE = (16.5, 10)


@rule("AOD-RANGED-006", "AOD-MODIF-013")
@pytest.mark.parametrize(
    ("others", "target", "expected"),
    [
        ([tank("b2", BESIDE)], "b1", {"called_shot": 2}),
        ([], "b1", {}),
        ([squad("b2", BESIDE), squad("b3", (19.5, 10), 180)], "b3", {}),
        ([squad("b2", BESIDE, captive_of="r2"), squad("r2", (15, 10))], "b1", {}),
    ],
)
def test_an_engaged_unit_calls_its_shots_at_targets_it_does_not_touch(
    others: list[Json], target: str, expected: Json
) -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 16), 180), *others]
    assert raised(units, target)[target] == expected


@rule("AOD-RANGED-006")
@pytest.mark.parametrize(
    ("others", "expected"),
    [([squad("b2", BESIDE), squad("b1", (19.5, 10))], 2), ([squad("b1", (19.5, 10))], 0)],
)
def test_the_glossary_reading_counts_any_opponent_beside_the_target(
    others: list[Json], expected: int
) -> None:
    glossary = {"called_shot_needs_target_out_of_contact": False}
    found = raised([tank("r1", (18, 10)), *others], "b1", rulings=glossary)
    assert found["b1"].get("called_shot", 0) == expected


@rule("AOD-QUAD-006")
@pytest.mark.parametrize(
    ("shooter", "others", "expected"),
    [
        (quad, [squad("b2", (16.1, 10))], {}),
        (quad, [squad("b2", (16.1, 10)), tank("b3", (19.9, 10))], {"called_shot": 2}),
        (mech, [squad("b2", (16.1, 10))], {"called_shot": 2}),
    ],
)
def test_a_quad_touched_by_infantry_alone_calls_no_shot(
    shooter: Any, others: list[Json], expected: Json
) -> None:
    units = [shooter("r1", (18, 10)), tank("b1", (18, 17), 180), *others]
    assert raised(units, "b1")["b1"] == expected


@rule("AOD-RANGED-007", "AOD-MODIF-013")
@pytest.mark.parametrize(
    ("target", "beside", "expected"),
    [
        (tank("b1", (18, 16), 180), [squad("r2", (19.5, 16))], {"friendly_fire": 2}),
        (squad("b1", (18, 15), 180), [squad("r2", (19.5, 15))], {"friendly_fire": 2}),
        (mech("b1", (18, 16), 180), [squad("r2", (19.9, 16))], {"friendly_fire": 1}),
        (tank("b1", (18, 16), 180), [squad("r2", (20.5, 16))], {}),
        (
            tank("b1", (18, 16), 180),
            [squad("r2", (19.5, 16), captive_of="b2"), squad("b2", (19.5, 17.5))],
            {},
        ),
    ],
)
def test_a_target_beside_a_friend_is_harder_to_hit(
    target: Json, beside: list[Json], expected: Json
) -> None:
    assert raised([tank("r1", (18, 10)), target, *beside], "b1")["b1"] == expected


@rule("AOD-LOF-013", "AOD-RANGED-007")
def test_a_target_touching_shooter_and_friend_meets_no_modifier() -> None:
    units = [tank("r1", (18, 10)), squad("b1", (19.5, 10), 180), squad("r2", (21, 10))]
    assert raised(units, "b1") == {"b1": {}}


# Everything together


@rule("AOD-RANGED-005", "AOD-QUAD-002", "AOD-TERRAIN-010")
def test_modifiers_add_up_each_counting_once() -> None:
    terrain = [woods("a", (16, 12), (20, 12.5)), woods("b", (16, 13), (20, 13.5))]
    terrain.append(woods("c", (14, 14), (22, 22)))
    units = [tank("r1", (18, 10)), tank("b2", BESIDE), quad("b1", (18, 17), 180)]
    found = raised(units, "b1", terrain=terrain)
    assert found["b1"] == {"hindering": 1, "hull_down": 1, "called_shot": 2}


@rule("AOD-QUAD-002", "AOD-MODIF-013")
def test_hull_down_is_for_quads_with_their_dot_in_the_wood() -> None:
    wood = [woods("w", (14, 16), (22, 22))]
    outside = raised([tank("r1", (18, 8)), quad("b1", (18, 15.5), 180)], "b1", terrain=wood)
    assert outside["b1"] == {}
    biped = raised([tank("r1", (18, 8)), mech("b1", (18, 17), 180)], "b1", terrain=wood)
    assert biped["b1"] == {"hindering": 1}


@rule("AOD-ATTACK-001", "AOD-MODIF-001", "AOD-MODIF-002")
def test_pilot_equipment_and_terrain_modify_values() -> None:
    shooter = mech(
        "r1",
        (18, 10),
        gun=weapon("primary", "ballistic", 10),
        equipment={"primary_damage": ("green", "square")},
        pilot={"card": "AOD-P-002"},
    )
    bare = mech("r1", (18, 10), gun=weapon("primary", "ballistic", 10))
    target = mech("b1", (18, 17), 180, pilot={"card": "AOD-P-002"})
    wood = [woods("w", (16, 12), (20, 13))]
    game = play([shooter, target], ranged("r1", "b1"), dice=HIT, terrain=wood)
    assert sorted(game.attack().values()) == [1, 2, 9]
    assert game.events("AttackRolled")[0].total == 10 + 9 + 1 + 2
    assert sorted(game.defense("b1").values()) == [1, 1, 18]
    plain = play([bare, mech("b1", (18, 17), 180)], ranged("r1", "b1"), dice=HIT)
    assert (plain.attack(), plain.defense("b1")) == ({"base": 9}, {"base": 18})


@rule("AOD-ATTACK-005", "AOD-MODIF-007", "AOD-MODIF-008")
def test_a_lent_defense_stands_in_and_is_then_modified() -> None:
    lender = tank(
        "b2", (19.5, 17), 180, defense=20, equipment={"primary_damage": ("grey", "square")}
    )
    wood = [woods("w", (16, 12), (20, 13))]
    units = [tank("r1", (18, 10)), tank("b1", (18, 17), 180), lender]
    game = play(units, ranged("r1", "b1"), dice=HIT, terrain=wood)
    assert game.defense("b1") == {"base": 20, "hindering": 1}
    away = [*units[:2], lender | {"at": [22, 17]}]
    game = play(away, ranged("r1", "b1"), dice=HIT, terrain=wood)
    assert game.defense("b1") == {"base": 18, "hindering": 1}


@rule("AOD-MODIF-011", "AOD-CRIT-001")
def test_only_the_natural_white_dice_make_a_critical() -> None:
    units = [tank("r1", (18, 10), attack=15), tank("b1", (18, 16), defense=40)]
    game = play(units, ranged("r1", "b1"), dice=(6, 5, 6))
    assert game.events("AttackRolled")[0].total == 17 + 15 + 2
    assert game.b1.click == 1


@rule("AOD-ELEV-002", "AOD-ELEV-003", "AOD-TERRAIN-006")
def test_a_wood_on_a_hill_is_entered_as_any_wood() -> None:
    terrain = [
        woods("hill", (12, 6), (24, 20), kind="clear", elevated=True),
        woods("wood", (15, 9), (21, 15), elevated=True),
    ]
    assert not play([squad("r1", (18, 7.5))], move("r1", (18, 9)), terrain=terrain).refused
    inside = play([squad("r1", (18, 7.5))], move("r1", (18, 11)), terrain=terrain)
    assert inside.codes() == {"MUST_STOP"}
    assert not play([tank("r1", (18, 7.5))], move("r1", (18, 15)), terrain=terrain).refused


# Several targets


def hawk(**fields: Any) -> Json:
    """The Jade Hawk of the book: attack 9, three ballistic targets, damage 3."""
    three = weapon("secondary", "ballistic", 8, targets=3)
    return mech("r1", (18, 10), second=three, **fields)


MANGONEL = mech("b1", (14, 14), 180, defense=20, shutdown=True)
SALAMANDER = squad("b2", (18, 16), 0, defense=17)
ZIBLER = tank("b3", (22, 14), 180, defense=20)


def volley(*targets: str, **fields: Any) -> Json:
    """A shot of the Jade Hawk's secondary."""
    return ranged("r1", *targets, weapon="secondary", **fields)


@rule("AOD-MULTI-001", "AOD-MULTI-002")
@pytest.mark.parametrize(
    ("targets", "codes"),
    [
        (("b1",), set()),
        (("b1", "b2"), set()),
        (("b1", "b2", "b3"), set()),
        (("b1", "b2", "b3", "b4"), {"TOO_MANY_TARGETS"}),
        (("b1", "b1"), {"TARGET_TWICE"}),
        ((), {"NO_TARGET"}),
        (("b1", "b5"), {"OUT_OF_ARC"}),
        (("b1", "b6"), {"OUT_OF_RANGE"}),
    ],
)
def test_as_many_targets_as_symbols_each_once_with_a_legal_line(
    targets: tuple[str, ...], codes: set[str]
) -> None:
    others = [squad("b4", (20, 16)), squad("b5", (18, 6)), squad("b6", (18, 19))]
    units = [hawk(), MANGONEL, SALAMANDER, ZIBLER, *others]
    assert play(units, volley(*targets), dice=() if codes else (1, 2, 1)).codes() == codes


@rule("AOD-MULTI-002")
def test_one_blocked_line_refuses_the_volley() -> None:
    wall = [woods("wall", (20, 11), (21, 14), kind="blocking")]
    units = [hawk(), MANGONEL, ZIBLER]
    assert play(units, volley("b1", "b3"), terrain=wall).codes() == {"LINE_BLOCKED"}
    assert not play(units, volley("b1"), dice=HIT, terrain=wall).refused


@rule("AOD-MULTI-004", "AOD-ATTACK-004", "AOD-MODIF-006")
def test_one_roll_meets_every_defense_with_its_own_modifiers() -> None:
    """The example of the book: 22, 20 and 18 against 20, 17 and 20."""
    units = [hawk(), MANGONEL, SALAMANDER, ZIBLER]
    game = play(units, volley("b1", "b2", "b3", split={"b1": 2, "b2": 1}), dice=NINE)
    (roll,) = game.events("AttackRolled")
    aims = [(aim.total, aim.against, aim.hit) for aim in roll.targets.values()]
    assert aims == [(22, 20, True), (20, 17, True), (18, 20, False)]


@rule("AOD-MULTI-005")
@pytest.mark.parametrize(
    ("split", "clicks"),
    [
        ({"b1": 2, "b2": 1}, (3, 2, 1)),
        ({"b1": 3, "b2": 0}, (4, 1, 1)),
        ({"b1": 0, "b2": 3}, (1, 4, 1)),
        ({"b1": 1, "b2": 2, "b3": 0}, (2, 3, 1)),
        ({"b1": 1, "b2": 1, "b3": 1}, (2, 2, 1)),
        (None, (4, 1, 1)),
    ],
)
def test_damage_is_divided_among_the_targets_hit(
    split: dict[str, int] | None, clicks: tuple[int, ...]
) -> None:
    units = [hawk(), MANGONEL, SALAMANDER, ZIBLER]
    fields: Json = {} if split is None else {"split": split}
    game = play(units, volley("b1", "b2", "b3", **fields), dice=NINE)
    assert (game.b1.click, game.b2.click, game.b3.click) == clicks


@rule("AOD-MULTI-005")
@pytest.mark.parametrize(
    "split", [{"b1": 2, "b2": 2}, {"b1": 4, "b2": 0}, {"b1": 1, "b4": 1}, {"b1": 1, "r1": 1}]
)
def test_a_division_beyond_the_damage_or_the_targets_is_refused(split: dict[str, int]) -> None:
    units = [hawk(), MANGONEL, SALAMANDER, ZIBLER]
    assert play(units, volley("b1", "b2", split=split)).codes() == {"SPLIT_IMPOSSIBLE"}


@rule("AOD-MULTI-005")
def test_a_missed_target_gets_nothing_even_when_asked_for_it() -> None:
    units = [hawk(), MANGONEL, SALAMANDER, ZIBLER]
    over = {"order": "answer", "to": "split", "unit": "r1", "split": {"b1": 1, "b3": 2}}
    fair = over | {"split": {"b1": 1, "b2": 2}}
    game = play(units, volley("b1", "b2", "b3"), over, fair, dice=NINE, prompts="ask")
    assert game.codes(1) == {"SPLIT_IMPOSSIBLE"}
    assert (game.b1.click, game.b2.click, game.b3.click) == (2, 3, 1)


@rule("AOD-MULTI-005")
def test_the_only_target_hit_takes_everything() -> None:
    units = [hawk(), SALAMANDER, ZIBLER]
    game = play(units, volley("b3", "b2", split={"b3": 2, "b2": 1}), dice=NINE)
    assert (game.b2.click, game.b3.click) == (4, 1)


@rule("AOD-MULTI-003", "AOD-RANGED-006")
@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        (("b1", "b2"), {"b1": {}, "b2": {}}),
        (("b2", "b3"), {"b2": {"called_shot": 2}, "b3": {"called_shot": 2}}),
    ],
)
def test_a_target_in_contact_spares_the_others_the_called_shot(
    targets: tuple[str, ...], expected: Json
) -> None:
    gun = weapon("primary", "ballistic", 10, targets=3)
    units = [
        tank("r1", (18, 10), gun=gun),
        squad("b1", (19.5, 10), 180),
        squad("b2", (16, 16), 180),
        squad("b3", (22, 16), 180),
    ]
    assert raised(units, *targets) == expected


@rule("AOD-MULTI-003", "AOD-RANGED-006")
@pytest.mark.parametrize(
    ("targets", "expected"),
    [
        (("b1",), {"b1": {}}),
        (("b1", "b3"), {"b1": {}, "b3": {}}),
        (("b3",), {"b3": {"called_shot": 2}}),
    ],
)
def test_of_two_opponents_in_contact_one_among_the_targets_is_enough(
    targets: tuple[str, ...], expected: Json
) -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    beside = [squad("b1", (19.5, 10), 180), squad("b2", (16.5, 10), 180)]
    units = [tank("r1", (18, 10), gun=gun), *beside, squad("b3", (22, 16), 180)]
    assert raised(units, *targets) == expected


# Weapons


@rule("AOD-DMG-004")
@pytest.mark.parametrize(
    ("declared", "codes"), [("primary", {"OUT_OF_RANGE"}), ("secondary", set())]
)
def test_without_a_word_the_primary_weapon_is_fired(declared: str, codes: set[str]) -> None:
    guns: Json = {
        "gun": weapon("primary", "ballistic", 6),
        "second": weapon("secondary", "ballistic", 12),
    }
    units = [mech("r1", (18, 6), **guns), tank("b1", (18, 16), 180)]
    game = play(units, ranged("r1", "b1", weapon=declared), dice=() if codes else HIT)
    assert game.codes() == codes
    near = [units[0], tank("b1", (18, 11), 180)]
    assert play(near, ranged("r1", "b1"), dice=HIT).b1.click == 5


@rule("AOD-LOF-004", "AOD-LOF-003")
def test_minimum_range_keeps_a_unit_in_contact_safe() -> None:
    units = [tank("r1", (18, 10), gun=weapon("primary", "ballistic", 10, minimum=2))]
    assert play([*units, squad("b1", (19.5, 10))], ranged("r1", "b1")).codes() == {"TOO_CLOSE"}


@rule("AOD-AA-001")
def test_anti_aircraft_keeps_its_minimum_range() -> None:
    gun = weapon("primary", "ballistic", 10, minimum=6)
    units = [tank("r1", (18, 10), name="AA Tank", gun=gun), vtol("b1", (18, 15), level="cruising")]
    assert play(units, ranged("r1", "b1")).codes() == {"TOO_CLOSE"}


# Lines that only some readings and levels decide


@rule("AOD-LOF-008")
@pytest.mark.parametrize(
    ("reading", "codes"), [("mech_bases", set()), ("all_bases", {"LINE_BLOCKED"})]
)
def test_what_blocks_a_mech_shooting_at_small_bases_is_a_ruling(
    reading: str, codes: set[str]
) -> None:
    gun = weapon("primary", "ballistic", 10)
    units = [mech("r1", (18, 8), gun=gun), tank("b1", (18, 16), 180), squad("b2", (18, 12))]
    rulings = {"mech_vs_small_blocked_by": reading}
    dice = () if codes else HIT
    assert play(units, ranged("r1", "b1"), rulings=rulings, dice=dice).codes() == codes
    units[1] = mech("b1", (18, 16), 180)
    assert not play(units, ranged("r1", "b1"), rulings=rulings, dice=HIT).refused


@rule("AOD-LOF-011", "AOD-WATER-006")
@pytest.mark.parametrize(
    ("between", "blocked"),
    [
        (vtol("bx", (18, 14)), True),
        (vtol("bx", (18, 14), level="cruising"), False),
        (tank("bx", (18, 14), mode="hover"), True),
        (squad("bx", (18, 14), mode="aquatic"), False),
    ],
)
def test_bases_over_and_under_the_surface(between: Json, blocked: bool) -> None:
    lake = [woods("lake", (15, 12), (21, 16), kind="deep_water")]
    units = [tank("r1", (18, 10)), tank("b1", (18, 18), 180), between]
    game = play(units, ranged("r1", "b1"), dice=() if blocked else HIT, terrain=lake)
    assert game.codes() == ({"LINE_BLOCKED"} if blocked else set())


@rule("AOD-TERRAIN-012")
def test_a_base_partly_in_the_wood_shoots_out_of_it_and_a_base_beside_it_does_not() -> None:
    wood = [woods("w", (14, 10), (22, 13))]
    target = squad("b1", (18, 15), 180)
    assert raised([squad("r1", (18, 9.5)), target], "b1", terrain=wood) == {"b1": {}}
    assert raised([squad("r1", (18, 9.2)), target], "b1", terrain=wood) == {"b1": {"hindering": 1}}


@rule("AOD-ELEV-007")
@pytest.mark.parametrize(
    ("wood", "expected"),
    [
        (woods("w", (14, 14), (22, 15)), {}),
        (woods("w", (14, 16), (22, 20)), {"hindering": 1}),
        (woods("w", (15, 7), (21, 9)), {}),
    ],
)
def test_from_a_hill_low_woods_count_only_around_the_target(wood: Json, expected: Json) -> None:
    hill = woods("hill", (14, 6), (22, 12), kind="clear", elevated=True)
    gun = weapon("primary", "ballistic", 12)
    units = [squad("r1", (18, 8), gun=gun), squad("b1", (18, 18), 180)]
    assert raised(units, "b1", terrain=[hill, wood]) == {"b1": expected}


@rule("AOD-ELEV-007")
def test_an_elevated_wood_between_two_hills_counts() -> None:
    terrain = [
        woods("one", (14, 6), (22, 10), kind="clear", elevated=True),
        woods("wood", (14, 11), (22, 13), elevated=True),
        woods("two", (14, 14), (22, 20), kind="clear", elevated=True),
    ]
    gun = weapon("primary", "ballistic", 12)
    units = [squad("r1", (18, 8), gun=gun), squad("b1", (18, 16), 180)]
    assert raised(units, "b1", terrain=terrain) == {"b1": {"hindering": 1}}


@rule("AOD-ELEV-007", "AOD-ELEV-006", "AOD-TERRAIN-012")
@pytest.mark.parametrize(
    ("start", "wood", "expected"),
    [
        (7.5, ((15, 9), (21, 11)), {"hindering": 1}),
        (8, ((15, 7), (21, 9.5)), {}),
        (8, ((15, 7), (21, 8.4)), {}),
    ],
)
@pytest.mark.parametrize("wood_first", [False, True])
def test_a_wood_on_a_hill_is_no_second_elevation(
    start: float, wood: Any, expected: Json, wood_first: bool
) -> None:
    terrain = [
        woods("hill", (12, 6), (24, 14), kind="clear", elevated=True),
        woods("wood", *wood, elevated=True),
    ]
    gun = weapon("primary", "ballistic", 14)
    units = [squad("r1", (18, start), gun=gun), squad("b1", (18, 20), 180)]
    found = raised(units, "b1", terrain=terrain[::-1] if wood_first else terrain)
    assert found == {"b1": expected}


@rule("AOD-INDIRECT-003", "AOD-TERRAIN-015", "AOD-ELEV-004", "AOD-LOF-009")
@pytest.mark.parametrize(
    "obstacle",
    [
        woods("wall", (16, 12), (20, 13), kind="blocking"),
        woods("hill", (16, 12), (20, 13), kind="clear", elevated=True),
    ],
)
def test_indirect_fire_passes_over_what_blocks_and_what_hinders(obstacle: Json) -> None:
    units = [tank("r1", (18, 10)), squad("b1", (18, 17), 180)]
    terrain = [obstacle, woods("wood", (16, 14), (20, 15))]
    game = play(units, ranged("r1", "b1", mode="indirect"), dice=HIT, terrain=terrain)
    assert game.defense("b1") == {"base": 16, "indirect": 3}
    assert play(units, ranged("r1", "b1"), terrain=terrain).codes() == {"LINE_BLOCKED"}
    behind = [tank("r1", (18, 10), 180), units[1]]
    order = ranged("r1", "b1", mode="indirect")
    assert play(behind, order, terrain=terrain).codes() == {"OUT_OF_ARC"}


@rule("AOD-INDIRECT-001", "AOD-INDIRECT-002")
def test_indirect_fire_has_one_target_and_needs_an_attack_value() -> None:
    wall = [woods("wall", (14, 12), (22, 13), kind="blocking")]
    gun = weapon("primary", "ballistic", 10, targets=2)
    targets = [squad("b1", (17, 17), 180), squad("b2", (20, 17), 180)]
    order = ranged("r1", "b1", "b2", mode="indirect")
    both = play([tank("r1", (18, 10), gun=gun), *targets], order, terrain=wall)
    assert both.codes() == {"INDIRECT_ONE_TARGET"}
    order = ranged("r1", "b1", mode="indirect")
    weak = play([tank("r1", (18, 10), attack=0), *targets], order, terrain=wall)
    assert weak.codes() == {"ATTACK_ZERO"}


@rule("AOD-INDIRECT-003", "AOD-INDIRECT-004")
def test_what_does_not_lie_on_the_line_counts_for_indirect_fire_too() -> None:
    terrain = [
        woods("wall", (16, 12), (20, 13), kind="blocking"),
        woods("wood", (14, 15), (22, 22), elevated=True),
    ]
    units = [tank("r1", (18, 10)), quad("b1", (18, 18), 0, shutdown=True)]
    game = play(units, ranged("r1", "b1", mode="indirect"), dice=HIT, terrain=terrain)
    assert game.attack() == {"base": 8, "rear_arc": 2, "shutdown": 4}
    assert game.defense("b1") == {"base": 18, "hull_down": 1, "height": 1, "indirect": 3}


@rule("AOD-MULTI-005")
@pytest.mark.parametrize("gone", [True, False])
def test_damage_planned_for_a_unit_that_is_not_on_the_table_is_refused_for_the_unit(
    gone: bool,
) -> None:
    """A text that strikes harder from behind has no back to look at there."""
    veteran = tank("r1", (18, 10), faction="Stormhammers", rank="elite")
    away = aboard(squad("b1", (0, 0)), "b2")
    carrier = tank("b2", (18, 16), 180, transport_capacity=3)
    units = [veteran, away, carrier]
    order = ranged("r1", "b1", split={"b1": 1})
    start = read(scenario(units, players=[{"id": "red", "cards": ["HSE-F-008"]}, "blue"]))
    state = start.state.with_unit("b1", aboard=None, eliminated=True) if gone else start.state
    codes = {violation.code for violation in explain(start.setup, state, read_order(order))}
    assert codes
