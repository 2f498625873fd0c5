"""A game of any system played on by commanders from where it stands, to count what comes of it."""

from collections.abc import Mapping

import msgspec

from rules.core.dice import SeededDice
from rules.core.system import Document, Match, Standing


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
        order = match.by_itself() or _answer(match, standing, commanders, chance)
        if order is None:
            order = match.ordered(commanders[standing.acting[0]], _drawn(chance))
        match.take(order)
    standing = match.standing()
    return Trial(standing.winner, standing.turn, not standing.acting)


def _answer(
    match: Match, standing: Standing, commanders: Mapping[str, str], chance: SeededDice
) -> Document | None:
    """The order of somebody who may act out of turn, None where nobody does."""
    for player in standing.answering:
        if order := match.answer(player, commanders[player], _drawn(chance))():
            return order
    return None


def _drawn(chance: SeededDice) -> int:
    """A lot out of a lot."""
    return chance.below(1 << 31)
