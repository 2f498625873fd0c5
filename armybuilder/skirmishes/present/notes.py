"""What people say of a game, as its pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from armybuilder.skirmishes.models import SkirmishNote
from collection.common.people import Circle


@dataclass(frozen=True)
class Said:
    """A note after a step: by whom, when, whether whoever looks wrote it and may delete it, and
    whether nobody else sees it."""

    id: int
    step: int
    who: str
    text: str
    written: datetime
    is_own: bool
    may_delete: bool
    hidden: bool


def said(notes: Iterable[SkirmishNote], *, user: object, is_own: bool) -> tuple[Said, ...]:
    """Some notes as a user reads them, who deletes their own and those on their own game."""
    found = list(notes)
    circle = Circle(note.author for note in found)
    return tuple(
        Said(
            id=note.pk,
            step=note.step,
            who=circle.name(note.author),
            text=note.text,
            written=note.written,
            is_own=note.author == user,
            may_delete=is_own or note.author == user,
            hidden=note.hidden,
        )
        for note in found
    )
