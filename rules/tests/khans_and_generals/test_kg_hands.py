"""What hands on the table are told: what is lit is legal, what is legal is lit, odds are exact."""

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules.core.dice import Die, throw
from rules.core.geometry import distance, edges, inside, point_to_segment
from rules.core.hands import Hands, Pace, Region
from rules.khans_and_generals.guide.reach import TOLERANCE
from rules.khans_and_generals.guide.strikes import Strike, strikes_at
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.play.rules import decide
from rules.khans_and_generals.state.events import evolve
from rules.khans_and_generals.state.state import State, Unit
from rules.khans_and_generals.steps.melee import fight
from rules.khans_and_generals.steps.resolution import Resolution
from rules.tests.khans_and_generals.scenes import (
    CARDS,
    area,
    order,
    scene,
    unit,
)

BATTLES = sorted(Path("fixtures/khans_and_generals/battles").glob("*.json"))
WOODS = area("w", "woods", 40, 30, 30, 20)
WATER = area("s", "shallow_water", 0, 45, 120, 6)
WIRE = {"id": "wire", "kind": "obstacle", "line": [[20, 45], [55, 45]], "movement": -5}


def battle(*units: Any, **top: Any) -> Battle:
    return Battle(scene(*units, **top), 1)


def opening(path: Path) -> Battle:
    return Battle(json.loads(path.read_text("utf-8")), 1)


def hands(match: Battle) -> Hands:
    assert match.hands is not None
    return match.hands


def pace_of(match: Battle, name: str, pace: str) -> Pace:
    (found,) = (one for one in hands(match).reach(name, (), "en").paces if one.name == pace)
    return found


def lies_in(at: tuple[float, float], region: Region) -> bool:
    return sum(inside(at, loop) for loop in region) % 2 == 1


def from_rim(at: tuple[float, float], region: Region) -> float:
    return min(point_to_segment(at, one, other) for loop in region for one, other in edges(loop))


# --- What is lit is legal, what is legal is lit ---------------------------------------------------


@pytest.mark.rule("KG-087", "KG-088", "KG-092")
@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_a_lit_place_is_one_that_a_legal_order_leads_to(path: Path) -> None:
    match, lot = opening(path), random.Random(7)
    tried = 0
    for name, now in match.game.state.units.items():
        for pace in hands(match).reach(name, (), "en").paces:
            moves = pace.name in ("move", "run", "deploy", "reveal", "call_reserves")
            if not (moves and pace.legal):
                continue
            for at in _inner(pace.region, lot, 4):
                facing = now.facing if now.at else None
                way = hands(match).way(
                    name, at, facing=facing, pace=pace.name, along=(), language="en"
                )
                assert way is not None
                assert (way.reasons, match.explain(way.order, "en")) == ((), []), (name, at)
                assert distance(way.at, at) < 0.1, (name, pace.name, at)
                tried += 1
    assert tried > 20


def _inner(region: Region, lot: random.Random, number: int) -> Iterator[tuple[float, float]]:
    corners = [corner for loop in region for corner in loop]
    if not corners:
        return
    xs, ys = zip(*corners, strict=True)
    for _ in range(number * 4):
        at = (lot.uniform(min(xs), max(xs)), lot.uniform(min(ys), max(ys)))
        if lies_in(at, region) and from_rim(at, region) > TOLERANCE:
            yield at


@pytest.mark.rule("KG-027", "KG-087")
@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_a_place_that_a_straight_move_may_end_at_is_lit(path: Path) -> None:
    match, lot = opening(path), random.Random(11)
    tried = 0
    for name, now in match.game.state.units.items():
        if now.at is None or now.owner != match.game.state.active or now.deployed:
            continue
        region = pace_of(match, name, "move").region
        for _ in range(15):
            at = (now.at[0] + lot.uniform(-24, 24), now.at[1] + lot.uniform(-24, 24))
            there = order("move", name, legs=[{"travel": [list(at)]}])
            if not match.explain(there, "en") and _ends_there(match, there, at):
                near = from_rim(at, region) <= 2 * TOLERANCE
                assert lies_in(at, region) or near, (name, at)
                tried += 1
    assert tried > 20


