"""Names: as files write those of types, each one once, and things called by their titles."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from rules.core.codec import Unreadable


def snake_case(name: str) -> str:
    """The name of a type as files write it: PushThrough is push_through."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The name files give a type of a union."""
    return str(kind.__struct_config__.tag)


def with_titles(
    params: Mapping[str, Any], naming: Collection[str], title: Callable[[str], str]
) -> dict[str, Any]:
    """The parameters of a sentence, with those that name one thing or several, which `naming`
    lists, told by their titles."""

    def told(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [told(each) for each in value]
        return title(value) if isinstance(value, str) else value

    return {name: told(value) if name in naming else value for name, value in params.items()}


def refuse_twice(
    path: str, names: Iterable[str], field: str = "", *, taken: Iterable[str] = ()
) -> None:
    """Raise Unreadable at the second of two entries of a list with one name, which stands in a
    field of theirs or is the entry itself; or at one whose name is taken elsewhere."""
    seen = set(taken)
    for index, name in enumerate(names):
        if name in seen:
            raise Unreadable(f"{path}[{index}]{field}", "NAMED_TWICE", name=name[:80])
        seen.add(name)
