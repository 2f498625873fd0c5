"""Special attacks in detail: the way in, who turns, what counts, what it costs."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
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
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
MISS = (1, 2, 1)
CRITICAL = (6, 6, 1)
FUMBLE = (1, 1, 6)
JUMP = {"speed": ("blue", "square")}


def special(kind: str, *points: tuple[float, float], target: str = "b1", **fields: Any) -> Json:
    """A special attack of r1 along points."""
    return {
        "order": kind,
        "unit": "r1",
        "target": target,
        "path": [list(point) for point in points],
    } | fields


def charge(*points: tuple[float, float], **fields: Any) -> Json:
    return special("charge", *points, **fields)


def ram(*points: tuple[float, float], **fields: Any) -> Json:
    return special("ram", *points, **fields)


def death_from_above(*points: tuple[float, float], **fields: Any) -> Json:
    return special("death_from_above", *points, **fields)


def charged(dice: Any, *others: Json, charger: Json | None = None, **fields: Any) -> Any:
    """A charge straight at a tank that looks at the charger."""
    start = charger or mech("r1", (18, 10))
    units = [start, tank("b1", (18, 18), 180), *others]
    return play(units, charge((18, 15.475)), dice=dice, **fields)


# Any special attack


@rule("AOD-ATTACK-011")
@pytest.mark.parametrize("kind", ["charge", "ram", "death_from_above"])
def test_infantry_makes_no_special_attack(kind: str) -> None:
    jumper = squad("r1", (18, 14), equipment=JUMP)
    order = special(kind, (18, 15.875))
    codes = play([jumper, tank("b1", (18, 18), 180)], order).codes()
    assert codes == {"NOT_A_VEHICLE" if kind == "ram" else "NOT_A_MECH"}


@rule("AOD-ATTACK-013")
@pytest.mark.parametrize(
    ("target", "codes"),
    [
        (tank("b1", (18, 18), 180), set()),
        (vtol("b1", (18, 18), 180), set()),
        (vtol("b1", (18, 18), 180, level="cruising"), {"NOT_IN_CONTACT"}),
    ],
)
def test_what_may_be_charged(target: Json, codes: set[str]) -> None:
    units = [mech("r1", (18, 10)), target]
    game = play(units, charge((18, 15.475)), dice=() if codes else MISS)
    assert game.codes() == codes


@rule("AOD-ATTACK-014")
def test_contact_at_the_start_of_the_turn_counts_though_it_ended_since() -> None:
    units = [
        mech("r1", (18, 10)),
        tank("r2", (12, 4)),
        squad("b2", (16.1, 10), click=5),
        tank("b1", (18, 18), 180),
    ]
    game = play(units, ranged("r2", "b2"), charge((18, 15.475)), dice=(4, 5, 6))
    assert game.b2.eliminated
    assert game.codes(1) == {"ENGAGED_AT_START"}


@rule("AOD-ATTACK-014")
@pytest.mark.parametrize(("state", "orders"), [({}, 2), ({"captive_of": "r2"}, 1)])
def test_an_opponent_captured_since_the_turn_began_was_one_a_captive_was_none(
    state: Json, orders: int
) -> None:
    beside = tank("b2", (19.9, 10), 0, defense=10, **state)
    units = [mech("r1", (18, 10)), beside, squad("r2", (21.4, 10), 270), tank("b1", (18, 18), 180)]
    given = [close("r2", "b2", capture=True), charge((18, 15.475))][-orders:]
    game = play(units, *given, dice=HIT if orders == 2 else MISS)
    assert game.b2.captive_of == "r2"
    assert game.codes(orders - 1) == ({"ENGAGED_AT_START"} if orders == 2 else set())


@rule("AOD-ATTACK-014", "AOD-CAPTURE-016")
@pytest.mark.parametrize("captive", [True, False])
def test_a_captive_set_free_since_the_turn_began_was_no_opponent_at_its_start(
    captive: bool,
) -> None:
    beside = tank("b2", (19.9, 10), 0, defense=10, **({"captive_of": "r2"} if captive else {}))
    captor = squad("r2", (21.4, 10), 270, click=5, tokens=1)
    units = [mech("r1", (18, 10)), beside, captor, tank("b1", (18, 18), 180)]
    first = move("r2") if captive else close("r2", "b2", capture=True)
    dice = (6, *MISS) if captive else HIT
    game = play(units, first, charge((18, 15.475)), dice=dice)
    assert (game.r2.eliminated, game.b2.captive_of) == (True, None)
    assert game.codes(1) == (set() if captive else {"ENGAGED_AT_START"})


@rule("AOD-ATTACK-011", "AOD-CHARGE-002", "AOD-RAM-002", "AOD-TERRAIN-010")
def test_modifiers_of_shooting_do_not_count_for_a_ram() -> None:
    terrain = [woods("wood", (15, 13), (21, 22)), woods("belt", (17, 11), (18.5, 12))]
    target = quad("b1", (18, 18), 180)
    units = [tank("r1", (18, 10)), target, squad("r2", (19.9, 18))]
    game = play(units, ram((18, 15.475)), dice=MISS, terrain=terrain)
    assert (game.attack(), game.defense("b1")) == ({"base": 8}, {"base": 18})


@rule("AOD-ATTACK-012", "AOD-EQUIP-111")
@pytest.mark.parametrize("color", ["red", "blue", "black", "grey"])
def test_armor_does_not_stop_impact_damage(color: str) -> None:
    armored = tank("b1", (18, 18), 180, equipment={"defense": (color, "square")})
    assert play([tank("r1", (18, 10)), armored], ram((18, 15.25)), dice=HIT).b1.click == 3
    units = [mech("r1", (18, 10)), armored]
    assert play(units, charge((18, 15.475)), dice=HIT).b1.click == 6


@rule("AOD-WATER-005")
@pytest.mark.parametrize("kind", ["charge", "death_from_above"])
@pytest.mark.parametrize("low", [15, 6])
def test_nothing_is_charged_under_water(kind: str, low: float) -> None:
    lake = [woods("lake", (12, low), (24, 24), kind="deep_water")]
    units = [mech("r1", (18, 12), equipment=JUMP), mech("b1", (18, 18), 180)]
    assert "TARGET_SUBMERGED" in play(units, special(kind, (18, 15.7)), terrain=lake).codes()


@rule("AOD-CLOSE-008")
def test_shallow_water_is_no_shelter_from_a_charge() -> None:
    pond = [woods("pond", (14, 16.2), (22, 20), kind="shallow_water")]
    assert charged(HIT, terrain=pond).b1.click == 6


ROOF = woods(
    "roof", (14, 16.625), (22, 22), kind="clear", elevated=True, abrupt=True, access=[[14, 18]]
)


@rule("AOD-ELEV-012", "AOD-ELEV-009")
@pytest.mark.parametrize("kind", ["charge", "death_from_above", "ram"])
@pytest.mark.parametrize("barred", [False, True])
def test_special_attacks_strike_across_an_abrupt_edge(kind: str, barred: bool) -> None:
    """They are not close combat; by the old reading only a jump does."""
    maker = tank if kind == "ram" else mech
    way = (18, 15.25) if kind == "ram" else (18, 15.475)
    units = [maker("r1", (18, 12), equipment=JUMP), tank("b1", (18, 18), 180)]
    codes = {"ABRUPT_EDGE"} if barred and kind != "death_from_above" else set()
    rulings = {"abrupt_edge_bars_special_attacks": barred}
    fields = {"terrain": [ROOF], "rulings": rulings, "dice": () if codes else MISS}
    game = play(units, special(kind, way), **fields)
    assert game.codes() == codes
    assert codes or game.defense("b1")["height"] == 1


@rule("AOD-ELEV-012")
def test_down_from_a_roof_special_attacks_strike_without_a_modifier_for_height() -> None:
    units = [tank("r1", (18, 19.25), 180), tank("b1", (18, 15.25), 0)]
    stays = special("ram", (18, 18.0), facing=180)
    game = play(units, stays, dice=MISS, terrain=[ROOF])
    assert game.codes() == set()
    assert "height" not in game.defense("b1")


@rule("AOD-ELEV-009", "AOD-CHARGE-002", "AOD-DFA-002")
@pytest.mark.parametrize(
    ("kind", "more"),
    [("charge", {"obstructed": 2}), ("death_from_above", {"death_from_above": 2}), ("ram", {})],
)
def test_from_the_ground_a_target_on_a_hill_is_harder_to_strike(
    kind: str, more: dict[str, int]
) -> None:
    hill = [woods("hill", (14, 16.625), (22, 22), kind="clear", elevated=True)]
    maker = tank if kind == "ram" else mech
    way = (18, 15.25) if kind == "ram" else (18, 15.475)
    units = [maker("r1", (18, 12), equipment=JUMP), tank("b1", (18, 18), 180)]
    game = play(units, special(kind, way), dice=MISS, terrain=hill)
    assert game.defense("b1") == {"base": 18, "height": 1} | more


# Charge


@rule("AOD-CHARGE-001", "AOD-RUN-001")
@pytest.mark.parametrize(("inches", "codes"), [(12, set()), (12.1, {"TOO_FAR"})])
def test_a_charger_runs(inches: float, codes: set[str]) -> None:
    units = [mech("r1", (18, 6)), tank("b1", (18, 8.525 + inches), 180)]
    game = play(units, charge((18, 6 + inches)), dice=() if codes else MISS)
    assert game.codes() == codes


@rule("AOD-CHARGE-001", "AOD-TERRAIN-006")
def test_terrain_on_the_way_stops_a_charge() -> None:
    wood = [woods("wood", (14, 11), (22, 14.5))]
    assert charged((), terrain=wood).codes() == {"MUST_STOP"}


@rule("AOD-CHARGE-001", "AOD-HEAT-002")
def test_a_mech_too_hot_to_run_does_not_charge() -> None:
    hot = heat_dial({"colors": {"speed": "black"}}, {}, {}, {})
    charger = mech("r1", (18, 10), heat_dial=hot, heat=1)
    assert charged((), charger=charger).codes() == {"RUN_FORBIDDEN"}


@rule("AOD-CHARGE-002", "AOD-CHARGE-001")
def test_the_target_may_be_behind_the_charger() -> None:
    assert not charged(MISS, charger=mech("r1", (18, 10), 180)).refused


@rule("AOD-CHARGE-002")
def test_obstruction_counts_once_on_the_line_from_where_the_charge_began() -> None:
    terrain = [woods("a", (17.5, 14), (18.5, 15)), woods("b", (17.5, 11.5), (18.5, 12))]
    units = [
        mech("r1", (18, 10)),
        tank("b1", (18, 18), 180),
        tank("b2", (18, 13.3), 90),
    ]
    way = charge((15, 11), (15, 16), (15.5, 18), (16.1, 18))
    game = play(units, way, dice=MISS, terrain=terrain)
    assert game.defense("b1") == {"base": 18, "obstructed": 2}


@rule("AOD-CHARGE-004", "AOD-CHARGE-003", "AOD-SPIN-004")
@pytest.mark.parametrize(("start", "facing", "rear"), [(10, 0, 2), (10, 180, 0), (10, 95, 0)])
def test_the_rear_counts_where_it_was_behind_and_is_struck(
    start: float, facing: int, rear: int
) -> None:
    """A roll of 8, attack 9 and 2 for the rear make 19."""
    units = [mech("r1", (18, start)), mech("b1", (18, 18), facing, defense=19)]
    game = play(units, charge((18, 15.7)), dice=(3, 3, 2))
    assert game.attack().get("rear_arc", 0) == rear
    assert game.events("AttackRolled")[0].total == 17 + rear
    assert game.b1.click == (6 if rear else 1)


@rule("AOD-CHARGE-003", "AOD-SPIN-004", "AOD-SPIN-001")
@pytest.mark.parametrize(("facing", "asked"), [(0, False), (180, True)])
def test_the_target_turns_unless_struck_from_behind(facing: int, asked: bool) -> None:
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": 170}
    units = [mech("r1", (18, 10)), mech("b1", (18, 18), facing)]
    game = play(units, charge((18, 15.7)), spin, dice=MISS)
    assert game.codes(1) == (set() if asked else {"NO_QUESTION"})
    assert game.b1.facing == (170 if asked else 0)


@rule("AOD-CHARGE-005")
@pytest.mark.parametrize(
    ("primary", "heat", "dice", "clicks"),
    [(4, 0, HIT, 5), (4, 1, HIT, 4), (0, 0, HIT, 1), (4, 0, CRITICAL, 6), (4, 0, MISS, 0)],
)
def test_a_charge_deals_its_primary_and_1(
    primary: int, heat: int, dice: tuple[int, ...], clicks: int
) -> None:
    dial = heat_dial({"primary_damage_mod": -1}, {}, {}, {})
    charger = mech("r1", (18, 10), primary_damage=primary, heat_dial=dial, heat=heat)
    assert charged(dice, charger=charger).b1.click == 1 + clicks


@rule("AOD-CHARGE-005", "AOD-CHARGE-006")
def test_a_charge_uses_no_secondary() -> None:
    units = [mech("r1", (18, 10)), tank("b1", (18, 18), 180)]
    with pytest.raises(Unreadable):
        read(scenario(units, charge((18, 15.475), weapon="secondary")))


@rule("AOD-CHARGE-006", "AOD-HEAT-010", "AOD-ATTACK-006", "AOD-MODIF-009")
@pytest.mark.parametrize(
    ("primary", "dice", "own"),
    [(5, HIT, 3), (5, MISS, 3), (4, HIT, 2), (4, CRITICAL, 2), (1, HIT, 1), (0, HIT, 1)],
)
def test_a_charger_takes_half_its_primary_and_two_heat(
    primary: int, dice: tuple[int, ...], own: int
) -> None:
    game = charged(dice, charger=mech("r1", (18, 10), primary_damage=primary))
    assert (game.r1.click, game.r1.heat) == (1 + own, 2)


@rule("AOD-CHARGE-006", "AOD-CRIT-003")
def test_a_critical_miss_comes_on_top_of_half_the_value_charged_with() -> None:
    """The dial turned by the critical miss shows another value, which does not count."""
    charger = mech("r1", (18, 10), primary_damage=4, later={2: {"primary_damage": 6}})
    game = charged(FUMBLE, charger=charger)
    own = [event.amount for event in game.events("Damaged") if event.unit == "r1"]
    assert own == [1, 2]


@rule("AOD-CHARGE-006", "AOD-PUSH-002")
def test_a_push_adds_its_heat_to_that_of_the_charge() -> None:
    assert charged(MISS, charger=mech("r1", (18, 10), tokens=1)).r1.heat == 3


@rule("AOD-CHARGE-006")
def test_a_refused_charge_costs_nothing() -> None:
    game = charged((), charger=mech("r1", (18, 10), attack=0))
    assert (game.r1.click, game.r1.heat, game.state.orders_left) == (1, 0, 8)


@rule("AOD-SHUT-005", "AOD-CHARGE-004")
def test_a_target_shut_down_gives_4_to_a_charge() -> None:
    units = [mech("r1", (18, 10)), mech("b1", (18, 18), 180, shutdown=True)]
    game = play(units, charge((18, 15.7)), dice=MISS)
    assert game.attack() == {"base": 9, "shutdown": 4}


# Death from above


def jumped(dice: Any, target: Json, **fields: Any) -> Any:
    """A death from above of r1 at b1."""
    jumper = mech("r1", (18, 12), equipment=JUMP, **fields)
    south = 15.7 if target["unit"]["type"] == "mech" else 15.475
    return play([jumper, target], death_from_above((18, south)), dice=dice)


@rule("AOD-DFA-001", "AOD-ATTACK-013")
@pytest.mark.parametrize(
    ("target", "fields", "codes"),
    [
        (tank("b1", (18, 18), 180), {"attack": 8}, set()),
        (tank("b1", (18, 18), 180), {"attack": 0}, {"ATTACK_ZERO"}),
        (tank("b1", (18, 18), 180), {"speed": 3}, {"TOO_FAR"}),
    ],
)
def test_who_may_come_down_on_what(target: Json, fields: Json, codes: set[str]) -> None:
    assert jumped(() if codes else MISS, target, **fields).codes() == codes


@rule("AOD-DFA-001", "AOD-ATTACK-013")
def test_nobody_comes_down_on_infantry() -> None:
    units = [mech("r1", (18, 12), equipment=JUMP), squad("b1", (18, 17.6), 180)]
    assert play(units, death_from_above((18, 15.7))).codes() == {"TARGET_INFANTRY"}


@rule("AOD-DFA-003")
@pytest.mark.parametrize(
    ("dice", "clicks"), [((4, 4, 3), 6), ((4, 3, 3), 0), (CRITICAL, 7), ((6, 5, 6), 6)]
)
def test_death_from_above_deals_its_primary_and_2(dice: tuple[int, ...], clicks: int) -> None:
    """Attack 9 against defense 18 and 2."""
    assert jumped(dice, tank("b1", (18, 18), 180)).b1.click == 1 + clicks


@rule("AOD-DFA-004", "AOD-CRIT-003")
@pytest.mark.parametrize(("dice", "own"), [((4, 4, 3), [1]), (MISS, [2]), (FUMBLE, [1, 2])])
def test_what_death_from_above_costs(dice: tuple[int, ...], own: list[int]) -> None:
    game = jumped(dice, tank("b1", (18, 18), 180))
    found = [event.amount for event in game.events("Damaged") if event.unit == "r1"]
    assert found == own
    assert game.r1.heat == 0


@rule("AOD-DFA-002")
@pytest.mark.parametrize(("reading", "rear"), [(False, 0), (True, 2)])
def test_the_rear_counts_only_by_ruling(reading: bool, rear: int) -> None:
    units = [mech("r1", (18, 12), equipment=JUMP), mech("b1", (18, 18), 0)]
    rulings = {"rear_bonus_on_dfa": reading}
    game = play(units, death_from_above((18, 15.7)), dice=MISS, rulings=rulings)
    assert game.attack().get("rear_arc", 0) == rear


# Ram


@rule("AOD-RAM-001")
@pytest.mark.parametrize(
    ("rammer", "codes"),
    [
        (tank("r1", (18, 10)), set()),
        (tank("r1", (18, 10), 180), set()),
        (tank("r1", (18, 10), mode="hover"), set()),
        (tank("r1", (18, 10), attack=0), {"ATTACK_ZERO"}),
        (tank("r1", (18, 10), speed=5), {"TOO_FAR"}),
    ],
)
def test_who_may_ram(rammer: Json, codes: set[str]) -> None:
    units = [rammer, tank("b1", (18, 18), 180)]
    assert play(units, ram((18, 15.25)), dice=() if codes else MISS).codes() == codes


@rule("AOD-RAM-001")
def test_a_ram_ends_in_contact_and_takes_no_formation() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 18), 180)]
    assert play(units, ram((18, 15))).codes() == {"NOT_IN_CONTACT"}
    with pytest.raises(Unreadable):
        read(scenario(units, ram((18, 15.25), members=["r1"])))


@rule("AOD-RAM-004")
@pytest.mark.parametrize(("facing", "rear", "clicks"), [(0, 2, 2), (180, 0, 0)])
def test_a_ram_from_behind_gains_2(facing: int, rear: int, clicks: int) -> None:
    """A roll of 11, attack 7 and 2 for the rear reach 20."""
    units = [tank("r1", (18, 10), attack=7), tank("b1", (18, 18), facing, defense=20)]
    game = play(units, ram((18, 15.25)), dice=(4, 4, 3))
    assert game.attack().get("rear_arc", 0) == rear
    assert game.b1.click == 1 + clicks


@rule("AOD-RAM-003", "AOD-SPIN-003", "AOD-SPIN-004")
@pytest.mark.parametrize(
    ("target", "south", "asked"),
    [
        (mech("b1", (18, 18), 180), 15.475, True),
        (mech("b1", (18, 18), 0), 15.475, False),
        (quad("b1", (18, 18), 180), 15.475, False),
        (tank("b1", (18, 18), 180), 15.25, False),
    ],
)
def test_who_turns_towards_a_ram(target: Json, south: float, asked: bool) -> None:
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": 170}
    game = play([tank("r1", (18, 10)), target], ram((18, south)), spin, dice=MISS)
    assert game.codes(1) == (set() if asked else {"NO_QUESTION"})


@rule("AOD-RAM-005", "AOD-PUSH-001")
@pytest.mark.parametrize(
    ("dice", "tokens", "clicks", "own"),
    [(HIT, 0, 2, 1), (MISS, 0, 0, 1), (CRITICAL, 0, 3, 1), (HIT, 1, 2, 2), (FUMBLE, 0, 0, 2)],
)
def test_what_a_ram_deals_and_costs(
    dice: tuple[int, ...], tokens: int, clicks: int, own: int
) -> None:
    rammer = tank("r1", (18, 10), primary_damage=6, tokens=tokens)
    game = play([rammer, tank("b1", (18, 18), 180)], ram((18, 15.25)), dice=dice)
    assert (game.b1.click, game.r1.click) == (1 + clicks, 1 + own)


@rule("AOD-ATTACK-008", "AOD-ATTACK-012")
def test_impact_damage_has_no_range_type() -> None:
    charger = mech("r1", (18, 10), gun=weapon("primary", "energy", 8))
    units = [charger, mech("b1", (18, 18), 180)]
    game = play(units, charge((18, 15.7)), dice=HIT)
    assert (game.b1.click, game.b1.heat) == (6, 0)
