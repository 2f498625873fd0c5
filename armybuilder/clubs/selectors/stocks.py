"""What members of a club have at hand, for themselves and for others."""

from collections.abc import Collection as Many
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F

from armybuilder.clubs.models import ClubMember, Pledge
from armybuilder.groups.selectors.fielding import kept_in
from collection.catalogue.pieces import Piece
from collection.owning.models import Holding
from collection.owning.pieces import piece_of
from collection.owning.selectors.holdings import copies_of


@dataclass(frozen=True)
class Stock:
    """Pieces of one kind in one collection: how many are at hand, how many of them may be lent."""

    owner_id: int
    collection_id: int
    piece: Piece
    free: int
    for_others: int


def stocks(members: Iterable[ClubMember], catalogue_ids: Many[str]) -> list[Stock]:
    """What some members have of pieces, all variants of them, by owner and collection.

    Nothing lent out is at hand, and what is kept for a list is not lent to others; a sample is
    nothing anybody has.
    """
    by_user = {member.user_id: member for member in members}
    pledged = {
        (pledge.member.user_id, piece_of(pledge)): pledge.count
        for pledge in Pledge.objects.filter(member__in=by_user.values()).select_related("member")
    }
    rows = Holding.objects.filter(collection__owner__in=by_user, collection__is_sample=False)
    rows = rows.filter(
        set_code__in={each.partition("-")[0] for each in catalogue_ids},
        number__in={each.partition("-")[2] for each in catalogue_ids},
    )
    counted = rows.annotate(
        apart=copies_of(), lent=copies_of(loans__isnull=False, loans__returned=None)
    ).annotate(free=F("plain") + F("apart") - F("lent"))
    held = list(counted.select_related("collection").order_by("sort_key", "id"))
    kept = kept_in({row.collection_id for row in held})
    found = []
    for row in held:
        piece, owner = piece_of(row), row.collection.owner_id
        if piece.catalogue_id not in catalogue_ids or row.free <= 0:
            continue
        member, for_others = by_user[owner], 0
        if member.lends_from_id == row.collection_id:
            most = row.free if member.lends_all else pledged.get((owner, piece), 0)
            promised = kept.get((row.collection_id, piece.catalogue_id), 0)
            for_others = max(0, min(most, row.free - promised))
        found.append(Stock(owner, row.collection_id, piece, row.free, for_others))
    return found
