"""What differs between two states of a figure, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from collection.catalogue.entering.columns import NUMBER, Column, Sheet, sheets
from collection.catalogue.entering.drafts import Draft, Record, from_record
from collection.catalogue.models import Faction

NOT_PRINTED = ("how_sure", "note", "click", "position", NUMBER)


@dataclass(frozen=True)
class Difference:
    """One value that differs; empty where it is not known."""

    what: str
    before: str
    after: str


def differences(
    before: Record | None, after: Record | None, factions: Sequence[Faction]
) -> list[Difference]:
    """Every printed value that differs between two records, in the order of the sheets."""
    old = from_record(before) if before else None
    new = from_record(after) if after else None
    found = []
    for sheet in sheets(factions):
        old_lines, new_lines = _lines(old, sheet), _lines(new, sheet)
        for index in range(max(len(old_lines), len(new_lines))):
            was = old_lines[index] if index < len(old_lines) else {}
            is_now = new_lines[index] if index < len(new_lines) else {}
            for column in sheet.columns:
                first, second = was.get(column.key), is_now.get(column.key)
                if first != second and column.key not in NOT_PRINTED:
                    what = value_name(sheet, column, index)
                    found.append(
                        Difference(what, in_words(column, first), in_words(column, second))
                    )
    return found


def base_facts(record: Record, factions: Sequence[Faction]) -> list[tuple[str, str]]:
    """What a record says of the base, by the names of the values."""
    draft = from_record(record)
    sheet = next(sheet for sheet in sheets(factions) if sheet.key == draft.sheet)
    return [
        (column.heading, in_words(column, draft.base[column.key]))
        for column in sheet.columns
        if draft.base.get(column.key) is not None and column.key not in NOT_PRINTED
    ]


def _lines(draft: Draft | None, sheet: Sheet) -> list[dict[str, Any]]:
    if draft is None or sheet.key not in (draft.sheet, "clicks", "heat"):
        return []
    return draft.lines(sheet.key)


def value_name(sheet: Sheet, column: Column, index: int) -> str:
    """A value as sentences name it: "Points", "Click 3, Speed"."""
    if sheet.key == "clicks":
        return _("Click %(number)s: %(value)s") % {"number": index + 1, "value": column.heading}
    if sheet.key == "heat":
        return _("Heat position %(number)s: %(value)s") % {
            "number": index,
            "value": column.heading,
        }
    return column.heading


def in_words(column: Column, value: Any) -> str:
    """A value as people read it; empty where there is none."""
    if value is None:
        return ""
    return (column.choices or {}).get(value, str(value))
