"""What differs between two documents, in sentences."""

from collections.abc import Iterable

from armybuilder.groups.present.groups import Document, read
from collection.catalogue.game import catalogue
from collection.common.language import language
from rules import age_of_destruction as aod


def differences(pairs: Iterable[tuple[Document, Document]]) -> list[tuple[str, ...]]:
    """For each pair of an older and a newer document what changed; nothing for equal ones."""
    known = catalogue()
    return [
        tuple(
            aod.difference_message(difference, language())
            for difference in aod.differences(read(before), read(after), known)
        )
        for before, after in pairs
    ]
