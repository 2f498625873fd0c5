"""Reading proposed trades from either side."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from armybuilder.clubs.models import Proposal, ProposalLine
from armybuilder.clubs.selectors.surplus import Counts
from collection.owning.models import Change
from collection.owning.pieces import piece_of


@dataclass(frozen=True)
class Terms:
    """What one side of a proposal gives and gets."""

    gives: Counts
    gets: Counts


def side_of(proposal: Proposal, user: Any) -> str | None:
    """On which side of a proposal a person stands: the field of its booking; None for others."""
    if proposal.sender.owner_id == user.pk:
        return "sent"
    return "received" if proposal.receiver.owner_id == user.pk else None


def booked(proposal: Proposal, side: str) -> bool:
    """Whether a side's booking stands; one query where there is one."""
    change = getattr(proposal, f"{side}_id")
    return change is not None and not Change.objects.filter(reverts=change).exists()


def terms_of(lines: Iterable[ProposalLine], side: str) -> Terms:
    """What a side gives and gets."""
    terms = Terms({}, {})
    for line in lines:
        gives = line.from_sender == (side == "sent")
        (terms.gives if gives else terms.gets)[piece_of(line)] = line.count
    return terms
