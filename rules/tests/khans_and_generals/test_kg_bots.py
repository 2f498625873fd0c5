"""Commanders: their orders are legal, they end no turn too early, they know when they have lost."""

import json
from itertools import count
from math import dist
from pathlib import Path
from typing import Any

import pytest

from rules.khans_and_generals.bots import COMMANDERS, ordered
from rules.khans_and_generals.bots.ambushes import ambushes
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.moment.field import Field

BATTLES = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in (Path(__file__).parents[3] / "fixtures/khans_and_generals/battles").glob("*.json")
}
RIFLES = {
    "class": "line",
    "type": "infantry",
    "points": 20,
    "strength": 30,
    "training": 3,
    "attack": [5, 12],
    "defence": [2, 0],
    "movement": 20,
    "weapons": [{"name": "rifle", "kind": "firearm", "range": 80}],
    "formations": ["loose"],
    "modern": True,
}
STAFF = RIFLES | {"class": "hq", "command": 3, "initiative": 1, "strength": 5, "movement": 15}


def battle(*units: dict[str, Any], **more: Any) -> Battle:
    """A battle on a bare table, red to order."""
    start = {
        "format": "scenario/1",
        "system": "khans-and-generals",
        "table": {"width": 120, "depth": 120},
        "players": ["red", "blue"],
        "profiles": {"INF": RIFLES, "HQ": STAFF},
        "units": list(units),
        "turn": 1,
        "active": "red",
        "stage": "orders",
    }
    return Battle(start | more, 1)


def square(x: float, y: float) -> list[list[float]]:
    """An area of 20 cm each way."""
    return [[x, y], [x + 20, y], [x + 20, y + 20], [x, y + 20]]


