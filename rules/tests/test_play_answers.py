"""Which equipment answers which way of attacking, and who is asked about it beforehand.

The tables are read off the printed texts: "ranged" are shots of every kind, long-range fire
included, which meets no defense; special attacks are neither ranged nor close.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.answers import PROBES, answering
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.rules import advance
from rules.core.dice import ScriptedDice
from rules.tests.artillery_cases import PRINTED
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    assault,
    close,
    mech,
    play,
    quad,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
#: Whatever is rolled: attackers always hit, never critically.
FOURS = (4,) * 60
FAR, NEAR = (18, 16), (18, 12.3)
WALL = woods("wall", (10, 12), (26, 12.5), kind="blocking")
GUARD = squad("b9", (33, 33), 180)
BALLISTIC = weapon("primary", "ballistic", 12)
BATTERY: Json = {
    "gun": weapon("primary", "ballistic", 5),
    "artillery_range": 24,
    "artillery_marker": PRINTED,
}


def striker(maker: Callable[..., Json], changes: Json, **fields: Any) -> Json:
    """r1, who always hits; `changes` are what it carries."""
    return maker("r1", (18, 10), **({"attack": 20} | fields | changes))


def plane(changes: Json) -> Json:
    return striker(vtol, changes, gun=BALLISTIC, level="cruising", speed=16)


def way(path: Any, **fields: Any) -> Json:
    """A special attack of r1 at b1."""
    return {"unit": "r1", "target": "b1", "path": [list(path)], "facing": 0} | fields


FLIGHT: Json = {"order": "move", "unit": "r1", "legs": [{"shoot": {"targets": ["b1"]}}]}
#: Every way of attacking: r1 with what it carries, where b1 stands, the orders, the terrain.
Ways = dict[str, tuple[Callable[[Json], Json], Any, list[Json], list[Json]]]
JUMP: Json = {"speed": ("blue", "square")}


def jumper(changes: Json) -> Json:
    equipment = JUMP | changes.get("equipment", {})
    return striker(mech, changes | {"equipment": equipment}, speed=9)


WAYS: Ways = {
    "energy": (partial(striker, mech), FAR, [ranged("r1", "b1", weapon="primary")], []),
    "ballistic": (
        lambda e: striker(mech, e, gun=BALLISTIC),
        FAR,
        [ranged("r1", "b1", weapon="primary")],
        [],
    ),
    "several": (
        lambda e: striker(mech, e, gun=weapon("primary", "ballistic", 12, targets=2)),
        FAR,
        [ranged("r1", "b1", "b2", weapon="primary", split={"b1": 2})],
        [],
    ),
    "indirect": (
        lambda e: striker(mech, e, gun=BALLISTIC),
        FAR,
        [ranged("r1", "b1", weapon="primary", mode="indirect")],
        [WALL],
    ),
    "long range": (
        lambda e: striker(mech, e, **BATTERY),
        FAR,
        [{"order": "ranged", "unit": "r1", "mode": "artillery", "markers": [list(FAR)]}, END, END],
        [],
    ),
    "assault": (
        lambda e: striker(mech, e, gun=BALLISTIC),
        FAR,
        [assault("r1", "ranged", (18, 10.5), targets=["b1"], weapon="primary")],
        [],
    ),
    "flight": (plane, FAR, [FLIGHT], []),
    "close": (partial(striker, mech), NEAR, [close("r1", "b1")], []),
    "capture": (partial(striker, squad), (18, 11.9), [close("r1", "b1", capture=True)], []),
    "charge": (partial(striker, mech), FAR, [way((18, 13.7), order="charge")], []),
    "death from above": (jumper, FAR, [way((18, 13.7), order="death_from_above")], []),
    "ram": (partial(striker, tank), FAR, [way((18, 13.475), order="ram")], []),
}

SHOTS = {"energy", "ballistic", "several", "indirect", "assault", "flight"}
SHELLS = SHOTS - {"energy"}
LONG = {"long range"}
SPECIAL = {"charge", "death from above", "ram"}
EVERYTHING_AT_UNITS = SHOTS | {"close", "capture"} | SPECIAL


def target(at: Any, maker: Callable[..., Json] = mech, **fields: Any) -> list[Json]:
    return [maker("b1", at, 180, clicks=15, **fields)]


def wearing(slot: str, color: str, shape: str = "square") -> Json:
    return {"equipment": {slot: (color, shape)}}


AXE: Json = {"second": weapon("secondary", "melee", 0)}


def lent(at: Any, shape: str = "square") -> list[Json]:
    """b1 with a friend beside it whose defense is higher."""
    friend = wearing("primary_damage", "grey", shape)
    beside = tank("b3", (at[0] + 1.9, at[1]), 180, defense=19, **friend)
    return [mech("b1", at, 180, clicks=15), beside]


Guarded = Callable[[Any], list[Json]]
#: What b1 or, for "Point Defense System", its friend shows, and what that answers.
ATTACKED: dict[str, tuple[Guarded, set[str]]] = {
    "Camouflage": (lambda at: target(at, **wearing("speed", "green")), SHOTS),
    "Evade": (lambda at: target(at, **wearing("speed", "red")), SHOTS),
    "Decoy": (lambda at: target(at, **wearing("defense", "green")), SHOTS | LONG),
    "Reflective Armor": (lambda at: target(at, **wearing("defense", "red")), {"energy"}),
    "Reactive Armor": (lambda at: target(at, **wearing("defense", "blue")), SHELLS | LONG),
    "Hardened Armor": (
        lambda at: target(at, **wearing("defense", "black")),
        SHOTS | LONG | {"close"},
    ),
    "Heavy Armor": (lambda at: target(at, **wearing("defense", "grey")), SHOTS | LONG | {"close"}),
    "Agility": (
        lambda at: target(at, **AXE, **wearing("secondary_damage", "black")),
        SPECIAL | {"close"},
    ),
    "Anti-Missile System": (
        lambda at: target(at, gear=[{"card": "AOD-G-014"}]),
        SHELLS | LONG,
    ),
    "Immovable": (lambda at: target(at, id="AOD-117", pilot={"card": "AOD-LP-003"}), {"charge"}),
    "Stop and Drop": (
        lambda at: target(at, quad, id="AOD-137", pilot={"card": "AOD-GS-011"}),
        SHOTS,
    ),
    "Not One Step": (lambda at: target(at, faction="Highlanders"), SHOTS),
    "Point Defense System": (lent, EVERYTHING_AT_UNITS),
}
#: What answers only the equipment of an attacker; proven apart.
BLINDING = {"Electronic Camouflage", "ECM Suite"}

#: What r1 carries against b1 in heavy armor with infantry beside it, and with which attacks it
#: works, of those that units of the kind can make with such a weapon.
MECHS = {"energy", "ballistic", "several", "indirect", "long range", "assault", "close"}
STRIKING: dict[str, tuple[Json, set[str], set[str]]] = {
    "Armor Piercing": (
        wearing("primary_damage", "red"),
        {"ballistic", "several", "indirect", "long range", "assault", "flight"},
        SHELLS | LONG,
    ),
    "Anti-Personnel": (wearing("primary_damage", "blue"), SHELLS, SHELLS | LONG),
    "Homing Beacon": (
        wearing("primary_damage", "green"),
        {"ballistic", "indirect"},
        SHELLS | LONG,
    ),
    "Streak Missiles": (
        wearing("primary_damage", "black"),
        {"ballistic", "assault", "flight"},
        SHELLS | LONG,
    ),
    "TSEMP": (wearing("primary_damage", "green"), {"energy"}, {"energy"}),
    "Alpha Strike": (wearing("primary_damage", "black"), {"energy"}, {"energy", "close"}),
    "Flamers": (wearing("primary_damage", "grey"), {"close"}, {"energy", "close"}),
    "Brawling": (
        AXE | wearing("secondary_damage", "grey"),
        {"close", "charge", "death from above"},
        MECHS | {"charge", "death from above"},
    ),
    "Inferno Ammunition": (
        {"gear": [{"card": "AOD-G-013", "weapon": "primary"}]},
        {"ballistic", "several", "indirect", "long range", "assault"},
        (SHELLS | LONG) - {"flight"},
    ),
    "Artemis IV Fire-Control": (
        {"gear": [{"card": "AOD-G-029", "weapon": "primary"}]},
        {"ballistic", "indirect", "assault"},
        (SHELLS | LONG) - {"flight"},
    ),
    "Retractable Blade": ({"gear": [{"card": "AOD-G-017"}]}, {"close"}, MECHS),
}


def fought(name: str, carried: Json, guarded: Guarded, **fields: Any) -> Played:
    """An attack of a kind, whatever is rolled."""
    maker, at, orders, terrain = WAYS[name]
    wood = woods("wood", (at[0] - 0.2, at[1] - 0.2), (at[0] + 0.2, at[1] + 0.2))
    others = [GUARD, squad("r9", (3, 3))]
    if name == "several":
        others.append(tank("b2", (24, 14), 180))
    ground = [*terrain, *([wood] if fields.pop("wood", False) else [])]
    cards = [{"id": "blue", "cards": fields.pop("cards", [])}]
    data = scenario(
        [maker(carried), *guarded(at), *others],
        *orders,
        terrain=ground,
        players=["red", *cards],
        dice=list(fields.pop("dice", FOURS)),
        **fields,
    )
    played = Played(resolve(read(data)))
    assert not played.refused, played.refused
    return played


def users(played: Played, name: str) -> set[str]:
    """The units that used something."""
    used = [*played.events("EquipmentUsed"), *played.events("AbilityUsed")]
    return {event.unit for event in used if event.name == name}


def setting(name: str) -> Json:
    """What the table needs for a piece of equipment to work."""
    if name == "Not One Step":
        return {"cards": ["HSE-F-005"]}
    return {"wood": name == "Camouflage"}


@rule("AOD-EQUIP-003", "AOD-ATTACK-012", "AOD-ARTY-003", "AOD-SEQ-001")
@pytest.mark.parametrize("kind", WAYS)
@pytest.mark.parametrize("name", ATTACKED)
def test_what_answers_an_attack(name: str, kind: str) -> None:
    guarded, answered = ATTACKED[name]
    played = fought(kind, {}, guarded, **setting(name))
    assert bool(users(played, name)) == (kind in answered)


@rule("AOD-EQUIP-111", "AOD-EQUIP-105", "AOD-EQUIP-107")
@pytest.mark.parametrize("kind", WAYS)
@pytest.mark.parametrize("name", ATTACKED)
def test_who_is_asked_about_what_would_be_used(name: str, kind: str) -> None:
    """Its player is asked before the roll exactly where optional equipment would do something, and
    it does nothing once it is off."""
    guarded, answered = ATTACKED[name]
    game = fought(kind, {}, guarded, prompts="ask", **setting(name))
    while (way := game.state.under_way) and way.question.to == "free_spin":
        game = answering_on(game, {"to": "free_spin", "unit": way.question.unit})
    optional = name != "Not One Step" and "Armor" not in name
    if kind not in answered or not optional:
        assert way is None
        return
    question = game.state.under_way.question
    assert (question.to, question.options) == ("deactivate", (name,))
    assert not game.events("AttackRolled") and not game.events("ArtilleryRolled")
    game = answering_on(game, {"to": "deactivate", "unit": question.unit, "off": [name]})
    assert game.state.under_way is None
    assert users(game, name) == set()


def answering_on(game: Played, answer: Json) -> Played:
    """The game with a question answered."""
    order = read_order({"order": "answer"} | answer)
    setup, dice = game.outcome.setup, ScriptedDice(FOURS)
    state, happened = advance(setup, game.state, order, dice)
    told = (*game.outcome.events, *happened)
    return Played(msgspec.structs.replace(game.outcome, state=state, events=told))


@rule("AOD-EQUIP-003", "AOD-ARTY-003", "AOD-SEQ-001")
@pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name, (_, _, made) in STRIKING.items() for kind in WAYS if kind in made],
)
def test_what_serves_an_attack(name: str, kind: str) -> None:
    carried, serves, _ = STRIKING[name]

    def armored(at: Any) -> list[Json]:
        beside = squad("b3", (at[0] + 1.9, at[1]), 180)
        return [*target(at, **wearing("defense", "grey")), beside]

    played = fought(kind, carried, armored)
    assert bool(users(played, name)) == (kind in serves)


@rule("AOD-EQUIP-003", "AOD-INDIRECT-001")
@pytest.mark.parametrize("shape", ["square", "circle"])
def test_nobody_fires_indirectly_at_electronic_camouflage_before_it_is_switched_off(
    shape: str,
) -> None:
    hidden = wearing("speed", "black", shape)
    units = [striker(mech, {}, gun=BALLISTIC), *target(FAR, **hidden)]
    lob = ranged("r1", "b1", weapon="primary", mode="indirect")
    barred = play(units, lob, terrain=[WALL])
    assert barred.codes() == {"TARGET_UNAFFECTED"}
    off = {"order": "switch", "unit": "b1", "off": ["Electronic Camouflage"]}
    shot = play(units, off, END, lob, terrain=[WALL], active="blue", dice=(4, 4, 4))
    assert (shot.refused, shot.b1.click) == ({}, 3)


@rule("AOD-EQUIP-003", "AOD-EQUIP-105", "AOD-EQUIP-111")
@pytest.mark.parametrize(
    ("kind", "asked"),
    [(kind, True) for kind in ("ballistic", "assault", "flight")]
    + [(kind, False) for kind in ("several", "long range", "close")],
)
def test_who_would_blind_seeking_missiles_is_asked(kind: str, asked: bool) -> None:
    def hidden(at: Any) -> list[Json]:
        return target(at, **wearing("speed", "black", "circle"))

    streak = wearing("primary_damage", "black")
    on = fought(kind, streak, hidden)
    assert users(on, "Electronic Camouflage") == ({"b1"} if asked else set())
    game = fought(kind, streak, hidden, prompts="ask")
    question = game.state.under_way and game.state.under_way.question
    assert bool(question) == asked
    if question:
        off = {"to": "deactivate", "unit": "b1", "off": list(question.options)}
        game = answering_on(game, off)
        assert users(game, "Electronic Camouflage") == set()
        assert users(game, "Streak Missiles") == {"r1"}
        assert game.b1.click == on.b1.click - 2


@rule("AOD-EQUIP-105", "AOD-EQUIP-111")
@pytest.mark.parametrize("carried", [{}, wearing("primary_damage", "red")])
def test_what_has_nothing_to_blind_is_not_asked_about(carried: Json) -> None:
    def hidden(at: Any) -> list[Json]:
        return target(at, **wearing("speed", "black", "circle"))

    assert fought("ballistic", carried, hidden, prompts="ask").state.under_way is None


@rule("AOD-EQUIP-105", "AOD-ARTY-009", "AOD-ARTY-011")
def test_before_a_salvo_everybody_it_may_come_down_on_is_asked() -> None:
    """Drifted by 3 to 5 inches it reaches 8 inches from the marker, in some directions."""
    decoy = wearing("defense", "green", "circle")
    units = [
        striker(mech, wearing("primary_damage", "red", "circle"), **BATTERY),
        mech("b1", (18, 16), 180, **decoy),
        mech("b2", (18, 23.9), 180, **decoy),
        mech("b3", (21, 24.2), 180, **decoy),
        squad("r2", (20.5, 16), **wearing("speed", "red", "circle")),
        tank("r3", (15, 16), **decoy),
    ]
    fire = {"order": "ranged", "unit": "r1", "mode": "artillery", "markers": [[18, 16]]}
    game = play(units, fire, END, END, prompts="ask")
    asked = []
    while way := game.state.under_way:
        asked.append((way.question.player, way.question.unit))
        game = answering_on(game, {"to": "deactivate", "unit": way.question.unit})
    assert asked == [("blue", "b1"), ("blue", "b2"), ("red", "r3")]


@rule("AOD-EQUIP-105", "AOD-ARTY-003")
def test_the_player_of_a_gun_switches_off_what_would_cost_a_click_as_it_lands() -> None:
    piercing = wearing("primary_damage", "red", "circle")
    armor = target(FAR, **wearing("defense", "black"))
    game = fought("long range", piercing, lambda at: armor, prompts="ask")
    assert game.state.under_way.question.unit == "r1"
    kept = answering_on(game, {"to": "deactivate", "unit": "r1"})
    spared = answering_on(game, {"to": "deactivate", "unit": "r1", "off": ["Armor Piercing"]})
    assert (kept.r1.click, kept.b1.click) == (2, 5)
    assert (spared.r1.click, spared.b1.click) == (1, 3)


@rule("AOD-EQUIP-003", "AOD-ARTY-003", "AOD-ARTY-009")
@pytest.mark.parametrize(("again", "clicks"), [((4, 4, 4), 4), ((1, 2, 2), 0), ((1, 1, 6), 0)])
def test_a_decoy_asks_a_salvo_for_a_second_roll_against_the_marker(again: Any, clicks: int) -> None:
    def decoy(at: Any) -> list[Json]:
        return target(at, **wearing("defense", "green"))

    dice = (4, 4, 4, *again)
    salvo = fought("long range", {"attack": 11}, decoy, dice=dice)
    assert (salvo.b1.click - 1, salvo.outcome.dice_left) == (clicks, 0)
    (confirmed,) = salvo.events("HitConfirmed")
    assert (confirmed.unit, confirmed.against, confirmed.because) == ("r1", 21, "Decoy")
    critical = fought("long range", {}, decoy, dice=(6, 6, 1))
    assert (critical.b1.click, critical.events("HitConfirmed")) == (6, [])


@rule("AOD-EQUIP-003", "AOD-ARTY-009", "AOD-ARTY-013")
def test_dice_answer_every_marker_of_a_salvo_and_everybody_in_its_blast() -> None:
    shield: Json = {"gear": [{"card": "AOD-G-014"}]}
    two = BATTERY | {"gun": weapon("primary", "ballistic", 5, targets=2)}
    units = [
        striker(mech, {}, **two),
        mech("b1", (18, 16), 180, **shield),
        mech("b2", (20.4, 16), 180, **shield),
    ]
    marks = [[18, 16], [18, 18.5]]
    fire = {"order": "ranged", "unit": "r1", "mode": "artillery", "markers": marks}
    game = play([*units, GUARD], fire, END, END, dice=(4, 4, 4, 5, 1, 3))
    assert [e.unit for e in game.events("EffectRolled")] == ["b1", "b2", "b1"]
    assert (game.b1.click, game.b2.click) == (1 + 2 + 3, 1 + 4)
    old = {"dice_answer_long_range_fire": False}
    plain = play([*units, GUARD], fire, END, END, dice=(4, 4, 4), rulings=old)
    assert not plain.events("EffectRolled")


def test_the_tables_name_everything_that_answers() -> None:
    """Whatever overrides a hook at a step of the attacked stands in the table."""
    steps = ("reach", "defense", "second_roll", "damage")
    found = {
        item.name
        for item in ABILITIES
        if "lend_defense" in item.permits
        or any(answering(type(item).__mro__, step) for step in steps)
    }
    passing_over = {"Armor Piercing"}
    assert found - passing_over == ATTACKED.keys() | BLINDING


def test_every_hook_by_which_the_attacked_answer_says_how_it_is_asked() -> None:
    marked = {name for hooks in PROBES.values() for name in hooks}
    asked_of_the_attacked = {"suppresses", "defense_value", "guard", "damage_taken"}
    assert asked_of_the_attacked <= marked <= vars(Ability).keys()
