"""A collection as files: what they hold, that they are harmless, and that ours read back alike."""

import csv
import io
import json
from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from openpyxl import load_workbook

from collection.catalogue.pieces import Piece
from collection.common.tabular.files import read_file
from collection.common.tabular.headings import find_header
from collection.common.tabular.limits import Limits
from collection.owning.exports import FORMS
from collection.owning.exports.holdings import Holding
from collection.owning.importing.columns import OF_PIECES
from collection.owning.importing.merging import merged
from collection.owning.importing.rows import read_row
from collection.owning.models import Mode
from collection.owning.states import CopyState, HoldingState, LoanState
from collection.owning.tests.importing.test_merging import states, table
from rules.tests.running import examples

PIECE = Piece("age-of-destruction", "AOD", "102")


def holding(state: HoldingState, name: str = "Hatchetman HCT-4F-M") -> Holding:
    return Holding(PIECE, state, name, "figure", "MechWarrior: Age of Destruction")


SOME = HoldingState(
    plain=2,
    wanted=1,
    for_trade=3,
    notes="=1+1",
    tags=("red",),
    copies={
        "a": CopyState(
            condition="good",
            place="Box A",
            has_card=True,
            acquired=date(2024, 5, 31),
            price=Decimal("12.50"),
            currency="PLN",
        ),
        "b": CopyState(loans={"l": LoanState("Jan", date(2026, 1, 1))}),
    },
)


def csv_rows(form: str, *holdings: Holding) -> list[dict[str, str]]:
    text = FORMS[form].render(holdings).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_our_columns_have_the_piece_first_and_its_copies_below() -> None:
    piece, first, second = csv_rows("csv", holding(SOME))
    assert (piece["set"], piece["number"], piece["count"]) == ("AOD", "102", "2")
    assert (piece["wanted"], piece["for_trade"], piece["notes"]) == ("1", "3", "'=1+1")
    assert (first["location"], first["has_card"], first["acquired"]) == (
        "Box A",
        "yes",
        "2024-05-31",
    )
    assert (first["price_paid"], first["currency"]) == ("12.50", "PLN")
    assert second["loaned_to"] == "Jan"


def test_a_workbook_has_numbers_days_and_no_formulas() -> None:
    content = FORMS["xlsx"].render([holding(SOME, "=cmd()")])
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    heading, piece, copy, _lent = sheet.iter_rows()
    places = {cell.value: place for place, cell in enumerate(heading)}
    assert piece[places["name"]].value == "=cmd()"
    assert piece[places["name"]].data_type == "s"
    assert copy[places["price_paid"]].value == 12.5
    assert copy[places["acquired"]].value == datetime(2024, 5, 31)


@pytest.mark.parametrize("form", ["csv", "moxfield", "deckbox"])
@pytest.mark.parametrize("name", ["@SUM(A1)", "＝SUM(A1)", "\n=1"])
def test_no_cell_of_a_text_table_is_a_formula(form: str, name: str) -> None:
    text = FORMS[form].render([holding(SOME, name)]).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert not [cell for cell in cells if cell[:1] in set("=+-@\t\r\n＝＋－＠")]


def test_other_programs_get_what_is_owned_with_its_condition() -> None:
    plain, good = csv_rows("moxfield", holding(SOME))
    assert (plain["Count"], plain["Tradelist Count"], plain["Edition"]) == ("3", "3", "AOD")
    assert (good["Count"], good["Condition"]) == ("1", "Good (Lightly Played)")
    deckbox = csv_rows("deckbox", holding(SOME))
    assert deckbox[0]["Edition"] == "MechWarrior: Age of Destruction"
    assert deckbox[0]["Card Number"] == "102"


def test_json_holds_copies_with_their_loans() -> None:
    (piece,) = json.loads(FORMS["json"].render([holding(SOME)]))["pieces"]
    assert (piece["count"], piece["plain"], piece["wanted"]) == (4, 2, 1)
    assert piece["copies"][1]["loans"] == [{"to": "Jan", "since": "2026-01-01"}]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@examples(25)
@given(state=states)
def test_a_file_of_ours_read_back_changes_nothing(form: str, state: HoldingState) -> None:
    (read,) = read_file(FORMS[form].render([holding(state)]), Limits())
    header = find_header(read, OF_PIECES)
    assert header is not None
    columns = frozenset(header.places)
    rows = [read_row(header.values(line), columns, "USD") for line in header.lines_below(read)]
    assert merged(state, rows, table(Mode.SYNC, columns), known=True) == state
