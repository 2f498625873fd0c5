"""Versions in the headers of requests and answers: ETag, and If-Match with a change."""

from rest_framework.request import Request

ANY_VERSION = "*"


def etag(version: int) -> str:
    """What stands for a version."""
    return f'"{version}"'


def version_asked(request: Request) -> str | None:
    """The version of If-Match: digits, ANY_VERSION, "0" for what never is one; None without it."""
    told = request.headers.get("If-Match", "").strip()
    if not told or told == ANY_VERSION:
        return told or None
    version = told.removeprefix("W/").strip('"')
    return version if version.isascii() and version.isdecimal() and len(version) < 10 else "0"
