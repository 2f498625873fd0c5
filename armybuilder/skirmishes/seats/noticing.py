"""Notices on the devices of whoever's turn it has become while they have the table not open."""

from functools import partial
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from armybuilder.jobs.work import Document
from armybuilder.push.noticing import Noticing, Told, begin_notice
from armybuilder.push.services import Notice, is_offered
from armybuilder.site.models import Owner
from armybuilder.skirmishes.changes import changed
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange
from armybuilder.skirmishes.present.words import seat_title
from armybuilder.skirmishes.seats.clocks import seconds_left, written
from armybuilder.skirmishes.seats.listening import who_is_here
from armybuilder.skirmishes.seats.services import sitter

KIND = "turn_notice"
#: After these it may have become somebody's turn, or somebody has come whom they waited for.
HANDING_OVER = (
    (ChangeKind.ORDER, ""),
    (ChangeKind.UNDONE, ""),
    (ChangeKind.BEGUN, ""),
    (ChangeKind.SEAT, "sat"),
)


@receiver(changed)
def notice_turn(sender: Any, skirmish: Skirmish, change: SkirmishChange, **kwargs: Any) -> None:
    """Let a worker send notices where somebody else than who acts has changed something."""
    if not is_offered() or (change.kind, change.what) not in HANDING_OVER:
        return
    player = waited_for(skirmish)
    if player is None or player == sitter(skirmish, change.seat):
        return
    payload = {
        "skirmish": skirmish.public_id,
        "seat": skirmish.acting,
        "change": change.number,
    }
    begin_notice(kind=KIND, owner=player, payload=payload)


def waited_for(skirmish: Skirmish) -> Owner | None:
    """The person whose turn it is while they have the table not open; None for nobody."""
    seat = skirmish.acting
    if skirmish.over or skirmish.terms or not seat or who_is_here(skirmish, [seat]):
        return None
    return sitter(skirmish, seat)


def notice_of(skirmish: Skirmish, language: str) -> Notice:
    """What somebody is told whose turn it is."""
    seat = skirmish.acting
    with override(language or settings.LANGUAGE_CODE):
        others = [str(seat_title(skirmish.seats, each)) for each in skirmish.seats if each != seat]
        text = gettext("Against %(others)s.") % {"others": ", ".join(others)}
        if skirmish.clocks:
            left = written(seconds_left(skirmish.clocks, seat, seat, timezone.now()))
            text += " " + gettext("Time left: %(time)s.") % {"time": left}
        return Notice(
            title=gettext("Your turn: %(title)s") % {"title": skirmish},
            text=text,
            path=reverse("skirmish", args=[skirmish.system, skirmish.public_id]),
            about=skirmish.public_id,
        )


def _told(payload: Document) -> Told | None:
    """Whom to tell of which turn, as long as it is still that turn of theirs and they have not
    come."""
    seat = payload["seat"]
    skirmish = Skirmish.objects.filter(public_id=payload["skirmish"], acting=seat).first()
    if skirmish is None:
        return None
    later = skirmish.changes.filter(number__gt=payload["change"], kind=ChangeKind.ORDER)
    player = waited_for(skirmish)
    if player is None or later.filter(seat=seat).exists():
        return None
    return Told(player, partial(notice_of, skirmish))


TURN_NOTICE = Noticing(_told)
