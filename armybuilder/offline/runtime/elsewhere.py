"""What the device does not have: the page says so in its place."""

import re
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from armybuilder.offline.runtime.absent import NotOnThisDevice

#: Addresses, after their language, that are about other people, accounts or pictures, or what the
#: site alone signs or decides.
NEEDS_THE_SITE = re.compile(
    r"^/(?:[a-z]{2}/)?("
    r"account/|admin/|moderation/|report/|offline/(?!$)"
    r"|catalogue/(contribut|reports/|figures/[^/]+/report/)"
    r"|collection/(clubs|trades|lists|join|shown)/"
    r"|collection/[^/]+/(lists|photos|settings/(invite|members|withdraw))/"
    r"|collection/[^/]+/pieces/[^/]+/photos/"
    r"|groups/[^/]+/(data|seal|share|visibility)/"
    r"|(skirmishes|scenarios|groups|fair-fights)/([a-z-]+/)?(join|watched|shared)/"
    r"|skirmishes/[a-z-]+/[^/]+/(seats|share|consent)/"
    r"|(moderation|report|push)/"
    r")"
)


def on_device(request: HttpRequest) -> dict[str, object]:
    """Context for every page: that this device answers."""
    return {"on_device": True}


class ElsewhereMiddleware(MiddlewareMixin):
    """Answers with a page that says what is missing where the site itself is needed."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        return elsewhere(request) if NEEDS_THE_SITE.match(request.path_info) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return elsewhere(request) if isinstance(exception, NotOnThisDevice) else None


def elsewhere(request: HttpRequest) -> HttpResponse:
    """The page that says that this needs the site."""
    return render(request, "offline/elsewhere.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
