"""Damage: by weapon type, criticals, the order of the steps, elimination."""

from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.play.play import resolve
from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    HIT,
    Json,
    Played,
    close,
    heat_dial,
    mech,
    move,
    play,
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
CRITICAL = (6, 6, 1)
FUMBLE = (1, 1, 6)
LASER = weapon("primary", "energy", 10)


def hit(damage: int, target: Json, dice: Any = HIT, *, gun: Json | None = None) -> Any:
    """What comes of a shot of a tank with a damage value at b1."""
    shooter = tank("r1", (18, 10), attack=10, primary_damage=damage)
    if gun:
        shooter["unit"]["attacks"] = [gun]
    return play([shooter, target], ranged("r1", "b1"), dice=dice)


# By weapon type


@rule("AOD-DMG-001")
@pytest.mark.parametrize("target", [squad, tank, mech])
def test_ballistic_damage_is_the_same_for_everybody(target: Any) -> None:
    game = hit(4, target("b1", (18, 16), 180))
    assert (game.b1.click, game.b1.heat) == (5, 0)


@rule("AOD-DMG-002", "AOD-HEAT-011")
@pytest.mark.parametrize(("target", "heat"), [(tank, 0), (mech, 1)])
def test_energy_damage_to_vehicles_and_mechs(target: Any, heat: int) -> None:
    game = hit(3, target("b1", (18, 16), 180), gun=LASER)
    assert (game.b1.click, game.b1.heat) == (4, heat)


@rule("AOD-DMG-003")
@pytest.mark.parametrize(
    ("damage", "dice", "clicks"),
    [
        (5, HIT, 1),
        (5, CRITICAL, 1),
        (2, HIT, 1),
        (1, HIT, 1),
        (1, CRITICAL, 1),
        (0, HIT, 0),
        (0, CRITICAL, 1),
    ],
)
def test_energy_damage_to_infantry_is_1_at_most(
    damage: int, dice: tuple[int, ...], clicks: int
) -> None:
    assert hit(damage, squad("b1", (18, 16), 180), dice, gun=LASER).b1.click == 1 + clicks


@rule("AOD-DMG-003", "AOD-CRIT-002", "AOD-SEQ-002", "AOD-MULTI-005")
def test_an_energy_critical_on_infantry_and_a_tank() -> None:
    shooter = tank("r1", (18, 10), primary_damage=5, gun=weapon("primary", "energy", 10, targets=2))
    units = [shooter, squad("b1", (16, 16), 180), tank("b2", (20, 16), 180)]
    order = ranged("r1", "b1", "b2", split={"b1": 3, "b2": 2})
    game = play(units, order, dice=CRITICAL)
    assert (game.b1.click, game.b2.click) == (2, 4)


@rule("AOD-ATTACK-008")
@pytest.mark.parametrize(
    ("unit", "changes", "readable"),
    [
        (tank, {"gun": weapon("primary", "melee", 0)}, False),
        (squad, {"gun": weapon("primary", "melee", 0)}, False),
        (mech, {"second": weapon("secondary", "melee", 0)}, True),
    ],
)
def test_only_mechs_have_melee_weapons(unit: Any, changes: Json, readable: bool) -> None:
    units = [unit("r1", (18, 10), **changes)]
    if readable:
        assert read(scenario(units))
    else:
        with pytest.raises(Unreadable):
            read(scenario(units))


@rule("AOD-ATTACK-008")
@pytest.mark.parametrize("unit", [tank, squad])
def test_infantry_and_vehicles_have_one_weapon(unit: Any) -> None:
    armed = unit("r1", (18, 10))
    armed["unit"]["attacks"].append(weapon("secondary", "energy", 10))
    with pytest.raises(Unreadable):
        read(scenario([armed]))


# Criticals


@rule("AOD-CRIT-001", "AOD-CRIT-002", "AOD-CRIT-004")
@pytest.mark.parametrize(
    ("dice", "clicks"), [((6, 6, 1), 4), ((6, 5, 6), 0), ((5, 6, 6), 0), ((1, 6, 6), 0)]
)
def test_two_white_sixes_hit_whatever_the_defense_for_1_more(
    dice: tuple[int, ...], clicks: int
) -> None:
    units = [tank("r1", (18, 10), attack=5), tank("b1", (18, 16), 180, defense=30)]
    assert play(units, ranged("r1", "b1"), dice=dice).b1.click == 1 + clicks