def _ends_there(match: Battle, given: dict[str, Any], at: tuple[float, float]) -> bool:
    """Whether a move leads to its end when no die stops it, and not only to an edge (KG-028)."""
    copy = Battle(match.start, 3)
    happened = copy.take(given)
    moved = [event for event in happened if event["event"] == "moved"]
    return bool(moved) and distance(copy.game.state.units[given["unit"]].at or (0, 0), at) < 0.1


@pytest.mark.rule("KG-027")
def test_terrain_cuts_the_reach_by_what_it_costs() -> None:
    match = battle(unit("r1", "INF", (55, 24)), terrain=[WOODS])
    region = pace_of(match, "r1", "move").region
    assert lies_in((80, 24), region) is False
    assert lies_in((73, 24), region)
    assert lies_in((55, 32), region)
    assert not lies_in((55, 36), region)


@pytest.mark.rule("KG-029")
def test_a_unit_that_needs_a_test_comes_half_as_far_and_is_told_so() -> None:
    match = battle(unit("r1", "MG", (55, 40), movement=8), terrain=[WOODS])
    region = pace_of(match, "r1", "move").region
    assert lies_in((55, 43.5), region)
    assert not lies_in((55, 45), region)
    way = hands(match).way("r1", (55, 43), facing=0, pace="move", along=(), language="en")
    assert way is not None and any("d6" in said for said in way.says)


@pytest.mark.rule("KG-092")
def test_a_way_goes_round_enemies_and_barred_ground() -> None:
    match = battle(
        unit("r1", "CAV", (50, 20)),
        unit("b1", "INF", (50, 28)),
        terrain=[area("m", "marsh", 20, 40, 90, 20)],
    )
    way = hands(match).way("r1", (50, 36), facing=0, pace="move", along=(), language="en")
    assert way is not None and not way.reasons
    assert len(way.points) > 2
    assert distance(way.at, (50, 36)) < 0.1
    beyond = hands(match).way("r1", (50, 50), facing=0, pace="move", along=(), language="en")
    assert beyond is not None and not beyond.reasons and beyond.at[1] < 40


@pytest.mark.rule("KG-091")
def test_a_way_spares_friends_where_it_can() -> None:
    match = battle(unit("r1", "INF", (50, 20)), unit("r2", "INF", (50, 27)))
    way = hands(match).way("r1", (50, 33), facing=0, pace="move", along=(), language="en")
    assert way is not None and not way.reasons
    assert not any("passes" in said for said in way.says)


@pytest.mark.rule("KG-088")
def test_a_way_faces_as_it_leads_and_steps_back_without_turning() -> None:
    match = battle(unit("r1", "INF", (50, 40)))
    ahead = hands(match).way("r1", (60, 50), facing=None, pace="move", along=(), language="en")
    back = hands(match).way("r1", (50, 30), facing=None, pace="move", along=(), language="en")
    asked = hands(match).way("r1", (50, 40), facing=90, pace="move", along=(), language="en")
    assert ahead is not None and back is not None and asked is not None
    assert ahead.facing == pytest.approx(45)
    assert (back.facing, asked.facing) == (0, 90)
    assert asked.order == order("move", "r1", legs=({"rotate": 90.0},))


@pytest.mark.rule("KG-087")
def test_a_way_too_far_ends_where_the_movement_does() -> None:
    match = battle(unit("r1", "INF", (50, 20)))
    way = hands(match).way("r1", (50, 90), facing=None, pace="move", along=(), language="en")
    run = hands(match).way("r1", (50, 90), facing=None, pace="run", along=(), language="en")
    assert way is not None and run is not None
    assert (way.is_clamped, run.is_clamped) == (True, True)
    assert way.at[1] == pytest.approx(40, abs=0.05)
    assert run.at[1] == pytest.approx(60, abs=0.05)


