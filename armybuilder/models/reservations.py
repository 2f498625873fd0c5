"""The copies a battle group keeps from other groups."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.models.groups import BattleGroup
from collection.models import Collection, Membership, Role


class Hold(models.TextChoices):
    """How firmly a group has its copies; a group without a reservation is tentative."""

    RESERVED = "reserved", pgettext_lazy("copies of a battle group", "reserved")
    PACKED = "packed", pgettext_lazy("copies of a battle group", "packed")


class Reservation(models.Model):
    """The copies one group keeps for itself."""

    group = models.OneToOneField(BattleGroup, models.CASCADE, related_name="reservation")
    hold = models.CharField(_("hold"), max_length=8, choices=Hold.choices)
    made = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("reservation")
        verbose_name_plural = _("reservations")
        ordering: ClassVar[list[str]] = ["made", "pk"]

    def __str__(self) -> str:
        return f"{self.group_id} {self.hold}"


class ReservedPieceQuerySet(models.QuerySet["ReservedPiece"]):
    """What is reserved."""

    def from_collections_of(self, user: Any) -> "ReservedPieceQuerySet":
        """What is reserved in the collections a person may change, by whoever still may."""
        still_edits = Membership.objects.filter(
            collection=OuterRef("collection"),
            user=OuterRef("reservation__group__owner"),
            role=Role.EDITOR,
        )
        return self.filter(
            Q(reservation__group__owner=F("collection__owner")) | Exists(still_edits),
            collection__in=Collection.objects.editable_by(user),
        )


class ReservedPiece(models.Model):
    """How many copies of a piece a group keeps out of one collection.

    `item` is the id of the piece in the catalogue.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="pieces")
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="+")
    item = models.CharField(_("piece"), max_length=40)
    count = models.PositiveIntegerField(_("copies"))

    objects = ReservedPieceQuerySet.as_manager()

    class Meta:
        verbose_name = _("reserved piece")
        verbose_name_plural = _("reserved pieces")
        ordering: ClassVar[list[str]] = ["item", "pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["reservation", "collection", "item"], name="reserved_piece_once"
            ),
            models.CheckConstraint(condition=Q(count__gt=0), name="reserved_piece_has_copies"),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.item}"
