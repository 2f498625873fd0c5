"""What a skirmish is called where nobody named it: after what its players brought."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override


def versus(titles: Sequence[str]) -> str:
    """The title of a skirmish between what players brought."""
    return _(" against ").join(titles)[:120]


def retold(title: str, groups: Sequence[str]) -> str:
    """The title of a skirmish for whoever reads it: in their language where it is called after its
    groups, in whatever language that was written down."""
    return versus(groups) if title in _versions(groups) else title


def _versions(groups: Sequence[str]) -> list[str]:
    found = []
    for code, _name in settings.LANGUAGES if all(groups) else ():
        with override(code):
            found.append(versus(groups))
    return found
