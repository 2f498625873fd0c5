"""The published schemas describe what the programs read and write."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules import Unreadable
from rules.__main__ import ROOT
from rules.age_of_destruction import read_group, system, write_group
from rules.tests.army import catalogue, figure, group, mech

SAMPLES = sorted((ROOT / "fixtures" / "samples" / "groups").glob("*.json"))


def schema(name: str) -> Draft202012Validator:
    text = (ROOT / "fixtures" / "schemas" / f"{name}.json").read_text("utf-8")
    Draft202012Validator.check_schema(json.loads(text))
    return Draft202012Validator(json.loads(text))


GROUP, VERDICT = schema("battle-group.1"), schema("verdict.1")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_sample_groups_and_their_verdicts_keep_to_the_schemas(path: Any) -> None:
    data = json.loads(path.read_text("utf-8"))
    GROUP.validate(data)
    GROUP.validate(write_group(read_group(data)))
    VERDICT.validate(system.judge(data, catalogue(), "pl"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"units": "AOD-001"},
        {"build_total": "450"},
        {"units": [{"count": 2}]},
        {"units": [{"unit": "AOD-033", "count": 0}]},
        {"units": [{"unit": {"id": "X-1"}}]},
        {"units": [mech("AOD-102", {"card": "AOD-G-005", "weapon": "third"})]},
        {"cards": [{"faction": "Highlanders"}]},
        {"event": {"types": ["robot"]}},
        {"owned": {"AOD-001": -1}},
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(wrong: dict[str, Any]) -> None:
    data = group() | wrong
    assert not GROUP.is_valid(data)
    with pytest.raises(Unreadable):
        read_group(data)


def test_an_inline_figure_keeps_to_the_schema() -> None:
    GROUP.validate(group({"unit": figure()}))
