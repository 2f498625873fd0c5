"""What can be done with one piece of a collection: each takes a state and returns the next.

Nothing is written here; `services.changes` does that. What cannot be done raises Refused.
"""

from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from msgspec.structs import replace

from collection.common.ids import new_public_id
from collection.owning.copy_fields import COPY_FIELDS, HIGHEST_PRICE
from collection.owning.currencies import currency_code
from collection.owning.field_kinds import Choice, Currency, Field, Tags, Text
from collection.owning.models.copies import LONGEST_KIND, LONGEST_NAME, LONGEST_PERSON
from collection.owning.states import Clash, CopyState, HoldingState, LoanState, check_lent_once

#: What a page, a file or a program may say there are of one piece, and how many copies of it may
#: be told apart.
MOST_OF_A_PIECE = 9_999
MOST_COPIES = 500
CENT = Decimal("0.01")

NewId = Callable[[], str]


class Refused(Exception):
    """Why an edit cannot be made, in a sentence."""

    def __init__(self, reason: Any, **values: Any) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values

    def __str__(self) -> str:
        return str(self.reason % self.values)


def set_amounts(
    state: HoldingState,
    *,
    owned: int | None = None,
    wanted: int | None = None,
    for_trade: int | None = None,
) -> HoldingState:
    """Say how many there are, are wanted, may be traded; None leaves an amount alone.

    Copies that are told apart stay: fewer than those cannot be owned before some are removed.
    """
    if owned is not None and owned < len(state.copies):
        raise Refused(
            ngettext_lazy(
                "%(count)s copy is listed by itself, so there cannot be %(owned)s."
                " Remove it first.",
                "%(count)s copies are listed one by one, so there cannot be %(owned)s."
                " Remove some of them first.",
                "count",
            ),
            count=len(state.copies),
            owned=owned,
        )
    return _checked(
        replace(
            state,
            plain=state.plain if owned is None else owned - len(state.copies),
            wanted=state.wanted if wanted is None else wanted,
            for_trade=state.for_trade if for_trade is None else for_trade,
        )
    )


def add(state: HoldingState, count: int = 1) -> HoldingState:
    """Some more of a piece, not told apart; a negative count takes some of those away."""
    if state.plain + count < 0 and not state.copies:
        raise Refused(
            _("There are not so many to take away: the collection holds %(plain)s of these."),
            plain=state.plain,
        )
    if state.plain + count < 0:
        raise Refused(
            _("Only %(plain)s of these can be taken away by number; the others are listed."),
            plain=state.plain,
        )
    return _checked(replace(state, plain=state.plain + count))


def want(state: HoldingState, count: int = 1) -> HoldingState:
    """Want so many of a piece at least."""
    return set_amounts(state, wanted=max(state.wanted, count))


def add_copies(
    state: HoldingState, copies: Iterable[CopyState], *, new_id: NewId = new_public_id
) -> HoldingState:
    """Some more of a piece, each told apart."""
    added = {new_id(): _fit_to_keep(copy) for copy in copies}
    return _checked(replace(state, copies={**state.copies, **added}))


def tell_apart(
    state: HoldingState, count: int = 1, *, new_id: NewId = new_public_id
) -> HoldingState:
    """List some of the plain copies one by one; the number owned stays."""
    fewer = add(state, -count)
    return add_copies(fewer, [CopyState()] * count, new_id=new_id)


def change_copy(state: HoldingState, copy_id: str, **values: Any) -> HoldingState:
    """Say something else of a copy: any of COPY_FIELDS."""
    copy = _fit_to_keep(replace(_copy(state, copy_id), **values))
    return _with_copy(state, copy_id, copy)


def remove_copy(state: HoldingState, copy_id: str) -> HoldingState:
    """A copy is gone: sold, traded or lost. What is lent out must come back first."""
    if _copy(state, copy_id).loan:
        raise Refused(_("This copy is lent out. Take it back first."))
    return replace(state, copies={key: c for key, c in state.copies.items() if key != copy_id})


def lend(
    state: HoldingState,
    *,
    to: str,
    since: date,
    until: date | None = None,
    copy_id: str = "",
    new_id: NewId = new_public_id,
) -> HoldingState:
    """Give a copy into somebody's hands; without an id, one that is free."""
    if not to.strip():
        raise Refused(_("Say to whom it is lent."))
    if until and until < since:
        raise Refused(_("It cannot be due before it is lent."))
    if not copy_id:
        state, copy_id = _free_copy(state, new_id)
    copy = _copy(state, copy_id)
    if copy.loan:
        raise Refused(_("This copy is lent to %(to)s already."), to=copy.loan.to)
    loan = LoanState(to=to.strip(), since=since, until=until)
    return _with_copy(state, copy_id, replace(copy, loans={**copy.loans, new_id(): loan}))


def take_back(state: HoldingState, copy_id: str, *, on: date) -> HoldingState:
    """A lent copy is in its owner's hands again; the loan stays in its history."""
    copy = _copy(state, copy_id)
    if not copy.loan:
        raise Refused(_("This copy is not lent out."))
    if on < copy.loan.since:
        raise Refused(_("It cannot come back before it was lent."))
    loans = {
        key: replace(loan, returned=on) if loan.returned is None else loan
        for key, loan in copy.loans.items()
    }
    return _with_copy(state, copy_id, replace(copy, loans=loans))


