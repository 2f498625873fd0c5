"""Giving seats away, sitting down, getting up, letting others watch."""

import secrets

from django.db import transaction

from armybuilder.site.blocks import services as blocks
from armybuilder.site.models import Owner
from armybuilder.skirmishes.changes import tell
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishSeat
from armybuilder.skirmishes.notes import forget_consent
from armybuilder.skirmishes.present.words import SEATS
from armybuilder.skirmishes.seats.selectors import sitter, welcome

#: Signs of the name of a player.
LONGEST_NAME = 20


class InvitationGone(Exception):
    """A link that offers no seat any more."""


class AlreadySeated(Exception):
    """Whoever wants to sit down plays in this game already."""


class NotWelcome(Exception):
    """Whoever wants to sit down is blocked by somebody who plays."""


class NoSuchSeat(Exception):
    """A seat that is not there, or cannot be given away now."""


def _token() -> str:
    return secrets.token_urlsafe(16)


def _held(skirmish: Skirmish) -> Skirmish:
    current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
    current.looker = skirmish.looker
    return current


def invite(*, skirmish: Skirmish, seat: str) -> SkirmishSeat:
    """Offer a seat by a new link, whoever sat there before; a bot gives it up, too. Raises
    NoSuchSeat, also once the game is over."""
    with transaction.atomic():
        current = _held(skirmish)
        if seat not in current.seats or current.over:
            raise NoSuchSeat
        current.is_live = True
        return free_seat(current, seat)


def free_seat(current: Skirmish, seat: str) -> SkirmishSeat:
    """Make a seat nobody's, with a new link that offers it, within the transaction that holds the
    game."""
    _call(current, seat, name="", commander="")
    row, _new = SkirmishSeat.objects.update_or_create(
        skirmish=current,
        seat=seat,
        defaults={"owner": None, "visitor": "", "token": _token()},
    )
    tell(current, ChangeKind.SEAT, seat=seat)
    return row


def withdraw(*, skirmish: Skirmish, seat: str) -> None:
    """Take a seat back to the screen of whoever began the game, and its link with it."""
    with transaction.atomic():
        current = _held(skirmish)
        if SkirmishSeat.objects.filter(skirmish=current, seat=seat).delete()[0]:
            _call(current, seat, name="")
            tell(current, ChangeKind.SEAT, seat=seat)


def sit_down(*, token: str, owner: Owner, name: str) -> Skirmish:
    """Take the seat that a link offers, which offers it to nobody else from then on; raises
    InvitationGone, AlreadySeated and NotWelcome."""
    with transaction.atomic():
        row = SkirmishSeat.objects.invited_by(token).first()
        if row is None:
            raise InvitationGone
        current = Skirmish.objects.select_for_update().get(pk=row.skirmish_id)
        row = SkirmishSeat.objects.invited_by(token).first()
        if row is None or current.over:
            raise InvitationGone
        if Skirmish.objects.at_the_table(owner).filter(pk=current.pk).exists():
            raise AlreadySeated
        if not welcome(current, owner):
            raise NotWelcome
        row.owner, row.visitor, row.token = owner.member, _visitor(owner), ""
        row.save()
        current.is_listed = current.given.filter(owner=None, visitor="").exists() and (
            current.is_listed
        )
        _call(current, row.seat, name=name[:LONGEST_NAME])
        tell(current, ChangeKind.SEAT, seat=row.seat, what="sat")
    return current


def open_to_all(*, skirmish: Skirmish, is_open: bool) -> None:
    """Let anybody take a free seat, or only whoever has the link; raises NoSuchSeat where none is
    free."""
    with transaction.atomic():
        current = _held(skirmish)
        if current.over or not current.given.filter(owner=None, visitor="").exists():
            raise NoSuchSeat
        current.is_listed = is_open
        current.save(update_fields=["is_listed"])


def get_up(*, skirmish: Skirmish, owner: Owner) -> None:
    """Leave every seat that somebody took by a link; whoever began the game may offer it anew."""
    with transaction.atomic():
        current = _held(skirmish)
        for row in SkirmishSeat.objects.for_owner(owner).filter(skirmish=current):
            row.owner, row.visitor, row.token = None, "", _token()
            row.save()
            _call(current, row.seat, name="")
            tell(current, ChangeKind.SEAT, seat=row.seat, what="left")


def let_watch(*, skirmish: Skirmish) -> str:
    """The link by which anybody watches; it stands until it is taken back."""
    with transaction.atomic():
        current = _held(skirmish)
        if not current.watch_token:
            current.is_live, current.watch_token = True, _token()
            current.save(update_fields=["is_live", "watch_token"])
    return current.watch_token


def let_nobody_watch(*, skirmish: Skirmish) -> None:
    """Let the link to watch open nothing any more; a later one is another."""
    Skirmish.objects.filter(pk=skirmish.pk).update(watch_token="")


def block(*, skirmish: Skirmish, owner: Owner, seat: str) -> None:
    """Have nothing more to do with whoever sits at a seat (`site.blocks`). Raises NoSuchSeat for
    nobody and for oneself."""
    other = sitter(skirmish, seat)
    if other is None or other == owner:
        raise NoSuchSeat
    called = skirmish.seats[seat]["name"] or SEATS.get(seat, seat)
    blocks.block(owner=owner, other=other, name=str(called))


def _visitor(owner: Owner) -> str:
    return "" if owner.member else owner.visitor


def _call(current: Skirmish, seat: str, **said: str) -> None:
    current.seats = {**current.seats, seat: {**current.seats[seat], **said}}
    forget_consent(current, seat)
    consent = ["consents", "shown", "share_token"]
    current.save(update_fields=["seats", "is_live", "is_listed", *consent])
