"""Answers made smaller on their way, where that makes them smaller."""

from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: What is text, besides all of `text/`.
TEXTUAL = ("application/json", "application/problem+json", "application/xml", "image/svg+xml")
#: A stream of events is read as it comes; compressed, a browser would wait for its end.
STREAM = "text/event-stream"


class CompressionMiddleware(GZipMiddleware):
    """Django's own, for what is text: its random padding keeps lengths from telling what tokens
    are in a page. Pictures, workbooks and PDF files are as small as they get."""

    def process_response(self, request: object, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.get("Content-Type", "").partition(";")[0].strip()
        if kind == STREAM or not (kind.startswith("text/") or kind in TEXTUAL):
            return response
        return super().process_response(request, response)  # type: ignore[arg-type]
