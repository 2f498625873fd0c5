"""What makes the site one's own device's: its page, the service worker, and what that fetches."""

import json
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from armybuilder.offline.runtime import packing

#: How long a file whose address names its content may be kept.
FOR_EVER = 31_536_000
ICON_SIZES = (192, 512)
#: Files of lists that the installed site opens, by their kinds.
OPENED = {
    "application/json": [".json"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
    "text/csv": [".csv"],
    "text/plain": [".txt"],
}


@never_cache
@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Ask for the site on this device, see how it is, take it off again."""
    return render(request, "offline/page.html")


@require_safe
def to_page(request: HttpRequest) -> HttpResponse:
    """The page in the visitor's language."""
    return redirect("offline")


# The interpreter is compiled where it is asked for, which only workers may do.
compiles = csp_replace({"script-src": ["'self'", "'wasm-unsafe-eval'"]})


@compiles
@cache_control(no_cache=True)
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker, which differs where code or catalogue do: browsers notice that by themselves."""
    version = packing.version_now()
    response = _worker(
        "js/offline/worker.js",
        statics=packing.kept_addresses(),
        site=reverse("offline_file", args=["site", version]),
        start=reverse("offline_file", args=["start", version]),
        staticPrefix=settings.STATIC_URL,
    )
    response["Service-Worker-Allowed"] = "/"
    return response


@compiles
@cache_control(no_cache=True)
@require_safe
def thinker(request: HttpRequest) -> HttpResponse:
    """The worker of a page, which thinks for bots with what is kept on the device."""
    return _worker("js/offline/thinker.js")


def _worker(script: str, **more: Any) -> HttpResponse:
    """A worker's own script: what it serves with is said by the server."""
    runtime = packing.urls_of_the_runtime()
    config = {"version": packing.version_now(), "runtime": runtime, **more}
    lines = [
        f'import {{ serve }} from "{static(script)}";',
        f'import {{ loadPyodide }} from "{runtime["pyodide.mjs"]}";',
        f'import createPyodideModule from "{runtime["pyodide.asm.mjs"]}";',
        f"serve({json.dumps(config)}, loadPyodide, createPyodideModule);",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/javascript")


@never_cache
@require_safe
def token(request: HttpRequest) -> JsonResponse:
    """The number of the account that asks, null for a guest, and the token with which its device
    may send changes."""
    return JsonResponse({"account": request.user.pk, "token": get_token(request)})


@cache_control(max_age=FOR_EVER, immutable=True, public=True)
@require_safe
def offline_file(request: HttpRequest, kind: str, version: str) -> FileResponse:
    """One of the two files of a version; 404 where the site is of another by now."""
    if version != packing.version_now():
        raise Http404
    packed = packing.packed()
    file = packed.site if kind == "site" else packed.start
    response = FileResponse(file.open("rb"), content_type="application/octet-stream")
    response["Content-Encoding"] = "gzip"
    return response


@cache_control(max_age=3600, public=True)
@require_safe
def manifest(request: HttpRequest, language: str) -> JsonResponse:
    """How the site stands among a device's programs (W3C Web Application Manifest)."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        shortcuts: dict[str, Any] = {
            _("Battle groups"): reverse("groups"),
            _("Catalogue"): reverse("collection:catalogue"),
            _("Collection"): reverse("collection:collection"),
            _("Skirmish"): reverse("skirmishes"),
        }
        told = {
            "id": "/",
            "name": settings.PRODUCT_NAME,
            "short_name": "AoD",
            "description": _("Catalogue, collection, battle groups and skirmishes"),
            "lang": language,
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#14171a",
            "theme_color": "#14171a",
            "icons": [
                {
                    "src": static(f"icons/app-{size}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "any maskable",
                }
                for size in ICON_SIZES
            ],
            "share_target": {
                "action": reverse("group_import"),
                "method": "GET",
                "enctype": "application/x-www-form-urlencoded",
                "params": {"text": "text"},
            },
            "file_handlers": [{"action": reverse("group_import"), "accept": OPENED}],
            "shortcuts": [{"name": name, "url": url} for name, url in shortcuts.items()],
        }
    return JsonResponse(told, content_type="application/manifest+json")
