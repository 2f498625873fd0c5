"""A game of any system played on by commanders from where it stands, to count what comes of it."""

from collections.abc import Mapping

import msgspec

from rules.core.dice import SeededDice
from rules.core.system import Match


class Trial(msgspec.Struct, frozen=True):
    """What came of a game: the side that won, "" for nobody; the last turn; and whether it came to
    its end."""

    winner: str
    turn: int
    over: bool


def trial(match: Match, commanders: Mapping[str, str], lot: int, orders: int) -> Trial:
    """Play a match on with a commander for each of its players, dice and thoughts by one lot, until
    it ends or so many orders were given; raises NothingLegal for a game at fault."""
    chance = SeededDice(lot)
    match.chance = SeededDice(_drawn(chance)).state
    for _ in range(orders):
        standing = match.standing()
        if not standing.acting:
            break
        commander = commanders[standing.acting[0]]
        match.take(match.by_itself() or match.ordered(commander, _drawn(chance)))
    standing = match.standing()
    return Trial(standing.winner, standing.turn, not standing.acting)


def _drawn(chance: SeededDice) -> int:
    """A lot out of a lot."""
    return chance.below(1 << 31)
