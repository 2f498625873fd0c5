"""In which sequence options are tried: as they are listed, or by lot."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Draw(Protocol):
    """A sequence in which options are tried; `as_listed`, or `SeededDice.shuffled`."""

    def __call__(self, options: Sequence[T], /) -> Iterable[T]:
        """The options, each once."""


def as_listed(options: Sequence[T], /) -> Sequence[T]:
    """Options in the sequence in which they come."""
    return options
