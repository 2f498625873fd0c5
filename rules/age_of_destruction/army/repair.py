"""Repairs: the smallest sets of edits that make an illegal group legal.

Smallest is fewest edits, then what the violation's own order of remedies prefers, then pieces that
are owned, then the smallest change of points (and of the build total), then the order of the file.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.age_of_destruction.army import remedies as _remedies  # noqa: F401  registers them
from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.edits import (
    BUILD_TOTAL,
    Change,
    Draft,
    in_order,
    order,
    parse_place,
)
from rules.age_of_destruction.army.remedies.case import LAST, REMEDIES, Bench, Case, Option
from rules.age_of_destruction.army.stock import Stock
from rules.age_of_destruction.army.verdict import OVER, UNDECIDED, Judgement
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.codec import Unreadable
from rules.core.violations import Violation

#: How often a group may be judged in search of repairs, and once one is found.
MOST_VERDICTS, ENOUGH_VERDICTS = 400, 150
#: Judging a large group takes longer: entries and cards judged in one search, and the least number
#: of verdicts all the same.
MOST_ENTRIES, LEAST_VERDICTS = 40_000, 12
#: An id nobody knows is looked for among all others, which takes as long as so many entries.
UNKNOWN_WEIGHT = 100
#: Verdicts kept back for a repair of everything at once.
RESERVE = 8
#: More faults than this are first repaired all at once, so many in one go.
MANY_FAULTS, MOST_FAULTS = 10, 2000
#: How much more a missing edit counts than one made, once the search has to hurry.
HURRY = 3
#: Options tried for one violation.
MOST_OPTIONS = 16
#: The share of a higher build total a group comes to that might as well be played at it.
NEARLY = 0.9
#: Codes that want an edit at each of their places; for others the first stands for all.
AT_EVERY_PLACE = frozenset(("TOTAL_UNDECIDED", "NOT_FACTION_PURE"))


class Repair(msgspec.Struct, frozen=True):
    """Edits that together give a legal group, and the total it then has."""

    changes: tuple[Change, ...]
    total: int


def repairs(
    group: BattleGroup, catalogue: Catalogue, judged: Judgement | None = None, most: int = 5
) -> tuple[Repair, ...]:
    """The smallest repairs of a group that is not legal, smallest first, each judged legal."""
    judged = judged or Judgement(group, catalogue)
    return () if judged.legal else Search(judged).smallest(most)


class Step(msgspec.Struct, frozen=True):
    """Edits so far and the group after them, judged."""

    changes: tuple[Change, ...]
    rank: int
    draft: Draft
    judged: Judgement

    @property
    def group(self) -> BattleGroup:
        """The group after the edits."""
        return self.judged.muster.group


class Search:
    """The search for repairs of one group, within a fixed number of verdicts."""

    def __init__(self, judged: Judgement, *, keep_total: bool = False) -> None:
        group = judged.muster.group
        self._catalogue = judged.muster.catalogue
        self._stock = Stock(group, self._catalogue)
        self._keep_total = keep_total
        self._start = Step((), 0, Draft(group), judged)
        self._steps: dict[tuple[str, ...], Step | None] = {}
        unknown = sum(v.code in ("UNKNOWN_UNIT", "UNKNOWN_CARD") for v in judged.errors)
        size = 1 + len(group.units) + len(group.cards) + len(judged.muster.points.parts)
        size += UNKNOWN_WEIGHT * unknown
        self._budget = min(MOST_VERDICTS, max(LEAST_VERDICTS, MOST_ENTRIES // size))
        self.verdicts = 0

    def smallest(self, most: int) -> tuple[Repair, ...]:
        """Up to `most` repairs, the smallest first."""
        found: list[Step] = []
        many = len(_faults(self._start.judged)) > MANY_FAULTS
        if many:
            found += self._all_at_once()
        if not found or self._budget == MOST_VERDICTS:
            found += self._one_by_one(most)
        if not found and not many:
            found += self._all_at_once()
        ranked = sorted(map(self._without_needless, found), key=self._size)
        unlike: dict[Any, Step] = {}
        for step in ranked:
            unlike.setdefault(_content(step.group), step)
        unlike = {self._likeness(step): step for step in reversed(unlike.values())}
        offered = list(reversed(unlike.values()))[:most]
        return tuple(Repair(step.changes, step.judged.muster.total) for step in offered)

    # Best first: one fault after the other -----------------------------------------------------

    def _one_by_one(self, most: int) -> list[Step]:
        """Repairs that cure fault after fault, those with the fewest edits first; once that takes
        long, those with the fewest faults left."""
        found: list[Step] = []
        hurry = False
        queue = [(self._promise(self._start), 0, self._start)]
        while queue and self.verdicts < self._budget - RESERVE:
            if not found and not hurry and self.verdicts >= ENOUGH_VERDICTS:
                hurry = True
                queue = [(self._promise(step, hurry), key, step) for _, key, step in queue]
                heapq.heapify(queue)
            (edits, *_), _, step = heapq.heappop(queue)
            if found and self._enough(found, most, edits):
                break
            for further in self._further(step):
                if further.judged.legal:
                    found.append(further)
                else:
                    heapq.heappush(queue, (self._promise(further, hurry), self.verdicts, further))
        return found

    def _enough(self, found: list[Step], most: int, edits: int) -> bool:
        """Whether to stop: nothing smaller is to come, or it would take too long."""
        fitting = [step for step in found if not _raises_far(self._start.judged, step.judged)]
        smallest = min((len(step.changes) for step in fitting), default=edits)
        return (len(fitting) >= most and edits > smallest) or self.verdicts >= ENOUGH_VERDICTS

    def _promise(self, step: Step, hurry: bool = False) -> tuple[Any, ...]:
        """What a step may come to: edits made and still needed, then the rest of the order."""
        missing = _edits_needed(step.judged)
        weight = HURRY if hurry else 1
        far, edits, *rest = self._size(step)
        return (edits + weight * missing, far, missing, *rest)

    def _size(self, step: Step) -> tuple[Any, ...]:
        """The order of repairs."""
        before, after = self._start.judged.muster, step.judged.muster
        far = _raises_far(self._start.judged, step.judged)
        limits = abs((after.limit or 0) - (before.limit or 0)) if before.limit else 0
        points = abs(after.total - before.total)
        places = tuple(order(change) for change in step.changes)
        return (far, len(step.changes), step.rank, _lacking(step.judged), points + limits, places)

    def _further(self, step: Step) -> Iterator[Step]:
        """The steps after one more remedy: at the start for every fault, later for the first."""
        faults = _faults(step.judged)
        bench = Bench(step.judged.muster, self._stock)
        choices = [] if step.changes else list(_whole_figures(faults))
        for fault in faults[:1] if step.changes else faults[:MANY_FAULTS]:
            choices += self._options(bench, fault)[:MOST_OPTIONS]
        for choice in choices:
            if self.verdicts >= self._budget - RESERVE:
                return
            further = self._after(step, choice)
            if further:
                yield further

    def _options(self, bench: Bench, fault: Violation) -> list[Option]:
        """What may cure a fault, the preferred and smallest first."""
        remedy = REMEDIES.get(fault.code)
        if remedy is None:
            return []
        options = list(remedy(Case(bench, fault)))
        if self._keep_total:
            options = [o for o in options if all(c.where != BUILD_TOTAL for c in o.changes)]
        return sorted(options, key=lambda o: (len(o.changes), o.rank, abs(o.saving)))

    def _after(self, step: Step, choice: Option) -> Step | None:
        """The step after an option; None when it leads nowhere or has been there before.

        To remove what an earlier edit has cured is a last resort.
        """
        changes = _combined(step, choice.changes)
        if changes is None or _key(changes) in self._steps:
            return None
        fewer = len(changes) < len(step.changes) + len(choice.changes)
        in_vain = fewer and any(change.op == "remove" for change in choice.changes)
        return self._judge(changes, step.rank + choice.rank + (LAST if in_vain else 0))

    def _judge(self, changes: tuple[Change, ...], rank: int) -> Step | None:
        """The group after edits, judged once; None for edits that are impossible together."""
        key = _key(changes)
        if key in self._steps:
            return self._steps[key]
        self._steps[key] = None
        draft = Draft(self._start.group)
        try:
            for change in changes:
                draft.apply(change)
            group = draft.group()
        except (ValueError, Unreadable):
            return None
        self.verdicts += 1
        step = Step(changes, rank, draft, self._start.judged.after(group))
        self._steps[key] = step
        return step

    def _likeness(self, step: Step) -> tuple[Any, ...]:
        """What near-identical repairs have in common: the same edits of figures and cards of the
        same names, whichever versions of them, and whatever keeps the points of one that goes."""
        return tuple(sorted(repr(self._meant(change)) for change in step.changes))

    def _meant(self, change: Change) -> tuple[Any, ...]:
        group = self._start.group
        if change.op == "set" or not change.where.startswith(("units", "cards")):
            return (change,)
        place = parse_place(change.where)
        if place.number is None:
            return (change.op, change.where, self._name((change.entry or {}).get("unit")))
        if place.kind == "cards":
            old = group.cards[place.number].card
        else:
            entry = group.units[place.number]
            old = entry.inline.id if entry.inline else entry.unit
        new = self._name(change.replacement)
        return (change.op, self._name(old), place.part, place.slot, new, change.to)

    def _name(self, item: Any) -> Any:
        unit = self._catalogue.unit(str(item))
        return unit.name if unit else item

    # All at once: groups with many faults --------------------------------------------------------

    def _all_at_once(self) -> list[Step]:
        """One repair that gives every fault its first remedy, and in the end its last."""
        step: Step | None = self._start
        for attempt in range(RESERVE):
            if step is None:
                return []
            step = self._everything(step, last=attempt >= RESERVE // 2)
            if step and step.judged.legal:
                return [step]
        return []

    def _everything(self, step: Step, last: bool) -> Step | None:
        """The step after a remedy for every fault, the preferred ones or the last resorts."""
        bench = Bench(step.judged.muster, self._stock)
        further: list[Change] = []
        rank = step.rank
        touched: set[str] = set()
        for fault in _faults(step.judged)[:MOST_FAULTS]:
            options = self._options(bench, fault)
            for choice in reversed(options) if last else options:
                places = {change.where.partition(".")[0] for change in choice.changes}
                if places.isdisjoint(touched) and _expressible(step, choice):
                    further += choice.changes
                    rank += choice.rank
                    touched |= places
                    break
        changes = _combined(step, tuple(further))
        return None if changes is None else self._judge(changes, rank)

    def _without_needless(self, step: Step) -> Step:
        """The repair without edits that a legal group does not need, even those that another of
        them called for; what is left is no remedy of its own unless it has been tried as one, and
        ranks as a last resort."""
        smaller: Step | None = step
        while smaller:
            step = smaller
            smaller = next(filter(None, map(partial(self._spared, step), step.changes[::-1])), None)
        return step

    def _spared(self, step: Step, change: Change) -> Step | None:
        """The repair without one of its edits, where it is legal so; None where it is not, or
        nobody can tell within the number of verdicts."""
        spent = self.verdicts >= self._budget
        if len(step.changes) == 1 or (spent and len(step.changes) > MANY_FAULTS):
            return None
        fewer = tuple(other for other in step.changes if other is not change)
        if spent and _key(fewer) not in self._steps:
            return None
        smaller = self._judge(fewer, step.rank + LAST)
        return smaller if smaller and smaller.judged.legal else None


def _faults(judged: Judgement) -> list[Violation]:
    """What keeps a group from being legal, causes first: costs are added up when the rest is right,
    and what is undecided counts when nothing is wrong."""
    if judged.errors:
        return sorted(judged.errors, key=lambda violation: violation.code == OVER)
    return [violation for violation in judged.violations if violation.code in UNDECIDED]


def _whole_figures(faults: Sequence[Violation]) -> Iterator[Option]:
    """To remove a figure with everything on it where several of its cards are at fault."""
    places = [where.partition(".") for fault in faults for where in fault.where[:1]]
    for entry, several in Counter(entry for entry, _, part in places if part).items():
        if several > 1:
            yield Option((Change("remove", entry),), LAST)


def _edits_needed(judged: Judgement) -> int:
    """How many edits a group still needs: one for each place at fault or of unknown cost, and some
    to save points."""
    needed = 0
    places = {piece.where for piece in judged.muster.pieces if piece.points is None}
    for fault in _faults(judged):
        if fault.code == OVER:
            needed += _savings_needed(judged, fault.params["excess"])
        else:
            places.update(fault.where if fault.code in AT_EVERY_PLACE else fault.where[:1])
    return needed + len(places)


def _savings_needed(judged: Judgement, excess: int) -> int:
    """How many figures must go at least to save some points; three stand for more."""
    values = sorted((piece.value * piece.count for piece in judged.muster.pieces), reverse=True)
    for count, value in enumerate(values[:3], start=1):
        excess -= value
        if excess <= 0:
            return count
    return 3


def _raises_far(before: Judgement, after: Judgement) -> bool:
    """Whether a repair raises a build total that was right, and by more than the group was about
    to need: less than a tenth of the next total would be free."""
    lower, higher = before.muster.limit, after.muster.limit
    if lower is None or higher is None or higher <= lower:
        return False
    if any(fault.where[:1] == (BUILD_TOTAL,) and fault.code != OVER for fault in before.errors):
        return False
    return after.muster.total < NEARLY * higher


def _lacking(judged: Judgement) -> int:
    """How many pieces the collection lacks."""
    notes = (v.params for v in judged.violations if v.code == "NOT_OWNED")
    return sum(params["needed"] - params["owned"] for params in notes)


def _content(group: BattleGroup) -> str:
    """What a group comes to, whichever of several equal entries is which."""
    units, cards = sorted(map(repr, group.units)), sorted(map(repr, group.cards))
    return repr((group.build_total, group.event, units, cards, group.loads))


def _key(changes: tuple[Change, ...]) -> tuple[str, ...]:
    return tuple(repr(change) for change in changes)


# Edits upon edits -------------------------------------------------------------------------------


def _combined(step: Step, further: tuple[Change, ...]) -> tuple[Change, ...] | None:
    """The edits of a step and further ones, all by the places of the group before any.

    None when a further edit concerns something that only an edit has brought.
    """
    later = [by_first_places(step.draft, change) for change in further]
    changes = [change for change in later if change is not None]
    if len(changes) < len(later):
        return None
    return in_order((*_still_meant(step.changes, changes), *changes))


def _is_whole(change: Change) -> bool:
    """Whether an edit replaces a line of figures with all its cards."""
    return change.op == "replace" and change.entry is not None


def _expressible(step: Step, choice: Option) -> bool:
    """Whether an option concerns only what the group had before any edit."""
    return all(by_first_places(step.draft, change) for change in choice.changes)


def by_first_places(draft: Draft, change: Change) -> Change | None:
    """An edit of a group after other edits by the places before any; None for one of what only an
    edit has brought."""
    where = _origin(draft, change)
    to = draft.origin(change.to) if change.to else None
    if where is None or (change.to and to is None):
        return None
    value = change.value
    if change.field == "passengers":
        kept = draft.kept("units")
        value = [kept[index] for index in value]
    return msgspec.structs.replace(change, where=where, to=to, value=value)


def _origin(draft: Draft, change: Change) -> str | None:
    if change.op != "add" or "." not in change.where:
        return draft.origin(change.where)
    entry, _, part = change.where.partition(".")
    origin = draft.origin(entry)
    return origin and f"{origin}.{part}"


def _still_meant(earlier: Iterable[Change], later: Iterable[Change]) -> Iterator[Change]:
    """The earlier edits that later ones leave their meaning: not those made again, nor any of what
    is removed or replaced with all its cards, but a card that has moved away stays away."""
    again = {(change.op, change.where, change.field) for change in later if change.op != "add"}
    removed = {change.where for change in later if change.op == "remove" or _is_whole(change)}
    for change in earlier:
        entry = change.where.partition(".")[0]
        gone = change.where in removed or (entry in removed and change.op != "move")
        repeated = (change.op, change.where, change.field) in again
        if not (gone or repeated or change.to in removed):
            yield change
