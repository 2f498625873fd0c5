"""The rule book of Age of Destruction: one TOML file an area, and one for the sections."""

from functools import cache

from rules.core.rulebook import Rulebook


@cache
def rulebook() -> Rulebook:
    """Every rule by id."""
    return Rulebook.of(__name__)
