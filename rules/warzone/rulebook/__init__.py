"""The rule book of the movement chapter of Warzone."""

from functools import cache

from rules.core.rulebook import Rulebook


@cache
def rulebook() -> Rulebook:
    """Every rule by id."""
    return Rulebook.of(__name__)
