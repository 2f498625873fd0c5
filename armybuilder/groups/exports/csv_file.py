"""The pieces as CSV, for spreadsheets and programs: column names stay the same in every language.

A cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

import csv
import io

from armybuilder.groups.exports import words
from armybuilder.groups.exports.options import BYTE_ORDER_MARK, SEPARATORS, Options
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.table import Value, columns, rows
from collection.common.tabular import formulas


def render(sheet: Sheet, options: Options) -> bytes:
    """The rows as UTF-8, their lines ended as RFC 4180 wants it."""
    written = io.StringIO()
    separator, _title = SEPARATORS[options.separator]
    writer = csv.writer(written, delimiter=separator)
    writer.writerow(column.key for column in columns())
    for row in rows(sheet):
        writer.writerow(map(_cell, row))
    return (BYTE_ORDER_MARK * options.mark + written.getvalue()).encode()


def _cell(value: Value) -> Value:
    return formulas.harmless(words.harmless(value)) if isinstance(value, str) else value
