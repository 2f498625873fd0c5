"""Tables on their way into a collection: kept row by row until somebody decides on them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.common.ids import PublicIdField
from collection.owning.models.copies import (
    LONGEST_NUMBER,
    LONGEST_SET,
    LONGEST_VARIANT,
    Change,
    Collection,
)

LONGEST_LINE = 1_000


class Mode(models.TextChoices):
    """How the amounts of a table are meant."""

    SET = "set", _("Set: the pieces in the table get its amounts, others stay")
    ADD = "add", _("Add: its amounts are added to what is there")
    SYNC = "sync", _("Synchronise: the collection becomes what the table says")


class StagedImport(models.Model):
    """A table somebody handed in.

    `columns` are those that were understood, `headings` what the table calls them (nothing in a
    list without headings), `ignored` the headings that were not understood. `compared` is the
    collection's version the rows' effects were worked out for; None while that is not done.
    Once `change` is there the table has become part of the collection, and only rows that were
    left out remain.
    """

    public_id = PublicIdField()
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="staged_imports")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    begun_at = models.DateTimeField(_("begun at"))
    label = models.CharField(_("file"), max_length=120)
    mode = models.CharField(_("mode"), max_length=4, choices=Mode.choices, default=Mode.SET)
    columns = models.JSONField(_("columns"))
    headings = models.JSONField(_("headings"), default=dict)
    ignored = models.JSONField(_("headings not understood"), default=list)
    compared = models.PositiveIntegerField(_("compared with version"), null=True)
    change = models.OneToOneField(
        Change, models.CASCADE, null=True, related_name="staged_import", verbose_name=_("change")
    )

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ("-begun_at", "-id")

    def __str__(self) -> str:
        return self.label


class Outcome(models.TextChoices):
    """What a row would do, or why it does nothing."""

    WAITING = "waiting", pgettext_lazy("row of an import", "not read yet")
    READ = "read", pgettext_lazy("row of an import", "not compared yet")
    NEW = "new", pgettext_lazy("row of an import", "new")
    MORE = "more", pgettext_lazy("row of an import", "more")
    FEWER = "fewer", pgettext_lazy("row of an import", "fewer")
    CHANGED = "changed", pgettext_lazy("row of an import", "changed")
    SAME = "same", pgettext_lazy("row of an import", "same")
    UNCLEAR = "unclear", pgettext_lazy("row of an import", "unclear")
    BAD = "bad", pgettext_lazy("row of an import", "faulty")
    REFUSED = "refused", pgettext_lazy("row of an import", "not possible")


class StagedRow(models.Model):
    """One row as it was written, what it says, and what it would do.

    `row` is an `importing.rows.Row` as a document. Set, number and variant name the piece it is
    about and are empty while that is unclear; `before` and `after` are how many of the piece there
    are, counting all rows about it.
    """

    staged = models.ForeignKey(StagedImport, models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField(_("line"))
    text = models.CharField(_("as written"), max_length=LONGEST_LINE)
    cells = models.JSONField(_("cells"))
    row = models.JSONField(_("row"), null=True)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET, blank=True)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER, blank=True)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    known = models.BooleanField(_("in the catalogue"), default=False)
    outcome = models.CharField(
        _("outcome"), max_length=8, choices=Outcome.choices, default=Outcome.WAITING
    )
    before = models.PositiveIntegerField(_("before"), default=0)
    after = models.PositiveIntegerField(_("after"), default=0)
    problem = models.TextField(_("problem"), blank=True)

    class Meta:
        verbose_name = _("row of an import")
        verbose_name_plural = _("rows of an import")
        ordering = ("line", "id")
        indexes = (models.Index(fields=["staged", "outcome", "line"], name="staged_row_outcome"),)

    def __str__(self) -> str:
        return f"{self.staged_id}: {self.line}"
