"""Every game system passes the battery of `rules.core.conformance`."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from rules import GAME_SYSTEMS
from rules.__main__ import ROOT, load_edition, main
from rules.core import coverage
from rules.core.conformance import (
    FORMATS,
    broken_book,
    broken_bots,
    broken_building,
    broken_files,
    broken_play,
    by_format,
)
from rules.core.conformance import GAMES as USUAL
from rules.core.conformance_table import broken_dice, broken_openings, broken_table
from rules.core.system import Document, Edition, GameSystem
from rules.tests.squares import RACE, SQUARES
from rules.tests.squares_army import TEAM

SYSTEMS: list[GameSystem] = [*GAME_SYSTEMS.values(), SQUARES]
#: Where files of systems lie: those to play with, and those that show how.
FOLDERS = ("samples", *(system.fixtures for system in SYSTEMS))

#: How many games a system needs to show its kinds of orders, where that is not the usual number.
GAMES = {"age-of-destruction": 12, "khans-and-generals": 14, "nations-at-war": 8}
#: Kinds for which the starts of a system seldom give occasion; its own tests have the positions.
ELSEWHERE = {
    "age-of-destruction": "claim death_from_above dispute face",
    "khans-and-generals": "advance answer anti_air assault_vehicle deploy disengage human_wave"
    " pass_points reveal roll rouse tank_charge trap",
    "warzone": "climb",
}

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def edition(system: GameSystem) -> Edition:
    """A system with its committed records."""
    if system.name not in _editions:
        _editions[system.name] = load_edition(system)
    return _editions[system.name]


_editions: dict[str, Edition] = {}


def files() -> Iterator[tuple[str, Document]]:
    """The committed files of any system."""
    for folder in FOLDERS:
        for path in sorted((ROOT / "fixtures" / folder).rglob("*.json")):
            data = json.loads(path.read_text("utf-8"))
            if isinstance(data, dict) and data.get("format") in FORMATS:
                yield path.relative_to(ROOT).as_posix(), data


def keeps(schema: Document, document: Any) -> str:
    """What keeps a document from a schema; nothing if it keeps to it."""
    fault = best_match(Draft202012Validator(schema).iter_errors(document))
    return "" if fault is None else f"{fault.json_path}: {fault.message}"


@every_system
def test_the_rule_book_is_whole_and_every_rule_tested(system: GameSystem) -> None:
    assert list(broken_book(system.rulebook(), tested_rules())) == []


@cache
def tested_rules() -> set[str]:
    """The rules of all systems that some test is marked with."""
    return coverage.marked_rules(coverage.test_sources([Path(__file__).parent]))


@every_system
def test_published_schemas_are_those_of_the_types(system: GameSystem) -> None:
    for name, schema in system.schemas().items():
        Draft202012Validator.check_schema(schema)
        published = ROOT / "fixtures" / "schemas" / f"{name}.json"
        if system.name in GAME_SYSTEMS:
            assert json.loads(published.read_text("utf-8")) == json.loads(json.dumps(schema)), name
    assert {"scenario/1", "outcome/1", "game/1"} <= by_format(system).keys()


@every_system
def test_files_are_read_answered_and_written_as_the_schemas_say(system: GameSystem) -> None:
    own = {name: data for name, data in files() if data.get("system") == system.name}
    if system is SQUARES:
        own = {"a race": RACE, "a team": TEAM}
    assert own
    assert list(broken_files(system, edition(system), own, keeps)) == []


@every_system
def test_armies_are_built_of_what_is_offered(system: GameSystem) -> None:
    army = edition(system).army
    assert army is None or list(broken_building(army)) == []


@every_system
def test_games_by_lot(system: GameSystem) -> None:
    elsewhere = ELSEWHERE.get(system.name, "").split()
    games = GAMES.get(system.name, USUAL)
    found = broken_play(system, edition(system), 1, keeps, games=games, elsewhere=elsewhere)
    assert list(found) == []


@pytest.mark.rule("SQ-001")
def test_runners_of_the_toy_take_turns() -> None:
    match = SQUARES.edition({}).play.begin(RACE, 1)
    assert match.explain({"order": "run", "player": "blue"}, "en")[0]["rules"] == ["SQ-001"]
    match.take({"order": "run", "player": "red"})
    assert match.actors() == ["blue"]


@pytest.mark.rule("SQ-002")
def test_teams_of_the_toy_keep_to_their_points() -> None:
    army = SQUARES.edition({}).army
    verdict = army.judge(TEAM, "en")
    assert [(found["rules"], found["message"]) for found in verdict["violations"]] == [
        (["SQ-002"], "The team costs 7; 6 is the most.")
    ]
    assert army.judge(army.repaired(TEAM, verdict["repairs"][0]), "en")["legal"]


@every_system
def test_commanders_give_legal_orders(system: GameSystem) -> None:
    play = edition(system).play
    assert play is None or list(broken_bots(play, 3)) == []


@every_system
def test_ready_made_starts_can_be_played(system: GameSystem) -> None:
    play = edition(system).play
    assert play is None or list(broken_openings(play, 5)) == []


@every_system
def test_a_game_is_seen_and_played_on_its_table(system: GameSystem) -> None:
    play = edition(system).play
    assert play is None or list(broken_table(play, 5)) == []


@every_system
def test_orders_are_given_with_dice_that_are_typed(system: GameSystem) -> None:
    play = edition(system).play
    assert play is None or list(broken_dice(play, 5)) == []


@pytest.mark.parametrize("system", GAME_SYSTEMS.values(), ids=lambda system: system.name)
def test_a_system_without_armies_judges_none(
    system: GameSystem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "army.json"
    file.write_text(json.dumps({"format": "battle-group/1", "system": system.name}), "utf-8")
    status = main(["validate", str(file)])
    refused = json.loads(capsys.readouterr().out).get("unreadable", {}).get("path") == "$.system"
    assert refused == (edition(system).army is None)
    assert status == 2 or not refused
