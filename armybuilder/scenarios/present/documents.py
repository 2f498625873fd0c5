"""Scenarios as files: read from text, checked by the rules of their game, written again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.groups.present.groups import Unfit, refuse_control_characters
from collection.catalogue.game import CATALOGUED, edition, systems
from collection.common.language import language
from collection.common.names import plain_name
from rules import GameSystem, Palette, Unreadable, parse_json, refuse_unwritable

Document = dict[str, Any]

#: Characters of the longest scenario that is kept, as JSON.
LONGEST_DOCUMENT = 200_000
LONGEST_TITLE = 120
#: What happens in a scenario is no part of it.
HAPPENINGS = ("dice", "orders", "draws")


@dataclass(frozen=True)
class Fault:
    """Why something cannot be kept or played: a path in the file, a sentence."""

    path: str
    message: str


@dataclass(frozen=True)
class Read:
    """A scenario that was read: its game, what is kept of it, its title and its length as JSON.

    `left_out` are the fields that say what happens in it; `faults` is why it cannot be played.
    """

    system: str
    document: Document
    title: str
    size: int
    left_out: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


def drawable() -> tuple[GameSystem, ...]:
    """The systems whose scenarios are drawn here."""
    return tuple(system for system in systems() if system.name in _palettes())


def palette_of(system: str) -> Palette:
    """What an editor places in a game; raises KeyError for one that is not drawn here."""
    return _palettes()[system]


@cache
def _palettes() -> Mapping[str, Palette]:
    """The palettes by the names of their systems. Whatever is asked for by another name, nothing is
    remembered of it."""
    names = [system.name for system in systems() if system not in CATALOGUED]
    found = {name: edition(name).palette for name in names}
    return {name: palette for name, palette in found.items() if palette is not None}


def read_text(text: str) -> Read:
    """A scenario from the text of a file; raises Unfit."""
    if len(text) > LONGEST_DOCUMENT:
        raise Unfit("$", too_long())
    try:
        return read(parse_json(text))
    except Unreadable as error:
        raise Unfit(error.path, error.message(language())) from error


def read(data: Any) -> Read:
    """A scenario from parsed JSON, without chance and orders; raises Unfit."""
    try:
        refuse_unwritable(data)
    except Unreadable as error:
        raise Unfit(error.path, error.message(language())) from error
    refuse_control_characters(data)
    if not isinstance(data, dict) or data.get("format") != "scenario/1":
        raise Unfit("$.format", _("This is no scenario/1 file."))
    system = data.get("system")
    if not isinstance(system, str) or system not in [each.name for each in drawable()]:
        known = ", ".join(each.name for each in drawable())
        raise Unfit(
            "$.system", _("Scenarios are kept of these games: %(known)s.") % {"known": known}
        )
    document = {name: value for name, value in data.items() if name not in HAPPENINGS}
    return Read(
        system=system,
        document=document,
        title=title_in(document),
        size=size_of(document),
        left_out=tuple(name for name in HAPPENINGS if data.get(name)),
        faults=faults_in(system, document),
    )


def size_of(document: Document) -> int:
    """How long a scenario is as JSON; raises Unfit for one that is too long."""
    size = len(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    if size > LONGEST_DOCUMENT:
        raise Unfit("$", too_long())
    return size


def too_long() -> str:
    """The refusal of what is too long, in words."""
    return _("A scenario may have up to %(most)s characters.") % {"most": LONGEST_DOCUMENT}


def faults_in(system: str, document: Document) -> tuple[Fault, ...]:
    """Why a scenario cannot be played, in the order of the file."""
    return tuple(
        Fault(path, message) for path, message in palette_of(system).faults(document, language())
    )


def title_in(document: Document) -> str:
    """The title in a scenario, "" for none."""
    name = document.get("name")
    return plain_name(name)[:LONGEST_TITLE] if isinstance(name, str) else ""


def retitled(document: Document, title: str) -> Document:
    """A scenario under another title, the same in every language."""
    return {name: each for name, each in document.items() if name != "titles"} | {"name": title}


def written(document: Document) -> str:
    """A scenario as a file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
