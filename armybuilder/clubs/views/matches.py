"""Who could trade with whom, and what they propose to each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.clubs.models import LONGEST_MESSAGE, Proposal
from armybuilder.clubs.selectors import matches
from armybuilder.clubs.selectors.matches import Match
from armybuilder.clubs.selectors.people import acquaintances_of
from armybuilder.clubs.selectors.proposals import booked, proposals_of, reads, side_of, terms_of
from armybuilder.clubs.selectors.surplus import Counts
from armybuilder.clubs.services import proposals
from collection.catalogue.pieces import Piece
from collection.common.language import Words
from collection.common.limits import limited
from collection.common.paths import path_to
from collection.common.people import Circle
from collection.common.quotas import full
from collection.owning.forms.copies import LineField
from collection.owning.models import Holding
from collection.owning.present.values import catalogue_item, holding_name
from collection.owning.selectors.holdings import holdings
from collection.owning.selectors.shelves import shelves_of
from collection.owning.services import changes
from collection.owning.views.doors import LOCKED, members_only

#: How many pieces of each match the page names, and how many of the matches at once.
PIECES_SHOWN = 12
MATCHES_SHOWN = 10
PROPOSALS_SHOWN = 50


@dataclass(frozen=True)
class PieceLine:
    """Some of one piece; `item` is its id in the catalogue, "" for what that does not know; `field`
    is the name of its amount in a form, `chosen` what it says."""

    printed: str
    name: Words
    count: int
    item: str
    field: str = ""
    chosen: str = ""


@dataclass(frozen=True)
class MatchValue:
    """A match as the list shows it."""

    match: Match
    who: str
    get: list[PieceLine]
    give: list[PieceLine]
    more: int
    propose_url: str


@dataclass(frozen=True)
class Booking:
    """The change by which a trade became part of a collection, and where it is undone, "" while
    nothing may be changed there."""

    number: int
    url: str
    undo_url: str


@dataclass(frozen=True)
class ProposalValue:
    """A proposed trade as one of its two sides sees it; `reads` tells whether they read the words
    of the other."""

    proposal: Proposal
    who: str
    is_mine: bool
    other: Any
    reads: bool
    gives: list[PieceLine]
    gets: list[PieceLine]
    may_book: bool = False
    booking: Booking | None = None


class MessageForm(forms.Form):
    """What one side says to the other."""

    message = LineField(
        label=gettext_lazy("Message"),
        max_length=LONGEST_MESSAGE,
        help_text=gettext_lazy("They see your display name and what you write here, nothing else."),
    )


@members_only
@require_safe
@limited("browse")
def match_list(request: HttpRequest) -> HttpResponse:
    """Whom one could trade with, the best first, and the proposals of either side."""
    found = matches.matches(request.user)
    said = request.GET.get("after", "")
    after = int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0
    after = after if after < len(found) else 0
    shown = found[after : after + MATCHES_SHOWN]
    more = after + MATCHES_SHOWN if after + MATCHES_SHOWN < len(found) else 0
    made = proposals_of(request.user)
    circle = acquaintances_of(request.user)
    context = {
        "matches": [_match_value(match, circle) for match in shown],
        "first_url": request.path if after else "",
        "more_url": f"?after={more}" if more else "",
        "proposals": [
            (
                proposal,
                circle.name(_other(proposal, request.user)),
                proposal.sender.owner_id == request.user.pk,
            )
            for proposal in made[:PROPOSALS_SHOWN]
        ],
        "shelves": [shelf for shelf in shelves_of(request.user) if shelf.is_owner],
    }
    return render(request, "clubs/trading/matches.html", context)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def propose(request: HttpRequest, mine: str, theirs: str) -> HttpResponse:
    """All that two collections could do for each other, and a proposal out of it."""
    match = matches.match_between(request.user, mine, theirs)
    if match is None:
        messages.info(request, _("You two have nothing to trade at the moment."))
        return redirect("collection:trades")
    form = MessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = proposals.propose(
                actor=request.user,
                mine=mine,
                theirs=theirs,
                give=_chosen(request, "give", match.give),
                get=_chosen(request, "get", match.get),
                message=form.cleaned_data["message"],
                now=timezone.now(),
            )
        except proposals.NothingProposed:
            form.add_error(None, _("Choose at least one piece."))
        except proposals.NotMatched:
            form.add_error(None, _("Not as many are to be had any more. Look at the amounts."))
        except proposals.TooManyProposals:
            form.add_error(None, _("Many of your proposals wait for an answer. Withdraw some."))
        else:
            messages.success(request, _("Proposed. You see the answer here."))
            return redirect("collection:proposal", made.public_id)
    context = {
        "match": match,
        "who": acquaintances_of(request.user).name(match.theirs.owner),
        "get": _lines(match.get, match.rows, "get", request),
        "give": _lines(match.give, match.rows, "give", request),
        "form": form,
    }
    return render(
        request, "clubs/trading/propose.html", context, status=422 if form.errors else 200
    )


@members_only
@require_safe
def proposal_page(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """A proposed trade, for its two sides."""
    proposal = _proposal(request, proposal_id)
    context = {"value": _proposal_value(proposal, request.user), "form": MessageForm()}
    return render(request, "clubs/trading/proposal.html", context)


@members_only
@require_POST
def answer(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """Accept, decline or withdraw a proposal."""
    proposal = _proposal(request, proposal_id)
    form = MessageForm(request.POST)
    if not form.is_valid():
        context = {"value": _proposal_value(proposal, request.user), "form": form}
        return render(request, "clubs/trading/proposal.html", context, status=422)
    now = timezone.now()
    try:
        if "withdraw" in request.POST:
            proposals.withdraw(proposal=proposal, actor=request.user, now=now)
        else:
            proposals.answer(
                proposal=proposal,
                actor=request.user,
                accepted="accept" in request.POST,
                message=form.cleaned_data["message"],
                now=now,
            )
    except proposals.NotOpen:
        messages.error(request, _("This proposal is not open any more."))
    return redirect("collection:proposal", proposal_id)


@members_only
@require_POST
def book(request: HttpRequest, proposal_id: str) -> HttpResponse:
    """Make an accepted trade part of one's own collection."""
    proposal = _proposal(request, proposal_id)
    try:
        proposals.book(proposal=proposal, actor=request.user, now=timezone.now())
    except proposals.NotOpen:
        messages.error(request, _("This trade is not accepted."))
    except proposals.BookedAlready:
        messages.error(request, _("You have booked this trade already."))
    except changes.Locked:
        messages.error(request, LOCKED)
    except changes.EditsRefused as refused:
        first = refused.refused[0]
        messages.error(request, f"{first.piece}: {first.reason}")
    except changes.TooManyPieces:
        messages.error(request, full("pieces"))
    else:
        messages.success(request, _("Booked as one change of your collection."))
    return redirect("collection:proposal", proposal_id)


