"""Reading parsed JSON by msgspec types, with the refusals of `codec`: a path and a sentence."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from rules.core.codec import LARGEST_INTEGER, Unreadable

T = TypeVar("T")

#: What msgspec says, and the code and parameters that say the same.
_SAID: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said), code)
    for said, code in (
        (r"Object missing required field `(?P<field>.*)`", "MISSING"),
        (r"Invalid (?:enum )?value '?(?P<found>.*?)'?", "NO_SUCH_WORD"),
        (r"Expected `array` of length (?P<wanted>\d+), got (?P<found>\d+)", "WRONG_LENGTH"),
        (r"Expected `(?P<kind>\w+)` of length (?P<bound>[<>=]+ \d+)", "LENGTH_OUT_OF_BOUNDS"),
        (r"Expected `(?P<kind>\w+)` (?P<bound>[<>=]+ [-\d.]+)", "OUT_OF_BOUNDS"),
        (r"Expected `(?P<expected>[^`]*)`, got `(?P<found>\w+)`", "WRONG_TYPE"),
    )
)

_KINDS = {
    "object": "an object",
    "array": "a list",
    "str": "text",
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "null": "null",
}

#: The part of a msgspec path that stands for the key of an object.
_ANY_KEY = "[...]"


def read_typed(value: Any, kind: type[T], path: str = "$") -> T:
    """Parsed JSON as a value of a type; raises Unreadable with the path of the first fault, that of
    a missing field being its own.

    Unknown fields are passed over (`core.unknown` finds them). Numbers beyond `LARGEST_INTEGER` and
    half characters are faults wherever they stand.
    """
    try:
        converted = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _refusal(error, value, kind, path) from error
    except UnicodeEncodeError as error:
        raise Unreadable(path, "BROKEN_TEXT") from error
    _refuse_huge(value, path)
    return converted


def missing(field: str, path: str = "$") -> Unreadable:
    """The refusal of a field that should stand below a path, at the place where it should."""
    return Unreadable(f"{path}.{field}", "MISSING", field=field)


def _refusal(error: msgspec.ValidationError, value: Any, kind: Any, path: str) -> Unreadable:
    said, _, where = str(error).partition(" - at `$")
    where = _with_keys(where.rstrip("`"), str(error), value, kind)
    for pattern, code in _SAID:
        if match := pattern.fullmatch(said):
            params = {name: _plain(name, found) for name, found in match.groupdict().items()}
            if code == "MISSING":
                return missing(match["field"], path + where)
            return Unreadable(path + where, code, **params)
    return Unreadable(path + where, "MISFIT", reason=said)


def _plain(name: str, said: str) -> str:
    """A parameter in the words of `codec`."""
    if name in ("expected", "found", "kind"):
        return ", ".join(_KINDS.get(word, word[:80]) for word in said.split(" | "))
    return said


def _with_keys(where: str, message: str, value: Any, kind: Any) -> str:
    """A path with the keys that msgspec leaves out: those without which it says nothing."""
    while _ANY_KEY in where:
        before, _, after = where.partition(_ANY_KEY)
        steps = [int(index) if index else name for name, index in _STEP.findall(before)]
        key = _culprit(value, steps, lambda left: _message(left, kind) == message)
        if key is None:
            break
        where = f"{before}.{key}{after}"
    return where


_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


def _culprit(value: Any, steps: list[Any], faulty: Callable[[Any], bool]) -> str | None:
    """The key of the object some steps below a value that is faulty alone too; found by halving."""
    found = value
    for step in steps:
        found = found[step]
    entries = list(found.items())
    while len(entries) > 1:
        half = entries[: len(entries) // 2]
        entries = half if faulty(_replaced(value, steps, dict(half))) else entries[len(half) :]
    return next((key for key, _ in entries), None)


def _replaced(value: Any, steps: list[Any], inner: Mapping[str, Any]) -> Any:
    """A value with another one some steps below it."""
    if not steps:
        return inner
    step, *rest = steps
    if isinstance(value, list):
        return [*value[:step], _replaced(value[step], rest, inner), *value[step + 1 :]]
    return {**value, step: _replaced(value[step], rest, inner)}


def _message(value: Any, kind: Any) -> str:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _refuse_huge(value: Any, path: str) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_huge(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_huge(item, f"{path}[{index}]")
    elif isinstance(value, (int, float)) and abs(value) > LARGEST_INTEGER:
        raise Unreadable(
            path, "OUT_OF_RANGE", found="the number", low=-LARGEST_INTEGER, high=LARGEST_INTEGER
        )
