"""Trades people propose to each other: made, answered, and booked by each side for itself."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from armybuilder.clubs.models import Proposal, ProposalLine
from armybuilder.clubs.selectors.matches import match_between
from armybuilder.clubs.selectors.proposals import booked, side_of, terms_of
from armybuilder.clubs.selectors.surplus import Counts
from collection.catalogue.pieces import Piece
from collection.common.awaiting import awaits
from collection.common.people import hold, person
from collection.owning import edits
from collection.owning.models import Change, Collection
from collection.owning.services import changes
from collection.owning.services.changes import Edit

#: How many proposals of one person wait for answers at once.
MOST_OPEN = 50


class NothingProposed(Exception):
    """A proposal without any piece."""


class NotMatched(Exception):
    """The two collections do not meet, or no longer in these pieces."""


class TooManyProposals(Exception):
    """As many proposals of this person wait for answers as may."""


class NotOpen(Exception):
    """The proposal was answered or withdrawn, or is not this person's to answer."""


class BookedAlready(Exception):
    """This side made the trade part of its collection before."""


@transaction.atomic
def propose(
    *,
    actor: Any,
    mine: str,
    theirs: str,
    give: Mapping[Piece, int],
    get: Mapping[Piece, int],
    message: str,
    now: datetime,
) -> Proposal:
    """Propose a trade out of a match; raises NothingProposed, NotMatched, TooManyProposals."""
    match = match_between(actor, mine, theirs)
    if match is None or not (_within(give, match.give) and _within(get, match.get)):
        raise NotMatched
    if not any((*give.values(), *get.values())):
        raise NothingProposed
    hold(actor)
    waiting = Proposal.objects.filter(sender__owner=actor, state=Proposal.State.OPEN)
    if waiting.count() >= MOST_OPEN:
        raise TooManyProposals
    proposal = Proposal.objects.create(
        sender=match.mine, receiver=match.theirs, message=message, made_at=now
    )
    ProposalLine.objects.bulk_create([*_lines(proposal, True, give), *_lines(proposal, False, get)])
    awaits(match.theirs.owner, "trade", proposal.public_id)
    return proposal


@transaction.atomic
def answer(
    *, proposal: Proposal, actor: Any, accepted: bool, message: str, now: datetime
) -> Proposal:
    """Accept or decline a proposal one was sent; raises NotOpen."""
    current = _open(proposal)
    if current.receiver.owner_id != actor.pk:
        raise NotOpen
    current.state = Proposal.State.ACCEPTED if accepted else Proposal.State.DECLINED
    current.answer, current.answered_at = message, now
    current.save(update_fields=["state", "answer", "answered_at"])
    if accepted:
        awaits(current.sender.owner, "booking", current.public_id)
    return current


@transaction.atomic
def withdraw(*, proposal: Proposal, actor: Any, now: datetime) -> None:
    """Take back a proposal one made; raises NotOpen."""
    current = _open(proposal)
    if current.sender.owner_id != actor.pk:
        raise NotOpen
    current.state, current.answered_at = Proposal.State.WITHDRAWN, now
    current.save(update_fields=["state", "answered_at"])


@transaction.atomic
def book(*, proposal: Proposal, actor: Any, now: datetime) -> Change | None:
    """Make an accepted trade part of one's own collection, as one change that can be undone.

    Raises NotOpen before it is accepted, BookedAlready, and what `changes.apply` raises.
    """
    current = _held(proposal)
    side = side_of(current, actor)
    if current.state != Proposal.State.ACCEPTED or side is None:
        raise NotOpen
    if booked(current, side):
        raise BookedAlready
    mine, theirs = _both(current, side)
    terms = terms_of(current.lines.all(), side)
    change = changes.apply(
        collection=mine,
        actor=actor,
        edits=[
            *(Edit(piece, partial(edits.give_away, count=n)) for piece, n in terms.gives.items()),
            *(Edit(piece, partial(edits.receive, count=n)) for piece, n in terms.gets.items()),
        ],
        now=now,
        source=Change.Source.TRADE,
        label=person(theirs.owner),
    )
    setattr(current, side, change)
    current.save(update_fields=[side])
    return change


def _both(proposal: Proposal, side: str) -> tuple[Collection, Collection]:
    pair = (proposal.sender, proposal.receiver)
    return pair if side == "sent" else (pair[1], pair[0])


def _within(asked: Mapping[Piece, int], offered: Counts) -> bool:
    return all(0 <= count <= offered.get(piece, 0) for piece, count in asked.items())


def _lines(
    proposal: Proposal, from_sender: bool, counts: Mapping[Piece, int]
) -> list[ProposalLine]:
    return [
        ProposalLine(
            proposal=proposal,
            from_sender=from_sender,
            system=piece.system,
            set_code=piece.set,
            number=piece.number,
            variant=piece.variant,
            count=count,
        )
        for piece, count in counts.items()
        if count
    ]


def _open(proposal: Proposal) -> Proposal:
    current = _held(proposal)
    if current.state != Proposal.State.OPEN:
        raise NotOpen
    return current


def _held(proposal: Proposal) -> Proposal:
    """The proposal as it is now, held until the transaction ends."""
    rows = Proposal.objects.select_for_update(of=("self",))
    return rows.select_related("sender__owner", "receiver__owner").get(pk=proposal.pk)
