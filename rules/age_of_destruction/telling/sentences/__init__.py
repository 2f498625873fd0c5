"""A sentence for every kind of event; one module for each module of the events."""

from rules.age_of_destruction.telling.sentences import (
    artillery,
    attacks,
    claims,
    dials,
    ending,
    moves,
    orders,
    set_up,
    turns,
)
from rules.age_of_destruction.telling.sentences.base import SENTENCES

__all__ = [
    "SENTENCES",
    "artillery",
    "attacks",
    "claims",
    "dials",
    "ending",
    "moves",
    "orders",
    "set_up",
    "turns",
]
