"""Files of Nations at War: examples, schemas, bad input, saved games, whole games by lot."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules import Unreadable
from rules import __main__ as cli
from rules.__main__ import ROOT, read_records
from rules.nations_at_war.chance import ScriptedChance
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.system import NATIONS_AT_WAR
from rules.tests.nations_at_war.scenes import along, hq, mechanised, move, play, scene, tank

SYSTEM = NATIONS_AT_WAR
PLAY = SYSTEM.edition(read_records(ROOT / "fixtures" / SYSTEM.fixtures)).play
EXAMPLES = sorted((ROOT / "fixtures" / "samples" / "nations_at_war").glob("*.json"))


def schema(name: str) -> Draft202012Validator:
    path = ROOT / "fixtures" / "schemas" / f"nations-at-war.{name}.1.json"
    return Draft202012Validator(json.loads(path.read_text("utf-8")))


def test_refusals_rest_on_rules_and_have_words_in_both_languages() -> None:
    book = SYSTEM.rulebook()
    assert list(book) == [f"NW-{number:03}" for number in range(1, 52)]
    for code, rules in REFUSALS.rules.items():
        assert set(rules) <= set(book), code
        assert {"en", "pl"} <= set(REFUSALS.wording.sentences[code])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"system": "chess"}, "$.system"),
        ({"units": []}, "$.units"),
        ({"players": ["red"]}, "$.players"),
        ({"players": ["red", "red"]}, "$.players[1]"),
        ({"end_turn_markers": 1}, "$.end_turn_markers"),
        ({"dice": [0]}, "$.dice[0]"),
        ({"dice": [7]}, "$.dice[0]"),
        ({"held": {"green": 1}}, "$.held.green"),
        ({"held": {"red": 2}}, "$.held.red"),
        ({"missed": ["Z"]}, "$.missed[0]"),
        ({"activated": ["A", "A"]}, "$.activated[1]"),
        ({"cup": {"formations": ["Z"]}}, "$.cup.formations[0]"),
        ({"end_turn_drawn": 3}, "$.end_turn_drawn"),
        ({"stage": "impulse"}, "$.formation"),
        ({"formation": "Z"}, "$.formation"),
        ({"stage": "combat"}, "$.stage"),
        ({"markers": [{"kind": "smoke", "at": [50, 0]}]}, "$.markers[0].at"),
        (
            {"formations": [{"id": "A", "owner": "green"}, {"id": "C", "owner": "blue"}]},
            "$.formations[0].owner",
        ),
        ({"formations": [{"id": name, "owner": "red"} for name in "ACB"]}, "$.formations[2]"),
        ({"map": {"hexes": []}}, "$.map.hexes"),
        ({"map": {"hexes": [{"at": [0, 0]}, {"at": [0, 0]}]}}, "$.map.hexes[1].at"),
        ({"map": {"hexes": [{"at": [0, 0]}]}}, "$.units[1].at"),
        ({"map": {"costs": {"open": 0.3}, "hexes": []}}, "$.map.costs.open"),
        ({"orders": [{"order": "shell"}]}, "$.orders[0].order"),
        ({"orders": [{"order": "fire", "unit": "ah", "target": "zz"}]}, "$.orders[0].target"),
        (
            {"orders": [{"order": "replace_hq", "formation": "Z", "unit": "ah"}]},
            "$.orders[0].formation",
        ),
        ({"orders": [{"order": "move"}]}, "$.orders[0].unit"),
        ({"orders": [{"order": "move", "unit": "ah", "legs": [{}]}]}, "$.orders[0].legs[0]"),
        ({"orders": [move("ah", along([1, 0], costs=[1, 1]))]}, "$.orders[0].legs[0].costs"),
        (
            {"orders": [move("ah") | {"members": ["ah"], "member_legs": {"ah": [], "zz": []}}]},
            "$.orders[0].member_legs.zz",
        ),
        ({"orders": [{"order": "move", "members": ["ah"]}]}, "$.orders[0].member_legs.ah"),
        ({"orders": [{"order": "draw"}]}, "$.draws"),
        ({"orders": [{"order": "draw"}], "draws": ["Z"]}, "$.draws[0]"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(change: dict[str, Any], path: str) -> None:
    for language in ("en", "pl"):
        with pytest.raises(Unreadable) as refused:
            PLAY.resolve(scene() | change, language)
        assert refused.value.path == path
        assert refused.value.message(language)
        assert refused.value.code != "MISFIT", "msgspec's own words are English"


@pytest.mark.parametrize(
    ("unit", "path"),
    [
        (hq("a1", "A", [0, 0]), "$.formations[0]"),
        (hq("a1", "A", [0, 0], morale=13), "$.units[1].morale"),
        (hq("a1", "A", [0, 0], command_range=-1), "$.units[1].command_range"),
        (hq("a1", "A", [0, 0], leadership=None), "$.units[1].leadership"),
        (tank("ah", "A", [0, 0]), "$.units[1].id"),
        (tank("a1", "Z", [0, 0]), "$.units[1].formation"),
        (tank("a1", "A", [50, 0]), "$.units[1].at"),
        (tank("a1", "A", None), "$.units[1].reinforcement"),
        (tank("a1", "A", None, reinforcement={}, disrupted=True), "$.units[1].disrupted"),
        (
            tank("a1", "A", None, reinforcement={"hexes": [[50, 0]]}),
            "$.units[1].reinforcement.hexes[0]",
        ),
        (tank("a1", "A", [0, 0], side="mounted"), "$.units[1].side"),
        (tank("a1", "A", [0, 0], movement={"mounted": 1, "dismounted": 1}), "$.units[1].movement"),
        (mechanised("a1", "A", [0, 0], side=None), "$.units[1].side"),
        (mechanised("a1", "A", [0, 0], movement=3), "$.units[1].movement"),
        (mechanised("a1", "A", [0, 0], movement={"mounted": 3}), "$.units[1].movement.dismounted"),
    ],
)
def test_a_counter_that_cannot_be_is_refused_at_its_place(unit: dict[str, Any], path: str) -> None:
    data = scene(hq("ah", "A", [0, 0]), unit)
    with pytest.raises(Unreadable) as refused:
        play(data)
    assert refused.value.path == path


def test_unknown_fields_are_noted() -> None:
    data = scene(tank("a1", "A", [1, 0], colour="grey"), weather="rain")
    assert [note["path"] for note in PLAY.resolve(data, "en")["notes"]] == [
        "$.units[1].colour",
        "$.weather",
    ]


def saved() -> dict[str, Any]:
    match = NationsMatch(scene(tank("a1", "A", [9, 2]), prompts="ask"), 1)
    match.game.dice = ScriptedChance([3, 3], ["A"])
    for order in (
        {"order": "draw"},
        move("a1", along([8, 2])),
        {"order": "answer", "to": "opportunity_fire"},
    ):
        match.take(order)
    written: dict[str, Any] = json.loads(json.dumps(match.save()))
    return written


def test_a_saved_game_plays_again_with_its_dice_and_draws() -> None:
    game = saved()
    schema("game").validate(game)
    assert (game["faces"], game["drawn"]) == ([[3, 3], [], []], [["A"], [], []])
    assert PLAY.replay(game, "en") == {
        "format": "game/1",
        "identical": True,
        "notes": [],
    }


@pytest.mark.parametrize(
    "change",
    [
        {"faces": [[6, 6], [], []]},
        {"faces": [[3], [], []]},
        {"faces": [[3, 3, 3], [], []]},
        {"drawn": [["C"], [], []]},
        {"drawn": [[], [], []]},
        {"states": ["00000000"] * 3},
    ],
)
def test_a_changed_record_is_told(change: dict[str, Any]) -> None:
    answer = PLAY.replay(saved() | change, "pl")
    assert answer["identical"] is False
    assert answer["path"].startswith("$.orders[")
    assert answer["reason"]


def test_the_commands_take_the_system_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = tmp_path / "left.json"
    left.write_text(json.dumps(scene(draws=["A"])), "utf-8")
    assert cli.main(["resolve", *map(str, EXAMPLES)]) == 0
    assert cli.main(["resolve", str(left)]) == 2
    assert cli.main(["playouts", "--system", "nations-at-war", "--games", "4"]) == 0
    assert cli.main(["validate", str(left)]) == 2
    capsys.readouterr()


def test_ready_made_scenarios_give_every_order_by_lot() -> None:
    said: list[str] = []
    assert PLAY.playouts(7, 6, said.append)
    assert {word for word in said[-1].split() if word.isalpha() or "_" in word} >= {
        "answer",
        "draw",
        "end_stage",
        "fire",
        "move",
        "replace_hq",
    }
