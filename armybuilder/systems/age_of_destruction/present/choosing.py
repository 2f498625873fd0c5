"""A battle group as it stands beside the list it is chosen from."""

from collections import Counter
from dataclasses import dataclass

from armybuilder.groups.present.groups import Document
from armybuilder.groups.present.lineups import lineup_of
from collection.catalogue.game import Catalogue, catalogue
from collection.catalogue.present.values import Lineup


@dataclass(frozen=True)
class GroupShown:
    """Its figures side by side, and their names with how many there are of each."""

    row: Lineup
    figures: tuple[tuple[int, str], ...]


def group_shown(document: Document, known: Catalogue | None = None) -> GroupShown:
    """What a group is made of by a catalogue, that of today unless another is named, told from its
    document: nothing is judged for it."""
    known = known or catalogue()
    counted: Counter[str] = Counter()
    for entry in document["units"]:
        counted[_name(entry["unit"], known)] += entry.get("count", 1)
    figures = tuple((count, name) for name, count in counted.items())
    return GroupShown(lineup_of(document, known), figures)


def _name(unit: object, known: Catalogue) -> str:
    """What an entry's figure is called: one of the catalogue, or one written into the list."""
    if isinstance(unit, dict):
        return str(unit.get("name", ""))
    found = known.unit(str(unit))
    return found.name if found else str(unit)
