"""What a table's rows make of a piece, and that our own rows read back change nothing."""

from collections import Counter
from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.catalogue.pieces import Piece
from collection.owning.edits import Refused
from collection.owning.exports.rows import COLUMNS, rows_of
from collection.owning.importing.merging import BLANK, Lot, Table, lot_of, merged, removed
from collection.owning.importing.rows import BadRow, Row, Told, read_row
from collection.owning.models import Condition, Mode
from collection.owning.states import CopyState, HoldingState, LoanState

TODAY = date(2026, 11, 1)
ALL = frozenset(COLUMNS)
PIECE = Piece("age-of-destruction", "AOD", "102")


def table(mode: Mode, columns: frozenset[str] = ALL) -> Table:
    ids = count(1)
    return Table(mode, columns, TODAY, lambda: f"new{next(ids)}")


def read(**cells: Any) -> Row:
    return read_row(cells, frozenset(cells) | {"count"}, "EUR")


def made(
    state: HoldingState, *rows: Row, mode: Mode = Mode.SET, columns: frozenset[str] = ALL
) -> HoldingState:
    return merged(state, rows, table(mode, columns), known=True)


def copies(**by_id: CopyState) -> HoldingState:
    return HoldingState(copies=by_id)


def test_set_makes_the_amounts_those_of_the_table() -> None:
    before = HoldingState(plain=5, wanted=1, for_trade=2)
    after = made(before, Row(count=3, for_trade=0), Row(count=1))
    assert after == HoldingState(plain=4, wanted=1, for_trade=0)


def test_add_adds_to_what_is_there() -> None:
    before = HoldingState(plain=5, wanted=1, tags=("old",), notes="mine")
    after = made(before, Row(count=3, wanted=1, tags=("new",), notes="theirs"), mode=Mode.ADD)
    assert after == HoldingState(plain=8, wanted=2, tags=("old", "new"), notes="mine")


def test_an_empty_amount_says_nothing() -> None:
    before = HoldingState(plain=5, wanted=1)
    assert made(before, Row()) == before


def test_empty_remarks_are_cleared_only_when_the_table_is_the_whole_truth() -> None:
    before = HoldingState(plain=1, notes="mine", tags=("a",))
    assert made(before, Row(count=1)) == before
    assert made(before, Row(count=1), mode=Mode.SYNC) == HoldingState(plain=1)
    without = ALL - {"notes", "tags"}
    assert made(before, Row(count=1), mode=Mode.SYNC, columns=without) == before


def test_copies_that_fit_are_kept_and_others_told_anew() -> None:
    before = copies(
        a=CopyState(condition="good", place="Box A"), b=CopyState(condition="worn", place="Box B")
    )
    after = made(
        before,
        Row(count=1, told=Told(condition="mint")),
        Row(count=1, told=Told(condition="good")),
        columns=frozenset({"count", "condition"}),
    )
    assert after.copies == {
        "a": CopyState(condition="good", place="Box A"),
        "b": CopyState(condition="mint", place="Box B"),
    }


def test_copies_are_added_and_removed_until_they_are_those_of_the_table() -> None:
    good = Row(count=2, told=Told(condition="good"))
    after = made(HoldingState(plain=3), good, Row(count=1))
    assert after.plain == 1
    assert list(after.copies.values()) == [CopyState(condition="good")] * 2
    assert made(after, Row(count=1, told=Told(condition="good"))).owned == 1


def test_a_lent_copy_is_not_lost_by_a_table() -> None:
    before = copies(a=CopyState(loans={"l": LoanState("Jan", TODAY)}))
    with pytest.raises(Refused):
        removed(before)
    with pytest.raises(Refused):
        made(before, Row(count=0))


def test_a_table_lends_and_takes_back() -> None:
    before = HoldingState(copies={"a": CopyState(place="Box")})
    lent = made(before, Row(count=1, told=Told(place="Box", loaned_to="Jan")))
    assert lent.copies["a"].loan == LoanState("Jan", TODAY)
    back = made(lent, Row(count=1, told=Told(place="Box")))
    assert back.lent == 0
    assert back.copies["a"].loans


def test_more_copies_told_apart_than_a_piece_may_have_are_refused() -> None:
    with pytest.raises(Refused):
        made(HoldingState(), Row(count=9_999, told=Told(condition="good")))


def test_an_unknown_piece_takes_its_name_from_the_table() -> None:
    after = merged(HoldingState(), [Row(name="Ryoken", count=1)], table(Mode.SET), known=False)
    assert after.name == "Ryoken"


