"""The event format a group is under, and whether it has changed since the group took it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from armybuilder.groups.present.format_words import Difference, difference, sentences
from armybuilder.groups.present.formats import STANDARD_TITLES, event_in
from armybuilder.groups.present.groups import Document
from armybuilder.groups.selectors.formats import find_format


@dataclass(frozen=True)
class FormatInUse:
    """A format as a group carries it.

    `url` is the page of the format, if there is one; `newer` is what differs in it now, None where
    it is still the same.
    """

    id: str
    title: str
    sentences: tuple[str, ...]
    url: str = ""
    newer: Difference | None = None


def format_in_use(document: Document) -> FormatInUse | None:
    """The format of a group; None for the rule book alone. One query at most."""
    event = event_in(document)
    if event is None:
        return None
    name = event.get("name", "")
    title = event.get("title") or name or _("A format of its own")
    said = sentences(event)
    if isinstance(document["event"], str):
        return FormatInUse(name, str(STANDARD_TITLES[name]), said, reverse("format", args=[name]))
    written = find_format(name)
    if written is None:
        return FormatInUse(name, title, said)
    newer = difference(event, written.event) if written.event != event else None
    return FormatInUse(name, title, said, reverse("format", args=[name]), newer)
