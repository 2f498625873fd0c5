"""Pieces join the catalogue's records by what is printed on them, whenever those appear."""

from collections.abc import Callable

import pytest
from django.core.management import call_command

from collection.catalogue.models import Figure
from collection.catalogue.pieces import Piece, read_piece
from collection.owning import edits
from collection.owning.models import Change, Holding
from collection.owning.tests.conftest import SYSTEM

MakeChange = Callable[..., Change]


@pytest.mark.parametrize(
    ("printed", "record"),
    [
        (("aod", "102"), "AOD-102"),
        ((" AOD ", "33"), "AOD-033"),
        (("DA", "74"), "DA-073"),
        (("AOD", "lp-1"), "AOD-LP-001"),
    ],
    ids=["as printed", "short number", "one of a block", "card"],
)
def test_a_piece_joins_its_record(
    catalogue: None, change: MakeChange, printed: tuple[str, str], record: str
) -> None:
    piece = read_piece(SYSTEM, *printed)
    assert piece
    change(piece, edits.add)
    row = Holding.objects.select_related("figure", "card").get()
    joined = row.figure or row.card
    assert joined
    assert joined.catalogue_id == record


def test_a_piece_joins_the_record_that_appears_later(
    no_catalogue: None, change: MakeChange
) -> None:
    change(Piece(SYSTEM, "AOD", "102"), edits.add)
    assert Holding.objects.get().figure is None
    call_command("load_catalogue", verbosity=0)
    assert Holding.objects.get().figure == Figure.objects.get(catalogue_id="AOD-102")


def test_a_record_that_goes_leaves_the_piece(catalogue: None, change: MakeChange) -> None:
    change(Piece(SYSTEM, "AOD", "102"), edits.add)
    Figure.objects.get(catalogue_id="AOD-102").delete()
    row = Holding.objects.get()
    assert (row.figure, row.plain) == (None, 1)


@pytest.mark.parametrize(
    "printed", [("", "1"), ("AOD", ""), ("AOD", "1/2"), ("A" * 17, "1"), ("AOD", "1", "x" * 41)]
)
def test_what_cannot_be_printed_on_a_piece_is_none(printed: tuple[str, ...]) -> None:
    assert read_piece(SYSTEM, *printed) is None
