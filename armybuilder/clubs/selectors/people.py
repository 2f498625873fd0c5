"""Who meets whom in clubs."""

from typing import Any

from django.contrib.auth import get_user_model

from armybuilder.clubs.models import Club
from collection.common.people import Circle


def members_of_club(club: Club) -> Circle:
    """Everybody in a club; one query."""
    return Circle(get_user_model().objects.filter(clubs__club=club))


def acquaintances_of(user: Any) -> Circle:
    """Everybody in the clubs of a person; one query."""
    clubs = Club.objects.of_member(user)
    return Circle(get_user_model().objects.filter(clubs__club__in=clubs).distinct())
