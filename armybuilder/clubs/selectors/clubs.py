"""Reading clubs."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from armybuilder.clubs.models import Club, ClubInvitation, ClubMember, ClubRole


def invitation_of(user: Any, token: str, now: datetime) -> ClubInvitation | None:
    """The invitation of a link, if it still stands and nobody who organises the club is apart from
    the person; three queries."""
    rows = ClubInvitation.objects.filter(token=token, expires__gt=now)
    leads = {"role": ClubRole.ORGANISER, "user__in": user.members_apart()}
    apart = ClubMember.objects.filter(club=OuterRef("club"), **leads)
    return rows.exclude(Exists(apart)).select_related("club").first()


def clubs_left_alone(user: Any) -> list[tuple[Club, ClubMember | None]]:
    """The clubs nobody else organises, each with the member who has been in it longest."""
    led = Club.objects.led_by(user)
    members = {club: club.members.exclude(user_id=user.pk).select_related("user") for club in led}
    return [
        (club, others.first())
        for club, others in members.items()
        if not others.filter(role=ClubRole.ORGANISER).exists()
    ]
