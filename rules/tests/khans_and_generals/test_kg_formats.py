"""Files in and out: schemas, refusals with places, saved games, whole battles from a seed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules import Unreadable
from rules.core.dice import SeededDice
from rules.core.wording import LANGUAGES
from rules.khans_and_generals.orders import BY_NAME, KINDS
from rules.khans_and_generals.play.refusals import WORDING
from rules.khans_and_generals.play.saved_game import (
    SavedGame,
    replay_game,
)
from rules.khans_and_generals.play.schemas import schemas
from rules.khans_and_generals.system import KHANS_AND_GENERALS
from rules.tests.khans_and_generals.scenes import (
    CARDS,
    END,
    area,
    locked,
    move,
    order,
    play,
    scene,
    unit,
)

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures" / "khans_and_generals"
BATTLES = sorted((FIXTURES / "battles").glob("*.json"))
PLAY = KHANS_AND_GENERALS.edition({}).play
BOOK = KHANS_AND_GENERALS.rulebook()
MADE = schemas()


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_the_rule_book_has_175_rules() -> None:
    assert len(BOOK) == 175


def test_every_refusal_has_its_words() -> None:
    for code, texts in WORDING.sentences.items():
        assert texts.keys() >= set(LANGUAGES), code


def keeps(name: str, document: Any) -> None:
    schema = MADE[f"khans-and-generals.{name}"]
    Draft202012Validator(schema).validate(json.loads(json.dumps(document)))


def test_there_are_two_battles_a_period() -> None:
    periods = [path.stem.split("-")[0] for path in BATTLES]
    assert sorted(periods) == sorted(["preindustrial", "early", "modern"] * 2)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "scenario/2"}, "$.format"),
        ({"table": {"width": 120}}, "$.table.depth"),
        ({"players": ["red", "red"]}, "$.players"),
        ({"active": "green"}, "$.active"),
        ({"units": [unit("r1", "GHOST", (5, 5))]}, "$.units[0].unit"),
        ({"units": [unit("r1", {"class": "line"}, (5, 5))]}, "$.units[0].unit.strength"),
        ({"units": [unit("r1", "INF", (5, 5))] * 2}, "$.units[1].id"),
        ({"units": [unit("r1", "INF", (5, 5), hq="r2")]}, "$.units[0].hq"),
        ({"units": [unit("r1", "INF", (5, 5), locked=locked("b9"))]}, "$.units[0].locked[0].with"),
        ({"units": [unit("r1", "INF", (5, 5)) | {"owner": "x"}]}, "$.units[0].owner"),
        ({"units": [unit("r1", "INF", (5, 5), strength=-1)]}, "$.units[0].strength"),
        ({"terrain": [area("a", "scrub", 1, 1, 5, 5)] * 2}, "$.terrain[1].id"),
        ({"terrain": [{"id": "a", "kind": "scrub"}]}, "$.terrain[0].polygon"),
        ({"terrain": [{"id": "a", "kind": "zone", "line": [[1, 1]]}]}, "$.terrain[0].line"),
        ({"terrain": [area("a", "lava", 1, 1, 5, 5)]}, "$.terrain[0].kind"),
        ({"orders": [{"unit": "r1"}]}, "$.orders[0].order"),
        ({"orders": [{"order": "move", "unit": "r1"}]}, "$.orders[0].legs"),
        ({"orders": [order("ranged", "r1", target=3)]}, "$.orders[0].target"),
        ({"reserves": {"a": ["r9"]}}, "$.reserves.a[0]"),
        ({"assessment": {"red": {}, "blue": {"tokens": [3, 9]}}}, "$.assessment.blue.tokens[1]"),
        ({"traps": {"red": [], "blue": 3}}, "$.traps.blue"),
        ({"reserves": {"a": [], "b": 3}, "traps": {"red": 4}}, "$.reserves.b"),
        ({"traps": {"green": []}}, "$.traps.green"),
        ({"lines": [["r_far", "b9"]]}, "$.lines[0][1]"),
        ({"conditions": {"weather": "hail"}}, "$.conditions.weather"),
        ({"objectives": [{"id": "o", "at": [1, 1], "holder": "x"}]}, "$.objectives[0].holder"),
    ],
)
def test_unreadable_scenarios_name_the_place(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        PLAY.resolve(scene() | changes, "en")
    assert refusal.value.path == path
    assert refusal.value.message("pl") != ""


SHOOTERS = (unit("r1", "INF", (50, 20)), unit("b1", "INF", (50, 60)))
FIRE = order("ranged", "r1", target="b1")


@pytest.mark.parametrize(
    ("dice", "path"),
    [
        (["d6:3", "d6:3"], "$.dice[2]"),
        (["d6:3", "d10:3", "d10:1"], "$.dice[1]"),
        (["d6:7", "d6:3", "d10:1"], "$.dice[0]"),
        ([3, 9, 1], "$.dice[1]"),
        (["six", "d6:3", "d10:1"], "$.dice[0]"),
        ([], "$.dice[0]"),
    ],
)
def test_dice_that_do_not_fit(dice: list[Any], path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        play(*SHOOTERS, orders=[FIRE], dice=dice)
    assert refusal.value.path == path
    assert refusal.value.message("en") and refusal.value.message("pl")


def test_bare_numbers_and_dice_left_over() -> None:
    assert play(*SHOOTERS, orders=[FIRE], dice=[3, 3, 5])["units"]["b1"]["strength"] == 20
    found = PLAY.resolve(scene(*SHOOTERS, dice=["d6:1", "d6:1"]), "en")
    assert found["dice_left"] == 2


def test_unknown_fields_are_noted() -> None:
    found = play(*SHOOTERS, orders=[order("grenades", "r1")], colour="red")
    assert [note["path"] for note in found["notes"]] == ["$.colour"]


def test_a_refused_order_changes_nothing() -> None:
    before = play(*SHOOTERS)
    after = play(*SHOOTERS, orders=[move("r1", (50, 90))])
    assert after["units"] == before["units"]


# --- Saved games ----------------------------------------------------------------------------


def saved_game() -> dict[str, Any]:
    saved = SavedGame(scene(*SHOOTERS), SeededDice(7))
    for given in (FIRE, END, END):
        kind = BY_NAME[given["order"]].value
        from rules.khans_and_generals.play.scenario import read_order

        value = read_order(given, "$")
        assert isinstance(value, kind)
        saved.game.play(value)
    return saved.write(scheme="pcg32", seed=7)


def test_a_saved_game_plays_again() -> None:
    data = json.loads(json.dumps(saved_game()))
    keeps("game.1", data)
    assert PLAY.replay(data, "en")["identical"] is True


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("faces", [[3, 3], [], []], "dice"),
        ("faces", [[3, 3, 11], [], []], "die"),
        ("faces", [[1, 1, 1, 1], [], []], "unused"),
        ("states", ["00000000", "", ""], "another state"),
    ],
)
def test_a_replay_names_the_first_difference(field: str, value: Any, reason: str) -> None:
    data = saved_game() | {field: value}
    answer = PLAY.replay(data, "en")
    assert (answer["identical"], answer["path"]) == (False, "$.orders[0]")
    assert reason in answer["reason"]


def test_a_saved_game_that_cannot_be_read() -> None:
    with pytest.raises(Unreadable) as refusal:
        replay_game(saved_game() | {"faces": []})
    assert refusal.value.path == "$.faces"
    broken = saved_game()
    broken["start"]["units"] = 3
    with pytest.raises(Unreadable) as refusal:
        replay_game(broken)
    assert refusal.value.path == "$.start.units"


def test_undo_takes_an_order_back() -> None:
    from rules.khans_and_generals.play.scenario import read_order

    saved = SavedGame(scene(*SHOOTERS), SeededDice(7))
    before = saved.game.state
    saved.game.play(read_order(FIRE, "$"))
    assert saved.game.state != before
    saved.game.undo()
    assert saved.game.state == before


def test_playouts_say_what_went_wrong() -> None:
    said: list[str] = []
    broken = {"battles/broken.json": {"format": "scenario/1", "name": "Broken"}}
    assert not KHANS_AND_GENERALS.edition({}).play.playouts(1, 1, said.append)
    assert said[0] == "no games to play"
    assert not KHANS_AND_GENERALS.edition(broken).play.playouts(1, 1, said.append)
    assert "game 1, Broken: Traceback" in said[2] and "Unreadable" in said[2]


#: The rooms of the system from the lowest; none imports one above it.
ROOMS = ("records", "army", "table", "state", "moment", "steps", "orders", "play")


def test_rooms_import_only_what_is_below() -> None:
    package = "rules.khans_and_generals."
    for path in (ROOT / "rules" / "khans_and_generals").rglob("*.py"):
        imported = re.findall(r"^(?:from|import) (rules[\w.]*)", path.read_text("utf-8"), re.M)
        assert not [name for name in imported if "age_of_destruction" in name], path
        room = path.parent.name
        for name in imported:
            other = name.removeprefix(package).split(".")[0]
            if room in ROOMS and name.startswith(package) and other in ROOMS:
                assert ROOMS.index(other) <= ROOMS.index(room), f"{path} imports {name}"


def test_every_kind_of_order_is_in_the_schema() -> None:
    parts = MADE["khans-and-generals.scenario.1"]["$defs"]
    for value in KINDS:
        assert value.__name__ in parts
    assert len(BY_NAME) == len(KINDS) == 33
    assert CARDS["INF"]["class"] == "line"
