"""Mails to those whose turn it is in a game of several days."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from armybuilder.site.models import User
from armybuilder.skirmishes.models import ChangeKind, Skirmish, SkirmishChange
from armybuilder.skirmishes.present.words import seat_title
from armybuilder.skirmishes.seats.clocks import running_since, seconds_left
from armybuilder.skirmishes.seats.services import sitter

logger = logging.getLogger("armybuilder.skirmishes")

#: Whoever sits at the screen has acted by then.
PATIENCE = timedelta(minutes=10)


def call_players(*, now: datetime) -> int:
    """Write to everybody whose clock runs in a game of several days, once for each time the others
    hand over to them; returns to how many. A mail that does not go out is tried again next time."""
    games = Skirmish.objects.filter(is_live=True, over=False, clocks__speed="days")
    waiting = [
        row["pk"]
        for row in games.values("pk", "clocks")
        if (since := running_since(row["clocks"])) is not None
        and since <= now - PATIENCE
        and row["clocks"].get("called") != row["clocks"]["since"]
    ]
    return sum(_call(Skirmish.objects.get(pk=pk), now) for pk in waiting)


def _call(skirmish: Skirmish, now: datetime) -> bool:
    player = sitter(skirmish, skirmish.acting)
    member = player.member if player else None
    written = (
        member is not None
        and member.turn_mails
        and bool(member.proven_address)
        and not _acted_last(skirmish)
    )
    if written and member is not None:
        try:
            mail_for(skirmish, member, now).send()
        except (OSError, SMTPException):
            logger.exception("nobody could be told that it is their turn")
            return False
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().filter(pk=skirmish.pk).first()
        if current is not None and current.clocks.get("since") == skirmish.clocks["since"]:
            current.clocks = {**current.clocks, "called": current.clocks["since"]}
            current.save(update_fields=["clocks"])
    return written


def _acted_last(skirmish: Skirmish) -> bool:
    """Whether whoever is to act is in the middle of their turn."""
    orders = SkirmishChange.objects.filter(skirmish=skirmish, kind=ChangeKind.ORDER)
    last = orders.order_by("-number").first()
    return last is not None and last.seat == skirmish.acting


def mail_for(skirmish: Skirmish, member: User, now: datetime) -> EmailMessage:
    """What a player is written, in their language."""
    with override(member.language or settings.LANGUAGE_CODE):
        others = [
            str(seat_title(skirmish.seats, seat))
            for seat in skirmish.seats
            if seat != skirmish.acting
        ]
        left = seconds_left(skirmish.clocks, skirmish.acting, skirmish.acting, now)
        context = {
            "title": str(skirmish),
            "others": ", ".join(others),
            "hours": left // 3600,
            "game": _address("skirmish", skirmish.system, skirmish.public_id),
            "profile": _address("profile"),
        }
        return EmailMessage(
            _("Your turn: %(title)s") % {"title": skirmish},
            render_to_string("skirmishes/turn_mail.txt", context),
            to=[member.email],
        )


def _address(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)
