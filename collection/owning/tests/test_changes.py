"""Changes of a collection: made whole, kept in a history, taken back whole or not at all."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Collection, Copy, Holding, Loan, Membership, Role
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import set_locked
from collection.owning.states import NOTHING, CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, UNHEARD_OF, held, person

MakeChange = Callable[..., Change]

LENT = date(2026, 10, 1)
BACK = date(2026, 10, 20)


def apply(collection: Collection, *made: Edit, actor: Any = None) -> Change | None:
    return changes.apply(
        collection=collection, actor=actor or collection.owner, edits=made, now=NOW
    )


def undo(change: Change, actor: Any = None) -> Change:
    return changes.undo(change=change, actor=actor or change.collection.owner, now=NOW)


def test_owned_is_what_is_plain_and_what_is_told_apart(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, partial(edits.set_amounts, owned=3, wanted=1))
    change(HATCHETMAN, edits.tell_apart)
    row = Holding.objects.get()
    assert (row.plain, row.copies.count(), held(collection, HATCHETMAN).owned) == (2, 1, 3)


def test_what_is_said_of_a_copy_comes_back_from_its_row(
    collection: Collection, change: MakeChange
) -> None:
    said = CopyState(
        condition="good",
        place="Box A",
        has_card=False,
        acquired=date(2005, 8, 1),
        price=Decimal("12.5"),
        currency="PLN",
        notes="Bent barrel",
        tags=("metal", "club"),
    )
    change(HATCHETMAN, lambda state: edits.add_copies(state, [said]))
    [kept] = held(collection, HATCHETMAN).copies.values()
    assert kept == said


def test_tags_of_a_piece_and_of_its_copies_are_taken_back(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, partial(edits.describe, tags=("club", "painted")))
    made = change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState(tags=("metal",))]))
    undo(made)
    assert held(collection, HATCHETMAN).tags == ("club", "painted")
    undo(Change.objects.get(number=1))
    assert held(collection, HATCHETMAN) == NOTHING


def test_a_piece_nobody_knows_is_kept_with_what_its_owner_says(
    collection: Collection, change: MakeChange
) -> None:
    change(UNHEARD_OF, lambda state: edits.describe(edits.add(state), name="Koshi", kind="mech"))
    row = Holding.objects.get()
    assert (row.figure, row.name, row.kind) == (None, "Koshi", "mech")


def test_an_amount_cannot_be_less_than_the_copies_listed(change: MakeChange) -> None:
    change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()] * 2))
    with pytest.raises(changes.EditsRefused, match="2 copies are listed one by one"):
        change(HATCHETMAN, partial(edits.set_amounts, owned=1))


def test_one_refused_edit_keeps_all_of_them_back(collection: Collection) -> None:
    with pytest.raises(changes.EditsRefused) as refused:
        apply(
            collection,
            Edit(UNHEARD_OF, edits.add),
            Edit(HATCHETMAN, partial(edits.add, count=-1)),
        )
    assert [(each.index, each.piece) for each in refused.value.refused] == [(1, HATCHETMAN)]
    assert not Holding.objects.exists()
    assert not Change.objects.exists()


def test_edits_that_change_nothing_leave_no_change(collection: Collection) -> None:
    assert apply(collection, Edit(HATCHETMAN, partial(edits.set_amounts, owned=0))) is None
    assert not Change.objects.exists()


def test_a_piece_of_which_nothing_is_left_has_no_row(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, edits.add)
    change(HATCHETMAN, partial(edits.add, count=-1))
    assert not Holding.objects.exists()
    assert held(collection, HATCHETMAN) == NOTHING


def test_lending_a_plain_copy_tells_it_apart(collection: Collection, change: MakeChange) -> None:
    change(HATCHETMAN, partial(edits.set_amounts, owned=2))
    change(HATCHETMAN, partial(edits.lend, to="Jan", since=LENT))
    state = held(collection, HATCHETMAN)
    assert (state.plain, state.owned, state.lent) == (1, 2, 1)


def test_returning_keeps_the_loan_in_the_history_of_the_copy(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, edits.add)
    change(HATCHETMAN, partial(edits.lend, to="Jan", since=LENT))
    copy_id = Copy.objects.get().public_id
    change(HATCHETMAN, partial(edits.take_back, copy_id=copy_id, on=BACK))
    change(HATCHETMAN, partial(edits.lend, to="Ewa", since=BACK, copy_id=copy_id))
    kept = Loan.objects.values_list("to", "returned")
    assert list(kept) == [("Jan", BACK), ("Ewa", None)]


def test_a_lent_copy_cannot_be_lent_again_or_removed(change: MakeChange) -> None:
    change(HATCHETMAN, edits.add)
    change(HATCHETMAN, partial(edits.lend, to="Jan", since=LENT))
    copy_id = Copy.objects.get().public_id
    with pytest.raises(changes.EditsRefused, match="lent to Jan already"):
        change(HATCHETMAN, partial(edits.lend, to="Ewa", since=BACK, copy_id=copy_id))
    with pytest.raises(changes.EditsRefused, match="Take it back first"):
        change(HATCHETMAN, partial(edits.remove_copy, copy_id=copy_id))


def test_a_change_is_undone_whole_and_brings_copies_back_with_their_ids(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState(place="Box A")]))
    copy_id = Copy.objects.get().public_id
    change(HATCHETMAN, partial(edits.lend, to="Jan", since=LENT, copy_id=copy_id))
    change(HATCHETMAN, partial(edits.take_back, copy_id=copy_id, on=BACK))
    before = held(collection, HATCHETMAN)
    removed = apply(
        collection,
        Edit(HATCHETMAN, partial(edits.remove_copy, copy_id=copy_id)),
        Edit(UNHEARD_OF, edits.add),
    )
    assert removed is not None
    undo(removed)
    assert held(collection, HATCHETMAN) == before
    assert held(collection, UNHEARD_OF) == NOTHING


def test_an_undo_can_be_undone(collection: Collection, change: MakeChange) -> None:
    added = change(HATCHETMAN, partial(edits.set_amounts, owned=2))
    undo(undo(added))
    assert held(collection, HATCHETMAN).owned == 2
    with pytest.raises(changes.UndoneAlready):
        undo(added)


def test_a_later_change_of_the_same_value_stands_in_the_way(
    collection: Collection, change: MakeChange
) -> None:
    added = change(HATCHETMAN, edits.add)
    change(UNHEARD_OF, edits.add)
    later = change(HATCHETMAN, edits.add)
    change(HATCHETMAN, partial(edits.set_amounts, wanted=4))
    with pytest.raises(changes.InTheWay) as blocked:
        undo(added)
    assert (blocked.value.piece, blocked.value.later) == (HATCHETMAN, later)
    assert held(collection, HATCHETMAN).owned == 2


def test_a_later_change_of_another_value_does_not(
    collection: Collection, change: MakeChange
) -> None:
    added = change(HATCHETMAN, edits.add)
    change(HATCHETMAN, partial(edits.set_amounts, wanted=4))
    undo(added)
    state = held(collection, HATCHETMAN)
    assert (state.owned, state.wanted) == (0, 4)


def test_what_was_lent_since_cannot_be_undone_away(change: MakeChange) -> None:
    added = change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()]))
    lent = change(HATCHETMAN, partial(edits.lend, to="Jan", since=LENT))
    with pytest.raises(changes.InTheWay) as blocked:
        undo(added)
    assert blocked.value.later == lent


def test_nobody_overwrites_what_changed_since_they_looked(
    collection: Collection, change: MakeChange
) -> None:
    seen = change(HATCHETMAN, edits.add).number
    change(HATCHETMAN, partial(edits.set_amounts, wanted=2))
    with pytest.raises(changes.Stale) as stale:
        apply(collection, Edit(HATCHETMAN, partial(edits.set_amounts, owned=5), seen=seen))
    assert stale.value.held[HATCHETMAN].state.wanted == 2
    assert held(collection, HATCHETMAN).owned == 1


def test_a_piece_that_came_and_went_is_another_version(
    collection: Collection, change: MakeChange
) -> None:
    seen = change(HATCHETMAN, edits.add).number
    change(HATCHETMAN, partial(edits.add, count=-1))
    change(HATCHETMAN, edits.add)
    with pytest.raises(changes.Stale):
        apply(collection, Edit(HATCHETMAN, edits.add, seen=seen))


def test_a_locked_collection_changes_only_after_it_is_opened(
    collection: Collection, change: MakeChange
) -> None:
    added = change(HATCHETMAN, edits.add)
    set_locked(collection=collection, actor=collection.owner, locked=True)
    with pytest.raises(changes.Locked):
        change(HATCHETMAN, edits.add)
    with pytest.raises(changes.Locked):
        undo(added)
    set_locked(collection=collection, actor=collection.owner, locked=False)
    undo(added)


@pytest.mark.parametrize(
    ("role", "may"), [(Role.EDITOR, True), (Role.VIEWER, False), (None, False)]
)
def test_only_owner_and_editors_change_a_collection(
    collection: Collection, change: MakeChange, role: Role | None, may: bool
) -> None:
    added = change(HATCHETMAN, edits.add)
    other = person("jan@example.org")
    if role:
        Membership.objects.create(collection=collection, user=other, role=role)
    attempts = (
        lambda: apply(collection, Edit(UNHEARD_OF, edits.add), actor=other),
        lambda: undo(added, actor=other),
    )
    for attempt in attempts:
        if may:
            attempt()
        else:
            with pytest.raises(changes.NotAllowed):
                attempt()


def test_the_same_number_of_two_variants_is_two_pieces(
    collection: Collection, change: MakeChange
) -> None:
    limited = Piece(SYSTEM, "AOD", "102", "limited edition")
    change(HATCHETMAN, edits.add)
    change(limited, partial(edits.set_amounts, owned=2))
    assert held(collection, HATCHETMAN).owned == 1
    assert held(collection, limited).owned == 2


def test_ten_thousand_pieces_change_and_go_back_with_few_statements(
    collection: Collection, django_assert_max_num_queries: Any
) -> None:
    pieces = [Piece(SYSTEM, f"S{n % 20}", f"{n:05}") for n in range(10_000)]
    said = CopyState(place="Box A")
    made = [Edit(piece, lambda state: edits.add_copies(state, [said])) for piece in pieces]
    with django_assert_max_num_queries(600):
        change = apply(collection, *made)
    assert change is not None
    assert Copy.objects.count() == 10_000
    with django_assert_max_num_queries(600):
        undo(change)
    assert not Holding.objects.exists()


def test_a_return_is_not_undone_while_somebody_else_has_the_copy(
    collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, lambda state: edits.lend(edits.add(state), to="Jan", since=LENT))
    [copy_id] = held(collection, HATCHETMAN).copies
    returned = change(HATCHETMAN, partial(edits.take_back, copy_id=copy_id, on=BACK))
    again = change(HATCHETMAN, partial(edits.lend, to="Ewa", since=BACK))
    with pytest.raises(changes.InTheWay) as blocked:
        undo(returned)
    assert blocked.value.later == again
    [loan] = Loan.objects.filter(returned=None)
    assert loan.to == "Ewa"