@rule("AOD-CRIT-002", "AOD-MULTI-005")
def test_a_critical_hits_every_target_even_one_given_nothing() -> None:
    gun = weapon("primary", "ballistic", 10, targets=3)
    targets = [tank(f"b{i}", (12 + 3 * i, 16), 180, defense=40) for i in (1, 2, 3)]
    order = ranged("r1", "b1", "b2", "b3", split={"b1": 2, "b2": 1, "b3": 0})
    game = play([tank("r1", (18, 10), gun=gun), *targets], order, dice=CRITICAL)
    assert (game.b1.click, game.b2.click, game.b3.click) == (4, 3, 2)


@rule("AOD-CRIT-003", "AOD-PUSH-003")
@pytest.mark.parametrize(
    ("dice", "own", "clicks"), [((1, 1, 6), 1, 0), ((1, 2, 6), 0, 3), ((2, 1, 6), 0, 3)]
)
def test_two_white_ones_miss_and_cost_a_click(dice: tuple[int, ...], own: int, clicks: int) -> None:
    units = [tank("r1", (18, 10), attack=15), tank("b1", (18, 16), 180, defense=10)]
    game = play(units, ranged("r1", "b1"), dice=dice)
    assert (game.r1.click, game.b1.click) == (1 + own, 1 + clicks)


@rule("AOD-CRIT-003", "AOD-PUSH-001")
def test_a_critical_miss_and_a_push_cost_two_clicks() -> None:
    units = [squad("r1", (18, 10), tokens=1), squad("b1", (18, 15), 180)]
    game = play(units, ranged("r1", "b1"), dice=FUMBLE)
    assert [event.cause for event in game.events("Damaged")] == ["critical_miss", "push"]
    assert game.r1.click == 3


@rule("AOD-CRIT-003", "AOD-CRIT-001")
def test_close_attacks_have_criticals_too() -> None:
    units = [squad("r1", (18, 10)), squad("b1", (18, 11.5), 180, defense=40)]
    assert play(units, close("r1", "b1"), dice=CRITICAL).b1.click == 4
    assert play(units, close("r1", "b1"), dice=FUMBLE).r1.click == 2


@rule("AOD-CRIT-005")
@pytest.mark.parametrize(
    ("dice", "damaged", "repairer"), [(CRITICAL, 2, 1), (FUMBLE, 6, 1), ((1, 2, 1), 5, 1)]
)
def test_criticals_when_repairing(dice: tuple[int, ...], damaged: int, repairer: int) -> None:
    kit = {"attack": ("green", "square")}
    engineer = squad("r1", (18, 10), attack=1, primary_damage=2, equipment=kit)
    units = [engineer, squad("r2", (18, 11.5), click=5)]
    game = play(units, close("r1", "r2", repair=True), dice=dice)
    assert (game.r2.click, game.r1.click) == (damaged, repairer)


# Applying it


@rule("AOD-DMG-008", "AOD-ELIM-001")
@pytest.mark.parametrize(
    ("damage", "click", "eliminated"), [(2, 6, False), (4, 8, False), (5, 9, True), (9, 9, True)]
)
def test_damage_turns_the_dial_until_it_is_done(damage: int, click: int, eliminated: bool) -> None:
    game = hit(damage, tank("b1", (18, 16), 180, click=4))
    assert (game.b1.click, game.b1.eliminated) == (click, eliminated)
    assert (game.b1.at is None) == eliminated


@rule("AOD-DMG-008", "AOD-VTOL-006")
def test_no_position_of_the_dial_is_passed_over() -> None:
    """Heavy damage shows at one position only; the damage goes on beyond it."""
    salvage = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    target = vtol("b1", (18, 16), 180, level="cruising", later={3: salvage})
    assert hit(4, target).b1.level == "ground"
    assert hit(1, target).b1.level == "cruising"


