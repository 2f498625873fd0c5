"""Whose surplus meets whose wants, among people who both allow it."""

from collections.abc import Collection as Many
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least

from armybuilder.clubs.models import ClubMember, Partners, TradeList
from armybuilder.clubs.selectors.surplus import AMOUNTS, Counts, Side, candidates, sides
from armybuilder.groups.selectors.fielding import kept_in
from collection.catalogue.pieces import Piece
from collection.owning.models import Collection, Holding
from collection.owning.pieces import piece_of

#: With how many collections of others one's own are compared piece by piece.
NEAREST = 50


@dataclass(frozen=True)
class Match:
    """What one's own collection and somebody else's could do for each other; `rows` are one's own
    of these pieces."""

    mine: Collection
    theirs: Collection
    get: Counts
    give: Counts
    rows: Mapping[Piece, Holding]

    @property
    def is_mutual(self) -> bool:
        """Whether each has something the other wants."""
        return bool(self.get and self.give)

    @property
    def size(self) -> int:
        """How much a trade could move both ways."""
        return min(sum(self.get.values()), sum(self.give.values()))


def matches(user: Any) -> list[Match]:
    """Whoever has what a person wants, and the other way; mutual ones first. Five queries.

    Of many those are read, and counted exactly, whose lists meet one's own in most pieces.
    """
    lists = _own_lists(user)
    own = _own_sides({each.collection_id for each in lists})
    wants = {piece for each in own.values() for piece in each.side.wants}
    spare = {piece for each in own.values() for piece in each.side.spare}
    nearest = _nearest(user, lists, wants, spare)
    others = _other_sides({each.collection_id for each in nearest}, wants | spare)
    found = [
        match
        for mine in lists
        for theirs in nearest
        if _may_meet(mine, theirs)
        and (
            match := _match(
                mine.collection,
                theirs.collection,
                own.get(mine.collection_id),
                others.get(theirs.collection_id),
            )
        )
    ]
    found.sort(key=lambda match: (not match.is_mutual, -match.size, match.theirs.pk))
    return found


def match_between(user: Any, mine_id: str, theirs_id: str) -> Match | None:
    """What two collections could do for each other, where both allow it; five queries."""
    lists = [each for each in _own_lists(user) if each.collection.public_id == mine_id]
    allowed = _allowed(user, lists).filter(collection__public_id=theirs_id)
    for mine, theirs in zip(lists, allowed, strict=False):
        own = _own_sides({mine.collection_id}).get(mine.collection_id)
        met = {*own.side.wants, *own.side.spare} if own else set()
        other = _other_sides({theirs.collection_id}, met).get(theirs.collection_id)
        return _match(mine.collection, theirs.collection, own, other)
    return None


def _own_lists(user: Any) -> list[TradeList]:
    """The lists of a person's own collections that somebody may see; one query."""
    rows = TradeList.objects.exclude(partners=Partners.NOBODY)
    rows = rows.filter(collection__owner_id=user.pk).select_related("collection__owner")
    return list(rows.order_by("collection_id"))


def _allowed(user: Any, own: Iterable[TradeList]) -> QuerySet[TradeList]:
    """The lists of others that a person may see and whose owners may see one of the person's own;
    none of people they are apart from. `is_mate` tells whose owners are in a club with them."""
    clubs = ClubMember.objects.filter(user_id=user.pk).values("club")
    mates = ClubMember.objects.filter(club__in=clubs, user=OuterRef("collection__owner"))
    rows = TradeList.objects.exclude(partners=Partners.NOBODY).exclude(collection__owner=user)
    for apart in user.rows_apart():
        rows = rows.exclude(collection__owner__in=apart)
    met = Q(is_mate=True)
    if any(each.partners == Partners.MEMBERS for each in own):
        met |= Q(partners=Partners.MEMBERS)
    rows = rows.annotate(is_mate=Exists(mates)).filter(met)
    return rows.select_related("collection__owner")


def _nearest(
    user: Any, own: Iterable[TradeList], wants: Many[Piece], spare: Many[Piece]
) -> list[TradeList]:
    """Of the lists of others those that meet most of some pieces both ways; one query."""
    if not own or not (wants or spare):
        return []
    has, lacks = _among(wants, "for_trade"), _among(spare, "wanted")
    rows = _allowed(user, own).filter(has | lacks)
    rows = rows.annotate(has=Count("pk", filter=has), lacks=Count("pk", filter=lacks))
    best = (-Least("has", "lacks"), -F("has") - F("lacks"), "collection_id")
    return list(rows.order_by(*best)[:NEAREST])


def _among(pieces: Many[Piece], column: str) -> Q:
    """Holdings of a list with some of a column, of sets and numbers that occur among pieces."""
    holding = "collection__holdings__"
    return Q(
        **{
            f"{holding}{column}__gt": 0,
            f"{holding}set_code__in": {piece.set for piece in pieces},
            f"{holding}number__in": {piece.number for piece in pieces},
        }
    )


def _may_meet(mine: TradeList, theirs: TradeList) -> bool:
    """Whether the owner of one list of a person's own may see it who owns the other."""
    is_mate = theirs.is_mate  # type: ignore[attr-defined]
    return is_mate or mine.partners == theirs.partners == Partners.MEMBERS


@dataclass(frozen=True)
class _Own:
    """The side of a collection of one's own, with its rows."""

    side: Side
    rows: Mapping[Piece, Holding]


def _own_sides(collections: set[int]) -> dict[int, _Own]:
    if not collections:
        return {}
    named = candidates(collections).select_related("figure", "card")
    rows = list(named.defer("figure__record", "card__record"))
    return {
        mine: _Own(side, {piece_of(row): row for row in rows if row.collection_id == mine})
        for mine, side in sides(rows, kept_in(collections)).items()
    }


def _other_sides(collections: set[int], pieces: Many[Piece]) -> dict[int, Side]:
    """There may be thousands of rows, of which only amounts are read."""
    if not collections:
        return {}
    rows = candidates(collections, pieces).values_list(*AMOUNTS, named=True)
    return sides(rows, kept_in(collections))


def _match(
    mine: Collection, theirs: Collection, own: _Own | None, other: Side | None
) -> Match | None:
    if own is None or other is None:
        return None
    get, give = _common(own.side.wants, other.spare), _common(other.wants, own.side.spare)
    if not get and not give:
        return None
    return Match(mine, theirs, get, give, own.rows)


def _common(wants: Counts, spare: Counts) -> Counts:
    return {piece: min(count, spare[piece]) for piece, count in wants.items() if piece in spare}
