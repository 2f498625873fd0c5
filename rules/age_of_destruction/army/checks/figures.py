"""Figures: known, complete, unique (AOD-UNIT, AOD-BUILD-006 to 009)."""

from typing import Any

import msgspec

from rules.age_of_destruction.army.copies import copies_held, copies_taken, figure_taken
from rules.age_of_destruction.army.findings import Findings, check, fact
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Piece

#: A list with more unknown numbers than this is no list of slips; guessing at all would be slow.
SUGGESTED = 20


@check(
    "figures_known",
    "figures",
    "AOD-UNIT-012",
    "AOD-UNIT-010",
    "AOD-UNIT-027",
    reads="figures",
    of="pieces",
    finds_in="strangers",
    tells=lambda muster: {"entries": len(muster.pieces)},
)
def figures_are_known(muster: Muster, found: Findings) -> None:
    """Every figure is in the catalogue under its set and number."""
    for number, piece in enumerate(muster.strangers):
        similar = muster.catalogue.similar_units(piece.entry.unit) if number < SUGGESTED else []
        found.add("UNKNOWN_UNIT", piece.where, unit=piece.entry.unit[:80], similar=similar)


@check(
    "figures_complete",
    "figures",
    "AOD-UNIT-007",
    "AOD-UNIT-008",
    reads="figures",
    of="pieces",
    finds_in="sketched",
)
def records_are_complete(muster: Muster, found: Findings) -> None:
    """What a check needs to know of a figure is known."""
    for piece, unit in muster.sketched:
        missing = list(unit.gaps)
        found.add("UNIT_RECORD_INCOMPLETE", piece.where, unit=unit.title, missing=missing)


def _unique_numbers(muster: Muster) -> dict[str, Any] | None:
    uniques = (unit.collector for _, unit in muster.uniques)
    numbers = {number for number in uniques if number is not None}
    return {"unique": sorted(numbers)} if numbers else None


@check(
    "unique_numbers",
    "figures",
    "AOD-BUILD-006",
    "AOD-BUILD-007",
    "AOD-UNIT-011",
    reads="figures rest",
    of="pieces",
    finds_in="uniques",
    tells=_unique_numbers,
)
def unique_numbers_once(muster: Muster, found: Findings) -> None:
    """A unique figure's set and number stands at most once; others as often as wanted."""
    by_number: dict[str, list[Piece]] = {}
    by_name: dict[str, dict[str, Piece]] = {}
    for piece, unit in muster.uniques:
        number = unit.collector
        if number is not None:
            by_number.setdefault(number, []).append(piece)
            by_name.setdefault(unit.name, {}).setdefault(number, piece)
    for pieces in by_number.values():
        count = sum(piece.count for piece in pieces)
        if count > 1:
            places = [piece.where for piece in pieces]
            first = pieces[0].unit
            found.add(
                "DUPLICATE_UNIQUE_COLLECTOR_NUMBER",
                *places,
                unit=pieces[0].title,
                set=first.set if first else None,
                number=first.number if first else None,
                count=count,
            )
    strict = muster.group.ruling("unique_by_name")
    for name, versions in by_name.items():
        if len(versions) > 1:
            found.add(
                "UNIQUE_SAME_NAME",
                *(piece.where for piece in versions.values()),
                severity="error" if strict else "note",
                name=name,
                numbers=sorted(versions),
            )


@fact(
    "mixed_factions",
    "figures",
    "AOD-BUILD-009",
    "AOD-ALLY-008",
    "AOD-UNIT-005",
    "AOD-UNIT-006",
    reads="figures",
    of="pieces",
)
def any_factions_together(muster: Muster) -> dict[str, Any] | None:
    """Any factions and mercenaries may stand in one group; alliances decide formations only."""
    mercenaries = sum(piece.count for piece in muster.pieces if piece.is_mercenary)
    return {"factions": sorted(muster.factions), "mercenaries": mercenaries}


class _Need(msgspec.Struct):
    """What of one figure or card a group needs, and where."""

    title: str
    count: int
    places: list[str]


def _needed(muster: Muster) -> dict[str, _Need]:
    """What the group needs of a collection, by id; cards only where the collection has any."""
    taken = copies_taken(muster.group, muster.catalogue)
    needed: dict[str, _Need] = {}

    def need(item: str, title: str, where: str) -> None:
        needed.setdefault(item, _Need(title, taken[item], [])).places.append(where)

    for piece in muster.pieces:
        if piece.unit and (figure := figure_taken(piece.entry, muster.catalogue)):
            need(figure, piece.title, piece.where)
    if any(muster.catalogue.card(owned_id) for owned_id in muster.group.owned or ()):
        for place in muster.cards:
            if place.card:
                need(place.card.id, place.card.title, place.where)
    return needed


def _owned(muster: Muster) -> dict[str, Any] | None:
    if muster.group.owned is None:
        return None
    return {"needed": {item: needs.count for item, needs in _needed(muster).items()}}


@check(
    "owned",
    "figures",
    "AOD-UNIT-027",
    "AOD-GEAR-022",
    reads="figures mounted played rest",
    tells=_owned,
)
def owned_copies(muster: Muster, found: Findings) -> None:
    """What the collection lacks: a note, never a fault."""
    held = copies_held(muster.group)
    if held is None:
        return
    for item, needs in _needed(muster).items():
        have = held[item]
        if needs.count > have:
            found.add("NOT_OWNED", *needs.places, entry=needs.title, needed=needs.count, owned=have)
