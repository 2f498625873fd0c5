"""Photos their owners show to everybody as the picture of a figure, and reports of them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.common.ids import PublicIdField
from collection.common.names import NameColumn
from collection.owning.models.copies import Photo

LONGEST_CREDIT = 60


class ShownPhoto(models.Model):
    """An owner's consent that a square of a photo stands on the figure's page, which lasts as long
    as the row does.

    `left`, `top` and `side` cut the square out of the large photo, in its pixels. The picture is
    kept under the public id. A report hides it until a moderator has looked: `looked_at`. What
    stays is shown from then on whatever is reported; what was taken down stays hidden.
    """

    public_id = PublicIdField()
    photo = models.OneToOneField(Photo, models.CASCADE, related_name="shown")
    credit = NameColumn(_("credit"), max_length=LONGEST_CREDIT, blank=True)
    left = models.PositiveSmallIntegerField(_("from the left"))
    top = models.PositiveSmallIntegerField(_("from the top"))
    side = models.PositiveSmallIntegerField(_("side"))
    since = models.DateTimeField(_("shown since"))
    hidden = models.BooleanField(_("hidden until looked at"), default=False)
    looked_at = models.DateTimeField(_("looked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("photo shown in the catalogue")
        verbose_name_plural = _("photos shown in the catalogue")
        ordering = ("-since", "id")
        constraints = (
            models.CheckConstraint(condition=Q(side__gt=0), name="shown_photo_has_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.photo.set_code}-{self.photo.number}"

    @property
    def is_taken_down(self) -> bool:
        """Whether a moderator decided that it is not shown."""
        return self.hidden and self.looked_at is not None


class PhotoReport(models.Model):
    """What somebody has against a photo being shown; kept for moderators."""

    class Reason(models.TextChoices):
        """What is wrong."""

        OTHER_FIGURE = "figure", pgettext_lazy("against a photo", "It shows another figure")
        NOT_THEIRS = "rights", pgettext_lazy("against a photo", "It is not theirs to show")
        PERSON = "person", pgettext_lazy("against a photo", "Somebody can be recognised")
        UNFIT = "unfit", pgettext_lazy("against a photo", "It does not belong here")

    shown = models.ForeignKey(ShownPhoto, models.CASCADE, related_name="reports")
    reason = models.CharField(_("reason"), max_length=8, choices=Reason.choices)
    note = models.CharField(_("note"), max_length=500, blank=True)
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reported by"),
    )
    reported_at = models.DateTimeField(_("reported at"))

    class Meta:
        verbose_name = _("report of a photo")
        verbose_name_plural = _("reports of photos")
        ordering = ("-reported_at", "id")

    def __str__(self) -> str:
        return f"{self.shown_id}: {self.reason}"
