"""The charts of a collection: bars that lead to what they count, and the line of its growth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.catalogue.pictures.shapes import Line, Picture
from collection.catalogue.pictures.svg import write_svg
from collection.catalogue.present.catalogue_words import TYPES, own_name
from collection.catalogue.present.silhouettes import MARK_CODES, OTHER_FACTION
from collection.common.answers import address
from collection.common.language import Words
from collection.owning.models import Collection
from collection.owning.selectors.statistics import HIGHEST, STEP, Grown, Statistics

WIDTH, HEIGHT, MARGIN = 640.0, 160.0, 4.0


@dataclass(frozen=True)
class Bar:
    """One bar: what it counts, how long it is in percent, the number beside it, and where the
    pieces are; `mark` is a faction's."""

    name: Words
    percent: int
    told: str
    url: str
    mark: str = ""


@dataclass(frozen=True)
class Chart:
    """Bars of one question."""

    key: str
    title: Words
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Growth:
    """The number of pieces over time: the picture, its first and last day, and every day of it."""

    picture: SafeString
    first: date
    last: date
    days: Sequence[Grown]


def charts(collection: Collection, counted: Statistics) -> list[Chart]:
    """The charts with anything to show."""
    pieces = reverse("collection:pieces", args=[collection.public_id])
    factions = (
        (
            own_name(faction) if faction else _("no symbol"),
            count,
            address(pieces, {"faction": faction.name}) if faction else "",
            _mark(faction.abbreviation) if faction else "",
        )
        for faction, count in counted.by_faction.items()
    )
    types = (
        (TYPES[kind], count, address(pieces, {"type": kind}), "")
        for kind, count in counted.by_type.items()
    )
    steps = (
        (_span(step), count, address(pieces, _between(step)) if count else "", "")
        for step, count in counted.by_points.items()
    )
    found = [
        Chart("faction", _("By faction"), _bars(factions)),
        Chart("type", _("By type"), _bars(types)),
        Chart("points", _("By points"), _bars(steps) if any(counted.by_points.values()) else ()),
        Chart("sets", _("Sets"), _sets(collection, counted)),
    ]
    return [chart for chart in found if chart.bars]


def _mark(abbreviation: str | None) -> str:
    return abbreviation if abbreviation in MARK_CODES else OTHER_FACTION


def _span(step: int) -> str:
    return f"{step}+" if step >= HIGHEST else f"{step}–{step + STEP - 1}"


def _between(step: int) -> dict[str, int | str]:
    return {"points_from": step or 1, "points_to": "" if step >= HIGHEST else step + STEP - 1}


def _bars(rows: Iterable[tuple[Words, int, str, str]]) -> tuple[Bar, ...]:
    known = list(rows)
    most = max((count for _name, count, _url, _mark in known), default=0) or 1
    return tuple(
        Bar(name, round(100 * count / most), str(count), url, mark)
        for name, count, url, mark in known
    )


def _sets(collection: Collection, counted: Statistics) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            own_name(each.set),
            each.progress.percent,
            f"{each.progress.owned}/{each.progress.known}",
            reverse("collection:checklist", args=[collection.public_id, each.set.code]),
        )
        for each in counted.sets
    )


def growth(days: Sequence[Grown]) -> Growth | None:
    """The line of growth; None for a history of less than two days."""
    if len(days) < 2:
        return None
    first, last = days[0].day, days[-1].day
    length = (last - first).days
    most = max(each.owned for each in days) or 1
    points: list[tuple[float, float]] = []
    for each in days:
        left = MARGIN + (each.day - first).days / length * (WIDTH - 2 * MARGIN)
        if points:
            points.append((left, points[-1][1]))
        points.append((left, HEIGHT - MARGIN - each.owned / most * (HEIGHT - 2 * MARGIN)))
    axis = Line("axis", ((MARGIN, HEIGHT - 1), (WIDTH - MARGIN, HEIGHT - 1)))
    picture = Picture(WIDTH, HEIGHT, (axis, Line("series-1", tuple(points))))
    said = ngettext(
        "%(first)s: %(before)s; %(last)s: %(count)s piece",
        "%(first)s: %(before)s; %(last)s: %(count)s pieces",
        days[-1].owned,
    ) % {
        "first": date_format(first, _("j M Y")),
        "before": days[0].owned,
        "last": date_format(last, _("j M Y")),
        "count": days[-1].owned,
    }
    return Growth(write_svg(picture, description=said, css_class="growth"), first, last, days)
