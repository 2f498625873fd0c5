"""Ranged and close attacks: modifiers, rolls, damage and its order."""

from typing import Any

import pytest

from rules.age_of_destruction.moment.showing import not_negative
from rules.core.tally import Part
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    close,
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
MELEE = weapon("primary", "melee", 0)
SECOND_MELEE = weapon("secondary", "melee", 0)


def parts(found: Json) -> Json:
    """Without the printed value."""
    return {key: value for key, value in found.items() if key != "base"}


@rule("AOD-ATTACK-009", "AOD-RANGED-001", "AOD-ATTACK-007", "AOD-DMG-001", "AOD-DMG-008")
@pytest.mark.parametrize(("dice", "click"), [((4, 3, 3), 4), ((3, 3, 3), 1)])
def test_a_total_of_at_least_the_defense_hits(dice: tuple[int, ...], click: int) -> None:
    game = play([tank("r1", (18, 10)), tank("b1", (18, 17), 180)], ranged("r1", "b1"), dice=dice)
    assert game.b1.click == click
    (roll,) = game.events("AttackRolled")
    assert (roll.total, roll.targets["b1"].against) == (8 + sum(dice), 18)
    assert "AOD-ATTACK-009" in roll.rules


@rule("AOD-RANGED-004", "AOD-FACING-001", "AOD-MODIF-011")
@pytest.mark.parametrize(("facing", "bonus"), [(0, 2), (180, 0), (90, 0), (89, 2), (-91, 0)])
def test_the_rear_arc_gives_2_its_border_does_not(facing: float, bonus: int) -> None:
    game = play(
        [tank("r1", (18, 10)), squad("b1", (18, 17), facing)], ranged("r1", "b1"), dice=(1, 2, 2)
    )
    assert parts(game.attack()) == ({"rear_arc": bonus} if bonus else {})


@rule("AOD-RANGED-003", "AOD-RANGED-002", "AOD-DMG-004")
def test_what_cannot_shoot() -> None:
    foe = tank("b1", (18, 17))
    assert play([tank("r1", (18, 10), attack=0), foe], ranged("r1", "b1")).codes() == {
        "ATTACK_ZERO"
    }
    brawler = mech("r1", (18, 10), gun=MELEE)
    fists = ranged("r1", "b1", weapon="primary")
    assert play([brawler, foe], fists).codes() >= {"WEAPON_CANNOT_SHOOT"}
    second = play([brawler, foe], ranged("r1", "b1", weapon="secondary"), dice=(1, 2, 1))
    assert second.codes() == set()
    assert play([tank("r1", (18, 10)), foe], ranged("r1", "b1", weapon="secondary")).codes() == {
        "NO_WEAPON"
    }


@rule("AOD-ATTACK-010", "AOD-CONTACT-007", "AOD-EQUIP-009", "AOD-EQUIP-114")
def test_friends_captives_and_oneself_are_no_targets() -> None:
    units = [
        tank("r1", (18, 10)),
        tank("r2", (18, 17)),
        squad("b1", (22, 14)),
        squad("r3", (10, 16)),
        tank("b2", (11.5, 16), captive_of="r3"),
    ]
    assert play(units, ranged("r1", "r2")).codes() == {"TARGET_FRIENDLY"}
    assert play(units, ranged("r1", "r1")).codes() == {"TARGET_FRIENDLY"}
    assert play(units, ranged("r1", "b2")).codes() == {"TARGET_CAPTIVE"}
    assert play(units, ranged("r1", "b9")).codes() == {"UNKNOWN_UNIT"}
    teams = [{"id": "red", "team": "A"}, {"id": "blue", "team": "A"}]
    assert play(units, ranged("r1", "b1"), players=teams).codes() == {"TARGET_FRIENDLY"}


@rule("AOD-RANGED-005", "AOD-RANGED-006", "AOD-RANGED-007", "AOD-MULTI-003", "AOD-MODIF-013")
@pytest.mark.parametrize(
    ("others", "targets", "expected"),
    [
        ([], ["b1"], {}),
        ([squad("b2", (16.5, 10))], ["b1"], {"called_shot": 2}),
        ([squad("b2", (17, 12.06))], ["b1", "b2"], {}),
        ([squad("r2", (16.5, 17))], ["b1"], {"friendly_fire": 2}),
    ],
)
def test_engaged_shooters_and_engaged_targets(
    others: list[Json], targets: list[str], expected: Json
) -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    units = [tank("r1", (18, 10), gun=gun), tank("b1", (18, 17), 180), *others]
    game = play(units, ranged("r1", *targets), dice=(1, 2, 1))
    assert parts(game.defense("b1")) == expected


