"""Heat: what heats a 'Mech, when it rolls, what the squares of its heat dial do; cooling."""

from typing import Any

import pytest

from rules.age_of_destruction.state import events
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    aboard,
    assault,
    close,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    vent,
    woods,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT = (18, 10), (18, 16)
MISS = (2, 2, 1)


def warmed(row: Json, *dice: int, tokens: int = 1, heat: int = 0, **fields: Any) -> Played:
    """A 'Mech that is pushed from one position of its heat dial on to the row given."""
    rows: list[Json] = [*({} for _ in range(heat)), row, {}, {}, {}]
    unit = mech("r1", RED_AT, heat_dial=heat_dial(*rows), heat=heat, tokens=tokens, **fields)
    return play([unit, tank("b1", BLUE_AT)], move("r1"), dice=dice)


def charge(path: list[list[float]]) -> Json:
    return {"order": "charge", "unit": "r1", "target": "b1", "path": path}


@rule("AOD-HEAT-001")
def test_heat_turns_the_dial_one_way_and_cooling_the_other() -> None:
    assert warmed({}, tokens=0).r1.heat == 0
    assert warmed({}, heat=2).r1.heat == 3
    assert play([mech("r1", RED_AT, heat=2, vent=1)], vent("r1")).r1.heat == 1


@rule("AOD-HEAT-001")
def test_only_mechs_have_heat() -> None:
    pushed = play([tank("r1", RED_AT, tokens=1)], move("r1"))
    assert pushed.r1.heat == 0
    assert not pushed.events("HeatChanged")


NUMBERS = heat_dial({}, {"secondary_damage_mod": -1, "speed_mod": -1}, {})


@rule("AOD-HEAT-002")
@pytest.mark.parametrize(
    ("heat", "weapon", "damage"),
    [(1, "secondary", 3), (2, "secondary", 2), (2, "primary", 4), (3, "secondary", 3)],
)
def test_numbers_change_the_value_of_their_column_only(heat: int, weapon: str, damage: int) -> None:
    units = [mech("r1", RED_AT, heat_dial=NUMBERS, heat=heat), tank("b1", BLUE_AT, 180)]
    shot = play(units, ranged("r1", "b1", weapon=weapon), dice=HIT)
    assert shot.b1.click == 1 + damage


@rule("AOD-HEAT-002")
@pytest.mark.parametrize(("heat", "inches", "codes"), [(1, 6, set()), (2, 5, set()), (2, 6, {1})])
def test_numbers_change_speed(heat: int, inches: int, codes: set[int]) -> None:
    unit = mech("r1", RED_AT, heat_dial=NUMBERS, heat=heat)
    moved = play([unit], move("r1", (18, 10 + inches)))
    assert moved.codes() == ({"TOO_FAR"} if codes else set())


@rule("AOD-HEAT-003", "AOD-HEAT-011")
def test_a_number_counts_from_the_moment_it_shows() -> None:
    slow = heat_dial({"speed_mod": -1}, {})
    units = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, heat_dial=slow)]
    after = play(
        units, ranged("r1", "b1"), END, move("b1", (18, 22)), move("b1", (18, 21)), dice=HIT
    )
    assert after.refused == {2: {"TOO_FAR"}}
    assert after.b1.at == (18, 21)


@rule("AOD-HEAT-004", "AOD-HEAT-008")
def test_the_heat_of_an_order_turns_the_dial_once_past_what_lies_between() -> None:
    dial = heat_dial({"colors": {"speed": "yellow"}}, {}, {})
    unit = mech("r1", RED_AT, heat_dial=dial, tokens=1)
    after = play([unit], move("r1", (18, 20), run=True))
    (change,) = after.events("HeatChanged")
    assert {part.what: part.value for part in change.parts} == {"run": 1, "push": 1}
    assert after.r1.heat == 2
    assert not after.events("HeatRolled")


@rule("AOD-HEAT-004", "AOD-HEAT-005")
def test_the_effect_at_the_end_is_rolled_at_once() -> None:
    dial = heat_dial({}, {"colors": {"speed": "yellow"}}, {})
    unit = mech("r1", RED_AT, heat_dial=dial, tokens=1)
    after = play([unit, mech("r2", (8, 8))], move("r1", run=True), move("r2"), dice=[3])
    kinds = [type(event).__name__ for event in after.outcome.events]
    assert kinds.index("HeatRolled") < kinds.index("OrderGiven", 2)


