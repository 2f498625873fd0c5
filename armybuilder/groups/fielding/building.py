"""The best set of figures and cards within a build total: what is searched, and the plain search.

What a set of picks makes is judged by whoever asks: `accepts` turns picks down that break a rule
the offers do not know of. `armybuilder.groups.fielding.exact` searches the same with CP-SAT.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

#: Starts of the plain search, and swaps tried from each.
STARTS, MOST_SWAPS = 12, 40


@dataclass(frozen=True)
class Figure:
    """A figure to choose from; `least` copies must be there."""

    id: str
    points: int
    most: int
    is_mech: bool
    least: int = 0


@dataclass(frozen=True)
class Mounting:
    """A card to put on a figure; `slots` is how many cards that figure bears."""

    card: str
    figure: str
    points: int
    most: int
    is_pilot: bool
    weapon: str | None = None


@dataclass(frozen=True)
class Task:
    """What may be chosen, and within what."""

    total: int
    figures: tuple[Figure, ...]
    mountings: tuple[Mounting, ...] = ()
    most_mechs: int | None = None
    slots: int = 2

    @cached_property
    def by_id(self) -> dict[str, Figure]:
        """The figures by their ids."""
        return {figure.id: figure for figure in self.figures}


@dataclass(frozen=True)
class Picks:
    """Chosen copies of figures, each with the cards on it."""

    copies: tuple[tuple[Figure, tuple[Mounting, ...]], ...]

    @property
    def points(self) -> int:
        """What they cost together, as the offers say."""
        return sum(
            figure.points + sum(mounting.points for mounting in cards)
            for figure, cards in self.copies
        )

    @property
    def figures(self) -> Counter[str]:
        """How many of each figure."""
        return Counter(figure.id for figure, _cards in self.copies)


@dataclass(frozen=True)
class Answer:
    """The sets found, the best first; `proved` where nothing better is possible for the first."""

    picks: tuple[Picks, ...]
    proved: bool


Accepts = Callable[[Picks], bool]


def search_plainly(task: Task, accepts: Accepts, most: int) -> Answer:
    """Good sets by a local search: from several starts, figures are swapped for better ones, then
    cards fill what is left. Something better may exist, unless the first leaves nothing unused."""
    found: dict[frozenset[tuple[str, int]], Picks] = {}
    for start in range(STARTS):
        for counts in _swapped(task, _started(task, start)):
            picks = _with_cards(task, counts)
            for option in (picks, _bare(task, counts)):
                if option.copies and accepts(option):
                    found.setdefault(frozenset(option.figures.items()), option)
                    break
            else:
                continue
            break
    ranked = sorted(found.values(), key=lambda picks: -picks.points)
    proved = bool(ranked) and ranked[0].points == task.total
    return Answer(tuple(ranked[:most]), proved=proved)


def _started(task: Task, start: int) -> Counter[str]:
    """What must be there, then the most expensive figures that still fit, from one of them on."""
    counts = Counter({figure.id: figure.least for figure in task.figures if figure.least})
    ranked = sorted(task.figures, key=lambda figure: (-figure.points, figure.id))
    for figure in (*ranked[start:], *ranked[:start]):
        while _fits(task, counts + Counter([figure.id])) and counts[figure.id] < figure.most:
            counts[figure.id] += 1
    return counts


def _swapped(task: Task, counts: Counter[str]) -> Iterator[Counter[str]]:
    """The set after each swap that spends more points, the best last found first."""
    steps = [counts]
    for _ in range(MOST_SWAPS):
        better = max(_swaps(task, counts), key=lambda each: _points(task, each), default=None)
        if better is None or _points(task, better) <= _points(task, counts):
            break
        counts = better
        steps.append(counts)
    return reversed(steps)


def _swaps(task: Task, counts: Counter[str]) -> Iterator[Counter[str]]:
    """Every set with one figure in another's place that keeps to the task."""
    for gone in [each for each, count in counts.items() if count > task.by_id[each].least]:
        without = counts - Counter([gone])
        if not _fits(task, without):
            continue
        left, may_add_mech = task.total - _points(task, without), _may_add_mech(task, without)
        for figure in task.figures:
            is_allowed = without[figure.id] < figure.most and (may_add_mech or not figure.is_mech)
            if is_allowed and figure.points <= left:
                yield without + Counter([figure.id])


def _fits(task: Task, counts: Counter[str]) -> bool:
    most = task.most_mechs
    return _points(task, counts) <= task.total and (most is None or _mechs(task, counts) <= most)


def _may_add_mech(task: Task, counts: Counter[str]) -> bool:
    return task.most_mechs is None or _mechs(task, counts) < task.most_mechs


def _mechs(task: Task, counts: Counter[str]) -> int:
    return sum(count for item, count in counts.items() if task.by_id[item].is_mech)


def _points(task: Task, counts: Counter[str]) -> int:
    return sum(task.by_id[item].points * count for item, count in counts.items())


def _bare(task: Task, counts: Counter[str]) -> Picks:
    return Picks(tuple((figure, ()) for figure in task.figures for _ in range(counts[figure.id])))


def _with_cards(task: Task, counts: Counter[str]) -> Picks:
    """The figures with the most expensive cards that fit into what is left."""
    left = task.total - _points(task, counts)
    used: Counter[str] = Counter()
    copies = []
    for figure, _none in _bare(task, counts).copies:
        cards: list[Mounting] = []
        for mounting in sorted(_on(task.mountings, figure), key=lambda m: -m.points):
            second_pilot = mounting.is_pilot and any(card.is_pilot for card in cards)
            again = any(card.card == mounting.card for card in cards)
            if second_pilot or again or len(cards) == task.slots or mounting.points > left:
                continue
            if used[mounting.card] < mounting.most:
                used[mounting.card] += 1
                left -= mounting.points
                cards.append(mounting)
        copies.append((figure, tuple(cards)))
    return Picks(tuple(copies))


def _on(mountings: Sequence[Mounting], figure: Figure) -> list[Mounting]:
    return [mounting for mounting in mountings if mounting.figure == figure.id]