@rule("AOD-RANGED-007", "AOD-QUAD-006")
def test_a_mech_in_melee_gains_1_and_a_quad_shrugs_infantry_off() -> None:
    units = [tank("r1", (18, 10)), mech("b1", (18, 17), 180), squad("r2", (16.1, 17))]
    assert parts(play(units, ranged("r1", "b1"), dice=(1, 2, 1)).defense("b1")) == {
        "friendly_fire": 1
    }
    gun = weapon("primary", "ballistic", 10)
    foot, far = squad("b2", (16.1, 10)), tank("b1", (18, 17), 180)
    free = play([quad("r1", (18, 10), gun=gun), foot, far], ranged("r1", "b1"), dice=(1, 2, 1))
    assert parts(free.defense("b1")) == {}
    biped = play([mech("r1", (18, 10), gun=gun), foot, far], ranged("r1", "b1"), dice=(1, 2, 1))
    assert parts(biped.defense("b1")) == {"called_shot": 2}


WORKED = [
    mech(
        "r1",
        (18, 10),
        gun=weapon("primary", "ballistic", 12, targets=3),
        primary_damage=3,
    ),
    mech("b1", (12, 15), 180, defense=20, heat=5),
    squad("b2", (18, 17), 0, defense=17),
    tank("b3", (23, 16), 180, defense=20),
]


@rule("AOD-MULTI-001", "AOD-MULTI-002", "AOD-MULTI-004", "AOD-MULTI-005", "AOD-SHUT-005")
@rule("AOD-ATTACK-004", "AOD-MODIF-006")
def test_the_worked_attack_on_several_targets() -> None:
    """Attack 9 and a roll of 9: 22, 20 and 18 against 20, 17 and 20; 3 damage split 2 and 1."""
    order = ranged("r1", "b1", "b2", "b3", split={"b1": 2, "b2": 1})
    game = play(WORKED, order, dice=(3, 3, 3))
    aims = game.events("AttackRolled")[0].targets
    assert {k: (a.total, a.against, a.hit) for k, a in aims.items()} == {
        "b1": (22, 20, True),
        "b2": (20, 17, True),
        "b3": (18, 20, False),
    }
    assert (game.b1.click, game.b2.click, game.b3.click) == (3, 2, 1)


@rule("AOD-MULTI-005", "AOD-MULTI-001")
def test_plans_for_the_damage() -> None:
    def with_plan(plan: Any, *targets: str) -> set[str]:
        order = ranged("r1", *targets, **({"split": plan} if plan else {}))
        return play(WORKED, order, dice=(1, 2, 1) if not plan else ()).codes()

    assert with_plan({"b1": 2, "b2": 2}, "b1", "b2") == {"SPLIT_IMPOSSIBLE"}
    assert with_plan({"b1": 4}, "b1", "b2") == {"SPLIT_IMPOSSIBLE"}
    assert with_plan({"b3": 1}, "b1", "b2") == {"SPLIT_IMPOSSIBLE"}
    first = play(WORKED, ranged("r1", "b2", "b1"), dice=(3, 3, 3))
    assert (first.b2.click, first.b1.click) == (4, 1)
    answered = play(
        WORKED,
        ranged("r1", "b1", "b2"),
        {"order": "answer", "to": "split", "split": {"b1": 0, "b2": 3}},
        dice=(3, 3, 3),
    )
    assert (answered.b1.click, answered.b2.click) == (1, 4)
    one = weapon("primary", "ballistic", 12)
    units = [mech("r1", (18, 10), gun=one), *WORKED[1:]]
    assert play(units, ranged("r1", "b1", "b2")).codes() == {"TOO_MANY_TARGETS"}
    assert play(WORKED, ranged("r1", "b1", "b1")).codes() == {"TARGET_TWICE"}
    assert play(WORKED, ranged("r1")).codes() == {"NO_TARGET"}


