"""The set-up as a stage of the game: several players, scenarios of their own, saving, playouts."""

import json
import random
from typing import Any

import msgspec
import pytest

from rules import Unreadable
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.zones import zone, zone_of
from rules.age_of_destruction.orders import KINDS
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.rules import explain, legal_orders
from rules.age_of_destruction.play.saved_game import (
    Skirmish,
    read_state,
    replay_game,
    start_game,
    write_game,
)
from rules.age_of_destruction.state.setup import Setup
from rules.core.dice import SeededDice
from rules.core.saved_game import fingerprint
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    aboard,
    catalogue,
    mech,
    play,
    read,
    scenario,
    squad,
    tank,
    vtol,
)
from rules.tests.test_play_set_up import SCOUT, deploy, lay, pool, set_up, unplaced

rule = pytest.mark.rule


def of(player: str, unit: Json) -> Json:
    """A unit of some player."""
    return unit | {"owner": player}


def three_players(*orders: Json, **fields: Any) -> Any:
    units = [of(name, tank(f"{name}1", (0, 0))) for name in ("ann", "ben", "cid")]
    return set_up(units, *orders, **({"players": ["ann", "ben", "cid"], "active": "ben"} | fields))


@rule("AOD-SETUP-003", "AOD-SETUP-004")
def test_three_and_four_players_sit_clockwise() -> None:
    setup = three_players().outcome.setup
    assert [player.edge for player in setup.players] == ["south", "west", "north"]
    assert zone_of(setup, "ben") == zone(setup.table, "west")
    four = set_up([tank("r1", (0, 0))], players=["red", "blue", "green", "grey"])
    edges = [player.edge for player in four.outcome.setup.players]
    assert edges == ["south", "west", "north", "east"]


@rule("AOD-SETUP-003")
@pytest.mark.parametrize(
    ("edges", "fits"),
    [
        ("south west east", True),
        ("south south east", False),
        ("south west north east", True),
        ("south west north north", False),
    ],
)
def test_opponents_never_share_an_edge(edges: str, fits: bool) -> None:
    names = ("red", "blue", "green", "grey")
    players = [{"id": name, "edge": edge} for name, edge in zip(names, edges.split(), strict=False)]
    data = scenario(unplaced(tank("r1", (0, 0))), stage="setup", players=players)
    if fits:
        assert read(data).state.stage == "setup"
    else:
        assert fault(data) == "$.players"


def fault(data: Json) -> str:
    """The path at which a scenario is refused, in both languages."""
    with pytest.raises(Unreadable) as refusal:
        read(data)
    assert refusal.value.message("en") != refusal.value.message("pl")
    return refusal.value.path


@rule("AOD-SETUP-012")
def test_terrain_goes_round_from_the_left_of_the_first_player() -> None:
    spots = ((10, 14), (18, 14), (26, 14), (10, 22))
    lays = [lay(name, spot) for name, spot in zip("abcd", spots, strict=True)]
    for taken, active in enumerate(("cid", "ann", "ben", "cid")):
        game = three_players(*lays[:taken], pool=pool("a", "b", "c", "d", size=1))
        assert (game.state.active, game.state.preparation.step) == (active, "terrain")
    done = three_players(*lays, pool=pool("a", "b", "c", "d", size=1))
    assert (done.state.active, done.state.preparation.step) == ("ben", "deployment")
    assert [element.id for element in done.state.laid] == list("abcd")


@rule("AOD-SETUP-018", "AOD-SETUP-023")
def test_groups_are_deployed_whole_and_clockwise() -> None:
    orders = [deploy("ben1", (2, 18)), deploy("cid1", (18, 34)), END, deploy("cid1", (18, 34)), END]
    game = three_players(*orders, deploy("ann1", (18, 2)), END)
    assert game.refused == {1: {"NOT_YOUR_UNIT"}}
    assert (game.state.stage, game.state.turn, game.state.active) == ("orders", 1, "ben")
    assert game.state.preparation is None


