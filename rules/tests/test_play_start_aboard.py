"""Units that begin the game aboard a transport."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.skirmishes import END, Json, Played, aboard, mech, move, squad, tank, vtol
from rules.tests.test_play_set_up import SCOUT, deploy, set_up

rule = pytest.mark.rule

ENEMY = tank("b1", (0, 0))


def carrier(name: str = "r1", capacity: int = 2, **fields: Any) -> Json:
    return tank(name, (0, 0), transport_capacity=capacity, **fields)


def load(unit: str, transport: str = "r1", **fields: Any) -> Json:
    """The order to begin the game aboard."""
    return {"order": "deploy", "unit": unit, "aboard": transport} | fields


def begun(*orders: Json, units: list[Json] | None = None, **fields: Any) -> Played:
    """A set-up with a carrier of two spaces and two squads, and how far it got."""
    standing = [carrier(), squad("r2", (0, 0)), squad("r3", (0, 0)), ENEMY]
    return set_up(units or standing, *orders, **fields)


@rule("AOD-SETUP-021", "AOD-CARRY-014", "AOD-SETUP-018")
def test_units_begin_the_game_aboard_and_leave_with_a_move_order() -> None:
    landing = {"unit": "r3", "at": [18, 4.125], "facing": 0}
    game = begun(
        load("r2"),
        deploy("r1", (18, 2), 180),
        load("r3"),
        END,
        deploy("b1", (18, 34), 180),
        END,
        move("r1") | {"legs": [{"disembark": [landing]}]},
    )
    assert game.refused == {}
    assert (game.r2.at, game.r2.aboard) == (None, "r1")
    assert (game.r3.at, game.r3.aboard) == ((18, 4.125), None)
    assert [(e.unit, e.transport) for e in game.events("Boarded")] == [("r2", "r1"), ("r3", "r1")]


@rule("AOD-SETUP-021", "AOD-CARRY-001", "AOD-CARRY-002", "AOD-CARRY-003")
@pytest.mark.parametrize(
    ("transport", "passenger", "codes"),
    [
        (carrier(capacity=1), squad("r3", (0, 0)), {"TRANSPORT_FULL"}),
        (carrier(capacity=2), squad("r3", (0, 0)), set()),
        (carrier(capacity=3), tank("r3", (0, 0)), {"TRANSPORT_FULL"}),
        (carrier(capacity=4), tank("r3", (0, 0)), set()),
        (tank("r1", (0, 0)), squad("r3", (0, 0)), {"NOT_A_TRANSPORT"}),
        (carrier(capacity=9), mech("r3", (0, 0)), {"CANNOT_BE_CARRIED"}),
        (carrier(capacity=9), vtol("r3", (0, 0)), {"CANNOT_BE_CARRIED"}),
        (carrier(capacity=9), carrier("r3", capacity=1), {"CANNOT_BE_CARRIED"}),
    ],
)
def test_a_transport_begins_with_no_more_than_it_can_carry(
    transport: Json, passenger: Json, codes: set[str]
) -> None:
    """Ordered, and written into the position."""
    units = [transport, squad("r2", (0, 0)), passenger, ENEMY]
    assert begun(load("r2"), load("r3"), units=units).codes(1) == codes
    loaded = [transport | {"at": None}, *(aboard(unit, "r1") for unit in units[1:3])]
    if codes:
        with pytest.raises(Unreadable) as refusal:
            set_up([*loaded, ENEMY])
        first = "NOT_A_TRANSPORT" in codes
        assert refusal.value.path == f"$.units[{1 if first else 2}].aboard"
    else:
        assert set_up([*loaded, ENEMY]).r3.aboard == "r1"


@rule("AOD-SETUP-021")
def test_only_a_transport_of_the_own_side_takes_anybody_aboard() -> None:
    units = [carrier("b1"), squad("r2", (0, 0)), carrier()]
    game = begun(load("r2", "b1"), load("r2", "zz"), load("r1", "r1"), units=units)
    assert game.codes(0) == {"BOARDER_NO_FRIEND"}
    assert game.codes(1) == {"UNKNOWN_UNIT"}
    assert game.codes(2) == {"BOARDER_NO_FRIEND", "CANNOT_BE_CARRIED"}


@rule("AOD-SETUP-021")
def test_a_team_mate_s_transport_takes_units_aboard() -> None:
    players = [
        {"id": "red", "team": "A", "edge": "south"},
        {"id": "rose", "team": "A", "edge": "south"},
        {"id": "blue", "team": "B", "edge": "north"},
    ]
    units = [squad("r2", (0, 0)), carrier("s1") | {"owner": "rose"}, ENEMY]
    game = begun(load("r2", "s1"), load("s1", "s1"), units=units, players=players)
    assert game.r2.aboard == "s1"
    assert "NOT_YOUR_UNIT" in game.codes(1)


@rule("AOD-SETUP-018", "AOD-EQUIP-003")
def test_who_begins_aboard_need_not_wait_to_infiltrate() -> None:
    units = [carrier(), squad("r2", (0, 0), **SCOUT), ENEMY]
    assert begun(load("r2"), units=units).codes() == set()
    assert begun(deploy("r2", (18, 2)), units=units).codes() == {"DEPLOYED_LATER"}


@rule("AOD-SETUP-019", "AOD-SETUP-021")
def test_who_is_aboard_a_transport_without_a_place_is_out_of_the_game_too() -> None:
    sliver = {"id": "red", "zone": [[0, 0], [0.5, 0], [0.5, 0.5], [0, 0.5]]}
    players = [sliver, {"id": "blue", "zone": "anywhere"}]
    game = begun(load("r2"), load("r3"), END, players=players)
    assert game.refused == {}
    lost = {event.unit: event.cause for event in game.events("Eliminated")}
    assert lost == {"r1": "no_room", "r2": "transport", "r3": "transport"}


@rule("AOD-SETUP-021")
def test_beginning_aboard_is_among_the_legal_orders() -> None:
    game = begun(END)
    offered = [
        order
        for order in legal_orders(game.outcome.setup, game.state, "red")
        if isinstance(order, Deploy) and order.aboard
    ]
    assert offered == [Deploy(unit="r2", aboard="r1"), Deploy(unit="r3", aboard="r1")]
