"""Life with a captive: moving with it, its clean-up, its freedom (rules AOD-CAPTURE)."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.invariants import broken_invariants
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.skirmishes import (
    END,
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
    woods,
)

rule = pytest.mark.rule
CAPTOR_AT, BESIDE, BESIDE_MECH = (18.0, 10.0), (18.0, 11.5), (18.0, 11.9)
FREE = tank("b9", (32, 32), 180)


def captor(**fields: Any) -> Json:
    """Red infantry that holds b1."""
    return squad("r1", CAPTOR_AT, **fields)


def captive(**fields: Any) -> Json:
    """A blue squad in front of its captor."""
    return squad("b1", BESIDE, 180, captive_of="r1", **fields)


def led(*points: tuple[float, float], to: tuple[float, float], facing: float = 0) -> Json:
    """The captor goes along points and puts its captive somewhere."""
    order = move("r1", *points)
    return order | {"legs": [*order["legs"], {"captive": {"at": list(to), "facing": facing}}]}


def leading(order: Json, *others: Json, held: Json | None = None, **fields: Any) -> Played:
    """A captor and its captive, an order, and a free blue tank far away."""
    first = fields.pop("first", captor())
    return play([first, held or captive(), FREE, *others], order, **fields)


# On the way


@rule("AOD-CAPTURE-013")
@pytest.mark.parametrize(("mine", "its"), [(6, 4), (4, 6)])
def test_the_pair_moves_at_the_lower_speed(mine: int, its: int) -> None:
    pair: Json = {"first": captor(speed=mine), "held": captive(speed=its)}
    game = leading(led((18, 14), to=(18, 15.5)), **pair)
    assert (game.r1.at, game.b1.at, game.b1.captive_of) == ((18, 14), (18, 15.5), "r1")
    too_far = leading(led((18, 14.1), to=(18, 15.6)), **pair)
    assert too_far.codes() == {"TOO_FAR"}


@rule("AOD-CAPTURE-008", "AOD-CAPTURE-011", "AOD-CAPTURE-013")
def test_nobody_leaves_a_captive_behind() -> None:
    assert leading(move("r1", (18, 6))).codes() == {"CAPTIVE_LEFT"}
    assert leading(led((18, 14), to=(18, 16))).codes() == {"CAPTIVE_LEFT"}
    turned = leading({"order": "move", "unit": "r1", "legs": [{"rotate": 180}]})
    assert (turned.codes(), turned.r1.facing, turned.b1.at) == (set(), 180, BESIDE)


@rule("AOD-CAPTURE-013", "AOD-CONTACT-006", "AOD-MOVE-009")
@pytest.mark.parametrize(
    ("to", "others", "terrain", "code"),
    [
        ((18, 15.5), [squad("r2", (18, 16.5))], [], "ENDS_ON_BASE"),
        (
            (18, 15.5),
            [],
            [woods("rock", (17, 15.6), (19, 17), kind="blocking")],
            "ENDS_ON_TERRAIN",
        ),
    ],
)
def test_a_captive_stands_where_it_may(
    to: tuple[float, float], others: list[Json], terrain: list[Json], code: str
) -> None:
    assert leading(led((18, 14), to=to), *others, terrain=terrain).codes() == {code}


@rule("AOD-CAPTURE-013", "AOD-MOVE-009")
def test_a_captive_stays_on_the_table() -> None:
    pair: Json = {"first": squad("r1", (1.0, 10)), "held": captive() | {"at": [2.5, 10]}}
    assert leading(led((1.0, 12), to=(-0.5, 12)), **pair).codes() == {"OFF_TABLE"}


@rule("AOD-CAPTURE-013", "AOD-CAPTURE-015")
def test_a_vehicle_goes_along_and_its_captors_player_turns_it() -> None:
    held = tank("b1", (18, 12.125), 180, captive_of="r1")
    game = leading(led((18, 14), to=(20.125, 14), facing=360 + 90), held=held)
    assert (game.b1.at, game.b1.facing) == ((20.125, 14), 90)
    (event,) = game.events("CaptiveLed")
    assert (event.unit, event.captor) == ("b1", "r1")


@rule("AOD-CAPTURE-015", "AOD-CAPTURE-006")
def test_the_former_player_turns_no_captive() -> None:
    turn = {"order": "move", "unit": "b1", "legs": [{"rotate": 0}]}
    assert leading(turn, active="blue").codes() == {"CAPTIVE_UNIT"}


@rule("AOD-CAPTURE-012", "AOD-CAPTURE-008")
def test_a_captive_mech_stays_and_its_captor_moves_around_it() -> None:
    held = mech("b1", BESIDE_MECH, 180, captive_of="r1", speed=1)
    around = leading(move("r1", (19.9, 10), (19.9, 11.9)), held=held)
    assert (around.r1.at, around.b1.at, around.b1.facing) == ((19.9, 11.9), BESIDE_MECH, 180)
    assert leading(move("r1", (18, 7)), held=held).codes() == {"CAPTIVE_LEFT"}
    dragged = leading(led((18, 9), to=(18, 10.9)), held=held)
    assert "NO_CAPTIVE_TO_LEAD" in dragged.codes()
    through = leading(move("r1", (18, 13.8)), held=held)
    assert "BASE_IN_WAY" in through.codes()


@rule("AOD-CAPTURE-015")
def test_without_a_captive_there_is_none_to_put_anywhere() -> None:
    free = play([captor(), FREE], led((18, 12), to=(18, 13.5)))
    assert free.codes() == {"NO_CAPTIVE_TO_LEAD"}


@rule("AOD-CAPTURE-014")
@pytest.mark.parametrize(
    ("kind", "mode", "codes"),
    [
        ("hindering", "hover", {"TERRAIN_IN_WAY"}),
        ("hindering", "foot", set()),
        ("deep_water", "hover", {"TERRAIN_IN_WAY", "ENDS_ON_TERRAIN"}),
        ("clear", "hover", set()),
    ],
)
def test_the_pair_enters_no_terrain_that_blocks_one_of_them(
    kind: str, mode: str, codes: set[str]
) -> None:
    """The captor goes some way into the ground beside it; its captive stays outside."""
    ground = [] if kind == "clear" else [woods("g", (18.8, 8), (24, 14), kind=kind)]
    held = squad("b1", BESIDE, 180, captive_of="r1", mode=mode)
    game = leading(led((19.5, 10), to=(18, 10)), held=held, terrain=ground)
    assert game.codes() == codes


@rule("AOD-CAPTURE-014")
def test_the_pair_may_leave_what_the_captor_stood_in() -> None:
    wood = [woods("wood", (17, 8), (19, 10.7))]
    held = squad("b1", BESIDE, 180, captive_of="r1", mode="hover")
    game = leading(led((18, 12.5), to=(18, 14)), held=held, terrain=wood)
    assert game.b1.at == (18, 14)


@rule("AOD-CAPTURE-013", "AOD-BREAK-005")
def test_who_fails_to_break_away_leads_nobody() -> None:
    enemy = squad("b2", (16.5, 10))
    game = leading(led((18, 12), to=(18, 13.5)), enemy, dice=[3])
    assert (game.r1.at, game.b1.at, game.r1.ordered) == (CAPTOR_AT, BESIDE, "move")


@rule("AOD-CAPTURE-006", "AOD-BREAK-001")
def test_a_captive_in_contact_holds_nobody() -> None:
    game = leading(led((18, 12), to=(18, 13.5)))
    assert not game.events("BreakAwayRolled")


# Its clean-up


@rule("AOD-CAPTURE-010")
def test_tokens_of_a_captive_go_at_the_end_of_its_former_players_turn() -> None:
    pair = [captor(), captive(tokens=1), FREE]
    assert play(pair, END).b1.tokens == 1
    assert play(pair, END, END).b1.tokens == 0


@rule("AOD-CAPTURE-012", "AOD-VENT-005")
def test_a_captive_mech_cools_at_the_end_of_its_former_players_turn() -> None:
    held = mech("b1", BESIDE_MECH, 180, captive_of="r1", heat=3)
    assert play([captor(), held, FREE], END).b1.heat == 3
    game = play([captor(), held, FREE], END, END)
    assert game.b1.heat == 2


@rule("AOD-CAPTURE-012", "AOD-VENT-006")
@pytest.mark.parametrize(("kind", "left"), [("shallow_water", 1), ("deep_water", 0)])
def test_water_cools_a_captive_mech_as_any_other(kind: str, left: int) -> None:
    pond = woods("pond", (16, 8), (20, 20), kind=kind)
    held = mech("b1", BESIDE_MECH, 180, captive_of="r1", heat=3)
    game = play([captor(), held, FREE], END, END, terrain=[pond])
    assert game.b1.heat == left


@rule("AOD-TURN-002", "AOD-CAPTURE-010", "AOD-CAPTURE-012")
def test_a_player_with_nothing_but_captives_is_still_in_the_game() -> None:
    held = mech("b1", BESIDE_MECH, 180, captive_of="r1", heat=3, tokens=1)
    third = squad("g1", (3, 3)) | {"owner": "green"}
    game = play([captor(), held, third], END, END, players=["red", "blue", "green"])
    assert [event.player for event in game.events("TurnStarted")] == ["blue", "green"]
    assert (game.b1.heat, game.b1.tokens) == (2, 0)


@rule("AOD-CAPTURE-012", "AOD-CAPTURE-007")
def test_cooling_never_damages_a_captive() -> None:
    hot = heat_dial({}, {"colors": {"secondary_damage": "red"}}, {}, {})
    held = mech("b1", BESIDE_MECH, 180, heat=3, heat_dial=hot)
    free = play([FREE, held, captor()], END, dice=[1], active="blue")
    assert free.b1.click > 1
    kept = play([FREE, held | {"captive_of": "r1"}, captor()], END, dice=[1], active="blue")
    assert (kept.b1.click, kept.b1.heat) == (1, 2)


@rule("AOD-CAPTURE-010", "AOD-SHUT-003")
def test_a_shut_down_captive_keeps_the_tokens_that_mark_it() -> None:
    held = mech("b1", BESIDE_MECH, 180, captive_of="r1", heat=5, shutdown=True, tokens=2)
    game = play([captor(), held, FREE], END, END)
    assert (game.b1.tokens, game.b1.shutdown, game.b1.heat) == (2, True, 4)


# Its freedom


@rule("AOD-CAPTURE-016")
def test_the_end_of_its_captor_frees_a_captive_which_takes_orders_at_once() -> None:
    """It had its own order in its last free turn, which is forgotten since."""
    units = [captor(click=4), squad("b1", BESIDE, 180), squad("b2", (19.5, 10), 270)]
    game = play(
        [*units, tank("r9", (4, 4))],
        {"order": "move", "unit": "b1", "legs": [{"rotate": 170}]},
        END,
        close("r1", "b1", capture=True),
        END,
        close("b2", "r1"),
        move("b1", (18, 16)),
        dice=[4, 6, 6, 1, *HIT],
        active="blue",
    )
    assert not game.refused
    assert (game.r1.eliminated, game.b1.captive_of, game.b1.at) == (True, None, (18, 16))
    assert [(e.unit, e.captor) for e in game.events("Freed")] == [("b1", "r1")]


@rule("AOD-CAPTURE-016")
def test_a_captor_that_is_only_hurt_keeps_its_captive() -> None:
    enemy = squad("b2", (19.5, 10), 270)
    game = play([captor(), captive(), enemy], close("b2", "r1"), dice=HIT, active="blue")
    assert (game.r1.click, game.b1.captive_of) == (3, "r1")


@rule("AOD-CAPTURE-017")
def test_who_has_lost_its_captive_takes_every_order_again() -> None:
    """Red infantry gives itself up to take over what blue holds."""
    bypass: Json = {"equipment": {"attack": ("red", "circle")}}
    units = [
        squad("r1", (16.5, 11.5), 90, **bypass),
        tank("b2", (18, 11.5), 180, captive_of="b1"),
        squad("b1", (18, 9.375), 0),
        tank("r3", (18, 5), 0),
    ]
    taken = move("r1", on=["Bypass"])
    shot = ranged("b1", "r3")
    assert "HOLDS_CAPTIVE" in play(units, END, shot).codes(1)
    game = play(units, taken, END, shot)
    assert (game.r1.eliminated, game.b2.captive_of, game.b2.owner) == (True, None, "red")
    (freed,) = game.events("Freed")
    assert (freed.unit, freed.captor, freed.owner) == ("b2", "b1", "red")
    assert "HOLDS_CAPTIVE" not in game.codes(2)


# What is proposed


@rule("AOD-CAPTURE-001", "AOD-CAPTURE-015", "AOD-CARRY-007", "AOD-CARRY-016")
def test_legal_orders_propose_captures_leads_boardings_and_landings() -> None:
    start = read(
        scenario(
            [
                captor(),
                captive(),
                tank("r2", (8, 8), transport_capacity=2),
                squad("r3", (8, 5.875)),
                squad("r4", (0, 0)) | {"at": None, "aboard": "r2"},
                squad("r5", (26, 10)),
                squad("b2", (26, 11.5), 180),
            ]
        )
    )
    legal = legal_orders(start.setup, start.state, "red")
    moves = [order for order in legal if isinstance(order, Move)]
    assert any(order.capture for order in legal if isinstance(order, Close))
    assert {order.unit for order in moves if any(leg.captive for leg in order.legs)} == {"r1"}
    boards = [leg.board for order in moves for leg in order.legs if leg.board]
    assert ("r3",) in boards
    lands = [leg.disembark for order in moves for leg in order.legs if leg.disembark]
    assert {landing.unit for landing in lands[0]} == {"r4"}


@rule("AOD-CAPTURE-011", "AOD-SPIN-001")
def test_a_captive_waits_for_the_free_spins_before_it_is_put_beside_its_captor() -> None:
    order = led((14.5, 10), to=(14.5, 11.5))
    asked = leading(order, squad("b2", (13, 10)), prompts="ask")
    assert asked.state.under_way.question.to == "free_spin"
    assert (asked.r1.at, asked.b1.at) == ((14.5, 10), BESIDE)
    assert broken_invariants(asked.outcome.setup, asked.state) == []
    placed = leading(order, squad("b2", (13, 10)))
    assert placed.b1.at == (14.5, 11.5)
    lost = placed.state.with_unit("b1", at=(18, 20))
    assert broken_invariants(placed.outcome.setup, lost) == ["b1 has lost touch with its captor"]
