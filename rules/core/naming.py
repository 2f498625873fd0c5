"""Names: as files write those of types, and each one once."""

import re
from collections.abc import Iterable

from rules.core.codec import Unreadable


def snake_case(name: str) -> str:
    """The name of a type as files write it: PushThrough is push_through."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def refuse_twice(path: str, names: Iterable[str], field: str = "") -> None:
    """Raise Unreadable at the second of two entries of a list with one name, which stands in a
    field of theirs or is the entry itself."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise Unreadable(f"{path}[{index}]{field}", "NAMED_TWICE", name=name)
        seen.add(name)
