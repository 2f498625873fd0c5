"""Why an order is refused: codes with their rules and words."""

import tomllib
from importlib.resources import files
from typing import Any

from rules.core.violations import Violation
from rules.core.wording import Wording

_TEXT = files("rules.nations_at_war").joinpath("refusals.toml").read_text("utf-8")

#: Sentences for every refusal.
WORDING = Wording.from_toml(_TEXT)

#: The rules every code rests on.
RULES: dict[str, tuple[str, ...]] = {
    code: tuple(entry["rules"]) for code, entry in tomllib.loads(_TEXT).items() if "rules" in entry
}


class Refusals:
    """The reasons found so far, each once."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def add(self, code: str, *where: str, **params: Any) -> None:
        """Report a reason at some counters."""
        violation = Violation(code, "error", RULES[code], where, params)
        if violation not in self.violations:
            self.violations.append(violation)


def refusal_message(violation: Violation, language: str = "en") -> str:
    """One refusal in words."""
    params = {"where": ", ".join(violation.where), **violation.params}
    return WORDING.say(violation.code, params, language)
