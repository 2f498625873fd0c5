"""Reading a member's personal tokens."""

from armybuilder.site.models import PersonalToken, User


def tokens_of(*, member: User) -> list[PersonalToken]:
    """The member's tokens, the newest first; one query."""
    return list(PersonalToken.objects.filter(user=member))