@rule("AOD-HEAT-005")
def test_an_order_without_heat_rolls_nothing() -> None:
    dial = heat_dial({"colors": {"speed": "yellow"}}, {})
    still = play([mech("r1", RED_AT, heat_dial=dial, heat=1)], move("r1"))
    assert not still.events("HeatRolled")


@rule("AOD-HEAT-006")
def test_heat_from_a_roll_makes_the_next_roll() -> None:
    rows: list[Json] = [
        {"colors": {"primary_damage": "yellow"}},
        {"colors": {"primary_damage": "red"}},
        {},
        {},
    ]
    unit = mech("r1", RED_AT, heat_dial=heat_dial(*rows), tokens=1)
    assert play([unit], move("r1"), dice=[3]).r1.heat == 1
    assert play([unit], move("r1"), dice=[2, 4]).r1.heat == 2
    chain = play([unit], move("r1"), dice=[2, 3])
    assert (chain.r1.heat, chain.r1.shutdown) == (4, False)


@rule("AOD-HEAT-006", "AOD-SHUT-001")
def test_the_chain_ends_with_a_shutdown() -> None:
    dial = heat_dial({"colors": {"primary_damage": "red"}})
    after = play([mech("r1", RED_AT, heat_dial=dial, tokens=1)], move("r1"), dice=[1])
    assert (after.r1.heat, after.r1.shutdown, after.r1.tokens) == (2, True, 2)


BOTH = {"colors": {"speed": "yellow", "secondary_damage": "yellow"}}


@rule("AOD-HEAT-007")
@pytest.mark.parametrize(
    ("dice", "damage", "shutdown"),
    [((2, 2), 2, True), ((2, 5), 2, False), ((5, 2), 0, True), ((5, 5), 0, False)],
)
def test_effects_at_one_position_are_rolled_each_on_its_own(
    dice: tuple[int, int], damage: int, shutdown: bool
) -> None:
    after = warmed(BOTH, *dice)
    assert (after.r1.click - 1, after.r1.shutdown) == (damage, shutdown)


@rule("AOD-HEAT-007", "AOD-SHUT-003")
@pytest.mark.parametrize(
    ("dice", "heat", "shutdown"),
    [((2, 2), 2, True), ((2, 5), 2, False), ((5, 2), 1, True), ((5, 5), 1, False)],
)
def test_heat_that_comes_with_a_shutdown_is_taken_too(
    dice: tuple[int, int], heat: int, shutdown: bool
) -> None:
    after = warmed({"colors": {"speed": "yellow", "primary_damage": "yellow"}}, *dice)
    assert (after.r1.heat, after.r1.shutdown) == (heat, shutdown)


@rule("AOD-HEAT-008")
@pytest.mark.parametrize(("tokens", "heat"), [(0, 0), (1, 1)])
def test_a_pushed_mech_heats_up(tokens: int, heat: int) -> None:
    assert warmed({}, tokens=tokens).r1.heat == heat


@rule("AOD-HEAT-008")
def test_venting_is_no_push() -> None:
    assert play([mech("r1", RED_AT, heat=3, tokens=1)], vent("r1")).r1.heat == 1


@rule("AOD-HEAT-009", "AOD-HEAT-012")
@pytest.mark.parametrize(("tokens", "heat"), [(0, 1), (1, 2)])
def test_an_assault_heats_in_one_go_with_the_push(tokens: int, heat: int) -> None:
    units = [mech("r1", RED_AT, tokens=tokens), tank("b1", BLUE_AT, 180)]
    after = play(units, assault("r1", "ranged", targets=["b1"]), dice=MISS)
    assert after.r1.heat == heat
    assert len(after.events("HeatChanged")) == 1
    plain = play(units, ranged("r1", "b1"), dice=MISS)
    assert plain.r1.heat == heat - 1


