"""The words of the guide in both languages."""

from importlib.resources import files
from typing import Any

from rules.core.violations import Violation
from rules.core.wording import Wording

WORDING = Wording.from_toml(
    files("rules.nations_at_war.guide").joinpath("words.toml").read_text("utf-8")
)


def say(code: str, language: str, **params: Any) -> str:
    """A text of the guide."""
    return WORDING.say(code, params, language)


def short(violations: tuple[Violation, ...], language: str) -> str:
    """Why not in a few words, by the first reason; "" without one."""
    return say(violations[0].code, language) if violations else ""


def plain(points: float) -> str:
    """A number of movement points without needless decimals."""
    return f"{points:g}"