@rule("AOD-ELIM-001")
@pytest.mark.parametrize(("kind", "freed"), [("hindering", True), ("blocking", False)])
def test_a_captive_of_a_lost_unit_is_free_or_lost_with_the_ground_under_it(
    kind: str, freed: bool
) -> None:
    captor = squad("b1", (18, 16), 180, click=5)
    captive = squad("r2", (18, 17.5), captive_of="b1")
    ground = [woods("g", (17, 16.9), (19, 18.4), kind=kind)]
    attacker = squad("r1", (18, 14.5))
    game = play([attacker, captor, captive], close("r1", "b1"), dice=HIT, terrain=ground)
    assert game.b1.eliminated
    assert (game.r2.captive_of, game.r2.eliminated) == (None, not freed)


@rule("AOD-ELIM-001", "AOD-ATTACK-010")
def test_what_is_eliminated_is_no_target() -> None:
    units = [tank("r1", (17, 10)), tank("r2", (20, 10)), squad("b1", (18, 16), 180, click=5)]
    units.append(squad("b2", (2, 34)))
    game = play(units, ranged("r1", "b1"), ranged("r2", "b1"), dice=HIT)
    assert game.codes(1) == {"TARGET_GONE"}


# The order of the steps


@rule("AOD-SEQ-001", "AOD-TOKEN-002", "AOD-HEAT-012", "AOD-PUSH-005")
def test_an_attack_goes_through_its_steps_in_order() -> None:
    units = [mech("r1", (18, 10), tokens=1), mech("b1", (18, 16), 180)]
    game = play(units, ranged("r1", "b1"), dice=CRITICAL)
    seen = [
        (type(event).__name__, event.unit)
        for event in game.outcome.events
        if hasattr(event, "unit")
    ]
    assert seen == [
        ("OrderPaid", "r1"),
        ("AttackRolled", "r1"),
        ("Damaged", "b1"),
        ("HeatChanged", "b1"),
        ("TokenPlaced", "r1"),
        ("HeatChanged", "r1"),
    ]


@rule("AOD-SEQ-001", "AOD-EQUIP-111")
@pytest.mark.parametrize(("off", "evade"), [((), 2), (("Evade",), 0)])
def test_the_target_may_switch_off_before_the_roll(off: tuple[str, ...], evade: int) -> None:
    evading = tank("b1", (18, 16), 180, equipment={"speed": ("red", "square")})
    answer = {"order": "answer", "to": "deactivate", "unit": "b1", "off": list(off)}
    game = play([tank("r1", (18, 10)), evading], ranged("r1", "b1"), answer, dice=HIT)
    assert game.defense("b1").get("Evade", 0) == evade


@rule("AOD-SEQ-001")
def test_nothing_is_switched_off_after_the_roll() -> None:
    evading = tank("b1", (18, 16), 180, equipment={"speed": ("red", "square")})
    answer = {"order": "answer", "to": "deactivate", "unit": "b1", "off": []}
    late = answer | {"off": ["Evade"]}
    game = play([tank("r1", (18, 10)), evading], ranged("r1", "b1"), answer, late, dice=HIT)
    assert game.codes(2) == {"NO_QUESTION"}


@rule("AOD-SEQ-002", "AOD-MODIF-004")
def test_heat_then_critical_then_armor() -> None:
    """4 - 1 for heat, + 1 for the critical, - 1 for armor."""
    dial = heat_dial({"primary_damage_mod": -1}, {}, {}, {})
    gun = weapon("primary", "ballistic", 10)
    shooter = mech("r1", (18, 10), gun=gun, heat_dial=dial, heat=1)
    target = tank("b1", (18, 16), 180, equipment={"defense": ("grey", "square")})
    game = play([shooter, target], ranged("r1", "b1"), dice=CRITICAL)
    (damaged,) = game.events("Damaged")
    assert [(part.what, part.value) for part in damaged.parts] == [
        ("base", 4),
        ("heat", -1),
        ("critical_hit", 1),
        ("Heavy Armor", -1),
    ]
    assert game.b1.click == 4


@rule("AOD-SEQ-002", "AOD-ATTACK-002", "AOD-MODIF-003")
def test_damage_never_falls_below_zero() -> None:
    armored = tank("b1", (18, 16), 180, equipment={"defense": ("black", "square")})
    game = hit(1, armored)
    assert game.b1.click == 1
    assert not game.events("Damaged")