@rule("AOD-HEAT-010")
@pytest.mark.parametrize(("tokens", "heat"), [(0, 2), (1, 3)])
def test_a_charge_heats_for_the_run_and_the_attack(tokens: int, heat: int) -> None:
    units = [mech("r1", RED_AT, tokens=tokens), mech("b1", (18, 20), 180)]
    after = play(units, charge([[18, 17.7]]), dice=MISS)
    assert after.r1.heat == heat
    run = play(units, move("r1", (18, 17), run=True))
    assert run.r1.heat == heat - 1


@rule("AOD-HEAT-011")
@pytest.mark.parametrize(
    ("weapon", "equipment", "dice", "heat"),
    [
        ("primary", {}, HIT, 1),
        ("primary", {}, MISS, 0),
        ("secondary", {}, HIT, 0),
        ("primary", {"defense": ("black", "square")}, HIT, 1),
    ],
)
def test_energy_damage_heats_a_mech(
    weapon: str, equipment: Json, dice: tuple[int, ...], heat: int
) -> None:
    target = mech("b1", BLUE_AT, 180, equipment=equipment)
    after = play([mech("r1", RED_AT), target], ranged("r1", "b1", weapon=weapon), dice=dice)
    assert after.b1.heat == heat


@rule("AOD-HEAT-011")
def test_energy_that_armor_stops_heats_nobody() -> None:
    target = mech("b1", BLUE_AT, 180, equipment={"defense": ("red", "square")})
    weak = mech("r1", RED_AT, primary_damage=2)
    assert play([weak, target], ranged("r1", "b1"), dice=HIT).b1.heat == 0


@rule("AOD-HEAT-011")
def test_energy_heats_once_a_turn_and_again_in_the_next() -> None:
    units = [
        mech("r1", (16, 10), primary_damage=2),
        mech("r2", (20, 10), primary_damage=2),
        mech("b1", BLUE_AT, 180),
        mech("g1", (18, 22), 180) | {"owner": "green"},
    ]
    orders = ranged("r1", "b1"), ranged("r2", "b1"), END
    players = ["red", "green", "blue"]
    once = play(units, *orders, dice=HIT * 2, players=players)
    assert once.b1.heat == 1
    again = play(units, *orders, ranged("g1", "b1"), dice=HIT * 2 + (6, 5, 5), players=players)
    assert again.b1.heat == 2


@rule("AOD-HEAT-012")
def test_the_target_heats_before_the_attacker_is_pushed() -> None:
    dial = heat_dial({"colors": {"speed": "yellow"}}, {})
    units = [mech("r1", RED_AT, tokens=1), mech("b1", BLUE_AT, 180, heat_dial=dial)]
    after = play(units, ranged("r1", "b1"), dice=(*HIT, 3))
    order = [
        (type(event).__name__, event.unit)
        for event in after.outcome.events
        if isinstance(event, (events.HeatChanged, events.HeatRolled, events.TokenPlaced))
    ]
    assert order == [
        ("HeatChanged", "b1"),
        ("HeatRolled", "b1"),
        ("TokenPlaced", "r1"),
        ("HeatChanged", "r1"),
    ]


# The squares of the heat dial


@rule("AOD-HEAT-005")
@pytest.mark.parametrize(
    ("column", "color", "most", "click", "heat", "shutdown"),
    [
        ("speed", "yellow", 2, 1, 1, True),
        ("speed", "red", 3, 1, 1, True),
        ("secondary_damage", "yellow", 2, 3, 1, False),
        ("secondary_damage", "red", 3, 5, 1, False),
        ("primary_damage", "yellow", 2, 1, 2, False),
        ("primary_damage", "red", 3, 1, 3, False),
    ],
)
def test_every_rolled_effect_fails_up_to_its_face(
    column: str, color: str, most: int, click: int, heat: int, shutdown: bool
) -> None:
    row = {"colors": {column: color}}
    failed = warmed(row, most)
    assert (failed.r1.click, failed.r1.heat, failed.r1.shutdown) == (click, heat, shutdown)
    passed = warmed(row, most + 1)
    assert (passed.r1.click, passed.r1.heat, passed.r1.shutdown) == (1, 1, False)