def at(name: str, owner: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A company; red looks up the table, blue down."""
    facing = 0 if owner == "red" else 180
    unit = {"id": name, "owner": owner, "unit": "INF", "at": [x, y], "facing": facing}
    return unit | more


def fought(
    start: dict[str, Any], commanders: dict[str, str], seed: int, silent: tuple[str, ...] = ()
) -> Battle:
    """A battle to its end; every order is taken, so that none may be refused. Those who are silent
    give none in the enemy's turn."""
    match = Battle(start, seed)
    for number in count():
        acting = match.actors()
        if not acting:
            return match
        assert number < 3000, "the battle does not end"
        lot = seed * 10_000 + number
        answering = [p for p in match.standing().answering if p not in silent]
        answers = (match.answer(player, commanders[player], lot)() for player in answering)
        match.take(next(filter(None, answers), None) or match.ordered(commanders[acting[0]], lot))
    raise AssertionError


@pytest.mark.rule("KG-168")
@pytest.mark.parametrize("name", sorted(BATTLES))
def test_commanders_fight_to_an_end(name: str) -> None:
    """Whoever plays whom: all orders are legal, every state is sound, and somebody wins or none."""
    start = BATTLES[name]
    match = fought(start, dict.fromkeys(start["players"], "greedy"), 5)
    assert match.game.state.ended_by
    assert not match.faults()


@pytest.mark.rule("KG-168")
def test_who_weighs_beats_who_draws_lots() -> None:
    """In the same battle from both sides, over a few lots, it wins more than twice as often, even
    without a command point."""
    start = BATTLES["preindustrial-two-mills"]
    won = {"greedy": 0, "random": 0}
    for seed in range(4):
        for names in (("greedy", "random"), ("random", "greedy")):
            seats = dict(zip(start["players"], names, strict=True))
            winner = fought(start, seats, seed, (*seats,)).game.state.winner
            if winner is not None:
                won[seats[winner]] += 1
    assert won["greedy"] > 2 * won["random"]


@pytest.mark.rule("KG-107")
def test_who_sees_an_enemy_in_range_fires_before_the_turn_ends() -> None:
    """The end of the turn comes when nobody can do anything more that is worth it."""
    match = battle(at("r1", "red", 60, 30), at("b1", "blue", 60, 70))
    given: list[str] = []
    while match.actors() == ("red",) or not given:
        order = match.ordered("greedy", 1)
        given.append(str(order["order"]))
        match.take(order)
    assert "ranged" in given
    assert given[-1] == "end_stage"


@pytest.mark.rule("KG-014")
def test_who_has_no_enemy_before_it_turns_to_one_in_range() -> None:
    """It would stand with its back to him for ever, and the battle would not end."""
    staying = [{"id": "o", "at": [60, 35], "holder": "red"}]
    units = (at("r1", "red", 60, 35, facing=180), at("b1", "blue", 60, 75))
    match = battle(*units, objectives=staying)
    order = match.ordered("greedy", 1)
    assert order["order"] == "move"
    match.take(order)
    assert match.ordered("greedy", 1)["order"] == "ranged"


@pytest.mark.rule("KG-155")
def test_a_staff_keeps_out_of_the_fight() -> None:
    """A headquarters that could charge a weak enemy does not."""
    staff = at("rh", "red", 60, 30, unit="HQ")
    match = battle(staff, at("b1", "blue", 60, 45, strength=5))
    orders = [match.ordered("greedy", lot)["order"] for lot in range(5)]
    assert not {"charge", "advance"} & set(orders)


@pytest.mark.rule("KG-155")
def test_a_staff_leaves_the_line_of_fire_before_its_people_draw_it() -> None:
    """It is within range of a machine gun that sees it; out of its range it has other things to
    do."""
    weapon = {"name": "mg", "kind": "machine_gun", "range": 60}
    gun = RIFLES | {"class": "support", "type": "machine_gun", "attack": [2, 14], "strength": 4}
    cards = {"INF": RIFLES, "HQ": STAFF, "MG": gun | {"weapons": [weapon]}}
    staff = at("rh", "red", 60, 30, unit="HQ", supreme=True)
    people = at("r1", "red", 70, 30, hq="rh")
    for gap, leaves in ((50, True), (75, False)):
        enemy = at("b1", "blue", 60, 30 + gap, unit="MG", deployed=True)
        order = battle(staff, people, enemy, profiles=cards).ordered("greedy", 1)
        assert ((order["unit"], order["order"]) == ("rh", "move")) == leaves


@pytest.mark.rule("KG-168")
@pytest.mark.parametrize(("name", "seed"), [("early-signal-hill", 15)])
def test_no_battle_stands_still(name: str, seed: int) -> None:
    """Two companies on either side of a ridge, neither of which gains by going first, once stood
    there for ever."""
    start = BATTLES[name]
    match = fought(start, dict.fromkeys(start["players"], "greedy"), seed)
    assert len(match.game.steps) < 400


@pytest.mark.rule("KG-064")
def test_a_trap_is_sprung_once_an_enemy_is_before_it() -> None:
    """Not while he is out of range; then where it sees him, facing him."""
    wood = {"id": "w", "kind": "woods", "polygon": [[50, 14], [70, 14], [70, 26], [50, 26]]}
    for y, springs in ((115, False), (70, True)):
        match = battle(
            at("r1", "red", 90, 8),
            {"id": "r2", "owner": "red", "unit": "INF", "at": None, "facing": 0},
            at("b1", "blue", 60, y),
            traps={"red": ["r2"]},
            terrain=[wood],
        )
        order = match.ordered("greedy", 1)
        assert (order["order"] == "reveal") == springs


@pytest.mark.rule("KG-168")
@pytest.mark.parametrize("commander", sorted(COMMANDERS))
def test_who_has_nobody_left_to_stand_gives_up(commander: str) -> None:
    """A side whose last units on the table are routed capitulates, though it has reserves that
    nobody can call."""
    match = battle(
        at("r1", "red", 60, 30, routed=True, formation="disordered"),
        {"id": "r2", "owner": "red", "unit": "INF", "at": None, "facing": 0},
        at("b1", "blue", 60, 90),
        reserves={"late": ["r2"]},
    )
    order = match.ordered(commander, 3)
    assert order == {"order": "withdraw", "player": "red"}


@pytest.mark.rule("KG-087")
def test_by_lot_nobody_walks_on_and_on() -> None:
    """A unit that has moved is not moved again by lot, though it has movement left."""
    match = battle(at("r1", "red", 60, 30), at("b1", "blue", 60, 110))
    moves = 0
    for number in range(40):
        if match.actors() != ("red",) or match.turn > 1:
            break
        order = match.ordered("random", number)
        moves += order["order"] == "move"
        match.take(order)
    assert match.actors() == ("blue",)
    assert moves <= 1


# --- In the enemy's turn --------------------------------------------------------------------


@pytest.mark.rule("KG-064")
def test_a_trap_is_sprung_in_the_enemys_turn_and_acts_at_once() -> None:
    """Without a command point, before his first order too; nobody else answers for it."""
    wood = {"id": "w", "kind": "woods", "polygon": [[50, 94], [70, 94], [70, 106], [50, 106]]}
    match = battle(
        at("r1", "red", 60, 60),
        at("b1", "blue", 60, 110),
        {"id": "b2", "owner": "blue", "unit": "INF", "at": None, "facing": 180},
        traps={"blue": ["b2"]},
        terrain=[wood],
    )
    assert match.standing().answering == ("blue",)
    spring = answer(match)
    assert (spring["order"], match.given_by(spring)) == ("reveal", "blue")
    match.take(spring)
    assert match.standing().answering == ("blue",)
    shot = answer(match)
    assert (shot["order"], shot["unit"], shot.get("cp")) == ("ranged", "b2", None)
    assert match.given_by(shot) == "blue"
    match.take(shot)
    match.take({"order": "end_stage"})
    assert match.standing().answering == ()


@pytest.mark.rule("KG-064", "KG-065")
def test_places_from_which_a_trap_reaches_nobody_cost_no_thought() -> None:
    """Of a table full of woods only those are looked at that lie before an enemy, not behind."""
    woods = [
        {"id": f"w{x}-{y}", "kind": "woods", "polygon": square(x, y)}
        for x in range(0, 300, 30)
        for y in range(0, 200, 25)
    ]
    match = battle(
        at("r1", "red", 290, 5),
        {"id": "r2", "owner": "red", "unit": "INF", "at": None, "facing": 0},
        at("b1", "blue", 10, 150),
        traps={"red": ["r2"]},
        terrain=woods,
        table={"width": 300, "depth": 200},
    )
    field = Field(match.saved.scenario.setup, match.game.state)
    near, far = list(ambushes(field, "red")), list(ambushes(field, "red", near=False))
    assert 0 < len(near) < len(far) / 4
    for order in (*near, *far):
        assert order.places[0].at[1] <= 150
        assert order in far
    assert all(dist((10, 150), order.places[0].at) <= 80 + 18 for order in near)


def threatened(gap: float = 40, **more: Any) -> Battle:
    """Blue with a staff behind two companies; red, which comes on, has given its first order."""
    match = battle(
        at("rh", "red", 60, 15, unit="HQ", supreme=True),
        at("r1", "red", 60, 30, hq="rh"),
        at("rx", "red", 112, 4),
        at("bh", "blue", 60, 30 + gap + 15, unit="HQ", supreme=True),
        at("b1", "blue", 60, 30 + gap, hq="bh"),
        at("b2", "blue", 72, 30 + gap, hq="bh", **more),
    )
    assert match.standing().answering == (), "before the enemy's first order nobody answers"
    match.take({"order": "formation", "unit": "r1", "formation": "loose"})
    return match


def answer(match: Battle, player: str = "blue", commander: str = "greedy") -> Any:
    """What somebody does out of turn."""
    return match.answer(player, commander, 3)()


@pytest.mark.rule("KG-082", "KG-083")
def test_a_command_point_buys_the_shot_that_promises_most() -> None:
    """An order worth it is given with what pays for it, and is legal; then the enemy is waited
    for, unless the unit that has been paid for can do more."""
    match = threatened()
    order = answer(match)
    assert order["order"] == "ranged"
    assert order["target"] in ("r1", "rh")
    assert order["cp"] == "bh"
    assert match.explain(order, "en") == []
    match.take(order)
    assert match.game.state.command_points["bh"] == 0
    while more := answer(match):
        assert more["unit"] == order["unit"], "only one unit may be given orders for one point"
        match.take(more)
    assert match.game.state.command_points["bh"] == 0
    assert match.actors() == ("red",)


@pytest.mark.rule("KG-082")
def test_without_points_or_anything_to_gain_the_moment_passes() -> None:
    """No point, no enemy order since, nobody within reach, or no commander who would."""
    far = threatened(gap=85)
    assert far.standing().answering == ("blue",)
    spent = threatened()
    for command in iter(lambda: answer(spent), None):
        spent.take(command)
    assert answer(spent, "red") is None, "it is red's own turn"
    spent.take({"order": "formation", "unit": "rx", "formation": "loose"})
    assert spent.standing().answering == ()
    assert answer(spent) is None
    assert answer(threatened(), commander="random") is None


@pytest.mark.rule("KG-081")
def test_the_supreme_staff_pays_where_the_own_one_is_gone() -> None:
    """A unit whose HQ is lost is answered for by the supreme HQ, not by a dead one's points."""
    match = battle(
        at("r1", "red", 60, 30),
        at("bh", "blue", 60, 90, unit="HQ", supreme=True),
        at("bk", "blue", 40, 90, unit="HQ", eliminated=True),
        at("b1", "blue", 60, 70, hq="bk"),
    )
    match.take({"order": "formation", "unit": "r1", "formation": "loose"})
    assert answer(match)["cp"] == "bh"


def test_nobody_has_another_name() -> None:
    """A commander is known by his name."""
    match = battle(at("r1", "red", 60, 30), at("b1", "blue", 60, 110))
    with pytest.raises(KeyError):
        match.thought("genius", 1)
    with pytest.raises(KeyError):
        match.answer("blue", "genius", 1)
    with pytest.raises(KeyError):
        ordered("genius", 1, match.saved.scenario.setup, match.game.state)


@pytest.mark.rule("KG-047")
def test_who_stands_in_a_fire_steps_out_of_it_first() -> None:
    units = [at("r1", "red", 50, 20), at("r2", "red", 90, 20), at("b1", "blue", 50, 100)]
    match = battle(*units, fires=[{"at": [50, 20]}])
    given = match.ordered("greedy", 1)
    assert (given["order"], given["unit"]) == ("move", "r1")
    assert not match.explain(given, "en")
    match.take(given)
    assert not Field(match.saved.scenario.setup, match.game.state).piece("r1").burning
