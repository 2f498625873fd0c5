"""Skirmishes people play, order by order."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, one_owner
from collection.common.ids import PublicIdField


class SkirmishQuerySet(OwnedQuerySet["Skirmish"]):
    """The only doors to a skirmish: whoever started it, or a link its owner gave away."""

    def shared_by(self, token: str) -> "SkirmishQuerySet":
        """The finished skirmish a link opens, if the link still stands."""
        return self.filter(share_token=token, over=True) if token else self.none()


class Skirmish(models.Model):
    """A game of any system: how it began (a scenario/1 object), who plays which seat, and where it
    stands.

    `seats`: by seat, the `name` of its player and the `commander` that plays it, "" for a person;
    `sides` by seat. `turn`, `stage`, `acting` (the seat that must act, "" when it is over),
    `winner` (a side) and `points` are what the rules say of the present state, for lists. `seed` is
    the lot of what is drawn before the first order.
    `state` is the rules' own saved state after the last step; `dice` the generator's memory, which
    nobody is told. `version` grows with every change, undone ones included.
    `played` counts the seconds of the turns up to the last of them. `records` has the
    digest of each figure and card the start names, as they were when it began. `share_token` is the
    link by which anybody watches a finished one, "" for none.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="skirmishes",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    system = models.CharField(_("game system"), max_length=40)
    title = models.CharField(_("title"), max_length=120, blank=True)
    start = models.JSONField(_("start"))
    seed = models.BigIntegerField(_("seed"), default=0)
    seats = models.JSONField(_("seats"))
    sides = models.JSONField(_("sides"), default=dict)
    state = models.JSONField(_("state"))
    dice = models.CharField(_("dice"), max_length=20)
    ruleset = models.CharField(_("rules"), max_length=64)
    catalogue = models.CharField(_("catalogue"), max_length=80)
    records = models.JSONField(_("records"), default=dict)
    open_dials = models.BooleanField(_("open dials"), default=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    played = models.PositiveIntegerField(_("seconds played"), default=0)
    turn = models.PositiveIntegerField(_("turn"), default=1)
    stage = models.CharField(_("stage"), max_length=40, blank=True)
    acting = models.CharField(_("seat in turn"), max_length=80, blank=True)
    over = models.BooleanField(_("over"), default=False)
    winner = models.CharField(_("winner"), max_length=80, blank=True)
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = SkirmishQuerySet.as_manager()

    class Meta:
        verbose_name = _("skirmish")
        verbose_name_plural = _("skirmishes")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="skirmish_of_member")
        ]
        constraints: ClassVar[list[Any]] = [
            one_owner("skirmish_has_one_owner"),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~models.Q(share_token=""),
                name="skirmish_link_is_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(share_token="") | models.Q(over=True),
                name="skirmish_has_a_link_when_over",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.public_id


class SkirmishStep(models.Model):
    """One order taken: the faces it rolled, what happened, and the fingerprint of the state.

    `player` is "" for an order that nobody gave. `state` is kept of every so many steps, so that a
    replay need not begin at the first.
    """

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(_("number"))
    player = models.CharField(_("player"), max_length=80, blank=True)
    order = models.JSONField(_("order"))
    faces = models.JSONField(_("faces"))
    events = models.JSONField(_("events"))
    fingerprint = models.CharField(_("fingerprint"), max_length=16)
    state = models.JSONField(_("state"), null=True)
    taken = models.DateTimeField(_("taken"), auto_now_add=True)

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["skirmish", "number"], name="step_number_is_unique_in_its_skirmish"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.skirmish_id}/{self.number}"
