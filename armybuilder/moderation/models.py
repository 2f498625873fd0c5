"""What was reported, and by whom."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_REMARK = 500


class State(models.TextChoices):
    """What became of something that was reported."""

    WAITING = "waiting", pgettext_lazy("something reported", "waits for a moderator")
    STAYS = "stays", pgettext_lazy("something reported", "stays")
    HIDDEN = "hidden", pgettext_lazy("something reported", "hidden")


class Case(models.Model):
    """Something that was reported: a row of a `kind` of `moderation.kinds` by its `key`.

    Nobody is the `author` of what a visitor wrote, and of what stays of an account that is gone.
    `hidden` is what holds now, also until a moderator has looked. `judged` has the words as they
    were at the decision: while they stay so, a decision to let them stay holds. `told` is what the
    author is told; `asked_again`, that they have changed it and ask anew.
    """

    kind = models.CharField(_("kind"), max_length=12)
    key = models.PositiveBigIntegerField(_("key"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="cases",
        verbose_name=_("author"),
    )
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    hidden = models.BooleanField(_("hidden"), default=False)
    judged = models.TextField(_("words at the decision"), blank=True)
    told = models.CharField(_("words to the author"), max_length=LONGEST_REMARK, blank=True)
    asked_again = models.BooleanField(_("asked to look again"), default=False)
    reported = models.DateTimeField(_("reported last"))
    decided = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("something reported")
        verbose_name_plural = _("what was reported")
        ordering: ClassVar[list[str]] = ["-reported", "-pk"]
        permissions = (("moderate", "Can decide on what was reported"),)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "-reported"], name="case_in_line")
        ]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["kind", "key"], name="case_of_something_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Reason(models.TextChoices):
    """What is wrong."""

    INSULT = "insult", pgettext_lazy("against what somebody wrote", "It insults or threatens")
    POSES = "poses", pgettext_lazy("against what somebody wrote", "It poses as somebody else")
    PRIVATE = "private", pgettext_lazy("against what somebody wrote", "It tells private things")
    ADVERT = "advert", pgettext_lazy("against what somebody wrote", "It advertises")
    NAME = "name", pgettext_lazy("against what somebody wrote", "The name of whoever made it")
    OTHER = "other", pgettext_lazy("against what somebody wrote", "Something else")


class Report(models.Model):
    """What one person has against something; of guests nobody knows who."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(_("reason"), max_length=8, choices=Reason.choices)
    note = models.CharField(_("note"), max_length=LONGEST_REMARK, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("reported by"),
    )
    at = models.DateTimeField(_("reported at"))

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.reason}"
