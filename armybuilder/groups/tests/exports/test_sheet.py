"""The sheet says what the rules found out."""

import io
import json
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from armybuilder.groups.exports import FORMS, export
from armybuilder.groups.tests.exports.sheets import sample, sheet
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


OWN = {"id": "OWN-1", "name": "Own tank", "type": "vehicle", "points": 40}
#: Forms for programs, which hold the figure itself, and pictures.
UNMARKED = {"json", "packed", "picture", "qr", "qr_png"}


def says(form: str, content: bytes) -> str:
    """What somebody reads in a file."""
    if form == "xlsx":
        pages = load_workbook(io.BytesIO(content)).worksheets
        return " ".join(str(cell.value) for page in pages for row in page for cell in row)
    if FORMS[form].content_type == "application/pdf":
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return content.decode()


@pytest.mark.parametrize("form", sorted(FORMS.keys() - UNMARKED))
def test_a_figure_written_into_the_list_is_marked_in_every_form(form: str) -> None:
    official = sample("starter-mercenaries-450") | {"units": [{"unit": "AOD-030"}], "cards": []}
    own = official | {"units": [{"unit": OWN}]}
    mark = '"official": false' if form == "verdict" else "unofficial"
    assert mark in " ".join(says(form, export(sheet(own), form).content).split())
    assert mark not in says(form, export(sheet(official), form).content)
