"""Transports: what they carry, boarding, disembarking (rules AOD-CARRY)."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    aboard,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule
CARRIER_AT = (18.0, 18.0)
#: Against the rear tip of a carrier that looks to 0 degrees, of its left and of its right side.
BEHIND, LEFT, RIGHT = (18.0, 15.875), (16.5, 17.375), (19.5, 17.375)
FAR = tank("b9", (32, 32), 180)


def carrier(capacity: int = 2, /, **fields: Any) -> Json:
    """A red tank with speed 9 that carries others."""
    usual: Json = {"speed": 9, "transport_capacity": capacity}
    return tank("r1", CARRIER_AT, 0, **(usual | fields))


def board(*names: str, **fields: Any) -> Json:
    """The carrier takes units aboard, then goes to some points."""
    points = fields.pop("then", [])
    order = move("r1", *points, **fields)
    return order | {"legs": [{"board": list(names)}, *order["legs"]]}


def land(*spots: tuple[str, tuple[float, float]], facing: float = 0) -> Json:
    """A leg that puts passengers down."""
    return {"disembark": [{"unit": u, "at": list(at), "facing": facing} for u, at in spots]}


def legs(*pieces: Json, **fields: Any) -> Json:
    """A move of the carrier leg by leg."""
    return {"order": "move", "unit": "r1", "legs": list(pieces)} | fields


def go(*points: tuple[float, float]) -> Json:
    """A travel leg."""
    return {"travel": [list(point) for point in points]}


def boarding(passenger: Json, **fields: Any) -> Played:
    """One unit tries to board; `carrier` replaces the usual one."""
    transport = fields.pop("carrier", carrier())
    others = fields.pop("others", [])
    return play([transport, passenger, FAR, *others], board(passenger["id"]), **fields)


# What is carried


@rule("AOD-CARRY-001", "AOD-CARRY-003")
def test_a_capacity_makes_a_transport_and_passengers_leave_the_table() -> None:
    game = boarding(squad("r2", BEHIND))
    assert (game.r2.aboard, game.r2.at) == ("r1", None)
    plain = boarding(squad("r2", BEHIND), carrier=tank("r1", CARRIER_AT))
    assert plain.codes() == {"NOT_A_TRANSPORT"}


@rule("AOD-CARRY-002", "AOD-CARRY-003")
@pytest.mark.parametrize(
    ("capacity", "before", "refused"), [(3, 0, False), (2, 0, True), (3, 1, True), (4, 1, False)]
)
def test_a_vehicle_takes_three_spaces(capacity: int, before: int, refused: bool) -> None:
    inside = [aboard(squad("r3", (0, 0)), "r1")][:before]
    game = boarding(tank("r2", (18, 15.25)), carrier=carrier(capacity), others=inside)
    assert game.codes() == ({"TRANSPORT_FULL"} if refused else set())


@rule("AOD-CARRY-002")
def test_the_ruling_may_let_a_vehicle_take_two_spaces() -> None:
    game = boarding(tank("r2", (18, 15.25)), rulings={"vehicle_passenger_size": 2})
    assert game.r2.aboard == "r1"


@rule("AOD-CARRY-002", "AOD-CARRY-003")
def test_as_many_infantry_board_as_there_are_spaces() -> None:
    three = [squad("r2", BEHIND), squad("r3", LEFT), squad("r4", RIGHT)]
    game = play([carrier(), *three, FAR], board("r2", "r3", "r4"), board("r2", "r3"))
    assert game.codes(0) == {"TRANSPORT_FULL"}
    assert [game.r2.aboard, game.r3.aboard, game.r4.aboard] == ["r1", "r1", None]
    assert game.state.orders_left == 7


@rule("AOD-CARRY-002", "AOD-VTOL-005")
@pytest.mark.parametrize(
    "passenger",
    [
        mech("r2", (18, 15.475)),
        tank("r2", (18, 15.25), transport_capacity=1),
        vtol("r2", (18, 15.25)),
    ],
    ids=["mech", "transport", "vtol"],
)
def test_mechs_vtols_and_transports_are_no_passengers(passenger: Json) -> None:
    game = boarding(passenger, carrier=carrier(9))
    assert game.codes() == {"CANNOT_BE_CARRIED"}


@rule("AOD-CARRY-004", "AOD-CARRY-022")
def test_a_passenger_takes_no_orders_until_it_has_left() -> None:
    inside = aboard(squad("r2", (0, 0)), "r1")
    game = play(
        [carrier(), inside, FAR],
        move("r2", (18, 12)),
        legs(land(("r2", BEHIND))),
        move("r2", (18, 12)),
    )
    assert game.codes(0) == {"PASSENGER_UNIT"}
    assert (game.r2.at, game.r2.tokens, game.r2.aboard) == ((18, 12), 1, None)


@rule("AOD-CARRY-005")
def test_passengers_are_lost_with_their_transport() -> None:
    last = carrier(click=8)
    inside = [aboard(squad("r2", (0, 0)), "r1"), aboard(squad("r3", (0, 0)), "r1")]
    shot = play(
        [last, *inside, tank("b1", (18, 24), 180)], ranged("b1", "r1"), dice=HIT, active="blue"
    )
    assert shot.r1.eliminated and shot.r2.eliminated and shot.r3.eliminated
    assert [event.cause for event in shot.events("Eliminated")] == ["attack"] + ["transport"] * 2
    pushed = play([carrier(click=8, tokens=1), *inside, FAR], move("r1", (18, 20)))
    assert pushed.r1.eliminated and pushed.r2.eliminated


@rule("AOD-CARRY-006")
def test_attacks_on_the_transport_leave_passengers_alone() -> None:
    inside = aboard(squad("r2", (0, 0)), "r1")
    enemy = tank("b1", (18, 24), 180)
    game = play(
        [carrier(), inside, enemy],
        ranged("b1", "r2"),
        ranged("b1", "r1"),
        dice=HIT,
        active="blue",
    )
    assert game.codes(0) == {"TARGET_GONE"}
    assert (game.r1.click, game.r2.click, game.r2.aboard) == (4, 1, "r1")


# Boarding


@rule("AOD-CARRY-007")
def test_boarders_touch_the_rear_arc_since_the_turn_began() -> None:
    in_front = boarding(squad("r2", (18, 20.125)))
    assert in_front.codes() == {"NOT_BEHIND_TRANSPORT"}
    apart = boarding(squad("r2", (18, 15.5)))
    assert apart.codes() == {"NOT_BEHIND_TRANSPORT"}
    arriving = play([carrier(), squad("r2", (18, 12)), FAR], move("r2", BEHIND), board("r2"))
    assert arriving.codes(1) == {"NOT_BEHIND_TRANSPORT"}


@rule("AOD-CARRY-007")
def test_who_went_round_from_the_front_this_turn_does_not_board() -> None:
    beside = squad("r2", (16.5, 18.6))
    game = play([carrier(), beside, FAR], move("r2", (16, 17), BEHIND), board("r2"))
    assert game.codes(1) == {"NOT_BEHIND_TRANSPORT"}


@rule("AOD-CARRY-007", "AOD-CARRY-010")
def test_who_still_touches_the_rear_after_its_own_order_boards_and_loses_its_token() -> None:
    game = play([carrier(), squad("r2", LEFT), FAR], move("r2", BEHIND), board("r2"))
    assert (game.r2.aboard, game.r2.tokens) == ("r1", 0)


@rule("AOD-CARRY-007")
def test_who_has_gone_away_this_turn_does_not_board() -> None:
    game = play([carrier(), squad("r2", BEHIND), FAR], move("r2", (18, 12)), board("r2"))
    assert game.codes(1) == {"NOT_BEHIND_TRANSPORT"}


@rule("AOD-CARRY-007")
def test_only_friends_on_the_table_board() -> None:
    others = [squad("r3", LEFT, captive_of="r2"), squad("b1", (30, 30))]
    units = [carrier(4), squad("r2", BEHIND), *others, aboard(squad("r4", (0, 0)), "r1")]
    game = play(
        units, board("b1"), board("r3"), board("r4"), board("r1"), board("zz"), legs({"board": []})
    )
    assert game.codes(0) == game.codes(1) == {"BOARDER_NO_FRIEND"}
    assert game.codes(2) == {"BOARDER_GONE"}
    assert "BOARDER_NO_FRIEND" in game.codes(3)
    assert game.codes(4) == {"UNKNOWN_UNIT"}
    assert game.codes(5) == {"NOBODY_BOARDS"}


@rule("AOD-CARRY-007")
def test_units_of_a_team_mate_board_too() -> None:
    mate = squad("b2", BEHIND)
    sides: list[Json] = [{"id": "red", "team": "a"}, {"id": "blue", "team": "a"}]
    assert play([carrier(), mate], board("b2"), players=sides).b2.aboard == "r1"


@rule("AOD-CARRY-007")
def test_boarding_is_the_first_thing_a_transport_does() -> None:
    game = play([carrier(), squad("r2", BEHIND), FAR], legs(go((18, 18)), {"board": ["r2"]}))
    assert game.codes() == {"BOARDING_FIRST"}


@rule("AOD-CARRY-008", "AOD-CARRY-010")
def test_the_transport_has_the_order_and_boarders_lose_their_tokens() -> None:
    units = [carrier(), squad("r2", BEHIND, tokens=1), squad("r3", (5, 5), tokens=1), FAR]
    game = play(units, board("r2"))
    assert (game.r1.tokens, game.r2.tokens, game.r3.tokens) == (1, 0, 1)
    assert (game.r1.ordered, game.r2.ordered, game.state.orders_left) == ("move", None, 7)


@rule("AOD-CARRY-009")
@pytest.mark.parametrize(("speed", "left"), [(10, 5), (9, 4), (0, 0)])
def test_boarding_costs_half_of_the_speed_rounded_up(speed: int, left: int) -> None:
    units = [carrier(speed=speed), squad("r2", BEHIND), FAR]
    too_far, as_far = (18, 18 + left + 0.1), (18, 18 + left)
    assert play(units, board("r2", then=[too_far])).codes() == {"TOO_FAR"}
    game = play(units, board("r2", then=[as_far]))
    assert (game.r1.at, game.r2.aboard) == (as_far, "r1")


@rule("AOD-CARRY-009")
def test_a_refusal_names_boarding_and_way_together() -> None:
    game = play([carrier(), squad("r2", BEHIND), FAR], board("r2", then=[(18, 23)]))
    (violation,) = game.outcome.refused[0].violations
    assert violation.params == {"allowance": 9, "spent": 10}


@rule("AOD-CARRY-009", "AOD-TERRAIN-008")
def test_terrain_halves_what_boarding_leaves() -> None:
    """Speed 9 pays 5, and a start in a wood halves the other 4."""
    wood = [woods("wood", (17, 18), (19, 19))]
    units = [carrier(mode="wheeled"), squad("r2", BEHIND), FAR]
    assert play(units, board("r2", then=[(15.9, 18)]), terrain=wood).codes() == {"TOO_FAR"}
    game = play(units, board("r2", then=[(16, 18)]), terrain=wood)
    assert game.r1.at == (16, 18)


@rule("AOD-CARRY-011")
def test_a_towed_vehicle_is_in_nobodys_way() -> None:
    units = [carrier(3), tank("r2", (18, 15.25)), squad("r3", (18, 12.4), tokens=0), FAR]
    blocked = play(units, move("r3", (18, 15)))
    assert "ENDS_ON_BASE" in blocked.codes()
    game = play(units, board("r2"), move("r3", (18, 15)))
    assert game.r3.at == (18, 15)


@rule("AOD-CARRY-012")
def test_a_mech_transport_runs_and_boards() -> None:
    """Speed 6 doubled and halved leaves 6, for one heat."""
    walker = mech("r1", CARRIER_AT, 0, transport_capacity=1)
    units = [walker, squad("r2", (18, 16.1)), FAR]
    assert play(units, board("r2", then=[(18, 24.1)], run=True)).codes() == {"TOO_FAR"}
    game = play(units, board("r2", then=[(18, 24)], run=True))
    assert (game.r1.at, game.r1.heat, game.r2.aboard) == ((18, 24), 1, "r1")
    assert play([carrier(), squad("r2", BEHIND), FAR], board("r2", run=True)).codes() == {
        "NOT_A_MECH"
    }


@rule("AOD-CARRY-012", "AOD-TERRAIN-008")
def test_a_run_out_of_a_wood_with_boarders_is_doubled_then_halved_twice() -> None:
    walker = mech("r1", CARRIER_AT, 0, transport_capacity=1)
    units = [walker, squad("r2", (18, 16.1)), FAR]
    wood = [woods("wood", (17, 18.5), (19, 18.9))]
    fields: Json = {"terrain": wood}
    assert play(units, board("r2", then=[(18, 21.1)], run=True), **fields).codes() == {"TOO_FAR"}
    game = play(units, board("r2", then=[(18, 21)], run=True), **fields)
    assert (game.r1.at, game.r1.heat) == ((18, 21), 1)


@rule("AOD-CARRY-013")
@pytest.mark.parametrize(
    ("capacity", "captive", "codes"),
    [
        (2, squad("b1", (19.5, 15.875), captive_of="r2"), set()),
        (1, squad("b1", (19.5, 15.875), captive_of="r2"), {"TRANSPORT_FULL"}),
        (3, tank("b1", (19.5, 15.875), captive_of="r2"), {"TRANSPORT_FULL"}),
        (4, tank("b1", (19.5, 15.875), captive_of="r2"), set()),
        (9, mech("b1", (16.1, 15.875), captive_of="r2"), {"CANNOT_BE_CARRIED"}),
    ],
)
def test_a_captive_boards_with_its_captor_where_both_fit(
    capacity: int, captive: Json, codes: set[str]
) -> None:
    game = boarding(squad("r2", BEHIND), carrier=carrier(capacity), others=[captive])
    assert game.codes() == codes
    if not codes:
        assert (game.b1.aboard, game.b1.captive_of, game.r2.aboard) == ("r1", "r2", "r1")


@rule("AOD-CARRY-014")
def test_who_touches_an_opponent_does_not_board() -> None:
    enemy = squad("b1", (18, 14.375))
    assert boarding(squad("r2", BEHIND), others=[enemy]).codes() == {"BOARDER_ENGAGED"}
    captor = squad("r3", (18, 12.875))
    held = boarding(squad("r2", BEHIND), others=[enemy | {"captive_of": "r3"}, captor])
    assert held.r2.aboard == "r1"


@rule("AOD-CARRY-020")
def test_a_heavily_damaged_transport_takes_nobody_aboard() -> None:
    wreck = carrier(equipment={"attack": ("black", "square")})
    assert boarding(squad("r2", BEHIND), carrier=wreck).codes() == {"TRANSPORT_DISABLED"}


# Disembarking


def loaded(*passengers: str, capacity: int = 3, **fields: Any) -> list[Json]:
    """The carrier with infantry aboard, and a blue unit far away."""
    inside = [aboard(squad(name, (0, 0)), "r1") for name in passengers]
    return [carrier(capacity, **({"speed": 10} | fields)), *inside, FAR]


@rule("AOD-CARRY-016")
@pytest.mark.parametrize(("before", "refused"), [(3, False), (4, True)])
def test_a_transport_moves_before_and_after_unloading(before: int, refused: bool) -> None:
    at = (18, 18 + before)
    leg = land(("r2", (18, 15.875 + before)))
    game = play(loaded("r2"), legs(go(at), leg, go((18, 20 + before))))
    assert game.codes() == ({"TOO_FAR"} if refused else set())
    if not refused:
        assert (game.r1.at, game.r2.at) == ((18, 23), (18, 18.875))


@rule("AOD-CARRY-016")
def test_unloading_costs_half_rounded_up() -> None:
    units = loaded("r2", speed=9)
    assert play(units, legs(land(("r2", BEHIND)), go((18, 22.1)))).codes() == {"TOO_FAR"}
    assert play(units, legs(land(("r2", BEHIND)), go((18, 22)))).r1.at == (18, 22)


@rule("AOD-CARRY-016")
def test_part_of_the_load_may_stay_aboard_and_only_passengers_leave() -> None:
    units = loaded("r2", "r3")
    game = play(units, legs(land(("r3", BEHIND), facing=90)))
    assert (game.r2.aboard, game.r3.aboard, game.r3.facing) == ("r1", None, 90)
    (landed,) = game.events("Disembarked")
    assert (landed.unit, landed.transport, landed.forced) == ("r3", "r1", False)
    assert play(units, legs(land(("b9", BEHIND)))).codes() == {"NOT_ABOARD"}
    assert play(units, legs(land())).codes() == {"NOBODY_LANDS"}


@rule("AOD-CARRY-016")
@pytest.mark.parametrize(("speed", "codes"), [(10, set()), (9, {"TOO_FAR"})])
def test_both_actions_fit_into_an_even_speed_alone(speed: int, codes: set[str]) -> None:
    units = [*loaded("r2", speed=speed), squad("r3", RIGHT)]
    order = legs({"board": ["r3"]}, land(("r2", BEHIND)))
    assert play(units, order).codes() == codes


@rule("AOD-CARRY-016", "AOD-CARRY-008")
def test_only_a_move_order_loads_and_unloads() -> None:
    walker = mech("r1", CARRIER_AT, 0, transport_capacity=1)
    order = {"order": "assault", "unit": "r1", "kind": "close"}
    inside = aboard(squad("r2", (0, 0)), "r1")
    unload = play([walker, inside, FAR], order | {"legs": [land(("r2", (18, 16.1)))]})
    assert unload.codes() == {"TRANSPORT_NEEDS_MOVE"}
    load = play([walker, squad("r2", (18, 16.1)), FAR], order | {"legs": [{"board": ["r2"]}]})
    assert load.codes() == {"TRANSPORT_NEEDS_MOVE"}


@rule("AOD-CARRY-017", "AOD-CONTACT-006")
@pytest.mark.parametrize(
    ("spot", "others", "terrain", "code"),
    [
        ((18, 20.125), [], [], "NOT_BEHIND_TRANSPORT"),
        ((18, 15.5), [], [], "NOT_BEHIND_TRANSPORT"),
        (BEHIND, [squad("b1", (18, 14.375))], [], "LANDS_BESIDE_OPPONENT"),
        (BEHIND, [squad("b1", (19, 15.2))], [], "ENDS_ON_BASE"),
        (BEHIND, [], [woods("rock", (17, 14), (19, 15.5), kind="blocking")], "ENDS_ON_TERRAIN"),
        (BEHIND, [squad("b1", (18, 14.3))], [], None),
        (BEHIND, [], [woods("wood", (17, 14), (19, 15.5))], None),
    ],
)
def test_where_passengers_are_put_down(
    spot: tuple[float, float], others: list[Json], terrain: list[Json], code: str | None
) -> None:
    game = play([*loaded("r2"), *others], legs(land(("r2", spot))), terrain=terrain)
    assert (code in game.codes()) if code else not game.codes()


@rule("AOD-CARRY-017", "AOD-MOVE-009")
def test_passengers_stand_wholly_on_the_table() -> None:
    at_the_edge = tank("r1", (18, 2.5), transport_capacity=1)
    inside = aboard(squad("r2", (0, 0)), "r1")
    game = play([at_the_edge, inside, FAR], legs(land(("r2", (18, 0.375)))))
    assert game.codes() == {"OFF_TABLE"}


@rule("AOD-CARRY-017", "AOD-CONTACT-006")
def test_passengers_do_not_stand_on_one_another() -> None:
    game = play(loaded("r2", "r3"), legs(land(("r2", BEHIND), ("r3", BEHIND))))
    assert game.codes() == {"ENDS_ON_BASE"}
    game = play(loaded("r2", "r3"), legs(land(("r2", BEHIND), ("r3", RIGHT))))
    assert (game.r2.at, game.r3.at) == (BEHIND, RIGHT)


@rule("AOD-CARRY-018")
def test_nobody_is_lost_who_is_put_down_by_choice() -> None:
    rock = [woods("rock", (10, 10), (26, 17.6), kind="blocking")]
    game = play(loaded("r2", mode="hover"), legs(land(("r2", BEHIND))), terrain=rock)
    assert (game.codes(), game.r2.aboard) == ({"ENDS_ON_TERRAIN"}, "r1")


@rule("AOD-CARRY-019")
def test_a_mech_transport_runs_and_unloads() -> None:
    """Speed 5 doubled and halved leaves 5, for one heat."""
    walker = mech("r1", CARRIER_AT, 0, transport_capacity=1, speed=5)
    units = [walker, aboard(squad("r2", (0, 0)), "r1"), FAR]
    spot = land(("r2", (18, 16.1)))
    assert play(units, legs(spot, go((18, 24)), run=True)).codes() == {"TOO_FAR"}
    game = play(units, legs(spot, go((18, 23)), run=True))
    assert (game.r1.at, game.r1.heat, game.r2.at) == ((18, 23), 1, (18, 16.1))


@rule("AOD-CARRY-022")
def test_one_order_a_turn_though_a_unit_was_aboard_meanwhile() -> None:
    """It moves, boards one carrier's neighbour, is put down and asks for a second order."""
    units = [carrier(2, speed=10), squad("r2", LEFT), FAR]
    order = legs({"board": ["r2"]}, land(("r2", BEHIND)))
    game = play(units, move("r2", BEHIND), order, move("r2", (18, 12)))
    assert (game.r2.at, game.codes(2)) == (BEHIND, {"ALREADY_ORDERED"})


