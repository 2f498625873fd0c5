"""Club evenings: entering lists, assigning pieces, handing them out and taking them back.

Whatever is lent out of a collection is booked by its owner. Assigning only plans; it can be done
again until somebody has handed something out.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from armybuilder.clubs.assigning import Demand, Given, assign
from armybuilder.clubs.models import Assignment, Club, Evening, EveningEntry
from armybuilder.clubs.selectors.evenings import needs_now
from armybuilder.clubs.selectors.people import members_of_club
from armybuilder.clubs.selectors.stocks import Stock, stocks
from armybuilder.clubs.services.lending import Lot, lend_lots
from armybuilder.groups.models import BattleGroup
from armybuilder.site.models import Owner
from collection.owning.models import Change, Collection
from collection.owning.pieces import piece_of
from collection.owning.selectors.loans import unreturned
from collection.owning.services.lending import take_back_loans

MOST_EVENINGS = 200
MOST_ENTRIES = 200
#: How many lists one player enters into an evening.
MOST_LISTS = 5


class NotAllowed(Exception):
    """The person may not do this on the evening."""


class TooMany(Exception):
    """The club keeps as many evenings, or the evening as many lists, as may be."""


class HandedOut(Exception):
    """Pieces have been handed out, so that the plan stays as it is."""


@transaction.atomic
def create_evening(*, club: Club, actor: Any, date: date, name: str) -> Evening:
    """A new evening, made by any member; raises NotAllowed and TooMany."""
    if not Club.objects.of_member(actor).select_for_update().filter(pk=club.pk).first():
        raise NotAllowed
    if club.evenings.count() >= MOST_EVENINGS:
        raise TooMany
    return Evening.objects.create(club=club, date=date, name=name, named_by=actor)


@transaction.atomic
def change_evening(*, evening: Evening, actor: Any, date: date, name: str) -> None:
    """Give an evening another date or name: its organisers do, and who named it.

    Raises NotAllowed.
    """
    current = _held(evening, actor)
    if not may_change(current, actor):
        raise NotAllowed
    current.date = date
    if name != current.name:
        current.name, current.named_by = name, actor
    current.save(update_fields=["date", "name", "named_by"])


def may_change(evening: Evening, actor: Any) -> bool:
    """Whether somebody of the club may change what an evening is called."""
    return evening.named_by_id == actor.pk or organises(evening, actor)


@transaction.atomic
def delete_evening(*, evening: Evening, actor: Any) -> None:
    """Call an evening off; raises NotAllowed, and HandedOut while something is not back."""
    current = _held(evening, actor)
    if not organises(current, actor):
        raise NotAllowed
    if unreturned(_loan_ids(current)).exists():
        raise HandedOut
    current.delete()


@transaction.atomic
def enter(
    *, evening: Evening, actor: Any, group: BattleGroup | None, handed_in: bool = False
) -> EveningEntry:
    """Come to an evening with one of one's own groups, `handed_in` or not, or without one.

    Raises NotAllowed and TooMany.
    """
    current = _held(evening, actor)
    own = BattleGroup.objects.for_owner(Owner(member=actor))
    if group and not own.filter(pk=group.pk).exists():
        raise NotAllowed
    mine = current.entries.filter(user=actor)
    found = mine.filter(group=group).first()
    if found:
        return found
    lists = mine.exclude(group=None).count()
    if lists >= MOST_LISTS or current.entries.count() >= MOST_ENTRIES:
        raise TooMany
    return EveningEntry.objects.create(
        evening=current,
        user=actor,
        group=group,
        handed_in=group.revisions.first() if group and handed_in else None,
    )


@transaction.atomic
def hand_in(*, evening: Evening, actor: Any, entry_id: int, wanted: bool) -> None:
    """Let the organisers print the list one comes with as it is now, or no longer. Raises
    NotAllowed."""
    current = _held(evening, actor)
    mine = current.entries.filter(user=actor, pk=entry_id).exclude(group=None)
    entry = mine.select_related("group").first()
    if entry is None or entry.group is None:
        raise NotAllowed
    entry.handed_in = entry.group.revisions.first() if wanted else None
    entry.save(update_fields=["handed_in"])


@transaction.atomic
def leave(*, evening: Evening, actor: Any, entry_id: int) -> None:
    """Take an entry back: one's own, or as an organiser anybody's.

    Raises NotAllowed, and HandedOut once anything for it or by its player is handed out.
    """
    current = _held(evening, actor)
    entry = current.entries.filter(pk=entry_id).first()
    if entry is None or not (entry.user_id == actor.pk or organises(current, actor)):
        raise NotAllowed
    touched = Q(entry=entry) | Q(entry__evening=current, lender=entry.user_id)
    if Assignment.objects.filter(touched, handed_out__isnull=False).exists():
        raise HandedOut
    entry.delete()


@transaction.atomic
def assign_pieces(*, evening: Evening, actor: Any, now: datetime) -> None:
    """Give every list distinct pieces of those who come; an organiser does it.

    Whoever has left the club comes no longer. Raises NotAllowed and HandedOut.
    """
    current = _held(evening, actor)
    if not organises(current, actor):
        raise NotAllowed
    if _assignments(current).filter(handed_out__isnull=False).exists():
        raise HandedOut
    _assignments(current).delete()
    current.entries.exclude(user__in=current.club.members.values("user")).delete()
    entries = list(current.entries.select_related("group", "user"))
    _hold_collections(entry.user_id for entry in entries)
    for entry, needed in zip(entries, needs_now(entries), strict=True):
        entry.pieces = needed
    EveningEntry.objects.bulk_update(entries, ["pieces"])
    demands = [
        Demand(entry.pk, entry.user_id, entry.pieces, frozenset(entry.user.members_apart()))
        for entry in entries
    ]
    assigned = assign(demands, _at_hand(current, entries))
    Assignment.objects.bulk_create(_row(given) for given in assigned.given)
    current.assigned_at = now
    current.save(update_fields=["assigned_at"])


@transaction.atomic
def hand_out(
    *, evening: Evening, actor: Any, now: datetime, assignments: Iterable[int] | None = None
) -> int:
    """Book as lent what a member brings for others, and as packed what is for their own lists:
    all of it, or some assignments.

    Returns how many pieces; raises NotAllowed and what `changes.apply` of owning raises.
    """
    current = _held(evening, actor)
    waiting = _assignments(current).filter(lender=actor, handed_out=None)
    if assignments is not None:
        waiting = waiting.filter(pk__in=list(assignments))
    rows = list(waiting.select_related("entry__user", "collection").order_by("collection_id", "id"))
    circle = members_of_club(current.club)
    by_collection: dict[Collection, list[Assignment]] = {}
    for row in rows:
        if row.entry.user_id != actor.pk:
            by_collection.setdefault(row.collection, []).append(row)
    for collection, lent in by_collection.items():
        ids = lend_lots(
            collection=collection,
            actor=actor,
            lots=[Lot(piece_of(row), circle.name(row.entry.user), row.count) for row in lent],
            since=min(current.date, now.date()),
            until=current.date,
            now=now,
            label=str(current),
        )
        for row, loans in zip(lent, ids, strict=True):
            row.loans = loans
    for row in rows:
        row.handed_out = now
    Assignment.objects.bulk_update(rows, ["loans", "handed_out"])
    return sum(row.count for row in rows)


@transaction.atomic
def take_back(
    *, evening: Evening, actor: Any, now: datetime, assignments: Iterable[int] | None = None
) -> int:
    """Book as returned what a member lent on an evening: all of it, or some assignments.

    Returns how many pieces came back; raises NotAllowed and what `services.apply` raises.
    """
    current = _held(evening, actor)
    rows = _assignments(current).filter(lender=actor).select_related("collection")
    rows = rows.order_by("collection_id", "id")
    if assignments is not None:
        rows = rows.filter(pk__in=list(assignments))
    by_collection: dict[Collection, list[str]] = {}
    for row in rows:
        by_collection.setdefault(row.collection, []).extend(row.loans)
    back = 0
    for collection, loans in by_collection.items():
        back += unreturned(loans).count()
        take_back_loans(
            collection=collection,
            actor=actor,
            loan_ids=loans,
            on=now.date(),
            now=now,
            source=Change.Source.CLUB,
            label=str(current),
        )
    return back


def _held(evening: Evening, actor: Any) -> Evening:
    """The evening as it is now, held until the transaction ends, for a member of its club."""
    rows = Evening.objects.select_for_update(of=("self",)).select_related("club")
    found = rows.for_member(actor).filter(pk=evening.pk).first()
    if found is None:
        raise NotAllowed
    return found


def organises(evening: Evening, actor: Any) -> bool:
    """Whether somebody organises the club of an evening."""
    return Club.objects.led_by(actor).filter(pk=evening.club_id).exists()


def _assignments(evening: Evening) -> Any:
    return Assignment.objects.filter(entry__evening=evening)


def _loan_ids(evening: Evening) -> list[str]:
    return [one for loans in _assignments(evening).values_list("loans", flat=True) for one in loans]


def _hold_collections(owners: Iterable[int]) -> None:
    """Hold what some members own until the transaction ends.

    Otherwise two evenings that assign at the same time would count on the same pieces. Everybody
    takes collections in the order of their ids, so that nobody waits for each other.
    """
    rows = Collection.objects.select_for_update().filter(owner__in=set(owners)).order_by("id")
    list(rows.values_list("id"))


def _at_hand(evening: Evening, entries: Iterable[EveningEntry]) -> list[Stock]:
    """The stocks of those who come, without what stands on another table on the same day."""
    entries = list(entries)
    members = evening.club.members.filter(user__in=[entry.user_id for entry in entries])
    found = stocks(members, {piece for entry in entries for piece in entry.pieces})
    elsewhere = _taken_elsewhere(evening)
    left = []
    for stock in found:
        free = stock.free - elsewhere[stock.collection_id, stock.piece]
        if free > 0:
            left.append(replace(stock, free=free, for_others=min(stock.for_others, free)))
    return left


def _taken_elsewhere(evening: Evening) -> Counter[Any]:
    """What other evenings of the day hold, as far as it is not booked as lent already."""
    others = Assignment.objects.filter(entry__evening__date=evening.date)
    planned = others.exclude(entry__evening=evening).filter(
        Q(handed_out=None) | Q(entry__user=F("lender"))
    )
    taken: Counter[Any] = Counter()
    for row in planned:
        taken[row.collection_id, piece_of(row)] += row.count
    return taken


def _row(given: Given) -> Assignment:
    piece = given.stock.piece
    return Assignment(
        entry_id=given.key,
        lender_id=given.stock.owner_id,
        collection_id=given.stock.collection_id,
        system=piece.system,
        set_code=piece.set,
        number=piece.number,
        variant=piece.variant,
        count=given.count,
    )
