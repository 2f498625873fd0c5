"""How much of what they may keep somebody keeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Club
from armybuilder.groups.models import BattleGroup, EventFormat
from armybuilder.library.models import OwnUnit
from armybuilder.scenarios.models import Scenario
from armybuilder.site.models import Owner, PersonalToken, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.notes import DAY
from collection.common.language import Words
from collection.common.quotas import most
from collection.owning.models import Collection
from collection.owning.selectors.room import MEGABYTE, bytes_of


@dataclass(frozen=True)
class Quota:
    """One thing that is bounded: how it is counted, and where one makes room."""

    title: Words
    count: Callable[[User], int]
    page: str | Promise


@dataclass(frozen=True)
class Use:
    """How much there is of it, and how much there may be."""

    title: Words
    used: int
    most: int
    page: str | Promise

    @property
    def is_nearly_full(self) -> bool:
        """Whether it is time to make room."""
        return self.used * 10 >= self.most * 9


def _in_the_fullest(user: User, of: str) -> int:
    """How many there are in that of somebody's collections which has the most."""
    counted = Collection.objects.owned_by(user).annotate(number=Count(of))
    return counted.order_by("-number").values_list("number", flat=True).first() or 0


COLLECTIONS = reverse_lazy("collection:collections")
QUOTAS: Mapping[str, Quota] = {
    "battle_groups": Quota(
        _("Battle groups"),
        lambda user: BattleGroup.objects.for_owner(Owner(user)).count(),
        reverse_lazy("groups"),
    ),
    "formats": Quota(
        _("Event formats"),
        lambda user: EventFormat.objects.for_owner(Owner(user)).count(),
        reverse_lazy("formats"),
    ),
    "skirmishes": Quota(
        _("Games"),
        lambda user: Skirmish.objects.for_owner(Owner(user)).count(),
        reverse_lazy("skirmishes"),
    ),
    "notes_a_day": Quota(
        _("Notes on games within a day"),
        lambda user: user.skirmish_notes.filter(written__gt=timezone.now() - DAY).count(),
        "",
    ),
    "scenarios": Quota(
        _("Scenarios"),
        lambda user: Scenario.objects.for_owner(Owner(user)).count(),
        reverse_lazy("scenarios"),
    ),
    "units": Quota(
        _("Units of my own"),
        lambda user: OwnUnit.objects.for_owner(Owner(user)).count(),
        reverse_lazy("library"),
    ),
    "collections": Quota(
        _("Collections"), lambda user: Collection.objects.owned_by(user).count(), COLLECTIONS
    ),
    "pieces": Quota(
        _("Different pieces in the fullest collection"),
        lambda user: _in_the_fullest(user, "holdings"),
        COLLECTIONS,
    ),
    "photos": Quota(
        _("Photos in the collection with most of them"),
        lambda user: _in_the_fullest(user, "photos"),
        COLLECTIONS,
    ),
    "photo_megabytes": Quota(
        _("Photos, in megabytes"), lambda user: -(-bytes_of(user) // MEGABYTE), COLLECTIONS
    ),
    "clubs": Quota(
        _("Clubs"), lambda user: Club.objects.of_member(user).count(), reverse_lazy("clubs")
    ),
    "tokens": Quota(
        _("Personal tokens"),
        lambda user: PersonalToken.objects.filter(user=user).count(),
        reverse_lazy("tokens"),
    ),
}


def used_by(user: User) -> list[Use]:
    """Everything that is bounded, a query each."""
    return [
        Use(quota.title, quota.count(user), most(name), quota.page)
        for name, quota in QUOTAS.items()
    ]
