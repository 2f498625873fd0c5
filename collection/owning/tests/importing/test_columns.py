"""What people and their tools call the columns of pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.common.tabular.headings import find_header, simplified
from collection.common.tabular.limits import RefusedFile
from collection.common.tests.test_tabular import table
from collection.owning.importing.columns import NAMES, OF_PIECES


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    try:
        read = table(content)
    except RefusedFile:
        return
    find_header(read, OF_PIECES)


MOXFIELD = "Count,Tradelist Count,Name,Edition,Condition,Foil,Tags,Collector Number,Proxy"
DECKBOX = "Count,Tradelist Count,Name,Edition,Card Number,Condition,My Price"
MANABOX = "Name,Set code,Set name,Collector number,Quantity,Purchase price currency,Binder Name"
ARCHIDEKT = "Quantity,Name,Edition Name,Edition Code,Collector Number,Date Added"
POLISH_SHEET = "Ilość;Nr kolekcjonerski;Nazwa;Na wymianę;Szukane;Miejsce;Cena (zł)"
OURS = (
    "game,set,number,variant,name,kind,count,for_trade,wanted,condition,has_card,location,"
    "loaned_to,tags,acquired,price_paid,currency,notes"
)


@pytest.mark.parametrize(
    ("headings", "keys"),
    [
        (MOXFIELD, "count for_trade name set condition tags number"),
        (DECKBOX, "count for_trade name set number condition price_paid"),
        (MANABOX, "name set set_name number count currency location"),
        (ARCHIDEKT, "count name set_name set number acquired"),
        ("Collection #;Figure Name;Set;Have;Want;Trade", "number name set count wanted for_trade"),
        ("Item #,Unit,Owned", "number name count"),
        ("Collector's Number,Unit,Owned", "number name count"),
        ("Nr kolekcji;Figurka;Ile mam", "number name count"),
        ("Set,#,Name,Cards", "set number name count"),
        ("Name,Target Type,TP,(TO&E Amount),Tags", "name kind count tags"),
        ("code,quantity", "id count"),
        ("  COLLECTOR_NUMBER , qty", "number count"),
        (POLISH_SHEET, "count number name for_trade wanted location price_paid"),
        (OURS, OURS.replace(",", " ")),
    ],
)
def test_headings_of_other_tools_are_understood(headings: str, keys: str) -> None:
    header = find_header(table(headings), OF_PIECES)

    assert header is not None
    assert sorted(header.places) == sorted(keys.split())


def test_the_header_is_found_below_a_title_and_reads_the_lines_below() -> None:
    read = table("My collection, of 2024\n\nName,Qty,Colour\nTank,2,red\n,3\n")
    header = find_header(read, OF_PIECES)

    assert header is not None
    assert header.line.number == 3
    assert header.ignored == {2: "Colour"}
    assert [(line.number, header.values(line)) for line in header.lines_below(read)] == [
        (4, {"name": "Tank", "count": "2"}),
        (5, {"count": "3"}),
    ]


def test_the_first_of_two_like_headings_counts() -> None:
    header = find_header(table("Count,Qty,Name\n1,2,Tank"), OF_PIECES)

    assert header is not None
    assert header.places == {"count": 0, "name": 2}
    assert header.ignored == {1: "Qty"}


@pytest.mark.parametrize("text", ["2x AOD-033\n1x AOD-102", "33, 102, 102", "", "Name"])
def test_text_without_headings_has_no_header(text: str) -> None:
    assert find_header(table(text), OF_PIECES) is None


def test_no_heading_means_two_columns() -> None:
    said = {key: {simplified(name) for name in (key, *names)} for key, names in NAMES.items()}

    assert sum(map(len, said.values())) == len(OF_PIECES)
