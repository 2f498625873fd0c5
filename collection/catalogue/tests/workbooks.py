"""Filled templates for tests."""

from io import BytesIO
from typing import Any

from django.utils import translation
from openpyxl import load_workbook

from collection.catalogue import game
from collection.catalogue.entering import selectors
from collection.catalogue.entering.template import write_template
from collection.catalogue.models import ExpansionSet, Faction

FOOT = {
    "Name": "Test Walkers",
    "Faction": "Steel Wolves",
    "Rank": "green",
    "Points": 12,
    "Speed mode": "foot",
    "Weapon: type": "ballistic",
    "Weapon: targets": 1,
    "Weapon: nearest inch": 0,
    "Weapon: farthest inch": 8,
}


def foot_clicks(clicks: int = 3) -> list[dict[str, Any]]:
    """A short dial of infantry."""
    lines: list[dict[str, Any]] = [
        {"Click": n, "Speed": 8 - n, "Attack": 9 - n, "Defense": 17 - n, "Primary damage": 2}
        for n in range(1, clicks + 1)
    ]
    lines[0] |= {"Marker": "starting marker", "Speed: equipment": "EV Evade"}
    return lines


def own_set(code: str) -> ExpansionSet:
    return ExpansionSet.objects.get(system=game.SYSTEM, code=code)


def template(code: str, *, filled: bool = False) -> bytes:
    known = selectors.known_figures(game.SYSTEM, code) if filled else {}
    with translation.override("en"):
        return write_template(own_set(code), list(Faction.objects.all()), known)


def fill(book: bytes, lines: dict[str, list[dict[str, Any]]]) -> bytes:
    """The workbook with lines added to its sheets, each by heading."""
    opened = load_workbook(BytesIO(book))
    for title, added in lines.items():
        sheet = opened[title]
        headings = {cell.value: index for index, cell in enumerate(sheet[1], start=1)}
        row = max(
            (cell.row for cells in sheet.iter_rows() for cell in cells if cell.value is not None),
        )
        for line in added:
            row += 1
            for heading, value in line.items():
                sheet.cell(row, headings[heading]).value = value
    written = BytesIO()
    opened.save(written)
    return written.getvalue()


def foot_soldiers(code: str = "AN", number: Any = "001", **changes: Any) -> bytes:
    """A template with one infantry figure of three clicks."""
    clicks = [{"Number": number, **line} for line in foot_clicks()]
    base = {"Number": number, **FOOT, **changes}
    return fill(template(code), {"Infantry": [base], "Clicks": clicks})
