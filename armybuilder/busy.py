"""What the site cannot do just now: raised as `Busy` anywhere, answered with 503 here.

Programs get theirs from `collection.api.problems`.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

from collection.api.problems import busy_problem
from collection.busy import Busy

__all__ = ["Busy", "BusyMiddleware", "busy"]


class BusyMiddleware(MiddlewareMixin):
    """Answers a page or a program whose view raised `Busy`."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return busy(request, exception.retry_after) if isinstance(exception, Busy) else None


def busy(request: HttpRequest, retry_after: int) -> HttpResponse:
    """503, rendered without the database, which may be what everybody waits for."""
    if request.path.startswith("/api/v1/"):
        return busy_problem(retry_after)
    return HttpResponse(
        render_to_string("errors/busy.html", {"seconds": retry_after}),
        status=HTTPStatus.SERVICE_UNAVAILABLE,
        headers={"Retry-After": str(retry_after), "Cache-Control": "no-store"},
    )
