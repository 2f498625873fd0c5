"""The language of the page, as the catalogue files and the rules name it."""

from typing import TYPE_CHECKING, TypeAlias

from django.conf import settings
from django.utils.translation import get_language, override

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# Text to be shown: ready, or a translation that waits for the visitor's language.
Words: TypeAlias = "str | _StrPromise"


def language() -> str:
    """The visitor's language: "en" or "pl"."""
    return "pl" if (get_language() or "").startswith("pl") else "en"


def in_every_language(words: Words) -> tuple[str, ...]:
    """A text in each language of the site; once where two have the same."""
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            found.append(str(words))
    return tuple(dict.fromkeys(found))


def in_any_language(path: str) -> str:
    """The address of a page without its language: whoever opens it comes to it in their own."""
    return path.replace(f"/{get_language()}/", "/", 1)
