"""Who builds: a member, or a visitor whose groups and formats come along when they sign in."""

import secrets

from django.http import HttpRequest

from armybuilder.site.models import Owner, User

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


def visitor_no_more(request: HttpRequest) -> str:
    """The token under which the session owned things until now, "" for none; forgotten by it."""
    visitor: str = request.session.pop(SESSION_KEY, "")
    return visitor
