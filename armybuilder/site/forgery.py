"""Requests that another site makes a browser send, refused without a cookie for whoever only
reads."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.cache import patch_vary_headers


class OriginMiddleware(CsrfViewMiddleware):
    """Django's own, which takes the word of the browser for where a form was sent from: `Origin` is
    written by the browser itself, never by a page. Where a browser says nothing, a form needs the
    token and the cookie it belongs to, which come with a session."""

    def _check_token(self, request: HttpRequest) -> None:
        """Another site's `Origin` was refused before."""
        if "HTTP_ORIGIN" not in request.META:
            super()._check_token(request)  # type: ignore[misc]

    def _set_csrf_cookie(self, request: HttpRequest, response: HttpResponseBase) -> None:
        if settings.SESSION_COOKIE_NAME in request.COOKIES or request.session.modified:
            super()._set_csrf_cookie(request, response)  # type: ignore[misc]
        else:
            patch_vary_headers(response, ("Cookie",))
