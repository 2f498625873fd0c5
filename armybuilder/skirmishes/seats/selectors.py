"""Reading who sits where, and what those who watch may know."""

from datetime import datetime, timedelta

from armybuilder.site.blocks.selectors import apart_from
from armybuilder.site.models import Owner
from armybuilder.skirmishes.models import Skirmish, SkirmishSeat

#: How many open games are shown.
MOST_OPEN = 20
#: How late those who watch see a game in which something is hidden.
DELAY = timedelta(minutes=3)


def given_seats(*, skirmish: Skirmish) -> dict[str, SkirmishSeat]:
    """The seats that are not at the screen of whoever began the game, with who holds them."""
    if not skirmish.is_live:
        return {}
    return {row.seat: row for row in skirmish.given.all()}


def invitation(*, token: str, system: str) -> SkirmishSeat | None:
    """The free seat that a link offers in a game that goes on, None for none."""
    rows = SkirmishSeat.objects.invited_by(token).select_related("skirmish")
    return rows.filter(skirmish__system=system, skirmish__over=False).first()


def steps_shown(*, skirmish: Skirmish, hides: bool, now: datetime) -> int:
    """How many steps those who watch see, fewer than there are where the game `hides`
    something."""
    taken = skirmish.steps.all()
    return (taken.filter(taken__lte=now - DELAY) if hides else taken).count()


def open_games(*, owner: Owner, length: int = MOST_OPEN) -> list[SkirmishSeat]:
    """Free seats that anybody may take, the newest first, but not those of somebody's own games or
    of people they have nothing to do with."""
    own = Skirmish.objects.at_the_table(owner).filter(is_listed=True).values("pk")
    rows = SkirmishSeat.objects.filter(
        skirmish__is_listed=True, skirmish__over=False, skirmish__hidden=False
    )
    free = rows.exclude(token="").exclude(skirmish__in=own).select_related("skirmish")
    newest = free.order_by("-skirmish__created")
    away = apart_from(owner)
    if not away:
        return list(newest[:length])
    known = newest.select_related("skirmish__owner").prefetch_related("skirmish__given__owner")
    return [row for row in known[: 2 * length] if away.isdisjoint(sitters(row.skirmish).values())][
        :length
    ]


def welcome(skirmish: Skirmish, owner: Owner) -> bool:
    """Whether nobody who plays has blocked somebody, nor the other way round."""
    return apart_from(owner).isdisjoint(sitters(skirmish).values())


def sitter(skirmish: Skirmish, seat: str) -> Owner | None:
    """Who plays a seat; None for a bot, a free seat and no seat."""
    who = skirmish.seats.get(seat)
    if who is None or who["commander"]:
        return None
    row = next((each for each in skirmish.given.all() if each.seat == seat), None)
    if row is None:
        return Owner(skirmish.owner, skirmish.visitor)
    return None if row.is_free else Owner(row.owner, row.visitor)


def sitters(skirmish: Skirmish) -> dict[str, Owner]:
    """Everybody who plays, by seat."""
    found = {seat: sitter(skirmish, seat) for seat in skirmish.seats}
    return {seat: owner for seat, owner in found.items() if owner is not None}
