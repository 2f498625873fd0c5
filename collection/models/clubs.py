"""Clubs, their members, and what members would lend each other."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.models.ids import PublicIdField
from collection.models.owning import (
    LONGEST_NUMBER,
    LONGEST_SET,
    LONGEST_VARIANT,
    Collection,
)
from collection.names import NameColumn


class ClubRole(models.TextChoices):
    """What a member of a club may do."""

    ORGANISER = "leads", pgettext_lazy("in a club", "organiser")
    MEMBER = "member", pgettext_lazy("in a club", "member")


class ClubQuerySet(models.QuerySet["Club"]):
    """The only doors to a club."""

    def of_member(self, user: Any) -> "ClubQuerySet":
        """The clubs a person belongs to."""
        return self._joined(user)

    def led_by(self, user: Any) -> "ClubQuerySet":
        """The clubs a person organises."""
        return self._joined(user, role=ClubRole.ORGANISER)

    def _joined(self, user: Any, **narrowed_to: Any) -> "ClubQuerySet":
        if not user.pk:
            return self.none()
        joined = ClubMember.objects.filter(club=OuterRef("pk"), user_id=user.pk, **narrowed_to)
        return self.filter(Exists(joined))


class Club(models.Model):
    """People who play together and lend each other pieces for it."""

    public_id = PublicIdField()
    name = NameColumn(_("name"), max_length=60)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """A person in a club, and what they would lend: everything free in `lends_from`, or the pieces
    they pledged of it; nothing without a collection."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs")
    role = models.CharField(
        _("role"), max_length=8, choices=ClubRole.choices, default=ClubRole.MEMBER
    )
    lends_from = models.ForeignKey(
        Collection, models.SET_NULL, null=True, related_name="+", verbose_name=_("lends from")
    )
    lends_all = models.BooleanField(_("lends everything free"), default=False)
    joined = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        ordering = ("joined", "id")
        constraints = (models.UniqueConstraint(fields=["club", "user"], name="club_member_once"),)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id} {self.role}"


class Pledge(models.Model):
    """How many of a piece a member would lend."""

    member = models.ForeignKey(ClubMember, models.CASCADE, related_name="pledges")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    count = models.PositiveSmallIntegerField(_("count"))

    class Meta:
        verbose_name = _("pledge")
        verbose_name_plural = _("pledges")
        ordering = ("set_code", "number", "variant", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["member", "system", "set_code", "number", "variant"], name="pledged_once"
            ),
            models.CheckConstraint(condition=Q(count__gt=0), name="pledge_has_pieces"),
        )

    def __str__(self) -> str:
        return f"{self.member_id}: {self.count} {self.set_code}-{self.number}"


class ClubInvitation(models.Model):
    """A link by which whoever opens it, signed in, may join a club until it expires."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    token = models.CharField(_("link"), max_length=43, unique=True)
    expires = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("invitation to a club")
        verbose_name_plural = _("invitations to clubs")
        ordering = ("expires", "id")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.expires}"
