"""What a device took along, what came back from one, and what a person has yet to decide."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.common.ids import PUBLIC_ID_LENGTH, PublicIdField

LONGEST_KIND = 16
LONGEST_KEY = 200
LONGEST_TITLE = 160
LONGEST_REASON = 500


class TakenFile(models.Model):
    """On a device: the file from the site that was taken along last."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("owner")
    )
    taken = models.CharField(_("file"), max_length=PUBLIC_ID_LENGTH)
    made = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("file taken along")
        verbose_name_plural = _("files taken along")

    def __str__(self) -> str:
        return self.taken


class TakenThing(models.Model):
    """On a device: a thing as the site had it when both were the same.

    `content` is null where the site had none; `sent` has what the last file that was written for
    the site says of it, in a list that is empty for what was deleted, null where nothing was said.
    """

    kind = models.CharField(_("kind"), max_length=LONGEST_KIND)
    key = models.CharField(_("key"), max_length=LONGEST_KEY)
    version = models.CharField(_("version"), max_length=40, blank=True)
    content = models.JSONField(_("content"), null=True)
    sent = models.JSONField(_("sent"), null=True)

    class Meta:
        verbose_name = _("thing taken along")
        verbose_name_plural = _("things taken along")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["kind", "key"], name="thing_taken_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Did(models.TextChoices):
    """What became of a thing that came back."""

    MADE = "made", pgettext_lazy("a thing that came back", "new")
    CHANGED = "changed", pgettext_lazy("a thing that came back", "changed")
    DECIDED = "decided", pgettext_lazy("a thing that came back", "decided")
    REMOVED = "removed", pgettext_lazy("a thing that came back", "deleted")
    SAME = "same", pgettext_lazy("a thing that came back", "as it was")
    ASKED = "asked", pgettext_lazy("a thing that came back", "to be decided")
    REFUSED = "refused", pgettext_lazy("a thing that came back", "not taken")


class CameBack(models.Model):
    """On the site: a thing that came back from a device, as it was there, by the file `taken` that
    the device had it from; coming again it is compared with this.

    `content` is null for what was deleted; `file` is the game/1 object of a game that was refused
    or is asked about. Of what was refused `base` is what it is compared with when it is tried
    again, `reason` why it was not taken, and `order` the number of the order where that is why; 0
    for none.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="came_back",
        verbose_name=_("owner"),
    )
    taken = models.CharField(_("file"), max_length=PUBLIC_ID_LENGTH)
    kind = models.CharField(_("kind"), max_length=LONGEST_KIND)
    key = models.CharField(_("key"), max_length=LONGEST_KEY)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    content = models.JSONField(_("content"), null=True)
    file = models.JSONField(_("file"), null=True)
    base = models.JSONField(_("what it was before"), null=True)
    did = models.CharField(_("what became of it"), max_length=8, choices=Did.choices)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    order = models.PositiveIntegerField(_("order"), default=0)
    at = models.DateTimeField(_("came back at"))

    class Meta:
        verbose_name = _("thing that came back")
        verbose_name_plural = _("things that came back")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["owner", "taken", "kind", "key"], name="thing_came_back_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.did}"


class Question(models.Model):
    """A thing that was changed at the same place on a device and on the site.

    `merged` is what came of what could be put together, as the tree that answers are told by, in a
    list that is empty for nothing. Each of the `clashes` has a `key`, its `path` and the
    three sides as such lists. Answered ones are gone from it, and a question without any is, too.
    """

    public_id = PublicIdField()
    came = models.ForeignKey(
        CameBack,
        models.CASCADE,
        related_name="questions",
        verbose_name=_("thing that came back"),
    )
    merged = models.JSONField(_("put together"))
    clashes = models.JSONField(_("places"))
    asked = models.DateTimeField(_("asked"))

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering: ClassVar[list[str]] = ["asked", "pk"]

    def __str__(self) -> str:
        return f"{self.came_id}"
