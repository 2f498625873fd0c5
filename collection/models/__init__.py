"""The rows of the catalogue and of a person's collection."""

from collection.models.catalogue import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)

__all__ = ["Card", "CatalogueFile", "CatalogueVersion", "ExpansionSet", "Faction", "Figure"]
