"""The rule book of Nations At War as far as its document goes."""

from functools import cache

from rules.core.rulebook import Rulebook


@cache
def rulebook() -> Rulebook:
    """Every rule by id."""
    return Rulebook.of(__name__)
