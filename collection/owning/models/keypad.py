"""What people type into the keypad, and the products they define for it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from collection.catalogue.finding.typed import LONGEST_TYPED
from collection.common.ids import PublicIdField
from collection.owning.models.copies import LONGEST_SET, Change, Collection

LONGEST_KEY = 36


class KeypadLine(models.Model):
    """One line somebody typed.

    `key` is the line's own, given where it was typed: the same line sent twice counts once.
    `pieces` tells of each piece: [id, variant, count, how many there were before, known or not].
    `change` is what the line did, None where it did nothing, and `taken_back` what undid that.
    Lines that are not `done` are the session at hand.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="keypad_lines")
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    typed_at = models.DateTimeField(_("typed at"))
    key = models.CharField(_("key"), max_length=LONGEST_KEY)
    said = models.CharField(_("as typed"), max_length=LONGEST_TYPED)
    default_set = models.CharField(_("set"), max_length=LONGEST_SET, blank=True)
    pieces = models.JSONField(_("pieces"), default=list)
    problem = models.CharField(_("problem"), max_length=200, blank=True)
    change = models.OneToOneField(
        Change, models.SET_NULL, null=True, related_name="+", verbose_name=_("change")
    )
    taken_back = models.OneToOneField(
        Change, models.SET_NULL, null=True, related_name="+", verbose_name=_("undone by")
    )
    done = models.BooleanField(_("done"), default=False)

    class Meta:
        verbose_name = _("line of the keypad")
        verbose_name_plural = _("lines of the keypad")
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=["collection", "key"], name="keypad_line_once"),
        )
        indexes = (
            models.Index(fields=["collection", "typed_by", "done", "-id"], name="keypad_session"),
        )

    def __str__(self) -> str:
        return self.said


class Product(models.Model):
    """Something sold whole, as its owner wrote it down: a name, and pieces as they are typed."""

    public_id = PublicIdField()
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="products")
    name = models.CharField(_("name"), max_length=60)
    content = models.CharField(_("content"), max_length=LONGEST_TYPED)

    class Meta:
        verbose_name = _("product")
        verbose_name_plural = _("products")
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name