@rule("AOD-SETUP-003", "AOD-SETUP-019")
def test_team_mates_share_a_zone_but_deploy_their_own_units() -> None:
    players = [
        {"id": "red", "team": "A", "edge": "south"},
        {"id": "rose", "team": "A", "edge": "south"},
        {"id": "blue", "team": "B", "edge": "north"},
    ]
    units = [tank("r1", (0, 0)), of("rose", tank("s1", (0, 0))), tank("b1", (0, 0))]
    game = set_up(
        units,
        *(deploy("r1", (12, 2)), deploy("s1", (18, 2)), END),
        *(deploy("s1", (12, 2)), deploy("s1", (18, 2)), END),
        players=players,
    )
    assert game.refused == {1: {"NOT_YOUR_UNIT"}, 3: {"ENDS_ON_BASE"}}
    assert game.state.active == "blue"


@rule("AOD-SETUP-002")
def test_tables_of_other_sizes() -> None:
    usual = scenario(unplaced(tank("r1", (0, 0))), stage="setup")
    del usual["table"]
    table = read(usual).setup.table
    assert (table.width, table.depth) == (36, 36)
    wide = set_up([tank("r1", (0, 0))], deploy("r1", (60, 2)), table={"width": 72, "depth": 48})
    assert wide.codes() == set()
    small = scenario(unplaced(tank("r1", (0, 0))), stage="setup", table={"width": 16, "depth": 30})
    assert fault(small) == "$.table"


@rule("AOD-SETUP-003", "AOD-SETUP-004")
def test_a_scenario_of_its_own_draws_zones_or_none() -> None:
    corner = [[0, 0], [10, 0], [10, 10], [0, 10]]
    players: list[Json] = [{"id": "red", "zone": corner}, {"id": "blue", "zone": "anywhere"}]
    units = [tank("r1", (0, 0)), tank("b1", (0, 0))]
    game = set_up(
        units,
        *(deploy("r1", (10.1, 5)), deploy("r1", (9, 9)), END),
        *(deploy("b1", (18, 18)), END),
        players=players,
    )
    assert game.refused == {0: {"OUTSIDE_ZONE"}}
    assert (game.state.stage, game.b1.at) == ("orders", (18, 18))
    half = scenario(unplaced(*units), stage="setup", players=[players[0], "blue"])
    assert fault(half) == "$.players"
    eight = [{"id": name, "zone": "anywhere"} for name in ("red", "blue", *"abcdef")]
    assert read(scenario(unplaced(*units), stage="setup", players=eight)).state.stage == "setup"
    five = scenario(unplaced(*units), stage="setup", players=["red", "blue", "a", "b", "c"])
    assert fault(five) == "$.players"


@rule("AOD-SETUP-019")
@pytest.mark.parametrize("corner", [(34, 34), (34, 0), (0, 34), (0, 0)])
def test_whoever_has_no_zone_finds_the_last_place_of_the_table(corner: tuple[int, int]) -> None:
    """Rocks fill the table but for a corner of two inches."""
    x, y = corner
    strips = [(0, x, 0, 36), (x + 2, 36, 0, 36), (x, x + 2, 0, y), (x, x + 2, y + 2, 36)]
    rocks = [
        {
            "id": f"rock{number}",
            "kind": "blocking",
            "polygon": [[left, low], [right, low], [right, high], [left, high]],
        }
        for number, (left, right, low, high) in enumerate(strips)
        if left < right and low < high
    ]
    players: list[Json] = [{"id": name, "zone": "anywhere"} for name in ("red", "blue")]
    units = [squad("r1", (0, 0)), squad("b1", (0, 0))]
    assert set_up(units, END, players=players, terrain=rocks).codes() == {"UNITS_LEFT"}
    at = (x + 1, y + 1)
    game = set_up(units, deploy("r1", at), END, END, players=players, terrain=rocks)
    (gone,) = game.events("Eliminated")
    assert (game.r1.at, gone.unit, gone.cause) == (at, "b1", "no_room")


