"""Club evenings: who comes with which battle groups, and whose pieces stand on the table."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from armybuilder.models.groups import BattleGroup
from collection.models import Club, Collection
from collection.models.ids import PublicIdField
from collection.models.owning import LONGEST_NUMBER, LONGEST_SET, LONGEST_VARIANT
from collection.names import NameColumn


class EveningQuerySet(models.QuerySet["Evening"]):
    """The only door to an evening: its club."""

    def for_member(self, user: Any) -> "EveningQuerySet":
        """The evenings of the clubs a person belongs to."""
        return self.filter(club__in=Club.objects.of_member(user))


class Evening(models.Model):
    """A date on which a club plays. `assigned_at` is when pieces were assigned last."""

    public_id = PublicIdField()
    club = models.ForeignKey(Club, models.CASCADE, related_name="evenings")
    date = models.DateField(_("date"))
    name = NameColumn(_("name"), max_length=60, blank=True)
    assigned_at = models.DateTimeField(_("pieces assigned"), null=True)

    objects = EveningQuerySet.as_manager()

    class Meta:
        verbose_name = _("club evening")
        verbose_name_plural = _("club evenings")
        ordering: ClassVar[list[str]] = ["-date", "-id"]

    def __str__(self) -> str:
        return self.name or str(self.date)


class EveningEntry(models.Model):
    """A member who comes, with a battle group or only with pieces for others.

    `pieces` is what the group needed when pieces were assigned last: counts by catalogue id.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="evenings", verbose_name=_("player")
    )
    group = models.ForeignKey(
        BattleGroup, models.SET_NULL, null=True, related_name="+", verbose_name=_("battle group")
    )
    pieces = models.JSONField(_("pieces"), default=dict)

    class Meta:
        verbose_name = _("entry of an evening")
        verbose_name_plural = _("entries of evenings")
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["evening", "user", "group"], name="evening_entered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.user_id}"


class Assignment(models.Model):
    """Some of a piece of one collection for one entry.

    `handed_out` is when the lender packed it; `loans` are the public ids of the loans booked then,
    none for what a player brings for their own list.
    """

    entry = models.ForeignKey(EveningEntry, models.CASCADE, related_name="assignments")
    lender = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="+")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    count = models.PositiveSmallIntegerField(_("count"))
    handed_out = models.DateTimeField(_("handed out"), null=True)
    loans = models.JSONField(_("loans"), default=list)

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering: ClassVar[list[str]] = ["set_code", "number", "variant", "id"]
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(condition=Q(count__gt=0), name="assignment_has_pieces"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.count} {self.set_code}-{self.number}"