@rule("AOD-CRIT-001", "AOD-CRIT-002", "AOD-CRIT-003", "AOD-CRIT-004", "AOD-PUSH-003")
@pytest.mark.parametrize(
    ("dice", "clicks", "own"), [((6, 6, 1), 4, 0), ((1, 1, 6), 0, 1), ((6, 5, 6), 0, 0)]
)
def test_critical_rolls(dice: tuple[int, ...], clicks: int, own: int) -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 17), 180, defense=26)]
    game = play(units, ranged("r1", "b1"), dice=dice)
    assert (game.b1.click - 1, game.r1.click - 1) == (clicks, own)


@rule("AOD-CRIT-002", "AOD-MULTI-005")
def test_a_critical_hit_reaches_a_target_given_nothing() -> None:
    game = play(WORKED, ranged("r1", "b1", "b3", split={"b1": 3, "b3": 0}), dice=(6, 6, 1))
    assert (game.b1.click, game.b3.click) == (5, 2)


@rule("AOD-CRIT-003")
def test_a_critical_miss_misses_whatever_the_total() -> None:
    units = [tank("r1", (18, 10), attack=20), tank("b1", (18, 17), 180)]
    game = play(units, ranged("r1", "b1"), dice=(1, 1, 6))
    assert (game.b1.click, game.r1.click) == (1, 2)


@rule("AOD-DMG-002", "AOD-DMG-003", "AOD-SEQ-002", "AOD-ATTACK-008")
@pytest.mark.parametrize(
    ("kind", "foe", "dice", "clicks"),
    [
        ("energy", tank, (4, 4, 4), 5),
        ("energy", squad, (4, 4, 4), 1),
        ("energy", squad, (6, 6, 1), 1),
        ("ballistic", squad, (4, 4, 4), 5),
        ("energy", mech, (6, 6, 1), 6),
    ],
)
def test_energy_is_weak_against_infantry(
    kind: str, foe: Any, dice: tuple[int, ...], clicks: int
) -> None:
    shooter = tank("r1", (18, 10), gun=weapon("primary", kind, 10), primary_damage=5, attack=9)
    game = play([shooter, foe("b1", (18, 17), 180)], ranged("r1", "b1"), dice=dice)
    assert game.b1.click == 1 + clicks


@rule("AOD-ELIM-001", "AOD-ORDER-002")
def test_what_is_eliminated_takes_no_order_and_switches_nothing_off() -> None:
    evade = {"speed": ("red", "square")}
    units = [tank("r1", (18, 10), attack=15), tank("b1", (18, 16), 180, clicks=3, equipment=evade)]
    orders = [
        ranged("r1", "b1"),
        END,
        move("b1", (18, 20)),
        ranged("b1", "r1"),
        {"order": "switch", "unit": "b1", "off": ["Evade"]},
    ]
    game = play([*units, tank("b2", (30, 30))], *orders, dice=HIT)
    assert game.b1.eliminated
    assert game.refused == {index: {"UNIT_GONE"} for index in (2, 3, 4)}