@rule("AOD-SETUP-006")
def test_a_player_puts_three_pieces_into_the_pool() -> None:
    pieces = [piece | {"owner": "red"} for piece in pool(*"abcd", size=1)]
    units = unplaced(tank("r1", (0, 0)))
    assert fault(scenario(units, stage="setup", pool=pieces)) == "$.pool"
    shared = [*pieces[:3], pieces[3] | {"owner": "blue"}]
    assert read(scenario(units, stage="setup", pool=shared)).state.stage == "setup"
    twice = [pieces[0], pieces[0]]
    assert fault(scenario(units, stage="setup", pool=twice)) == "$.pool[1]"


@rule("AOD-SETUP-015", "AOD-SETUP-016")
@pytest.mark.parametrize("worn", [{"click": 2}, {"heat": 1}, {"tokens": 1}, {"shutdown": True}])
def test_dials_begin_at_their_start(worn: Json) -> None:
    unit = mech("r1", (0, 0), **worn) | {"at": None}
    assert fault(scenario([unit], stage="setup")) == "$.units[0]"


@rule("AOD-EQUIP-003", "AOD-EQUIP-108")
def test_an_infiltrator_may_do_without_and_deploy_with_the_others() -> None:
    units = [tank("r1", (0, 0), **SCOUT), tank("b1", (0, 0))]
    order = deploy("r1", (18, 2), off=["Infiltrate"])
    game = set_up([*units, tank("r2", (0, 0))], order, deploy("r2", (14, 2)), END)
    assert (game.refused, game.state.active) == ({}, "blue")
    far = set_up([*units, tank("r2", (0, 0))], order | {"at": [18, 8]})
    assert far.codes() == {"OUTSIDE_ZONE"}
    other = set_up([*units, tank("r2", (0, 0))], deploy("r2", (18, 2), off=["Infiltrate"]))
    assert other.codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-SETUP-018", "AOD-EQUIP-003")
def test_who_has_nothing_left_to_deploy_is_passed_over() -> None:
    units = [tank("r1", (0, 0), **SCOUT), tank("b1", (0, 0))]
    game = set_up(units, deploy("b1", (18, 34)), END)
    assert (game.state.active, game.state.preparation.step) == ("red", "infiltration")
    begun = set_up(units, deploy("b1", (18, 34)), END, deploy("r1", (18, 8)), END)
    assert (begun.state.stage, begun.state.active) == ("orders", "red")


@rule("AOD-SETUP-019")
def test_a_unit_without_a_place_is_out_of_the_game() -> None:
    rocks = [{"id": "rock", "kind": "blocking", "polygon": [[0, 0], [36, 0], [36, 5], [0, 5]]}]
    units = [tank("r1", (0, 0)), tank("b1", (0, 0))]
    game = set_up(units, END, terrain=rocks)
    (gone,) = game.events("Eliminated")
    assert (gone.unit, gone.cause, game.state.active) == ("r1", "no_room", "blue")
    assert set_up(units, END).codes() == {"UNITS_LEFT"}


@rule("AOD-SETUP-019", "AOD-VICT-006")
@pytest.mark.parametrize(("players", "scored"), [(["red", "blue"], 57), (["red", "blue", "x"], 0)])
def test_a_unit_without_a_place_scores_for_the_one_opponent(players: Any, scored: int) -> None:
    rocks = [{"id": "rock", "kind": "blocking", "polygon": [[0, 0], [36, 0], [36, 5], [0, 5]]}]
    carrier = tank("r1", (0, 0), points=40, transport_capacity=2)
    units = [carrier, tank("b1", (0, 0)), of(players[-1], tank("x1", (0, 0)))]
    load = aboard(squad("r2", (0, 0), points=17), "r1")
    data = scenario([*unplaced(*units), load], END, stage="setup", players=players, terrain=rocks)
    game = Played(resolve(read(data)))
    assert [event.unit for event in game.events("Eliminated")] == ["r1", "r2"]
    assert sum(entry.points for entry in game.state.scored) == scored
    assert {entry.player for entry in game.state.scored} <= {"blue"}


