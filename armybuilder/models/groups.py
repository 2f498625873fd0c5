"""Battle groups people build, and every state they went through."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from armybuilder.models.user import User
from collection.models.ids import PublicIdField

TOKEN_LENGTH = 43


@dataclass(frozen=True)
class Owner:
    """Who builds: a member, or a visitor known only by the random token in their session."""

    member: User | None = None
    visitor: str = ""


class BattleGroupQuerySet(models.QuerySet["BattleGroup"]):
    """The only doors to a battle group: whoever owns it, or a link its owner gave away."""

    def for_owner(self, owner: Owner) -> "BattleGroupQuerySet":
        """The groups of one member or visitor; none for a visitor who has built nothing."""
        if owner.member:
            return self.filter(owner=owner.member)
        return self.filter(visitor=owner.visitor) if owner.visitor else self.none()

    def shared_by(self, token: str) -> "BattleGroupQuerySet":
        """The group a link opens, if the link still stands."""
        return self.filter(share_token=token) if token else self.none()


class BattleGroup(models.Model):
    """A battle group as its owner left it: a battle-group/1 document with the rules and data it was
    judged by. `version` is the number of its last revision."""

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="battle_groups",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    document = models.JSONField(_("document"))
    ruleset = models.CharField(_("rules"), max_length=64)
    catalogue = models.CharField(_("catalogue"), max_length=80)
    version = models.PositiveIntegerField(_("version"), default=1)
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = BattleGroupQuerySet.as_manager()

    class Meta:
        verbose_name = _("battle group")
        verbose_name_plural = _("battle groups")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="group_of_member")
        ]
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(
                condition=Q(owner__isnull=False, visitor="")
                | (Q(owner__isnull=True) & ~Q(visitor="")),
                name="group_has_one_owner",
            ),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~Q(share_token=""),
                name="group_link_is_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the owner calls it."""
        return str(self.document["name"])

    @property
    def is_shared(self) -> bool:
        """Whether a link opens it for others."""
        return bool(self.share_token)


class GroupRevision(models.Model):
    """One state of a group; never changed, only added.

    `before` is the revision an undo goes back to, None for the first state: an undo adds a new
    revision that looks like the older one and takes over its `before`.
    """

    group = models.ForeignKey(BattleGroup, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    before = models.PositiveIntegerField(_("revision before"), null=True)
    document = models.JSONField(_("document"))
    ruleset = models.CharField(_("rules"), max_length=64)
    catalogue = models.CharField(_("catalogue"), max_length=80)
    saved = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering: ClassVar[list[str]] = ["-number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["group", "number"], name="revision_number_is_unique_in_its_group"
            ),
            models.CheckConstraint(
                condition=Q(before__isnull=True) | Q(before__lt=models.F("number")),
                name="revision_comes_after_the_one_before",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}/{self.number}"
