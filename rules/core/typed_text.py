"""Values of files as text that people type, and back.

Several places are typed as `12.5, 7` with semicolons between, lists with commas. What cannot be
read stays as it was typed, for the rules to refuse.
"""

from typing import Any, Literal

#: What a field takes.
Holds = Literal[
    "text", "whole", "number", "flag", "list", "place", "places", "spoken", "costs", "note"
]

#: What stands for a cost that nobody can pay.
BARRED = "–"
_BARRED = (BARRED, "-", "—")
#: What is written as null, where None takes a field away.
NULL = object()
#: Larger numbers stay text, which no rules take for a number.
LARGEST = 1e9


def read_text(holds: Holds, typed: str) -> Any:
    """The value that is meant by a text, None for an empty one."""
    text = typed.strip()
    if holds == "flag":
        return text not in ("", "false")
    if not text:
        return None
    if holds in ("whole", "number"):
        return number(text)
    if holds == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    if holds == "place":
        return _place(text)
    if holds == "places":
        return [_place(place) for place in text.split(";") if place.strip()]
    return _costs(text) if holds == "costs" else text


def write_text(holds: Holds, value: Any, language: str) -> str:
    """A value as it is typed, "" for none."""
    if holds == "flag":
        return "on" if value is True else ""
    if value is None:
        return ""
    if holds == "spoken" and isinstance(value, dict):
        return str(value.get(language) or next(iter(value.values()), ""))
    if holds == "costs" and isinstance(value, dict):
        return ", ".join(
            f"{name} {BARRED if cost is None else plain(cost)}" for name, cost in value.items()
        )
    if holds == "places" and isinstance(value, list):
        return "; ".join(_coordinates(place) for place in value)
    if holds == "place":
        return _coordinates(value)
    if holds == "list" and isinstance(value, list):
        return ", ".join(map(str, value))
    return plain(value)


def number(text: str) -> Any:
    """A number, whole where it is; what is none stays a text."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return text
    if not abs(value) <= LARGEST:
        return text
    return int(value) if value == int(value) else value


def plain(value: Any) -> str:
    """A number or a text as it is typed."""
    if isinstance(value, float) and abs(value) <= LARGEST and value == int(value):
        return str(int(value))
    return str(value)


def _place(text: str) -> list[Any]:
    return [number(part.strip()) for part in text.split(",")]


def _coordinates(place: Any) -> str:
    return ", ".join(map(plain, place)) if isinstance(place, list) else str(place)


def _costs(text: str) -> Any:
    """One cost for everybody, or costs by class: `leg 1, tracked 2`."""
    if text in _BARRED:
        return NULL
    parts = [part.split() for part in text.split(",") if part.strip()]
    if len(parts) == 1 and len(parts[0]) == 1:
        return number(parts[0][0])
    return {" ".join(words): None if cost in _BARRED else number(cost) for *words, cost in parts}