@pytest.mark.parametrize(
    ("color", "value", "number", "click"),
    [("yellow", 3, -1, 2), ("yellow", 1, 0, 1), ("yellow", 0, 0, 1), ("red", 0, 0, 2)],
)
def test_an_explosion_goes_by_the_damage_value_of_its_column(
    color: str, value: int, number: int, click: int
) -> None:
    row = {"colors": {"secondary_damage": color}, "secondary_damage_mod": number}
    assert warmed(row, 1, secondary_damage=value).r1.click == click


@pytest.mark.parametrize("column", ["speed", "secondary_damage", "primary_damage"])
def test_the_green_square_does_nothing(column: str) -> None:
    after = warmed({"colors": {column: "green"}})
    assert (after.r1.heat, after.r1.click, after.r1.shutdown) == (1, 1, False)


@pytest.mark.parametrize(("color", "codes"), [("black", {"RUN_FORBIDDEN"}), ("green", set())])
def test_an_overheated_engine_forbids_running(color: str, codes: set[str]) -> None:
    dial = heat_dial({"colors": {"speed": color}})
    unit = mech("r1", RED_AT, heat_dial=dial, heat=1)
    assert play([unit], move("r1", run=True)).codes() == codes


def test_an_overheated_engine_puts_speed_equipment_out_of_work() -> None:
    dial = heat_dial({"colors": {"speed": "black"}})
    evading = {"equipment": {"speed": ("red", "square")}, "heat_dial": dial}
    for heat, click in ((0, 1), (1, 5)):
        units = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, heat=heat, **evading)]
        rolls = HIT
        assert play(units, ranged("r1", "b1"), dice=rolls).b1.click == click


@pytest.mark.parametrize(
    ("column", "silenced", "other"),
    [("secondary_damage", "secondary", "primary"), ("primary_damage", "primary", "secondary")],
)
def test_black_weapon_squares_silence_their_range_type(
    column: str, silenced: str, other: str
) -> None:
    dial = heat_dial({"colors": {column: "black"}}, {})
    units = [mech("r1", RED_AT, heat_dial=dial, heat=1), tank("b1", BLUE_AT, 180)]
    assert play(units, ranged("r1", "b1", weapon=silenced)).codes() == {"WEAPON_SILENCED"}
    assert play(units, ranged("r1", "b1", weapon=other), dice=HIT).b1.click > 1
    cool = [mech("r1", RED_AT, heat_dial=dial, heat=2), units[1]]
    assert not play(cool, ranged("r1", "b1", weapon=silenced), dice=HIT).codes()


def test_a_silenced_weapon_loses_its_equipment_too() -> None:
    """Point Defense sits at a ballistic value and lends nothing when that is jammed."""
    dial = heat_dial({"colors": {"secondary_damage": "black"}})
    lender = {"equipment": {"secondary_damage": ("grey", "square")}, "defense": 22}
    for heat, click in ((0, 1), (1, 4)):
        units = [
            tank("r1", RED_AT),
            squad("b1", (18, 16), 180, defense=16),
            mech("b2", (19.9, 16), 180, heat_dial=dial, heat=heat, **lender),
        ]
        assert play(units, ranged("r1", "b1"), dice=HIT).b1.click == click


def test_a_jammed_weapon_still_strikes() -> None:
    dial = heat_dial({"colors": {"primary_damage": "black"}})
    units = [mech("r1", RED_AT, heat_dial=dial, heat=1), mech("b1", (18, 12.3), 180)]
    assert play(units, close("r1", "b1"), dice=HIT).b1.click == 5


# Cooling


@rule("AOD-VENT-002", "AOD-VENT-003")
@pytest.mark.parametrize(("heat", "rating", "left"), [(3, 2, 1), (1, 3, 0), (0, 2, 0), (4, 1, 3)])
def test_a_vent_order_cools_by_the_rating(heat: int, rating: int, left: int) -> None:
    assert play([mech("r1", RED_AT, heat=heat, vent=rating)], vent("r1")).r1.heat == left


@rule("AOD-VENT-001", "AOD-VENT-004")
def test_a_mech_that_vented_has_had_its_order() -> None:
    after = play([mech("r1", RED_AT, heat=4)], vent("r1"), move("r1"), END)
    assert after.refused == {1: {"ALREADY_ORDERED"}}
    assert after.r1.heat == 2
    assert after.events("TurnEnded")[0].lost == 7


