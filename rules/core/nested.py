"""Parsed JSON of which nothing is sure, read and written by place."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from rules.core.geometry import Point
from rules.core.plan import NoSuchThing
from rules.core.typed_text import NULL

Document = dict[str, Any]

#: Things of one list; a file with more is played, and drawn elsewhere.
MOST_THINGS = 400


def things_of(document: Mapping[str, Any], place: str) -> list[Document]:
    """The objects of a list, in which others are passed over as if they were empty."""
    found = document.get(place)
    each = found if isinstance(found, list) else []
    return [one if isinstance(one, dict) else {} for one in each[:MOST_THINGS]]


def thing_at(document: Document, place: str, index: int) -> Document:
    """One of them; raises NoSuchThing."""
    found = document.get(place)
    if not isinstance(found, list) or index >= len(found) or not isinstance(found[index], dict):
        raise NoSuchThing(f"$.{place}[{index}]")
    one: Document = found[index]
    return one


def got(found: Any, name: str) -> Any:
    """What stands at a place below an object, with dots; None for nothing."""
    for step in name.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    return found


def is_stated(found: Any, name: str) -> bool:
    """Whether anything stands at such a place, be it null."""
    inner, _, last = name.rpartition(".")
    home = got(found, inner) if inner else found
    return isinstance(home, dict) and last in home


def put(found: Document, name: str, value: Any) -> None:
    """Write a value at a place below an object; None takes it away, with what it leaves empty."""
    first, _, rest = name.partition(".")
    if not rest:
        if value is None:
            found.pop(first, None)
        else:
            found[first] = None if value is NULL else value
        return
    inner = found.get(first)
    if not isinstance(inner, dict):
        if value is None:
            return
        inner = {}
    put(inner, rest, value)
    if inner:
        found[first] = inner
    else:
        found.pop(first, None)


def is_number(value: Any) -> TypeGuard[float]:
    """Whether parsed JSON is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def points_of(value: Any) -> Iterator[Point]:
    """The points of a list of pairs; what is none is passed over."""
    for pair in value if isinstance(value, list) else ():
        if isinstance(pair, list) and len(pair) == 2 and all(map(is_number, pair)):
            yield float(pair[0]), float(pair[1])


def tidy(value: float) -> float:
    """A coordinate as files write it."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded
