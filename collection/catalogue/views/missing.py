"""What is answered where nothing of that name is."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def missing(
    request: HttpRequest, wanted: str, meant: Mapping[str, str], search_url: str
) -> HttpResponse:
    """404 with what somebody may have meant: titles by address."""
    context = {"wanted": wanted[:80], "meant": meant, "search_url": search_url}
    return render(request, "catalogue/missing.html", context, status=404)