@rule("AOD-VENT-004", "AOD-VENT-006")
def test_venting_in_a_pond_cools_by_rating_and_water_alone() -> None:
    pond = woods("pond", (14, 6), (22, 14), kind="shallow_water")
    after = play([mech("r1", RED_AT, heat=4, vent=2)], vent("r1"), END, terrain=[pond])
    assert after.r1.heat == 1


@rule("AOD-VENT-001", "AOD-VENT-005")
@pytest.mark.parametrize(
    ("orders", "heat"), [([END], 2), ([move("r1"), END], 3), ([move("r1", (18, 12)), END], 3)]
)
def test_a_mech_without_an_order_cools_by_one(orders: list[Json], heat: int) -> None:
    assert play([mech("r1", RED_AT, heat=3)], *orders).r1.heat == heat


@rule("AOD-VENT-005")
def test_only_the_mechs_of_the_player_cool_in_his_clean_up() -> None:
    units = [mech("r1", RED_AT, heat=3), mech("b1", BLUE_AT, heat=3)]
    after = play(units, END)
    assert (after.r1.heat, after.b1.heat) == (2, 3)


@rule("AOD-VENT-006", "AOD-QUAD-007")
@pytest.mark.parametrize(
    ("make", "kind", "cooling"),
    [
        (mech, "shallow_water", 1),
        (mech, "deep_water", 2),
        (quad, "shallow_water", 2),
        (quad, "deep_water", 2),
    ],
)
def test_water_cools_who_began_and_ended_in_it(make: Any, kind: str, cooling: int) -> None:
    water = woods("water", (14, 6), (22, 14), kind=kind)
    idle = play([make("r1", RED_AT, heat=4)], END, terrain=[water])
    assert idle.r1.heat == 4 - cooling - 1
    inside = play([make("r1", RED_AT, heat=4)], move("r1", (18, 11)), END, terrain=[water])
    assert inside.r1.heat == 4 - cooling
    left = play([make("r1", (18, 12.5), heat=4)], move("r1", (18, 15.4)), END, terrain=[water])
    assert not left.codes()
    assert left.r1.heat == 4


@rule("AOD-VENT-006")
def test_wading_into_water_does_not_cool() -> None:
    water = woods("water", (14, 6), (22, 14), kind="shallow_water")
    after = play([mech("r1", (18, 16), heat=4)], move("r1", (18, 11)), END, terrain=[water])
    assert after.r1.heat == 4


@rule("AOD-VENT-006")
@pytest.mark.parametrize(("start", "end"), [((18, 8), (18, 11)), ((18, 12), (18, 9))])
def test_between_a_ford_and_the_depth_a_mech_cools_as_in_the_ford(start: Any, end: Any) -> None:
    ford = woods("ford", (14, 2), (22, 10), kind="shallow_water")
    lake = woods("lake", (14, 10), (22, 18), kind="deep_water")
    unit = mech("r1", start, heat=4, speed=8)
    after = play([unit], move("r1", end), END, terrain=[ford, lake])
    assert (after.r1.at, after.r1.heat) == (end, 3)


@rule("AOD-VENT-007")
def test_cooling_rolls_what_shows_after_the_whole_of_it() -> None:
    dial = heat_dial({"colors": {"speed": "yellow"}}, {"colors": {"speed": "red"}}, {})
    unit = mech("r1", RED_AT, heat_dial=dial, heat=3, vent=2)
    vented = play([unit], vent("r1"), dice=[3])
    (roll,) = vented.events("HeatRolled")
    assert (roll.effect, vented.r1.shutdown) == ("Avoid Shutdown", False)
    assert play([unit], vent("r1"), dice=[2]).r1.shutdown


@rule("AOD-VENT-005", "AOD-VENT-006")
def test_a_mech_that_a_file_puts_aboard_cools_for_idleness_alone() -> None:
    carrier = tank("r1", (18, 18), transport_capacity=6)
    units = [carrier, aboard(mech("r2", (18, 18), heat=3), "r1"), tank("b1", (3, 3))]
    lake = [woods("lake", (10, 10), (26, 26), kind="shallow_water")]
    assert play(units, END, terrain=lake).r2.heat == 2
