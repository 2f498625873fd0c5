"""What changes the catalogue in the database: loading its files, and laying entries over them."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from collection.catalogue import game, selectors
from collection.catalogue.entering.overlay import lay_over
from collection.catalogue.entering.selectors import entered_records
from collection.catalogue.files import LoadProblem, check_files, figure_faults, read_files
from collection.catalogue.models import Card, CatalogueVersion, Figure
from collection.catalogue.rows import ROW_SHAPE, Rows


@dataclass(frozen=True)
class Loaded:
    """What a load did: whether anything changed, and what the catalogue holds now.

    `left_out`: why entered figures lie over nothing at present, since the files and the rules no
    longer bear them.
    """

    changed: bool
    version: CatalogueVersion
    left_out: list[LoadProblem] = field(default_factory=list)


def load_catalogue(*, system: str, folder: Path, now: datetime) -> Loaded:
    """Bring a system's rows up to date with its files; the same files change nothing.

    Raises LoadRefused and keeps nothing when a single record is bad. Rows of records that are no
    longer in the files are deleted; what people entered stays and lies over the new files.
    """
    return _write(system, read_files(folder), now)


def renew_catalogue(*, system: str, now: datetime) -> Loaded:
    """Bring a system's rows up to date with the entries over the files of the last load.

    Raises LoadRefused and keeps nothing when an entry makes a catalogue the rules refuse, and
    game.CatalogueNotLoaded before the first load.
    """
    files = selectors.loaded_files(system)
    if not files:
        raise game.CatalogueNotLoaded(system)
    return _write(system, files, now)


@transaction.atomic
def _write(system: str, loaded: dict[str, Any], now: datetime) -> Loaded:
    current = selectors.current_version(system, lock=True)
    entered, left_out = _entered(system, loaded)
    files = lay_over(loaded, entered)
    catalogue = check_files(files)
    if (
        current is not None
        and (current.digest, current.shape) == (catalogue.id, ROW_SHAPE)
        and selectors.loaded_files(system) == loaded
    ):
        return Loaded(changed=False, version=current, left_out=left_out)
    Rows(system, files, loaded, catalogue).write()
    version = CatalogueVersion.objects.create(
        system=system,
        digest=catalogue.id,
        shape=ROW_SHAPE,
        loaded_at=now,
        counts=_counts(system),
    )
    return Loaded(changed=True, version=version, left_out=left_out)


def _entered(system: str, loaded: dict[str, Any]) -> tuple[dict[str, Any], list[LoadProblem]]:
    """The records of a system's entries by id, and what is wrong with those that no longer fit."""
    entered = entered_records(system)
    faults = figure_faults(loaded, list(entered.values())) if entered else []
    unfit = {fault.id for fault in faults}
    return {key: record for key, record in entered.items() if key not in unfit}, faults


def _counts(system: str) -> dict[str, int]:
    """How many figures by status, and how many cards of the game and of our own."""
    counts = {
        str(status): Figure.objects.filter(system=system, status=status).count()
        for status in Figure.Status.values
    }
    for name, official in (("cards", True), ("house_cards", False)):
        counts[name] = Card.objects.filter(system=system, official=official).count()
    return counts
