"""What waits for a person, in words: on the front page and in the navigation of every page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import ngettext

from armybuilder.home.selectors.waiting import Waiting, waiting_for
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.models import Owner
from collection.catalogue.present.catalogue_values import Link

Key = TypeVar("Key")


@dataclass(frozen=True)
class Waits:
    """What waits, a line for each kind, and how much it is altogether."""

    lines: tuple[Link, ...] = ()
    count: int = 0

    def __bool__(self) -> bool:
        return bool(self.lines)


def waiting_for_you(request: HttpRequest) -> dict[str, object]:
    """Context for every page: what waits for a member, asked for where it is shown."""
    return {"waiting_for_you": SimpleLazyObject(lambda: waits_of(owner_of(request)))}


def waits_of(owner: Owner) -> Waits:
    """What waits for somebody; as many queries as `waiting_for` takes."""
    waiting = waiting_for(owner, timezone.now())
    counted = [(kind, kind.count(waiting)) for kind in KINDS.values()]
    lines = tuple(kind.line(waiting) for kind, count in counted if count)
    return Waits(lines, sum(count for _kind, count in counted))


@dataclass(frozen=True)
class Kind:
    """One kind of what may wait for somebody: how much of it does, the sentence about so much, and
    where it leads; what is one alone is a click away."""

    count: Callable[[Waiting], int]
    said: Callable[[int], str]
    url: Callable[[Waiting], str]

    def line(self, waiting: Waiting) -> Link:
        """What is said of it where any waits."""
        count = self.count(waiting)
        return Link(self.said(count) % {"count": count}, self.url(waiting))


def _trade(ids: tuple[str, ...]) -> str:
    one = len(ids) == 1
    return reverse("collection:proposal", args=ids) if one else reverse("collection:trades")


def _game(waiting: Waiting) -> str:
    if len(waiting.games) > 1:
        return reverse("skirmishes")
    game = waiting.games[0].skirmish
    return reverse("skirmish", args=[game.system, game.public_id])


def _invitation(waiting: Waiting) -> str:
    ids = waiting.invitations
    one = len(ids) == 1
    return reverse("collection:join", args=ids) if one else reverse("collection:collections")


def _most(counts: Mapping[Key, int]) -> Key:
    return max(counts, key=lambda each: counts[each])


#: In the order they are told in. Who makes something wait names its kind (`common.awaiting`).
KINDS: Mapping[str, Kind] = {
    "trade": Kind(
        lambda waiting: len(waiting.trades),
        lambda count: ngettext(
            "%(count)s trade waits for your answer", "%(count)s trades wait for your answer", count
        ),
        lambda waiting: _trade(waiting.trades),
    ),
    "booking": Kind(
        lambda waiting: len(waiting.bookings),
        lambda count: ngettext(
            "%(count)s agreed trade waits to be booked",
            "%(count)s agreed trades wait to be booked",
            count,
        ),
        lambda waiting: _trade(waiting.bookings),
    ),
    "game": Kind(
        lambda waiting: len(waiting.games),
        lambda count: ngettext(
            "%(count)s game waits for you", "%(count)s games wait for you", count
        ),
        _game,
    ),
    "invitation": Kind(
        lambda waiting: len(waiting.invitations),
        lambda count: ngettext(
            "You are invited to %(count)s collection",
            "You are invited to %(count)s collections",
            count,
        ),
        _invitation,
    ),
    "lent": Kind(
        lambda waiting: sum(waiting.lent.values()),
        lambda count: ngettext(
            "%(count)s piece you lent should be back",
            "%(count)s pieces you lent should be back",
            count,
        ),
        lambda waiting: reverse("collection:loans", args=[_most(waiting.lent)]),
    ),
    "borrowed": Kind(
        lambda waiting: sum(waiting.borrowed.values()),
        lambda count: ngettext(
            "%(count)s piece you borrowed should go back",
            "%(count)s pieces you borrowed should go back",
            count,
        ),
        lambda waiting: reverse("evening", args=_most(waiting.borrowed)),
    ),
}