@rule("AOD-ELIM-001")
def test_a_unit_is_eliminated_when_its_dial_is_at_its_end() -> None:
    units = [tank("r1", (18, 10)), squad("b1", (18, 17), 180, click=3)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    assert (game.b1.eliminated, game.b1.at) == (True, None)
    spared = play(
        [tank("r1", (18, 10)), squad("b1", (18, 17), 180, click=2)], ranged("r1", "b1"), dice=HIT
    )
    assert spared.b1.click == 5
    assert not spared.b1.eliminated
    units += [tank("r2", (14, 10)), squad("b2", (2, 34))]
    twice = play(units, ranged("r1", "b1"), ranged("r2", "b1"), dice=HIT)
    assert twice.codes(1) == {"TARGET_GONE"}


def strike(attacker: Json, target: Json, dice: Any = HIT, **fields: Any) -> Any:
    """r1 attacks b1 in close combat."""
    order = close("r1", "b1", **{k: fields.pop(k) for k in ("weapon",) if k in fields})
    return play([attacker, target], order, dice=dice, **fields)


@rule("AOD-CLOSE-001", "AOD-CLOSE-002", "AOD-CLOSE-003", "AOD-QUAD-004", "AOD-CLOSE-005")
@pytest.mark.parametrize(
    ("attacker", "foe", "codes"),
    [
        (squad("r1", (18, 10)), (18, 11.5), set()),
        (squad("r1", (18, 10)), (18, 11.6), {"NOT_IN_CONTACT"}),
        (squad("r1", (18, 10), 180), (18, 11.5), {"NOT_IN_FRONT"}),
        (tank("r1", (18, 10)), (18, 12.125), {"CLOSE_NOT_FOR_TYPE"}),
        (mech("r1", (18, 10)), (18, 11.9), set()),
        (mech("r1", (18, 10), 180), (18, 11.9), {"NOT_IN_FRONT"}),
        (quad("r1", (18, 10), 180), (18, 11.9), set()),
    ],
)
def test_who_strikes_whom(attacker: Json, foe: tuple[float, float], codes: set[str]) -> None:
    game = strike(attacker, squad("b1", foe, 180), dice=() if codes else (1, 2, 1))
    assert game.codes() == codes


@rule("AOD-CLOSE-004", "AOD-DMG-006", "AOD-DMG-007", "AOD-QUAD-005", "AOD-SEQ-002")
@pytest.mark.parametrize(
    ("make", "fields", "weapon_slot", "clicks"),
    [
        (mech, {}, "primary", 4),
        (mech, {"gun": MELEE}, "primary", 4),
        (mech, {"second": SECOND_MELEE, "secondary_damage": 2}, "secondary", 2),
        (mech, {"primary_damage": 0}, "primary", 1),
        (quad, {}, "primary", 1),
        (quad, {"gun": MELEE}, "primary", 4),
        (squad, {"primary_damage": 0}, "primary", 0),
    ],
)
def test_close_combat_damage(make: Any, fields: Json, weapon_slot: str, clicks: int) -> None:
    reach = 0.75 if make is squad else 1.15
    foe = tank("b1", (18, 10 + reach + 1.375), 180)
    game = strike(make("r1", (18, 10), **fields), foe, (5, 5, 5), weapon=weapon_slot)
    assert game.b1.click == 1 + clicks


@rule("AOD-DMG-006")
def test_a_secondary_without_melee_is_not_for_close_combat() -> None:
    game = strike(mech("r1", (18, 10)), tank("b1", (18, 12.525)), (), weapon="secondary")
    assert game.codes() == {"SECONDARY_NOT_MELEE"}


@rule("AOD-CLOSE-006", "AOD-CLOSE-007", "AOD-TERRAIN-011", "AOD-ELEV-008", "AOD-ELEV-009")
def test_modifiers_of_close_combat() -> None:
    wood = [woods("w", (10, 5), (26, 20))]
    game = strike(squad("r1", (18, 10)), squad("b1", (18, 11.5), 0), terrain=wood)
    assert parts(game.attack()) == {"rear_arc": 2}
    assert parts(game.defense("b1")) == {}
    side = strike(squad("r1", (18, 10)), squad("b1", (18, 11.5), 90))
    assert parts(side.attack()) == {}
    hill = [woods("h", (14, 10.75), (22, 20), kind="clear", elevated=True)]
    above = strike(squad("r1", (18, 10)), squad("b1", (18, 11.5), 180), terrain=hill)
    assert parts(above.defense("b1")) == {"height": 1}
    below = strike(squad("r1", (18, 11.5), 180), squad("b1", (18, 10), 0), terrain=hill)
    assert parts(below.defense("b1")) == {}


@rule("AOD-CLOSE-008", "AOD-WATER-005", "AOD-ELEV-012")
def test_water_and_abrupt_edges_part_fighters() -> None:
    def found(kind: str, one: float = 10, other: float = 11.9, **flags: Any) -> set[str]:
        terrain = [woods("t", (14, 11), (22, 20), kind=kind, **flags)]
        units = [mech("r1", (18, one)), mech("b1", (18, other + 0.4), 180)]
        return play(
            units, close("r1", "b1"), dice=(1, 2, 1) if one > 11 else (), terrain=terrain
        ).codes()

    assert found("shallow_water") == {"TARGET_IN_WATER"}
    assert found("shallow_water", 13, 14.9) == set()
    assert found("deep_water") == {"TARGET_SUBMERGED"}
    assert found("deep_water", 13, 14.9) == set()
    roof: Json = {"elevated": True, "abrupt": True, "access": [[18, 11]]}
    assert found("clear", **roof) == {"ABRUPT_EDGE"}
    assert found("clear", 13, 14.9, **roof) == set()


@rule("AOD-ASSAULT-001", "AOD-ASSAULT-002", "AOD-ASSAULT-003", "AOD-ASSAULT-004")
@rule("AOD-ASSAULT-005", "AOD-HEAT-009", "AOD-RUN-005")
def test_assaults() -> None:
    def assault(kind: str, inches: float, dice: Any = (), **fields: Any) -> Any:
        foe = fields.pop("foe", tank("b1", (18, 18), 180))
        order: Json = {"order": "assault", "unit": "r1", "kind": kind}
        order["legs"] = [{"travel": [[18, 10 + inches]]}] if inches else []
        order |= {"targets": ["b1"]} if kind == "ranged" else {"target": "b1"}
        walker = fields.pop("unit", mech("r1", (18, 10), speed=7))
        return play([walker, foe, *fields.pop("others", [])], order | fields, dice=dice)

    shot = assault("ranged", 4, (3, 3, 4), weapon="secondary")
    assert (shot.r1.at, shot.r1.heat, shot.b1.click) == ((18, 14), 1, 4)
    assert parts(shot.defense("b1")) == {"assault": 1}
    assert assault("ranged", 4.1).codes() == {"TOO_FAR"}
    pushed = assault("ranged", 1, (1, 2, 1), unit=mech("r1", (18, 10), speed=7, tokens=1))
    assert pushed.r1.heat == 2
    fight = assault("close", 5.475, (5, 5, 5))
    assert (fight.b1.click, fight.r1.heat) == (5, 1)
    assert assault("close", 4).codes() == {"NOT_IN_CONTACT"}
    assert assault("ranged", 0, unit=tank("r1", (18, 10))).codes() >= {"NOT_A_MECH"}
    assert assault("ranged", 0, others=[squad("b2", (16.1, 10))]).codes() >= {"ENGAGED"}


@rule("AOD-SEQ-001", "AOD-PUSH-005", "AOD-TOKEN-002", "AOD-HEAT-012")
def test_token_and_pushing_come_after_the_damage() -> None:
    units = [tank("r1", (18, 10), tokens=1), tank("b1", (18, 17), 180)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    kinds = [type(e).__name__ for e in game.outcome.events]
    assert kinds.index("AttackRolled") < kinds.index("Damaged") < kinds.index("TokenPlaced")
    assert (game.r1.click, game.r1.tokens, game.b1.click) == (2, 2, 4)


@rule("AOD-MODIF-002", "AOD-UNIT-021")
def test_cards_change_values() -> None:
    units = [mech("r1", (18, 10), slots=True, pilot={"card": "AOD-P-010"}), tank("b1", (18, 17))]
    game = play(units, ranged("r1", "b1"), dice=(1, 2, 1))
    assert (
        sum(game.attack().values())
        == 9
        + sum(card.modifiers.get("attack", 0) for card in game.outcome.setup.figures["r1"].cards)
        + 2
    )


@rule("AOD-VTOL-006", "AOD-VTOL-002")
def test_heavy_damage_brings_a_vtol_down() -> None:
    wreck = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    flyer = vtol("b1", (18, 17), 180, level="cruising", later={4: wreck, 5: wreck})
    game = play([tank("r1", (18, 10), attack=9), flyer], ranged("r1", "b1"), dice=HIT)
    assert (game.b1.level, game.b1.eliminated) == ("ground", False)
    wood = [woods("w", (14, 14), (22, 21))]
    lost = play([tank("r1", (18, 10), attack=9), flyer], ranged("r1", "b1"), dice=HIT, terrain=wood)
    assert lost.b1.eliminated


def test_moving_units_keep_their_attack_for_later() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 17), 180)]
    game = play(units, move("r1", (18, 11)), ranged("r1", "b1"))
    assert game.codes(1) == {"ALREADY_ORDERED"}


@rule("AOD-ATTACK-002")
@pytest.mark.parametrize(("values", "floor"), [((2, -3), [1]), ((2, -2), []), ((2, -1), [])])
def test_only_what_is_negative_is_lifted_to_nought(
    values: tuple[int, ...], floor: list[int]
) -> None:
    parts = not_negative([Part("base", values[0]), Part("heat", values[1])])
    assert [part.value for part in parts if part.what == "floor"] == floor
