"""The page Prometheus reads."""

from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from armybuilder.home.metrics import told


@csrf_exempt
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """All metrics, for whoever shows the token; nobody else learns that there is such a page."""
    if not _may_read(request):
        raise Http404
    return _told(request)


@require_safe
def _told(request: HttpRequest) -> HttpResponse:
    return HttpResponse(told(), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.METRICS_TOKEN
    return (
        bool(wanted)
        and scheme.casefold() == "bearer"
        and compare_digest(token.strip().encode(), wanted.encode())
    )
