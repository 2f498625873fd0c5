"""Scenario, outcome and game files: what is written, and what is refused with a path."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules import Unreadable
from rules.__main__ import ROOT, main
from rules.age_of_destruction import system
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import RULES, WORDING
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.saved_game import start_game, write_game
from rules.age_of_destruction.play.schemas import schemas
from rules.age_of_destruction.rulebook import rulebook
from rules.core.dice import ScriptedDice, SeededDice
from rules.tests.running import examples
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    catalogue,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    woods,
)

UNITS = [tank("r1", (18, 10)), tank("b1", (18, 17), 180)]


def fault(data: Json) -> str:
    """The path at which a scenario is refused."""
    with pytest.raises(Unreadable) as refusal:
        resolve(read(data))
    assert refusal.value.message("pl")
    return refusal.value.path


def unit(**changes: Any) -> Json:
    """A scenario whose first unit is changed."""
    return scenario([UNITS[0] | changes, UNITS[1]])


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (scenario(UNITS, format="scenario/2"), "$.format"),
        (scenario(UNITS, system="chess"), "$.system"),
        (scenario(UNITS, build_total=200), "$.build_total"),
        (scenario(UNITS, active="green"), "$.active"),
        (scenario(UNITS, players=["red", "red"]), "$.players[1]"),
        (scenario(UNITS, players=[]), "$.players"),
        (scenario(UNITS, dice=[7]), "$.dice[0]"),
        (scenario(UNITS, dice=[True]), "$.dice[0]"),
        (scenario(UNITS, table={"width": 36}), "$.table"),
        (scenario(UNITS, table={"width": "36", "depth": 36}), "$.table.width"),
        (
            scenario(UNITS, rulings={"dfa_special_attack_heat": True}),
            "$.rulings.dfa_special_attack_heat",
        ),
        (scenario([]), "$.units"),
        (scenario([UNITS[0], UNITS[0]]), "$.units[1]"),
        (unit(at=[18, 15.5]), "$.units[1].at"),
        (unit(at=[18, 1]), "$.units[0].at"),
        (unit(at=[18]), "$.units[0].at"),
        (unit(at=None), "$.units[0]"),
        (unit(unit="AOD-999"), "$.units[0].unit"),
        (unit(click=9), "$.units[0].click"),
        (unit(heat=1), "$.units[0].heat"),
        (unit(level="cruising"), "$.units[0].level"),
        (unit(captive_of="nobody"), "$.units[0].captive_of"),
        (unit(owner="green"), "$.units[0].owner"),
        (unit(gear=[{"card": "AOD-G-999"}]), "$.units[0].gear[0]"),
        (scenario(UNITS, {"order": "dance"}), "$.orders[0].order"),
        (scenario(UNITS, move("r1") | {"members": "r1"}), "$.orders[0].members"),
        (scenario(UNITS, {"order": "move", "unit": "r1", "legs": [{}]}), "$.orders[0].legs[0]"),
        (
            scenario(UNITS, {**move("r1"), "legs": [{"travel": [[18, "x"]]}]}),
            "$.orders[0].legs[0].travel[0][1]",
        ),
        (scenario(UNITS, move("r1", (1e9, 1))), "$.orders[0].legs[0].travel[0][0]"),
        (
            scenario(UNITS, terrain=[woods("t", (1, 1), (5, 5), (5, 1), (1, 5))]),
            "$.terrain[0].polygon",
        ),
        (scenario(UNITS, terrain=[woods("t", (1, 1), (1, 1))]), "$.terrain[0].polygon"),
        (scenario(UNITS, terrain=[woods("t", (1, 1), (5, 5), kind="clear")]), "$.terrain[0]"),
        (
            scenario(UNITS, terrain=[woods("t", (1, 1), (5, 5), kind="deep_water", elevated=True)]),
            "$.terrain[0]",
        ),
        (
            scenario(UNITS, terrain=[woods("t", (1, 1), (5, 5), elevated=True, abrupt=True)]),
            "$.terrain[0]",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_path(data: Json, path: str) -> None:
    assert fault(data) == path


def test_dice_that_run_out_or_are_left(tmp_path: Path, capsys: Any) -> None:
    assert fault(scenario(UNITS, ranged("r1", "b1"), dice=[1, 2])) == "$.dice"
    left = tmp_path / "left.json"
    left.write_text(json.dumps(scenario(UNITS, dice=[1])))
    assert main(["resolve", str(left)]) == 2
    assert json.loads(capsys.readouterr().out)["dice_left"] == 1


def test_resolve_prints_an_outcome_a_file(tmp_path: Path, capsys: Any) -> None:
    good, bad, worse = (tmp_path / name for name in ("good", "bad", "worse"))
    good.write_text(json.dumps(scenario(UNITS, ranged("r1", "b1"), dice=list(HIT))))
    bad.write_text(json.dumps(scenario(UNITS, move("b1"))))
    worse.write_text("{")
    assert main(["resolve", str(good)]) == 0
    assert main(["resolve", str(good), str(bad)]) == 1
    assert main(["resolve", str(good), str(worse), str(bad)]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["format"] for line in lines] == ["outcome/1"] * 6
    outcome = lines[0]
    assert outcome["units"]["b1"] == {
        "at": [18, 17],
        "facing": 180,
        "level": "ground",
        "click": 4,
        "heat": 0,
        "tokens": 0,
        "shutdown": False,
        "captive_of": None,
        "aboard": None,
        "eliminated": False,
    }
    rolled = next(e for e in outcome["events"] if e["event"] == "attack_rolled")
    assert rolled["attack"] == {"value": 8, "parts": [["base", 8]]}
    assert (rolled["dice"], rolled["total"]) == ([4, 3, 3], 18)
    (refusal,) = lines[2]["refused"]
    assert refusal["index"] == 0
    assert refusal["violations"][0]["message"]


def test_outcomes_are_plain_json_in_both_languages() -> None:
    data = scenario(UNITS, ranged("r1", "b1"), move("b1"), END, dice=list(HIT))
    for language in ("en", "pl"):
        outcome = write_outcome(resolve(read(data)), language)
        assert json.loads(json.dumps(outcome)) == outcome


def test_ten_thousand_orders_are_played() -> None:
    game = play(UNITS, *[move("r1", (18, 40))] * 10_000)
    assert len(game.outcome.refused) == 10_000


def test_questions_wait_or_take_their_default() -> None:
    units = [
        tank("r1", (18, 10)),
        tank("b1", (18, 17), 180, equipment={"speed": ("red", "square")}),
    ]
    order = ranged("r1", "b1")
    waiting = play(units, order, move("r1", (18, 11)), prompts="ask")
    assert waiting.codes(1) == {"QUESTION_OPEN"}
    written = write_outcome(waiting.outcome)["waiting_for"]
    assert written["to"] == "deactivate"
    assert (written["player"], written["unit"], written["options"]) == ("blue", "b1", ["Evade"])
    answer = {"order": "answer", "to": "deactivate", "unit": "b1", "off": ["Evade"]}
    assert play(units, order, answer, dice=HIT, prompts="ask").b1.click == 4
    assert play(units, order, dice=HIT).b1.click == 1
    assert play(units, answer).codes() == {"NO_QUESTION"}
    other = answer | {"off": ["Decoy"]}
    assert play(units, order, other, prompts="ask").codes(1) == {"EQUIPMENT_ABSENT"}
    wrong = answer | {"to": "free_spin"}
    assert play(units, order, wrong, prompts="ask").codes(1) == {"WRONG_ANSWER"}


def test_every_refusal_has_words_and_rules_that_exist() -> None:
    book = rulebook()
    for code, rules in RULES.items():
        assert rules, code
        assert all(rule in book for rule in rules), code
        assert WORDING.sentences[code].keys() >= {"en", "pl"}


def test_every_event_names_rules_that_exist() -> None:
    units = [*UNITS, mech("r2", (10, 10), tokens=1), squad("b2", (10, 14))]
    game = play(units, ranged("r1", "b1"), move("r2", (10, 12), run=True), END, dice=HIT)
    book = rulebook()
    for event in game.outcome.events:
        assert all(rule in book for rule in event.rules), event
    kinds = {type(e).__name__ for e in game.outcome.events if e.rules}
    assert {"AttackRolled", "Damaged", "Moved", "TurnStarted", "TokenPlaced"} <= kinds


def test_replay_says_identical_different_or_unreadable(tmp_path: Path, capsys: Any) -> None:
    start = scenario(UNITS)
    game = start_game(start, catalogue(), SeededDice(5))
    game.play(read_order(ranged("r1", "b1")))
    saved = write_game(game, start, scheme="pcg32", seed=5)
    same, other, broken = (tmp_path / name for name in ("same", "other", "broken"))
    same.write_text(json.dumps(saved))
    saved["states"][0] = "0" * 8
    other.write_text(json.dumps(saved))
    broken.write_text(json.dumps(saved | {"format": "game/2"}))
    assert [main(["replay", str(f)]) for f in (same, other, broken)] == [0, 1, 2]
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["identical"]
    assert lines[1]["path"] == "$.orders[0]"
    assert lines[2]["unreadable"]["path"] == "$.format"


SCHEMAS = ROOT / "fixtures" / "schemas"


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_published_schemas_are_those_of_the_types(name: str) -> None:
    committed = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    assert committed == json.loads(json.dumps(schemas()[name]))
    Draft202012Validator.check_schema(committed)


def test_files_of_play_keep_to_their_schemas() -> None:
    data = scenario(UNITS, ranged("r1", "b1"), move("b1"), END, dice=list(HIT))
    made = {name: Draft202012Validator(schema) for name, schema in schemas().items()}
    made["scenario.1"].validate(data)
    made["outcome.1"].validate(json.loads(json.dumps(write_outcome(resolve(read(data))))))
    game = start_game(data, catalogue(), SeededDice(5))
    game.play(read_order(ranged("r1", "b1")))
    made["game.1"].validate(json.loads(json.dumps(write_game(game, data))))
    for wrong in ({"dice": [7]}, {"orders": [{"order": "dance"}]}, {"build_total": 100}):
        assert not made["scenario.1"].is_valid(data | wrong)


def test_seeded_dice_are_the_same_everywhere() -> None:
    assert SeededDice(1).roll(12) == SeededDice(1).roll(12)
    faces = SeededDice(2024).roll(6000)
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))
    assert SeededDice(42).roll(10) == (3, 6, 4, 4, 4, 5, 1, 6, 3, 4)


@examples(150)
@given(st.data())
def test_damaged_files_are_refused_and_never_crash(data: st.DataObject) -> None:
    """One value anywhere in a scenario becomes something else."""
    base = scenario(
        [*UNITS, mech("r2", (10, 10))],
        ranged("r1", "b1"),
        move("r2", (10, 12)),
        terrain=[woods("t", (2, 2), (6, 6))],
        dice=list(HIT),
    )
    document = json.loads(json.dumps(base))
    place, key = document, None
    while isinstance(place, (dict, list)) and place and data.draw(st.integers(0, 5)):
        parent = place
        key = (
            data.draw(st.sampled_from(list(place)))
            if isinstance(place, dict)
            else data.draw(st.integers(0, len(place) - 1))
        )
        place = parent[key]
    if key is None:
        return
    parent[key] = data.draw(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-5, 50),
            st.floats(-1e9, 1e9),
            st.text(max_size=3),
            st.just([]),
            st.just({}),
        )
    )
    try:
        write_outcome(resolve(read(document)))
    except Unreadable as refusal:
        assert refusal.path.startswith("$")


def test_scripted_dice_count_what_is_left() -> None:
    dice = ScriptedDice([1, 2, 3])
    assert dice.roll(2) == (1, 2)
    assert dice.left == 1


def test_unknown_fields_are_passed_over_and_noted_with_their_paths() -> None:
    order = {**ranged("r1", "b1"), "hope": 1, "off": []}
    leg = {"travel": [[18, 10]], "style": "slow"}
    odd = {"id": "red", "colour": "#f00"}
    data = scenario(
        [squad("r1", (18, 10)) | {"mood": "grim"}, squad("b1", (18, 14), 180)],
        *(order, {"order": "move", "unit": "r9", "legs": [leg]}),
        players=[odd, "blue"],
        dice=list(HIT),
        weather="fine",
        rulings={"of_my_own": True},
    )
    outcome = system.play(data, catalogue(), "pl")
    places = {note["path"] for note in outcome["notes"]}
    assert places == {
        *("$.weather", "$.rulings.of_my_own", "$.players[0].colour", "$.units[0].mood"),
        *("$.orders[0].hope", "$.orders[1].legs[0].style"),
    }
    assert outcome["notes"][0]["message"].startswith("Nic tu nie ma pola")
    assert outcome["refused"][0]["index"] == 1


def test_a_field_of_another_order_is_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        read(scenario(UNITS, {**END, "unit": "r1"}))
    assert refusal.value.path == "$.orders[0].unit"


def test_cards_on_units_are_written_as_in_battle_groups() -> None:
    """By id alone or as objects; a unit has one pilot."""
    bare, full = (
        read(scenario([mech("r1", (18, 10), gear=[gear], pilot=pilot), UNITS[1]]))
        for gear, pilot in (
            ("AOD-G-002", "AOD-P-010"),
            ({"card": "AOD-G-002"}, {"card": "AOD-P-010"}),
        )
    )
    assert bare.setup.figures["r1"].cards == full.setup.figures["r1"].cards
    two = scenario([mech("r1", (18, 10), pilot=["AOD-P-010", "AOD-P-011"])])
    assert fault(two) == "$.units[0].pilot"


def test_an_order_asks_for_nothing_that_works_by_itself() -> None:
    armored: Json = {"equipment": {"defense": ("black", "square")}}
    units = [tank("r1", (18, 10), **armored), tank("b1", (18, 14), 180)]
    (name,) = (fitted.name for fitted in Field(*_moment(units)).piece("r1").shown)
    assert play(units, ranged("r1", "b1", on=[name])).codes() == {"NOTHING_TO_CHOOSE"}
    assert play(units, ranged("r1", "b1", on=["Luck"])).codes() == {"EQUIPMENT_ABSENT"}


def _moment(units: list[Json]) -> tuple[Any, Any]:
    position = read(scenario(units))
    return position.setup, position.state
