"""What a skirmish is called where nobody named it: after what its players brought, or as its start
is called."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from collection.common.language import language

#: The longest title that is kept.
LONGEST_TITLE = 120


def versus(titles: Sequence[str]) -> str:
    """The title of a skirmish between what players brought."""
    return _(" against ").join(titles)[:LONGEST_TITLE]


def retold(title: str, groups: Sequence[str], titles: Any) -> str:
    """The title of a skirmish for whoever reads it: in their language where it is called after its
    groups or as its start, in whatever language that was written down. `titles` is what the start
    says it is called by language, which may be anything in a start somebody wrote."""
    if isinstance(titles, Mapping) and title in titles.values():
        return str(titles.get(language(), title))
    return versus(groups) if title in _versions(groups) else title


def _versions(groups: Sequence[str]) -> list[str]:
    found = []
    for code, _name in settings.LANGUAGES if all(groups) else ():
        with override(code):
            found.append(versus(groups))
    return found
