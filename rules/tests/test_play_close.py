"""Close combat: who strikes whom, through which arc, with which value; water and edges."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    HIT,
    Json,
    close,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
BLADE = weapon("secondary", "melee", 0)
BESIDE = (18, 12.3)


def strike(units: list[Json], dice: Any = HIT, **fields: Any) -> Any:
    """What comes of r1 striking b1."""
    terrain = fields.pop("terrain", [])
    return play(units, close("r1", "b1", **fields), dice=dice, terrain=terrain)


def why_not(*units: Json, **fields: Any) -> set[str]:
    """Why r1 may not strike b1."""
    codes: set[str] = strike(list(units), dice=(), **fields).codes()
    return codes


# Who may


@rule("AOD-CLOSE-001", "AOD-CONTACT-001")
@pytest.mark.parametrize(("y", "legal"), [(11.5, True), (11.519, True), (11.55, False)])
def test_close_combat_is_between_units_in_contact(y: float, legal: bool) -> None:
    units = [squad("r1", (18, 10)), squad("b1", (18, y), 180)]
    game = strike(units, dice=HIT if legal else ())
    assert game.codes() == (set() if legal else {"NOT_IN_CONTACT"})


@rule("AOD-CLOSE-001")
def test_nothing_in_contact_with_a_cruising_vtol() -> None:
    above = vtol("b1", (18, 12.125), level="cruising")
    assert why_not(squad("r1", (18, 10)), above) == {"NOT_IN_CONTACT"}
    low = vtol("b1", (18, 12.125), 180)
    assert not strike([squad("r1", (18, 10)), low]).refused


@rule("AOD-CLOSE-002")
@pytest.mark.parametrize(
    ("attacker", "codes"),
    [
        (squad("r1", (18, 10)), set()),
        (mech("r1", (18, 9.6)), set()),
        (quad("r1", (18, 9.6)), set()),
        (tank("r1", (18, 9.375)), {"CLOSE_NOT_FOR_TYPE"}),
        (vtol("r1", (18, 9.375)), {"CLOSE_NOT_FOR_TYPE"}),
        (
            tank("r1", (18, 9.375), equipment={"attack": ("green", "square")}),
            {"CLOSE_NOT_FOR_TYPE"},
        ),
    ],
)
def test_infantry_and_mechs_fight_in_close_combat(attacker: Json, codes: set[str]) -> None:
    units = [attacker, squad("b1", (18, 11.5), 180)]
    assert strike(units, dice=() if codes else HIT).codes() == codes


@rule("AOD-CLOSE-002")
def test_a_vehicle_may_be_struck() -> None:
    assert strike([squad("r1", (18, 10)), tank("b1", (18, 12.125), 180)]).b1.click == 3


@rule("AOD-CLOSE-003", "AOD-QUAD-004", "AOD-FACING-003")
@pytest.mark.parametrize(
    ("attacker", "facing", "codes"),
    [
        (mech, 0, set()),
        (mech, 90, set()),
        (mech, 95, {"NOT_IN_FRONT"}),
        (mech, 180, {"NOT_IN_FRONT"}),
        (quad, 180, set()),
        (squad, 180, {"NOT_IN_FRONT"}),
    ],
)
def test_the_front_arc_must_touch_the_target_but_for_a_quad(
    attacker: Any, facing: int, codes: set[str]
) -> None:
    south = 10.4 if attacker is squad else 10
    units = [attacker("r1", (18, south), facing), mech("b1", BESIDE, 180)]
    assert strike(units, dice=() if codes else HIT).codes() == codes


@rule("AOD-QUAD-004")
def test_a_quad_needs_contact_too() -> None:
    assert why_not(quad("r1", (18, 10), 180), mech("b1", (18, 12.4))) == {"NOT_IN_CONTACT"}


@rule("AOD-ATTACK-010", "AOD-CONTACT-007")
def test_friends_and_captives_are_not_struck() -> None:
    friend = squad("b1", (18, 11.5), 180) | {"owner": "red"}
    assert why_not(squad("r1", (18, 10)), friend) == {"TARGET_FRIENDLY"}
    held = squad("b1", (18, 11.5), 180, captive_of="r2")
    assert "TARGET_CAPTIVE" in why_not(squad("r1", (18, 10)), held, squad("r2", (19.5, 11.5)))


# The roll


@rule("AOD-CLOSE-005")
@pytest.mark.parametrize(("defense", "hit"), [(18, True), (19, False)])
def test_a_close_attack_is_rolled_like_a_shot(defense: int, hit: bool) -> None:
    units = [squad("r1", (18, 10)), squad("b1", (18, 11.5), 180, defense=defense)]
    game = strike(units)
    assert game.events("AttackRolled")[0].total == 18
    assert game.b1.click == (3 if hit else 1)


@rule("AOD-CLOSE-006", "AOD-MODIF-013")
@pytest.mark.parametrize(("facing", "bonus"), [(180, 0), (90, 0), (270, 0), (80, 2), (0, 2)])
def test_touching_the_rear_arc_gives_2(facing: int, bonus: int) -> None:
    game = strike([squad("r1", (18, 10)), squad("b1", (18, 11.5), facing)])
    assert game.attack().get("rear_arc", 0) == bonus


@rule("AOD-CLOSE-006")
def test_the_rear_of_a_long_base_is_where_it_is_touched() -> None:
    """The dot of the attacker lies ahead of the dot of the target, yet it touches the rear half."""
    ahead = [squad("r1", (16.5, 10.5), 90), tank("b1", (18, 10))]
    assert strike(ahead).attack() == {"base": 8}
    behind = [squad("r1", (16.5, 9.5), 90), tank("b1", (18, 10))]
    assert strike(behind).attack() == {"base": 8, "rear_arc": 2}


@rule("AOD-SHUT-005", "AOD-MODIF-013")
def test_a_target_shut_down_gives_4_in_close_combat_too() -> None:
    game = strike([squad("r1", (18, 10)), mech("b1", (18, 11.9), 0, shutdown=True)])
    assert game.attack() == {"base": 8, "rear_arc": 2, "shutdown": 4}


@rule("AOD-CLOSE-007", "AOD-TERRAIN-011", "AOD-QUAD-002", "AOD-RANGED-006", "AOD-RANGED-007")
def test_modifiers_of_shooting_do_not_count() -> None:
    wood = [woods("wood", (10, 6), (26, 20))]
    units = [
        mech("r1", (18, 10)),
        quad("b1", BESIDE, 180),
        squad("b2", (16.1, 10), 180),
        squad("r2", (18, 14.2), 180),
    ]
    game = strike(units, terrain=wood)
    assert game.attack() == {"base": 9}
    assert game.defense("b1") == {"base": 18}


# The damage


@rule("AOD-DMG-006", "AOD-CLOSE-004", "AOD-ATTACK-008")
@pytest.mark.parametrize(
    ("second", "slot", "clicks"),
    [
        (weapon("secondary", "ballistic", 10), "primary", 4),
        (BLADE, "secondary", 3),
        (BLADE, "primary", 4),
        (weapon("secondary", "ballistic", 10), "secondary", None),
        (weapon("secondary", "energy", 10), "secondary", None),
    ],
)
def test_a_mech_strikes_with_the_primary_value_or_a_melee_secondary(
    second: Json, slot: str, clicks: int | None
) -> None:
    units = [mech("r1", (18, 10), second=second), mech("b1", BESIDE, 180)]
    game = strike(units, dice=() if clicks is None else HIT, weapon=slot)
    assert game.codes() == ({"SECONDARY_NOT_MELEE"} if clicks is None else set())
    assert game.b1.click == 1 + (clicks or 0)


@rule("AOD-QUAD-005")
@pytest.mark.parametrize(
    ("second", "slot", "clicks"),
    [
        (weapon("secondary", "ballistic", 10), "primary", 1),
        (BLADE, "secondary", 3),
        (BLADE, "primary", 4),
    ],
)
def test_a_quad_without_a_melee_weapon_deals_1(second: Json, slot: str, clicks: int) -> None:
    units = [quad("r1", (18, 10), second=second), mech("b1", BESIDE, 180)]
    assert strike(units, weapon=slot).b1.click == 1 + clicks


@rule("AOD-QUAD-005", "AOD-SEQ-002")
def test_the_1_of_a_quad_is_what_equipment_adds_to() -> None:
    flamers = {"primary_damage": ("grey", "square")}
    units = [quad("r1", (18, 10), equipment=flamers), squad("b1", (18, 11.9), 180)]
    assert strike(units).b1.click == 1 + 2


@rule("AOD-DMG-007", "AOD-ATTACK-002", "AOD-MODIF-003")
@pytest.mark.parametrize(("printed", "clicks"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_a_mech_strikes_for_1_at_least(printed: int, clicks: int) -> None:
    dial = heat_dial({"primary_damage_mod": -2}, {}, {}, {})
    attacker = mech("r1", (18, 10), primary_damage=printed, heat_dial=dial, heat=1)
    game = strike([attacker, mech("b1", BESIDE, 180)])
    assert game.b1.click == 1 + clicks


@rule("AOD-DMG-007")
def test_infantry_without_damage_strikes_for_nothing() -> None:
    units = [squad("r1", (18, 10), primary_damage=0), squad("b1", (18, 11.5), 180)]
    assert strike(units).b1.click == 1


@rule("AOD-CLOSE-004", "AOD-DMG-003", "AOD-HEAT-011")
def test_an_energy_weapon_is_no_weapon_in_close_combat() -> None:
    units = [mech("r1", (18, 10)), squad("b1", (18, 11.9), 180)]
    assert strike(units).b1.click == 5
    units = [mech("r1", (18, 10)), mech("b1", BESIDE, 180)]
    game = strike(units)
    assert (game.b1.click, game.b1.heat) == (5, 0)


@rule("AOD-CLOSE-004", "AOD-EQUIP-111")
@pytest.mark.parametrize(("color", "clicks"), [("red", 4), ("blue", 4), ("grey", 3), ("black", 2)])
def test_armor_against_a_range_type_does_not_stop_a_blow(color: str, clicks: int) -> None:
    target = mech("b1", BESIDE, 180, equipment={"defense": (color, "square")})
    assert strike([mech("r1", (18, 10)), target]).b1.click == 1 + clicks


@rule("AOD-ATTACK-005", "AOD-MODIF-007", "AOD-MODIF-008")
def test_a_die_takes_the_place_of_the_damage() -> None:
    claws = {"secondary_damage": ("red", "square")}
    attacker = mech("r1", (18, 10), second=BLADE, equipment=claws)
    game = strike([attacker, mech("b1", BESIDE, 180)], dice=(*HIT, 5), weapon="secondary")
    assert game.b1.click == 1 + 5
    plain = strike([attacker, mech("b1", BESIDE, 180)], weapon="primary")
    assert plain.b1.click == 5


@rule("AOD-MODIF-008", "AOD-SEQ-002")
def test_a_replaced_value_is_modified_afterwards() -> None:
    claws = {"secondary_damage": ("red", "square")}
    attacker = mech("r1", (18, 10), second=BLADE, equipment=claws)
    armored = mech("b1", BESIDE, 180, equipment={"defense": ("grey", "square")})
    game = strike([attacker, armored], dice=(6, 6, 1, 5), weapon="secondary")
    assert game.b1.click == 1 + 5 + 1 - 1


# Water, heights and edges

POND = [woods("pond", (14, 11), (22, 16), kind="shallow_water")]
LAKE = [woods("lake", (14, 11), (22, 16), kind="deep_water")]


@rule("AOD-CLOSE-008")
@pytest.mark.parametrize(
    ("attacker", "target", "codes"),
    [
        (10.5, 12, {"TARGET_IN_WATER"}),
        (12, 10.5, set()),
        (12, 13.5, set()),
        (9, 10.5, set()),
    ],
)
def test_a_unit_in_shallow_water_is_struck_only_from_within(
    attacker: float, target: float, codes: set[str]
) -> None:
    facing = 0 if target > attacker else 180
    units = [squad("r1", (18, attacker), facing), squad("b1", (18, target), facing + 180)]
    assert strike(units, dice=() if codes else HIT, terrain=POND).codes() == codes


@rule("AOD-CLOSE-008")
def test_another_pond_is_other_water() -> None:
    ponds = [
        woods("one", (14, 8), (22, 11), kind="shallow_water"),
        woods("two", (14, 11), (22, 16), kind="shallow_water"),
    ]
    units = [squad("r1", (18, 10.5)), squad("b1", (18, 12), 180)]
    assert why_not(*units, terrain=ponds) == {"TARGET_IN_WATER"}
    shared = [ponds[1], woods("puddle", (14, 8), (22, 16), kind="shallow_water")]
    assert strike(units, dice=HIT, terrain=shared).codes() == set()


@rule("AOD-CLOSE-008")
def test_a_wood_that_both_stand_in_is_no_water_that_both_stand_in() -> None:
    units = [squad("r1", (18, 10.5)), squad("b1", (18, 12), 180)]
    assert why_not(*units, terrain=[*POND, woods("wood", (14, 8), (22, 18))]) == {"TARGET_IN_WATER"}


@rule("AOD-WATER-005")
@pytest.mark.parametrize(
    ("attacker", "target", "codes"),
    [(10, 12.3, {"TARGET_SUBMERGED"}), (12.3, 10, set()), (12, 14.3, set())],
)
def test_only_the_submerged_strike_the_submerged(
    attacker: float, target: float, codes: set[str]
) -> None:
    facing = 0 if target > attacker else 180
    units = [mech("r1", (18, attacker), facing), mech("b1", (18, target), facing + 180)]
    assert strike(units, dice=() if codes else HIT, terrain=LAKE).codes() == codes


@rule("AOD-ELEV-008", "AOD-ELEV-009", "AOD-CONTACT-004", "AOD-MODIF-013")
@pytest.mark.parametrize(
    ("attacker", "target", "height"), [(10.25, 11.75, 1), (11.75, 10.25, 0), (12, 13.5, 0)]
)
def test_units_on_different_levels_strike_each_other_where_they_touch_from_above(
    attacker: float, target: float, height: int
) -> None:
    hill = [woods("hill", (14, 11), (22, 18), kind="clear", elevated=True)]
    facing = 0 if target > attacker else 180
    units = [squad("r1", (18, attacker), facing), squad("b1", (18, target), facing + 180)]
    game = strike(units, terrain=hill)
    assert game.defense("b1").get("height", 0) == height


@rule("AOD-ELEV-012", "AOD-ELEV-010")
@pytest.mark.parametrize(
    ("attacker", "target", "codes"),
    [(10.25, 11.75, {"ABRUPT_EDGE"}), (11.75, 10.25, {"ABRUPT_EDGE"}), (12, 13.5, set())],
)
def test_nobody_fights_across_an_abrupt_edge(
    attacker: float, target: float, codes: set[str]
) -> None:
    access = {"elevated": True, "abrupt": True, "access": [[18, 11]]}
    roof = [woods("roof", (14, 11), (22, 18), kind="clear", **access)]
    facing = 0 if target > attacker else 180
    units = [squad("r1", (18, attacker), facing), squad("b1", (18, target), facing + 180)]
    assert strike(units, dice=() if codes else HIT, terrain=roof).codes() == codes


@rule("AOD-ELEV-010", "AOD-ELEV-009", "AOD-ELEV-004")
def test_a_roof_is_a_height_for_shooting() -> None:
    access = {"elevated": True, "abrupt": True, "access": [[18, 11]]}
    roof = [woods("roof", (14, 11), (22, 15), kind="clear", **access)]
    onto = play(
        [tank("r1", (18, 8)), squad("b1", (18, 13), 180)],
        ranged("r1", "b1"),
        dice=HIT,
        terrain=roof,
    )
    assert onto.defense("b1") == {"base": 16, "height": 1}
    over = play([tank("r1", (18, 8)), squad("b1", (18, 17))], ranged("r1", "b1"), terrain=roof)
    assert over.codes() == {"LINE_BLOCKED"}


@rule("AOD-ELEV-012", "AOD-LOF-013", "AOD-BREAK-001")
def test_contact_across_an_abrupt_edge_still_binds() -> None:
    access = {"elevated": True, "abrupt": True, "access": [[18, 11]]}
    roof = [woods("roof", (14, 11), (22, 18), kind="clear", **access)]
    units = [squad("r1", (18, 10.25)), squad("b1", (18, 11.75), 180)]
    game = play(units, move("r1", (18, 8)), dice=(1,), terrain=roof)
    assert game.r1.at == (18, 10.25)
