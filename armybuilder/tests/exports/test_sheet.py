"""The sheet says what the rules found out."""

import json
from typing import Any

from armybuilder.tests.exports.sheets import sample, sheet
from rules.__main__ import ROOT


def record(unit_id: str) -> dict[str, Any]:
    file = ROOT / "fixtures" / "age_of_destruction" / "figures" / f"{unit_id[:3]}.json"
    figures: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["figures"]
    return next(figure for figure in figures if figure["id"] == unit_id)


def test_artillery_brings_a_marker_for_each_target() -> None:
    howitzer = record("AOD-041") | {"id": "TST-1", "set": "TST", "collector_number": "1"}
    howitzer["attacks"][0]["targets"] = 2
    units = [{"unit": howitzer, "count": 3}, {"unit": "AOD-069"}]
    group = sample("starter-mercenaries-450") | {"units": units, "loads": []}
    counts = {marker.id: marker.count for marker in sheet(group).markers}
    assert counts == {"TST-1": 6, "AOD-069": 1}
