"""Battle groups that come with the site, for a first game."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from collection.common.language import language

#: Build totals of quick skirmishes, with the two samples that play each.
QUICK = {
    300: ("steel-wolves-300", "swordsworn-300"),
    450: ("dragons-fury-450", "highlanders-450-contract"),
    600: ("spirit-cats-600-gunslinger", "bannsons-raiders-600"),
}
TOTALS = tuple(QUICK)
FOLDER = settings.BASE_DIR / "fixtures" / "samples" / "groups"
#: What the legal ones are called in Polish, by key.
POLISH_NAMES = settings.BASE_DIR / "fixtures" / "samples" / "polish_names.json"


@dataclass(frozen=True)
class SampleGroup:
    """A sample: its key, its document as it is kept, and what it is called by language."""

    key: str
    kept: dict[str, Any]
    names: dict[str, str]

    @property
    def name(self) -> str:
        """What it is called in the visitor's language."""
        return self.names[language()]

    @property
    def document(self) -> dict[str, Any]:
        """Its document with its name in the visitor's language."""
        return self.kept | {"name": self.name}


@cache
def sample_groups() -> tuple[SampleGroup, ...]:
    """Every sample that is legal, by key."""
    polish: dict[str, str] = _read(POLISH_NAMES)
    documents = {key: _read(FOLDER / f"{key}.json") for key in sorted(polish)}
    return tuple(
        SampleGroup(key, each, {"en": each["name"], "pl": polish[key]})
        for key, each in documents.items()
    )


def sample_document(key: str) -> dict[str, Any]:
    """The document of any sample, legal or not; one that is not is in English."""
    sample = sample_group(key)
    return sample.document if sample else _read(FOLDER / f"{key}.json")


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def sample_group(key: str) -> SampleGroup | None:
    """One sample by its key."""
    return next((sample for sample in sample_groups() if sample.key == key), None)
