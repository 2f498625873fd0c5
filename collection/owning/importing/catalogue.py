"""The catalogue laid out for finding pieces: see `finder.Finder`."""

from collections.abc import Iterator
from functools import lru_cache

from collection.catalogue import selectors
from collection.catalogue.models import Card, ExpansionSet, Figure
from collection.owning.importing.finder import Finder, Known
from collection.owning.pieces import NUMBER_LENGTH, Piece


def finder(system: str) -> Finder:
    """The catalogue as it is now; one query, unless it has changed."""
    version = selectors.current_version(system)
    return _finder(system, version.digest if version else "")


@lru_cache(maxsize=2)
def _finder(system: str, digest: str) -> Finder:
    rows = ExpansionSet.objects.filter(system=system)
    sets = {row.code: tuple(_names_of(row)) for row in rows}
    numbers = {row.code: tuple(_numbers_of(row)) for row in rows}
    return Finder(system, sets, [*_figures(system), *_cards(system)], numbers)


def _names_of(row: ExpansionSet) -> Iterator[str]:
    """What else people call a set: its name, with and without the game's, and shorter codes."""
    for name in filter(None, (row.name, row.name_pl)):
        yield name
        yield name.rpartition(": ")[2]
    yield from row.record.get("aliases", ())


def _numbers_of(row: ExpansionSet) -> Iterator[str]:
    """The numbers a set is known to have; where it goes on after a block is not known."""
    size, blocks = row.record.get("size"), row.record.get("numbering", ())
    if size and not blocks:
        yield from map(_as_printed, range(1, size + 1))
    for block in blocks:
        first, last = block["first"], block["last"]
        if first.isdigit() and last:
            yield from map(_as_printed, range(int(first), int(last) + 1))
        else:
            yield first


def _as_printed(number: int) -> str:
    return str(number).zfill(NUMBER_LENGTH)


def _figures(system: str) -> Iterator[Known]:
    """Every figure, and each number of a block."""
    rows = Figure.objects.filter(system=system).order_by("sort_key")
    values = rows.values_list("set__code", "number", "name", "variant", "record__block")
    for set_code, first, name, variant, block in values:
        for number in block or [first]:
            yield Known(Piece(system, set_code, number), name, variant)


def _cards(system: str) -> Iterator[Known]:
    rows = Card.objects.filter(system=system).order_by("sort_key")
    for set_code, kind, number, name in rows.values_list("set__code", "type", "number", "name"):
        yield Known(Piece(system, set_code, f"{kind}-{number}"), name, is_card=True)
