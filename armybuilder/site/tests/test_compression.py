"""What is made smaller on its way, and what is left as it is."""

import gzip
from collections.abc import Iterator

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from armybuilder.site.compression import CompressionMiddleware

LONG = b"<p>the same again</p>" * 100


def answered(response: HttpResponseBase) -> HttpResponseBase:
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    return CompressionMiddleware(lambda _request: HttpResponse()).process_response(
        request, response
    )


@pytest.mark.parametrize(
    "kind", ["text/html; charset=utf-8", "text/csv", "application/json", "image/svg+xml"]
)
def test_text_is_compressed_for_who_can_read_it(kind: str) -> None:
    answer = answered(HttpResponse(LONG, content_type=kind))

    assert answer["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer["Vary"]
    assert isinstance(answer, HttpResponse) and gzip.decompress(answer.content) == LONG


@pytest.mark.parametrize("kind", ["image/webp", "image/png", "application/pdf", "application/zip"])
def test_what_is_compressed_already_is_left_alone(kind: str) -> None:
    answer = answered(HttpResponse(LONG, content_type=kind))

    assert not answer.has_header("Content-Encoding")
    assert isinstance(answer, HttpResponse) and answer.content == LONG


def test_events_arrive_one_by_one() -> None:
    def events() -> Iterator[bytes]:
        yield b"data: 1\n\n"
        yield b"data: 2\n\n"

    answer = answered(StreamingHttpResponse(events(), content_type="text/event-stream"))

    assert not answer.has_header("Content-Encoding")
    assert isinstance(answer, StreamingHttpResponse)
    assert [*answer] == [b"data: 1\n\n", b"data: 2\n\n"]


def test_the_length_of_a_page_does_not_tell_what_is_in_it() -> None:
    """Every answer has padding of its own, so that guessing a token letter by letter tells
    nothing."""
    lengths = {len(answered(HttpResponse(LONG)).content) for _ in range(40)}  # type: ignore[attr-defined]

    assert len(lengths) > 5
