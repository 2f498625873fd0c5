"""The rule book of Khans & Generals: one TOML file a part, and one for the sections."""

from functools import cache
from importlib.resources import files

from rules.core.rulebook import Rulebook


@cache
def rulebook() -> Rulebook:
    """Every rule of the game by id."""
    folder = files(__name__)
    texts = {
        entry.name: entry.read_text("utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
    sections = texts.pop("sections.toml")
    return Rulebook.from_toml(texts.values(), sections)
