"""Files of Warzone: examples, schemas, bad input, saved games, whole games by lot."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules import Unreadable
from rules import __main__ as cli
from rules.__main__ import ROOT, read_records
from rules.core.dice import ScriptedDice
from rules.tests.warzone.scenes import WALL, climb, model, move, play, scene, trench
from rules.warzone.match import WarzoneMatch
from rules.warzone.refusals import REFUSALS
from rules.warzone.system import WARZONE

SYSTEM = WARZONE
PLAY = SYSTEM.edition(read_records(ROOT / "fixtures" / SYSTEM.fixtures)).play
EXAMPLES = sorted((ROOT / "fixtures" / "samples" / "warzone").glob("*.json"))


def schema(name: str) -> Draft202012Validator:
    path = ROOT / "fixtures" / "schemas" / f"warzone.{name}.1.json"
    return Draft202012Validator(json.loads(path.read_text("utf-8")))


def test_refusals_rest_on_rules_and_have_words_in_both_languages() -> None:
    book = SYSTEM.rulebook()
    assert list(book) == [f"WZ-{number:03}" for number in range(1, 65)]
    for code, rules in REFUSALS.rules.items():
        assert set(rules) <= set(book), code
        assert {"en", "pl"} <= set(REFUSALS.wording.sentences[code])


R1 = model("r1", [12, 9.5])


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"system": "chess"}, "$.system"),
        ({"table": {"width": 48}}, "$.table.depth"),
        ({"table": {"width": -1, "depth": 3}}, "$.table.width"),
        ({"players": ["red", "red"]}, "$.players[1]"),
        ({"dice": [0]}, "$.dice[0]"),
        ({"dice": [21]}, "$.dice[0]"),
        ({"units": [R1 | {"size": 0}]}, "$.units[0].size"),
        ({"units": [R1 | {"mv": -1}]}, "$.units[0].mv"),
        ({"units": [R1 | {"owner": "green"}]}, "$.units[0].owner"),
        ({"units": [R1, R1]}, "$.units[1].id"),
        ({"units": [R1, model("r2", [12.5, 9.5])]}, "$.units[1].at"),
        ({"units": [R1 | {"at": [0.2, 5]}]}, "$.units[0].at"),
        (
            {"units": [R1 | {"climbing": {"piece": "moon", "height": 1}}]},
            "$.units[0].climbing.piece",
        ),
        ({"terrain": [WALL, WALL]}, "$.terrain[1].id"),
        ({"terrain": [WALL | {"height": -1}]}, "$.terrain[0].height"),
        ({"terrain": [trench(2) | {"depth": -1}]}, "$.terrain[0].depth"),
        ({"terrain": [WALL | {"kind": "cloud"}]}, "$.terrain[0].kind"),
        ({"templates": [{"id": "t"}]}, "$.templates[0]"),
        ({"rulings": {"exact_multiple": "more"}}, "$.rulings.exact_multiple"),
        ({"orders": [{"order": "fly"}]}, "$.orders[0].order"),
        ({"orders": [move("r9", [1, 1])]}, "$.orders[0].unit"),
        ({"orders": [climb("r1", "moon")]}, "$.orders[0].piece"),
        ({"orders": [climb("r1", "blast")]}, "$.orders[0].piece"),
        ({"orders": [climb("r1", displace={"r9": [1, 1]})]}, "$.orders[0].displace.r9"),
        ({"orders": [{"order": "dive", "unit": "r1", "template": "wall"}]}, "$.orders[0].template"),
        ({"orders": [{"order": "move", "unit": "r1", "legs": [{}]}]}, "$.orders[0].legs[0]"),
        ({"orders": [{"order": "end_activation"}]}, "$.orders[0].unit"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(change: dict[str, Any], path: str) -> None:
    blast = {"id": "blast", "circle": [12, 9.5, 1]}
    data = scene(R1, terrain=[WALL], templates=[blast]) | change
    for language in ("en", "pl"):
        with pytest.raises(Unreadable) as refused:
            PLAY.resolve(data, language)
        assert refused.value.path == path
        assert refused.value.message(language)


def test_dice_run_out() -> None:
    climbing = R1 | {"climbing": {"piece": "wall", "height": 5}}
    with pytest.raises(Unreadable) as refused:
        play(scene(climbing, terrain=[WALL]), climb("r1"))
    assert refused.value.path == "$.dice"


def test_every_refusal_has_its_sentence_in_both_languages() -> None:
    data = scene(R1, model("b1", [12, 6]), terrain=[WALL]) | {
        "orders": [
            move("r1", [40, 9.5], [12, 11]),
            {"order": "attack", "unit": "r1", "target": "r1", "kind": "ranged"},
        ]
    }
    for language in ("en", "pl"):
        for refusal in PLAY.resolve(data, language)["refused"]:
            assert all("{" not in each["message"] for each in refusal["violations"])


def test_unknown_fields_are_noted() -> None:
    data = scene(R1 | {"colour": "grey"}, weather="rain")
    notes = PLAY.resolve(data, "en")["notes"]
    assert sorted(note["path"] for note in notes) == ["$.units[0].colour", "$.weather"]


def test_orders_to_try_are_for_ones_own_models() -> None:
    match = WarzoneMatch(scene(R1, model("b1", [30, 30]), model("r2", [34, 30], ended=True)), 1)
    tried = match.game.rules.legal_orders(match.game.state, "red")
    assert {order.unit for order in tried if hasattr(order, "unit")} == {"r1"}


def saved() -> dict[str, Any]:
    match = WarzoneMatch(scene(R1, terrain=[WALL]), 1)
    match.game.dice = ScriptedDice([16])
    for order in (climb("r1"), climb("r1"), {"order": "end_activation", "unit": "r1"}):
        match.take(order)
    written: dict[str, Any] = json.loads(json.dumps(match.save()))
    return written


def test_a_saved_game_plays_again() -> None:
    game = saved()
    schema("game").validate(game)
    assert game["faces"] == [[], [], [16]]
    assert PLAY.replay(game, "en") == {"format": "game/1", "identical": True, "notes": []}
    changes: list[dict[str, Any]] = [
        {"faces": [[], [], [17]]},
        {"faces": [[], [], []]},
        {"states": ["0" * 8] * 3},
    ]
    for change in changes:
        assert PLAY.replay(game | change, "pl")["identical"] is False


def test_the_commands_take_the_system_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["resolve", *map(str, EXAMPLES)]) == 0
    capsys.readouterr()


def test_ready_made_scenarios_give_many_kinds_of_orders_by_lot() -> None:
    said: list[str] = []
    assert PLAY.playouts(3, 2, said.append), said
    for kind in ("move", "climb", "posture", "attack", "end_activation"):
        assert kind in said[-1]