@rule("AOD-BREAK-009")
@pytest.mark.parametrize("allowed", [False, True])
def test_who_fails_to_break_away_neither_loads_nor_unloads(allowed: bool) -> None:
    switch = {"transport_actions_after_failed_break_away": allowed}
    units = [*loaded("r2", capacity=3), squad("r3", RIGHT), squad("b1", (18, 20.125), 180)]
    load = play(units, board("r3", then=[(22, 18)]), dice=[3], rulings=switch)
    unload = play(units, legs(land(("r2", BEHIND))), dice=[3], rulings=switch)
    assert not load.refused and not unload.refused
    assert (load.r1.at, load.r1.ordered, load.r1.tokens) == (CARRIER_AT, "move", 1)
    assert (load.r3.aboard == "r1", unload.r2.at == BEHIND) == (allowed, allowed)
    free = play(units, board("r3"), dice=[4])
    assert free.r3.aboard == "r1"


@rule("AOD-CARRY-013", "AOD-CARRY-017", "AOD-CAPTURE-011")
def test_captor_and_captive_leave_together_and_touch() -> None:
    units = [
        *loaded("r2", capacity=3),
        aboard(squad("b1", (0, 0), captive_of="r2"), "r1"),
    ]
    assert play(units, legs(land(("r2", BEHIND)))).codes() == {"LEAVES_CAPTIVE"}
    assert play(units, legs(land(("b1", BEHIND)))).codes() == {"LEAVES_CAPTIVE"}
    apart = legs(land(("r2", LEFT), ("b1", RIGHT)))
    assert play(units, apart).codes() == {"CAPTIVE_LEFT"}
    beside = ("b1", (17.25, 16.075962))
    for spots in ([("r2", LEFT), beside], [beside, ("r2", LEFT)]):
        game = play(units, legs(land(*spots)))
        assert (game.r2.at, game.b1.at, game.b1.captive_of) == (LEFT, beside[1], "r2")


