"""An order being carried out: it emits events and sees the state change as it goes."""

from collections.abc import Callable
from typing import Generic, TypeVar

U = TypeVar("U")
S = TypeVar("S")
E = TypeVar("E")


class Course(Generic[U, S, E]):
    """One run of an order in a set-up from the state it began in."""

    def __init__(self, setup: U, state: S, evolve: Callable[[S, E], S]) -> None:
        self.setup = setup
        self.state = state
        self.events: list[E] = []
        self._evolve = evolve

    def emit(self, event: E) -> None:
        """Let something happen."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
