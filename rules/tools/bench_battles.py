"""Speed of Khans & Generals: armies judged, battles between commanders, replays.

Battles are the ready-made ones, some 13 units each, which are as far apart from skirmishes of the
first game as the games are: the figures stand beside those, and compare with themselves.
"""

import time
from collections.abc import Mapping
from itertools import count, islice, product
from typing import Any

from rules.core.dice import SeededDice
from rules.core.game import replay
from rules.khans_and_generals.army.battle_group import read_army
from rules.khans_and_generals.army.verdict import validate
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.play.saved_game import rules_of
from rules.khans_and_generals.starting.agreement import SIZES
from rules.khans_and_generals.starting.dealing import deal
from rules.khans_and_generals.system import KHANS_AND_GENERALS

BATTLES = 12
#: Orders a greedy commander is timed for in every battle, and turns of battles by lot.
ORDERS = 40
TURNS = 8
#: Orders after which legal ones are listed.
MIDDLE = 12
SECONDS = 2.0


def measure_battles(records: Mapping[str, Any]) -> dict[str, float]:
    """Validations, battles by lot of eight turns at most, orders, replays and lists of legal
    orders a second of processor time; milliseconds of a greedy commander's order."""
    play = KHANS_AND_GENERALS.edition(records).play
    starts = list(islice(play.deals(1), BATTLES))
    began = time.process_time()
    fought = [_fought(start, seed) for seed, start in enumerate(starts)]
    playing = time.process_time() - began
    orders = sum(len(battle.game.steps) for battle in fought)
    return {
        "kg_validations_per_s": _validations(records),
        "kg_battles_per_s": BATTLES / playing,
        "kg_orders_per_s": orders / playing,
        "kg_replays_per_s": _replays(starts, fought),
        "kg_legal_orders_per_s": _legal_orders(starts),
        "kg_greedy_order_ms": _greedy_order_ms(starts),
    }


def _validations(records: Mapping[str, Any]) -> float:
    forces = [force for name, force in records.items() if name.startswith("forces/")]
    dealt = [deal(force, size, lot) for lot, (force, size) in enumerate(product(forces, SIZES))]
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        validate(read_army(dealt[done % len(dealt)]))
        done += 1
    return done / spent


def _fought(start: Mapping[str, Any], seed: int) -> Battle:
    battle = Battle(start, seed)
    for number in count():
        if not battle.actors() or battle.turn > TURNS:
            return battle
        battle.take(battle.ordered("random", 1000 * seed + number))
    raise AssertionError


def _replays(starts: list[dict[str, Any]], fought: list[Battle]) -> float:
    first = [Battle(start, seed) for seed, start in enumerate(starts)]
    began = time.process_time()
    for before, after in zip(first, fought, strict=True):
        rules = rules_of(after.saved.scenario.setup)
        record = [(step.order, step.faces, step.fingerprint) for step in after.game.steps]
        _, difference = replay(rules, before.game.state, record)
        if difference is not None:
            raise RuntimeError(difference.message())
    return len(fought) / (time.process_time() - began)


def _legal_orders(starts: list[dict[str, Any]]) -> float:
    """Lists of legal orders of positions after some greedy orders."""
    battles = [Battle(start, seed) for seed, start in enumerate(starts)]
    for battle, number in product(battles, range(MIDDLE)):
        if battle.actors():
            battle.take(battle.ordered("greedy", number))
    asked, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        battle = battles[asked % len(battles)]
        battle.game.rules.legal_orders(battle.game.state, battle.game.state.active)
        asked += 1
    return asked / spent


def _greedy_order_ms(starts: list[dict[str, Any]]) -> float:
    """Orders of the side to move and of the other, for which it is asked after each of them."""
    spent, given = 0.0, 0
    for seed, start in enumerate(starts):
        battle, chance = Battle(start, seed), SeededDice(seed)
        for _ in range(ORDERS):
            if not battle.actors():
                break
            lot = chance.below(1 << 30)
            began = time.process_time()
            answers = (battle.answer(p, "greedy", lot)() for p in battle.standing().answering)
            order = next(filter(None, answers), None) or battle.ordered("greedy", lot)
            spent += time.process_time() - began
            given += 1
            battle.take(order)
    return 1000 * spent / given
