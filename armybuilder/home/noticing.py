"""Notices on a person's devices of what has begun to wait for them."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import override

from armybuilder.home.selectors.waiting import Waiting, waiting_for
from armybuilder.home.waiting import KINDS
from armybuilder.jobs.work import Document
from armybuilder.push.noticing import Noticing, Told, begin_notice
from armybuilder.push.services import Notice
from armybuilder.site.models import Owner, User
from collection.common.awaiting import begun_to_wait

KIND = "waiting_notice"
#: What waits of each kind that is told of when it begins, as `begun_to_wait` is told what about.
ABOUT: Mapping[str, Callable[[Waiting], Collection[str]]] = {
    "trade": attrgetter("trades"),
    "booking": attrgetter("bookings"),
    "invitation": attrgetter("invitations"),
}


@receiver(begun_to_wait)
def notice_waiting(sender: Any, person: User, kind: str, about: str, **kwargs: Any) -> None:
    """Let a worker tell a person's devices what has begun to wait."""
    payload = {"member": person.pk, "kind": kind, "about": about}
    begin_notice(kind=KIND, owner=Owner(person), payload=payload)


def _told(payload: Document) -> Told | None:
    """Whom to tell of which kind, as long as what it is about waits."""
    member = User.objects.filter(pk=payload["member"]).first()
    if member is None:
        return None
    waiting = waiting_for(Owner(member), timezone.now())
    if payload["about"] not in ABOUT[payload["kind"]](waiting):
        return None
    return Told(Owner(member), partial(notice_of, payload["kind"], waiting))


def notice_of(kind: str, waiting: Waiting, language: str) -> Notice:
    """What is said of a kind where it waits, too."""
    with override(language or settings.LANGUAGE_CODE):
        line = KINDS[kind].line(waiting)
    return Notice(title=str(line.title), text="", path=line.url, about=kind)


WAITING_NOTICE = Noticing(_told)