@pytest.mark.rule("KG-089", "KG-096", "KG-175")
@pytest.mark.parametrize(
    ("pace", "kind"), [("move", "advance"), ("charge", "charge"), ("human_wave", "human_wave")]
)
def test_pointing_at_an_enemy_leads_into_contact(pace: str, kind: str) -> None:
    match = battle(unit("r1", "INF", (50, 20)), unit("b1", "INF", (52, 38)))
    way = hands(match).way("r1", (52, 38), facing=None, pace=pace, along=(), language="en")
    assert way is not None and not way.reasons and way.snapped == "b1"
    assert way.order is not None and way.order["order"] == kind
    match.take(way.order)
    assert match.game.state.locks


@pytest.mark.rule("KG-175")
def test_a_locked_unit_may_only_break_off() -> None:
    foe = [{"with": "b1", "sector": "front", "attacker": True, "charge": False}]
    match = battle(unit("r1", "INF", (50, 20), locked=foe), unit("b1", "INF", (50, 25)))
    paces = hands(match).reach("r1", (), "en").paces
    assert [pace.name for pace in paces] == ["disengage"]
    way = hands(match).way("r1", (50, 8), facing=None, pace="", along=(), language="en")
    assert way is not None and not way.reasons
    assert way.order is not None and way.order["order"] == "disengage"


# --- Command, and whose turn it is ----------------------------------------------------------------


@pytest.mark.rule("KG-084", "KG-085")
def test_links_lead_from_the_staff_and_a_broken_one_says_why() -> None:
    match = battle(
        unit("rs", "HQ", (50, 10), supreme=True),
        unit("r1", "INF", (50, 32), hq="rs"),
        unit("r2", "INF", (50, 70), hq="rs"),
        unit("b1", "INF", (56, 45)),
    )
    links = hands(match).reach("rs", (), "en").links
    assert [link.holds for link in links] == [True, False]
    reach = hands(match).reach("r2", (), "en")
    assert [pace.why for pace in reach.paces[:1]] == ["out of communication"]
    (broken,) = reach.links
    assert not broken.holds and "25" in broken.label


@pytest.mark.rule("KG-082", "KG-083")
def test_the_enemy_may_answer_for_a_command_point_once_an_order_was_given() -> None:
    match = battle(
        unit("r1", "INF", (20, 20)),
        unit("bs", "HQ", (60, 90), supreme=True),
        unit("b1", "INF", (60, 70), hq="bs"),
    )
    assert not hands(match).reach("b1", (), "en").acts
    match.take(order("formation", "r1", formation="loose"))
    assert hands(match).reach("b1", (), "en").acts
    way = hands(match).way("b1", (60, 60), facing=None, pace="move", along=(), language="en")
    assert way is not None and way.order is not None and way.order["cp"] == "bs"
    assert not match.explain(way.order, "en")
    assert any("command point" in said for said in way.says)


@pytest.mark.rule("KG-113", "KG-165")
def test_a_staff_sees_whom_it_can_help() -> None:
    match = battle(
        unit("rs", "HQ", (50, 10), supreme=True),
        unit("r1", "INF", (50, 20), hq="rs", pinned=True),
        unit("r2", "INF", (62, 20), hq="rs", formation="disordered"),
    )
    aims = {aim.piece: aim for aim in hands(match).reach("rs", (), "en").aims}
    assert aims["r1"].legal and aims["r2"].legal
    rouse = hands(match).menu("rs", "r1", (), "en").lines[0]
    assert (rouse.kind, rouse.legal) == ("rouse", True)
    regroup = hands(match).menu("rs", "r2", (), "en").lines[0]
    assert (regroup.kind, regroup.legal) == ("regroup", True)


@pytest.mark.rule("KG-116", "KG-125")
def test_a_place_is_shelled_directly_or_by_who_sees_it() -> None:
    match = battle(
        unit("r1", "HOW", (50, 20), observers="ro"),
        unit("ro", "OBS", (70, 30)),
        unit("b1", "INF", (70, 80)),
        terrain=[{"id": "h", "kind": "obstacle", "line": [[40, 40], [62, 40]], "blocks": True}],
    )
    seen = hands(match).way("r1", (70, 80), facing=None, pace="shell", along=(), language="en")
    assert seen is not None and seen.order is not None and not seen.reasons
    assert not match.explain(seen.order, "en")
    assert any("infantry line" in said for said in seen.says)


