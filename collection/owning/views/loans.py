"""What is lent out of a collection and what its reader has borrowed; taking it back."""

from collections.abc import Callable, Iterable
from collections.abc import Collection as Many
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from collection.common.answers import address
from collection.common.language import Words
from collection.common.numbers import whole_number
from collection.common.people import person
from collection.owning.models import Loan
from collection.owning.pieces import piece_of
from collection.owning.present.change_words import change_value
from collection.owning.present.values import catalogue_url, holding_name, piece_url
from collection.owning.selectors.history import find_change
from collection.owning.selectors.loans import (
    LOANS_SHOWN,
    count_open_loans,
    ended_loans,
    open_loans,
    still_out,
)
from collection.owning.services import changes
from collection.owning.services.lending import take_back_loans
from collection.owning.views.doors import LOCKED, members_only, shelf_context, shelf_or_404


@dataclass(frozen=True)
class LoanLine:
    """One copy in somebody's hands; `due` says in words when it should be back."""

    id: str
    number: str
    name: Words
    url: str
    drawer_url: str
    place: str
    since: date
    until: date | None
    returned: date | None
    to: str
    owner: str
    due: str
    is_late: bool


@dataclass(frozen=True)
class Borrower:
    """What one person has: everything, or as much of it as a page holds."""

    name: str
    lines: tuple[LoanLine, ...]
    is_whole: bool

    @property
    def late(self) -> int:
        """How many should be back already."""
        return sum(line.is_late for line in self.lines)


#: In the session: the change of what came back just now, by collection, to be undone.
CAME_BACK = "came_back"


@members_only
@require_safe
def loan_list(
    request: HttpRequest, public_id: str, loans_to: Callable[[Any], Many[str]]
) -> HttpResponse:
    """Who has what, since when, until when; what the reader has of others; what came back.

    `loans_to` finds the ids of what was lent to a person.
    """
    shelf = shelf_or_404(request, public_id)
    today = timezone.localdate()
    first = whole_number(request.GET.get("from", "")) or 0
    page = open_loans(shelf.collection, first)
    number = request.session.pop(CAME_BACK, {}).get(public_id)
    back = find_change(shelf.collection, number) if number else None
    lent, late = count_open_loans(shelf.collection, today)
    context = shelf_context(
        shelf,
        borrowers=_by_borrower([_line(loan, today) for loan in page.loans], page.split),
        lent=lent,
        late=late,
        first_url=request.path if first else "",
        back=change_value(shelf, back, [], {}) if back else None,
        more_url=address(request.path, {"from": page.next_from}) if page.next_from else "",
        borrowed=[_borrowed_line(loan, today) for loan in still_out(loans_to(request.user))],
        ended=[_line(loan, today) for loan in ended_loans(shelf.collection)],
    )
    return render(request, "owning/loans.html", context)


def _by_borrower(lines: Iterable[LoanLine], split: Many[str]) -> list[Borrower]:
    """The lines, which stand by person, with the person."""
    return [
        Borrower(to, tuple(some), to not in split)
        for to, some in groupby(lines, key=lambda line: line.to)
    ]


def _line(loan: Loan, today: date) -> LoanLine:
    holding = loan.copy.holding
    piece = piece_of(holding)
    return LoanLine(
        id=loan.public_id,
        number=str(piece),
        name=holding_name(holding),
        url=piece_url(holding.collection, piece),
        drawer_url=catalogue_url(holding),
        place=loan.copy.place,
        since=loan.since,
        until=loan.until,
        returned=loan.returned,
        to=loan.to,
        owner=person(holding.collection.owner),
        due=due_words(loan.until, today),
        is_late=loan.until is not None and loan.until < today,
    )


def _borrowed_line(loan: Loan, today: date) -> LoanLine:
    """A line without what only the collection's own people may see."""
    return replace(_line(loan, today), place="", url=catalogue_url(loan.copy.holding))


def due_words(until: date | None, today: date) -> str:
    """When a loan should end, as people say it."""
    if until is None:
        return _("no date agreed")
    days = (until - today).days
    if days == 0:
        return _("due today")
    if days > 0:
        return ngettext("due in %(days)s day", "due in %(days)s days", days) % {"days": days}
    return ngettext("%(days)s day overdue", "%(days)s days overdue", -days) % {"days": -days}


@members_only
@require_POST
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """What somebody brought back: one copy, or everything they had."""
    shelf = shelf_or_404(request, public_id)
    try:
        change = take_back_loans(
            collection=shelf.collection,
            actor=request.user,
            loan_ids=request.POST.getlist("loan")[:LOANS_SHOWN],
            on=timezone.localdate(),
            now=timezone.now(),
        )
    except changes.NotAllowed as error:
        raise PermissionDenied from error
    except changes.Locked:
        messages.error(request, LOCKED)
    else:
        messages.success(request, _("Taken back.") if change else _("That was back already."))
        if change:
            request.session[CAME_BACK] = {public_id: change.number}
    return redirect("collection:loans", public_id)
