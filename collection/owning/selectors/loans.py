"""What is in others' hands, and what was."""

from collections.abc import Collection as Many
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, F, Min, Q, QuerySet, Value, Window

from collection.owning.models import Collection, Copy, Loan

#: How many loans a page names, and how many of those that have ended.
LOANS_SHOWN = 60
ENDED_SHOWN = 30

PIECE = ("copy__holding__figure", "copy__holding__card", "copy__holding__collection__owner")
#: What is long and no line of a list says.
UNSAID = ("copy__holding__figure__record", "copy__holding__card__record", "copy__holding__notes")


@dataclass(frozen=True)
class LoansPage:
    """Loans by person; `split` are the people of whose loans others stand on another page,
    `next_from` is where the next page begins, 0 after the last."""

    loans: list[Loan]
    split: frozenset[str]
    next_from: int


def unreturned(loan_ids: Many[str]) -> QuerySet[Loan]:
    """Those of some loans that have not ended."""
    return Loan.objects.filter(public_id__in=loan_ids, returned=None)


def open_loans(collection: Collection, first: int) -> LoansPage:
    """What is in others' hands by person, by the day on which it is due and what has none last,
    from a place in that order on; one query."""
    rows = _loans_of(collection).filter(returned=None)
    soonest = Window(Min("until"), partition_by="to")
    by_day = (F("first_due").asc(nulls_last=True), "to", F("until").asc(nulls_last=True))
    rows = rows.annotate(first_due=soonest).order_by(*by_day, "since", "id")
    # One more on either side tells whose loans go on there.
    around: list[Loan] = list(rows[max(first - 1, 0) : first + LOANS_SHOWN + 1])
    before, rest = around[: first > 0], around[first > 0 :]
    shown, behind = rest[:LOANS_SHOWN], rest[LOANS_SHOWN:]
    edges = {each.to for each in (*before, *behind)}
    split = frozenset(edges & {each.to for each in shown})
    return LoansPage(shown, split, first + LOANS_SHOWN if behind else 0)


def count_open_loans(collection: Collection, today: date) -> tuple[int, int]:
    """How much is in others' hands, and how much of it should be back; one query."""
    rows = Loan.objects.filter(copy__holding__collection=collection, returned=None)
    counted = rows.aggregate(lent=Count("pk"), late=Count("pk", filter=Q(until__lt=today)))
    return counted["lent"], counted["late"]


def overdue_loans(user: Any, today: date) -> QuerySet[Loan]:
    """What should be back in the collections that a person may change."""
    theirs = Collection.objects.editable_by(user).values("pk")
    return Loan.objects.filter(copy__holding__collection__in=theirs, returned=None, until__lt=today)


def ended_loans(collection: Collection) -> list[Loan]:
    """What came back, the last first; one query."""
    rows = _loans_of(collection).exclude(returned=None)
    return list(rows.order_by("-returned", "-id")[:ENDED_SHOWN])


def still_out(ids: Many[str]) -> list[Loan]:
    """Those of some loans that have not ended, the first due first; one query."""
    rows = unreturned(ids).select_related(*PIECE).defer(*UNSAID).order_by("until", "since", "id")
    return list(rows[:LOANS_SHOWN]) if ids else []


def borrowers_and_places(collection: Collection) -> tuple[list[str], list[str]]:
    """Everybody something was lent to, and every place copies are kept in, each by name; one
    query."""
    lent = Loan.objects.filter(copy__holding__collection=collection).order_by()
    kept = Copy.objects.filter(holding__collection=collection).exclude(place="").order_by()
    rows = lent.values_list(Value(False), "to").union(kept.values_list(Value(True), "place"))
    found: tuple[list[str], list[str]] = ([], [])
    for is_place, name in sorted(rows):
        found[is_place].append(name)
    return found


def _loans_of(collection: Collection) -> QuerySet[Loan]:
    rows = Loan.objects.filter(copy__holding__collection=collection)
    return rows.select_related(*PIECE).defer(*UNSAID)