@pytest.mark.rule("KG-058", "KG-059")
def test_a_unit_is_put_only_into_its_own_zone() -> None:
    match = battle(
        unit("r1", "INF", None),
        unit("b1", "INF", (50, 80)),
        stage="setup",
        battle={"type": "pitched"},
    )
    (pace,) = hands(match).reach("r1", (), "en").paces
    assert pace.name == "deploy"
    assert lies_in((60, 20), pace.region) and not lies_in((60, 40), pace.region)
    way = hands(match).way("r1", (60, 20), facing=None, pace="", along=(), language="en")
    assert way is not None and way.order is not None and not match.explain(way.order, "en")
    match.take(way.order)
    assert match.game.state.units["r1"].at == (60, 20)


# --- Every answer is one that the rules give ------------------------------------------------------


@pytest.mark.rule("KG-076")
@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_lines_of_menus_say_what_the_rules_say(path: Path) -> None:
    match = opening(path)
    units = match.game.state.units
    own = [name for name, now in units.items() if now.owner == match.game.state.active]
    enemies = [name for name, now in units.items() if now.owner != match.game.state.active]
    for name in own:
        for target in (name, *own[:2], *enemies[:3]):
            for line in hands(match).menu(name, target, (), "pl").lines:
                if line.is_whole:
                    refused = match.explain(dict(line.order), "pl")
                    assert line.legal == (not refused), (name, target, line)


@pytest.mark.rule("KG-075")
@pytest.mark.parametrize("path", BATTLES[:2], ids=lambda path: path.stem)
def test_what_the_list_offers_is_in_the_hands(path: Path) -> None:
    """Kinds of order that units have are reached by a pace or by a line of a menu."""
    match = opening(path)
    active = match.game.state.active
    for name, now in match.game.state.units.items():
        if now.owner != active or now.at is None:
            continue
        kinds = {o["order"] for o in match.legal_orders(active) if o.get("unit") == name}
        reach = hands(match).reach(name, (), "en")
        offered = {pace.name for pace in reach.paces if pace.legal}
        for target in match.game.state.units:
            offered |= {line.kind for line in hands(match).menu(name, target, (), "en").lines}
        assert kinds <= offered, (name, kinds - offered)


# --- Odds -----------------------------------------------------------------------------------------


class Falling:
    """Dice of all kinds that follow a path and note where else they could have fallen."""

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path, self.thrown = path, 0
        self.chance = Fraction(1)
        self.branches: list[tuple[int, ...]] = []

    def roll(self, number: int) -> tuple[int, ...]:
        return tuple(throw(self, Die("d6", (1, 2, 3, 4, 5, 6))) for _ in range(number))

    def throw(self, die: Die) -> int:
        self.chance /= len(die.faces)
        if self.thrown == len(self.path):
            self.branches += [(*self.path, face) for face in die.faces[1:]]
            self.path = (*self.path, die.faces[0])
        self.thrown += 1
        return self.path[self.thrown - 1]


def every_end(
    match: Battle, run: Callable[[State, Falling], State]
) -> Iterator[tuple[Fraction, State]]:
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = Falling(waiting.pop())
        after = run(match.game.state, dice)
        waiting += dice.branches
        yield dice.chance, after


def counted(match: Battle, strike: Strike, target: str) -> dict[str, Fraction]:
    """What becomes of a target, over every way the dice of its order can fall."""
    setup, before = match.saved.scenario.setup, match.game.state.units[target]

    def run(state: State, dice: Falling) -> State:
        for event in decide(setup, state, strike.order, dice):
            state = evolve(state, event)
        return state

    found = dict.fromkeys(("loss", "pinned", "routed", "destroyed"), Fraction(0))
    for chance, after in every_end(match, run):
        now = after.units[target]
        found["loss"] += chance * (before.strength - now.strength)
        found["pinned"] += chance * (now.pinned and not _fell(now))
        found["routed"] += chance * (now.routed and not _fell(now))
        found["destroyed"] += chance * _fell(now)
    return found


