"""What battle groups may take from their owner's collections; a few queries however much there is.

Only members have collections: for a visitor everything is None.
"""

from collections.abc import Iterable

from django.db.models import Sum

from armybuilder.groups.fielding.stock import Held, Kept, Stock
from armybuilder.groups.models import BattleGroup, Reservation, ReservedPiece
from armybuilder.site.models import Owner, User
from collection.catalogue.game import SYSTEM
from collection.owning.models import Collection
from collection.owning.selectors.at_hand import at_hand

#: How many lists are laid side by side.
MOST_LISTS = 40


def stock_of(*, member: User) -> Stock:
    """Everything in the collections a member may take from, and what groups keep of it; three
    queries."""
    held = {
        spot: Held(amounts.owned, amounts.lent, amounts.wanted)
        for spot, amounts in at_hand(member, SYSTEM).items()
    }
    reserved = ReservedPiece.objects.from_collections_of(member).order_by("reservation__made", "pk")
    kept = tuple(
        Kept(group, (collection, item), count)
        for group, collection, item, count in reserved.values_list(
            "reservation__group", "collection", "item", "count"
        )
    )
    return Stock(held, kept)


def stock_for(*, owner: Owner) -> Stock | None:
    """The same for whoever builds; None for a visitor and for a member without a collection."""
    if owner.member is None or not Collection.objects.editable_by(owner.member).exists():
        return None
    return stock_of(member=owner.member)


def reservation_of(*, group: BattleGroup) -> Reservation | None:
    """What a group keeps, with its pieces; two queries."""
    rows = Reservation.objects.filter(group=group)
    return rows.prefetch_related("pieces__collection").first()


def holds_of(*, groups: Iterable[BattleGroup]) -> dict[int, str]:
    """How firmly groups have their copies, by their row ids; one query."""
    rows = Reservation.objects.filter(group__in=[group.pk for group in groups])
    return dict(rows.values_list("group", "hold"))


def lists_of(*, member: User, public_ids: Iterable[str] | None = None) -> list[BattleGroup]:
    """A member's groups, the last changed first, or those of some ids in that order; one query."""
    rows = BattleGroup.objects.for_owner(Owner(member)).of_system(SYSTEM)
    if public_ids is not None:
        rows = rows.filter(public_id__in=list(public_ids)[:MOST_LISTS])
    return list(rows.only("public_id", "document", "standing", "updated", "version"))


def kept_in(collections: Iterable[int]) -> dict[tuple[int, str], int]:
    """How many of each piece groups keep out of some collections; one query."""
    rows = ReservedPiece.objects.filter(collection__in=list(collections)).order_by()
    summed = rows.values_list("collection", "item").annotate(Sum("count"))
    return {(collection, item): count for collection, item, count in summed}
