"""A whole game in a row: where its turns begin, and which of its orders decided it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words


@dataclass(frozen=True)
class TurnMark:
    """Where a turn begins: after so many steps, `share` of a hundred of the way, up to `until`."""

    step: int
    title: Words
    seat: str
    share: float
    width: float


@dataclass(frozen=True)
class Decisive:
    """A turning point: its number among them, and what is told of it."""

    step: int
    number: int
    share: float
    text: str


@dataclass(frozen=True)
class Timeline:
    """A game of so many steps."""

    count: int
    turns: tuple[TurnMark, ...]
    decisive: tuple[Decisive, ...]


def timeline(seats: Mapping[str, Mapping[str, str]], steps: Sequence[tuple[int, str]]) -> Timeline:
    """The timeline of a game of some numbered steps, each by whom; a turn is what one of them did
    in one go."""
    count = len(steps)
    begun = [
        (number - 1, seat)
        for place, (number, seat) in enumerate(steps)
        if seat and (place == 0 or steps[place - 1][1] != seat)
    ]
    ends = [*(number for number, _ in begun[1:]), count][: len(begun)]
    turns = tuple(
        TurnMark(
            step=number,
            title=seat_title(seats, seat),
            seat=seat,
            share=share_of(number, count),
            width=share_of(end - number, count),
        )
        for (number, seat), end in zip(begun, ends, strict=True)
    )
    return Timeline(count, turns, ())


def share_of(steps: int, count: int) -> float:
    """So many steps in hundredths of a game."""
    return round(100 * steps / max(count, 1), 2)
