"""Battle groups with their revisions, event formats, and the copies groups keep."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, Owner, one_owner
from collection.common.hiding import HiddenColumn
from collection.common.ids import PublicIdField
from collection.common.names import NameColumn
from collection.owning.models import Collection, Membership, Role


class Visibility(models.TextChoices):
    """Who may see a group: its owner, whoever has its link, or everybody."""

    PRIVATE = "private", pgettext_lazy("a battle group", "private")
    LINK = "link", pgettext_lazy("a battle group", "by link")
    PUBLIC = "public", pgettext_lazy("a battle group", "public")


class Cause(models.TextChoices):
    """Why a revision came to be."""

    CREATED = "created", pgettext_lazy("a revision", "created")
    CHANGED = "changed", pgettext_lazy("a revision", "changed")
    UNDONE = "undone", pgettext_lazy("a revision", "undone")
    REDONE = "redone", pgettext_lazy("a revision", "redone")
    RESTORED = "restored", pgettext_lazy("a revision", "restored")
    ACCEPTED = "accepted", pgettext_lazy("a revision", "today's data accepted")
    DEVICE = "device", pgettext_lazy("a revision", "brought back from a device")


class BattleGroupQuerySet(OwnedQuerySet["BattleGroup"]):
    """The only doors to a battle group: whoever owns it, or a link its owner gave away."""

    def shared_by(self, token: str) -> "BattleGroupQuerySet":
        """The group a link opens, if the link still stands."""
        return self.filter(share_token=token, hidden=False) if token else self.none()

    def of_system(self, system: str) -> "BattleGroupQuerySet":
        """The groups of one game."""
        return self.filter(document__system=system)

    def public(self) -> "BattleGroupQuerySet":
        """The groups their owners show to everybody, but those that moderators hide. Public and
        published are the same; asked for both, PostgreSQL takes their shares for independent of
        each other, expects few rows and sorts all there are."""
        return self.filter(published__isnull=False, hidden=False)

    def visible_to(self, owner: Owner) -> "BattleGroupQuerySet":
        """Every group a person may come across without a link: their own, and public ones."""
        return self.for_owner(owner) | self.public()


class KeptRecord(models.Model):
    """A figure or card as groups are judged by it or skirmishes played with it; kept once, however
    many use it."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True)
    record = models.JSONField(_("record"))

    class Meta:
        verbose_name = _("kept record")
        verbose_name_plural = _("kept records")

    def __str__(self) -> str:
        return self.digest


class JudgedState(models.Model):
    """A battle-group/1 document with what it was judged by and what came out.

    `records` has the digest of each figure and card the document names, "" for one that was not in
    the catalogue; `standing` is the line of the verdict with its findings.
    """

    document = models.JSONField(_("document"))
    ruleset = models.CharField(_("rules"), max_length=64)
    catalogue = models.CharField(_("catalogue"), max_length=80)
    records = models.JSONField(_("records"), default=dict)
    standing = models.JSONField(_("standing"), default=dict)

    class Meta:
        abstract = True

    @property
    def name(self) -> str:
        """What the owner calls it."""
        return str(self.document["name"])

    @property
    def system(self) -> str:
        """The game system it is an army of, by its name in files."""
        return str(self.document["system"])


