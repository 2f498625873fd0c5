"""The codes of army building with their levels, rules and words, and the list a check adds to."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec

from rules.core.violations import Severity, Violation
from rules.core.wording import Wording
from rules.khans_and_generals.army.muster import Muster

_TEXTS = [
    files("rules.khans_and_generals.army").joinpath(name).read_text("utf-8")
    for name in ("violations.toml", "words.toml", "nouns.toml")
]
WORDING = Wording.from_toml(*_TEXTS)


class Code(msgspec.Struct, frozen=True):
    """The level of a code and the rules it rests on."""

    severity: Severity
    rules: tuple[str, ...]


CODES: dict[str, Code] = {
    code: Code(entry["severity"], tuple(entry["rules"]))
    for code, entry in tomllib.loads(_TEXTS[0]).items()
}


class Findings:
    """The violations found so far."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def add(self, code: str, *where: str, **params: Any) -> None:
        """Report a code at one or more places."""
        known = CODES[code]
        self.violations.append(Violation(code, known.severity, known.rules, where, params))


#: A check reports to `Findings` and returns its facts, or None when it has nothing to ask.
Ask = Callable[[Muster, Findings], dict[str, Any] | None]


class Question(msgspec.Struct, frozen=True):
    """One check: the key of its words, the section it belongs to, its rules."""

    topic: str
    section: str
    rules: tuple[str, ...]
    ask: Ask
