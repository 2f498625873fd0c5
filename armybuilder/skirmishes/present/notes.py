"""What people say of a game, as its pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from armybuilder.skirmishes.models import SkirmishNote
from collection.common.people import Circle


@dataclass(frozen=True)
class Said:
    """A note after a step: by whom, when, and whether whoever looks may delete it."""

    id: int
    step: int
    who: str
    text: str
    written: datetime
    may_delete: bool


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
            may_delete=is_own or note.author == user,
        )
        for note in found
    )
