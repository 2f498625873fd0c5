"""The log: one JSON object a line, every line of a request under the request's id."""

import json
import logging
import secrets
import time
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

REQUEST_ID_HEADER = "X-Request-ID"
ORDINARY_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request"}

logger = logging.getLogger("armybuilder.requests")
current_request_id: ContextVar[str] = ContextVar("current_request_id", default="")


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
    """Gives each request an id and logs its route, never its path: paths hold share keys."""

    def process_request(self, request: HttpRequest) -> None:
        request_id = secrets.token_hex(8)
        current_request_id.set(request_id)
        request.META["armybuilder.request"] = (request_id, time.monotonic())

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        request_id, started = request.META["armybuilder.request"]
        response[REQUEST_ID_HEADER] = request_id
        if match := request.resolver_match:
            logger.info(
                "request",
                extra={
                    "request_id": request_id,
                    "method": request.method,
                    "route": match.route,
                    "status": response.status_code,
                    "milliseconds": round((time.monotonic() - started) * 1000),
                },
            )
        return response
