"""How a check reports: the codes with their levels and rules, and the list it adds to."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec

from rules.age_of_destruction.army.muster import PARTS, Muster
from rules.core.violations import Severity, Violation
from rules.core.wording import Wording

_TEXTS = [
    files("rules.age_of_destruction.army").joinpath(name).read_text("utf-8")
    for name in ("violations.toml", "checks.toml", "repairs.toml", "words.toml")
]

#: Sentences for every violation, check and repair of army building.
WORDING = Wording.from_toml(*_TEXTS)


class Code(msgspec.Struct, frozen=True):
    """What a violation code always means: its usual level and the rules it rests on."""

    severity: Severity
    rules: tuple[str, ...]


CODES: dict[str, Code] = {
    code: Code(entry["severity"], tuple(entry["rules"]))
    for code, entry in tomllib.loads(_TEXTS[0]).items()
}


class Findings:
    """The violations found so far."""

    __slots__ = ("violations",)

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def add(
        self,
        code: str,
        *where: str,
        severity: Severity | None = None,
        **params: Any,
    ) -> None:
        """Report a code at one or more places; `severity` overrides the usual level of a switch."""
        known = CODES[code]
        self.violations.append(
            Violation(code, severity or known.severity, known.rules, where, params)
        )


#: A check reports to `Findings` and returns its facts, or None when it has nothing to ask.
Ask = Callable[[Muster, Findings], dict[str, Any] | None]


class Question(msgspec.Struct, frozen=True):
    """One check: its topic (the key of its words), the section it belongs to, its rules and the
    parts of a group its answer hangs on."""

    topic: str
    section: str
    rules: tuple[str, ...]
    reads: frozenset[str]
    ask: Ask


QUESTIONS: list[Question] = []


def check(
    topic: str, section: str, *rules: str, reads: str = " ".join(PARTS)
) -> Callable[[Ask], Ask]:
    """Register a check, asked in the order of registration, and again when a part of a group that
    it `reads` has changed; raises ValueError for a part there is not."""
    parts = frozenset(reads.split())
    if unknown := parts - PARTS:
        raise ValueError(f"{topic} reads {', '.join(sorted(unknown))}")

    def register(ask: Ask) -> Ask:
        QUESTIONS.append(Question(topic, section, rules, parts, ask))
        return ask

    return register
