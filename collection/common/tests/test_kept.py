"""Things that are kept while the process runs, or while one request is answered."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override

from collection.common.kept import (
    AskedOnceMiddleware,
    asked_once,
    kept_by_language,
    kept_by_object,
)
from collection.common.language import language


def test_what_is_worked_out_in_one_language_is_not_shown_in_another() -> None:
    worked_out: list[str] = []

    @kept_by_language(8)
    def told(name: str) -> str:
        worked_out.append(name)
        return f"{name} {language()}"

    for said in ("en", "pl", "en"):
        with override(said):
            assert told("hit") == f"hit {said}"
    assert worked_out == ["hit", "hit"]


def test_equal_values_of_two_kinds_are_not_taken_for_each_other() -> None:
    @kept_by_language(8)
    def told(value: object) -> str:
        return repr(value)

    assert (told(1), told(True), told(1)) == ("1", "True", "1")


def test_objects_are_told_apart_even_where_they_are_equal() -> None:
    @kept_by_object(8)
    def place(of: list[int], said: str) -> tuple[int, str]:
        return id(of), said

    one, other = [1], [1]
    assert place(one, "en") == (id(one), "en") and place(other, "en") == (id(other), "en")
    assert place(one, "pl") == (id(one), "pl")


def _answers(method: str) -> list[int]:
    """What is answered when a request asks twice, and another after it once."""
    asked: list[int] = []

    @asked_once
    def ask() -> int:
        asked.append(len(asked))
        return len(asked)

    told: list[int] = []

    def view(_request: HttpRequest) -> HttpResponse:
        told.extend((ask(), ask()))
        return HttpResponse()

    request = HttpRequest()
    request.method = method
    AskedOnceMiddleware(view)(request)
    return [*told, ask()]


def test_a_request_that_reads_asks_once() -> None:
    assert _answers("GET") == [1, 1, 2]


def test_a_request_that_writes_asks_again() -> None:
    assert _answers("POST") == [1, 2, 3]
