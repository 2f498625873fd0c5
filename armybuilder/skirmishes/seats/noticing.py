"""Notices on the devices of whoever's turn it has become while they have the table not open."""

import logging
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from armybuilder.jobs.selectors import has_worker
from armybuilder.jobs.services.asking import begin
from armybuilder.jobs.work import Document, Stand
from armybuilder.push.models import PushDevice
from armybuilder.push.selectors import devices_of
from armybuilder.push.services import Notice, is_offered, send
from armybuilder.site.models import Owner
from armybuilder.skirmishes.changes import changed
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange
from armybuilder.skirmishes.present.words import seat_title
from armybuilder.skirmishes.seats.clocks import seconds_left, written
from armybuilder.skirmishes.seats.listening import who_is_here
from armybuilder.skirmishes.seats.services import sitter
from collection.common.busy import Busy

logger = logging.getLogger("armybuilder.skirmishes")

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
    if not devices_of(owner=player).exists() or not has_worker():
        return  # Without a worker notices would stay in the way of work that people carry.
    payload = {
        "skirmish": skirmish.public_id,
        "seat": skirmish.acting,
        "change": change.number,
    }
    try:
        begin(kind=KIND, payload=payload)
    except Busy:
        logger.warning("too much waits for a notice to be sent")


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


class TurnNotice:
    """One device a piece, as long as it is still that turn of theirs and they have not come."""

    page = ""

    def begun(self, payload: Document) -> Stand:
        """Before it is looked where to."""
        return Stand(0, 1, {"devices": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        """Where to, or one device further."""
        skirmish = self._waiting(payload)
        if skirmish is None:
            return Stand(stand.done, stand.done, stand.kept)
        player = waited_for(skirmish)
        if not stand.done:
            devices = devices_of(owner=player) if player else PushDevice.objects.none()
            found = list(devices.values_list("pk", flat=True))
            return Stand(1, 1 + len(found), {"devices": found})
        pk = stand.kept["devices"][stand.done - 1]
        device = devices_of(owner=player).filter(pk=pk).first() if player else None
        if player and device:
            language = player.member.language if player.member else ""
            send(device=device, notice=notice_of(skirmish, language or device.language))
        return Stand(stand.done + 1, stand.total, stand.kept)

    def found(self, payload: Document, stand: Stand) -> Document:
        """Where to notices were sent."""
        return stand.kept

    @staticmethod
    def _waiting(payload: Document) -> Skirmish | None:
        """The game, if it still waits for what it waited for then."""
        seat = payload["seat"]
        skirmish = Skirmish.objects.filter(public_id=payload["skirmish"], acting=seat).first()
        if skirmish is None:
            return None
        later = skirmish.changes.filter(number__gt=payload["change"], kind=ChangeKind.ORDER)
        return None if later.filter(seat=seat).exists() else skirmish


TURN_NOTICE = TurnNotice()
