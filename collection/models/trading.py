"""What a collection shows of its wants and of what it would give, and what people propose."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.models.ids import PublicIdField
from collection.models.owning import (
    LONGEST_NUMBER,
    LONGEST_SET,
    LONGEST_VARIANT,
    Change,
    Collection,
)

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
        verbose_name = _("line of a proposed trade")
        verbose_name_plural = _("lines of a proposed trade")
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(condition=Q(count__gt=0), name="proposal_line_has_pieces"),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.set_code}-{self.number}"
