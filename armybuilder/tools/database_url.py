"""What DATABASE_URL says, read with the standard library alone: `bootstrap` asks before anything
is installed, and the settings after it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

VARIABLE = "DATABASE_URL"
SHAPE = "postgres://user:password@host/name"
SCHEMES = ("postgres", "postgresql")


class BadDatabaseUrl(ValueError):
    """The address names no database the site can use; the message says why, without a password."""


def database_asked_for(environment: Mapping[str, str]) -> dict[str, Any] | None:
    """What the environment names, as Django's settings know it; None for the site's own file.

    Raises BadDatabaseUrl.
    """
    url = environment.get(VARIABLE, "").strip()
    return read_address(url) if url else None


def read_address(url: str) -> dict[str, Any]:
    """The parts of `postgres://…?option=value`; what it leaves open is the client library's choice.

    Raises BadDatabaseUrl.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadDatabaseUrl(
            f"{VARIABLE} cannot be read as {SHAPE}; "
            "in a user or password write : / ? # [ ] @ % as %3A %2F %3F %23 %5B %5D %40 %25."
        ) from None
    if parts.scheme not in SCHEMES:
        raise BadDatabaseUrl(
            f"{VARIABLE} does not begin with postgres://, the only database beside the site's own"
            f" file; write {SHAPE}, or leave it out."
        )
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise BadDatabaseUrl(f"{VARIABLE} names no database; write {SHAPE}.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": port or "",
        "OPTIONS": dict(parse_qsl(parts.query)),
    }
