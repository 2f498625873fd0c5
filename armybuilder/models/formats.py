"""Event formats people write, and every version they went through."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from armybuilder.models.owners import TOKEN_LENGTH, OwnedQuerySet, one_owner
from collection.models.ids import PublicIdField
from collection.names import NameColumn

LONGEST_TITLE = 80
LONGEST_DESCRIPTION = 2000


class EventFormatQuerySet(OwnedQuerySet["EventFormat"]):
    """Whoever knows a format's id may read it; only its owner finds it here to change it."""


class EventFormat(models.Model):
    """Restrictions somebody put on battle groups, as the `event` of a battle-group/1 document
    without its name and title. `version` is the number of its last version."""

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="event_formats",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    title = NameColumn(_("title"), max_length=LONGEST_TITLE)
    description = models.TextField(_("description"), max_length=LONGEST_DESCRIPTION, blank=True)
    restrictions = models.JSONField(_("restrictions"), default=dict)
    version = models.PositiveIntegerField(_("version"), default=1)
    copied_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="copies",
        verbose_name=_("copied from"),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = EventFormatQuerySet.as_manager()

    class Meta:
        verbose_name = _("event format")
        verbose_name_plural = _("event formats")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        constraints: ClassVar[list[Any]] = [
            one_owner("format_has_one_owner"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def event(self) -> dict[str, Any]:
        """What a group under this format carries: the restrictions as they are now."""
        return {"name": self.public_id, "title": self.title, **self.restrictions}


class FormatVersion(models.Model):
    """One state of a format; never changed, only added."""

    format = models.ForeignKey(EventFormat, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    title = NameColumn(_("title"), max_length=LONGEST_TITLE)
    description = models.TextField(_("description"), blank=True)
    restrictions = models.JSONField(_("restrictions"))
    saved = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        verbose_name = _("version of a format")
        verbose_name_plural = _("versions of a format")
        ordering: ClassVar[list[str]] = ["-number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["format", "number"], name="version_number_is_unique_in_its_format"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.number})"
