"""People, their tokens, what happened to accounts, and whose something is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NoReturn, Self, TypeVar

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from collection.common.hiding import HiddenColumn
from collection.common.names import NameColumn
from collection.common.people import hold


class UserManager(BaseUserManager["User"]):
    """Makes users that are known by their e-mail address."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Save a user; without a password only a passkey opens the account."""
        user = self.model(email=email.lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Save a user who may use the admin; whoever runs the site vouches for the address."""
        of_staff = {"is_staff": True, "is_superuser": True, "proven_email": email.lower()}
        user = self.create_user(email, password, **of_staff, **fields)
        EmailAddress = apps.get_model("account", "EmailAddress")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user


class Theme(models.TextChoices):
    """Light or dark, or whatever the person's device says."""

    SYSTEM = "system", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Contrast(models.TextChoices):
    """How strongly colours part from each other, or whatever the person's device asks for."""

    SYSTEM = "system", _("As the device")
    USUAL = "usual", _("Usual")
    MORE = "more", _("High")


class Targets(models.TextChoices):
    """How large what one clicks and taps is."""

    USUAL = "usual", _("Usual size")
    LARGE = "large", _("Large")


class User(AbstractUser):  # type: ignore[django-manager-missing]
    """An account: an e-mail address, a name others see, and how the pages should look.

    Where no mail is delivered an address is taken as typed; `proven_email` is the one that was
    proven to be this person's.
    """

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    proven_email = models.EmailField(_("proven e-mail address"), blank=True, editable=False)
    display_name = NameColumn(
        _("display name"),
        max_length=50,
        blank=True,
        help_text=_("What others see beside what you share."),
    )
    name_hidden = HiddenColumn(_("name hidden by moderators"))
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES, blank=True)
    theme = models.CharField(_("theme"), max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    contrast = models.CharField(
        _("contrast"), max_length=8, choices=Contrast.choices, default=Contrast.SYSTEM
    )
    targets = models.CharField(
        _("buttons and links"), max_length=8, choices=Targets.choices, default=Targets.USUAL
    )
    turn_mails = models.BooleanField(
        _("Write to me when it is my turn in a game of several days"), default=True
    )
    game = models.CharField(_("game chosen last"), max_length=40, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    @property
    def shown_name(self) -> str:
        """The name as others see it; "" where moderators hide it."""
        return "" if self.name_hidden else self.display_name

    @property
    def proven_address(self) -> str:
        """The address, once mail that went there came back as proof; else nothing."""
        return self.proven_email if self.proven_email == self.email.lower() else ""

    def members_apart(self) -> set[int]:
        """The numbers of the members whom they have blocked, or who have blocked them; two
        queries."""
        return {number for rows in self.rows_apart() for (number,) in rows}

    def rows_apart(self) -> "tuple[QuerySet[Block, Any], QuerySet[Block, Any]]":
        """The same as two sets of rows, for conditions of one query."""
        blocked = self.blocks.exclude(other=None).values_list("other")
        return blocked, self.blocked_by.exclude(owner=None).values_list("owner")

    def __str__(self) -> str:
        return self.display_name or self.email.partition("@")[0]

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class PersonalToken(AbstractAuthToken):
    """A token, kept as a digest only; `name` is what its member calls it.

    It reads everything of the member's own; what it may change is said apart for battle groups and
    for collections.
    """

    name = NameColumn(_("name"), max_length=60)
    may_write = models.BooleanField(_("may change battle groups"), default=False)
    may_write_collections = models.BooleanField(_("may change collections"), default=False)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        ordering = ("-created", "digest")

    def __str__(self) -> str:
        return self.name


class AuditKind(models.TextChoices):
    """What happened that whoever runs the site, or the member, may want to know of later."""

    SIGNED_IN = "signed-in", pgettext_lazy("what happened", "signed in")
    SIGN_IN_FAILED = "sign-in-failed", pgettext_lazy("what happened", "sign-in failed")
    SIGNED_UP = "signed-up", pgettext_lazy("what happened", "account made")
    PASSWORD = "password", pgettext_lazy("what happened", "password changed")
    ADDRESS = "address", pgettext_lazy("what happened", "e-mail address changed")
    FACTOR = "factor", pgettext_lazy("what happened", "passkeys or two-factor sign-in changed")
    TOKEN_MADE = "token-made", pgettext_lazy("what happened", "token made")
    TOKEN_REVOKED = "token-revoked", pgettext_lazy("what happened", "token revoked")
    ROLE = "role", pgettext_lazy("what happened", "rights changed")
    EXPORTED = "exported", pgettext_lazy("what happened", "data downloaded")
    ACCOUNT_DELETED = "account-deleted", pgettext_lazy("what happened", "account deleted")
    GROUP_DELETED = "group-deleted", pgettext_lazy("what happened", "battle group deleted")
    COLLECTION_DELETED = "collection-deleted", pgettext_lazy("what happened", "collection deleted")
    CLUB_DELETED = "club-deleted", pgettext_lazy("what happened", "club ended")
    MODERATED = "moderated", pgettext_lazy("what happened", "moderated")


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """What happened; only ever added to, until its time is over."""

    def concerning(self, member: "User") -> Self:
        """What somebody did, and what was done about them."""
        return self.filter(Q(actor=member.pk) | Q(about=member.pk))

    def drop_before(self, at: datetime) -> int:
        """Forget what is older; returns how many entries."""
        return self.filter(at__lt=at)._raw_delete(self.db)

    def update(self, **_values: Any) -> NoReturn:
        raise TypeError("What happened stays as it was written down.")

    def delete(self) -> NoReturn:
        raise TypeError("What happened is only forgotten when its time is over.")


class AuditEntry(models.Model):
    """One thing that happened: who did it (`actor`), about whom, by the numbers of their accounts,
    which stay when the account goes and name nobody then.

    `what` says which token, right or device; `network` is shortened as in the log, `request_id` is
    that of the log's lines.
    """

    at = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)
    kind = models.CharField(_("what happened"), max_length=20, choices=AuditKind.choices)
    actor = models.PositiveBigIntegerField(_("member who did it"), null=True, db_index=True)
    about = models.PositiveBigIntegerField(_("about the member"), null=True, db_index=True)
    what = models.CharField(_("more of it"), max_length=200, blank=True)
    network = models.CharField(_("network"), max_length=45, blank=True)
    request_id = models.CharField(_("request"), max_length=16, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry of the audit log")
        verbose_name_plural = _("audit log")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write it down, once."""
        if self.pk:
            raise TypeError("What happened stays as it was written down.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError("What happened is only forgotten when its time is over.")


TOKEN_LENGTH = 43

Row = TypeVar("Row", bound=models.Model, covariant=True)


@dataclass(frozen=True)
class Owner:
    """Who builds: a member, or a visitor known only by the random token in their session."""

    member: User | None = None
    visitor: str = ""

    def has(self, row: Any) -> bool:
        """Whether a row with the columns `owner` and `visitor` is theirs."""
        if self.member:
            return bool(row.owner_id == self.member.pk)
        return bool(self.visitor) and row.visitor == self.visitor

    def hold(self) -> None:
        """Let other requests of a member wait until the transaction ends; a visitor has no row."""
        if self.member:
            hold(self.member)


class OwnedQuerySet(models.QuerySet[Row]):
    """Rows with the columns `owner` and `visitor`, of which one is filled."""

    def for_owner(self, owner: Owner) -> Self:
        """Those of one member or visitor; none for a visitor who has kept nothing."""
        if owner.member:
            return self.filter(owner=owner.member)
        return self.filter(visitor=owner.visitor) if owner.visitor else self.none()


def one_owner(name: str) -> models.CheckConstraint:
    """The constraint that a row belongs to a member or a visitor, and not to both."""
    of_member = Q(owner__isnull=False, visitor="")
    of_visitor = Q(owner__isnull=True) & ~Q(visitor="")
    return models.CheckConstraint(condition=of_member | of_visitor, name=name)


class Block(models.Model):
    """Somebody (`other`) with whom another (`owner`) has nothing to do, listed by a `name`."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="blocks",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="blocked_by",
        verbose_name=_("blocked member"),
    )
    other_visitor = models.CharField(_("blocked visitor"), max_length=TOKEN_LENGTH, blank=True)
    name = models.CharField(_("name"), max_length=50)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    objects = OwnedQuerySet["Block"].as_manager()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering: ClassVar[list[str]] = ["-at", "-pk"]
        constraints: ClassVar[list[Any]] = [
            one_owner("block_has_one_owner"),
            models.CheckConstraint(
                condition=models.Q(other__isnull=False, other_visitor="")
                | (models.Q(other__isnull=True) & ~models.Q(other_visitor="")),
                name="block_is_of_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    """What was announced."""

    def current(self, now: datetime) -> Self:
        """What is still to be told."""
        return self.filter(Q(ends=None) | Q(ends__gt=now)).order_by("begins", "pk")


class Announcement(models.Model):
    """What whoever runs the site tells on its status page, such as when it will be away."""

    english = models.CharField(_("in English"), max_length=300)
    polish = models.CharField(_("in Polish"), max_length=300, blank=True)
    begins = models.DateTimeField(_("begins"))
    ends = models.DateTimeField(_("ends"), null=True, blank=True)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering: ClassVar[list[str]] = ["-begins", "-pk"]

    def __str__(self) -> str:
        return self.english
