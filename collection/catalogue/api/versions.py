"""Versions in the headers of requests and answers: ETag, and If-Match with a change."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from collection.common.numbers import whole_number

ANY_VERSION = "*"


class VersionNeeded(APIException):
    """428: a change that does not say which version it was made for."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = gettext_lazy("Say in If-Match which version you change: its ETag, or *.")


def etag(version: int) -> str:
    """What stands for a version."""
    return f'"{version}"'


def version_asked(request: Request) -> str | None:
    """The version of If-Match: digits, ANY_VERSION, "0" for what never is one; None without it."""
    told = request.headers.get("If-Match", "").strip()
    if not told or told == ANY_VERSION:
        return told or None
    version = whole_number(told.removeprefix("W/").strip('"'))
    return "0" if version is None else str(version)