@rule("AOD-CARD-025", "AOD-SETUP-017")
def test_planetary_conditions_are_revealed_between_terrain_and_deployment() -> None:
    units = [vtol("r1", (0, 0)), tank("b1", (0, 0))]
    before = set_up(units, pool=pool("a"), conditions=["AOD-PC-001"])
    assert (before.state.conditions, before.events("ConditionsRevealed")) == ((), [])
    game = set_up(units, lay("a", (18, 18)), pool=pool("a"), conditions=["AOD-PC-001"])
    assert game.state.conditions == ("AOD-PC-001",)
    names = [type(event).__name__ for event in game.outcome.events]
    placed, shown = names.index("TerrainPlaced"), names.index("ConditionsRevealed")
    assert placed < shown < len(names) - names[::-1].index("SetUpContinued")


@rule("AOD-PC-003")
def test_nobody_sees_a_planetary_condition_before_it_is_revealed() -> None:
    """An outcome is what everybody may see; the choice stands in the file and no order changes
    it."""
    units, chosen = [tank("r1", (0, 0)), tank("b1", (0, 0))], "AOD-PC-001"
    before = set_up(units, pool=pool("a"), conditions=[chosen])
    assert chosen not in json.dumps(write_outcome(before.outcome))
    after = set_up(units, lay("a", (18, 18)), pool=pool("a"), conditions=[chosen])
    assert chosen in write_outcome(after.outcome)["conditions"]
    fields = {name for kind in KINDS for name in kind.__struct_fields__}
    assert not fields & {"card", "cards", "condition", "conditions", "faction"}


@rule("AOD-PC-004", "AOD-CARD-025")
def test_conditions_are_revealed_before_the_first_unit_is_deployed() -> None:
    units = [tank("r1", (0, 0)), tank("b1", (0, 0))]
    orders = (deploy("r1", (18, 2)), lay("a", (18, 18)), deploy("r1", (18, 2)))
    game = set_up(units, *orders, pool=pool("a"), conditions=["AOD-PC-001"])
    assert set(game.refused) == {0}
    names = [type(event).__name__ for event in game.outcome.events]
    steps = [n for n in names if n in ("TerrainPlaced", "ConditionsRevealed", "UnitDeployed")]
    assert steps == ["TerrainPlaced", "ConditionsRevealed", "UnitDeployed"]


@rule("AOD-MERC-005", "AOD-PRIDE-004", "AOD-SA-007")
@pytest.mark.parametrize("card", ["HSE-MC-002", "HSE-F-001", "HSE-SA-001"])
def test_cards_of_a_group_are_in_play_before_deployment_and_none_comes_later(card: str) -> None:
    """They belong to the file; there is no order that plays a card."""
    players = [{"id": "red", "edge": "south", "cards": [card]}, {"id": "blue", "edge": "north"}]
    units = [tank("r1", (0, 0)), tank("b1", (0, 0))]
    game = set_up(units, deploy("r1", (18, 2)), players=players)
    (deployed,) = game.events("UnitDeployed")
    assert deployed.unit == "r1"
    assert [played.card.id for played in game.outcome.setup.player("red").cards] == [card]
    with pytest.raises(Unreadable):
        set_up(units, {"order": "play_card", "card": card}, players=players)


@rule("AOD-MERC-005")
def test_a_contract_comes_before_pride_so_that_pride_finds_its_units() -> None:
    cards = ["HSE-F-001", "HSE-MC-002"]
    players = [{"id": "red", "edge": "south", "cards": cards}, {"id": "blue", "edge": "north"}]
    game = set_up([tank("r1", (0, 0)), tank("b1", (0, 0))], deploy("r1", (18, 2)), players=players)
    hired = Field(game.outcome.setup, game.state).piece("r1")
    assert hired.faction == "Steel Wolves"
    assert [fitted.name for fitted in hired.working] == ["The Pack Closes In"]


