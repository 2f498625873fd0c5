"""Clubs, their evenings, and trading among their members."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.groups.models import BattleGroup, GroupRevision
from collection.common.hiding import HiddenColumn, NameMayHide
from collection.common.ids import PublicIdField
from collection.common.names import NameColumn
from collection.owning.models import Change, Collection
from collection.owning.models.copies import LONGEST_NUMBER, LONGEST_SET, LONGEST_VARIANT


def _named_by() -> Any:
    """Who gave it the name that it has now; nobody whose account is gone."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("named by"),
    )


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


class Club(NameMayHide):
    """People who play together and lend each other pieces for it."""

    public_id = PublicIdField()
    name = NameColumn(_("name"), max_length=60)
    named_by = _named_by()
    in_its_place = _("a club")
    created = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        app_label = "collection"
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.shown_name


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
        app_label = "collection"
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
        app_label = "collection"
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
        app_label = "collection"
        verbose_name = _("invitation to a club")
        verbose_name_plural = _("invitations to clubs")
        ordering = ("expires", "id")

    def __str__(self) -> str:
        return f"{self.club_id}: {self.expires}"


class EveningQuerySet(models.QuerySet["Evening"]):
    """The only door to an evening: its club."""

    def for_member(self, user: Any) -> "EveningQuerySet":
        """The evenings of the clubs a person belongs to."""
        return self.filter(club__in=Club.objects.of_member(user))


class Evening(NameMayHide):
    """A date on which a club plays. `assigned_at` is when pieces were assigned last."""

    public_id = PublicIdField()
    club = models.ForeignKey(Club, models.CASCADE, related_name="evenings")
    date = models.DateField(_("date"))
    name = NameColumn(_("name"), max_length=60, blank=True)
    named_by = _named_by()
    assigned_at = models.DateTimeField(_("pieces assigned"), null=True)

    objects = EveningQuerySet.as_manager()

    class Meta:
        verbose_name = _("club evening")
        verbose_name_plural = _("club evenings")
        ordering: ClassVar[list[str]] = ["-date", "-id"]

    def __str__(self) -> str:
        return self.shown_name or str(self.date)


class EveningEntry(models.Model):
    """A member who comes, with a battle group or only with pieces for others.

    `pieces` is what the group needed when pieces were assigned last: counts by catalogue id.
    `handed_in` is the state of the group its player lets the organisers print, none of it unless
    they said so.
    """

    evening = models.ForeignKey(Evening, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="evenings", verbose_name=_("player")
    )
    group = models.ForeignKey(
        BattleGroup, models.SET_NULL, null=True, related_name="+", verbose_name=_("battle group")
    )
    pieces = models.JSONField(_("pieces"), default=dict)
    handed_in = models.ForeignKey(
        GroupRevision, models.SET_NULL, null=True, related_name="+", verbose_name=_("handed in")
    )

    class Meta:
        verbose_name = _("entry of an evening")
        verbose_name_plural = _("entries of evenings")
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["evening", "user", "group"], name="evening_entered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.user_id}"


class Assignment(models.Model):
    """Some of a piece of one collection for one entry.

    `handed_out` is when the lender packed it; `loans` are the public ids of the loans booked then,
    none for what a player brings for their own list.
    """

    entry = models.ForeignKey(EveningEntry, models.CASCADE, related_name="assignments")
    lender = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="+")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    count = models.PositiveSmallIntegerField(_("count"))
    handed_out = models.DateTimeField(_("handed out"), null=True)
    loans = models.JSONField(_("loans"), default=list)

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering: ClassVar[list[str]] = ["set_code", "number", "variant", "id"]
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(condition=Q(count__gt=0), name="assignment_has_pieces"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.count} {self.set_code}-{self.number}"


LONGEST_MESSAGE = 500


class Partners(models.TextChoices):
    """With whose collections one is matched; both must allow it."""

    NOBODY = "nobody", pgettext_lazy("trade matches with", "nobody")
    CLUBS = "clubs", pgettext_lazy("trade matches with", "members of my clubs")
    MEMBERS = "members", pgettext_lazy("trade matches with", "every member of this site")


class TradeList(models.Model):
    """Who may see what a collection wants and would trade: whoever has a link, partners."""

    collection = models.OneToOneField(Collection, models.CASCADE, related_name="trade_list")
    token = models.CharField(_("link"), max_length=43, blank=True)
    partners = models.CharField(
        _("trade matches with"), max_length=8, choices=Partners.choices, default=Partners.NOBODY
    )

    class Meta:
        app_label = "collection"
        verbose_name = _("wish and trade list")
        verbose_name_plural = _("wish and trade lists")
        constraints = (
            models.UniqueConstraint(
                fields=["token"], condition=~Q(token=""), name="trade_list_link_is_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.collection_id}: {self.partners}"


class ProposalQuerySet(models.QuerySet["Proposal"]):
    """The only door to proposals: those who own one of the two collections."""

    def for_person(self, user: Any) -> "ProposalQuerySet":
        """Those a person made or was sent."""
        if not user.pk:
            return self.none()
        return self.filter(Q(sender__owner_id=user.pk) | Q(receiver__owner_id=user.pk))


class Proposal(models.Model):
    """A trade one person proposes to another. Accepting it changes no collection.

    `sent` and `received` are the changes by which each side made it part of its collection.
    """

    class State(models.TextChoices):
        """What became of it."""

        OPEN = "open", pgettext_lazy("a proposed trade", "open")
        ACCEPTED = "accepted", pgettext_lazy("a proposed trade", "accepted")
        DECLINED = "declined", pgettext_lazy("a proposed trade", "declined")
        WITHDRAWN = "gone", pgettext_lazy("a proposed trade", "withdrawn")

    public_id = PublicIdField()
    sender = models.ForeignKey(Collection, models.CASCADE, related_name="proposals_sent")
    receiver = models.ForeignKey(Collection, models.CASCADE, related_name="proposals_received")
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    message = models.CharField(_("message"), max_length=LONGEST_MESSAGE, blank=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_MESSAGE, blank=True)
    message_hidden = HiddenColumn(_("message hidden by moderators"))
    answer_hidden = HiddenColumn(_("answer hidden by moderators"))
    made_at = models.DateTimeField(_("made"))
    answered_at = models.DateTimeField(_("answered"), null=True)
    sent = models.OneToOneField(
        Change, models.SET_NULL, null=True, related_name="+", verbose_name=_("booked by the sender")
    )
    received = models.OneToOneField(
        Change,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("booked by the receiver"),
    )

    objects = ProposalQuerySet.as_manager()

    class Meta:
        app_label = "collection"
        verbose_name = _("proposed trade")
        verbose_name_plural = _("proposed trades")
        ordering = ("-made_at", "-id")

    def __str__(self) -> str:
        return self.public_id


class ProposalLine(models.Model):
    """Some of one piece that would change hands; `from_sender` says which way."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="lines")
    from_sender = models.BooleanField(_("from the sender"))
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    count = models.PositiveSmallIntegerField(_("count"))

    class Meta:
        app_label = "collection"
        verbose_name = _("line of a proposed trade")
        verbose_name_plural = _("lines of a proposed trade")
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=Q(count__gt=0), name="proposal_line_has_pieces"),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.set_code}-{self.number}"
