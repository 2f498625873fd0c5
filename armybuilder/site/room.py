"""Room for a page's frames in one piece of memory.

CPython keeps the frames of a thread in pieces of 16 kB and gives one back to the system as soon as
nothing is left in it. Where a template's loop stands at the end of a piece, every turn of it asks
the system for another and gives it back: a third of the time of some pages, of others none, by how
deep they happen to be. A frame that says it needs much begins a piece with as much to spare.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

#: Places for values the frame claims; what fills up its piece to the next power of two, half a
#: megabyte, is for the frames within. Memory that is never touched costs nothing.
CLAIMED = 70_000

Answer = Callable[[HttpRequest], HttpResponseBase]


def with_room(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call something whose frames then lie in one piece."""
    return call(*arguments)


with_room.__code__ = with_room.__code__.replace(co_stacksize=CLAIMED)


def room_for_pages(get_response: Answer) -> Answer:
    """Middleware that answers with room."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = with_room(get_response, request)
        return response

    return answer
