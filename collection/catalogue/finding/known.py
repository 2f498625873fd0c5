"""The catalogue laid out for finding pieces: see `finder.Finder`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from collection.catalogue import game, selectors
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.meaning import GEAR, GROUP_CARD, PILOT, Known
from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.pieces import NUMBER_LENGTH, Piece
from collection.catalogue.present.cards import card_name
from collection.catalogue.present.catalogue_words import RANK_NAMES, own_name
from collection.common.folding import number_key
from collection.common.language import in_every_language, language


def finder(system: str) -> Finder:
    """The catalogue as it is now, labelled in the visitor's language; one query, unless it has
    changed."""
    version = selectors.current_version(system)
    return _finder(system, version.digest if version else "", language())


@lru_cache(maxsize=4)
def _finder(system: str, digest: str, _language: str) -> Finder:
    rows = ExpansionSet.objects.filter(system=system)
    sets = {row.code: tuple(_names_of(row)) for row in rows}
    numbers = {row.code: tuple(_numbers_of(row)) for row in rows}
    return Finder(system, sets, _known(system) if digest else (), numbers)


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


def _known(system: str) -> list[Known]:
    """Every figure, each number of a block too, and every card; the best known set first."""
    known = game.catalogue(system)
    factions = {row.name: row for row in selectors.factions(system)}
    dials = Counter(unit.set for unit in known.units.values() if unit.known)
    found = [
        *(_figure(system, unit, factions) for unit in known.units.values()),
        *(_card(system, card) for card in known.cards.values()),
    ]

    def place(each: Known) -> tuple[bool, int, str, str]:
        return each.is_card, -dials[each.piece.set], each.piece.set, number_key(each.piece.number)

    return sorted(found, key=place)


def _figure(system: str, unit: game.Unit, factions: Mapping[str, Faction]) -> Known:
    variant, faction = unit.variant or "", factions.get(unit.faction or "")
    rank = RANK_NAMES.get(unit.rank_mark or "", "")
    of_faction = (faction.name, faction.name_pl) if faction else ()
    traits = (unit.label, variant, unit.nickname, *in_every_language(rank), *of_faction)
    points = "" if unit.points is None else str(unit.points)
    told = (unit.title, variant, str(rank), own_name(faction) if faction else "", points)
    return Known(
        Piece(system, unit.set or "", unit.number or ""),
        unit.name,
        variant,
        label=", ".join(filter(None, told)),
        others=(unit.full_name, f"{unit.full_name} {variant}", unit.nickname or ""),
        traits=frozenset(filter(None, traits)),
        points=unit.points,
    )


def _card(system: str, card: game.Card) -> Known:
    return Known(
        Piece(system, card.set, f"{card.type}-{card.number}"),
        card.name,
        role=GEAR if card.is_gear else PILOT if card.is_pilot else GROUP_CARD,
        label=f"{card.id} {card_name(card)}",
        others=(card.name_pl or "",),
    )
