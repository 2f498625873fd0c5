"""Reading accounts and personal tokens."""

from typing import Any

from armybuilder.site.accounts.display import PREFERENCES
from armybuilder.site.models import AuditEntry, PersonalToken, User


def tokens_of(*, member: User) -> list[PersonalToken]:
    """The member's tokens, the newest first; one query."""
    return list(PersonalToken.objects.filter(user=member))


def account_data(user: User) -> dict[str, Any]:
    """The account itself, as plain values for a download; times in ISO 8601."""
    return {
        "email": user.email,
        "proven_email": user.proven_email,
        "display_name": user.display_name,
        "language": user.language,
        **{key: getattr(user, key) for key in PREFERENCES},
        "turn_mails": user.turn_mails,
        "game": user.game,
        "joined": user.date_joined.isoformat(),
        "last_login": user.last_login and user.last_login.isoformat(),
    }


def token_data(user: User) -> list[dict[str, Any]]:
    """The same of every personal token without its secret, of which only a digest is kept."""
    return [
        {
            "name": token.name,
            "may_write": token.may_write,
            "may_write_collections": token.may_write_collections,
            "created": token.created.isoformat(),
            "expires": token.expiry and token.expiry.isoformat(),
        }
        for token in tokens_of(member=user)
    ]


def happened_to(*, member: User, length: int) -> list[AuditEntry]:
    """What somebody did and what was done about them, the newest first; one query."""
    return list(AuditEntry.objects.concerning(member)[:length])


def audit_data(user: User) -> list[dict[str, Any]]:
    """The same for a download, all of it; who else had a hand in it is not told."""
    return [
        {
            "at": entry.at.isoformat(),
            "kind": entry.kind,
            "by_me": entry.actor == user.pk,
            "about_me": entry.about == user.pk,
            "what": entry.what,
            "network": entry.network if entry.actor in (user.pk, None) else "",
        }
        for entry in AuditEntry.objects.concerning(user)
    ]
