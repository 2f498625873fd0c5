"""Suggestions for groups that are right: what fills them up, and how they fit another total."""

import heapq
from collections.abc import Container, Iterator, Sequence
from itertools import combinations_with_replacement, islice, product

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.edits import (
    EVENT,
    Change,
    Draft,
    apply_changes,
    in_order,
    order,
    set_build_total,
)
from rules.age_of_destruction.army.event import EVENTS
from rules.age_of_destruction.army.filling import ANY_ROOM, Addition, Room, additions, fullest
from rules.age_of_destruction.army.repair import Repair, Search, by_first_places
from rules.age_of_destruction.army.stock import Stock
from rules.age_of_destruction.army.verdict import Judgement
from rules.age_of_destruction.records.catalogue import Catalogue

#: So many additions are looked for first, in every combination; more where those leave much.
FEW_ADDITIONS = 3
#: Versions at another total looked at, and edits above the fewest that may keep more points.
CONSIDERED, MORE_EDITS = 30, 2
#: Fewer points than this left over count less than fewer additions.
A_FEW = 4
#: The share of the build total that may be left without more additions being looked for.
LITTLE = 0.02
#: Sums of costs looked at, choices for each cost, and fillings judged.
SUMS, CHOICES, MOST_VERDICTS = 60, 4, 150


def fill(
    group: BattleGroup,
    catalogue: Catalogue,
    most: int = 5,
    pool: Container[str] | None = None,
    room: Room = ANY_ROOM,
) -> tuple[Repair, ...]:
    """Additions that spend the rest of a group that is not illegal: up to three, or as many as it
    takes where those leave much.

    First those that leave little, among them those with the fewest factions the group does not
    have, then the fullest, where a few points count less than fewer additions; only what is owned
    where the group says so, only ids in `pool` where there is one, and no more entries and cards
    than there is `room` for.
    """
    judged = Judgement(group, catalogue)
    muster = judged.muster
    limit = muster.limit or 0
    rest = limit - muster.total
    if judged.legal is False or rest <= 0:
        return ()
    stock = Stock(group, catalogue, pool)
    offered = [a for a in additions(muster, stock, rest, room) if a.points <= rest]
    small = islice((s for s in _fillings(offered, rest) if room.holds(s)), MOST_VERDICTS)
    found = _legal(small, judged, most)
    for larger in fullest(muster, stock, rest, room):
        if any(limit - filling.total <= LITTLE * limit for filling in found):
            break
        found += _legal(iter(larger), judged, most)
    ranked = sorted(found, key=lambda filling: limit - filling.total > LITTLE * limit)
    if ranked and ranked[0].total < limit - LITTLE * limit:
        ranked.sort(key=lambda filling: -filling.total)
    return tuple(ranked[:most])


def _legal(fillings: Iterator[tuple[Addition, ...]], judged: Judgement, most: int) -> list[Repair]:
    """The first fillings that leave the group as legal as it is."""
    found: list[Repair] = []
    for several in fillings:
        changes = in_order(addition.change for addition in several)
        filled = judged.after(apply_changes(judged.muster.group, changes))
        if filled.legal is judged.legal:
            found.append(Repair(changes, filled.muster.total))
            if len(found) == most:
                break
    return found


def _fillings(additions: Sequence[Addition], rest: int) -> Iterator[tuple[Addition, ...]]:
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
            for size in range(1, FEW_ADDITIONS + 1)
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
    group: BattleGroup,
    catalogue: Catalogue,
    build_total: int,
    most: int = 3,
    room: Room = ANY_ROOM,
) -> tuple[Repair, ...]:
    """The closest legal versions of a group at another build total: those that leave little first,
    then fewest edits, then most points kept; with a few more edits when they keep more points.

    An event that does not play the total gives way to the standard format of it, or to none. What
    a version leaves of the total is filled.
    """
    changes = _other_total(group, build_total)
    at_total = apply_changes(group, changes)
    judged = Judgement(at_total, catalogue)
    if judged.legal:
        versions = [Repair((), judged.muster.total)]
    else:
        search = Search(judged, keep_total=True)
        versions = _closest(search.smallest(CONSIDERED), most)
    versions += [
        filled
        for version in versions
        if build_total - version.total > LITTLE * build_total
        for filled in _filled(at_total, catalogue, version, room)
    ]
    fullest_total = max((version.total for version in versions), default=0)

    def rank(version: Repair) -> tuple[bool, int, int]:
        return (fullest_total - version.total > LITTLE * build_total, *_distance(version))

    return tuple(
        Repair(in_order((*changes, *version.changes)), version.total)
        for version in sorted(versions, key=rank)[:most]
    )


def _filled(
    group: BattleGroup, catalogue: Catalogue, version: Repair, room: Room
) -> Iterator[Repair]:
    """A version of a group with the rest filled, by the places of the group before any edit."""
    draft = Draft(group)
    for change in in_order(version.changes):
        draft.apply(change)
    for filling in fill(draft.group(), catalogue, most=1, room=room):
        placed = [by_first_places(draft, change) for change in filling.changes]
        known = [change for change in placed if change is not None]
        if len(known) == len(placed):
            yield Repair(in_order((*version.changes, *known)), filling.total)


def _closest(versions: Sequence[Repair], most: int) -> list[Repair]:
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
