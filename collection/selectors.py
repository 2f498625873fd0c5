"""What pages and adapters read from the catalogue."""

from typing import Any

from collection.models import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)

RECORD_MODELS = (ExpansionSet, Faction, Figure, Card)


def current_version(system: str) -> CatalogueVersion | None:
    """The load the rows come from; None before the first one."""
    return CatalogueVersion.objects.filter(system=system).order_by("-id").first()


def catalogue_files(system: str) -> dict[str, Any]:
    """The catalogue's files by path, put together again from their rows; six queries."""
    files = list(CatalogueFile.objects.filter(system=system))
    contents = {file.id: dict(file.content) for file in files}
    for file in files:
        if file.listing:
            contents[file.id][file.listing] = []
    listings = {file.id: file.listing for file in files}
    for model in RECORD_MODELS:
        rows = model.objects.filter(system=system).order_by("position")
        for file_id, record in rows.values_list("file_id", "record"):
            contents[file_id][listings[file_id]].append(record)
    return {file.path: contents[file.id] for file in files}
