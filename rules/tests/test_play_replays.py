"""Recorded games play again as they were recorded; whatever is changed in one is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rules.__main__ import main
from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.answer import Answer
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.play.rulings import EARLIER, RULINGS, unusual, usual
from rules.age_of_destruction.play.saved_game import (
    as_begun,
    read_record,
    replay_game,
    start_game,
    write_record,
)
from rules.age_of_destruction.play.schemas import schemas
from rules.core.dice import ScriptedDice
from rules.core.game import Difference
from rules.tests.recorded_games import FOLDER, GAMES
from rules.tests.skirmishes import END, Json, catalogue, move, read, scenario, squad

FILES = sorted(FOLDER.glob("*.json"))
#: Games saved under earlier rules.
OLD_SAVES = Path(__file__).parent / "old_saves"
#: A game as it was saved when every order was an object with its faces and its state.
OLD_SAVE = OLD_SAVES / "three-players.json"


def recorded(name: str = "two-groups") -> Json:
    """A recorded game, to be changed."""
    saved: Json = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return saved


def test_every_game_of_the_list_is_recorded() -> None:
    assert {file.stem for file in FILES} == set(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_plays_again(file: Path, capsys: Any) -> None:
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["identical"]


def _more_faces(saved: Json, index: int) -> None:
    saved["faces"][index].append(1)


def _no_faces(saved: Json, index: int) -> None:
    saved["faces"][index] = []


def _other_state(saved: Json, index: int) -> None:
    saved["states"][index] = "0" * 8


def _part_of_a_state(saved: Json, index: int) -> None:
    saved["states"][index] = saved["states"][index][:-1]


def _other_unit(saved: Json, index: int) -> None:
    saved["orders"][index]["unit"] = "nobody"


@pytest.mark.parametrize(
    ("change", "needs_faces", "code"),
    [
        (_more_faces, True, "DICE_LEFT"),
        (_no_faces, True, "DICE_RUN_OUT"),
        (_other_state, False, "OTHER_STATE"),
        (_part_of_a_state, False, "OTHER_STATE"),
        (_other_unit, False, "REFUSED"),
    ],
)
def test_a_changed_step_is_found_and_named(
    change: Callable[[Json, int], None], needs_faces: bool, code: str
) -> None:
    saved = recorded()
    index = next(
        i
        for i, (order, faces) in enumerate(zip(saved["orders"], saved["faces"], strict=True))
        if "unit" in order and (faces or not needs_faces)
    )
    change(saved, index)
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == index
    assert difference.code == code
    assert difference.message("en") != difference.message("pl")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda step: {"faces": (*step.faces, 1)}, "DICE_LEFT"),
        (lambda step: {"faces": step.faces[1:]}, "DICE_RUN_OUT"),
        (lambda step: {"fingerprint": "0" * 16}, "OTHER_STATE"),
    ],
)
def test_a_game_is_played_again_by_its_own_record(change: Any, code: str) -> None:
    start, record = read_record(recorded())
    game = start_game(as_begun(start, RULESET), catalogue(), ScriptedDice(()))
    for order, faces, state in record:
        game.again(order, ScriptedDice(faces), state)
    assert game.retraced(lambda step: ScriptedDice(step.faces)) is None
    at = next(index for index, step in enumerate(game.steps) if step.faces)
    game.steps[at] = msgspec.structs.replace(game.steps[at], **change(game.steps[at]))
    found = game.retraced(lambda step: ScriptedDice(step.faces))
    assert found is not None
    assert (found.step, found.code) == (at, code)


def test_other_faces_lead_elsewhere() -> None:
    saved = recorded()
    saved["faces"] = [[7 - face for face in faces] for faces in saved["faces"]]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert saved["faces"][difference.step]


def test_a_missing_order_is_found() -> None:
    saved = recorded()
    for entries in (saved["orders"], saved["faces"], saved["states"]):
        del entries[1]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == 1


def test_a_game_names_the_rulings_set_otherwise_than_its_ruleset_has_them() -> None:
    chosen = {"dfa_special_attack_heat": 1, "tracked_shallow": RULINGS["tracked_shallow"]}
    saved = write_record({"rulings": chosen}, ())
    assert saved["start"]["rulings"] == {"dfa_special_attack_heat": 1}
    assert saved["ruleset"] == RULESET


#: Where games that were saved under earlier rules go on otherwise today.
OTHERWISE = {"artillery-and-transports": "$.orders[37]"}


@pytest.mark.parametrize("file", sorted(OLD_SAVES.glob("*.json")), ids=lambda file: file.stem)
def test_every_game_saved_before_opens_and_says_where_it_would_go_on_otherwise(
    file: Path, capsys: Any
) -> None:
    status = main(["replay", str(file)])
    answer = json.loads(capsys.readouterr().out)
    assert answer["ruleset"] == "age-of-destruction@1"
    assert answer.get("path") == OTHERWISE.get(file.stem)
    assert status == (1 if file.stem in OTHERWISE else 0)
    assert "FIELD_UNKNOWN" not in {note["code"] for note in answer["notes"]}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_ours_has_no_field_that_is_not_known(file: Path, capsys: Any) -> None:
    main(["replay", str(file)])
    assert json.loads(capsys.readouterr().out)["notes"] == []


def test_a_field_that_nobody_knows_is_noted_wherever_it_is(capsys: Any, tmp_path: Path) -> None:
    saved, old = recorded(), json.loads(OLD_SAVE.read_text("utf-8"))
    for game in (saved, old):
        game["mood"] = "grim"
        game["start"]["units"][0]["colour"] = "red"
    saved["orders"][0]["hope"] = 1
    old["orders"][0]["order"]["hope"] = 1
    old["orders"][0]["luck"] = 1
    expected = {"$.mood", "$.start.units[0].colour"}
    for game, more in (
        (saved, {"$.orders[0].hope"}),
        (old, {"$.orders[0].order.hope", "$.orders[0].luck"}),
    ):
        file = tmp_path / "game.json"
        file.write_text(json.dumps(game), "utf-8")
        main(["replay", str(file)])
        notes = json.loads(capsys.readouterr().out)["notes"]
        found = {note["path"] for note in notes if note["code"] == "FIELD_UNKNOWN"}
        assert found == expected | more


# Rules that change

LATER = "age-of-destruction@99"


@pytest.fixture
def later_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day on which the rules have another number."""
    for module in ("play.rulings", "play.saved_game", "system"):
        monkeypatch.setattr(f"rules.age_of_destruction.{module}.RULESET", LATER)


