"""The language the rules answer in."""

from django.utils.translation import get_language


def language() -> str:
    """The language of the page as the rules name it: "en" or "pl"."""
    return "pl" if (get_language() or "").startswith("pl") else "en"
