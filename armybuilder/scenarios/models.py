"""Scenarios people draw, with the steps of their drawing."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, one_owner
from collection.common.hiding import HiddenColumn
from collection.common.ids import PublicIdField


class ScenarioQuerySet(OwnedQuerySet["Scenario"]):
    """The only doors to a scenario: whoever owns it, or a link its owner gave away."""

    def shared_by(self, token: str) -> "ScenarioQuerySet":
        """The scenario a link opens, if the link still stands."""
        return self.filter(share_token=token, hidden=False) if token else self.none()


class Scenario(models.Model):
    """A scenario of any game as its owner left it: a scenario/1 object without chance and orders,
    playable or not.

    `step` is the number of the step of drawing it shows; `version` grows with every change, undone
    ones included. `share_token` is the link by which others play and copy it, "" for none.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="scenarios",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    system = models.CharField(_("game system"), max_length=40)
    title = models.CharField(_("title"), max_length=120, blank=True)
    document = models.JSONField(_("document"))
    version = models.PositiveIntegerField(_("version"), default=1)
    step = models.PositiveIntegerField(_("step"), default=0)
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    hidden = HiddenColumn()
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = ScenarioQuerySet.as_manager()

    #: Which steps through the drawing are possible; whoever asks to draw is told.
    can_undo: bool = False
    can_redo: bool = False

    class Meta:
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="scenario_of_member")
        ]
        constraints: ClassVar[list[Any]] = [
            one_owner("scenario_has_one_owner"),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~models.Q(share_token=""),
                name="scenario_link_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.public_id


class ScenarioStep(models.Model):
    """A scenario as it was after a step of drawing, to go back to; `size` is its length as JSON."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(_("number"))
    document = models.JSONField(_("document"))
    size = models.PositiveIntegerField(_("size"))

    class Meta:
        verbose_name = _("step of a drawing")
        verbose_name_plural = _("steps of a drawing")
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["scenario", "number"], name="step_number_is_unique_in_its_scenario"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scenario_id}/{self.number}"
