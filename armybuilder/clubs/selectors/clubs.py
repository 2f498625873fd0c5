"""Reading clubs."""

from typing import Any

from armybuilder.clubs.models import Club, ClubMember, ClubRole


def clubs_left_alone(user: Any) -> list[tuple[Club, ClubMember | None]]:
    """The clubs nobody else organises, each with the member who has been in it longest."""
    led = Club.objects.led_by(user)
    members = {club: club.members.exclude(user_id=user.pk).select_related("user") for club in led}
    return [
        (club, others.first())
        for club, others in members.items()
        if not others.filter(role=ClubRole.ORGANISER).exists()
    ]
