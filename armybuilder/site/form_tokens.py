"""The token of a page's forms, made once for all of them."""

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.functional import SimpleLazyObject


def form_token(request: HttpRequest) -> dict[str, object]:
    """Django's own, which would be masked anew for every one of the two hundred forms of a
    checklist; it is another on every page as before. What is drawn for many bears what their
    answers put a token of their own in place of."""
    stand_in: str | None = getattr(request, "form_token", None)
    return {"csrf_token": stand_in or SimpleLazyObject(lambda: get_token(request))}
