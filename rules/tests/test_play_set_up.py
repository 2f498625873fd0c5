"""Set-up: edges, zones, the terrain pool, who begins, and deployment."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.moment.zones import zone
from rules.age_of_destruction.orders.place_terrain import PlaceTerrain
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.rules import legal_orders
from rules.age_of_destruction.system import play as play_file
from rules.age_of_destruction.table.terrain import Table
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    catalogue,
    mech,
    move,
    read,
    scenario,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule
SCOUT: Json = {"equipment": {"speed": ("grey", "square")}}


def unplaced(*units: Json) -> list[Json]:
    """Units that do not stand anywhere yet."""
    return [unit | {"at": None} for unit in units]


def set_up(units: list[Json], *orders: Json, **fields: Any) -> Played:
    """Play a scenario from its set-up on."""
    data = scenario(unplaced(*units), *orders, **({"stage": "setup"} | fields))
    return Played(resolve(read(data)))


def deploy(unit: str, at: tuple[float, float], facing: float = 0, **fields: Any) -> Json:
    return {"order": "deploy", "unit": unit, "at": list(at), "facing": facing} | fields


def lay(piece: str, at: tuple[float, float], facing: float = 0) -> Json:
    return {"order": "place_terrain", "piece": piece, "at": list(at), "facing": facing}


def pool(*names: str, size: float = 2, **flags: Any) -> list[Json]:
    return [woods(name, (-size, -size), (size, size), **flags) for name in names]


ONE_EACH = [tank("r1", (0, 0)), tank("b1", (0, 0))]


@rule("AOD-SETUP-002", "AOD-SETUP-003", "AOD-SETUP-004")
def test_zones_lie_along_the_edges() -> None:
    table = Table(36, 36)
    assert set(zone(table, "south")) == {(8, 0), (28, 0), (28, 3), (8, 3)}
    assert set(zone(table, "north")) == {(8, 33), (28, 33), (28, 36), (8, 36)}
    assert set(zone(table, "west")) == {(0, 8), (0, 28), (3, 28), (3, 8)}
    assert set(zone(table, "east")) == {(33, 8), (33, 28), (36, 28), (36, 8)}


@rule("AOD-SETUP-003")
@pytest.mark.parametrize(
    ("edges", "fits"),
    [(("south", "north"), True), (("south", "west"), False), (("south", "south"), False)],
)
def test_two_players_face_each_other(edges: tuple[str, str], fits: bool) -> None:
    players = [{"id": n, "edge": e} for n, e in zip(("red", "blue"), edges, strict=True)]
    if fits:
        assert set_up(ONE_EACH, players=players).state.stage == "setup"
    else:
        with pytest.raises(Unreadable) as refusal:
            set_up(ONE_EACH, players=players)
        assert refusal.value.path == "$.players"


@rule("AOD-SETUP-003")
def test_team_mates_may_share_an_edge() -> None:
    players = [
        {"id": "red", "team": "A", "edge": "south"},
        {"id": "rose", "team": "A", "edge": "south"},
        {"id": "blue", "team": "B", "edge": "north"},
    ]
    assert set_up(ONE_EACH, players=players).state.stage == "setup"


@rule("AOD-SETUP-011")
def test_the_highest_roll_begins_and_only_the_tied_roll_again() -> None:
    dice = [6, 6, 1, 6, 5, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    three = set_up(ONE_EACH, dice=dice, active=None, players=["red", "blue", "green"])
    (rolled,) = three.events("FirstPlayerRolled")
    assert rolled.rounds == ({"red": 13, "blue": 13, "green": 3}, {"red": 6, "blue": 9})
    assert (rolled.player, rolled.dice) == ("blue", tuple(dice))
    game = set_up(ONE_EACH, dice=[1, 1, 1, 2, 2, 2], active=None)
    assert game.state.active == "blue"
    assert game.events("FirstPlayerRolled")[0].rounds == ({"red": 3, "blue": 6},)


@rule("AOD-SETUP-012", "AOD-SETUP-014", "AOD-SETUP-006", "AOD-SETUP-007")
def test_the_player_left_of_the_first_lays_terrain_first() -> None:
    names = ("a", "b", "c", "d", "e")
    spots = ((8, 12), (16, 12), (24, 12), (24, 20))
    lays = [lay(name, spot) for name, spot in zip(names, spots, strict=False)]
    game = set_up(ONE_EACH, *lays, lay("e", (8, 20)), pool=pool(*names))
    assert game.codes(4) == {"WRONG_STAGE"}
    assert [e.piece for e in game.events("TerrainPlaced")] == list(names[:4])
    assert game.state.active == "red"
    two = set_up(ONE_EACH, *lays[:1], pool=pool("a", "b"))
    assert two.state.active == "red"
    assert set_up(ONE_EACH, pool=pool("a")).state.active == "blue"
    assert set_up(ONE_EACH).state.active == "red"
    with pytest.raises(Unreadable) as refusal:
        set_up(ONE_EACH, pool=pool(*"abcdefg"))
    assert refusal.value.path == "$.pool"


@rule("AOD-SETUP-013")
@pytest.mark.parametrize(
    ("at", "facing", "codes"),
    [
        ((18, 8), 0, set()),
        ((18, 7.9), 0, {"TERRAIN_AT_ZONE"}),
        ((18, 8), 45, {"TERRAIN_AT_ZONE"}),
        ((5, 18), 0, set()),
        ((4.9, 18), 0, {"TERRAIN_AT_EDGE"}),
        ((10, 28.1), 0, set()),
        ((18, 30.9), 0, set()),
        ((18, 31.1), 0, {"TERRAIN_AT_EDGE"}),
        ((18, 18), 0, {"TERRAIN_TOO_CLOSE"}),
        ((18, 1), 0, {"TERRAIN_AT_ZONE", "TERRAIN_AT_EDGE"}),
    ],
)
def test_terrain_keeps_3_inches_from_everything(
    at: tuple[float, float], facing: float, codes: set[str]
) -> None:
    lying = [woods("rock", (20, 20), (24, 24))]
    game = set_up(ONE_EACH, lay("a", at, facing), pool=pool("a"), terrain=lying)
    assert game.codes() == codes


@rule("AOD-SETUP-013")
def test_terrain_keeps_away_from_terrain_and_by_ruling_from_the_own_zone() -> None:
    near = set_up(ONE_EACH, lay("a", (10, 18)), lay("b", (16.9, 18)), pool=pool("a", "b"))
    assert near.codes(1) == {"TERRAIN_TOO_CLOSE"}
    apart = set_up(ONE_EACH, lay("a", (10, 18)), lay("b", (17, 18)), pool=pool("a", "b"))
    assert apart.codes(1) == set()
    rulings = {"terrain_clear_of_own_zone": True}
    for at in ((18, 29), (18, 7)):
        game = set_up(ONE_EACH, lay("a", at), pool=pool("a"), rulings=rulings)
        assert game.codes() == {"TERRAIN_AT_ZONE"}


@rule("AOD-SETUP-013")
def test_the_zone_of_a_team_mate_is_that_of_another_player() -> None:
    mates = [
        {"id": "red", "team": "a", "edge": "south"},
        {"id": "blue", "team": "b", "edge": "north"},
        {"id": "green", "team": "b", "edge": "west"},
    ]
    units = [*ONE_EACH, tank("g1", (0, 0)) | {"owner": "green", "at": None}]
    game = set_up(units, lay("a", (6, 18)), pool=pool("a"), players=mates)
    assert game.state.active == "blue"
    assert game.codes() == {"TERRAIN_AT_ZONE"}


@rule("AOD-SETUP-013", "AOD-SETUP-014")
def test_places_beside_the_own_zone_are_offered_and_count_as_room() -> None:
    strict = {"terrain_clear_of_own_zone": True}
    for rulings, farthest in ((strict, 24), ({}, 30)):
        game = set_up(ONE_EACH, pool=pool("a", size=3), rulings=rulings)
        offered = legal_orders(game.outcome.setup, game.state, "blue")
        heights = [order.at[1] for order in offered if isinstance(order, PlaceTerrain)]
        assert max(heights) == farthest
    only_there = pool("a", size=13)
    assert set_up(ONE_EACH, END, pool=only_there).codes() == {"TERRAIN_LEFT"}
    assert set_up(ONE_EACH, END, pool=only_there, rulings=strict).codes() == set()


@rule("AOD-SETUP-014")
def test_nobody_passes_while_a_piece_has_a_place() -> None:
    assert set_up(ONE_EACH, END, pool=pool("a")).codes() == {"TERRAIN_LEFT"}
    huge = set_up(ONE_EACH, lay("a", (18, 18)), END, pool=pool("a", size=14))
    assert huge.codes(0) == {"TERRAIN_AT_ZONE"}
    assert huge.codes(1) == set()
    assert huge.state.active == "red"


@rule("AOD-SETUP-008", "AOD-SETUP-009", "AOD-SETUP-010")
@pytest.mark.parametrize(
    ("flags", "fits"),
    [
        ({"kind": "clear"}, False),
        ({"kind": "clear", "elevated": True}, True),
        ({"kind": "clear", "elevated": True, "abrupt": True}, False),
        ({"kind": "clear", "elevated": True, "abrupt": True, "access": [[0, 2]]}, True),
        ({"kind": "deep_water", "elevated": True}, False),
        ({"kind": "shallow_water"}, True),
    ],
)
def test_what_the_pool_takes(flags: Json, fits: bool) -> None:
    if fits:
        game = set_up(ONE_EACH, lay("a", (18, 18), 90), pool=pool("a", **flags))
        assert game.codes() == set()
    else:
        with pytest.raises(Unreadable) as refusal:
            set_up(ONE_EACH, pool=pool("a", **flags))
        assert refusal.value.path == "$.pool[0]"


UNITS = [tank("r1", (0, 0)), squad("r2", (0, 0)), tank("b1", (0, 0))]


@rule("AOD-SETUP-015", "AOD-SETUP-016", "AOD-SETUP-017", "AOD-SETUP-018", "AOD-SETUP-023")
def test_one_player_after_the_other_deploys_and_the_first_begins() -> None:
    game = set_up(
        UNITS,
        deploy("b1", (18, 34), 180),
        deploy("r1", (18, 2)),
        END,
        deploy("r2", (14, 2)),
        deploy("r1", (12, 2)),
        END,
        deploy("b1", (18, 34), 180),
        END,
        move("r1", (18, 6)),
    )
    assert game.refused == {
        0: {"NOT_YOUR_UNIT"},
        2: {"UNITS_LEFT"},
        4: {"DEPLOYED_ALREADY"},
    }
    assert (game.state.stage, game.state.turn, game.state.active) == ("orders", 1, "red")
    assert (game.r1.at, game.r1.click, game.r1.heat, game.b1.facing) == ((18, 6), 1, 0, 180)
    early = set_up(UNITS, move("r1", (18, 6)))
    assert early.codes() == {"WRONG_STAGE"}


@rule("AOD-SETUP-019", "AOD-SETUP-020", "AOD-SETUP-004", "AOD-SETUP-005", "AOD-CONTACT-006")
@pytest.mark.parametrize(
    ("at", "codes"),
    [
        ((18, 2), set()),
        ((18, 3), set()),
        ((18, 3.01), {"OUTSIDE_ZONE"}),
        ((8, 2), set()),
        ((7.9, 2), {"OUTSIDE_ZONE"}),
        ((18, 1), {"OFF_TABLE"}),
        ((21, 2), {"ENDS_ON_TERRAIN"}),
        ((12.9, 2), {"ENDS_ON_BASE"}),
    ],
)
def test_where_a_unit_is_deployed(at: tuple[float, float], codes: set[str]) -> None:
    rock = [woods("rock", (20, 0), (24, 5), kind="blocking")]
    game = set_up(UNITS, deploy("r2", (12, 2)), deploy("r1", at), terrain=rock)
    assert game.codes(1) == codes


@rule("AOD-SETUP-022", "AOD-VTOL-004")
def test_a_vtol_begins_at_either_level() -> None:
    units = [vtol("r1", (0, 0)), tank("b1", (0, 0))]
    for level in ("ground", "cruising"):
        assert set_up(units, deploy("r1", (18, 2), level=level)).codes() == set()
    assert set_up(ONE_EACH, deploy("r1", (18, 2), level="cruising")).codes() == {"NO_LEVELS"}


def test_a_deployment_names_a_place_or_a_transport() -> None:
    nowhere = {"order": "deploy", "unit": "r1"}
    both = deploy("r1", (18, 2), aboard="r2")
    units = [squad("r1", (0, 0)), tank("r2", (0, 0), transport_capacity=1), tank("b1", (0, 0))]
    game = set_up(units, nowhere, both)
    assert (game.codes(0), game.codes(1)) == ({"PLACE_OR_TRANSPORT"}, {"PLACE_OR_TRANSPORT"})


@rule("AOD-EQUIP-003", "AOD-SETUP-019")
@pytest.mark.parametrize(
    ("scout", "at", "codes"),
    [
        (tank("r1", (0, 0), **SCOUT), (18, 11), set()),
        (tank("r1", (0, 0), **SCOUT), (18, 11.1), {"OUTSIDE_REACH"}),
        (squad("r1", (0, 0), **SCOUT), (18, 15), set()),
        (squad("r1", (0, 0), **SCOUT), (18, 15.1), {"OUTSIDE_REACH"}),
        (mech("r1", (0, 0), speed=40, **SCOUT), (18, 33.5), {"IN_OPPOSING_ZONE"}),
    ],
)
def test_infiltrators_deploy_last_and_farther(
    scout: Json, at: tuple[float, float], codes: set[str]
) -> None:
    units = [scout, tank("r2", (0, 0)), tank("b1", (0, 0))]
    rest = [deploy("r2", (12, 2)), END, deploy("b1", (18, 34)), END]
    soon = set_up(units, deploy("r1", (18, 2)))
    assert soon.codes() == {"DEPLOYED_LATER"}
    game = set_up(units, *rest[:2], deploy("b1", (12, 34)), END, deploy("r1", at))
    assert game.codes(4) == codes
    plain = set_up([tank("r1", (0, 0)), *units[1:]], deploy("r1", (18, 11)))
    assert plain.codes() == {"OUTSIDE_ZONE"}


def test_a_file_with_a_set_up_is_resolved_like_any_other() -> None:
    data = scenario(unplaced(*ONE_EACH), deploy("r1", (18, 2)), stage="setup")
    outcome = play_file(data, catalogue())
    assert outcome["stage"] == "setup"
    assert outcome["units"]["r1"]["at"] == [18, 2]
    assert outcome["units"]["b1"]["at"] is None
