"""The rule book of Nations At War as far as its document goes, one TOML file for all rules."""

from functools import cache
from importlib.resources import files

from rules.core.rulebook import Rulebook


@cache
def rulebook() -> Rulebook:
    """Every rule by id."""
    folder = files(__name__)
    rules = folder.joinpath("rules.toml").read_text("utf-8")
    return Rulebook.from_toml([rules], folder.joinpath("sections.toml").read_text("utf-8"))
