"""What people own, want and lend, and every change of it.

A piece is known by the set, number and variant printed on it, not by its row in the catalogue:
what the catalogue does not know is kept all the same. Rows are written by
`collection.owning.services.changes` only.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.models import Card, Figure
from collection.catalogue.pieces import LONGEST_NUMBER, LONGEST_SET, LONGEST_VARIANT
from collection.common.hiding import NameMayHide
from collection.common.ids import PublicIdField
from collection.common.names import NameColumn

LONGEST_NAME = 160
LONGEST_KIND = 8
LONGEST_PLACE = 60
LONGEST_PERSON = 80
LONGEST_REMARK = 500


class Role(models.TextChoices):
    """What a person may do with a collection."""

    OWNER = "owner", pgettext_lazy("of a collection", "owner")
    EDITOR = "editor", pgettext_lazy("of a collection", "editor")
    VIEWER = "viewer", pgettext_lazy("of a collection", "viewer")


class Condition(models.TextChoices):
    """The state a copy is in."""

    MINT = "mint", pgettext_lazy("condition", "as new")
    GOOD = "good", pgettext_lazy("condition", "good")
    WORN = "worn", pgettext_lazy("condition", "worn")
    DAMAGED = "damaged", pgettext_lazy("condition", "damaged")


class CollectionQuerySet(models.QuerySet["Collection"]):
    """The only doors to a collection."""

    def owned_by(self, user: Any) -> "CollectionQuerySet":
        """The collections that are a person's own."""
        return self.filter(owner_id=user.pk) if user.pk else self.none()

    def editable_by(self, user: Any) -> "CollectionQuerySet":
        """Those a person may change: their own, and where they are an editor."""
        return self._for(user, (Role.EDITOR,))

    def visible_to(self, user: Any) -> "CollectionQuerySet":
        """Those a person may see."""
        return self._for(user, (Role.EDITOR, Role.VIEWER))

    def _for(self, user: Any, roles: tuple[Role, ...]) -> "CollectionQuerySet":
        if not user.pk:
            return self.none()
        shared = Membership.objects.filter(
            collection=OuterRef("pk"), user_id=user.pk, role__in=roles
        )
        return self.filter(Q(owner_id=user.pk) | Exists(shared))


class Collection(NameMayHide):
    """What one person owns, or several share; `version` is the number of its last change.

    A sample holds what its owner does not have, to look around with and throw away.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="collections",
        verbose_name=_("owner"),
    )
    name = NameColumn(_("name"), max_length=60)
    in_its_place = _("a collection")
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    locked = models.BooleanField(_("locked"), default=False)
    is_sample = models.BooleanField(_("a sample"), default=False, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ("created", "id")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person with whom a collection is shared."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="collection_memberships"
    )
    role = models.CharField(
        _("role"),
        max_length=8,
        choices=[(Role.EDITOR, Role.EDITOR.label), (Role.VIEWER, Role.VIEWER.label)],
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["collection", "user"], name="member_once"),
            models.CheckConstraint(
                condition=Q(role__in=[Role.EDITOR, Role.VIEWER]), name="member_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.collection_id}: {self.user_id} {self.role}"


class Invitation(models.Model):
    """A link by which whoever opens it, signed in, may share a collection."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="invitations")
    token = models.CharField(_("link"), max_length=43, unique=True)
    role = models.CharField(
        _("role"),
        max_length=8,
        choices=[(Role.EDITOR, Role.EDITOR.label), (Role.VIEWER, Role.VIEWER.label)],
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    expires = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("expires", "id")

    def __str__(self) -> str:
        return f"{self.collection_id}: {self.role}"


class Holding(models.Model):
    """One piece in a collection: how many of it, which of them apart, how many more are wanted.

    `plain` counts the copies that are not told apart; the others are rows of Copy, and the number
    owned is the two together. `name` and `kind` are what the owner says of the piece. `figure` and
    `card` join the catalogue's record, as soon as there is one. `version` is the number of the last
    change of the collection that touched it.
    """

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="holdings")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    sort_key = models.CharField(_("sort key"), max_length=96)
    plain = models.PositiveIntegerField(_("copies not told apart"), default=0)
    wanted = models.PositiveIntegerField(_("wanted"), default=0)
    for_trade = models.PositiveIntegerField(_("for trade"), default=0)
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True)
    kind = models.CharField(_("kind"), max_length=LONGEST_KIND, blank=True)
    notes = models.CharField(_("notes"), max_length=LONGEST_REMARK, blank=True)
    tags = models.JSONField(_("tags"), default=list, blank=True)
    search_text = models.TextField(_("search text"), default="")
    figure = models.ForeignKey(
        Figure, models.SET_NULL, null=True, related_name="+", verbose_name=_("figure")
    )
    card = models.ForeignKey(
        Card, models.SET_NULL, null=True, related_name="+", verbose_name=_("card")
    )
    version = models.PositiveIntegerField(_("version"))

    class Meta:
        verbose_name = _("piece of a collection")
        verbose_name_plural = _("pieces of a collection")
        ordering = ("sort_key", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["collection", "system", "set_code", "number", "variant"],
                name="holding_once",
            ),
        )
        indexes = (models.Index(fields=["collection", "sort_key", "id"], name="holding_in_order"),)

    def __str__(self) -> str:
        return f"{self.set_code}-{self.number}"


