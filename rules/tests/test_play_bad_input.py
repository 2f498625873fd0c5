"""Files by strangers: every reader refuses with a path and a sentence, soon, and never crashes."""

import copy
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Unreadable, parse_json
from rules.__main__ import ROOT, main
from rules.age_of_destruction import system
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.saved_game import start_game, write_game
from rules.core.dice import SeededDice
from rules.tests.running import examples
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    aboard,
    catalogue,
    mech,
    move,
    ranged,
    read,
    scenario,
    squad,
    tank,
    woods,
)
from rules.tests.test_play_set_up import deploy, lay, pool, unplaced

UNITS = [tank("r1", (18, 10)), tank("b1", (18, 17), 180), squad("b2", (10, 17))]


def fault(data: Json) -> str:
    """The path at which a scenario is refused; the sentence differs by language."""
    with pytest.raises(Unreadable) as refusal:
        resolve(read(data))
    assert refusal.value.message("en") != refusal.value.message("pl")
    return refusal.value.path


def with_units(*changes: Json, **fields: Any) -> Json:
    """The scenario with its first units changed."""
    changed = [unit | more for unit, more in zip(UNITS, changes, strict=False)]
    return scenario([*changed, *UNITS[len(changes) :]], **fields)


BAD = {
    "overlap": (with_units({"at": [18, 15]}), "$.units[1].at"),
    "off_table": (with_units({"at": [18, 35.5]}), "$.units[0].at"),
    "far_off": (with_units({"at": [18, 1e7]}), "$.units[0].at[1]"),
    "own_captive": (with_units({"captive_of": "r1"}), "$.units[0].captive_of"),
    "unknown_captor": (with_units({"captive_of": "x"}), "$.units[0].captive_of"),
    "captive_cycle": (
        with_units({"captive_of": "b1"}, {"captive_of": "r1"}),
        "$.units[0].captive_of",
    ),
    "two_captives": (
        with_units({"captive_of": "b2"}, {"captive_of": "b2"}),
        "$.units[1].captive_of",
    ),
    "aboard_cycle": (
        with_units({"aboard": "b1", "at": None}, {"aboard": "r1", "at": None}),
        "$.units[0].aboard",
    ),
    "aboard_itself": (with_units({"aboard": "r1", "at": None}), "$.units[0].aboard"),
    "aboard_and_somewhere": (with_units({"aboard": "b1"}), "$.units[0]"),
    "nowhere": (with_units({"at": None}), "$.units[0]"),
    "bow_tie": (
        scenario(UNITS, terrain=[woods("t", (1, 1), (5, 5), (5, 1), (1, 5))]),
        "$.terrain[0].polygon",
    ),
    "pinched": (
        scenario(UNITS, terrain=[woods("t", (0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4))]),
        "$.terrain[0].polygon",
    ),
    "spike": (
        scenario(UNITS, terrain=[woods("t", (0, 0), (4, 0), (8, 0), (4, 0), (4, 4))]),
        "$.terrain[0].polygon",
    ),
    "line": (
        scenario(UNITS, terrain=[woods("t", (0, 0), (4, 0), (8, 0))]),
        "$.terrain[0].polygon",
    ),
    "huge_polygon": (
        scenario(UNITS, terrain=[woods("t", *[(float(i), 0.0) for i in range(500)])]),
        "$.terrain[0].polygon",
    ),
    "much_terrain": (
        scenario(UNITS, terrain=[woods(str(i), (0, 0), (1, 1)) for i in range(61)]),
        "$.terrain",
    ),
    "terrain_twice": (
        scenario(UNITS, terrain=[woods("t", (0, 0), (1, 1)), woods("t", (2, 2), (3, 3))]),
        "$.terrain[1]",
    ),
    "many_units": (scenario([UNITS[0]] * 201), "$.units"),
    "many_orders": (scenario(UNITS, *[END] * 20_001), "$.orders"),
    "same_id": (scenario([UNITS[0], UNITS[0]]), "$.units[1]"),
    "unknown_edge": (
        scenario(UNITS, players=[{"id": "red", "edge": "up"}, "blue"]),
        "$.players[0].edge",
    ),
    "nan": (with_units({"facing": float("nan")}), "$.units[0].facing"),
    "infinite": (with_units({"at": [float("inf"), 3]}), "$.units[0].at[0]"),
    "missing_dice": (scenario(UNITS, ranged("r1", "b1")), "$.dice"),
    "dice_of_the_first": (
        scenario(unplaced(*UNITS), stage="setup", active=None, dice=[1]),
        "$.dice",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_can_never_be_is_refused_by_path(name: str) -> None:
    data, path = BAD[name]
    assert fault(data) == path


def test_odd_positions_are_played() -> None:
    rock = woods("rock", (16, 8), (20, 12), kind="blocking")
    held = with_units({"captive_of": "b2", "owner": "red"}, terrain=[rock])
    assert write_outcome(resolve(read(held)))["units"]["r1"]["captive_of"] == "b2"
    closed = woods("t", (1, 1), (5, 1), (5, 5), (1, 1))
    assert len(read(scenario(UNITS, terrain=[closed])).setup.table.terrain[0].polygon) == 3


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "[" * 5000, "{", "\xff"])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_json(f'{{"format": "scenario/1", "dice": {text}')
    assert refusal.value.path == "$"


