"""What becomes of games that others play too when somebody goes for good."""

from django.db import transaction

from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import SeatQuerySet, Skirmish, SkirmishSeat
from armybuilder.skirmishes.seats.services import free_seat, get_up


def leave_games(*, member: User) -> None:
    """Take somebody out of every game others have a seat in, their name included: what they began
    goes to whoever sits there, and what they played is free for others."""
    owner = Owner(member)
    for skirmish in Skirmish.objects.filter(given__owner=member).distinct():
        get_up(skirmish=skirmish, owner=owner)
    own = Skirmish.objects.for_owner(owner).filter(pk__in=_held_seats().values("skirmish"))
    for skirmish in own:
        _hand_over(skirmish)


def _held_seats() -> SeatQuerySet:
    return SkirmishSeat.objects.exclude(owner=None, visitor="")


def _hand_over(skirmish: Skirmish) -> None:
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        heir = _held_seats().filter(skirmish=current).order_by("visitor", "pk").first()
        if heir is None:
            return
        given = set(current.given.values_list("seat", flat=True))
        for seat, who in current.seats.items():
            if seat not in given and not who["commander"]:
                free_seat(current, seat)
        current.owner, current.visitor = heir.owner, heir.visitor
        current.is_listed = False
        current.save(update_fields=["owner", "visitor", "is_listed"])
        heir.delete()
