"""What long work of a kind is; kinds stand in their rooms, and by name in `settings.JOB_KINDS`."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, cast, runtime_checkable

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop

Document = dict[str, Any]


class Hopeless(Exception):
    """Work that will never succeed; its text is a message, marked for translation, that says why to
    whoever asked for it."""


class NotWanted(Exception):
    """Nobody wants the work any more, or somebody else holds it by now."""


@dataclass(frozen=True)
class Stand:
    """How far work is: pieces `done` of `total`, and what was `kept` of them as plain JSON."""

    done: int
    total: int
    kept: Document

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to do."""
        return self.done >= self.total


class Work(Protocol):
    """Work in repeatable pieces: the same payload and stand always lead to the same next stand, so
    that a piece which was lost is done again and nothing is counted twice.

    `page` is the name of the address that shows somebody's result, which takes its public id; ""
    for work that only the site itself begins.
    """

    page: str

    def begun(self, payload: Document) -> Stand:
        """Before the first piece."""

    def further(self, payload: Document, stand: Stand) -> Stand:
        """One piece further, a second of work or few, or longer where it says `so_far`; `total` may
        turn out otherwise. Raises Hopeless."""

    def found(self, payload: Document, stand: Stand) -> Document:
        """The result as plain JSON, once all is done."""


_tell: ContextVar[Callable[[int], None] | None] = ContextVar("_tell", default=None)


def so_far(done: int) -> None:
    """Say within a long piece what is shown as done, less than all, and that whoever does it lives.
    None of it is kept: the piece is done again from its beginning where it breaks off. Raises
    NotWanted."""
    tell = _tell.get()
    if tell is not None:
        tell(done)


@contextmanager
def telling(tell: Callable[[int], None]) -> Iterator[None]:
    """Have `tell` called with what a piece of work says of itself."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


@runtime_checkable
class OfOthers(Protocol):
    """Work whose payload may hold what is others'."""

    def own_part(self, payload: Document) -> Document:
        """A payload without that, for the data of whoever asked."""


def own_part(kind: str, payload: Document) -> Document:
    """What of a payload belongs to the data of whoever asked for work on it."""
    try:
        work = work_of(kind)
    except Hopeless:
        return payload
    return work.own_part(payload) if isinstance(work, OfOthers) else payload


def work_of(kind: str) -> Work:
    """The work of a kind; raises Hopeless for one that is no more."""
    try:
        return cast(Work, import_string(settings.JOB_KINDS[kind]))
    except KeyError:
        raise Hopeless(GONE) from None


def key_of(kind: str, payload: Document) -> str:
    """The digest by which the same work is known."""
    written = json.dumps([kind, payload], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


GONE = gettext_noop("This kind of work is done no more.")
