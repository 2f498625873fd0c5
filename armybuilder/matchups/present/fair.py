"""Two lists that are as good as each other: proposed by their measured strength, then played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from armybuilder.groups.present.groups import Document, fit, parse
from armybuilder.groups.present.starting import Proposed, dealer, proposed
from armybuilder.matchups.present.fights import matched
from rules import age_of_destruction as aod

#: A pair is fair of which either wins between 40 and 60 of 100 in so many games.
GAMES = 60
BAND = (0.4, 0.6)
#: Games after which a pair is given up that is nowhere near.
SOON, NOWHERE = 10, 0.3
COMMANDER = "drilled"


def terms(
    build_total: int,
    one: Mapping[str, int] | None,
    other: Mapping[str, int] | None,
    *,
    shared: bool,
    complexity: str,
    seed: int,
) -> Document:
    """What a fair fight depends on, as plain values."""
    return {
        "build_total": build_total,
        "one": None if one is None else dict(sorted(one.items())),
        "other": None if other is None else dict(sorted(other.items())),
        "shared": shared,
        "complexity": complexity,
        "seed": seed,
        "rules": aod.playing_version(),
    }


def pairs_to_try(asked: Document) -> list[Document]:
    """The pairs that promise most: either list, and the games to be played of them."""
    said = {key: value for key, value in asked.items() if key != "rules"}
    found = aod.fair_pairs(dealer(), aod.FairTerms(**said))
    return [_pair(pair, asked["seed"]) for pair in found]


def _pair(pair: aod.FairPair, seed: int) -> Document:
    starts = (pair.one, pair.other)
    groups = [fit(aod.write_group(start.group())) for start in starts]
    return {
        "lists": msgspec.to_builtins(starts),
        "asked": matched(groups, (COMMANDER, COMMANDER), GAMES, seed),
    }


def won_of(games: Sequence[Any]) -> int:
    """How many games the first of two lists won."""
    return sum(game["winner"] == 0 for game in games)


def is_given_up(won: int, games: int) -> bool:
    """Whether a pair is tried no longer: it cannot end within the band, or is nowhere near it."""
    most = BAND[1] * GAMES
    nowhere = not NOWHERE * games <= won <= (1 - NOWHERE) * games
    return won > most or games - won > most or (games >= SOON and nowhere)


def is_fair(won: int, games: int) -> bool:
    """Whether a pair was measured to be fair."""
    low, high = BAND
    return games >= GAMES and low * games <= won <= high * games


@dataclass(frozen=True)
class FairPair:
    """Two lists as a page shows them, and as documents of groups."""

    lists: tuple[Proposed, Proposed]

    @property
    def documents(self) -> list[Document]:
        """The groups."""
        return [parse(each.document) for each in self.lists]

    @property
    def names(self) -> list[str]:
        """What they are called."""
        return [each.name for each in self.lists]


def fair_pair(found: Document) -> FairPair:
    """The pair that was found."""
    one, other = (proposed(msgspec.convert(each, aod.Start)) for each in found["lists"])
    return FairPair((one, other))