@rule("AOD-ATTACK-002", "AOD-MODIF-003")
def test_a_value_lowered_below_zero_counts_as_zero() -> None:
    dial = heat_dial({"primary_damage_mod": -3, "speed_mod": -9}, {}, {}, {})
    gun = weapon("primary", "ballistic", 10)
    shooter = mech("r1", (18, 10), gun=gun, heat_dial=dial, heat=1, primary_damage=1)
    target = tank("b1", (18, 16), 180)
    shot = ranged("r1", "b1", weapon="primary")
    assert play([shooter, target], shot, dice=CRITICAL).b1.click == 2
    assert play([shooter, target], move("r1", (18, 10.1))).codes() == {"TOO_FAR"}


@rule("AOD-MODIF-003", "AOD-MODIF-001")
def test_the_floor_is_applied_once_to_the_sum() -> None:
    """Speed 1, 2 less for heat and 2 more from the pilot make 1."""
    dial = heat_dial({"speed_mod": -2}, {}, {}, {})
    pilot = {"card": "AOD-P-010"}
    walker = mech("r1", (18, 10), speed=1, heat_dial=dial, heat=1, pilot=pilot)
    assert not play([walker], move("r1", (18, 11))).refused
    assert play([walker], move("r1", (18, 11.1))).codes() == {"TOO_FAR"}


@rule("AOD-INDIRECT-005", "AOD-SEQ-002")
@pytest.mark.parametrize(("damage", "clicks"), [(1, 1), (2, 2), (5, 2)])
def test_the_cap_of_indirect_fire_comes_before_the_critical(damage: int, clicks: int) -> None:
    wall = [woods("wall", (16, 12), (20, 13), kind="blocking")]
    units = [tank("r1", (18, 10), attack=12, primary_damage=damage), tank("b1", (18, 17), 180)]
    order = ranged("r1", "b1", mode="indirect")
    assert play(units, order, dice=HIT, terrain=wall).b1.click == 1 + clicks
    assert play(units, order, dice=CRITICAL, terrain=wall).b1.click == 2 + clicks
    assert play(units, ranged("r1", "b1"), dice=HIT).b1.click == 1 + damage


@rule("AOD-SEQ-003")
def test_a_second_attack_comes_before_the_one_token_and_the_one_push() -> None:
    pulse = {"primary_damage": ("red", "square")}
    units = [mech("r1", (18, 10), equipment=pulse, tokens=1), mech("b1", (18, 16), 180)]
    order = ranged("r1", "b1", on=["Pulse"])
    game = play(units, order, dice=(*HIT, *HIT))
    names = [type(event).__name__ for event in game.outcome.events]
    assert names.count("AttackRolled") == 2
    assert names.count("TokenPlaced") == 1
    assert names.index("TokenPlaced") > max(i for i, n in enumerate(names) if n == "AttackRolled")
    assert game.defense("b1", 1)["Pulse"] == 2
    own = [event for event in game.events("HeatChanged") if event.unit == "r1"]
    assert [(part.what, part.value) for part in own[0].parts].count(("push", 1)) == 1
    assert len(own) == 1


@rule("AOD-SEQ-003")
def test_no_second_attack_without_a_target_left() -> None:
    pulse = {"primary_damage": ("red", "square")}
    units = [mech("r1", (18, 10), equipment=pulse), mech("b1", (18, 16), 180, click=9)]
    game = play(units, ranged("r1", "b1", on=["Pulse"]), dice=HIT)
    assert game.b1.eliminated
    assert len(game.events("AttackRolled")) == 1


@rule("AOD-CONTACT-007")
def test_a_freed_unit_takes_orders_whatever_it_did_before_its_capture() -> None:
    """r1 moved before it was caught; its captor dies in r1's own turn."""
    captor = squad("b1", (18, 11.5), 180, clicks=1)
    units = [
        squad("r1", (18, 13), 0, captive_of="b1"),
        squad("r2", (18, 10)),
        captor,
        squad("b2", (2, 34)),
    ]
    data = scenario(units, close("r2", "b1"), move("r1", (18, 15)), dice=[4, 4, 4])
    start = read(data)
    tired = msgspec.structs.replace(
        start, state=start.state.with_unit("r1", ordered="move", tokens=1, fresh=1)
    )
    after = Played(resolve(tired))
    assert (after.refused, after.r1.at) == ({}, (18, 15))
