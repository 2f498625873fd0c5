"""Every export tells the same: what the sheet holds is looked for in each file, field by field."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import translation
from openpyxl import load_workbook
from pypdf import PdfReader

from armybuilder.groups.exports import export, words
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packed import unpack
from armybuilder.groups.exports.sheet import PieceRow, Sheet
from armybuilder.groups.importing.text_sheet import parse_text
from armybuilder.groups.tests.exports.sheets import LINK, SAMPLES, catalogue, sample, sheet
from rules.age_of_destruction import check_code, read_group

SHEETS = pytest.mark.parametrize(
    "drawn",
    [
        pytest.param(sheet(sample(path.stem), language, LINK), id=f"{path.stem}-{language}")
        for path in SAMPLES
        for language in ("en", "pl")
    ],
)


@dataclass(frozen=True)
class Line:
    """What a file says of one line of figures."""

    set: str
    number: str
    name: str
    variant: str
    rank: str
    count: int
    points: int
    gear: tuple[str, ...]
    pilots: tuple[str, ...]
    recruitment: int
    total: int


def wanted(piece: PieceRow) -> Line:
    return Line(
        set=piece.set,
        number=piece.collector_number,
        name=piece.name,
        variant=piece.variant or "",
        rank=str(words.RANKS.get(piece.rank or "", "")),
        count=piece.count,
        points=piece.points or 0,
        gear=tuple(card.id for card in piece.gear),
        pilots=tuple(card.id for card in piece.pilots),
        recruitment=sum(pilot.recruit_points for pilot in piece.pilots),
        total=piece.total,
    )


def lines_of(drawn: Sheet) -> list[Line]:
    """Every line of a sheet in the order in which tables list them, in its own language."""
    with translation.override(drawn.language):
        return [wanted(piece) for _section, pieces in drawn.sections for piece in pieces]


def ids(told: str | None) -> tuple[str, ...]:
    return tuple(part.split()[0] for part in (told or "").split("; ") if part)


def line_of_row(row: Mapping[str, Any]) -> Line:
    def number(key: str) -> int:
        return int(row[key] or 0)

    def text(key: str) -> str:
        return str(row[key] or "")

    return Line(
        set=text("set"),
        number=text("number"),
        name=text("name"),
        variant=text("variant"),
        rank=text("rank"),
        count=number("count"),
        points=number("points"),
        gear=ids(text("gear")),
        pilots=ids(text("pilot")),
        recruitment=number("recruitment_points"),
        total=number("total"),
    )


KEYS = (
    *("row", "kind", "count", "set", "number", "name", "variant", "rank", "printed_faction"),
    *("serves", "points", "gear", "gear_points", "pilot", "pilot_points", "recruited_by"),
    *("recruitment_points", "total"),
)


@SHEETS
def test_the_workbook(drawn: Sheet) -> None:
    book = load_workbook(io.BytesIO(export(drawn, "xlsx").content))
    army, verdict = book.worksheets
    _head, *rows, total = army.iter_rows(values_only=True)
    figures = [dict(zip(KEYS, row, strict=True)) for row in rows if row[0] is not None]
    cards = [dict(zip(KEYS, row, strict=True)) for row in rows if row[0] is None]
    facts = {row[0]: row[1] for row in verdict.iter_rows(max_col=2, values_only=True)}

    assert [line_of_row(row) for row in figures] == lines_of(drawn)
    assert [(f"{row['set']}-{row['number']}", row["total"]) for row in cards] == [
        (card.id, card.points) for card in drawn.cards
    ]
    assert (total[2], total[-1]) == (drawn.piece_count, drawn.total)
    assert {drawn.check_code, drawn.name, LINK} <= set(facts.values())


@SHEETS
def test_the_csv_file(drawn: Sheet) -> None:
    content = export(drawn, "csv", Options(separator="semicolon")).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content), delimiter=";"))

    assert tuple(rows[0]) == KEYS
    figures = [line_of_row(row) for row in rows if row["row"]]
    assert figures == lines_of(drawn)
    assert sum(int(row["total"]) for row in rows) == drawn.total


@SHEETS
def test_the_forms_that_come_back(drawn: Sheet) -> None:
    from_json = json.loads(export(drawn, "json").content)
    from_text = parse_text(export(drawn, "text", Options(dials=True)).content.decode())
    from_line = unpack(export(drawn, "packed").content.decode())

    assert from_json == from_text.group == from_line == drawn.group
    assert from_text.problems == ()
    assert from_text.check_code == drawn.check_code
    assert check_code(read_group(from_line), catalogue()) == drawn.check_code


@SHEETS
@pytest.mark.parametrize("form", ["pdf", "two"])
def test_the_army_sheets(drawn: Sheet, form: str) -> None:
    pages = PdfReader(io.BytesIO(export(drawn, form).content)).pages
    told = " ".join(" ".join(page.extract_text() for page in pages).split())

    for expected in facts_of(drawn):
        assert expected in told
    assert drawn.check_code in told


@SHEETS
@pytest.mark.parametrize("form", ["text", "compact", "markdown"])
def test_the_texts_for_people(drawn: Sheet, form: str) -> None:
    told = plain(export(drawn, form).content.decode())

    for piece in drawn.pieces:
        alone = piece.points if form == "text" else piece.total
        cards = [value for card in piece.mounted for value in (card.name, card.points)]
        for expected in (piece.name, piece.variant or "", alone, *cards):
            assert plain(str(expected)) in told
    assert f"{drawn.total}/{drawn.build_total}" in told
    assert drawn.check_code in told
    assert LINK in told


def plain(text: str) -> str:
    """A text without line breaks, escapes and typographic quotes."""
    told = text.replace("\\", "").replace("“", '"').replace("”", '"')
    return " ".join(told.split())


def facts_of(drawn: Sheet) -> Iterator[str]:
    """What an army sheet prints, as far as no line breaks through it."""
    for piece in drawn.pieces:
        yield piece.collector_number
        yield piece.name.split()[0]
        yield piece.variant or ""
        yield str(piece.points)
        yield str(piece.total)
        yield from (card.id for card in piece.mounted)
        yield from (str(card.points) for card in piece.mounted)
        yield from (f"+{pilot.recruit_points}" for pilot in piece.pilots if pilot.recruited_by)
    for card in drawn.cards:
        yield str(card.points)
        yield card.name.split()[0]
    yield f"{drawn.total}/{drawn.build_total}"
