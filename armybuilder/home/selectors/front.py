"""What the front page tells: what happened lately, how much of each set is known, and what is under
way for a member."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from armybuilder.clubs.models import Evening
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.starters import starters
from armybuilder.site.models import User
from collection.catalogue.models import (
    CatalogueVersion,
    Contribution,
    Decision,
    ExpansionSet,
    Figure,
)
from collection.common.people import person
from collection.owning.models import Collection
from collection.owning.selectors.checklists import SetProgress, progress_of_sets

MOST_NEWS = 5
#: News are not groups alone.
MOST_PUBLISHED = 3
MOST_SETS = 6
MOST_GAPS = 3


@dataclass(frozen=True)
class News:
    """Something that happened: when, a sentence, and what of it leads where."""

    at: datetime
    told: str
    name: str
    url: str


@dataclass(frozen=True)
class SetKnown:
    """How many whole dials of a set are known; of how many, where anybody knows."""

    of: ExpansionSet
    whole: int
    size: int | None


def news(version: CatalogueVersion) -> list[News]:
    """What happened last, the newest first; two queries."""
    happened = (_loaded(version), *_contributed(version.system), *_published())
    return sorted(happened, key=lambda each: each.at, reverse=True)[:MOST_NEWS]


def _loaded(version: CatalogueVersion) -> News:
    told = _("%(dials)s whole dials and %(cards)s cards in the catalogue.")
    counts = {"dials": version.counts["complete"], "cards": version.counts["cards"]}
    url = reverse("collection:catalogue")
    return News(version.loaded_at, told % counts, _("Catalogue"), url)


def _contributed(system: str) -> Iterator[News]:
    rows = Contribution.objects.filter(system=system, decision=Decision.ACCEPTED)
    for row in rows.exclude(decided_at=None).order_by("-decided_at")[:MOST_NEWS]:
        url = reverse("collection:figure", args=[row.catalogue_id])
        yield News(
            cast(datetime, row.decided_at),
            _("A figure was completed by a player."),
            row.catalogue_id,
            url,
        )


def _published() -> Iterator[News]:
    """What people showed to everybody; the groups that come with the site are no news."""
    rows = BattleGroup.objects.public().exclude(share_token__in=starters())
    rows = rows.select_related("owner").order_by("-published")
    for group in rows[:MOST_PUBLISHED]:
        if group.published:
            told = _("A battle group by %(builder)s.") % {"builder": person(group.owner)}
            url = reverse("shared_group", args=[group.share_token])
            yield News(group.published, told, group.name, url)


def sets_known(system: str) -> list[SetKnown]:
    """How many whole dials are known of the sets most is known of; one query."""
    whole = Count("figure", filter=Q(figure__status=Figure.Status.COMPLETE))
    rows = ExpansionSet.objects.filter(system=system, official=True).annotate(whole=whole)
    found = [SetKnown(row, row.whole, _size(row, row.whole)) for row in rows if row.whole]
    return sorted(found, key=lambda each: -each.whole)[:MOST_SETS]


def _size(of: ExpansionSet, whole: int) -> int | None:
    size = of.record.get("size")
    return max(int(size), whole) if size else None


def next_evening(user: User) -> Evening | None:
    """The next evening of the clubs a member is in; one query."""
    rows = Evening.objects.for_member(user).filter(date__gte=timezone.localdate())
    return rows.select_related("club").order_by("date", "pk").first()


def gaps(user: User, system: str) -> tuple[Collection | None, list[SetProgress]]:
    """The sets a member's first collection has begun and not finished, the nearest to its end
    first; six queries at most."""
    collection = Collection.objects.filter(owner=user).order_by("pk").first()
    if collection is None:
        return None, []
    begun = [
        each
        for each in progress_of_sets(collection, system).sets
        if each.progress.owned and each.progress.missing
    ]
    begun.sort(key=lambda each: each.progress.missing)
    return collection, begun[:MOST_GAPS]
