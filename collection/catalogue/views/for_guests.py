"""Pages that are the same for every guest until the catalogue or the site is another.

A browser that asks again within a minute has its own copy; later it asks whether that still holds,
which is answered without making the page. A copy is good for one browser, since the forms in the
frame are signed for it, and for nobody with a session: what they see may be theirs.
"""

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.http import quote_etag

from collection.catalogue import game, selectors
from collection.common.language import language

#: How many seconds a browser shows its copy without asking.
FRESH = 60

#: Cookies that make a page a person's.
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, "messages")
#: What htmx says of its request: the same address has a page and parts of it.
PARTS = ("HX-Request", "HX-Target", "HX-History-Restore-Request")

#: Of the folders of the site the files that make its pages.
MADE_OF = (".py", ".html", ".toml", ".mo", ".json", ".css", ".js", ".svg")

View = Callable[..., HttpResponse]


def same_for_guests(
    also: Callable[..., str] | None = None, *, of_catalogue: bool = True
) -> Callable[[View], View]:
    """Answer guests with 304 where their copy of a page still holds; members as ever.

    `also` tells, of the view's arguments, what else the page shows that may change; a page that is
    not `of_catalogue` changes with the site alone and asks no database.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def view_for_guests(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not _is_plain_guest(request):
                return view(request, *args, **kwargs)
            version = selectors.current_version(game.SYSTEM) if of_catalogue else None
            if version is None and of_catalogue:
                return view(request, *args, **kwargs)
            of_records = version.digest if version else ""
            stands_for = (of_records, also(request, *args, **kwargs) if also else "")
            mark = _mark(request, stands_for)
            if asked := get_conditional_response(request, mark):
                return _kept_for_a_while(asked, mark)
            response = view(request, *args, **kwargs)
            if response.status_code != 200 or request.session.modified:
                return response
            # The forms of a first page are signed by a secret made just now.
            return _kept_for_a_while(response, _mark(request, stands_for))

        return view_for_guests

    return decorate


def _is_plain_guest(request: HttpRequest) -> bool:
    """Whether nothing is known of who asks but how pages are to look."""
    return not (
        any(name in request.COOKIES for name in PERSONAL_COOKIES) or request.user.is_authenticated
    )


def _mark(request: HttpRequest, stands_for: tuple[str, ...]) -> str:
    """Differs when anything does that the page is made of."""
    looks = sorted(
        (name, value)
        for name, value in request.COOKIES.items()
        if name != settings.CSRF_COOKIE_NAME
    )
    signed_by = request.META.get("CSRF_COOKIE", "")
    parts = [request.headers.get(name, "") for name in PARTS]
    told = repr((stands_for, site_made_of(), language(), looks, signed_by, parts))
    return quote_etag(salted_hmac("same_for_guests", told, algorithm="sha256").hexdigest()[:32])


def _kept_for_a_while(response: HttpResponse, mark: str) -> HttpResponse:
    response.headers["ETag"] = mark
    patch_cache_control(response, private=True, max_age=FRESH)
    patch_vary_headers(response, ("Cookie", "Accept-Encoding", *PARTS))
    return response


@cache
def site_made_of() -> str:
    """A digest of the site's own files by name, size and time, as they are when first asked."""
    digest = hashlib.sha256()
    for folder in ("armybuilder", "collection", "rules", "templates"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if path.suffix in MADE_OF:
                status = path.stat()
                digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