@rule("AOD-GEAR-005")
def test_gear_is_in_its_slot_before_deployment_and_stays_there() -> None:
    data = scenario(
        [{"id": "r1", "owner": "red", "unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]}],
        stage="setup",
    )
    start = read(data)
    assert [card.id for card in start.setup.figures["r1"].cards] == ["AOD-G-005"]
    game = start_game(data, catalogue(), SeededDice(1))
    setup, _ = played_out(data, 1, 6)
    assert [card.id for card in setup.figures["r1"].cards] == ["AOD-G-005"]
    assert game.state.stage == "setup"


def played_out(start: Json, seed: int, steps: int) -> tuple[Setup, Skirmish]:
    """A game of random legal orders from a start."""
    chance = random.Random(seed)
    setup = read(start).setup
    game = start_game(start, catalogue(), SeededDice(seed))
    for _ in range(steps):
        question = game.state.under_way.question if game.state.under_way else None
        player = question.player if question else game.state.active
        legal = [
            order
            for order in legal_orders(setup, game.state, player)
            if not isinstance(order, (Withdraw, EndGame))
        ]
        assert legal, "somebody always has an order"
        kinds = sorted({type(order).__name__ for order in legal})
        kind = chance.choice([k for k in kinds if k != "EndStage"] or kinds)
        order = chance.choice([order for order in legal if type(order).__name__ == kind])
        assert explain(setup, game.state, order) == ()
        game.play(order)
        restored = read_state(msgspec.json.decode(msgspec.json.encode(game.state)))
        assert fingerprint(restored) == fingerprint(game.state)
    return setup, game


def whole_game(names: tuple[str, ...]) -> Json:
    """A start before the set-up with units of several kinds for every player."""
    makers = (mech, squad, vtol, tank)
    units = [
        of(name, make(f"{name}{index}", (0, 0)) | {"at": None})
        for name in names
        for index, make in enumerate(makers)
    ]
    units.append(of(names[0], squad("scout", (0, 0), **SCOUT) | {"at": None}))
    data = scenario(units, stage="setup", players=list(names), prompts="ask", active=None)
    return data | {"pool": pool("wood", "hill", "pond", kind="shallow_water", size=2)}


@pytest.mark.parametrize("names", [("red", "blue"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_a_game_is_saved_and_replayed_from_its_set_up(names: tuple[str, ...]) -> None:
    start = whole_game(names)
    steps = 1 + 3 + len(names) * 5 + 2 + 6
    setup, game = played_out(start, len(names), steps)
    assert game.state.stage != "setup"
    stages = [json.loads(msgspec.json.encode(step.order))["order"] for step in game.steps]
    assert stages[:2] == ["end_stage", "place_terrain"]
    record = json.loads(json.dumps(write_game(game, start, scheme="pcg32", seed=len(names))))
    assert read({**record["start"], "dice": [], "orders": []}).setup.rulings == setup.rulings
    state, difference = replay_game(record, catalogue())
    assert difference is None
    assert fingerprint(state) == fingerprint(game.state)


def test_a_save_in_the_middle_of_the_set_up_goes_on() -> None:
    start = whole_game(("red", "blue"))
    _, whole = played_out(start, 5, 14)
    _, half = played_out(start, 5, 7)
    assert half.state.preparation is not None
    kept = read_state(msgspec.json.decode(msgspec.json.encode(half.state)))
    state, difference = replay_game(write_game(half, start), catalogue())
    assert difference is None
    assert fingerprint(state) == fingerprint(kept) == whole.steps[6].fingerprint
    while half.steps:
        half.undo()
    assert fingerprint(half.state) == fingerprint(read(start).state)


def test_only_the_player_whose_turn_it_is_prepares() -> None:
    game = set_up([tank("r1", (0, 0)), tank("b1", (0, 0))])
    setup, state = game.outcome.setup, game.state
    assert legal_orders(setup, state, "blue") == []
    kinds = {type(order).__name__ for order in legal_orders(setup, state, "red")}
    assert kinds == {"Deploy"}
    assert write_outcome(game.outcome)["rulings"] == setup.rulings


@rule("AOD-SETUP-001")
def test_a_roll_keeps_the_white_dice_and_the_black_one_apart() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 17), 180)]
    order = {"order": "ranged", "unit": "r1", "targets": ["b1"]}
    (rolled,) = play(units, order, dice=(6, 6, 1)).events("AttackRolled")
    assert (rolled.dice, rolled.critical) == ((6, 6, 1), "hit")
    (plain,) = play(units, order, dice=(6, 1, 6)).events("AttackRolled")
    assert (plain.dice, plain.critical) == ((6, 1, 6), "")
