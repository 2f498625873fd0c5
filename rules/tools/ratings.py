"""Ratings of players by who has won against whom, after Bradley and Terry, with intervals.

The chance of one to win against another follows from the difference of their ratings alone: 400
points are ten wins to one, as in chess. Ratings are those under which the games are likeliest, each
pair that has met given half a win more to either side, so that nobody who won all is infinitely
strong. Intervals hold 95 of 100 ratings of as many blocks of games, drawn from those played by lot
and put back, a block being what must not be torn apart, such as two games with seats swapped.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from rules.age_of_destruction.bots.curves import of_a_lead
from rules.core.dice import SeededDice

#: Points for a tenfold chance, by the natural logarithm of chances.
A_UNIT = 173.71779276
#: Steps towards the likeliest ratings, and what is longer than any of them.
STEPS, LONGEST = 60, 1.0
#: How often games are drawn anew, and the share of ratings an interval holds.
DRAWN, HELD = 1000, 0.95
#: What either side of a pair that met is given beside its wins.
GIVEN = 0.5

#: Who won against whom.
Win = tuple[str, str]
Block = Sequence[Win]


class Rating(msgspec.Struct, frozen=True):
    """Points above the player they are counted from, with their interval."""

    points: float
    low: float
    high: float


def ratings(blocks: Sequence[Block], ground: str, seed: int = 1) -> dict[str, Rating]:
    """The ratings of all who played, counted from one of them; the same for a seed."""
    counted = Counter(win for block in blocks for win in block)
    fitted = _fitted(counted, ground)
    chance = SeededDice(seed)
    found: dict[str, list[float]] = {name: [] for name in fitted}
    for _ in range(DRAWN):
        drawn: Counter[Win] = Counter()
        for _ in blocks:
            drawn.update(blocks[chance.below(len(blocks))])
        for name, points in _fitted(drawn, ground, start=fitted).items():
            if name in found:
                found[name].append(points)
    return {name: _rating(points, found[name]) for name, points in fitted.items()}


def _rating(points: float, drawn: list[float]) -> Rating:
    drawn.sort()
    last = len(drawn) - 1
    aside = round(last * (1 - HELD) / 2)
    return Rating(points, min(drawn[aside], points), max(drawn[last - aside], points))


def _fitted(
    wins: Mapping[Win, int], ground: str, start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The likeliest ratings, one after the other by Newton's steps."""
    names = sorted({name for win in wins for name in win})
    at = {name: (start or {}).get(name, 0.0) / A_UNIT for name in names}
    pairs = {tuple(sorted(win)) for win in wins}
    won: dict[Win, float] = {}
    for one, other in pairs:
        won[one, other] = wins.get((one, other), 0) + GIVEN
        won[other, one] = wins.get((other, one), 0) + GIVEN
    for _ in range(STEPS):
        moved = 0.0
        for name in names:
            slope, bend = 0.0, 0.0
            for (winner, loser), times in won.items():
                if name == winner:
                    games = times + won[loser, winner]
                    likely = (1.0 + of_a_lead((at[name] - at[loser]) / 2)) / 2
                    slope += times - games * likely
                    bend += games * likely * (1.0 - likely)
            step = max(-LONGEST, min(slope / bend if bend > 1e-9 else 0.0, LONGEST))
            at[name] += step
            moved = max(moved, abs(step))
        if moved < 1e-6:
            break
    base = at.get(ground, 0.0)
    return {name: (points - base) * A_UNIT for name, points in at.items()}
