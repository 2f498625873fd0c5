"""Taking back what is lent, several copies at once."""

from collections.abc import Collection as Many
from datetime import date, datetime
from functools import partial
from typing import Any

from django.db import transaction

from collection.owning import edits
from collection.owning.models import Change, Collection
from collection.owning.pieces import piece_of
from collection.owning.selectors.loans import unreturned
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.states import HoldingState


@transaction.atomic
def take_back_loans(
    *,
    collection: Collection,
    actor: Any,
    loan_ids: Many[str],
    on: date,
    now: datetime,
    source: str = Change.Source.PAGE,
    label: str = "",
) -> Change | None:
    """Take back those of some loans that have not ended, as one change; None where all have.

    Raises what `changes.apply` raises.
    """
    rows = unreturned(loan_ids).filter(copy__holding__collection=collection)
    return changes.apply(
        collection=collection,
        actor=actor,
        edits=[
            Edit(
                piece_of(loan.copy.holding),
                partial(
                    _back,
                    copy_id=loan.copy.public_id,
                    loan_id=loan.public_id,
                    on=max(on, loan.since),
                ),
            )
            for loan in rows.select_related("copy__holding")
        ],
        now=now,
        source=source,
        label=label,
    )


def _back(state: HoldingState, *, copy_id: str, loan_id: str, on: date) -> HoldingState:
    """The state after a loan has ended, which it may have meanwhile."""
    copy = state.copies.get(copy_id)
    loan = copy.loans.get(loan_id) if copy else None
    if loan is None or loan.returned:
        return state
    return edits.take_back(state, copy_id, on=on)
