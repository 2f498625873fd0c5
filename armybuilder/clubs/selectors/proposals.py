"""Reading proposed trades from either side."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from armybuilder.clubs.models import Proposal, ProposalLine
from armybuilder.clubs.selectors.surplus import Counts
from armybuilder.site.blocks.selectors import members_blocked_by
from armybuilder.site.models import Owner
from collection.owning.models import Change
from collection.owning.pieces import piece_of


@dataclass(frozen=True)
class Terms:
    """What one side of a proposal gives and gets."""

    gives: Counts
    gets: Counts


def proposals_of(user: Any) -> QuerySet[Proposal]:
    """Those a person made or was sent; of people they have blocked only trades both agreed to.
    Whoever is blocked finds everything as it was."""
    blocked = members_blocked_by(Owner(user))
    theirs = Q(sender__owner__in=blocked) | Q(receiver__owner__in=blocked)
    found = Proposal.objects.for_person(user).exclude(theirs & ~Q(state=Proposal.State.ACCEPTED))
    return found.select_related("sender__owner", "receiver__owner", "sent", "received")


def to_answer(user: Any) -> QuerySet[Proposal]:
    """Those a person was sent and has not answered, the newest first."""
    return proposals_of(user).filter(receiver__owner_id=user.pk, state=Proposal.State.OPEN)


def to_book(user: Any, since: datetime) -> QuerySet[Proposal]:
    """The trades agreed to since then that a person has never booked on their side, the newest
    first."""
    mine = Q(sender__owner_id=user.pk, sent=None) | Q(receiver__owner_id=user.pk, received=None)
    return proposals_of(user).filter(mine, state=Proposal.State.ACCEPTED, answered_at__gte=since)


def reads(user: Any, other: Any) -> bool:
    """Whether somebody reads what another writes with a trade; one query."""
    return not members_blocked_by(Owner(user)).filter(other=other).exists()


def side_of(proposal: Proposal, user: Any) -> str | None:
    """On which side of a proposal a person stands: the field of its booking; None for others."""
    if proposal.sender.owner_id == user.pk:
        return "sent"
    return "received" if proposal.receiver.owner_id == user.pk else None


def booked(proposal: Proposal, side: str) -> Change | None:
    """The booking of a side, None where it has none or has undone it; one query where there is
    one."""
    change: Change | None = getattr(proposal, side)
    return None if change and Change.objects.filter(reverts=change).exists() else change


def terms_of(lines: Iterable[ProposalLine], side: str) -> Terms:
    """What a side gives and gets."""
    terms = Terms({}, {})
    for line in lines:
        gives = line.from_sender == (side == "sent")
        (terms.gives if gives else terms.gets)[piece_of(line)] = line.count
    return terms
