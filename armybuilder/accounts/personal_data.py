"""Everything the site keeps of one member, as plain values for a download."""

from collections.abc import Callable
from typing import Any

from armybuilder.models import User


def account(user: User) -> dict[str, Any]:
    """The account itself; times in ISO 8601."""
    return {
        "email": user.email,
        "display_name": user.display_name,
        "language": user.language,
        "theme": user.theme,
        "joined": user.date_joined.isoformat(),
        "last_login": user.last_login and user.last_login.isoformat(),
    }


PARTS: dict[str, Callable[[User], Any]] = {"account": account}


def personal_data(*, user: User) -> dict[str, Any]:
    """One entry for each kind of thing kept; a new kind adds its selector to PARTS."""
    return {name: part(user) for name, part in PARTS.items()}