class BattleGroup(JudgedState):
    """A battle group as its owner left it. `version` is the number of its last revision.

    `declined` are the records of a later catalogue the owner has seen and does not want, as
    `records` has them. The source of a copy is remembered by name, also when it is gone, with the
    link it was seen by.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="battle_groups",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    declined = models.JSONField(_("declined records"), default=dict)
    version = models.PositiveIntegerField(_("version"), default=1)
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    published = models.DateTimeField(_("published"), null=True)
    search_text = models.TextField(_("text to find it by"), blank=True)
    hidden = HiddenColumn()
    copied_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="copies",
        verbose_name=_("copied from"),
    )
    copied_name = models.CharField(_("name of the source"), max_length=100, blank=True)
    copied_version = models.PositiveIntegerField(_("revision of the source"), null=True)
    copied_token = models.CharField(
        _("link the source was seen by"), max_length=TOKEN_LENGTH, blank=True
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = BattleGroupQuerySet.as_manager()

    class Meta:
        verbose_name = _("battle group")
        verbose_name_plural = _("battle groups")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="group_of_member"),
            models.Index(
                fields=["-published", "-id"],
                condition=Q(published__isnull=False),
                name="group_published",
            ),
        ]
        constraints: ClassVar[list[Any]] = [
            one_owner("group_has_one_owner"),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~Q(share_token=""),
                name="group_link_is_unique",
            ),
            models.CheckConstraint(
                condition=Q(visibility=Visibility.PRIVATE, share_token="")
                | (Q(visibility__in=[Visibility.LINK, Visibility.PUBLIC]) & ~Q(share_token="")),
                name="group_has_a_link_unless_private",
            ),
            models.CheckConstraint(
                condition=Q(
                    visibility=Visibility.PUBLIC, published__isnull=False, owner__isnull=False
                )
                | (~Q(visibility=Visibility.PUBLIC) & Q(published__isnull=True)),
                name="group_is_published_by_a_member",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_shared(self) -> bool:
        """Whether a link opens it for others."""
        return self.visibility != Visibility.PRIVATE

    @property
    def is_public(self) -> bool:
        """Whether everybody finds it."""
        return self.visibility == Visibility.PUBLIC


class GroupRevision(JudgedState):
    """One state of a group; never changed, only added.

    `before` is the revision an undo goes back to, None for the first state: an undo adds a new
    revision that looks like the older one and takes over its `before`. `after` is the one a redo
    goes on to, None unless something was undone. `same_as` is the revision this one brought back.
    """

    group = models.ForeignKey(BattleGroup, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    before = models.PositiveIntegerField(_("revision before"), null=True)
    after = models.PositiveIntegerField(_("revision undone"), null=True)
    cause = models.CharField(_("cause"), max_length=8, choices=Cause.choices, default=Cause.CHANGED)
    same_as = models.PositiveIntegerField(_("revision brought back"), null=True)
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
            models.CheckConstraint(
                condition=Q(after__isnull=True) | Q(after__lt=models.F("number")),
                name="revision_comes_after_the_one_undone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}/{self.number}"


LONGEST_TITLE = 80
LONGEST_DESCRIPTION = 2000


class EventFormatQuerySet(OwnedQuerySet["EventFormat"]):
    """Whoever knows a format's id may read it; only its owner finds it here to change it."""


