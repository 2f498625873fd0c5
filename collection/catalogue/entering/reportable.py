"""The values of a figure about which somebody may say that theirs says otherwise."""

from collections.abc import Sequence
from typing import Any

from collection.catalogue.entering.columns import Column, Sheet, sheets
from collection.catalogue.entering.differences import in_words, value_name
from collection.catalogue.entering.drafts import Record, from_record
from collection.catalogue.entering.uploads import choices_of, read_cell
from collection.catalogue.models import Faction

NOT_REPORTED = ("number", "click", "position", "how_sure", "note")
ON_LISTED = ("name", "nickname")


class Reportable:
    """One value of a figure that can be reported: its column, its line, what its column keeps for
    it and what that says."""

    def __init__(self, sheet: Sheet, column: Column, line: int | None, held: Any) -> None:
        self.column = column
        self.line = line
        self.held = held
        self.here = in_words(column, held)
        self.key = f"{sheet.key}.{column.key}"
        self.name = value_name(sheet, column, line or 0)


def reportable(record: Record, factions: Sequence[Faction]) -> dict[str, Reportable]:
    """Every value of a figure by a key of its own; of one without dial only its names."""
    draft = from_record(record)
    complete = record["status"] == "complete"
    found = {}
    for sheet in sheets(factions):
        if sheet.key not in (draft.sheet, "clicks", "heat"):
            continue
        on_lines = sheet.key != draft.sheet
        for line, cells in enumerate(draft.lines(sheet.key)):
            for column in sheet.columns:
                if column.key in NOT_REPORTED or not (complete or column.key in ON_LISTED):
                    continue
                held = cells.get(column.key)
                value = Reportable(sheet, column, line if on_lines else None, held)
                found[f"{value.key}.{line}"] = value
    return found


def read_said(column: Column, said: str) -> Any:
    """What somebody typed for a value, as its column keeps it; raises BadCell."""
    return read_cell(column, said, choices_of(column)) if said else None
