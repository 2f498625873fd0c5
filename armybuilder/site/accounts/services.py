"""Making and revoking personal tokens."""

from datetime import timedelta

from django.db import transaction

from armybuilder.site.models import PersonalToken, User
from collection.common.people import hold
from collection.common.quotas import most


class TooManyTokens(Exception):
    """The member has as many tokens as the site allows."""


def create_token(
    *,
    member: User,
    name: str,
    days: int,
    may_write: bool = False,
    may_write_collections: bool = False,
) -> str:
    """Keep a new token and return it, the only time it is known; raises TooManyTokens."""
    with transaction.atomic():
        hold(member)
        if PersonalToken.objects.filter(user=member).count() >= most("tokens"):
            raise TooManyTokens
        _kept, token = PersonalToken.objects.create(
            user=member,
            expiry=timedelta(days=days),
            name=name,
            may_write=may_write,
            may_write_collections=may_write_collections,
        )
    return str(token)


def revoke_token(*, member: User, token_id: str) -> bool:
    """End a token of the member at once; False where they have none such."""
    deleted, _rows = PersonalToken.objects.filter(user=member, token_key=token_id).delete()
    return bool(deleted)


def revoke_all_tokens(*, member: User) -> None:
    """End every token of the member at once."""
    PersonalToken.objects.filter(user=member).delete()
