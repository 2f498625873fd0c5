"""The words of refusals."""

from importlib.resources import files

from rules.core.violations import Violation
from rules.core.wording import Wording

WORDING = Wording.from_toml(
    files("rules.khans_and_generals.play").joinpath("refusals.toml").read_text("utf-8")
)


def message(violation: Violation, language: str) -> str:
    """Why an order cannot be given, in a sentence."""
    return WORDING.say(violation.code, violation.params, language)
