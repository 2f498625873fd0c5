"""Libraries as spreadsheets and JSON: rows of texts, each read by itself.

A row with no more than a name and a number of models says what somebody owns of a unit that is not
theirs, such as one of a sample.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.library.present.units import (
    Fault,
    Record,
    as_texts,
    column_titles,
    columns,
    is_card,
    parsed,
    record_of,
    refuse_bad_name,
    texts_of,
)
from armybuilder.library.services import MOST_MODELS
from collection.common.folding import fold
from collection.common.tabular.cells import read_words
from collection.common.tabular.files import WORKBOOK, Table, read_file, read_text
from collection.common.tabular.formulas import hides_formula
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.text import decode
from collection.common.tabular.writing import as_csv, as_xlsx

LIMITS = Limits(file_size=2_000_000, unzipped=20_000_000, rows=600, columns=120, text=2_000)
MOST_ROWS = 500
#: The column of how many models somebody owns; "models" in any language.
OWNED = "owned"
_OWNED_TITLES = (OWNED, "models", "modele", "posiadane")


@dataclass(frozen=True)
class Row:
    """A row of a file: its number there, and its texts by column."""

    number: int
    texts: dict[str, str]

    @property
    def name(self) -> str:
        """The unit it is about."""
        return self.texts.get("name", "")


@dataclass(frozen=True)
class ReadRow:
    """A row that was read: a card, or a number of models, or what is wrong and in which column."""

    row: Row
    record: Record | None = None
    owned: int | None = None
    column: str = ""
    fault: str = ""


def rows_of(content: bytes) -> list[Row]:
    """The rows of a file; raises RefusedFile."""
    if content.startswith(WORKBOOK):
        tables = read_file(content, LIMITS)
        return [row for table in tables for row in _rows_of_table(table)][:MOST_ROWS]
    if len(content) > LIMITS.file_size:
        read_file(content, LIMITS)
    return rows_of_text(decode(content))


def rows_of_text(text: str) -> list[Row]:
    """The rows of a text, a table or JSON; raises RefusedFile."""
    if text.lstrip()[:1] in ("{", "["):
        return list(_rows_of_json(text))[:MOST_ROWS]
    rows = _rows_of_table(read_text(text, LIMITS))
    return [Row(row.number, _without_apostrophes(row.texts)) for row in rows][:MOST_ROWS]


def _without_apostrophes(texts: dict[str, str]) -> dict[str, str]:
    """The texts as they were before they were kept from being formulas."""
    return {name: text[1:] if hides_formula(text) else text for name, text in texts.items()}


def _rows_of_table(table: Table) -> Iterator[Row]:
    """The lines below the headings; raises RefusedFile where no heading is one of a unit."""
    if not table.lines:
        return
    known = column_titles() | dict.fromkeys(_OWNED_TITLES, OWNED)
    heads = [known.get(fold(read_words(cell))) for cell in table.lines[0].cells]
    if "name" not in heads:
        raise RefusedFile(_("No column is called “name”."))
    for line in table.lines[1:]:
        cells = zip(heads, line.cells, strict=False)
        texts = {head: read_words(cell) for head, cell in cells if head}
        if any(texts.values()):
            yield Row(line.number, {head: text for head, text in texts.items() if text})


def _rows_of_json(text: str) -> Iterator[Row]:
    """A list of cards, or an object that holds them by name; raises RefusedFile."""
    try:
        data = parsed(text)
    except Fault as fault:
        raise RefusedFile(fault.message) from fault
    listed: Any = data
    if isinstance(data, dict):
        listed = data.get("units") or data.get("profiles") or data
    if isinstance(listed, dict):
        listed = [card | {"name": card.get("name") or name} for name, card in _cards(listed)]
    if not isinstance(listed, list):
        raise RefusedFile(_("There is no unit in it."))
    for number, card in enumerate(listed, start=1):
        if not isinstance(card, dict):
            raise RefusedFile(_("Entry %(number)s is no unit.") % {"number": number})
        yield Row(number, _texts_of_card(card))


def _cards(by_name: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, card) for name, card in by_name.items() if isinstance(card, dict))


def _texts_of_card(card: dict[str, Any]) -> dict[str, str]:
    """The texts of a card of a JSON file; a faulty one keeps its fault for its row."""
    own = {key: value for key, value in card.items() if key != OWNED}
    texts: dict[str, str] = {}
    if is_card(own):
        try:
            texts = as_texts(own)
        except Fault as fault:
            texts = {"fault": fault.message, "column": fault.field.removeprefix("$.")}
    texts["name"] = str(own.get("name", ""))
    if OWNED in card:
        texts[OWNED] = str(card[OWNED])
    return texts


def read_rows(rows: Iterable[Row]) -> list[ReadRow]:
    """Every row, read by itself."""
    return [_read(row) for row in rows]


def _read(row: Row) -> ReadRow:
    texts = dict(row.texts)
    if "fault" in texts:
        return ReadRow(row, column=texts.get("column", ""), fault=texts["fault"])
    typed = texts.pop(OWNED, "")
    if typed and not is_number_of_models(typed):
        message = _("“%(typed)s” is no number of models.") % {"typed": typed[:40]}
        return ReadRow(row, column=OWNED, fault=message)
    owned = int(typed) if typed else None
    try:
        if owned is not None and row.name and not texts.keys() - {"name"}:
            refuse_bad_name(row.name)
            return ReadRow(row, owned=owned)
        return ReadRow(row, record_of(texts), owned)
    except Fault as fault:
        return ReadRow(row, column=fault.field, fault=fault.message)


def is_number_of_models(typed: str) -> bool:
    """Whether a text is as many models as somebody may own."""
    return typed.isdecimal() and len(typed) <= len(str(MOST_MODELS))


# Writing ------------------------------------------------------------------------------------------


def table_of(
    records: Iterable[Mapping[str, Any]], owned: Mapping[str, int]
) -> list[dict[str, str | int | None]]:
    """A library as rows: its units, then the models of others."""
    rows: list[dict[str, str | int | None]] = []
    told = set()
    for record in records:
        name = str(record["name"])
        told.add(name)
        rows.append({**texts_of(record), OWNED: owned.get(name)})
    rows += [{"name": name, OWNED: count} for name, count in owned.items() if name not in told]
    return rows


def csv_of(records: Iterable[Mapping[str, Any]], owned: Mapping[str, int]) -> bytes:
    """A library as CSV."""
    return as_csv([*columns(), OWNED], table_of(records, owned))


def xlsx_of(records: Iterable[Mapping[str, Any]], owned: Mapping[str, int]) -> bytes:
    """A library as a workbook."""
    widths = {"name": 32.0, "type": 16.0, "formations": 24.0}
    return as_xlsx(_("Units"), [*columns(), OWNED], widths, table_of(records, owned))


def json_of(records: Iterable[Mapping[str, Any]], owned: Mapping[str, int]) -> bytes:
    """A library as JSON: cards as armies have them, with the models owned."""
    units = [dict(record) for record in records]
    names = {str(unit["name"]) for unit in units}
    for unit in units:
        if count := owned.get(str(unit["name"])):
            unit[OWNED] = count
    others = [{"name": name, OWNED: count} for name, count in owned.items() if name not in names]
    return json.dumps({"units": units + others}, ensure_ascii=False, indent=1).encode()
