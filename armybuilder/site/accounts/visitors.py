"""Who builds: a member, or a visitor whose groups and formats come along when they sign in."""

import secrets
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.groups.services.formats import claim_formats
from armybuilder.groups.services.groups import claim_groups
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.services import claim_skirmishes

SESSION_KEY = "builder"


def owner_of(request: HttpRequest) -> Owner:
    """The owner whose groups this request may touch.

    A visitor's session lives on from their last change, not from the first.
    """
    if isinstance(request.user, User):
        return Owner(member=request.user)
    visitor = request.session.get(SESSION_KEY, "")
    if visitor and request.method == "POST":
        request.session.modified = True
    return Owner(visitor=visitor)


def building_owner(request: HttpRequest) -> Owner:
    """The same, but a visitor without a token gets one: from now on the session owns things."""
    owner = owner_of(request)
    if owner.member or owner.visitor:
        return owner
    request.session[SESSION_KEY] = secrets.token_urlsafe(32)
    return owner_of(request)


@receiver(user_logged_in)
def claim_what_the_visitor_built(
    sender: Any, request: HttpRequest | None, user: User, **kwargs: Any
) -> None:
    """Hand what the session's visitor made to whoever signed in."""
    if request is not None and (visitor := request.session.pop(SESSION_KEY, "")):
        claim_groups(member=user, visitor=visitor)
        claim_formats(member=user, visitor=visitor)
        claim_skirmishes(member=user, visitor=visitor)