# At cruising level

JETS: Json = {"equipment": {"speed": ("blue", "square")}}


def flyer(level: str = "cruising", **fields: Any) -> Json:
    """A red VTOL that carries two."""
    return vtol("r1", CARRIER_AT, 0, transport_capacity=2, level=level, **fields)


@rule("AOD-CARRY-023", "AOD-CONTACT-003")
def test_only_jump_infantry_leaves_a_cruising_vtol_which_then_stays() -> None:
    walker, jumper = (
        aboard(squad("r2", (0, 0)), "r1"),
        aboard(squad("r3", (0, 0), **JETS), "r1"),
    )
    units = [flyer(), walker, jumper, FAR]
    assert play(units, legs(land(("r2", BEHIND)))).codes() == {"JUMP_JETS_NEEDED"}
    game = play(units, legs(land(("r3", BEHIND))))
    assert (game.r3.at, game.r3.level, game.r1.level) == (BEHIND, "ground", "cruising")
    for more in (go((18, 19)), {"rotate": 90}, {"level": "ground"}):
        on = play(units, legs(land(("r3", BEHIND)), more))
        assert on.codes() == {"STAYS_AFTER_LANDING"}
    down = play(units, legs({"level": "ground"}, land(("r2", BEHIND)), go((18, 19))))
    assert (down.r2.at, down.r1.at) == (BEHIND, (18, 19))


