"""Single cells as what their column holds, however people write it."""

import math
import re
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _

from collection.common.folding import fold
from collection.common.tabular.workbooks import Cell

YES = frozenset(("1", "yes", "y", "true", "x", "tak", "t", "prawda", "+", "✓", "✔"))
NO = frozenset(("0", "no", "n", "false", "nie", "falsz", "-", "✗"))

LARGEST_WHOLE = 1_000_000_000
LONGEST_SHOWN = 60

_COUNTED = re.compile(r"(?:x|×)\s*(.+)|(.+?)\s*(?:x|×|szt\.?|pcs\.?)", re.IGNORECASE)
_GAPS = re.compile(r"[\s'’_]")
_CURRENCY = re.compile(r"^[^\d.,+-]{1,5}|[^\d.,+-]{1,5}$")
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,6})?|[+-]?\.\d{1,6}")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)")
_DATES = (
    re.compile(r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})(?:[ T].*)?"),
    re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})"),
)


class BadCell(Exception):
    """A cell that holds none of what its column may hold; its sentence says why."""


def read_words(cell: Cell) -> str:
    """What the cell says; a whole number without ".0", an empty cell as ""."""
    if isinstance(cell, float):
        return f"{cell:.15g}"
    return "" if cell is None else str(cell).strip()


def read_whole(cell: Cell) -> int:
    """A whole number or count: 2, 2.0, "2x", "x2", "1 000", "2 szt."; raises BadCell."""
    counted = _COUNTED.fullmatch(read_words(cell))
    try:
        value = read_decimal(counted[1] or counted[2] if counted else cell)
    except BadCell:
        value = Decimal("NaN")
    if value.is_nan() or value != int(value) or abs(value) > LARGEST_WHOLE:
        raise BadCell(_("“%(said)s” is not a whole number.") % {"said": _shown(cell)})
    return int(value)


def read_decimal(cell: Cell) -> Decimal:
    """A number with a point or a comma and perhaps a currency: "1 234,50 zł"; raises BadCell."""
    if isinstance(cell, int | float) and math.isfinite(cell):
        return Decimal(str(cell))
    number = _CURRENCY.sub("", _GAPS.sub("", read_words(cell).replace("−", "-")))
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "").replace(".", "")
    point = max(number.rfind(","), number.rfind("."))
    if point >= 0:
        whole = number[:point].replace(",", "").replace(".", "")
        number = f"{whole}.{number[point + 1 :]}"
    if not _NUMBER.fullmatch(number):
        raise BadCell(_("“%(said)s” is not a number.") % {"said": _shown(cell)})
    return Decimal(number)


def read_truth(cell: Cell) -> bool:
    """Yes or no, in the words of either language or as a tick; raises BadCell."""
    said = fold(read_words(cell))
    if said not in YES | NO:
        raise BadCell(_("“%(said)s” is neither yes nor no.") % {"said": _shown(cell)})
    return said in YES


def read_date(cell: Cell) -> date:
    """A day: 2024-05-31, 2024-05-31 12:00, 31.05.2024; raises BadCell.

    05/31/2024 is refused: nobody can say which of its numbers is the month.
    """
    for written in _DATES:
        if found := written.fullmatch(read_words(cell)):
            try:
                return date(int(found["year"]), int(found["month"]), int(found["day"]))
            except ValueError:
                break
    raise BadCell(_("“%(said)s” is not a date like 2024-05-31.") % {"said": _shown(cell)})


def _shown(cell: Cell) -> str:
    return read_words(cell)[:LONGEST_SHOWN]
