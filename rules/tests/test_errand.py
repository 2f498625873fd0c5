"""A commander's order found elsewhere by an errand is the one found at the game."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction import RULESET, write_record
from rules.age_of_destruction.bots import COMMANDERS
from rules.age_of_destruction.errand import Beginning, ErrandRefused, Errands, errand_of
from rules.age_of_destruction.match import SkirmishMatch
from rules.age_of_destruction.play.opening import records_named
from rules.age_of_destruction.play.scenario import read_scenario
from rules.core.dice import SeededDice
from rules.tests.skirmishes import catalogue
from rules.tools.bench_games import start

START = start(4)
LOT, OF = 2**62 + 1, "of this game"


def match(seed: int = 1) -> SkirmishMatch:
    scenario = read_scenario(START | {"dice": [], "orders": []}, catalogue())
    return SkirmishMatch(START, scenario, seed)


def beginning(**records: Any) -> Beginning:
    known = catalogue()
    named = {
        name: write_record(record)
        for name in records_named(START)
        if (record := known.unit(name) or known.card(name))
    }
    return Beginning(START, known.id, named | records)


def played(commander: str, orders: int) -> Iterator[SkirmishMatch]:
    """A match at some moments of it."""
    game, lots = match(), SeededDice(3)
    for _number in range(orders):
        yield game
        game.take(game.ordered(commander, lots.below(1000)))


def written(order: Any) -> str:
    return msgspec.json.encode(order).decode()


@pytest.mark.parametrize("commander", COMMANDERS)
def test_an_errand_brings_the_order_that_is_given_at_the_game(commander: str) -> None:
    elsewhere = Errands(catalogue())
    for number, game in enumerate(islice(played("greedy", 7), 0, None, 2)):
        begun = None if elsewhere.known else beginning()
        errand = errand_of(game, OF, commander, LOT + number, begun)
        thought = elsewhere.run(msgspec.json.encode(errand))
        assert thought.order == written(game.ordered(commander, LOT + number))
        assert thought.fingerprint == game.fingerprint()


def test_an_errand_tells_nothing_of_the_dice() -> None:
    one, other = (errand_of(match(seed), OF, "greedy", LOT, beginning()) for seed in (1, 2))

    assert match(1).chance != match(2).chance and one == other


def test_records_are_those_of_the_game_whatever_the_catalogue_says_here() -> None:
    name = START["units"][0]["unit"]
    known = catalogue().unit(name)
    assert known is not None
    slower = msgspec.structs.replace(known, dial=known.dial[1:])
    begun = beginning(**{name: write_record(slower)})
    elsewhere = Errands(catalogue())

    elsewhere.run(msgspec.json.encode(errand_of(match(), OF, "random", LOT, begun)))

    assert elsewhere._begun is not None
    there, here = elsewhere._begun[1].setup.figures, match().setup.figures
    others = {unit["id"] for unit in START["units"] if there[unit["id"]] != here[unit["id"]]}
    assert others == {unit["id"] for unit in START["units"] if unit["unit"] == name}


@pytest.mark.parametrize(
    "change",
    [{"ruleset": f"{RULESET}0"}, {"fingerprint": "0" * 16}, {"beginning": None}],
)
def test_an_errand_that_would_come_out_otherwise_is_refused(change: dict[str, Any]) -> None:
    errand = errand_of(match(), OF, "random", LOT, beginning())

    with pytest.raises(ErrandRefused):
        Errands(catalogue()).run(msgspec.json.encode(msgspec.structs.replace(errand, **change)))


def test_machines_are_measured_by_the_same_thought() -> None:
    one, other = Errands(catalogue()), Errands(catalogue())

    assert one.measured()() == other.measured()()
