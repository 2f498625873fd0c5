"""How much of each piece there is in the collections a person may take from."""

from typing import Any

from django.db.models import Case, Count, Q, QuerySet, Value, When

from collection.catalogue.pieces import Piece
from collection.owning.models import Collection, Copy, Holding
from collection.owning.selectors.holdings import Amounts


def at_hand(
    user: Any, system: str, collections: QuerySet[Collection] | None = None
) -> dict[tuple[int, str], Amounts]:
    """The amounts of every piece in some collections, or in those a person may change, by the
    collection's row id and the catalogue's id of the piece, their own collections first; variants
    of a piece count together. Two queries."""
    if collections is None:
        collections = Collection.objects.editable_by(user)
    copies = Copy.objects.filter(holding__collection__in=collections, holding__system=system)
    apart = {
        holding: (count, lent)
        for holding, count, lent in copies.order_by()
        .values("holding")
        .annotate(
            apart=Count("pk", distinct=True),
            lent=Count("loans", filter=Q(loans__returned=None), distinct=True),
        )
        .values_list("holding", "apart", "lent")
    }
    own_first = Case(When(collection__owner=user.pk, then=Value(0)), default=Value(1))
    rows = Holding.objects.filter(collection__in=collections, system=system)
    found: dict[tuple[int, str], Amounts] = {}
    for row_id, collection_id, set_code, number, *amounts in rows.order_by(
        own_first, "collection", "sort_key"
    ).values_list("pk", "collection", "set_code", "number", "plain", "wanted", "for_trade"):
        plain, wanted, for_trade = amounts
        count, lent = apart.get(row_id, (0, 0))
        key = (collection_id, Piece(system, set_code, number).catalogue_id)
        found[key] = found.get(key, Amounts()) + Amounts(plain + count, lent, wanted, for_trade)
    return found


def places_at_hand(user: Any, system: str) -> dict[str, tuple[str, ...]]:
    """Where the copies that are not lent are kept, by the catalogue's id of the piece, in the
    collections a person may change; pieces without a known place are not in it. One query."""
    copies = Copy.objects.filter(
        holding__collection__in=Collection.objects.editable_by(user), holding__system=system
    )
    rows = copies.exclude(place="").exclude(loans__returned=None, loans__isnull=False)
    found: dict[str, dict[str, None]] = {}
    for place, *key in rows.order_by("place", "pk").values_list(
        "place", "holding__set_code", "holding__number"
    ):
        found.setdefault(Piece(system, *key).catalogue_id, {})[place] = None
    return {item: tuple(places) for item, places in found.items()}
