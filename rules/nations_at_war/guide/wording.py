"""The words of the guide in both languages."""

from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from rules.core.violations import Violation
from rules.core.wording import Wording
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Setup

#: What of a refusal is a hex.
HEXES = {"at", "from"}

WORDING = Wording.from_toml(
    files("rules.nations_at_war.guide").joinpath("words.toml").read_text("utf-8")
)


def say(code: str, language: str, **params: Any) -> str:
    """A text of the guide."""
    return WORDING.say(code, params, language)


def sentence(violation: Violation, setup: Setup, grid: Grid, language: str) -> str:
    """Why not in a sentence, hexes by their numbers on the map, formations by their titles."""
    params = setup.with_titles(violation.params, language)
    for name in params.keys() & HEXES:
        q, r = params[name]
        params[name] = grid.called((q, r))
    where = tuple(setup.formation_title(name, language) for name in violation.where)
    return REFUSALS.message(replace(violation, params=params, where=where), language)


def short(violations: tuple[Violation, ...], language: str) -> str:
    """Why not in a few words, by the first reason; "" without one."""
    return say(violations[0].code, language) if violations else ""


def plain(points: float) -> str:
    """A number of movement points without needless decimals."""
    return f"{points:g}"