def _fell(unit_now: Unit) -> bool:
    return unit_now.eliminated or unit_now.abandoned


FIRES: dict[str, tuple[Any, Any, dict[str, Any]]] = {
    "rifles at men": ("INF", unit("b1", "INF", (50, 50), strength=16), {}),
    "rifles at men with few left": ("INF", unit("b1", "INF", (50, 50), strength=6), {}),
    "rifles at a gun": ("INF", unit("b1", "GUN", (50, 50)), {}),
    "rifles out of smoke": (
        "INF",
        unit("b1", "CON", (50, 50), strength=20),
        {"smoke": [{"kind": "screen", "at": [50, 35], "until": 3}]},
    ),
    "a machine gun at riders": ("MG", unit("b1", "CAV", (50, 50)), {}),
    "rifles at a lorry": ("INF", unit("b1", "LORRY", (50, 50)), {}),
    "rifles at a tank": ("INF", unit("b1", "TANK", (50, 50)), {}),
    "an anti-tank rifle": ("ATR", unit("b1", "CAR", (50, 45)), {}),
    "a flamethrower at armour": ("FLAME", unit("b1", "TANK", (50, 34)), {}),
    "a gun at armour": ("GUN", unit("b1", "TANK", (50, 60)), {"conditions": {"ground": "mud"}}),
    "shells at men": ("GUN", unit("b1", "INF", (50, 60), strength=14), {}),
    "shells at a section": ("GUN", unit("b1", "MG", (50, 60)), {}),
}


@pytest.mark.rule("KG-108", "KG-112", "KG-114", "KG-117", "KG-133", "KG-139", "KG-157")
@pytest.mark.parametrize("name", FIRES)
def test_odds_of_fire_are_those_of_its_dice(name: str) -> None:
    shooter, target, more = FIRES[name]
    quiet = {"conditions": {"ground": "mud"}} | more
    match = battle(unit("r1", shooter, (50, 22)), target, **quiet)
    field = Field(match.saved.scenario.setup, match.game.state)
    strikes = [
        strike
        for strike in strikes_at(field, field.piece("r1"), field.piece("b1"))
        if strike.legal and strike.outlook and strike.kind in ("ranged", "shell")
    ]
    assert strikes
    for strike in strikes:
        assert strike.outlook is not None
        found = counted(match, strike, "b1")
        said = {field: getattr(strike.outlook, field) for field in found}
        # A vehicle that is destroyed outright has its crew still counted.
        assert said["loss"] >= found["loss"]
        if target["unit"] not in ("TANK", "CAR", "LORRY"):
            assert said["loss"] == found["loss"]
        assert {k: v for k, v in said.items() if k != "loss"} == {
            k: v for k, v in found.items() if k != "loss"
        }, strike.kind


@pytest.mark.rule("KG-097", "KG-098", "KG-160")
@pytest.mark.parametrize("facing", [180, 90, 0])
@pytest.mark.parametrize("attacker", ["INF", "CAV", "ELI"])
@pytest.mark.parametrize("pace", ["charge", "move"])
def test_odds_of_a_melee_are_those_of_its_first_exchange(
    facing: int, attacker: str, pace: str
) -> None:
    match = battle(unit("r1", attacker, (50, 22)), unit("b1", "CON", (50, 36), facing, strength=24))
    field = Field(match.saved.scenario.setup, match.game.state)
    kind = "charge" if pace == "charge" else "advance"
    (strike,) = (
        strike
        for strike in strikes_at(field, field.piece("r1"), field.piece("b1"))
        if strike.kind == kind
    )
    assert strike.legal and strike.outlook is not None
    setup = match.saved.scenario.setup

    def run(state: State, dice: Falling) -> State:
        for event in decide(setup, state, strike.order, dice):
            state = evolve(state, event)
        res = Resolution(setup, state, dice)
        fight(res)
        return res.state

    found = dict.fromkeys(("loss", "routed", "destroyed", "own"), Fraction(0))
    before = match.game.state.units
    for chance, after in every_end(match, run):
        now = after.units["b1"]
        found["loss"] += chance * (before["b1"].strength - now.strength)
        found["routed"] += chance * (now.routed and not now.eliminated)
        found["destroyed"] += chance * now.eliminated
        found["own"] += chance * (before["r1"].strength - after.units["r1"].strength)
    assert {name: getattr(strike.outlook, name) for name in found} == found


