"""The CSV file, read back by the standard library."""

import csv
import io

import pytest

from armybuilder.groups.exports import export
from armybuilder.groups.exports.options import Options
from armybuilder.groups.tests.exports.sheets import HOSTILE, sample, sheet


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n@x", "=cmd|' /C'!A0", "＝1+1", "－1"]
)
def test_no_cell_is_a_formula(name: str) -> None:
    inline = {"id": name, "name": name, "variant": name, "type": "vehicle", "points": 1}
    data = sample("steel-wolves-300") | {"units": [{"unit": inline}], "name": HOSTILE}
    content = export(sheet(data), "csv", Options(mark=False)).content.decode()

    cells = [cell for row in csv.reader(io.StringIO(content)) for cell in row]
    assert not [cell for cell in cells if cell[:1] in set("=+-@\t\r\n＝＋－＠")]
    assert any(cell.startswith("'") for cell in cells)


def test_excel_gets_its_mark_and_others_go_without() -> None:
    drawn = sheet(sample("steel-wolves-300"))

    assert export(drawn, "csv", Options(mark=True)).content.startswith(b"\xef\xbb\xbfrow,")
    assert export(drawn, "csv", Options(mark=False)).content.startswith(b"row,")


def test_the_names_of_columns_are_the_same_in_every_language() -> None:
    data = sample("steel-wolves-300")
    english, polish = (export(sheet(data, language), "csv").content for language in ("en", "pl"))

    assert english.splitlines()[0] == polish.splitlines()[0]
    assert english != polish


def test_a_cell_may_hold_the_separator() -> None:
    inline = {"id": "X-1", "name": 'Tank; "big", green', "type": "vehicle", "points": 1}
    data = sample("steel-wolves-300") | {"units": [{"unit": inline}]}
    for separator, sign in (("comma", ","), ("semicolon", ";")):
        content = export(sheet(data), "csv", Options(separator=separator, mark=False)).content
        rows = list(csv.reader(io.StringIO(content.decode()), delimiter=sign))
        assert rows[1][5] == 'Tank; "big", green (unofficial)'
