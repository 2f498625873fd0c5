"""Readings the rule book leaves open: each switch both ways, our default first."""

from typing import Any

import pytest

from rules.age_of_destruction.moment.refusals import refusal_message
from rules.tests.artillery_cases import FAR, fire, gun
from rules.tests.skirmishes import (
    END,
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
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
MISS, CRITICAL = (2, 2, 1), (6, 6, 1)
LASER = weapon("primary", "energy", 10)
RED_AT, BLUE_AT = (18, 10), (18, 16)
HILL: Json = {"kind": "clear", "elevated": True}


def by(switch: str, value: Any, units: list[Json], *orders: Json, **fields: Any) -> Played:
    """Play with one switch set."""
    return play(units, *orders, rulings={switch: value}, **fields)


@rule("AOD-DMG-003", "AOD-SEQ-002")
@pytest.mark.parametrize(("after", "clicks"), [(True, 1), (False, 2)])
def test_energy_on_infantry_is_capped_after_or_before_a_critical_hit(
    after: bool, clicks: int
) -> None:
    units = [tank("r1", RED_AT, gun=LASER), squad("b1", BLUE_AT, 180)]
    shot = ranged("r1", "b1")
    game = by("energy_infantry_cap_after_critical", after, units, shot, dice=CRITICAL)
    assert game.b1.click == 1 + clicks


@rule("AOD-INDIRECT-005", "AOD-SEQ-002")
@pytest.mark.parametrize(("before", "clicks"), [(True, 3), (False, 2)])
def test_indirect_fire_is_capped_before_or_after_a_critical_hit(before: bool, clicks: int) -> None:
    wall = [woods("wall", (15, 12), (21, 14), kind="blocking")]
    units = [tank("r1", RED_AT, primary_damage=5), tank("b1", BLUE_AT, 180)]
    lob = ranged("r1", "b1", mode="indirect")
    switch = "indirect_cap_before_critical"
    assert by(switch, before, units, lob, dice=CRITICAL, terrain=wall).b1.click == 1 + clicks
    aimed = tank("r1", RED_AT, primary_damage=5, attack=12)
    assert by(switch, before, [aimed, units[1]], lob, dice=(4, 4, 4), terrain=wall).b1.click == 3


@rule("AOD-DMG-007", "AOD-SEQ-002")
@pytest.mark.parametrize(("before", "clicks"), [(True, 0), (False, 1)])
def test_armor_takes_the_last_click_of_a_close_attack_or_leaves_it(
    before: bool, clicks: int
) -> None:
    heavy = {"defense": ("grey", "square")}
    units = [
        mech("r1", RED_AT, primary_damage=0),
        mech("b1", (18, 12.3), 180, equipment=heavy),
    ]
    game = by("close_minimum_before_armour", before, units, close("r1", "b1"), dice=HIT)
    assert game.b1.click == 1 + clicks


@rule("AOD-CRIT-001", "AOD-CRIT-003")
@pytest.mark.parametrize(("every", "critical", "own"), [(True, "miss", 3), (False, "", 2)])
def test_criticals_in_special_attacks(every: bool, critical: str, own: int) -> None:
    """A ram costs its attacker one click; a critical miss would cost another."""
    units = [tank("r1", RED_AT), tank("b1", (18, 15), 180)]
    ram = {"order": "ram", "unit": "r1", "target": "b1", "path": [[18, 12.25]]}
    game = by("crits_on_all_attack_rolls", every, units, ram, dice=(1, 1, 6))
    assert (game.events("AttackRolled")[0].critical, game.r1.click) == (critical, own)
    shot = [tank("r1", RED_AT), tank("b1", BLUE_AT, 180)]
    plain = by("crits_on_all_attack_rolls", every, shot, ranged("r1", "b1"), dice=(1, 1, 6))
    assert plain.r1.click == 2


@rule("AOD-ELEV-009")
@pytest.mark.parametrize(("reading", "height"), [(False, None), (True, 1)])
def test_the_height_of_a_target_in_special_attacks(reading: bool, height: int | None) -> None:
    hill = [woods("hill", (15, 13.625), (21, 18), **HILL)]
    units = [tank("r1", RED_AT), tank("b1", (18, 15), 180)]
    ram = {"order": "ram", "unit": "r1", "target": "b1", "path": [[18, 12.25]]}
    switch = "height_advantage_in_special_attacks"
    game = by(switch, reading, units, ram, dice=MISS, terrain=hill)
    assert game.defense("b1").get("height") == height


@rule("AOD-FORM-020")
@pytest.mark.parametrize(("exactly", "codes"), [(True, set()), (False, {"MARKER_TOO_CLOSE"})])
def test_a_battery_at_exactly_its_maximum_range(exactly: bool, codes: set[str]) -> None:
    guns = [gun(f"r{number}", (15 + 1.5 * number, 4)) for number in (1, 2, 3)]
    together = fire((18, 16), unit="r2", members=["r1", "r2", "r3"])
    game = by("battery_fires_at_maximum_range", exactly, [*guns, FAR], together)
    assert game.codes() == codes


@rule("AOD-VTOL-007")
@pytest.mark.parametrize(("blocks", "codes"), [(False, set()), (True, {"BASE_IN_WAY"})])
def test_bases_on_the_way_of_a_cruising_vtol_and_below_one(blocks: bool, codes: set[str]) -> None:
    flyer, walker = vtol("r1", (18, 5), level="cruising"), squad("r2", (18, 10), speed=12)
    switch = "cruising_bases_block_paths"
    over = by(switch, blocks, [flyer, walker], move("r1", (18, 15)))
    under = by(switch, blocks, [flyer, walker], move("r2", (18, 1)))
    assert (over.codes(), under.codes()) == (codes, codes)


@rule("AOD-VTOL-008")
@pytest.mark.parametrize(("blocks", "codes"), [(False, set()), (True, {"LINE_BLOCKED"})])
def test_hills_below_a_line_to_cruising_level(blocks: bool, codes: set[str]) -> None:
    hill = [woods("hill", (15, 12), (21, 14), **HILL)]
    units = [tank("r1", RED_AT), vtol("b1", BLUE_AT, level="cruising")]
    switch, dice = "elevation_blocks_cruising_lof", () if codes else MISS
    assert by(switch, blocks, units, ranged("r1", "b1"), dice=dice, terrain=hill).codes() == codes
    own = [woods("hill", (15, 8), (21, 12), **HILL)]
    game = by(switch, blocks, units, ranged("r1", "b1"), dice=MISS, terrain=own)
    assert game.refused == {}


@rule("AOD-ELEV-005", "AOD-ELEV-006")
@pytest.mark.parametrize(("by_type", "codes"), [(True, set()), (False, {"LINE_BLOCKED"})])
def test_infantry_on_a_hill_before_a_mech(by_type: bool, codes: set[str]) -> None:
    hill = [woods("hill", (15, 8), (21, 15), **HILL)]
    units = [tank("r1", RED_AT), squad("r2", (18, 13)), mech("b1", (18, 18), 180)]
    switch, dice = "elevated_bases_filtered_by_type_table", () if codes else MISS
    shot = ranged("r1", "b1")
    assert by(switch, by_type, units, shot, dice=dice, terrain=hill).codes() == codes
    assert by(switch, by_type, units, shot, dice=MISS).codes() == set()


@rule("AOD-TERRAIN-012")
@pytest.mark.parametrize(("depth", "deep"), [("whole_element", None), ("edge", 1)])
def test_shooting_out_of_the_depth_of_a_wood(depth: str, deep: int | None) -> None:
    switch, shot = "own_hindering_exempt_depth", ranged("r1", "b1")
    for front, hindering in ((10.5, None), (13, deep)):
        units = [squad("r1", RED_AT), tank("b1", (18, 15.5), 180)]
        wood = [woods("wood", (15, 6), (21, front))]
        game = by(switch, depth, units, shot, dice=MISS, terrain=wood)
        assert game.defense("b1").get("hindering") == hindering


@rule("AOD-TERRAIN-006", "AOD-TERRAIN-007")
@pytest.mark.parametrize(
    ("stop", "reach", "why"),
    [
        ("first_wholly_inside", 13.75, "the whole base is in"),
        ("first_crossing", 13, "the middle of the base is in"),
    ],
)
def test_where_a_wood_stops_a_unit(stop: str, reach: float, why: str) -> None:
    wood = [woods("wood", (15, 13), (21, 20))]
    units = [squad("r1", RED_AT)]
    assert by("hindering_stop", stop, units, move("r1", (18, reach)), terrain=wood).refused == {}
    beyond = by("hindering_stop", stop, units, move("r1", (18, reach + 0.1)), terrain=wood)
    assert beyond.codes() == {"MUST_STOP"}
    assert why in refusal_message(beyond.outcome.refused[0].violations[0])
    started = [squad("r1", (18, 12.8), speed=8)]
    inside = by("hindering_stop", stop, started, move("r1", (18, 13.7)), terrain=wood)
    assert inside.refused == {}


@rule("AOD-TOKEN-003")
@pytest.mark.parametrize(("removed", "tokens"), [(True, 1), (False, 2)])
def test_the_older_token_of_a_pushed_unit(removed: bool, tokens: int) -> None:
    units = [squad("r1", RED_AT, tokens=1), squad("r2", (24, 10), tokens=1), tank("b1", BLUE_AT)]
    switch = "remove_old_token_of_pushed_unit"
    game = by(switch, removed, units, move("r1", (18, 12)), END)
    assert (game.r1.tokens, game.r2.tokens) == (tokens, 0)


@rule("AOD-TOKEN-005")
@pytest.mark.parametrize(("blocks", "codes"), [(False, set()), (True, {"TWO_TOKENS"})])
def test_two_tokens_at_the_start_of_the_turn(blocks: bool, codes: set[str]) -> None:
    stunner = mech("r1", RED_AT, equipment={"primary_damage": ("green", "square")})
    units = [stunner, tank("b1", BLUE_AT, 180, tokens=1)]
    orders = [ranged("r1", "b1"), END, move("b1", (18, 17)), END, END, move("b1", (18, 17))]
    switch = "second_token_from_effects_blocks_orders"
    game = by(switch, blocks, units, *orders, dice=HIT)
    assert (game.codes(2), game.codes(5)) == (codes, set())


@rule("AOD-EQUIP-010")
@pytest.mark.parametrize(("suspends", "clicks"), [("optional_only", 2), ("all", 4)])
def test_what_a_shutdown_suspends(suspends: str, clicks: int) -> None:
    hard = {"defense": ("black", "square")}
    units = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, heat=2, shutdown=True, equipment=hard)]
    game = by("shutdown_suspends", suspends, units, ranged("r1", "b1"), dice=HIT)
    assert game.b1.click == 1 + clicks


@rule("AOD-EQUIP-005")
@pytest.mark.parametrize(("until", "evade"), [("owner_turn_start", None), ("turn_end", 2)])
def test_how_long_equipment_stays_off(until: str, evade: int | None) -> None:
    nimble = {"speed": ("red", "square")}
    units = [tank("r1", RED_AT, equipment=nimble), tank("b1", BLUE_AT, 180)]
    orders = [move("r1", (18, 10.5), off=["Evade"]), END, ranged("b1", "r1")]
    game = by("deactivation_lasts_until", until, units, *orders, dice=MISS)
    assert game.defense("r1").get("Evade") == evade