def _proposal(request: HttpRequest, proposal_id: str) -> Proposal:
    found = proposals_of(request.user).filter(public_id=proposal_id).first()
    if found is None:
        raise Http404
    return found


def _other(proposal: Proposal, user: Any) -> Any:
    mine = proposal.sender.owner_id == user.pk
    return proposal.receiver.owner if mine else proposal.sender.owner


def _proposal_value(proposal: Proposal, user: Any) -> ProposalValue:
    side, other = side_of(proposal, user) or "", _other(proposal, user)
    terms = terms_of(proposal.lines.all(), side)
    pieces = [*terms.gives, *terms.gets]
    rows = dict(zip(pieces, holdings(proposal.sender, pieces), strict=True))
    booking = _booking(proposal, side)
    return ProposalValue(
        proposal,
        acquaintances_of(user).name(other),
        side == "sent",
        other,
        reads(user, other),
        _lines(terms.gives, rows),
        _lines(terms.gets, rows),
        may_book=proposal.state == Proposal.State.ACCEPTED and booking is None,
        booking=booking,
    )


def _booking(proposal: Proposal, side: str) -> Booking | None:
    change = booked(proposal, side)
    if change is None:
        return None
    shelf = proposal.sender if side == "sent" else proposal.receiver
    place = [shelf.public_id, change.number]
    undo_url = "" if shelf.locked else reverse("collection:undo", args=place)
    return Booking(change.number, reverse("collection:change", args=place), undo_url)


def _match_value(match: Match, circle: Circle) -> MatchValue:
    get, give = _lines(match.get, match.rows), _lines(match.give, match.rows)
    more = max(len(get) - PIECES_SHOWN, 0) + max(len(give) - PIECES_SHOWN, 0)
    return MatchValue(
        match,
        circle.name(match.theirs.owner),
        get[:PIECES_SHOWN],
        give[:PIECES_SHOWN],
        more,
        path_to("collection:propose", match.mine.public_id, match.theirs.public_id),
    )


def _lines(
    counts: Counts,
    rows: Mapping[Piece, Holding],
    way: str = "",
    request: HttpRequest | None = None,
) -> list[PieceLine]:
    typed = request.POST if request and request.method == "POST" else {}
    return [
        PieceLine(
            str(piece),
            holding_name(rows[piece]),
            count,
            catalogue_item(rows[piece]),
            field := f"{way}-{piece}" if way else "",
            typed.get(field, str(count)),
        )
        for piece, count in counts.items()
    ]


def _chosen(request: HttpRequest, way: str, offered: Counts) -> Counts:
    return {piece: _amount(request.POST.get(f"{way}-{piece}", "")) for piece in offered}


def _amount(typed: str) -> int:
    """The number of a field: none where it is empty, and -1 for what is no number."""
    said = typed.strip() or "0"
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else -1
