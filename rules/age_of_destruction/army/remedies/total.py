"""What cures a wrong build total, a total above it, and costs that a list states wrongly."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from rules.age_of_destruction.army.edits import Change, set_build_total
from rules.age_of_destruction.army.event import STANDARD
from rules.age_of_destruction.army.inline import record_of
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece
from rules.age_of_destruction.army.remedies.case import LAST, Case, Option, option, remedy, remove
from rules.age_of_destruction.army.stock import price
from rules.age_of_destruction.records.cards import STEP, Card
from rules.age_of_destruction.records.units import Unit

#: For sets of one, two and three savings: the greatest so many are looked at, and so many options
#: are offered up to that size.
SETS = ((1_000_000, 9), (100, 12), (40, 14))
#: Points given up without need for which no set of three is looked for.
LITTLE = 10
#: Options offered of each sort.
OFFERED = 14
#: Points given up without need from which on a swap is looked for that keeps them.
WASTED = 30
#: The rank of agreeing on a higher build total instead of saving.
ANOTHER_TOTAL = 5


@remedy("LIMIT_MISSING")
def choose_a_total(case: Case) -> Iterator[Option]:
    """The total of the event or of the standard game; a higher one where that is too low."""
    event = case.muster.event or STANDARD
    totals = event.build_totals or STANDARD.build_totals
    for rank, total in enumerate(totals):
        yield option(set_build_total(total), rank=rank)
    if not case.muster.event:
        yield option(set_build_total(_holding(case.muster)), rank=ANOTHER_TOTAL)


@remedy("LIMIT_NOT_MULTIPLE_OF_150", "LIMIT_NOT_ALLOWED_BY_FORMAT")
def nearest_total(case: Case) -> Iterator[Option]:
    """The nearest total that may be played and holds the group; else the nearest above."""
    muster, limit = case.muster, case.muster.limit or 0
    allowed: Iterable[int] = muster.event.build_totals if muster.event else ()
    if not allowed:
        params = case.violation.params
        allowed = {params["lower"], params["upper"], _holding(muster)}
    for rank, total in enumerate(sorted(allowed, key=lambda t: (abs(t - limit), t < limit))):
        yield option(set_build_total(total), rank=rank)


def _holding(muster: Muster) -> int:
    """The lowest multiple of 150 that holds the group, its scaled costs worked out anew."""
    total = _next_multiple(muster.total)
    for _ in range(4):
        group = msgspec.structs.replace(muster.group, build_total=total)
        needed = Muster(group, muster.catalogue).total
        if needed <= total:
            break
        total = _next_multiple(needed)
    return total


def _next_multiple(points: int) -> int:
    return max(-(-points // STEP), 1) * STEP


@remedy("OVER_POINTS")
def save_points(case: Case) -> Iterator[Option]:
    """One edit that saves enough, else two, else three, else the greatest until it is enough; or a
    higher build total where no event fixes it."""
    excess = case.violation.params["excess"]
    saved = sorted(savings(case, excess), key=lambda one: one.saving)
    covering = enough(saved, excess)
    yield from covering
    for size in {len(one.changes) for one in covering}:
        alike = [one for one in covering if len(one.changes) == size]
        if min(one.saving for one in alike) - excess >= WASTED:
            for one in alike:
                yield from _keeping(case, one, excess)
    event = case.muster.event
    higher = _holding(case.muster)
    totals = event.build_totals if event and event.build_totals else (higher,)
    for total in totals:
        if total >= higher:
            yield option(set_build_total(total), rank=ANOTHER_TOTAL)


def enough(savings: Sequence[Option], excess: int) -> list[Option]:
    """The smallest sets of savings that cover the excess, and larger sets that give up less."""
    found: list[Option] = []
    entries = [_entry(saved.changes[0]) for saved in savings]
    for size, (looked_at, offered) in enumerate(SETS, start=1):
        least = min((saved.saving for saved in found), default=None)
        if size == len(SETS) and least is not None and least - excess <= LITTLE:
            break
        first = max(len(savings) - looked_at, 0)
        points = [saved.saving for saved in savings[first:]]
        covering = sorted(
            (saving, several)
            for saving, several in _covering(points, excess, size)
            if (least is None or saving < least)
            and len({entries[first + index] for index in several}) == size
        )
        for _, several in covering[: offered - len(found)]:
            found.append(_together(tuple(savings[first + index] for index in several)))
    return found or _greatest(savings, excess)


def _keeping(case: Case, enough: Option, excess: int) -> Iterator[Option]:
    """Where a removal gives up many points without need, to put figures worth most of them in the
    place of one that goes, the whole of it: as many edits, and nothing wasted."""
    wasted = enough.saving - excess
    for number, change in enumerate(enough.changes):
        if change.op != "remove" or not change.where.startswith("units") or "." in change.where:
            continue
        for unit in _worth(case, case.piece(change.where), wasted):
            swap = Change("replace", change.where, entry={"unit": unit.id})
            changes = (*enough.changes[:number], swap, *enough.changes[number + 1 :])
            yield Option(changes, 0, enough.saving - (unit.points or 0))


def _worth(case: Case, piece: Piece, points: int) -> list[Unit]:
    """The figures worth most of some points that could stand in a place: of its faction and type,
    of its faction, or any."""
    here = {other.unit.id for other in case.muster.pieces if other.unit}
    fitting = [
        unit
        for unit in case.stock.units
        if 0 < (unit.points or 0) <= points
        and not case.stock.lacks(unit.id)
        and unit.id != piece.entry.unit
        and not (unit.unique and unit.id in here)
    ]
    alike = [unit for unit in fitting if unit.faction == piece.faction]
    same = [unit for unit in alike if piece.unit and unit.type == piece.unit.type]
    best = [
        max(units, key=lambda unit: unit.points or 0) for units in (same, alike, fitting) if units
    ]
    return list({unit.id: unit for unit in best}.values())


def _covering(
    points: Sequence[int], excess: int, size: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Sets of so many savings, by their places among all, that just cover the excess: to some, the
    least that is enough. What each saves stands before it."""
    for smaller in combinations(range(len(points)), size - 1):
        saved = sum([points[index] for index in smaller])
        first = bisect_left(points, excess - saved, lo=smaller[-1] + 1 if smaller else 0)
        for index in range(first, min(first + OFFERED // size, len(points))):
            yield saved + points[index], (*smaller, index)


def _greatest(savings: Sequence[Option], excess: int) -> list[Option]:
    """The greatest savings, one an entry, until they are enough."""
    taken: dict[str, Option] = {}
    saved = 0
    for one in reversed(savings):
        entry = _entry(one.changes[0])
        if saved < excess and entry not in taken:
            taken[entry] = one
            saved += one.saving
    return [_together(tuple(taken.values()))] if saved >= excess else []


def _together(options: tuple[Option, ...]) -> Option:
    changes = tuple(change for one in options for change in one.changes)
    return Option(changes, 0, sum(one.saving for one in options))


def _entry(change: Change) -> str:
    return change.where.partition(".")[0]


def savings(case: Case, excess: int) -> Iterator[Option]:
    """Every single edit that saves points."""
    for piece in case.muster.pieces:
        yield from _figure_savings(case, piece, excess)
        for mounted in piece.cards:
            yield from _card_savings(case, piece, mounted)
    for played in case.muster.played:
        if played.cost:
            yield option(Change("remove", played.where), saving=played.cost)


def _figure_savings(case: Case, piece: Piece, excess: int) -> Iterator[Option]:
    if piece.value:
        yield option(Change("remove", piece.where), saving=piece.value * piece.count)
    if piece.count > 1 and piece.points:
        fewer = min(-(-excess // piece.points), piece.count - 1)
        change = Change("set", piece.where, field="count", value=piece.count - fewer)
        yield option(change, saving=fewer * piece.points)
    yield from (swap for swap in case.swaps(piece, 0) if swap.saving > 0)


def _card_savings(case: Case, piece: Piece, mounted: Mounted) -> Iterator[Option]:
    recruited = mounted.recruitment.cost if mounted.recruitment else 0
    spent = (mounted.cost or 0) + recruited
    if not spent:
        return
    yield option(Change("remove", mounted.where), saving=spent)
    if recruited and piece.faction_from == "recruitment":
        change = Change("set", mounted.where, field="recruit", value=None)
        yield option(change, saving=recruited)
    for card, points in _alike(case, piece, mounted):
        if points < spent:
            change = Change("replace", mounted.where, replacement=card.id)
            yield option(change, saving=spent - points)


def swaps_down(case: Case) -> Iterator[Option]:
    """To put another figure of the same faction and type with fewer points in the place of each
    line, all its copies and none of its cards."""
    for piece in case.muster.pieces:
        old = piece.unit
        for unit in case.stock.units if old else ():
            saving = (piece.value - (unit.points or 0)) * piece.count
            alike = (unit.faction, unit.type) == (piece.faction, old and old.type)
            if (
                alike
                and saving > 0
                and unit.id != piece.entry.unit
                and not case.stock.lacks(unit.id)
            ):
                copies = {"count": piece.count} if piece.count > 1 else {}
                change = Change("replace", piece.where, entry={"unit": unit.id} | copies)
                yield option(change, saving=saving)


def _alike(case: Case, piece: Piece, mounted: Mounted) -> Iterator[tuple[Card, int]]:
    """Gear for the same value, or pilots of the same type, with their points on this 'Mech."""
    old = mounted.card
    if old is None:
        return
    for card in case.stock.alike(old, piece):
        points = price(card, piece, case.muster.limit)
        if points is not None:
            yield card, points


@remedy("TOTAL_UNDECIDED")
def decide_the_total(case: Case) -> Iterator[Option]:
    """A version whose cost is known in place of the first thing whose cost is not; else without."""
    if case.where.startswith("units") and "." not in case.where:
        yield from case.swaps(case.piece(), 0)
    yield remove(case.where)
    if len(case.violation.where) > 1:
        yield option(*(Change("remove", where) for where in case.violation.where), rank=2 * LAST)


@remedy("EMPTY_BATTLE_GROUP")
def add_a_figure(case: Case) -> Iterator[Option]:
    """Each of the cheapest figures."""
    limit = case.muster.limit or STEP
    for rank, unit in enumerate(case.stock.units[:OFFERED]):
        if (unit.points or 0) <= limit:
            yield option(Change("add", "units", entry={"unit": unit.id}), rank=rank)


# Stated costs ---------------------------------------------------------------------------------


@remedy("POINTS_DIFFER_FROM_CATALOGUE", "SCALED_COST_WRONG", "ALT_COST_REQUIRED")
def state_the_cost(case: Case) -> Iterator[Option]:
    """The cost the rules give; the pilot's on another 'Mech."""
    expected = case.violation.params["expected"]
    if "." not in case.where and (record := _record_in(case)):
        yield option(Change("replace", case.where, replacement=record.id))
    else:
        yield option(Change("set", case.where, field="points", value=expected))
    if case.violation.code == "ALT_COST_REQUIRED" and "." in case.where:
        yield from case.moves(case.where, rank=1)
    yield remove(case.where)


def _record_in(case: Case) -> Unit | None:
    """The catalogue's record of an inline figure that stands at the place."""
    if not case.where.startswith("units"):
        return None
    return record_of(case.piece().entry, case.muster.catalogue)


@remedy("ALT_COST_NOT_AVAILABLE")
def state_or_earn_the_cost(case: Case) -> Iterator[Option]:
    """The cost the rules give; or what the other asks for: the preferred 'Mech, a pure group."""
    expected, card = case.violation.params["expected"], case.card()
    yield option(Change("set", case.where, field="points", value=expected))
    if card and card.is_pilot:
        for move in case.moves(case.where, rank=1):
            if card.prefers(case.piece(move.changes[0].to).unit):
                yield move
    elif card:
        foreign = [p for p in case.muster.pieces if p.faction not in card.factions]
        if len(foreign) < len(case.muster.pieces) and len(foreign) <= OFFERED:
            yield option(*(Change("remove", piece.where) for piece in foreign), rank=1)
    yield remove(case.where)


@remedy("RECRUITMENT_COST_SCALED", "RECRUITMENT_WRONG_COST")
def state_the_recruitment(case: Case) -> Iterator[Option]:
    """The flat cost."""
    expected = case.violation.params["expected"]
    yield option(Change("set", case.where, field="recruit_points", value=expected))
    yield remove(case.where, LAST)
