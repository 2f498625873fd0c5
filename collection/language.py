"""The language of the page, as the catalogue files and the rules name it."""

from django.utils.translation import get_language


def language() -> str:
    """The visitor's language: "en" or "pl"."""
    return "pl" if (get_language() or "").startswith("pl") else "en"