def give_away(state: HoldingState, count: int) -> HoldingState:
    """Some of a piece go for good: those not told apart first, then the last listed at hand."""
    listed = max(count - state.plain, 0)
    at_hand = [key for key, copy in state.copies.items() if not copy.loan]
    if listed > len(at_hand):
        raise Refused(
            _("Only %(free)s of these are at hand, not %(count)s."),
            free=state.plain + len(at_hand),
            count=count,
        )
    gone = at_hand[len(at_hand) - listed :]
    return replace(
        state,
        plain=state.plain - (count - listed),
        for_trade=max(state.for_trade - count, 0),
        copies={key: copy for key, copy in state.copies.items() if key not in gone},
    )


def receive(state: HoldingState, count: int) -> HoldingState:
    """Some more of a piece, and as many fewer wanted."""
    return replace(add(state, count), wanted=max(state.wanted - count, 0))


def describe(state: HoldingState, **values: Any) -> HoldingState:
    """Say something else of the piece: any of name, kind, notes, tags."""
    return replace(state, **values)


def fit(state: HoldingState) -> HoldingState:
    """A state that no edit of here has made, as one would have left it; raises Refused."""
    fields = {"notes": COPY_FIELDS["notes"], "tags": COPY_FIELDS["tags"]}
    well = len(state.name) <= LONGEST_NAME and state.name.isprintable()
    well = well and len(state.kind) <= LONGEST_KIND and state.kind.isprintable()
    well = well and all(_says(state, name, field) for name, field in fields.items())
    for copy in state.copies.values():
        well = well and all(_says(copy, name, field) for name, field in COPY_FIELDS.items())
        for loan in copy.loans.values():
            well = well and loan.to.strip() == loan.to != "" and loan.to.isprintable()
            well = well and len(loan.to) <= LONGEST_PERSON
            ends = (day for day in (loan.until, loan.returned) if day)
            well = well and all(day >= loan.since for day in ends)
    try:
        check_lent_once(state)
    except Clash as clash:
        raise Refused(_("A copy would be lent to two people at once.")) from clash
    if not well:
        raise Refused(_("What is said of this piece is too long, or no page could have said it."))
    return _checked(
        replace(state, copies={key: _fit_to_keep(copy) for key, copy in state.copies.items()})
    )


def _says(said: Any, name: str, field: Field) -> bool:
    """Whether a value is one that a page could have said."""
    value, kind = getattr(said, name), field.kind
    if isinstance(kind, Text):
        lines = value.split("\n") if kind.lines else [value]
        return len(value) <= kind.longest and all(line.isprintable() for line in lines)
    if isinstance(kind, Choice):
        return value in ("", *kind.choices.values)
    if isinstance(kind, Tags):
        return len(value) <= kind.most and all(
            0 < len(tag) <= kind.longest and tag.isprintable() for tag in value
        )
    return not isinstance(kind, Currency) or value in ("", currency_code(value))


def _checked(state: HoldingState) -> HoldingState:
    if min(state.plain, state.wanted, state.for_trade) < 0:
        raise Refused(_("There cannot be fewer than none."))
    if max(state.owned, state.wanted, state.for_trade) > MOST_OF_A_PIECE:
        raise Refused(_("There cannot be more than %(most)s of a piece."), most=MOST_OF_A_PIECE)
    if len(state.copies) > MOST_COPIES:
        raise Refused(
            _("At most %(most)s copies of a piece can be listed one by one."), most=MOST_COPIES
        )
    return state


def _fit_to_keep(copy: CopyState) -> CopyState:
    """The copy with its price in cents; a currency without a price says nothing."""
    if copy.price is None:
        return replace(copy, currency="")
    if not copy.currency:
        raise Refused(_("Say in which currency the price is."))
    if not copy.price.is_finite() or not 0 <= copy.price <= HIGHEST_PRICE:
        raise Refused(
            _("A price is between 0 and %(highest)s."),
            highest=number_format(HIGHEST_PRICE, force_grouping=True),
        )
    return replace(copy, price=copy.price.quantize(CENT))


def _copy(state: HoldingState, copy_id: str) -> CopyState:
    if copy_id not in state.copies:
        raise Refused(_("This copy is not in the collection any more."))
    return state.copies[copy_id]


def _with_copy(state: HoldingState, copy_id: str, copy: CopyState) -> HoldingState:
    return replace(state, copies={**state.copies, copy_id: copy})


def _free_copy(state: HoldingState, new_id: NewId) -> tuple[HoldingState, str]:
    """A copy that is not lent: a plain one, told apart from now on, or else the first listed."""
    if state.plain:
        apart = tell_apart(state, new_id=new_id)
        return apart, next(reversed(apart.copies))
    free = next((key for key, copy in state.copies.items() if not copy.loan), None)
    if free is None:
        raise Refused(_("No copy of this is free to be lent."))
    return state, free
