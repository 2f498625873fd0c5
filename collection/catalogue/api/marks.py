"""How sure a record is, field by field."""

from collections.abc import Mapping
from typing import Any

from collection.catalogue.present import catalogue_words
from collection.catalogue.records import Mark


def provenance_of(marks: Mapping[str, Mark]) -> list[dict[str, Any]]:
    """The marked fields with what is doubtful about each."""
    found = []
    for field, mark in marks.items():
        told = catalogue_words.provenance(mark)
        found.append({"field": field, "kind": told.kind, "note": told.note})
    return found
