"""What those who watch a game fetch whenever it goes on: asked again for nothing new it is answered
with 304, and what all guests see alike is drawn for the first of them."""

from collections.abc import Callable
from functools import lru_cache
from secrets import token_hex
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from armybuilder.skirmishes.models import Skirmish
from collection.catalogue import game, selectors
from collection.catalogue.views.for_guests import PARTS, mark
from collection.common.language import language

#: How many renderings a process keeps: the newest of a few games in both languages, and some of the
#: steps that are gone back to.
KEPT = 64
#: What stands in a kept rendering for the token of whoever is given it; nobody knows it.
TOKEN = token_hex(32)

Draw = Callable[[], HttpResponse]


class _Drawing:
    """A rendering, made by the first who asks, while others who ask for it wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._html: str | None = None

    def html(self, draw: Callable[[], str]) -> str:
        """The rendering."""
        with self._lock:
            if self._html is None:
                self._html = draw()
            return self._html


@lru_cache(maxsize=KEPT)
def _drawing(_address: str, _said: str, _parts: tuple[str, ...], _shown: str) -> _Drawing:
    return _Drawing()


def fetched(request: HttpRequest, skirmish: Skirmish, shown: object, draw: Draw) -> HttpResponse:
    """Answer with the part of a watched table that `draw` makes; `shown` is what decides of it
    beside the game's version, such as how many steps may be seen."""
    facts = repr((shown, _of(skirmish)))
    asked_again = mark(request, (facts, request.get_full_path()))
    if nothing_new := get_conditional_response(request, asked_again):
        return _revalidated(nothing_new, asked_again)
    if request.user.is_authenticated:
        return _revalidated(draw(), asked_again)
    parts = tuple(request.headers.get(name, "") for name in PARTS)
    drawing = _drawing(request.build_absolute_uri(), language(), parts, facts)
    html = drawing.html(lambda: _drawn(request, draw))
    answer = HttpResponse(html.replace(TOKEN, get_token(request)))
    # The forms of a first answer are signed by a secret made just now.
    return _revalidated(answer, mark(request, (facts, request.get_full_path())))


def _of(skirmish: Skirmish) -> tuple[object, ...]:
    """What of a game is seen by those who watch."""
    version = selectors.current_version(game.SYSTEM)
    return (
        skirmish.pk,
        (skirmish.version, skirmish.news, skirmish.over),
        skirmish.seats,
        list(skirmish.notes.values_list("pk", "author__display_name")),
        version.digest if version else "",
    )


def _drawn(request: HttpRequest, draw: Draw) -> str:
    request.form_token = TOKEN  # type: ignore[attr-defined]
    try:
        return draw().content.decode()
    finally:
        del request.form_token  # type: ignore[attr-defined]


def _revalidated(response: HttpResponse, etag: str) -> HttpResponse:
    """A copy that its browser keeps, and asks about each time."""
    if response.status_code in (200, 304):
        response.headers["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Cookie", "Accept-Encoding", *PARTS))
    return response
