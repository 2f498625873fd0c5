"""Reading who sits where, and what those who watch may know."""

from datetime import datetime, timedelta

from armybuilder.site.models import Owner
from armybuilder.skirmishes.models import Skirmish, SkirmishBlock, SkirmishSeat

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
    away = _not_met(owner)
    return [
        row
        for row in free.order_by("-skirmish__created")[: 2 * length]
        if (row.skirmish.owner_id, row.skirmish.visitor) not in away
    ][:length]


def _not_met(owner: Owner) -> set[tuple[int | None, str]]:
    """Those whom somebody has blocked, and who have blocked them."""
    by = SkirmishBlock.objects.for_owner(owner).values_list("other", "other_visitor")
    of = SkirmishBlock.objects.none()
    if owner.member:
        of = SkirmishBlock.objects.filter(other=owner.member)
    elif owner.visitor:
        of = SkirmishBlock.objects.filter(other_visitor=owner.visitor)
    return {*by, *of.values_list("owner", "visitor")}
