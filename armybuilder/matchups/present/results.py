"""What came of a match-up, as bars with their numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.groups.present.groups import Document
from armybuilder.skirmishes.present.words import LEVELS
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: Sides are drawn in the colours of the table.
SEATS = ("red", "blue")


@dataclass(frozen=True)
class Share:
    """A bar: how much of 100, and where a share was counted the range of 95 of 100 cases. `seat`
    colours it."""

    percent: float
    seat: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Fighter:
    """How a figure did: clicks dealt a game, for each 100 of its points, and how often it was still
    there at the end."""

    number: str
    name: str
    points: int
    damage: float
    per_100: float
    dealt: Share
    survived: Share


@dataclass(frozen=True)
class Side:
    """How a group did, with the conditions it won and in how many games."""

    seat: str
    name: Words
    commander: Words
    won: int
    share: Share
    conditions: tuple[tuple[str, int, Share], ...]
    fighters: tuple[Fighter, ...]


@dataclass(frozen=True)
class Result:
    """What some games between two groups show. `verdict` says it in a sentence, `first` how often
    whoever had the first turn won."""

    games: int
    verdict: str
    sides: tuple[Side, ...]
    first: Share
    decided: tuple[tuple[str, int, Share], ...]
    endings: tuple[tuple[str, int, Share], ...]
    mean_turns: float


def result(found: Document, names: Sequence[str]) -> Result:
    """A summary (contest/1) as a page shows it, the groups under their names."""
    sides = tuple(
        _side(side, seat, name or _("Without a name"), found)
        for side, seat, name in zip(found["sides"], SEATS, names, strict=True)
    )
    return Result(
        games=found["games"],
        verdict=_verdict(sides),
        sides=sides,
        first=_rate(found["first_turn_wins"]),
        decided=tuple(_counts(found, found["decided_by"], "decided")),
        endings=tuple(_counts(found, found["endings"], "ending")),
        mean_turns=found["mean_turns"],
    )


def _verdict(sides: Sequence[Side]) -> str:
    """Who is better, as far as so many games can say."""
    better = max(sides, key=lambda side: side.share.percent)
    if better.share.low is not None and better.share.low > 50:
        return _("%(name)s is the stronger of the two here.") % {"name": better.name}
    return _("So many games do not tell which of the two is stronger.")


def _side(side: Mapping[str, Any], seat: str, name: Words, found: Document) -> Side:
    dealt = [unit["damage"] for each in found["sides"] for unit in each["units"]]
    return Side(
        seat=seat,
        name=name,
        commander=LEVELS[side["commander"]].name,
        won=side["won"]["games"],
        share=_rate(side["won"], seat),
        conditions=tuple(_counts(found, side["conditions_won"], "condition_won", seat)),
        fighters=tuple(_fighter(unit, seat, max(dealt, default=0)) for unit in side["units"]),
    )


def _fighter(unit: Mapping[str, Any], seat: str, most: float) -> Fighter:
    return Fighter(
        number=unit["unit"],
        name=unit["name"],
        points=unit["points"],
        damage=unit["damage"],
        per_100=unit["damage_per_100_points"],
        dealt=Share(100 * unit["damage"] / most if most else 0, seat),
        survived=_rate(unit["survived"], seat),
    )


def _rate(rate: Mapping[str, Any], seat: str = "") -> Share:
    low, high = rate["interval"]
    return Share(100 * rate["rate"], seat, 100 * low, 100 * high)


def _counts(
    found: Document, counted: Mapping[str, int], vocabulary: str, seat: str = ""
) -> Iterator[tuple[str, int, Share]]:
    for code, count in sorted(counted.items(), key=lambda each: (-each[1], each[0])):
        word = aod.code_word(found, vocabulary, code, language()) if code else _("nothing more")
        yield word, count, Share(100 * count / max(found["games"], 1), seat)
