"""Joining what people own anew when the catalogue has changed."""

from collection.owning.models import Holding
from collection.owning.selectors.joining import CatalogueLinks


def join_again(system: str) -> int:
    """Join every holding of a system to the catalogue as it is now; returns how many moved."""
    holdings = list(
        Holding.objects.filter(system=system).only("set_code", "number", "figure_id", "card_id")
    )
    if not holdings:
        return 0
    links = CatalogueLinks(system, {holding.set_code for holding in holdings})
    moved = [holding for holding in holdings if links.join(holding)]
    Holding.objects.bulk_update(moved, ["figure", "card"], batch_size=500)
    return len(moved)
