"""Suggestions for groups that are right: what fills them up, and how they fit another total."""

import heapq
from collections.abc import Container, Iterator
from itertools import combinations_with_replacement, product

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.edits import (
    EVENT,
    Change,
    apply_changes,
    in_order,
    order,
    set_build_total,
)
from rules.age_of_destruction.army.event import EVENTS
from rules.age_of_destruction.army.muster import Muster, Piece
from rules.age_of_destruction.army.repair import Repair, Search
from rules.age_of_destruction.army.stock import Stock, has_room, price
from rules.age_of_destruction.army.verdict import validate
from rules.age_of_destruction.cards import Card
from rules.age_of_destruction.catalogue import Catalogue

MOST_ADDITIONS = 3
#: Versions at another total looked at, and edits above the fewest that may keep more points.
CONSIDERED, MORE_EDITS = 30, 2
#: Fewer points than this left over count less than fewer additions.
A_FEW = 4
#: Sums of costs looked at, choices for each cost, and fillings judged.
SUMS, CHOICES, MOST_VERDICTS = 60, 4, 150


class Addition(msgspec.Struct, frozen=True):
    """Something that may come into a group: the edit, its points, the faction it brings that is
    not there yet, whether it is a mercenary, and how many such copies may come."""

    change: Change
    points: int
    item: str
    foreign: str | None = None
    hired: bool = False
    left: int = MOST_ADDITIONS


def fill(
    group: BattleGroup,
    catalogue: Catalogue,
    most: int = 5,
    pool: Container[str] | None = None,
) -> tuple[Repair, ...]:
    """Up to three additions that spend the rest of a group that is not illegal.

    First those with the fewest factions the group does not have, then the fullest, where a few
    points count less than fewer additions; only what is owned where the group says so, and only ids
    in `pool` where there is one.
    """
    verdict = validate(group, catalogue)
    rest = (verdict.limit or 0) - verdict.points.total
    if verdict.legal is False or rest <= 0:
        return ()
    found = []
    fillings = _fillings(
        _additions(Muster(group, catalogue), Stock(group, catalogue, pool), rest), rest
    )
    for _, additions in zip(range(MOST_VERDICTS), fillings, strict=False):
        changes = in_order(addition.change for addition in additions)
        filled = validate(apply_changes(group, changes), catalogue)
        if filled.legal is verdict.legal:
            found.append(Repair(changes, filled.points.total))
            if len(found) == most:
                break
    return tuple(found)


def _additions(muster: Muster, stock: Stock, rest: int) -> Iterator[Addition]:
    """Every figure, gear card and pilot that costs no more than the rest."""
    here = {piece.entry.unit for piece in muster.pieces}
    for unit in stock.units:
        points = unit.points or 0
        if points <= rest and not stock.lacks(unit.id) and not (unit.unique and unit.id in here):
            foreign = None if unit.faction in muster.factions else unit.faction
            change = Change("add", "units", entry={"unit": unit.id})
            left = 1 if unit.unique else stock.left(unit.id)
            yield Addition(change, points, unit.id, foreign, unit.is_mercenary, left)
    for piece in muster.pieces:
        yield from (a for a in _cards(muster, stock, piece) if a.points <= rest)


def _cards(muster: Muster, stock: Stock, piece: Piece) -> Iterator[Addition]:
    """Gear and pilots for a 'Mech with room; gear that fits both weapons once for each."""
    if piece.unit is None or not has_room(piece):
        return
    pilots = () if piece.pilots else stock.pilots(piece)
    for part, cards in (("gear", stock.gear(piece)), ("pilot", pilots)):
        for card in cards:
            points = price(card, piece, muster.limit)
            if points is None or stock.lacks(card.id):
                continue
            for weapon in _weapons(card, piece):
                entry = {"card": card.id} | ({"weapon": weapon} if weapon else {})
                change = Change("add", f"{piece.where}.{part}", entry=entry)
                yield Addition(change, points, card.id, left=1)


