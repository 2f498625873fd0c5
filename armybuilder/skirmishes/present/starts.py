"""The ready-made starts of a system, and who plays in each."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.editions import Pins, play_of


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
    return tuple(
        Start(
            name=opening.name,
            title=opening.title,
            document=opening.start,
            seats=tuple(play.begin(opening.start, 0).players),
            commanders=play.commanders,
        )
        for opening in play.openings
    )
