"""What waits for a person, in words: on the front page and in the navigation of every page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import ngettext

from armybuilder.home.selectors.waiting import Waiting, waiting_for
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.models import Owner
from collection.catalogue.present.catalogue_values import Link


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
    found = list(_lines(waiting_for(owner, timezone.now())))
    return Waits(tuple(line for line, _count in found), sum(count for _line, count in found))


def _lines(waiting: Waiting) -> Iterator[tuple[Link, int]]:
    """The lines that say something, each with its number; what is one alone is a click away."""
    if count := len(waiting.trades):
        told = ngettext(
            "%(count)s trade waits for your answer",
            "%(count)s trades wait for your answer",
            count,
        )
        yield Link(told % {"count": count}, _trade(waiting.trades)), count
    if count := len(waiting.bookings):
        told = ngettext(
            "%(count)s agreed trade waits to be booked",
            "%(count)s agreed trades wait to be booked",
            count,
        )
        yield Link(told % {"count": count}, _trade(waiting.bookings)), count
    if count := len(waiting.games):
        told = ngettext("%(count)s game waits for you", "%(count)s games wait for you", count)
        game = waiting.games[0].skirmish
        one = reverse("skirmish", args=[game.system, game.public_id])
        yield Link(told % {"count": count}, one if count == 1 else reverse("skirmishes")), count
    if count := len(waiting.invitations):
        told = ngettext(
            "You are invited to %(count)s collection",
            "You are invited to %(count)s collections",
            count,
        )
        one = reverse("collection:join", args=[waiting.invitations[0]])
        url = one if count == 1 else reverse("collection:collections")
        yield Link(told % {"count": count}, url), count
    if count := sum(waiting.lent.values()):
        told = ngettext(
            "%(count)s piece you lent should be back",
            "%(count)s pieces you lent should be back",
            count,
        )
        shelf = max(waiting.lent, key=lambda each: waiting.lent[each])
        yield Link(told % {"count": count}, reverse("collection:loans", args=[shelf])), count
    if count := sum(waiting.borrowed.values()):
        told = ngettext(
            "%(count)s piece you borrowed should go back",
            "%(count)s pieces you borrowed should go back",
            count,
        )
        evening = max(waiting.borrowed, key=lambda each: waiting.borrowed[each])
        yield Link(told % {"count": count}, reverse("evening", args=evening)), count


def _trade(ids: tuple[str, ...]) -> str:
    one = len(ids) == 1
    return reverse("collection:proposal", args=ids) if one else reverse("collection:trades")
