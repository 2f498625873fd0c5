"""Why an order is refused: codes with their rules and words."""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from rules.core.violations import Violation
from rules.core.wording import Wording

_TEXT = files(__package__).joinpath("refusals.toml").read_text("utf-8")

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
        """Report a reason at some units or terrain elements."""
        violation = Violation(code, "error", RULES[code], where, params)
        if violation not in self.violations:
            self.violations.append(violation)

    def take(self, found: "Refusals") -> None:
        """Report what was found apart."""
        self.violations += found.violations

    def apart(self) -> "Refusals":
        """Reasons that are found apart first, as thoroughly as these."""
        return Refusals()

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes found, in order."""
        return tuple(violation.code for violation in self.violations)


class Refused(Exception):
    """There is a reason; which one does not matter."""


class FirstRefusal(Refusals):
    """Looks no further than the first reason: adding one raises Refused."""

    def add(self, code: str, *where: str, **params: Any) -> None:
        """Raise Refused."""
        raise Refused(code)

    def take(self, found: Refusals) -> None:
        """Raise Refused if anything was found."""
        for violation in found.violations:
            raise Refused(violation.code)

    def apart(self) -> Refusals:
        """These themselves, as any reason will do."""
        return self


def permits(refuse: Callable[[Refusals], object]) -> bool:
    """Whether nothing is refused; looks no further than the first reason."""
    try:
        refuse(FirstRefusal())
    except Refused:
        return False
    return True


def refusal_message(
    violation: Violation, language: str = "en", names: Mapping[str, str] | None = None
) -> str:
    """One refusal in words; what it is about goes by its `names`, else by its id."""
    where = ", ".join((names or {}).get(each, each) for each in violation.where)
    return WORDING.say(violation.code, {"where": where, **violation.params}, language)
