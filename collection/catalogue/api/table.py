"""Figures as a table for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.renderers import BaseRenderer

from collection.common.tabular.formulas import harmless

#: The columns of the table and where the rows have them.
COLUMNS = {
    "id": "catalogue_id",
    "set": "set__code",
    "number": "number",
    "last_number": "last_number",
    "status": "status",
    "official": "official",
    "name": "name",
    "nickname": "nickname",
    "variant": "variant",
    "faction": "faction__name",
    "type": "type",
    "mech_class": "mech_class",
    "rank": "rank",
    "unique": "unique",
    "speed_mode": "speed_mode",
    "points": "points",
    "speed": "speed",
    "attack": "attack",
    "defense": "defense",
    "damage": "damage",
    "range": "reach",
    "clicks": "clicks",
    "vent": "vent",
    "capacity": "capacity",
    "artillery_range": "artillery_range",
    "equipment": "equipment_codes",
}


class TableRenderer(BaseRenderer):
    """CSV with a heading; the mark at its beginning tells spreadsheets that it is UTF-8."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Iterable[Sequence[Any]],
        accepted_media_type: str | None = None,
        renderer_context: Any = None,
    ) -> bytes:
        """The rows below the names of their columns."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        writer.writerows([cell(value) for value in row] for row in data)
        return text.getvalue().encode("utf-8-sig")


def cell(value: Any) -> Any:
    """A value as no spreadsheet takes it for a formula."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    return harmless(value.strip(" "))
