"""What the audit log hears of: sign-ins, rights, tokens and what is deleted, in one place.

Decisions of moderators are written down where they are taken, downloads where they are answered.
"""

from collections.abc import Collection as Some
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as factors
from django.contrib.auth.models import Group, Permission
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.clubs.models import Club
from armybuilder.groups.models import BattleGroup
from armybuilder.site.audit import device_of, record
from armybuilder.site.models import AuditKind, PersonalToken, User
from armybuilder.site.request_log import current_request
from collection.owning.models import Collection

#: Rights that are columns of an account, by what the log calls them.
RIGHTS = {"is_staff": "staff", "is_superuser": "superuser", "is_active": "active"}
#: Those of an account that is just made.
NO_RIGHTS = {"is_staff": False, "is_superuser": False, "is_active": True}


@receiver(user_logged_in)
def signed_in(request: HttpRequest | None, user: User, **_signal: Any) -> None:
    record(AuditKind.SIGNED_IN, actor=user.pk, about=user.pk, what=device_of(request))


@receiver(user_login_failed)
def sign_in_failed(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_signal: Any
) -> None:
    """About the member whose address was typed; an address of nobody here is not kept."""
    typed = str(credentials.get("email") or credentials.get("username") or "")
    about = User.objects.filter(email__iexact=typed).values_list("pk", flat=True).first()
    record(AuditKind.SIGN_IN_FAILED, about=about, what=device_of(request))


@receiver(account.user_signed_up)
def signed_up(user: User, **_signal: Any) -> None:
    record(AuditKind.SIGNED_UP, actor=user.pk, about=user.pk)


@receiver([account.password_set, account.password_changed, account.password_reset])
def password_changed(user: User, **_signal: Any) -> None:
    record(AuditKind.PASSWORD, actor=user.pk, about=user.pk)


@receiver([account.email_added, account.email_changed, account.email_removed])
def address_changed(user: User, **_signal: Any) -> None:
    record(AuditKind.ADDRESS, actor=user.pk, about=user.pk)


@receiver([factors.authenticator_added, factors.authenticator_removed, factors.authenticator_reset])
def factor_changed(signal: Any, user: User, authenticator: Any, **_signal: Any) -> None:
    sign = "-" if signal is factors.authenticator_removed else "+"
    what = f"{sign} {authenticator.get_type_display()}"
    record(AuditKind.FACTOR, actor=user.pk, about=user.pk, what=what)


@receiver(post_save, sender=PersonalToken)
def token_made(instance: PersonalToken, created: bool, **_signal: Any) -> None:
    if created:
        record(AuditKind.TOKEN_MADE, about=instance.user_id, what=instance.name)


@receiver(post_delete, sender=PersonalToken)
def token_revoked(instance: PersonalToken, origin: Any, **_signal: Any) -> None:
    """Those that ended by themselves, or with the account, are passed over."""
    is_over = instance.expiry is not None and instance.expiry < timezone.now()
    if _is_meant(instance, origin) and not is_over:
        record(AuditKind.TOKEN_REVOKED, about=instance.user_id, what=instance.name)


@receiver(pre_save, sender=User)
def remember_rights(instance: User, update_fields: Some[str] | None, **_signal: Any) -> None:
    if update_fields is None or RIGHTS.keys() & set(update_fields):
        known = User.objects.filter(pk=instance.pk).values(*RIGHTS).first()
        vars(instance)["rights_before"] = known or NO_RIGHTS


@receiver(post_save, sender=User)
def rights_changed(instance: User, **_signal: Any) -> None:
    for right, had in vars(instance).pop("rights_before", {}).items():
        if getattr(instance, right) != had:
            what = f"{'-' if had else '+'} {RIGHTS[right]}"
            record(AuditKind.ROLE, about=instance.pk, what=what)


@receiver(m2m_changed, sender=User.groups.through)
@receiver(m2m_changed, sender=User.user_permissions.through)
def role_changed(
    instance: Any, action: str, model: type[Any], pk_set: set[int] | None, **_signal: Any
) -> None:
    """Somebody got or lost the rights of a group, or one of their own."""
    sign = {"post_add": "+", "post_remove": "-", "pre_clear": "-"}.get(action)
    if sign is None:
        return
    if isinstance(instance, User):
        lost = instance.groups if model is Group else instance.user_permissions
        changed = model.objects.filter(pk__in=pk_set) if pk_set is not None else lost.all()
        pairs = [(instance.pk, each) for each in changed]
    else:
        members = pk_set if pk_set is not None else instance.user_set.values_list("pk", flat=True)
        pairs = [(member, instance) for member in members]
    for member, role in pairs:
        record(AuditKind.ROLE, about=member, what=f"{sign} {_called(role)}")


@receiver(m2m_changed, sender=Group.permissions.through)
def permissions_of_a_group_changed(
    instance: Any, action: str, pk_set: set[int] | None, **_signal: Any
) -> None:
    """What the members of a group may do; what an update of the site adds is no news."""
    sign = {"post_add": "+", "post_remove": "-", "pre_clear": "-"}.get(action)
    if sign is None or not isinstance(instance, Group) or current_request.get() is None:
        return
    lost = instance.permissions.all()
    for each in lost if pk_set is None else Permission.objects.filter(pk__in=pk_set):
        record(AuditKind.ROLE, what=f"{instance.name}: {sign} {each.codename}")


@receiver(post_delete, sender=User)
def account_deleted(instance: User, origin: Any, **_signal: Any) -> None:
    if _is_meant(instance, origin):
        record(AuditKind.ACCOUNT_DELETED, about=instance.pk)


@receiver(post_delete, sender=BattleGroup)
def group_deleted(instance: BattleGroup, origin: Any, **_signal: Any) -> None:
    if _is_meant(instance, origin) and instance.owner_id:
        what = f"{instance.name} ({instance.public_id})"
        record(AuditKind.GROUP_DELETED, about=instance.owner_id, what=what)


@receiver(post_delete, sender=Collection)
def collection_deleted(instance: Collection, origin: Any, **_signal: Any) -> None:
    if _is_meant(instance, origin):
        what = f"{instance.name} ({instance.public_id})"
        record(AuditKind.COLLECTION_DELETED, about=instance.owner_id, what=what)


@receiver(post_delete, sender=Club)
def club_deleted(instance: Club, origin: Any, **_signal: Any) -> None:
    if _is_meant(instance, origin):
        record(AuditKind.CLUB_DELETED, what=f"{instance.name} ({instance.public_id})")


def _is_meant(instance: Any, origin: Any) -> bool:
    """Whether something was itself what was to be deleted, and did not go along."""
    return isinstance(instance, origin.model if hasattr(origin, "model") else type(origin))


def _called(role: Any) -> str:
    return role.name if isinstance(role, Group) else role.codename
