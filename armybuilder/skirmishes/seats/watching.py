"""What those who watch a game fetch whenever it goes on: asked again for nothing new it is answered
with 304, and as it holds nothing of a person it is drawn for the first who asks."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import notes_on
from collection.catalogue import game, selectors
from collection.catalogue.views.for_guests import PARTS, site_made_of
from collection.common.language import language

#: How many renderings a process keeps: the newest of a few games in both languages, and some of the
#: steps that are gone back to.
KEPT = 64


class _Drawing:
    """A rendering, made for the first who asks, while others who ask for it wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._content: bytes | None = None

    def content(self, draw: Callable[[], HttpResponse]) -> bytes:
        """What is answered."""
        with self._lock:
            if self._content is None:
                self._content = draw().content
            return self._content


@lru_cache(maxsize=KEPT)
def _drawing(_stamp: str) -> _Drawing:
    return _Drawing()


def fetched(
    request: HttpRequest, skirmish: Skirmish, shown: object, draw: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer with the part of a watched table that `draw` makes, which is the same for everybody;
    `shown` is what decides of it beside the game, such as how many steps may be seen."""
    stamp = _stamp(request, skirmish, shown)
    response = get_conditional_response(request, stamp)
    if response is None:
        response = HttpResponse(_drawing(stamp).content(draw))
    response.headers["ETag"] = stamp
    # A browser keeps its copy and asks about it each time.
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ("Accept-Encoding", *PARTS))
    return response


def _stamp(request: HttpRequest, skirmish: Skirmish, shown: object) -> str:
    """An ETag that differs when anything does that is shown."""
    version = selectors.current_version(game.SYSTEM)
    notes = notes_on(skirmish=skirmish, reader=None)
    parts = (
        (request.build_absolute_uri(), language()),
        [request.headers.get(name, "") for name in PARTS],
        (skirmish.pk, skirmish.version, skirmish.news, skirmish.over, shown),
        skirmish.seats,
        list(notes.values_list("pk", "author__display_name")),
        (version.digest if version else "", site_made_of()),
    )
    return quote_etag(hashlib.sha256(repr(parts).encode()).hexdigest()[:32])
