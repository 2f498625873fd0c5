"""Whether everything works: a page that needs no session, no account and no database."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.home.status import PACE, WATCH, State
from armybuilder.home.status_words import headline, lines


@never_cache
@require_safe
def to_status(request: HttpRequest) -> HttpResponse:
    """The address without a language leads to the page in the visitor's."""
    return redirect("status")


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """How the site is; 503 where its database is away, with the same page."""
    found = WATCH.status()
    language = get_language() or "en"
    context = {
        "state": found.state,
        "headline": headline(found.state),
        "lines": lines(found),
        "announced": [
            (each.texts.get(language, each.texts["en"]), each) for each in found.announced
        ],
        "looked": found.looked,
    }
    page = render_to_string("home/status.html", context)
    if found.state != State.AWAY:
        return HttpResponse(page)
    headers = {"Retry-After": str(PACE)}
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)
