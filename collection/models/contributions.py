"""What people add to the catalogue, beside the rows its files fill.

A contribution is proposed and decided on; an entry is what holds for a figure from then on. Every
state an entry has had is kept as a revision.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.models.ids import PublicIdField

LONGEST_NOTE = 1000


class HowSure(models.TextChoices):
    """What the values were read from."""

    FIGURE = "figure", pgettext_lazy("entered from", "the figure itself")
    PHOTO = "photo", pgettext_lazy("entered from", "a photograph of the figure")
    TEXT = "text", pgettext_lazy("entered from", "a list or article")
    MEMORY = "memory", pgettext_lazy("entered from", "memory")


class Decision(models.TextChoices):
    """What an editor said."""

    OPEN = "open", pgettext_lazy("contribution", "waiting")
    ACCEPTED = "accepted", pgettext_lazy("contribution", "accepted")
    DECLINED = "declined", pgettext_lazy("contribution", "declined")


class Proposed(models.Model):
    """What every proposal has: whose it is, about which figure, and how it was decided."""

    public_id = PublicIdField()
    system = models.CharField(_("game system"), max_length=32)
    catalogue_id = models.CharField(_("catalogue id"), max_length=32)
    how_sure = models.CharField(_("read from"), max_length=8, choices=HowSure.choices)
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("proposed by"),
    )
    proposed_at = models.DateTimeField(_("proposed at"))
    decision = models.CharField(
        _("decision"), max_length=8, choices=Decision.choices, default=Decision.OPEN
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        abstract = True
        ordering = ("-proposed_at", "-id")

    @property
    def is_open(self) -> bool:
        """Whether it waits for an editor."""
        return self.decision == Decision.OPEN


class Contribution(Proposed):
    """A whole figure as somebody entered it."""

    record = models.JSONField(_("record"))

    class Meta(Proposed.Meta):
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        indexes = (models.Index(fields=["decision", "-proposed_at"], name="contribution_queue"),)
        permissions = (("edit_catalogue", _("Can decide on contributions to the catalogue")),)

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.record.get('name', '')}"


class FigureReport(Proposed):
    """“My figure says otherwise”: one value, what the catalogue said and what the figure says.

    `value` names the value as the sheets of the template do, `line` the click or heat position.
    """

    value = models.CharField(_("value"), max_length=40)
    line = models.PositiveSmallIntegerField(_("line"), null=True, blank=True)
    said_here = models.CharField(_("what the catalogue says"), max_length=200, blank=True)
    said_there = models.CharField(_("what the figure says"), max_length=200, blank=True)

    class Meta(Proposed.Meta):
        verbose_name = _("report on a figure")
        verbose_name_plural = _("reports on figures")
        indexes = (models.Index(fields=["decision", "-proposed_at"], name="figure_report_queue"),)

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.value}"


class CatalogueEntry(models.Model):
    """The record that lies over what the catalogue's files say of a figure; None: nothing does."""

    system = models.CharField(_("game system"), max_length=32)
    catalogue_id = models.CharField(_("catalogue id"), max_length=32)
    record = models.JSONField(_("record"), null=True)

    class Meta:
        verbose_name = _("entered figure")
        verbose_name_plural = _("entered figures")
        ordering = ("system", "catalogue_id")
        constraints = (
            models.UniqueConstraint(fields=["system", "catalogue_id"], name="catalogue_entry_once"),
        )

    def __str__(self) -> str:
        return self.catalogue_id


class EntryRevision(models.Model):
    """One state of an entry: who made it what it then was, and from whose proposal."""

    entry = models.ForeignKey(CatalogueEntry, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    record = models.JSONField(_("record"), null=True)
    how_sure = models.CharField(_("read from"), max_length=8, choices=HowSure.choices, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("changed by"),
    )
    made_at = models.DateTimeField(_("changed at"))
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("revision of an entered figure")
        verbose_name_plural = _("revisions of entered figures")
        ordering = ("entry", "-number")
        constraints = (
            models.UniqueConstraint(fields=["entry", "number"], name="entry_revision_once"),
        )

    def __str__(self) -> str:
        return f"{self.entry} {self.number}"
