"""The pages of a request that could not be answered."""

import logging
import sqlite3
import sys
from http import HTTPStatus

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, TooManyFieldsSent
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseServerError, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from armybuilder.site.busy import busy, busy_because
from armybuilder.site.fences.refusals import Refused, refusal
from armybuilder.site.full_disk import is_disk_full
from collection.catalogue.api.problems import problem
from collection.catalogue.game import CatalogueNotLoaded

logger = logging.getLogger("armybuilder.requests")


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a program asks, which wants no page."""
    return request.path.startswith("/api/v1/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request itself is broken; 413 where it is only too large, and as for a fault of
    ours where the session could not be kept."""
    if isinstance(exception, SessionInterrupted) and (answer := _for_a_while(request, exception)):
        return answer
    if isinstance(exception, RequestDataTooBig):
        return refusal(request, Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE))
    reason = ""
    if isinstance(exception, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        reason = _("A request has at most %(most)s parameters.") % {"most": most}
    if is_for_programs(request):
        return problem(HTTPStatus.BAD_REQUEST, reason or _("The request is broken."))
    return render(request, "site/errors/400.html", {"reason": reason}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: known, but not allowed."""
    return render(request, "site/errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: no such page, or one of somebody else."""
    if is_for_programs(request):
        return problem(HTTPStatus.NOT_FOUND, _("There is nothing at this address."))
    return render(request, "site/errors/404.html", status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429: one address asks for costly things faster than the site makes them."""
    response = render(request, "site/errors/429.html", status=429)
    response["Retry-After"] = "60"
    return response


class UnreadableCookiesMiddleware(MiddlewareMixin):
    """Passes over cookies no page of ours sets: a quoted one may hold a NUL, and PostgreSQL refuses
    to look for a session under such a key."""

    def process_request(self, request: HttpRequest) -> None:
        for name, value in [*request.COOKIES.items()]:
            if not value.isprintable():
                del request.COOKIES[name]


class UnreadableAddressMiddleware(MiddlewareMixin):
    """Refuses addresses nobody means: 404 for one with a NUL, which PostgreSQL has in no text and
    refuses to look for; 400 for one with too many parameters."""

    def process_request(self, request: HttpRequest) -> None:
        if "\x00" in request.path_info:
            raise Http404
        try:
            request.GET  # noqa: B018 - read for what it raises
        except TooManyFieldsSent:
            # The page that refuses them asks for them again.
            request.GET = QueryDict()
            raise


class FullDiskMiddleware(MiddlewareMixin):
    """507 for what could not be written because there is no room."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return disk_is_full(request) if is_disk_full(exception) else None


def disk_is_full(request: HttpRequest) -> HttpResponse:
    """507, rendered without the database."""
    logger.error("the disk is full")
    answer = refusal(request, Refused(HTTPStatus.INSUFFICIENT_STORAGE))
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would log the path.
    return answer


class GoneMeanwhileMiddleware(MiddlewareMixin):
    """404 where a request found something that another one deleted before it was done."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not (isinstance(exception, ObjectDoesNotExist) or hangs_on_nothing(exception)):
            return None
        logger.warning("gone meanwhile", exc_info=exception)
        return not_found(request, exception)


def hangs_on_nothing(exception: Exception) -> bool:
    """Whether a database refuses a row since that is gone which it belongs to."""
    said = exception.__cause__
    if not isinstance(exception, IntegrityError):
        return False
    codes = (getattr(said, "sqlstate", None), getattr(said, "sqlite_errorcode", None))
    return not {*codes}.isdisjoint({"23503", sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY})


class CatalogueNotLoadedMiddleware(MiddlewareMixin):
    """503 for pages that need the catalogue, until its first load."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CatalogueNotLoaded):
            return None
        return render(request, "site/errors/503.html", status=503)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: rendered without request and database, since either may be what failed.

    Middleware comes here too that found the database busy: 503, as in a view.
    """
    if answer := _for_a_while(request, sys.exception()):
        return answer
    if is_for_programs(request):
        return problem(HTTPStatus.INTERNAL_SERVER_ERROR, _("Something broke here; it is logged."))
    return HttpResponseServerError(render_to_string("site/errors/500.html"))


def _for_a_while(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """503 or 507 where the database or the disk is what failed; None for anything else."""
    if isinstance(error, SessionInterrupted) and error.__context__:
        # Django takes a session that could not be written for one that somebody has ended.
        error = error.__context__.__context__
    if reason := busy_because(error):
        return busy(request, reason.retry_after)
    return disk_is_full(request) if is_disk_full(error) else None


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that lost its token, mostly after a long pause."""
    response = render(request, "site/errors/403.html", {"form_expired": True}, status=403)
    response.refused_as = "csrf"  # type: ignore[attr-defined]  # The metrics tell them apart.
    return response
