"""Which language a page is in: its address says so; else the member's choice, cookie, browser."""

from contextlib import suppress

from django.db import DatabaseError
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class LanguageMiddleware(LocaleMiddleware):
    """Django's own, with the member's profile language before cookie and browser."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if translation.get_language_from_path(request.path_info):
            return
        with suppress(DatabaseError):  # Pages that say so need no member.
            if request.user.is_authenticated and request.user.language:
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
