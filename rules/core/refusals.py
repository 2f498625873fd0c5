"""Why an order is refused: codes with their rules and words, one table a game system."""

import tomllib
from importlib.resources import files
from typing import Any

from rules.core.violations import Violation
from rules.core.wording import Wording


class RefusalTable:
    """The refusals of a system: `rules` by code, and a sentence a language for each."""

    def __init__(self, text: str) -> None:
        self.wording = Wording.from_toml(text)
        self.rules: dict[str, tuple[str, ...]] = {
            code: tuple(entry["rules"])
            for code, entry in tomllib.loads(text).items()
            if "rules" in entry
        }

    @classmethod
    def of(cls, package: str) -> "RefusalTable":
        """The table in `refusals.toml` of a package."""
        return cls(files(package).joinpath("refusals.toml").read_text("utf-8"))

    def message(self, violation: Violation, language: str = "en") -> str:
        """One refusal in words."""
        params = {"where": ", ".join(violation.where), **violation.params}
        return self.wording.say(violation.code, params, language)

    def write(self, violation: Violation, language: str = "en") -> dict[str, Any]:
        """One refusal as outcomes hold it."""
        return {
            "code": violation.code,
            "rules": list(violation.rules),
            "where": list(violation.where),
            "params": violation.params,
            "message": self.message(violation, language),
        }


class Refusals:
    """The reasons found so far, each once."""

    def __init__(self, table: RefusalTable) -> None:
        self.table = table
        self.violations: list[Violation] = []

    def add(self, code: str, *where: str, **params: Any) -> None:
        """Report a reason at some units."""
        violation = Violation(code, "error", self.table.rules[code], where, params)
        if violation not in self.violations:
            self.violations.append(violation)

    def apart(self) -> "Refusals":
        """Reasons of the same system, none found yet."""
        return Refusals(self.table)
