"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection import adapters, selectors


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What the site is, the ways in, and how much the catalogue holds."""
    version = selectors.current_version(adapters.SYSTEM)
    return render(request, "home.html", {"counts": version.counts if version else None})
