"""What is in others' hands, what was, and what somebody has of others."""

from collections.abc import Callable, Iterable
from collections.abc import Collection as Many
from typing import Any

from django.db.models import QuerySet

from collection.owning.models import Collection, Loan

#: How many loans a page names, and how many of those that have ended.
LOANS_SHOWN = 500
ENDED_SHOWN = 30

#: Who else knows to whom loans were made, such as club evenings: each finds the public ids of the
#: loans made to a person. An app adds its own in `AppConfig.ready`.
BORROWED_FINDERS: list[Callable[[Any], Iterable[str]]] = []

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


def borrowed_by(user: Any) -> list[Loan]:
    """What a person has in hand out of others' collections, as far as loans name members; a query
    for each finder, and one."""
    ids = {loan_id for find in BORROWED_FINDERS for loan_id in find(user)}
    rows = unreturned(ids).select_related(*PIECE).order_by("until", "since", "id")
    return list(rows[:LOANS_SHOWN]) if ids else []


def borrowers(collection: Collection) -> list[str]:
    """Everybody something was lent to, by name; one query."""
    loans = Loan.objects.filter(copy__holding__collection=collection)
    return list(loans.order_by("to").values_list("to", flat=True).distinct())


def _loans_of(collection: Collection) -> QuerySet[Loan]:
    rows = Loan.objects.filter(copy__holding__collection=collection)
    return rows.select_related(*PIECE)
