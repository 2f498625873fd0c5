"""Which game a person means where there are several: what the address says, else what they chose
last."""

from collections.abc import Sequence

from django.http import HttpRequest

#: The key of the choice in the session.
KEY = "game"


def chosen_game(request: HttpRequest, offered: Sequence[str]) -> str:
    """The game a page is about, by its name, out of those offered; the first where nothing says
    otherwise."""
    if len(offered) == 1:
        return offered[0]
    said = request.POST.get("system", "") or request.GET.get("system", "")
    wanted = [said, request.session.get(KEY, "")]
    return next((name for name in wanted if name in offered), offered[0])


def remember_game(request: HttpRequest, name: str, offered: Sequence[str]) -> None:
    """Keep a choice for the next page that asks; a choice of one is none."""
    if len(offered) > 1 and request.session.get(KEY) != name:
        request.session[KEY] = name
