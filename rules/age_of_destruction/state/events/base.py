"""What every event has."""

import re

import msgspec

from rules.core.tally import Part

Rules = tuple[str, ...]
Parts = tuple[Part, ...]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="event",
    tag=_snake,
    gc=False,
):
    """One thing that happened. `dice` are the faces it took, in order."""

    rules: Rules = ()
    dice: tuple[int, ...] = ()
