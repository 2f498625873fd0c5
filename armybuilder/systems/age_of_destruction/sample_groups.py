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
FOLDER = settings.BASE_DIR / "fixtures" / "samples" / "groups"


@dataclass(frozen=True)
class SampleGroup:
    """A sample: its key, its name, and its document."""

    key: str
    name: str
    document: dict[str, Any]


@cache
def sample_groups() -> tuple[SampleGroup, ...]:
    """Every sample that is legal, by name."""
    keys = sorted(path.stem for path in FOLDER.glob("*.json"))
    documents = {key: sample_document(key) for key in keys if not key.startswith("illegal")}
    return tuple(SampleGroup(key, each["name"], each) for key, each in documents.items())


def sample_document(key: str) -> dict[str, Any]:
    """The document of any sample, legal or not."""
    document: dict[str, Any] = json.loads((FOLDER / f"{key}.json").read_text("utf-8"))
    return document


def sample_group(key: str) -> SampleGroup | None:
    """One sample by its key."""
    return next((sample for sample in sample_groups() if sample.key == key), None)
