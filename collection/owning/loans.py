"""What is in others' hands."""

from collection.models import Collection, Loan


def open_loans(collection: Collection) -> list[Loan]:
    """What is in others' hands, the longest lent first; one query."""
    loans = Loan.objects.filter(copy__holding__collection=collection, returned=None)
    return list(
        loans.select_related("copy__holding__figure", "copy__holding__card").order_by("since", "id")
    )


def borrowers(collection: Collection) -> list[str]:
    """Everybody something was lent to, by name; one query."""
    loans = Loan.objects.filter(copy__holding__collection=collection)
    return list(loans.order_by("to").values_list("to", flat=True).distinct())
