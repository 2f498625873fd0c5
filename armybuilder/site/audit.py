"""The audit log: what happened to accounts and rights, written down once."""

import re
from typing import Any

from django.http import HttpRequest

from armybuilder.site.fences.addresses import origin_of
from armybuilder.site.models import AuditEntry, AuditKind
from armybuilder.site.request_log import current_request, current_request_id

LONGEST = AuditEntry._meta.get_field("what").max_length or 0
#: How browsers and systems call themselves, the telling ones first: most claim to be others too.
BROWSERS = (
    (r"Edg(e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Safari/", "Safari"),
)
SYSTEMS = (
    (r"Android", "Android"),
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Windows", "Windows"),
    (r"CrOS", "ChromeOS"),
    (r"Mac OS X|Macintosh", "macOS"),
    (r"Linux|X11", "Linux"),
)


def record(
    kind: AuditKind, *, actor: int | None = None, about: int | None = None, what: str = ""
) -> None:
    """Write down what happened in the request at hand; without an `actor` it was done by whoever
    asks, or by the machine itself."""
    request = current_request.get()
    AuditEntry.objects.create(
        kind=kind,
        actor=actor if actor or request is None else _asking(request),
        about=about,
        what=what[:LONGEST],
        network=origin_of(request) if request else "",
        request_id=current_request_id.get() if request else "",
    )


def device_of(request: HttpRequest | None) -> str:
    """In a word or two what somebody uses, as far as it says so; never what it calls itself in
    full, by which one could be told from others."""
    said = request.headers.get("User-Agent", "") if request else ""
    names = (
        next((name for sign, name in known if re.search(sign, said)), "")
        for known in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, names))


def _asking(request: HttpRequest) -> int | None:
    user: Any = getattr(request, "user", None)
    return user.pk if getattr(user, "is_authenticated", False) else None
