"""Turns, tokens, pushing, heat, cooling, shutdown and restart."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
FOE = tank("b1", (18, 30), 180)


def vent(unit: str) -> Json:
    return {"order": "vent", "unit": unit}


def colored(*rows: dict[str, str]) -> list[Json]:
    """A heat dial that shows effects after its start."""
    return heat_dial(*({"colors": row} for row in rows))


@rule("AOD-TURN-001", "AOD-TURN-003", "AOD-TURN-006", "AOD-TURN-012", "AOD-SETUP-023")
def test_turns_go_round() -> None:
    players = ["red", "blue", "green"]
    units = [tank("r1", (4, 4)), tank("b1", (18, 30)), tank("g1", (30, 4), owner="green")]
    game = play(units, END, move("b1", (18, 28)), END, END, players=players)
    assert game.state.active == "red"
    assert game.refused == {}
    assert game.state.turn == 4
    assert play(units, move("b1", (18, 28)), players=players).codes() == {"NOT_YOUR_UNIT"}


@rule("AOD-TURN-002")
def test_a_player_without_units_is_passed_over() -> None:
    players = ["red", "blue", "green"]
    units = [tank("r1", (4, 4)), tank("g1", (30, 4), owner="green")]
    assert play(units, END, players=players).state.active == "green"


@rule("AOD-TURN-004", "AOD-TURN-011", "AOD-TURN-009")
@pytest.mark.parametrize(("total", "orders"), [(150, 1), (300, 2), (450, 3)])
def test_the_order_pool(total: int, orders: int) -> None:
    units = [tank(f"r{i}", (4 + 4 * i, 4)) for i in range(5)] + [FOE]
    game = play(units, *(move(f"r{i}", (4 + 4 * i, 6)) for i in range(5)), build_total=total)
    assert list(game.refused) == list(range(orders, 5))
    assert game.codes(orders) == {"NO_ORDERS_LEFT"}
    later = play(units, END, END, build_total=total)
    assert later.state.orders_left == orders


@rule("AOD-TURN-013", "AOD-TOKEN-001", "AOD-TOKEN-003", "AOD-VENT-005")
def test_a_turn_of_the_book() -> None:
    """A ranged order, a move order, the third order lost; then cooling and tokens."""
    units = [
        tank("r1", (18, 10)),
        tank("r2", (4, 4), tokens=1),
        mech("r3", (10, 4), heat=2),
        mech("r4", (30, 4), heat=2, tokens=1),
        tank("b1", (18, 17), 180),
    ]
    game = play(units, ranged("r1", "b1"), move("r4", (30, 6)), END, dice=HIT, build_total=450)
    assert (game.r1.tokens, game.r2.tokens, game.r4.tokens) == (1, 0, 1)
    assert (game.r3.heat, game.r4.heat) == (1, 3)
    assert game.events("TurnEnded")[0].lost == 1


@rule("AOD-ORDER-001", "AOD-ORDER-002", "AOD-SHUT-004")
@pytest.mark.parametrize(
    ("fields", "order", "codes"),
    [
        ({"heat": 5}, move("r1", (18, 12)), {"UNIT_SHUT_DOWN"}),
        ({"heat": 5}, ranged("r1", "b1"), {"UNIT_SHUT_DOWN"}),
        ({"heat": 5}, vent("r1"), set()),
        ({"equipment": {"attack": ("black", "square")}}, vent("r1"), set()),
        ({"equipment": {"attack": ("black", "square")}}, move("r1", (18, 12)), set()),
        (
            {"equipment": {"attack": ("black", "square")}},
            ranged("r1", "b1"),
            {"SALVAGE_RESTRICTED"},
        ),
    ],
)
def test_what_a_status_allows(fields: Json, order: Json, codes: set[str]) -> None:
    gun = weapon("primary", "ballistic", 30)
    game = play([mech("r1", (18, 10), gun=gun, **fields), FOE], order)
    assert game.codes() == codes


@rule("AOD-ORDER-002", "AOD-EQUIP-115")
def test_salvage_vehicles_only_move_and_are_never_pushed() -> None:
    wreck = tank("r1", (18, 10), tokens=1, equipment={"attack": ("black", "square")})
    game = play([wreck, FOE], move("r1", (18, 12)))
    assert (game.codes(), game.r1.click) == (set(), 1)
    captor = [squad("r1", (18, 10)), tank("b2", (18, 12.125), captive_of="r1"), FOE]
    assert play(captor, ranged("r1", "b1")).codes() >= {"HOLDS_CAPTIVE"}
    assert play([*captor, tank("r9", (30, 30))], move("b2", (18, 13))).codes() >= {"CAPTIVE_UNIT"}


@rule("AOD-PUSH-001", "AOD-PUSH-002", "AOD-PUSH-004", "AOD-TOKEN-005", "AOD-HEAT-008")
def test_who_acts_twice_in_a_row_is_pushed() -> None:
    units = [tank("r1", (4, 4)), mech("r2", (12, 4)), FOE]
    turns = [
        order for y in (5, 6, 7) for order in (move("r1", (4, y)), move("r2", (12, y)), END, END)
    ]
    game = play(units, *turns)
    assert (game.r1.click, game.r1.tokens) == (3, 1)
    assert (game.r2.heat, game.r2.tokens, game.r2.click) == (2, 1, 1)


@rule("AOD-VENT-001", "AOD-VENT-002", "AOD-VENT-003", "AOD-VENT-004", "AOD-TOKEN-004")
def test_venting() -> None:
    game = play([mech("r1", (18, 10), heat=1, tokens=1), FOE], vent("r1"), END)
    assert (game.r1.heat, game.r1.tokens) == (0, 1)
    assert play([tank("r1", (18, 10)), FOE], vent("r1")).codes() == {"NOT_A_MECH"}


POND = [woods("pond", (2, 2), (20, 12), kind="shallow_water")]
LAKE = [woods("lake", (2, 2), (20, 12), kind="deep_water")]


@rule("AOD-VENT-006", "AOD-QUAD-007")
@pytest.mark.parametrize(
    ("make", "terrain", "start", "heat"),
    [
        (mech, POND, 6, 2),
        (mech, LAKE, 6, 1),
        (quad, POND, 6, 1),
        (quad, LAKE, 6, 1),
        (mech, POND, 14, 3),
        (mech, [], 6, 3),
    ],
)
def test_cooling_in_water_even_when_ordered(
    make: Any, terrain: list[Json], start: float, heat: int
) -> None:
    units = [make("r1", (10, start), heat=3), FOE]
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert play(units, turn, END, terrain=terrain).r1.heat == heat


@rule("AOD-HEAT-001", "AOD-HEAT-004", "AOD-RUN-003")
def test_effects_passed_over_are_not_rolled() -> None:
    dial = colored({"speed": "yellow"}, {}, {})
    game = play(
        [mech("r1", (18, 10), tokens=1, heat_dial=dial), FOE], move("r1", (18, 12), run=True)
    )
    assert (game.r1.heat, game.r1.shutdown) == (2, False)


@rule("AOD-HEAT-002", "AOD-HEAT-003", "AOD-SEQ-002")
def test_numbers_of_the_heat_dial_count_at_once() -> None:
    dial = heat_dial({"primary_damage_mod": -3}, {})
    shooter = mech("r1", (18, 24), heat=1, heat_dial=dial)
    game = play([shooter, FOE], ranged("r1", "b1"), dice=(4, 4, 4))
    assert game.b1.click == 2
    assert {p.what: p.value for p in game.events("Damaged")[0].parts} == {"base": 4, "heat": -3}


@rule("AOD-HEAT-011", "AOD-TURN-005")
def test_one_heat_a_turn_for_energy_hits() -> None:
    laser = weapon("primary", "energy", 10)
    units = [
        tank("r1", (14, 10), gun=laser),
        tank("r2", (22, 10), gun=laser),
        mech("b1", (18, 16), 180, defense=15, heat=1),
        tank("b2", (4, 30), gun=laser),
    ]
    game = play(units, ranged("r1", "b1"), ranged("r2", "b1"), dice=HIT + HIT)
    assert (game.b1.heat, game.b1.click) == (2, 7)
    armored = mech("b1", (18, 16), 180, defense=15, equipment={"defense": ("black", "square")})
    weak = tank("r1", (14, 10), gun=laser, primary_damage=2)
    assert play([weak, armored], ranged("r1", "b1"), dice=HIT).b1.heat == 0
    shells = tank("r1", (14, 10))
    assert (
        play([shells, mech("b1", (18, 16), 180)], ranged("r1", "b1"), dice=(4, 4, 4)).b1.heat == 0
    )


EFFECTS = [
    # column, colour, the highest face that fails, click, heat, shutdown after a failure
    ("speed", "yellow", 2, 1, 1, True),
    ("speed", "red", 3, 1, 1, True),
    ("secondary_damage", "yellow", 2, 3, 1, False),
    ("secondary_damage", "red", 3, 5, 1, False),
    ("primary_damage", "yellow", 2, 1, 2, False),
    ("primary_damage", "red", 3, 1, 3, False),
]


@rule("AOD-HEAT-005", "AOD-HEAT-006", "AOD-SHUT-003")
@pytest.mark.parametrize(("column", "color", "fails", "click", "heat", "shutdown"), EFFECTS)
def test_effects_that_are_rolled(
    column: str, color: str, fails: int, click: int, heat: int, shutdown: bool
) -> None:
    dial = colored({column: color}, {}, {}, {})
    run = move("r1", (18, 12), run=True)
    units = [mech("r1", (18, 10), heat_dial=dial), FOE]
    failed = play(units, run, dice=(fails,))
    found = failed.r1
    assert (found.click, found.heat, found.shutdown) == (click, heat, shutdown)
    assert found.tokens == (2 if shutdown else 1)
    passed = play(units, run, dice=(fails + 1,))
    assert (passed.r1.click, passed.r1.heat, passed.r1.shutdown) == (1, 1, False)


@rule("AOD-HEAT-006", "AOD-HEAT-007")
def test_several_effects_are_rolled_each_and_heat_calls_for_more_rolls() -> None:
    dial = colored(
        {"primary_damage": "yellow", "secondary_damage": "yellow"}, {"speed": "yellow"}, {}
    )
    game = play(
        [mech("r1", (18, 10), heat_dial=dial), FOE],
        move("r1", (18, 12), run=True),
        dice=(2, 2, 1),
    )
    assert (game.r1.heat, game.r1.click, game.r1.shutdown) == (2, 3, True)
    spared = play(
        [mech("r1", (18, 10), heat_dial=dial), FOE],
        move("r1", (18, 12), run=True),
        dice=(3, 2),
    )
    assert (spared.r1.heat, spared.r1.click) == (1, 3)


@rule("AOD-HEAT-002", "AOD-HEAT-003")
@pytest.mark.parametrize(
    ("color", "column", "order", "code"),
    [
        ("black", "speed", move("r1", (18, 12), run=True), "RUN_FORBIDDEN"),
        ("black", "primary_damage", ranged("r1", "b1"), "WEAPON_SILENCED"),
        ("black", "secondary_damage", ranged("r1", "b1", weapon="secondary"), "WEAPON_SILENCED"),
    ],
)
def test_effects_that_forbid(color: str, column: str, order: Json, code: str) -> None:
    units = [
        mech("r1", (18, 24), heat=1, heat_dial=colored({column: color}, {})),
        tank("b1", (18, 30), 180),
    ]
    assert code in play(units, order).codes()
    others = [mech("r1", (18, 24), heat=0, heat_dial=colored({column: color}, {})), units[1]]
    dice = (1, 2, 1) if order["order"] == "ranged" else (3, 3)[:0]
    assert play(others, order, dice=dice).codes() - {"OFF_TABLE"} == set()


@rule("AOD-HEAT-002")
def test_silenced_equipment_comes_back_when_the_mech_cools() -> None:
    dial = heat_dial({"colors": {"speed": "black"}}, {})
    evading = {"equipment": {"speed": ("red", "square")}, "heat_dial": dial}
    for heat, defense in ((1, {}), (0, {"Evade": 2})):
        units = [tank("r1", (18, 10)), mech("b1", (18, 16), 180, heat=heat, **evading)]
        found = play(units, ranged("r1", "b1"), dice=(1, 2, 1)).defense("b1")
        assert {k: v for k, v in found.items() if k != "base"} == defense


@rule("AOD-SHUT-001", "AOD-SHUT-002", "AOD-SHUT-006", "AOD-SHUT-008")
def test_shutdown_at_the_end_of_the_dial_and_restart_at_its_start() -> None:
    units = [mech("r1", (18, 10), tokens=1, heat=3), FOE]
    game = play(units, move("r1", (18, 12), run=True))
    assert (game.r1.heat, game.r1.shutdown, game.r1.tokens) == (5, True, 2)
    turns = [END, END] * 4
    cooled = play(units, move("r1", (18, 12), run=True), *turns)
    assert (cooled.r1.heat, cooled.r1.shutdown) == (2, True)
    started = play(
        units,
        move("r1", (18, 12), run=True),
        END,
        END,
        vent("r1"),
        END,
        END,
        vent("r1"),
        END,
        END,
        END,
    )
    assert (started.r1.heat, started.r1.shutdown, started.r1.tokens) == (0, False, 0)
    laser = tank("r1", (18, 10), gun=weapon("primary", "energy", 10))
    down = mech("b1", (18, 16), 180, heat=2, shutdown=True)
    assert play([laser, down], ranged("r1", "b1"), dice=HIT).b1.heat == 2


@rule("AOD-SHUT-007", "AOD-SHUT-009", "AOD-VENT-007")
@pytest.mark.parametrize(
    ("color", "die", "shutdown"),
    [("yellow", 2, True), ("yellow", 3, False), ("red", 3, True), ("red", 4, False)],
)
def test_an_early_restart(color: str, die: int, shutdown: bool) -> None:
    dial = colored({"speed": color, "primary_damage": "yellow"}, {}, {})
    units = [mech("r1", (18, 10), heat=2, shutdown=True, tokens=2, heat_dial=dial), FOE]
    game = play(units, END, dice=(die,))
    assert (game.r1.heat, game.r1.shutdown) == (1, shutdown)
    assert game.r1.tokens == (2 if shutdown else 0)
    stay = {"order": "answer", "to": "choose", "choice": "stay"}
    assert play(units, END, stay).r1.shutdown
    fixed = play(units, END, dice=(die,), rulings={"restart_roll_optional": False}, prompts="ask")
    assert fixed.r1.shutdown == shutdown


@rule("AOD-VENT-007", "AOD-HEAT-005")
def test_cooling_may_bring_effects_back() -> None:
    """Vent 2 reveals an effect, which is rolled; then water cools by 1."""
    dial = colored({}, {"speed": "yellow"}, {}, {})
    units = [mech("r1", (10, 6), heat=4, heat_dial=dial), FOE]
    game = play(units, vent("r1"), END, dice=(3,), terrain=POND)
    assert (game.r1.heat, game.r1.shutdown) == (1, False)
