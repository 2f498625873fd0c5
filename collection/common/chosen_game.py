"""Which game a person means where there are several: what the address says, else what they chose
last, which is kept with a member and in a visitor's session."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

#: The key of the choice in the session.
KEY = "game"


def chosen_game(request: HttpRequest, offered: Sequence[str]) -> str:
    """The game a page is about, by its name, out of those offered; the first where nothing says
    otherwise."""
    if len(offered) == 1:
        return offered[0]
    said = request.POST.get("system", "") or request.GET.get("system", "")
    wanted = [said, remembered_game(request)]
    return next((name for name in wanted if name in offered), offered[0])


def remembered_game(request: HttpRequest) -> str:
    """The game somebody chose last, "" where nobody did."""
    if member := _member(request):
        return str(member.game)
    session = getattr(request, "session", {})
    return str(session.get(KEY, ""))


def remember_game(request: HttpRequest, name: str, offered: Sequence[str]) -> None:
    """Keep a choice for the next page that asks; a choice of one is none."""
    if len(offered) < 2 or remembered_game(request) == name:
        return
    if member := _member(request):
        member.game = name
        member.save(update_fields=["game"])
    else:
        request.session[KEY] = name


def _member(request: HttpRequest) -> Any:
    """The member who asks, None for a visitor."""
    user = getattr(request, "user", None)
    return user if user is not None and user.is_authenticated else None