class EventFormat(models.Model):
    """Restrictions somebody put on battle groups of a game, as the `event` of a battle-group/1
    document without its name and title. `version` is the number of its last version; where it is
    `hidden`, others see no words of its owner."""

    public_id = PublicIdField()
    system = models.CharField(_("game system"), max_length=40)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="event_formats",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    title = NameColumn(_("title"), max_length=LONGEST_TITLE)
    description = models.TextField(_("description"), max_length=LONGEST_DESCRIPTION, blank=True)
    restrictions = models.JSONField(_("restrictions"), default=dict)
    hidden = HiddenColumn()
    version = models.PositiveIntegerField(_("version"), default=1)
    copied_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="copies",
        verbose_name=_("copied from"),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = EventFormatQuerySet.as_manager()

    class Meta:
        verbose_name = _("event format")
        verbose_name_plural = _("event formats")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        constraints: ClassVar[list[Any]] = [
            one_owner("format_has_one_owner"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def event(self) -> dict[str, Any]:
        """What a group under this format carries: the restrictions as they are now."""
        return {"name": self.public_id, "title": self.title, **self.restrictions}


class FormatVersion(models.Model):
    """One state of a format; never changed, only added."""

    format = models.ForeignKey(EventFormat, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    title = NameColumn(_("title"), max_length=LONGEST_TITLE)
    description = models.TextField(_("description"), blank=True)
    restrictions = models.JSONField(_("restrictions"))
    saved = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        verbose_name = _("version of a format")
        verbose_name_plural = _("versions of a format")
        ordering: ClassVar[list[str]] = ["-number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["format", "number"], name="version_number_is_unique_in_its_format"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.number})"


class Hold(models.TextChoices):
    """How firmly a group has its copies; a group without a reservation is tentative."""

    RESERVED = "reserved", pgettext_lazy("copies of a battle group", "reserved")
    PACKED = "packed", pgettext_lazy("copies of a battle group", "packed")


class Reservation(models.Model):
    """The copies one group keeps for itself."""

    group = models.OneToOneField(BattleGroup, models.CASCADE, related_name="reservation")
    hold = models.CharField(_("hold"), max_length=8, choices=Hold.choices)
    made = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("reservation")
        verbose_name_plural = _("reservations")
        ordering: ClassVar[list[str]] = ["made", "pk"]

    def __str__(self) -> str:
        return f"{self.group_id} {self.hold}"


class ReservedPieceQuerySet(models.QuerySet["ReservedPiece"]):
    """What is reserved."""

    def from_collections_of(self, user: Any) -> "ReservedPieceQuerySet":
        """What is reserved in the collections a person may change, by whoever still may."""
        still_edits = Membership.objects.filter(
            collection=OuterRef("collection"),
            user=OuterRef("reservation__group__owner"),
            role=Role.EDITOR,
        )
        return self.filter(
            Q(reservation__group__owner=F("collection__owner")) | Exists(still_edits),
            collection__in=Collection.objects.editable_by(user),
        )


class ReservedPiece(models.Model):
    """How many copies of a piece a group keeps out of one collection.

    `item` is the id of the piece in the catalogue.
    """

    reservation = models.ForeignKey(Reservation, models.CASCADE, related_name="pieces")
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="+")
    item = models.CharField(_("piece"), max_length=40)
    count = models.PositiveIntegerField(_("copies"))

    objects = ReservedPieceQuerySet.as_manager()

    class Meta:
        verbose_name = _("reserved piece")
        verbose_name_plural = _("reserved pieces")
        ordering: ClassVar[list[str]] = ["item", "pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["reservation", "collection", "item"], name="reserved_piece_once"
            ),
            models.CheckConstraint(condition=Q(count__gt=0), name="reserved_piece_has_copies"),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.item}"


class SealMode(models.TextChoices):
    """How much of a sealed list others see."""

    CLOSED = "closed", pgettext_lazy("a sealed list", "closed")
    SECRET = "secret", pgettext_lazy("a sealed list", "secret")
    OPEN = "open", pgettext_lazy("a sealed list", "open")


class SealedList(models.Model):
    """A list its player is bound to before anybody sees it, as it was at `sealed`.

    `opening` has the list and what was drawn by lot, `certificate` what the site said of it without
    showing it; both stay as they are, whatever becomes of the group, only `mode` changes.
    """

    public_id = PublicIdField()
    group = models.ForeignKey(BattleGroup, on_delete=models.CASCADE, related_name="seals")
    opening = models.TextField(_("opening"))
    certificate = models.TextField(_("certificate"))
    mode = models.CharField(
        _("mode"), max_length=6, choices=SealMode.choices, default=SealMode.CLOSED
    )
    sealed = models.DateTimeField(_("sealed"))
    hidden = HiddenColumn()

    class Meta:
        verbose_name = _("sealed list")
        verbose_name_plural = _("sealed lists")
        ordering: ClassVar[list[str]] = ["-sealed", "-pk"]

    def __str__(self) -> str:
        return self.public_id


class CertificateKey(models.Model):
    """A key the site signs certificates with: Ed25519, in URL-safe base64 without padding.

    `key_id` is the beginning of the digest of the public key; `private` is sealed with the site's
    secret. The current key is the one that is not `retired`; what others have signed holds as long
    as they are `trusted`.
    """

    key_id = models.CharField(_("key"), max_length=8, primary_key=True)
    algorithm = models.CharField(_("algorithm"), max_length=16, default="Ed25519")
    public = models.CharField(_("public key"), max_length=64)
    private = models.CharField(_("private key, sealed"), max_length=200)
    created = models.DateTimeField(_("created"))
    retired = models.DateTimeField(_("retired"), null=True)
    trusted = models.BooleanField(_("trusted"), default=True)

    class Meta:
        verbose_name = _("certificate key")
        verbose_name_plural = _("certificate keys")
        ordering: ClassVar[list[str]] = ["-created", "key_id"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["algorithm"],
                condition=Q(retired=None),
                name="certificate_key_in_use_is_one",
            ),
        ]

    def __str__(self) -> str:
        return self.key_id
