"""One workbook at a time for each person: reading one may take seconds and much memory."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from collection.common.first import alone
from collection.common.limits import asker_of
from collection.common.tabular.limits import RefusedFile

#: So long a turn lasts at most, in seconds, should whoever has it not come back.
LONGEST_TURN = 60

#: The request that is being answered, which knows the person; None for commands.
_REQUEST: ContextVar[HttpRequest | None] = ContextVar("_REQUEST", default=None)


class TurnsMiddleware:
    """Lets whoever reads a workbook know for whom."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _REQUEST.set(request)
        try:
            return self.get_response(request)
        finally:
            _REQUEST.reset(token)


@contextmanager
def turn() -> Iterator[None]:
    """Read for the person of the request; raises RefusedFile while another of theirs is read."""
    request = _REQUEST.get()
    if request is None:
        yield
        return
    key = f"reading-{sha256(asker_of(request).encode()).hexdigest()[:32]}"
    with alone(key, LONGEST_TURN) as is_alone:
        if not is_alone:
            message = _("Another workbook of yours is being read. Send this one again in a moment.")
            raise RefusedFile(message)
        yield