def terrain_of(corners: int) -> list[Json]:
    """As much terrain as a file may have, with many corners."""
    shapes = []
    for row in range(6):
        for column in range(10):
            x, y = 3.5 * column + 0.5, 5.5 * row + 0.5
            top = [(x + 2.5 * i / corners, y + (i % 2) * 0.3) for i in range(corners)]
            shapes.append(woods(f"t{row}.{column}", *top, (x + 2.5, y + 3), (x, y + 3)))
    return shapes


def test_large_files_are_done_soon() -> None:
    start = time.monotonic()
    units = [squad(f"r{i}", (2 + 1.7 * (i % 20), 2 + 1.7 * (i // 20))) for i in range(100)]
    orders = [move(f"r{i}", (2, 2)) for i in range(20)] + [END] * 10
    resolve(read(scenario(units, *orders, terrain=terrain_of(30), build_total=15000)))
    ends = [END] * 500
    blocked = [woods("all", (0, 0), (36, 36), kind="blocking")]
    pieces = pool(*"abcdef", size=15)
    stuck = scenario(unplaced(*UNITS), *ends, stage="setup", pool=pieces, terrain=blocked)
    resolve(read(stuck))
    assert time.monotonic() - start < 60


def saved_game() -> Json:
    """A short game/1 file."""
    start = scenario([*UNITS, mech("r2", (10, 10))], terrain=[woods("t", (2, 2), (6, 6))])
    game = start_game(start, catalogue(), SeededDice(5))
    for order in (ranged("r1", "b1"), move("r2", (10, 12)), END):
        game.play(read(scenario(UNITS, order)).orders[0])
    saved: Json = json.loads(json.dumps(write_game(game, start, scheme="pcg32", seed=5)))
    return saved


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"format": "game/2"}, "$.format"),
        ({"system": "chess"}, "$.system"),
        ({"dice": {"scheme": "coins"}}, "$.dice.scheme"),
        ({"dice": None}, "$.dice"),
        ({"start": []}, "$.start"),
        ({"start": {}}, "$.start"),
        ({"start": scenario([])}, "$.start.units"),
        ({"orders": {}}, "$.orders"),
        ({"orders": [{}] * 3}, "$.orders[0]"),
        ({"orders": [END]}, "$.faces"),
        ({"faces": [[0], [], []]}, "$.faces[0][0]"),
        ({"faces": [[], []]}, "$.faces"),
        ({"faces": 3}, "$.faces"),
        ({"states": ["", 1, ""]}, "$.states[1]"),
        ({"states": [""] * 4}, "$.states"),
    ],
)
def test_a_malformed_record_is_refused_with_its_path(change: Json, path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        system.replay(saved_game() | change, catalogue(), "pl")
    assert refusal.value.path == path
    assert refusal.value.message("pl")


@pytest.mark.parametrize(
    ("step", "path"),
    [
        ({"order": END, "faces": [0], "state": ""}, "$.orders[0].faces[0]"),
        ({"order": END, "faces": [], "state": 1}, "$.orders[0].state"),
        ({"order": {}, "faces": [], "state": ""}, "$.orders[0].order"),
        ({"order": END, "faces": []}, "$.orders[0]"),
    ],
)
def test_a_malformed_record_of_the_first_kind_is_refused_too(step: Json, path: str) -> None:
    old = {key: value for key, value in saved_game().items() if key != "states"}
    with pytest.raises(Unreadable) as refusal:
        system.replay(old | {"orders": [step]}, catalogue(), "pl")
    assert refusal.value.path == path


# --- Files damaged at random -------------------------------------------------------------------

SAMPLES = sorted((ROOT / "fixtures" / "samples").glob("*/*.json"))


def seeds() -> list[Json]:
    """Good files of every format."""
    played = scenario(
        [*UNITS, mech("r2", (10, 10)), aboard(squad("r3", (0, 0)), "r1")],
        *(ranged("r1", "b1"), move("r2", (10, 12), run=True), END),
        terrain=[woods("t", (2, 2), (6, 6))],
        dice=list(HIT),
    )
    prepared = scenario(
        unplaced(*UNITS),
        *(lay("a", (18, 18)), deploy("r1", (18, 2)), END, deploy("b1", (18, 34)), END),
        stage="setup",
        pool=pool("a"),
        players=[{"id": "red", "team": "A", "edge": "south"}, {"id": "blue", "edge": "north"}],
    )
    files = [json.loads(path.read_text("utf-8")) for path in SAMPLES]
    return [json.loads(json.dumps(file)) for file in (played, prepared)] + [saved_game(), *files]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 50),
    st.sampled_from(
        [10**12, -(10**30), 1e300, 0.5, float("nan"), float("inf"), "", "r1", "\ud800"]
    ),
    st.text(max_size=3),
    st.sampled_from([[], {}, [[]], {"": None}, [1, 2], ["r1", "r1"]]),
)


