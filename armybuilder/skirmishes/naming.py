"""What a skirmish is called where nobody named it: after what its players brought, or as its start
is called."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from collection.common.language import language

#: Whom a game waits for.
FRIEND, ANYBODY = gettext_noop("a friend"), gettext_noop("anybody")
#: The longest title that is kept.
LONGEST_TITLE = 120


def versus(titles: Sequence[str]) -> str:
    """The title of a skirmish between what players brought."""
    return _(" against ").join(titles)[:LONGEST_TITLE]


def waiting(group: str, guest: str) -> str:
    """The title of a skirmish that waits for a guest."""
    return versus([group, _(guest)])


def retold(title: str, groups: Sequence[str], titles: Any) -> str:
    """The title of a skirmish for whoever reads it: in their language where it is called after its
    groups, after whom it waits for, or as its start, in whatever language that was written down.
    `titles` is what the start says it is called by language, which may be anything in a start
    somebody wrote."""
    if isinstance(titles, Mapping) and title in titles.values():
        told = titles.get(language())
        return told[:LONGEST_TITLE] if isinstance(told, str) and told else title
    if not all(groups):
        return title
    for called in (
        partial(versus, groups),
        *(partial(waiting, group, guest) for group in groups[:1] for guest in (FRIEND, ANYBODY)),
    ):
        if title in _versions(called):
            return called()
    return title


def _versions(called: Callable[[], str]) -> list[str]:
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            found.append(called())
    return found
