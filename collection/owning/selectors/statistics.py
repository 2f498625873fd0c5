"""A collection counted: by faction, by type, by points, by set, and over time."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from collection.catalogue.models import Faction, Figure
from collection.owning.models import ChangeLine, Collection
from collection.owning.selectors.checklists import SetProgress, progress_of_sets
from collection.owning.selectors.holdings import copies_of

#: The width of a step of the points chart, and the points from which on all are one step.
STEP, HIGHEST = 25, 200
#: Points of the line over time; a longer history is told by as many of its days.
MOST_DAYS = 60


@dataclass(frozen=True)
class Grown:
    """How many pieces a collection held at the end of a day."""

    day: date
    owned: int


@dataclass(frozen=True)
class Statistics:
    """Copies counted by the rows of their factions (None without a symbol), by type, by step of
    points; the sets something is owned of; and the growth. `unknown` are copies of which the
    catalogue has no figure with points."""

    owned: int
    by_faction: dict[Faction | None, int]
    by_type: dict[str, int]
    by_points: dict[int, int]
    unknown: int
    sets: tuple[SetProgress, ...]
    grown: tuple[Grown, ...]


def statistics(collection: Collection, system: str) -> Statistics:
    """Everything the page of charts counts; eight queries."""
    rows = collection.holdings.filter(system=system).order_by().annotate(apart=copies_of())
    counted = [
        (row.figure, row.plain + row.apart)
        for row in rows.select_related("figure__faction").defer("figure__record")
        if row.plain + row.apart
    ]
    factions: Counter[Faction | None] = Counter()
    types: Counter[str] = Counter()
    points: Counter[int] = Counter()
    for figure, count in counted:
        if figure is None:
            continue
        types[figure.type] += count
        if figure.faction or figure.status == Figure.Status.COMPLETE:
            factions[figure.faction] += count
        if figure.points is not None:
            points[min(figure.points // STEP * STEP, HIGHEST)] += count
    owned = sum(count for _figure, count in counted)
    progress = progress_of_sets(collection, system)
    return Statistics(
        owned,
        dict(factions.most_common()),
        dict(types.most_common()),
        {step: points[step] for step in range(0, HIGHEST + 1, STEP)},
        owned - points.total(),
        tuple(each for each in progress.sets if each.progress.owned),
        _grown(collection, system),
    )


def _grown(collection: Collection, system: str) -> tuple[Grown, ...]:
    """How the number of pieces changed from day to day, as the history tells it; one query."""
    lines = ChangeLine.objects.filter(change__collection=collection, system=system)
    by_day: dict[date, int] = {}
    owned = 0
    for made_at, changes in lines.order_by("change__made_at", "change__number").values_list(
        "change__made_at", "changes"
    ):
        owned += _added(changes)
        by_day[timezone.localtime(made_at).date()] = owned
    days = [Grown(day, count) for day, count in by_day.items()]
    return tuple(fewer_days(days))


def _added(changes: dict[str, Any]) -> int:
    """How many more copies there are after a line of a change."""
    before, after = changes.get("plain") or (0, 0)
    added = (after or 0) - (before or 0)
    for change in changes.get("copies", {}).values():
        if isinstance(change, list):
            came, left = change[1] is not None, change[0] is not None
            added += came - left
    return added


def fewer_days(days: list[Grown]) -> Iterable[Grown]:
    """So many days at most, evenly picked, the last one among them."""
    if len(days) <= MOST_DAYS:
        return days
    last = len(days) - 1
    return [days[round(number * last / (MOST_DAYS - 1))] for number in range(MOST_DAYS)]
