"""Long work, and who asked for it."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, one_owner
from collection.common.ids import PublicIdField


class State(models.TextChoices):
    """How far long work is."""

    WAITING = "waiting", pgettext_lazy("long work", "waiting")
    RUNNING = "running", pgettext_lazy("long work", "under way")
    DONE = "done", pgettext_lazy("long work", "done")
    FAILED = "failed", pgettext_lazy("long work", "failed")
    CANCELLED = "cancelled", pgettext_lazy("long work", "cancelled")


#: Nobody works on it any more.
ENDED = (State.DONE, State.FAILED, State.CANCELLED)


class Job(models.Model):
    """Work of a kind on a payload, nobody's in particular: whoever asks for the same content is
    answered by the same row.

    `key` is the digest of kind and payload. `done` pieces of `total` are in `kept`, which only
    whoever holds the `lease` may change; they show by the `heartbeat` that they live. Of work that
    waits the heartbeat says since when. `attempts` counts the deaths of workers since the last
    piece that was kept. `error` is a message to be translated. `task` is the name of the queue's
    own entry.
    """

    kind = models.CharField(_("kind"), max_length=40)
    key = models.CharField(_("digest of the content"), max_length=64, unique=True)
    payload = models.JSONField(_("what is worked on"))
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    done = models.PositiveIntegerField(_("pieces done"), default=0)
    total = models.PositiveIntegerField(_("pieces"))
    kept = models.JSONField(_("found so far"), default=dict)
    result = models.JSONField(_("result"), null=True)
    error = models.CharField(_("why it failed"), max_length=300, blank=True)
    cancel_wanted = models.BooleanField(_("to be cancelled"), default=False)
    attempts = models.PositiveIntegerField(_("attempts that died"), default=0)
    lease = models.CharField(_("held by"), max_length=120, blank=True)
    heartbeat = models.DateTimeField(_("last sign of life"))
    task = models.CharField(_("entry in the queue"), max_length=64, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    ended = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("long work")
        verbose_name_plural = _("long work")
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["state", "heartbeat"],
                condition=models.Q(state__in=[State.WAITING, State.RUNNING]),
                name="job_unfinished",
            )
        ]
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(
                condition=models.Q(state=State.RUNNING) ^ models.Q(lease=""),
                name="job_is_held_while_it_runs",
            ),
            models.CheckConstraint(
                condition=models.Q(state=State.DONE) ^ models.Q(result__isnull=True),
                name="job_has_a_result_when_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.done}/{self.total}"

    @property
    def has_ended(self) -> bool:
        """Whether nobody works on it any more."""
        return self.state in ENDED


class JobAskQuerySet(OwnedQuerySet["JobAsk"]):
    """The only doors to what came of work: whoever asked for it, or a link they gave away."""

    def shared_by(self, token: str) -> "JobAskQuerySet":
        """What a link opens, if the link still stands."""
        return self.filter(share_token=token) if token else self.none()


class JobAsk(models.Model):
    """Somebody's wish for work to be done.

    `notes` is what the page of its kind shows beside the result and the work does not depend on,
    such as names. `withdrawn`: they do not want it any more; work that nobody wants is cancelled.
    `share_token` is the link by which others see the result, "" for none.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="job_asks",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="asks")
    title = models.CharField(_("title"), max_length=200)
    notes = models.JSONField(_("notes"), default=dict)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = JobAskQuerySet.as_manager()

    class Meta:
        verbose_name = _("wish for long work")
        verbose_name_plural = _("wishes for long work")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="job_ask_of_member")
        ]
        constraints: ClassVar[list[Any]] = [
            one_owner("job_ask_has_one_owner"),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~models.Q(share_token=""),
                name="job_ask_link_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def state(self) -> State:
        """How far the work is for whoever asked."""
        if self.withdrawn and self.job.state != State.DONE:
            return State.CANCELLED
        return State(self.job.state)
