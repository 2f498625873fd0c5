"""Values that are computed once and kept in the object they belong to."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

T = TypeVar("T")
P = ParamSpec("P")
O = TypeVar("O")  # noqa: E741 - an object
A = TypeVar("A")


class kept(Generic[T]):  # noqa: N801 - used like a function
    """A property computed when first asked for and then kept in the object.

    It is functools' `cached_property` without the lock, which before Python 3.12 takes longer than
    most values of a moment that soon passes.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> T | Self:
        if instance is None:
            return self
        value = self._compute(instance)
        setattr(instance, self._name, value)
        return value


#: What stands for an answer that has not been asked for.
_UNASKED: Any = object()


def of_a_moment(answer: Callable[Concatenate[O, P], T]) -> Callable[Concatenate[O, P], T]:
    """A function of an object that never changes, whose answers are kept in that object.

    Its other arguments are few and hashable, and given by place.
    """

    name = f"_{answer.__name__}"
    keep = _KEEPERS.get(len(signature(answer).parameters), _by_arguments)
    return wraps(answer)(keep(answer, name))


def _by_object(answer: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    def kept_answer(subject: Any, /) -> Any:
        known = subject.__dict__
        found = known.get(name, _UNASKED)
        if found is _UNASKED:
            found = known[name] = answer(subject)
        return found

    return kept_answer


def _by_argument(answer: Callable[[Any, Any], Any], name: str) -> Callable[[Any, Any], Any]:
    def kept_answer(subject: Any, asked: Any, /) -> Any:
        known = subject.__dict__
        answers = known.get(name)
        if answers is None:
            answers = known[name] = {}
        found = answers.get(asked, _UNASKED)
        if found is _UNASKED:
            found = answers[asked] = answer(subject, asked)
        return found

    return kept_answer


def _by_arguments(answer: Callable[..., Any], name: str) -> Callable[..., Any]:
    def kept_answer(subject: Any, /, *asked: Any) -> Any:
        known = subject.__dict__
        answers = known.get(name)
        if answers is None:
            answers = known[name] = {}
        found = answers.get(asked, _UNASKED)
        if found is _UNASKED:
            found = answers[asked] = answer(subject, *asked)
        return found

    return kept_answer


#: How answers are kept, by how many parameters a function has.
_KEEPERS: dict[int, Callable[[Callable[..., Any], str], Callable[..., Any]]] = {
    1: _by_object,
    2: _by_argument,
}


def of_the_last(answer: Callable[[O, A], T]) -> Callable[[O, A], T]:
    """A function of an object that never changes and of something else, whose answer about the last
    thing asked about is kept in that object: the very same is often asked about time and again."""

    name = f"_last_{answer.__name__}"

    @wraps(answer)
    def kept_answer(subject: O, asked: A, /) -> T:
        known = subject.__dict__
        last: tuple[A, T] | None = known.get(name)
        if last is None or last[0] is not asked:
            last = known[name] = (asked, answer(subject, asked))
        return last[1]

    return kept_answer


#: Answers about like moments that are kept at most, before all are forgotten.
MOST_KEPT = 1024


def of_like_moments(
    store: Callable[[O], dict[str, Any]], sign: Callable[[O], Any]
) -> Callable[[Callable[Concatenate[O, P], T]], Callable[Concatenate[O, P], T]]:
    """A function of a moment that is the same for all moments of one `sign`, which is hashable and
    holds everything the function looks at; its answers are kept in a `store` that moments share.

    Its other arguments are few and hashable, and given by place.
    """

    def keeping(answer: Callable[Concatenate[O, P], T]) -> Callable[Concatenate[O, P], T]:
        name = f"_like_{answer.__name__}"

        @of_a_moment
        @wraps(answer)
        def kept_answer(subject: O, /, *args: P.args, **kwargs: P.kwargs) -> T:
            answers: dict[Any, T] = store(subject).setdefault(name, {})
            key = (sign(subject), args)
            if key not in answers:
                if len(answers) >= MOST_KEPT:
                    answers.clear()
                answers[key] = answer(subject, *args, **kwargs)
            return answers[key]

        return kept_answer

    return keeping