def _weapons(card: Card, piece: Piece) -> list[str | None]:
    """The weapons to choose from for a gear card; None where there is no choice."""
    weapons = card.fitting_weapons(piece.unit) if piece.unit else []
    return [weapon.slot for weapon in weapons] if len(weapons) > 1 else [None]


def _fillings(additions: Iterator[Addition], rest: int) -> Iterator[tuple[Addition, ...]]:
    """Sets of additions, those without a new faction and with little left first."""
    ranked = sorted(additions, key=lambda a: (a.foreign is not None, a.hired, order(a.change)))
    own = [addition for addition in ranked if addition.foreign is None]
    fillings = sorted(
        (*_sets(own, rest), *_sets(ranked, rest)), key=lambda several: _rank(several, rest)
    )
    seen = set()
    for several in fillings:
        key = tuple(sorted(repr(addition.change) for addition in several))
        if key not in seen:
            seen.add(key)
            yield several


def _rank(additions: tuple[Addition, ...], rest: int) -> tuple[int, int, int, int]:
    """The order of fillings: new factions, points left, the last few after the additions."""
    new = {addition.foreign for addition in additions} - {None}
    left = rest - sum(addition.points for addition in additions)
    return (len(new), left // A_FEW, len(additions), left)


def _sets(additions: list[Addition], rest: int) -> Iterator[tuple[Addition, ...]]:
    """Sets of up to three additions for the sums that leave least; a few of each cost."""
    by_points: dict[int, list[Addition]] = {}
    for addition in additions:
        choices = by_points.setdefault(addition.points, [])
        if len(choices) < CHOICES:
            choices.append(addition)
    costs = sorted(points for points in by_points if points > 0)
    sums = heapq.nsmallest(
        SUMS,
        (
            ((rest - sum(several)) // A_FEW, size, rest - sum(several), several)
            for size in range(1, MOST_ADDITIONS + 1)
            for several in combinations_with_replacement(costs, size)
            if sum(several) <= rest
        ),
    )
    for *_, points in sums:
        yield from filter(_possible, product(*(by_points[point] for point in points)))


def _possible(additions: tuple[Addition, ...]) -> bool:
    """Whether there are enough copies of everything."""
    items = [addition.item for addition in additions]
    return all(items.count(addition.item) <= addition.left for addition in additions)


def closest_at(
    group: BattleGroup, catalogue: Catalogue, build_total: int, most: int = 3
) -> tuple[Repair, ...]:
    """The closest legal versions of a group at another build total: fewest edits first, then most
    points kept; with a few more edits when they keep more points.

    An event that does not play the total gives way to the standard format of it, or to none.
    """
    changes = _other_total(group, build_total)
    at_total = apply_changes(group, changes)
    verdict = validate(at_total, catalogue)
    if verdict.legal:
        return (Repair(changes, verdict.points.total),)
    search = Search(at_total, catalogue, verdict, keep_total=True)
    return tuple(
        Repair(in_order((*changes, *repair.changes)), repair.total)
        for repair in _closest(search.smallest(CONSIDERED), most)
    )


def _closest(versions: tuple[Repair, ...], most: int) -> list[Repair]:
    """Of versions of a group the best for its number of edits, where more edits keep more points;
    then others."""
    ranked = sorted(versions, key=_distance)
    leading: list[Repair] = []
    for version in ranked:
        edits = len(version.changes) - len(ranked[0].changes)
        if not leading or (version.total > leading[-1].total and edits <= MORE_EDITS):
            leading.append(version)
    others = [version for version in ranked if version not in leading]
    return sorted((*leading, *others)[:most], key=_distance)


def _distance(version: Repair) -> tuple[int, int]:
    return len(version.changes), -version.total


def _other_total(group: BattleGroup, build_total: int) -> tuple[Change, ...]:
    changes = []
    if group.build_total != build_total:
        changes.append(set_build_total(build_total))
    event = group.event
    if event and event.build_totals and build_total not in event.build_totals:
        standard = EVENTS.get(f"standard-{build_total}")
        known = standard.name if standard and EVENTS.get(event.name) == event else None
        changes.append(Change("set", EVENT, field=EVENT, value=known))
    return in_order(changes)
