"""The points of a group as lengths side by side, and what sticks out beyond the limit."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.groups.present.entries import Entries
from armybuilder.groups.present.verdicts import Standing


@dataclass(frozen=True)
class Length:
    """A part of the gauge, in percents of its width, as SVG writes them; `beyond` the limit, or of
    a card of the group."""

    start: str
    width: str
    beyond: bool = False
    card: bool = False


@dataclass(frozen=True)
class Gauge:
    """The whole: every line of figures and every card as a length, and where the limit stands."""

    lengths: tuple[Length, ...]
    limit: str


def gauge(entries: Entries, standing: Standing) -> Gauge | None:
    """The gauge of a group; None for one without a limit."""
    return gauge_of(_spans(entries), standing.total, standing.limit)


def gauge_of(spans: Iterable[tuple[int, int, bool]], total: int, limit: int | None) -> Gauge | None:
    """The gauge of some lengths, each from one number to another and of a card or not; None without
    a limit."""
    if not limit:
        return None
    scale = 100 / max(limit, total)
    lengths = tuple(
        Length(_percent(start * scale), _percent((end - start) * scale), beyond, card)
        for begin, stop, card in spans
        for start, end, beyond in _parted(begin, stop, limit)
    )
    return Gauge(lengths, _percent(limit * scale))


def _spans(entries: Entries) -> Iterable[tuple[int, int, bool]]:
    """Where each line and card of the group begins and ends, in points."""
    at = 0
    for tally, card in [
        *((line.tally, False) for line in entries.figures),
        *((played.tally, True) for played in entries.cards),
    ]:
        if tally and tally.total > 0:
            yield at, at + tally.total, card
            at += tally.total


def _parted(start: int, end: int, limit: int) -> Iterable[tuple[int, int, bool]]:
    """A length cut at the limit."""
    if start < limit:
        yield start, min(end, limit), False
    if end > limit:
        yield max(start, limit), end, True


def _percent(part: float) -> str:
    return f"{part:.2f}%"
