"""Units of one's own, and how many models of a unit somebody owns."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, one_owner
from collection.common.ids import PublicIdField

LONGEST_NAME = 120
LONGEST_KEY = 60


class OwnUnitQuerySet(OwnedQuerySet["OwnUnit"]):
    """Only its owner finds a unit."""


class OwnUnit(models.Model):
    """The card of a unit somebody entered. `key` is what files call it, which never changes."""

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="own_units",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    system = models.CharField(_("game system"), max_length=40)
    key = models.CharField(_("name in files"), max_length=LONGEST_KEY)
    record = models.JSONField(_("card"))
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = OwnUnitQuerySet.as_manager()

    class Meta:
        verbose_name = _("own unit")
        verbose_name_plural = _("own units")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[Any]] = [
            one_owner("own_unit_has_one_owner"),
            models.UniqueConstraint(fields=["key"], name="own_unit_key_is_unique"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the unit is called."""
        return str(self.record["name"])


class OwnedModelsQuerySet(OwnedQuerySet["OwnedModels"]):
    """Only their owner finds them."""


class OwnedModels(models.Model):
    """How many models of a unit somebody owns; the unit by the name that cards bear."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="owned_models",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    system = models.CharField(_("game system"), max_length=40)
    name = models.CharField(_("unit"), max_length=LONGEST_NAME)
    count = models.PositiveIntegerField(_("models"))
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = OwnedModelsQuerySet.as_manager()

    class Meta:
        verbose_name = _("owned models")
        verbose_name_plural = _("owned models")
        ordering: ClassVar[list[str]] = ["name", "pk"]
        constraints: ClassVar[list[Any]] = [
            one_owner("owned_models_have_one_owner"),
            models.UniqueConstraint(
                fields=["owner", "system", "name"],
                condition=Q(owner__isnull=False),
                name="owned_models_once_a_member",
            ),
            models.UniqueConstraint(
                fields=["visitor", "system", "name"],
                condition=~Q(visitor=""),
                name="owned_models_once_a_visitor",
            ),
            models.CheckConstraint(condition=Q(count__gt=0), name="owned_models_are_some"),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.name}"
