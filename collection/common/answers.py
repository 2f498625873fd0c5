"""How pages answer: whole, or only the part that htmx swaps."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django_htmx.http import push_url
from django_htmx.middleware import HtmxDetails


def address(path: str, parameters: Mapping[str, Any]) -> str:
    """A path with the parameters that say something; a list of values is given one by one."""
    told = {name: value for name, value in parameters.items() if value not in ("", None, [])}
    return f"{path}?{urlencode(told, doseq=True)}" if told else path


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What htmx says of its request; false for a request that is none of its."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return htmx


def wants_part(request: HttpRequest) -> bool:
    """Whether only a part of the page is asked for; going back in history needs all of it."""
    htmx = htmx_of(request)
    return bool(htmx) and not htmx.history_restore_request


def answer(
    request: HttpRequest, page: str, part: str, context: dict[str, Any], shown_at: str = ""
) -> HttpResponse:
    """Render the page, or its part with the address that then stands for what is shown."""
    if wants_part(request):
        response = render(request, part, context)
        if shown_at:
            push_url(response, shown_at)
    else:
        response = render(request, page, context)
    patch_vary_headers(response, ("HX-Request", "HX-History-Restore-Request"))
    return response