@pytest.mark.rule("KG-008")
def test_a_shot_out_of_range_is_named_as_lost() -> None:
    match = battle(unit("r1", "INF", (50, 10)), unit("b1", "INF", (50, 110)))
    (aim,) = (aim for aim in hands(match).reach("r1", (), "en").aims if aim.piece == "b1")
    assert not aim.legal and "80 at most" in aim.why
    (line,) = (
        line for line in hands(match).menu("r1", "b1", (), "en").lines if line.kind == "ranged"
    )
    assert line.legal and "lost" in line.result


@pytest.mark.rule("KG-113")
def test_a_refusal_calls_units_by_their_names() -> None:
    units = (
        unit("r1", CARDS["INF"] | {"name": "Rifles"}, (50, 20), pinned=True),
        unit("b1", "INF", (50, 40)),
    )
    menu = hands(battle(*units)).menu("r1", "b1", (), "en")
    assert menu.lines
    for line in menu.lines:
        assert "“Rifles” is pinned" in " ".join(reason.message for reason in line.reasons)


# --- Before the battle ----------------------------------------------------------------------------


@pytest.mark.rule("KG-059", "KG-064", "KG-019", "KG-094")
def test_the_menu_before_the_battle_is_what_the_book_lets_one_decide_then() -> None:
    """Formations, hiding, weapons, lines and traps, each line what the rules say of it; whoever is
    moved keeps what the new ground allows."""
    match = battle(
        unit("r1", "INF", (50, 20), formation="loose"),
        unit("r2", "MG", (90, 10)),
        unit("r3", "INF", None),
        unit("r4", "TANK", None),
        stage="setup",
        battle={"type": "pitched"},
        terrain=[area("s", "scrub", 30, 5, 40, 25)],
    )

    def kinds(name: str, target: str = "") -> dict[str, bool]:
        lines = hands(match).menu(name, target or name, (), "en").lines
        for line in lines:
            assert line.legal == (not match.explain(dict(line.order), "en")), line
        return {line.kind: line.legal for line in lines}

    assert kinds("r1") == {"formation": True, "deploy": True, "trap": True}
    gunners = {"formation": True, "deploy": False, "telephone": True, "trap": True}
    assert kinds("r2") == gunners | {"set_up": True, "pack_up": True}
    assert (kinds("r2", "r1"), kinds("r1", "r2")) == ({"telephone": True}, {})
    assert (kinds("r3"), kinds("r4")) == ({"trap": True}, {})
    hide = next(x for x in hands(match).menu("r1", "r1", (), "en").lines if x.kind == "deploy")
    match.take(dict(hide.order))
    now = match.game.state.units["r1"]
    assert (now.hidden, now.formation, now.at) == (True, "loose", (50, 20))
    for place, hidden in (((55, 20), True), ((100, 20), False)):
        way = hands(match).way("r1", place, facing=None, pace="", along=(), language="en")
        assert way is not None and way.order is not None and not way.reasons
        match.take(dict(way.order))
        assert match.game.state.units["r1"].hidden == hidden
    match.take({"order": "trap", "unit": "r3"})
    assert kinds("r3") == {}
    assert hands(match).reach("r3", (), "en").acts
    way = hands(match).way("r3", (20, 20), facing=None, pace="", along=(), language="en")
    assert way is not None and way.order is not None
    match.take(dict(way.order))
    assert match.game.state.traps == {"red": ()}
