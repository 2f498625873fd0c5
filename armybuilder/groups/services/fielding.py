"""Reserving the copies of a battle group, giving them back, and wanting what is lacking."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from armybuilder.groups.models import BattleGroup, Hold, Reservation, ReservedPiece
from armybuilder.groups.present.needs import needs_of
from armybuilder.groups.selectors.fielding import stock_of
from armybuilder.site.models import Owner, User
from collection.catalogue.game import SYSTEM
from collection.catalogue.pieces import find_piece
from collection.common.quotas import full
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services.changes import Edit, Locked, TooManyPieces, apply


@dataclass(frozen=True)
class Reserved:
    """How many copies a group keeps from now on, and how many it lacks."""

    kept: int
    short: int


class NotYours(Exception):
    """The group is not the member's."""


class NothingToKeep(Exception):
    """No copy of anything the group needs is free."""


class WantRefused(Exception):
    """A piece cannot be put on the wants, and why."""


@transaction.atomic
def reserve(*, group: BattleGroup, member: User, hold: Hold, now: datetime) -> Reserved:
    """Keep for a group what it needs of what is free, instead of what it kept before; raises
    NotYours and NothingToKeep."""
    current = _own(group, member)
    list(Collection.objects.editable_by(member).select_for_update().order_by("id"))
    needs = needs_of(current.document)
    allotted = stock_of(member=member).allotted(needs, current.pk)
    if not allotted:
        raise NothingToKeep
    made = Reservation.objects.filter(group=current).values_list("made", flat=True).first() or now
    _keep(current, hold, allotted, made)
    kept = sum(allotted.values())
    return Reserved(kept, sum(needs.values()) - kept)


@transaction.atomic
def release(*, group: BattleGroup, member: User) -> None:
    """Give everything a group keeps back; raises NotYours."""
    Reservation.objects.filter(group=_own(group, member)).delete()


def want(*, collection: Collection, member: User, items: Mapping[str, int], now: datetime) -> None:
    """Want at least so many of some pieces in a collection, as one change; raises WantRefused."""
    made = []
    for item, count in items.items():
        piece = find_piece(SYSTEM, item)
        if piece is None:
            raise WantRefused(_("A collection cannot hold %(item)s.") % {"item": item})
        made.append(Edit(piece, partial(edits.want, count=count)))
    try:
        apply(collection=collection, actor=member, edits=made, now=now)
    except Locked as error:
        raise WantRefused(_("The collection is locked. Open it first.")) from error
    except TooManyPieces as error:
        raise WantRefused(full("pieces")) from error


def _own(group: BattleGroup, member: User) -> BattleGroup:
    own = BattleGroup.objects.for_owner(Owner(member)).select_for_update()
    current = own.filter(pk=group.pk).first()
    if current is None:
        raise NotYours
    return current


def _keep(
    group: BattleGroup, hold: Hold, allotted: Mapping[tuple[int, str], int], made: datetime
) -> None:
    Reservation.objects.filter(group=group).delete()
    reservation = Reservation.objects.create(group=group, hold=hold, made=made)
    ReservedPiece.objects.bulk_create(
        ReservedPiece(reservation=reservation, collection_id=collection, item=item, count=count)
        for (collection, item), count in allotted.items()
    )
