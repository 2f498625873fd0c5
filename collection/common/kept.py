"""What is worked out once and kept while the process runs, because nothing else goes into it."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse

from collection.common.language import language

P = ParamSpec("P")
R = TypeVar("R")

#: What one request that only reads has asked; None elsewhere, where the same question may have
#: another answer a line later.
_asked: ContextVar[dict[Any, Any] | None] = ContextVar("_asked", default=None)


def kept_by_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the results of a function of plain values, each in the language it was asked for: lists
    show the same few hundred figures again and again."""

    def decorate(work_out: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most, typed=True)
        def kept(_language: str, *args: Any, **kwargs: Any) -> R:
            return work_out(*args, **kwargs)

        @wraps(work_out)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept(language(), *args, **kwargs)  # type: ignore[arg-type]

        return asked

    return decorate


class _This:
    """A value that equals nothing but itself; being held, it leaves its place to no other."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.value is other.value


def kept_by_object(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the results of a function of values that never change and are the same objects while the
    catalogue is the same, such as its figures: to compare them would cost more. Texts and truth
    values are compared."""

    def decorate(work_out: Callable[P, R]) -> Callable[P, R]:
        anyhow: Callable[..., R] = work_out

        @lru_cache(maxsize=most)
        def kept(*args: Any) -> R:
            values = [each.value if isinstance(each, _This) else each for each in args]
            return anyhow(*values)

        @wraps(work_out)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            return kept(*(each if isinstance(each, str | bool) else _This(each) for each in args))

        return asked

    return decorate


class AskedOnceMiddleware:
    """Lets a request that only reads ask some things of the database once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        token = _asked.set({})
        try:
            return self.get_response(request)
        finally:
            _asked.reset(token)


def asked_once(ask: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function of plain values answers while a request is answered that only reads."""

    @wraps(ask)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        answers = _asked.get()
        if answers is None:
            return ask(*args, **kwargs)
        key = (ask, args, tuple(kwargs.items()))
        if key not in answers:
            answers[key] = ask(*args, **kwargs)
        return answers[key]

    return asked