def answer(data: Any) -> None:
    """What the product answers to a file, whatever its format."""
    kind = data.get("format") if isinstance(data, dict) else None
    if kind == "game/1":
        system.replay(data, catalogue(), "pl")
    elif kind == "battle-group/1":
        system.judge(data, catalogue(), "pl")
    else:
        system.play(data, catalogue(), "pl")


@examples(250)
@given(st.data())
def test_files_damaged_in_many_places_never_crash(data: st.DataObject) -> None:
    """Values become others, fields go, move and double, several at once."""
    document = copy.deepcopy(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 4))):
        spots = list(places(document))
        if not spots:
            break
        parent, key = data.draw(st.sampled_from(spots))
        other, other_key = data.draw(st.sampled_from(spots))
        change = data.draw(st.sampled_from(("set", "drop", "copy", "double", "rename")))
        if change == "set":
            parent[key] = copy.deepcopy(data.draw(ODD))
        elif change == "drop":
            del parent[key]
        elif change == "copy":
            parent[key] = copy.deepcopy(other[other_key])
        elif change == "double" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif change == "rename" and isinstance(parent, dict):
            parent[data.draw(st.text(max_size=4))] = parent.pop(key)
    try:
        answer(document)
    except Unreadable as refusal:
        assert refusal.path.startswith("$")
        assert refusal.message("en")
        assert refusal.message("pl")


SEEDS = seeds()


