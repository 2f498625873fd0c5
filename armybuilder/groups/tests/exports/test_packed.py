"""The packed line: a group goes in and comes out as it was, whatever it is."""

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from armybuilder.groups.exports import export
from armybuilder.groups.exports.packed import Unpackable, pack, unpack
from armybuilder.groups.tests.exports.sheets import SAMPLES, groups, sample, sheet
from rules.age_of_destruction import read_group, write_group
from rules.tests.running import examples


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_comes_back_as_it_went(path: Path) -> None:
    group = sheet(sample(path.stem)).group
    line = pack(group)

    assert unpack(line) == group
    assert pack(unpack(line)) == line


@examples(300)
@given(data=groups())
def test_any_group_comes_back_as_it_went(data: dict[str, Any]) -> None:
    group = json.loads(json.dumps(write_group(read_group(data))))
    line = pack(group)

    assert unpack(line) == group
    assert pack(unpack(line)) == line
    assert re.fullmatch(r"mw1~[A-Za-z0-9_.~:+-]*", line)


def test_a_group_as_the_specification_writes_it() -> None:
    group = {
        "format": "battle-group/1",
        "system": "age-of-destruction",
        "name": "Łowcy świtu",
        "build_total": 450,
        "units": [
            {"unit": "AOD-033", "count": 2},
            {
                "unit": "AOD-114",
                "gear": [{"card": "AOD-G-001", "weapon": "secondary"}],
                "pilot": {"card": "HSE-GS-002", "recruit": "Spirit Cats"},
            },
        ],
        "cards": ["AOD-PC-001", {"card": "HSE-MC-001", "faction": "Highlanders"}],
        "event": "standard-450",
        "loads": [{"transport": 1, "passengers": [0]}],
        "notes": "a\nb",
    }

    assert pack(group) == (
        "mw1~450~_141_owcy+_15b_witu~uAOD-033:2~uAOD-114.g-G-001:2.pHSE-GS-002:rSpirit+Cats"
        "~cAOD-PC-001~cHSE-MC-001:fHighlanders~estandard-450~l1.0~ta_a_b"
    )
    assert unpack(pack(group)) == group


def test_an_address_may_have_turned_its_signs() -> None:
    assert unpack("  mw1~450~Evening patrol~uAOD-102\n")["name"] == "Evening patrol"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "mw1"),
        ("mw2~450~x", "mw1"),
        ("mw1~450", "mw1"),
        ("mw1~many~x", "2"),
        ("mw1~450~_110000_", "3"),
        ("mw1~450~x~uAOD-102.zG", "4"),
        ("mw1~450~x~uAOD-102:many", "4"),
        ("mw1~450~x~uAOD-102:1:2", "4"),
        ("mw1~450~x~uAOD-102~c%41", "5"),
        ("mw1~450~x~l1.x", "4"),
        ("mw1~450~x~x!!!!", "4"),
        ("mw1~450~x~xW10", "4"),
        ("mw1~450~x~", "4"),
        ("mw1~450~x~" + "u" * 400_000, "too long"),
    ],
)
def test_a_broken_line_names_the_part(line: str, part: str) -> None:
    with pytest.raises(Unpackable, match=part):
        unpack(line)


@given(st.text(alphabet="mw1~450uUcCeltx.:_+-AOD2gpn", max_size=60).map("mw1~1~".__add__))
@example("mw1~1~~xbnVsbA")
def test_the_reader_falls_over_no_line(line: str) -> None:
    with contextlib.suppress(Unpackable):
        assert isinstance(unpack(line), dict)


def test_the_file_is_the_line() -> None:
    drawn = sheet(sample("spirit-cats-600-gunslinger"))
    file = export(drawn, "packed")

    assert file.name == "cinders-and-shadows.packed.txt"
    assert unpack(file.content.decode()) == drawn.group