def test_a_row_is_read_as_people_write_it() -> None:
    row = read(
        number=33.0,
        set="aod",
        count="3x",
        condition="Near Mint",
        has_card="tak",
        acquired="31.05.2024",
        price_paid="1 234,50 zł",
        tags="red; painted",
        notes="'=1+1",
    )
    assert row == Row(
        set="aod",
        number="33",
        count=3,
        told=Told(
            condition="mint",
            has_card=True,
            acquired=date(2024, 5, 31),
            price=Decimal("1234.50"),
            currency="PLN",
        ),
        tags=("red", "painted"),
        notes="=1+1",
    )


def test_everything_wrong_with_a_row_is_said_at_once() -> None:
    with pytest.raises(BadRow) as caught:
        read(count="-1", condition="shiny", acquired="05/06/2024", price_paid="much")
    assert [fault.column for fault in caught.value.faults] == [
        "count",
        "price_paid",
        "condition",
        "acquired",
        "",
    ]


def test_what_is_wrong_with_a_cell_quotes_it() -> None:
    with pytest.raises(BadRow) as caught:
        read(
            number="33",
            count="1000000",
            price_paid="-3",
            variant="Mk " * 40,
            tags=",".join(map(str, range(30))),
        )
    quoted = {fault.column: fault.reason.partition("”")[0] for fault in caught.value.faults}
    assert quoted == {
        "count": "“1000000",
        "price_paid": "“-3",
        "variant": "“" + ("Mk " * 14)[:40] + "…",
        "tags": "“" + ",".join(map(str, range(30)))[:40] + "…",
    }


def test_a_row_without_any_amount_column_stands_for_one_piece() -> None:
    assert read_row({"number": "33"}, frozenset({"number"}), "EUR").count == 1
    assert read_row({"number": "33"}, frozenset({"number", "wanted"}), "EUR").count is None


texts = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=12).map(
    lambda text: "".join(sign if sign.isprintable() else "" for sign in text).strip()
)
tags = st.lists(st.sampled_from(["red", "painted", "=1+1", "-x"]), unique=True, max_size=2).map(
    tuple
)
prices = st.none() | st.decimals(0, 9999, places=2)


@st.composite
def copy_states(draw: st.DrawFn) -> CopyState:
    price = draw(prices)
    lent = draw(st.none() | st.sampled_from(["Jan", "@Ola"]))
    return CopyState(
        condition=draw(st.sampled_from(["", *Condition.values])),
        place=draw(texts),
        has_card=draw(st.none() | st.booleans()),
        acquired=draw(st.none() | st.dates(date(1990, 1, 1))),
        price=price,
        currency="" if price is None else draw(st.sampled_from(["EUR", "PLN"])),
        notes=draw(texts),
        tags=draw(tags),
        loans={"loan": LoanState(lent, date(2026, 1, 1))} if lent else {},
    )


amounts = st.integers(0, 30)
states = st.builds(
    HoldingState,
    plain=amounts,
    wanted=amounts,
    for_trade=amounts,
    notes=texts,
    tags=tags,
    copies=st.lists(copy_states(), max_size=4).map(
        lambda found: {f"copy{place}": copy for place, copy in enumerate(found)}
    ),
)


def written(state: HoldingState) -> list[Row]:
    """The rows of an export as an import reads them."""
    exported: list[Any] = list(rows_of(PIECE, state, name="Hatchetman", kind="figure"))
    return [read_row(row, ALL, "USD") for row in exported]


@given(states, st.sampled_from([Mode.SET, Mode.SYNC]))
def test_rows_we_write_change_nothing_when_read_back(state: HoldingState, mode: Mode) -> None:
    rows = written(state)
    assert merged(state, rows, table(mode), known=True) == state


@given(states)
def test_rows_we_write_make_the_same_of_nothing(state: HoldingState) -> None:
    rows = written(state)
    found = merged(HoldingState(), rows, table(Mode.SET), known=True)
    assert (found.owned, found.wanted, found.for_trade) == (
        state.owned,
        state.wanted,
        state.for_trade,
    )
    assert (found.notes, found.tags) == (state.notes, state.tags)
    assert described(found) == described(state)


def described(state: HoldingState) -> Counter[Lot]:
    return Counter(lot for copy in state.copies.values() if (lot := lot_of(copy)) != BLANK)