def test_the_commands_answer_a_line_to_every_bad_file(tmp_path: Path, capsys: Any) -> None:
    texts = ["", "[]", "null", "{", '{"format": "scenario/1"}', "[" * 3000, '{"a": NaN}']
    texts += [json.dumps(file)[:-30] for file in SEEDS[:3]]
    files = []
    for index, text in enumerate(texts):
        files.append(tmp_path / f"{index}.json")
        files[-1].write_text(text)
    files.append(tmp_path / "missing.json")
    files.append(tmp_path)
    for command in ("resolve", "replay", "validate"):
        assert main([command, *map(str, files), "--lang", "pl"]) == 2
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == len(files)
        for line in lines:
            unreadable = json.loads(line)["unreadable"]
            assert unreadable["path"].startswith("$")
            assert unreadable["message"]


def test_the_command_itself_never_shows_a_traceback(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(scenario(UNITS, dice=[1])))
    ran = subprocess.run(
        [sys.executable, "-m", "rules", "resolve", str(bad)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, "")


def test_an_order_with_characters_nobody_can_write_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        read_order({"order": "\ud800"}, "$.orders[2]")
    assert (caught.value.path, caught.value.code) == ("$.orders[2].order", "BROKEN_TEXT")


@pytest.mark.parametrize(
    ("order", "path", "code"),
    [
        (5, "$.orders[2]", "WRONG_TYPE"),
        ({"unit": "r1"}, "$.orders[2]", "MISSING"),
        ({"order": "fly"}, "$.orders[2].order", "NOT_ONE_OF"),
        ({"order": "move"}, "$.orders[2]", "MISSING"),
        ({"order": "vent", "unit": 3}, "$.orders[2].unit", "WRONG_TYPE"),
        (
            {"order": "move", "unit": "r1", "legs": [{"rotate": 4000}]},
            "$.orders[2].legs[0].rotate",
            "OUT_OF_RANGE",
        ),
        (
            {"order": "move", "unit": "r1", "legs": [{"travel": [[1, 2, 3]]}]},
            "$.orders[2].legs[0].travel[0]",
            "WRONG_LENGTH",
        ),
        (
            {"order": "move", "unit": "r1", "member_legs": {"r2": [{"travel": [["x", 1]]}]}},
            "$.orders[2].member_legs.r2[0].travel[0][0]",
            "WRONG_TYPE",
        ),
        (
            {"order": "move", "unit": "r1", "legs": [{"captive": {"at": [1, 2]}}]},
            "$.orders[2].legs[0].captive",
            "MISSING",
        ),
        (
            {"order": "answer", "to": "choose", "on": {"Pulse": 3}},
            "$.orders[2].on.Pulse",
            "WRONG_TYPE",
        ),
        ({"order": "move", "unit": "r1", "legs": [{}]}, "$.orders[2].legs[0]", "NOT_ONE_FIELD"),
        (
            {"order": "move", "unit": "r1", "legs": [{"rotate": 9, "level": "ground"}]},
            "$.orders[2].legs[0]",
            "NOT_ONE_FIELD",
        ),
    ],
)
def test_a_fault_of_an_order_is_told_at_its_place(order: Any, path: str, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_order(order, "$.orders[2]")
    assert (caught.value.path, caught.value.code) == (path, code)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_fault_of_an_order_is_told_in_the_words_of_a_language(language: str) -> None:
    told = {
        "en": "Expected a number, found text.",
        "pl": "Oczekiwano: liczba; jest: tekst.",
    }
    with pytest.raises(Unreadable) as caught:
        read_order({"order": "move", "unit": "r1", "legs": [{"rotate": "north"}]})
    assert caught.value.message(language) == told[language]


def test_null_in_an_order_says_nothing_where_a_field_may_be_absent() -> None:
    said = {"order": "close", "unit": "r1", "target": "b1", "weapon": None, "members": None}
    assert read_order(said) == read_order({"order": "close", "unit": "r1", "target": "b1"})


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "This figure cannot be used: only 'Mechs have a vent rating"),
        ("pl", "Tej figurki nie można użyć: wydajność chłodzenia mają tylko Mechy"),
    ],
)
def test_a_figure_is_refused_in_the_words_of_a_language(language: str, told: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(scenario([squad("r1", (4, 4), vent=2), tank("b1", (30, 30))]))
    assert (caught.value.path, caught.value.message(language)) == ("$.units[0].unit", told)
