"""Whatever is done to a collection in whatever order, its counts are its copies."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models import QuerySet
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Copy, Holding, Loan
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.states import CopyState, HoldingState, document_of
from collection.owning.store import read_all
from collection.owning.tests.conftest import NOW, SYSTEM, person
from rules.tests.running import examples

PIECES = [Piece(SYSTEM, "AOD", "033"), Piece(SYSTEM, "AOD", "102"), Piece(SYSTEM, "AN", "001")]
LENT = date(2026, 1, 1)

pieces = st.sampled_from(PIECES)
amounts = st.integers(0, 4)


class Shelf(RuleBasedStateMachine):
    """Random adding, lending, returning, importing and undoing, with every state remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.collection = create_collection(
            owner=person(f"p{changes.Collection.objects.count()}@example.org"), name="Shelf"
        )
        self.changes: list[Change] = []
        self.before: dict[int, dict[Piece, Any]] = {}

    def documents(self) -> dict[Piece, Any]:
        return {piece: document_of(held.state) for piece, held in read_all(self.collection).items()}

    def copies(self) -> QuerySet[Copy]:
        mine = Copy.objects.filter(holding__collection=self.collection)
        return mine.select_related("holding").order_by("id")

    def do(self, *made: Edit) -> None:
        before = self.documents()
        try:
            change = changes.apply(
                collection=self.collection, actor=self.collection.owner, edits=made, now=NOW
            )
        except changes.EditsRefused:
            assert self.documents() == before
            return
        if change:
            self.changes.append(change)
            self.before[change.number] = before

    def edit(self, piece: Piece, make: Callable[[HoldingState], HoldingState]) -> None:
        self.do(Edit(piece, make))

    @rule(piece=pieces, count=st.integers(-3, 3))
    def add(self, piece: Piece, count: int) -> None:
        self.edit(piece, partial(edits.add, count=count))

    @rule(piece=pieces, places=st.lists(st.sampled_from(["", "Box A", "Box B"]), max_size=2))
    def add_copies(self, piece: Piece, places: list[str]) -> None:
        copies = [CopyState(place=place) for place in places]
        self.edit(piece, partial(edits.add_copies, copies=copies))

    @rule(piece=pieces)
    def lend(self, piece: Piece) -> None:
        self.edit(piece, partial(edits.lend, to="Jan", since=LENT))

    @precondition(lambda self: self.copies().exists())
    @rule(data=st.data(), days=st.integers(0, 3))
    def give_back(self, data: st.DataObject, days: int) -> None:
        copy = data.draw(st.sampled_from(list(self.copies())))
        on = LENT + timedelta(days)
        piece = changes.piece_of(copy.holding)
        self.edit(piece, partial(edits.take_back, copy_id=copy.public_id, on=on))

    @precondition(lambda self: self.copies().exists())
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        copy = data.draw(st.sampled_from(list(self.copies())))
        piece = changes.piece_of(copy.holding)
        self.edit(piece, partial(edits.remove_copy, copy_id=copy.public_id))

    @rule(counts=st.dictionaries(pieces, st.tuples(amounts, amounts, amounts), min_size=1))
    def bring_in(self, counts: dict[Piece, tuple[int, int, int]]) -> None:
        self.do(
            *(
                Edit(piece, partial(edits.set_amounts, owned=owned, wanted=wanted, for_trade=trade))
                for piece, (owned, wanted, trade) in counts.items()
            )
        )

    @precondition(lambda self: self.changes)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        change = data.draw(st.sampled_from(self.changes))
        before = self.documents()
        try:
            undone = changes.undo(change=change, actor=self.collection.owner, now=NOW)
        except (changes.InTheWay, changes.UndoneAlready):
            assert self.documents() == before
            return
        if change == self.changes[-1]:
            assert self.documents() == self.before[change.number]
        self.changes.append(undone)
        self.before[undone.number] = before

    @invariant()
    def counts_are_the_copies(self) -> None:
        for piece, held in read_all(self.collection).items():
            state, row = held.state, Holding.objects.get(pk=held.row.pk)  # type: ignore[union-attr]
            assert state.owned == row.plain + row.copies.count() > -1, piece
            assert min(state.plain, state.wanted, state.for_trade) >= 0
            assert state.lent == Loan.objects.filter(copy__holding=row, returned=None).count()
            assert state.lent <= state.owned

    @invariant()
    def the_history_adds_up(self) -> None:
        assert self.collection.changes.count() == len(self.changes)


@pytest.mark.django_db
def test_counts_and_history_hold_in_any_order() -> None:
    run_state_machine_as_test(Shelf, settings=examples(25, stateful_step_count=15))
