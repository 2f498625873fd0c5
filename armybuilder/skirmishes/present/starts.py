"""The ready-made starts of a system, and who plays in each."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.editions import Pins, play_of
from collection.common.language import language
from rules import Opening, Play, Unreadable


@dataclass(frozen=True)
class Start:
    """A ready-made start: its name, its title, the seats in it, and who may command for people."""

    name: str
    title: str
    document: Document
    seats: tuple[str, ...]
    commanders: Sequence[str]


def starts_of(system: str) -> tuple[Start, ...]:
    """Every start of a system, none for one that has none or that is not played."""
    try:
        play = play_of(Pins(system))
    except KeyError:
        return ()
    return tuple(_start(play, opening) for opening in play.openings)


def start_of(system: str, name: str, title: str, document: Document) -> Start:
    """A start of somebody's own; raises OrderUnreadable for a document that is none, and KeyError
    for a system that is not played here."""
    try:
        return _start(play_of(Pins(system)), Opening(name, title, document))
    except Unreadable as error:
        raise OrderUnreadable(f"{error.path}: {error.message(language())}") from error


def _start(play: Play, opening: Opening) -> Start:
    return Start(
        name=opening.name,
        title=opening.titles.get(language()) or opening.title,
        document=opening.start,
        seats=tuple(play.begin(opening.start, 0).players),
        commanders=play.commanders,
    )
