"""Battle groups that come with the site, for a first game."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings

#: Build totals of quick skirmishes, with the two samples that play each.
QUICK = {
    300: ("steel-wolves-300", "swordsworn-300"),
    450: ("dragons-fury-450", "highlanders-450-contract"),
    600: ("spirit-cats-600-gunslinger", "bannsons-raiders-600"),
}
TOTALS = tuple(QUICK)


@dataclass(frozen=True)
class SampleGroup:
    """A sample: its key, its name, and its document."""

    key: str
    name: str
    document: dict[str, Any]


@cache
def sample_groups() -> tuple[SampleGroup, ...]:
    """Every sample that is legal, by name."""
    folder = settings.BASE_DIR / "fixtures" / "samples" / "groups"
    found = []
    for path in sorted(folder.glob("*.json")):
        if not path.stem.startswith("illegal"):
            document = json.loads(path.read_text("utf-8"))
            found.append(SampleGroup(path.stem, document["name"], document))
    return tuple(found)


def sample_group(key: str) -> SampleGroup | None:
    """One sample by its key."""
    return next((sample for sample in sample_groups() if sample.key == key), None)