class Copy(models.Model):
    """One physical copy that is told apart from the others."""

    public_id = PublicIdField()
    holding = models.ForeignKey(Holding, models.CASCADE, related_name="copies")
    condition = models.CharField(
        _("condition"), max_length=8, choices=Condition.choices, blank=True
    )
    place = models.CharField(_("place"), max_length=LONGEST_PLACE, blank=True)
    has_card = models.BooleanField(_("has its card"), null=True, blank=True)
    acquired = models.DateField(_("acquired"), null=True, blank=True)
    price = models.DecimalField(
        _("price paid"), max_digits=9, decimal_places=2, null=True, blank=True
    )
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    notes = models.CharField(_("notes"), max_length=LONGEST_REMARK, blank=True)
    tags = models.JSONField(_("tags"), default=list, blank=True)

    class Meta:
        verbose_name = _("copy")
        verbose_name_plural = _("copies")
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(price__isnull=True, currency="") | (Q(price__gte=0) & ~Q(currency="")),
                name="copy_price_has_currency",
            ),
        )

    def __str__(self) -> str:
        return self.public_id


class Loan(models.Model):
    """A copy in somebody else's hands, until it is returned."""

    public_id = PublicIdField()
    copy = models.ForeignKey(Copy, models.CASCADE, related_name="loans")
    to = models.CharField(_("lent to"), max_length=LONGEST_PERSON)
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)
    returned = models.DateField(_("returned"), null=True, blank=True)

    class Meta:
        verbose_name = _("loan")
        verbose_name_plural = _("loans")
        ordering = ("since", "id")
        constraints = (
            models.UniqueConstraint(
                fields=["copy"], condition=Q(returned__isnull=True), name="copy_lent_once"
            ),
            models.CheckConstraint(
                condition=Q(returned__isnull=True) | Q(returned__gte=F("since")),
                name="loan_ends_after_it_began",
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")),
                name="loan_due_after_it_began",
            ),
        )

    def __str__(self) -> str:
        return f"{self.copy_id} {self.to}"


class Photo(models.Model):
    """A picture of a piece, or of one copy of it; the files are kept under its public id.

    A photo stays with its piece when a copy goes, so that it is there again when the copy is.
    """

    public_id = PublicIdField()
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="photos")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    copy_id = models.CharField(_("copy"), max_length=12, blank=True)
    width = models.PositiveSmallIntegerField(_("width"))
    height = models.PositiveSmallIntegerField(_("height"))
    size = models.PositiveIntegerField(_("bytes of its files"), default=0)
    added = models.DateTimeField(_("added"))

    class Meta:
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        ordering = ("added", "id")
        indexes = (
            models.Index(fields=["collection", "set_code", "number"], name="photo_of_piece"),
        )

    def __str__(self) -> str:
        return self.public_id


class Change(models.Model):
    """One change of a collection, or one import: undone whole or not at all."""

    class Source(models.TextChoices):
        """Where a change came from."""

        PAGE = "page", pgettext_lazy("change of a collection", "by hand")
        KEYPAD = "keypad", pgettext_lazy("change of a collection", "keypad")
        IMPORT = "import", pgettext_lazy("change of a collection", "import")
        PRODUCT = "product", pgettext_lazy("change of a collection", "whole product")
        GROUP = "group", pgettext_lazy("change of a collection", "battle group")
        TRADE = "trade", pgettext_lazy("change of a collection", "trade")
        CLUB = "club", pgettext_lazy("change of a collection", "club evening")
        DEVICE = "device", pgettext_lazy("change of a collection", "brought back from a device")
        API = "api", pgettext_lazy("change of a collection", "program")
        UNDO = "undo", pgettext_lazy("change of a collection", "undo")

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField(_("number"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("changed by"),
    )
    made_at = models.DateTimeField(_("changed at"))
    source = models.CharField(_("source"), max_length=8, choices=Source.choices)
    label = models.CharField(_("what it was"), max_length=120, blank=True)
    pieces = models.PositiveIntegerField(_("pieces changed"))
    reverts = models.OneToOneField(
        "self", models.CASCADE, null=True, related_name="reverted_by", verbose_name=_("undoes")
    )

    class Meta:
        verbose_name = _("change of a collection")
        verbose_name_plural = _("changes of a collection")
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(
                fields=["collection", "number"], name="collection_change_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.collection_id}/{self.number}"


class ChangeLine(models.Model):
    """What a change did to one piece.

    `changes` holds [before, after] for each value that changed, null for what was not there:
    {"plain": [null, 2], "copies": {"ID": {"place": [null, "Box A"]}}}.
    """

    change = models.ForeignKey(Change, models.CASCADE, related_name="lines")
    system = models.CharField(_("game system"), max_length=32)
    set_code = models.CharField(_("set"), max_length=LONGEST_SET)
    number = models.CharField(_("number"), max_length=LONGEST_NUMBER)
    variant = models.CharField(_("variant"), max_length=LONGEST_VARIANT, blank=True)
    changes = models.JSONField(_("changes"))

    class Meta:
        verbose_name = _("line of a change")
        verbose_name_plural = _("lines of a change")
        ordering = ("id",)
        indexes = (models.Index(fields=["set_code", "number"], name="change_line_piece"),)

    def __str__(self) -> str:
        return f"{self.change_id}: {self.set_code}-{self.number}"