@rule("AOD-CARRY-023")
def test_only_jump_infantry_boards_a_cruising_vtol() -> None:
    units = [flyer(), squad("r2", BEHIND), squad("r3", RIGHT, **JETS), FAR]
    game = play(units, board("r2"), board("r3", then=[(18, 25)]))
    assert game.codes(0) == {"JUMP_JETS_NEEDED"}
    assert (game.r3.aboard, game.r1.at) == ("r1", (18, 25))
    grounded = play([flyer("ground"), squad("r2", BEHIND), FAR], board("r2"))
    assert grounded.r2.aboard == "r1"


@rule("AOD-CARRY-009", "AOD-FORM-006")
def test_a_transport_in_a_formation_pays_for_boarding_too() -> None:
    """All go at 8 inches; boarding takes 4 of the transport's."""
    column = [carrier(), tank("r3", (19.5, 18)), tank("r4", (21, 18)), squad("r2", BEHIND), FAR]

    def march(inches: int) -> Json:
        ways = {"r3": (19.5, 18 + inches), "r4": (21, 18 + inches)}
        others = {unit: [go(end)] for unit, end in ways.items()}
        own = [{"board": ["r2"]}, go((18, 18 + inches))]
        return legs(members=["r1", "r3", "r4"], member_legs={"r1": own, **others})

    assert play(column, march(5)).codes() == {"TOO_FAR"}
    game = play(column, march(4))
    assert (game.r2.aboard, game.r1.at, game.r3.at) == ("r1", (18, 22), (19.5, 22))


@rule("AOD-CARRY-015")
def test_a_loaded_transport_takes_its_passengers_along() -> None:
    game = play(loaded("r2", "r3"), move("r1", (18, 28)), END)
    assert (game.r1.at, game.r2.aboard, game.r3.aboard) == ((18, 28), "r1", "r1")
