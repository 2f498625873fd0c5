"""What is in others' hands, and what was."""

from collections.abc import Collection as Many

from django.db.models import QuerySet

from collection.owning.models import Collection, Loan

#: How many loans a page names, and how many of those that have ended.
LOANS_SHOWN = 500
ENDED_SHOWN = 30

PIECE = ("copy__holding__figure", "copy__holding__card", "copy__holding__collection__owner")


def unreturned(loan_ids: Many[str]) -> QuerySet[Loan]:
    """Those of some loans that have not ended."""
    return Loan.objects.filter(public_id__in=loan_ids, returned=None)


def open_loans(collection: Collection) -> list[Loan]:
    """What is in others' hands, by person, the longest lent first; one query."""
    rows = _loans_of(collection).filter(returned=None)
    return list(rows.order_by("to", "since", "id")[:LOANS_SHOWN])


def ended_loans(collection: Collection) -> list[Loan]:
    """What came back, the last first; one query."""
    rows = _loans_of(collection).exclude(returned=None)
    return list(rows.order_by("-returned", "-id")[:ENDED_SHOWN])


def still_out(ids: Many[str]) -> list[Loan]:
    """Those of some loans that have not ended, the first due first; one query."""
    rows = unreturned(ids).select_related(*PIECE).order_by("until", "since", "id")
    return list(rows[:LOANS_SHOWN]) if ids else []


def borrowers(collection: Collection) -> list[str]:
    """Everybody something was lent to, by name; one query."""
    loans = Loan.objects.filter(copy__holding__collection=collection)
    return list(loans.order_by("to").values_list("to", flat=True).distinct())


def _loans_of(collection: Collection) -> QuerySet[Loan]:
    rows = Loan.objects.filter(copy__holding__collection=collection)
    return rows.select_related(*PIECE)
