"""The rows of the catalogue and of a person's collection."""

from collection.models.catalogue import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)
from collection.models.contributions import (
    CatalogueEntry,
    Contribution,
    Decision,
    EntryRevision,
    FigureReport,
    HowSure,
)

__all__ = [
    "Card",
    "CatalogueEntry",
    "CatalogueFile",
    "CatalogueVersion",
    "Contribution",
    "Decision",
    "EntryRevision",
    "ExpansionSet",
    "Faction",
    "Figure",
    "FigureReport",
    "HowSure",
]
