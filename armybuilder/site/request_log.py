"""The log: one JSON object a line, every line of a request under the request's id."""

import json
import logging
import secrets
import time
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from armybuilder.site.fences.addresses import origin_of
from armybuilder.site.metrics import SLOW, current_tally

REQUEST_ID_HEADER = "X-Request-ID"
ORDINARY_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request"}

logger = logging.getLogger("armybuilder.requests")
current_request_id: ContextVar[str] = ContextVar("current_request_id", default="")
current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON: time (UTC), level, logger, message, request id, extra fields."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%SZ"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := current_request_id.get():
            line["request_id"] = request_id
        line |= {key: value for key, value in vars(record).items() if key not in ORDINARY_FIELDS}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class RequestLogMiddleware(MiddlewareMixin):
    """Gives each request an id and logs who asked for which route, from which network, never the
    path: paths hold share keys."""

    def process_request(self, request: HttpRequest) -> None:
        request_id = secrets.token_hex(8)
        current_request_id.set(request_id)
        current_request.set(request)
        request.META["armybuilder.request"] = (request_id, time.monotonic())

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        request_id, started = request.META["armybuilder.request"]
        current_request.set(None)
        response[REQUEST_ID_HEADER] = request_id
        if match := request.resolver_match:
            _tell(
                {
                    "request_id": request_id,
                    "method": request.method,
                    "route": match.route,
                    "status": response.status_code,
                    "milliseconds": round((time.monotonic() - started) * 1000),
                    **_who(request),
                }
            )
        return response


def person_of(request: HttpRequest) -> str:
    """The member who asks, by number and never by name or address; "" for nobody known, and where
    no one has looked who it is, for that would be a query more."""
    user: Any = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject):
        user = getattr(request, "_cached_user", None)
    return f"member {user.pk}" if getattr(user, "is_authenticated", False) else ""


def _who(request: HttpRequest) -> dict[str, str]:
    told = {"person": person_of(request), "address": origin_of(request)}
    return {name: value for name, value in told.items() if value}


def _tell(line: dict[str, Any]) -> None:
    """Write the line of a request, as a warning where it took too long."""
    if tally := current_tally.get():
        line["queries"] = tally.queries
        line["query_milliseconds"] = round(tally.seconds * 1000)
    if line["milliseconds"] < settings.SLOW_REQUEST_MS:
        logger.info("request", extra=line)
    else:
        SLOW.labels("request").inc()
        logger.warning("slow request", extra=line)
