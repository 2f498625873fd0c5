"""Whose surplus meets whose wants, among people who both allow it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.clubs.models import ClubMember, Partners, TradeList
from armybuilder.clubs.selectors.surplus import Counts, Side, candidates, sides
from armybuilder.groups.selectors.fielding import kept_in
from collection.catalogue.pieces import Piece
from collection.owning.models import Collection, Holding


@dataclass(frozen=True)
class Match:
    """What one's own collection and somebody else's could do for each other."""

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
    """Whoever has what a person wants, and the other way; mutual ones first. Five queries."""
    pairs = _pairs(user)
    own = _sides({mine.pk for mine, _theirs in pairs}, None)
    wanted = {piece for side in own.values() for piece in (*side.wants, *side.spare)}
    others = _sides({theirs.pk for _mine, theirs in pairs}, wanted)
    found = [
        match
        for mine, theirs in pairs
        if (match := _match(mine, theirs, own.get(mine.pk), others.get(theirs.pk)))
    ]
    found.sort(key=lambda match: (not match.is_mutual, -match.size, match.theirs.pk))
    return found


def match_between(user: Any, mine_id: str, theirs_id: str) -> Match | None:
    """What two collections could do for each other, where both allow it."""
    for mine, theirs in _pairs(user):
        if (mine.public_id, theirs.public_id) == (mine_id, theirs_id):
            own = _sides({mine.pk}, None).get(mine.pk)
            wanted = {*own.wants, *own.spare} if own else set()
            return _match(mine, theirs, own, _sides({theirs.pk}, wanted).get(theirs.pk))
    return None


def _pairs(user: Any) -> list[tuple[Collection, Collection]]:
    """Own collections with those of others where both owners allow it; two queries."""
    lists = list(
        TradeList.objects.exclude(partners=Partners.NOBODY)
        .select_related("collection__owner")
        .order_by("collection_id")
    )
    own = [each for each in lists if each.collection.owner_id == user.pk]
    if not own:
        return []
    mates = _club_mates(user)

    def allows(each: TradeList, other: TradeList) -> bool:
        shares_a_club = other.collection.owner_id in mates or each.collection.owner_id in mates
        return each.partners == Partners.MEMBERS or shares_a_club

    return [
        (mine.collection, other.collection)
        for mine in own
        for other in lists
        if other.collection.owner_id != user.pk and allows(mine, other) and allows(other, mine)
    ]


def _club_mates(user: Any) -> set[int]:
    """Everybody else who is in a club with a person; one query."""
    clubs = ClubMember.objects.filter(user_id=user.pk).values("club")
    rows = ClubMember.objects.filter(club__in=clubs).exclude(user_id=user.pk)
    return set(rows.values_list("user_id", flat=True))


def _sides(collections: set[int], pieces: Iterable[Piece] | None) -> dict[int, Side]:
    if not collections:
        return {}
    return sides(candidates(collections, pieces), kept_in(collections))


def _match(
    mine: Collection, theirs: Collection, own: Side | None, other: Side | None
) -> Match | None:
    if own is None or other is None:
        return None
    get, give = _common(own.wants, other.spare), _common(other.wants, own.spare)
    if not get and not give:
        return None
    return Match(mine, theirs, get, give, {**other.rows, **own.rows})


def _common(wants: Counts, spare: Counts) -> Counts:
    return {piece: min(count, spare[piece]) for piece, count in wants.items() if piece in spare}
