"""Answers to requests that never reach Django: a page in the reader's language, or JSON."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from armybuilder.site import metrics
from armybuilder.site.busy import busy
from armybuilder.site.fences.addresses import address_of, shortened
from collection.catalogue.api.problems import problem

logger = logging.getLogger("armybuilder.requests")

Message = Any
Send = Callable[[Message], Awaitable[None]]

#: Headline and reason of each refusal but 503, which has words of its own.
REASONS = {
    408: (
        _("This took too long"),
        _("The connection paused in the middle of the request. Nothing was changed; try again."),
    ),
    413: (
        _("This is too large"),
        _("More was sent than this site takes at once. Nothing was changed; send a smaller file."),
    ),
    431: (
        _("The request cannot be read"),
        _("Its headers are too long or too many. Deleting the cookies of this site may help."),
    ),
    507: (
        _("The disk of this site is full"),
        _("Nothing was changed. Whoever runs this site has to make room; then it goes on."),
    ),
}


class Refused(Exception):
    """A request that is answered here; `retry_after` says when to try again."""

    def __init__(self, status: int, retry_after: int = 0) -> None:
        super().__init__(status)
        self.status = status
        self.retry_after = retry_after


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The answer, rendered without the database."""
    if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return busy(request, refused.retry_after)
    headline, reason = REASONS[refused.status]
    if request.path.startswith("/api/v1/"):
        return problem(refused.status, str(reason))
    context = {"status": refused.status, "headline": headline, "reason": reason}
    return HttpResponse(
        render_to_string("site/errors/refused.html", context), status=refused.status
    )


async def answer(scope: Message, send: Send, refused: Refused) -> None:
    """Send the answer, and close the connection after it."""
    told = {"method": scope["method"], "status": refused.status}
    told["address"] = shortened(address_of(scope, settings.TRUSTED_PROXIES))
    logger.info("refused", extra=told)
    metrics.refused("gate", refused.status)
    response = _response(scope, refused)
    headers = [
        (name.lower().encode("ascii"), value.encode("latin-1")) for name, value in response.items()
    ]
    headers += [
        (b"content-length", str(len(response.content)).encode("ascii")),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _response(scope: Message, refused: Refused) -> HttpResponse:
    try:
        request = ASGIRequest(scope, BytesIO())
        language = translation.get_language_from_request(request, check_path=True)
    except UnicodeDecodeError:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    with translation.override(language):
        return refusal(request, refused)
