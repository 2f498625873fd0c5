"""How the site is, in sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from armybuilder.home.status import State, Status

#: The icon of each state.
SIGNS = {State.WORKS: "legal", State.HINDERED: "note", State.AWAY: "problem"}


@dataclass(frozen=True)
class Line:
    """One part of the site as the page shows it."""

    title: str
    sign: str
    word: str
    detail: str
    since: datetime


def headline(state: State) -> str:
    """How the site is altogether."""
    return {
        State.WORKS: _("Everything works"),
        State.HINDERED: _("The site works, but not all of it as it should"),
        State.AWAY: _("The site cannot be used just now"),
    }[state]


def lines(status: Status) -> list[Line]:
    """Every part, in the order in which people miss it."""
    words = {
        State.WORKS: pgettext("part of the site", "works"),
        State.HINDERED: pgettext("part of the site", "hindered"),
        State.AWAY: pgettext("part of the site", "away"),
    }
    return [
        Line(
            title=_titles()[part.name],
            sign=SIGNS[part.state],
            word=words[part.state],
            detail=DETAILS[part.name](part.state, part.numbers),
            since=part.since,
        )
        for part in status.parts
    ]


def _titles() -> dict[str, str]:
    return {
        "database": _("Saved data"),
        "cache": _("Shared memory"),
        "work": _("Long work"),
        "live": _("Live games"),
        "pages": _("Pages"),
        "room": _("Room on the disk"),
    }


Numbers = Mapping[str, Any]


def _of_database(state: State, numbers: Numbers) -> str:
    if state == State.AWAY:
        return _("The database does not answer. Nothing that was saved is lost.")
    return ""


def _of_cache(state: State, numbers: Numbers) -> str:
    if state == State.AWAY:
        return _("Signing in and what is limited may fail until it is back.")
    return ""


def _of_work(state: State, numbers: Numbers) -> str:
    if not numbers:
        return ""
    waiting = numbers["waiting"]
    said = [
        ngettext("%(count)s waits.", "%(count)s wait.", waiting) % {"count": waiting}
        if waiting
        else _("Nothing waits.")
    ]
    if numbers["minutes"]:
        told = ngettext(
            "The first has waited for %(count)s minute.",
            "The first has waited for %(count)s minutes.",
            numbers["minutes"],
        )
        said.append(told % {"count": numbers["minutes"]})
    if not numbers["lives"]:
        said.append(_("No worker lives: work goes on while its page is open."))
    return " ".join(said)


def _of_live(state: State, numbers: Numbers) -> str:
    count = numbers["streams"]
    told = ngettext("%(count)s screen follows.", "%(count)s screens follow.", count)
    return told % {"count": count}


def _of_pages(state: State, numbers: Numbers) -> str:
    if not numbers["requests"]:
        return _("Hardly anybody has asked for any in the last five minutes.")
    seconds = numbers["seconds"]
    told = (
        _("In the last five minutes 19 of 20 were answered within %(seconds)s s.")
        if seconds
        else _("In the last five minutes more than 1 of 20 took longer than %(seconds)s s.")
    )
    said = told % {"seconds": localize(seconds or 10)}
    if numbers["failed"]:
        more = _("%(percent)s %% of them failed.") % {"percent": localize(numbers["failed"])}
        return f"{said} {more}"
    return said


def _of_room(state: State, numbers: Numbers) -> str:
    return _("%(count)s GB are free.") % {"count": numbers["gigabytes"]}


DETAILS: dict[str, Callable[[State, Numbers], str]] = {
    "database": _of_database,
    "cache": _of_cache,
    "work": _of_work,
    "live": _of_live,
    "pages": _of_pages,
    "room": _of_room,
}
