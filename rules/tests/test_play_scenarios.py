"""Scenario files with the answers they expect: every file of the folder is one test.

`expect` holds the fields of units to compare, the codes of refused orders by their place, further
fields of the outcome, the rules the file proves and, in `why`, how the answer comes about.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.tests.skirmishes import Json, read

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))
OF_OUTCOME = ("active", "dice_left", "orders_left", "waiting_for", "markers")


def load(path: Path) -> tuple[Json, Json]:
    """A scenario and what is expected of it."""
    data: Json = json.loads(path.read_text(encoding="utf-8"))
    return data, data.pop("expect")


def marked(path: Path) -> Any:
    """A file as a case that proves its rules."""
    return pytest.param(path, marks=pytest.mark.rule(*load(path)[1]["rules"]), id=path.stem)


@pytest.mark.parametrize("path", [marked(path) for path in FILES])
def test_a_scenario_comes_out_as_it_expects(path: Path) -> None:
    data, expected = load(path)
    assert data["name"] == path.stem
    outcome = write_outcome(resolve(read(data)))
    refused = {
        str(refusal["index"]): sorted(v["code"] for v in refusal["violations"])
        for refusal in outcome["refused"]
    }
    assert refused == expected["refused"]
    for name, fields in expected["units"].items():
        found = {field: outcome["units"][name][field] for field in fields}
        assert found == fields, name
    further = {field: expected[field] for field in OF_OUTCOME if field in expected}
    assert {field: outcome[field] for field in further} == further


def test_there_are_scenarios_and_each_says_why() -> None:
    assert FILES
    for path in FILES:
        _, expected = load(path)
        known = {"why", "rules", "units", "refused", *OF_OUTCOME}
        assert expected["why"]
        assert set(expected) <= known, path.stem
