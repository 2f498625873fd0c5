"""The token of a page's forms, made once for all of them."""

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.functional import SimpleLazyObject


def form_token(request: HttpRequest) -> dict[str, object]:
    """Django's own, which would be masked anew for every one of a page's forms; it is another on
    every page as before."""
    return {"csrf_token": SimpleLazyObject(lambda: get_token(request))}