@pytest.mark.usefixtures("later_rules")
@pytest.mark.parametrize("file", sorted(OLD_SAVES.glob("*.json")), ids=lambda file: file.stem)
def test_a_game_of_earlier_rules_says_under_which_it_was_played(file: Path, capsys: Any) -> None:
    main(["replay", str(file), "--lang", "pl"])
    answer = json.loads(capsys.readouterr().out)
    (note,) = answer["notes"]
    assert answer.get("path") == OTHERWISE.get(file.stem)
    assert note["path"] == "$.ruleset"
    assert note["code"] == ("WENT_ON_OTHERWISE" if file.stem in OTHERWISE else "OTHER_RULESET")
    assert "age-of-destruction@1" in note["message"] and LATER in note["message"]
    assert ("rozkazu 38" in note["message"]) == (file.stem in OTHERWISE)


@pytest.mark.usefixtures("later_rules")
def test_a_game_keeps_the_rulings_of_the_rules_it_began_under() -> None:
    chosen = {"tracked_shallow": "hindering", "terrain_clear_of_own_zone": False}
    first = "age-of-destruction@1"
    begun = as_begun({"rulings": chosen}, first)["rulings"]
    otherwise = {name: then for name, then in EARLIER[first].items() if name in RULINGS}
    assert begun == {**otherwise, **chosen}
    assert as_begun({}, LATER) == {"rulings": {}}
    assert unusual(begun, first) == chosen
    again = write_record({"rulings": begun}, (), ruleset=first)
    assert (again["ruleset"], again["start"]["rulings"]) == (first, chosen)


@pytest.mark.usefixtures("later_rules")
def test_the_first_rules_had_the_rulings_that_a_file_of_theirs_writes_out() -> None:
    written = json.loads(OLD_SAVE.read_text("utf-8"))["start"]["rulings"]
    then = usual("age-of-destruction@1")
    assert {name: then[name] for name in written if name in then} == {
        name: value for name, value in written.items() if name in then
    }


def test_a_ruling_that_a_ruleset_had_otherwise_decides_its_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A piece of wood beside one's own zone: refused in a game of the first rules, laid today."""
    lay = {"order": "place_terrain", "piece": "wood", "at": [18, 30.5], "facing": 0}
    saved = recorded()
    saved["orders"], saved["faces"] = [END, lay], [[6, 6, 6, 1, 1, 1], []]
    game = start_game(saved["start"], catalogue(), ScriptedDice([6, 6, 6, 1, 1, 1]))
    game.play(read_order(END))
    saved["states"] = [game.steps[0].fingerprint, "0" * 8]
    saved["ruleset"] = RULESET
    assert replay_game(saved, catalogue())[1] == Difference(1, "OTHER_STATE")
    for module in ("play.rulings", "play.saved_game"):
        monkeypatch.setattr(f"rules.age_of_destruction.{module}.RULESET", LATER)
    saved["ruleset"] = "age-of-destruction@1"
    refused = Difference(1, "REFUSED", codes=("TERRAIN_AT_ZONE",))
    assert replay_game(saved, catalogue())[1] == refused


def test_an_answer_to_a_question_that_is_not_asked_any_more_is_passed_over() -> None:
    units = [squad("r1", (18, 10)), squad("b1", (18, 14), 180), squad("b2", (33, 33))]
    position = read(scenario(units, prompts="ask"))
    order = read_order(move("r1", (18, 12.5)))
    state, _ = advance(position.setup, position.state, order, ScriptedDice([]))
    way = state.under_way
    assert way is not None and way.question is not None and way.question.to == "free_spin"
    stale = Answer(to="place", unit="r1")
    state = msgspec.structs.replace(state, under_way=msgspec.structs.replace(way, answers=(stale,)))
    after, _ = advance(position.setup, state, Answer(to="free_spin"), ScriptedDice([]))
    assert after.under_way is None and after.units["r1"].at == (18, 12.5)


def test_a_game_saved_at_first_plays_again_and_is_saved_as_games_are_now() -> None:
    old = json.loads(OLD_SAVE.read_text("utf-8"))
    assert replay_game(old, catalogue())[1] is None
    now = json.loads(json.dumps(write_record(*read_record(old))))
    assert now["orders"] == [step["order"] for step in old["orders"]]
    assert now["faces"] == [step["faces"] for step in old["orders"]]
    assert now["states"] == [step["state"][:8] for step in old["orders"]]
    assert replay_game(now, catalogue())[1] is None
    for saved in (old, now):
        Draft202012Validator(schemas()["game.1"]).validate(saved)


def test_what_is_changed_in_a_game_saved_at_first_is_found() -> None:
    old = json.loads(OLD_SAVE.read_text("utf-8"))
    old["orders"][7]["state"] = "0" * 16
    _, difference = replay_game(old, catalogue())
    assert difference is not None
    assert (difference.step, difference.code) == (7, "OTHER_STATE")
