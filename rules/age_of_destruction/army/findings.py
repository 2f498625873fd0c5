"""How a check reports: the codes with their levels and rules, and the list it adds to."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec

from rules.age_of_destruction.army.muster import PARTS, Muster
from rules.age_of_destruction.records.words import WORDS
from rules.core.violations import Severity, Violation
from rules.core.wording import Wording

_TEXTS = [
    files("rules.age_of_destruction.army").joinpath(name).read_text("utf-8")
    for name in ("violations.toml", "checks.toml", "repairs.toml", "words.toml")
]

#: Sentences for every violation, check and repair of army building.
WORDING = Wording.from_toml(*_TEXTS).beside(WORDS)


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


#: A check reports what it finds.
Ask = Callable[[Muster, Findings], None]
#: The facts a check was answered with, None when there was nothing to ask.
Tell = Callable[[Muster], dict[str, Any] | None]


class Question(msgspec.Struct, frozen=True):
    """One check: its topic (the key of its words), the section it belongs to, its rules and the
    parts of a group its answer hangs on.

    `of` names the values of a muster one of which there must be for the question to arise, nothing
    where it always does; `finds_in` those without which nothing can be found. Who judges asks,
    unless nothing can be found; who reads the verdict is told as well.
    """

    topic: str
    section: str
    rules: tuple[str, ...]
    reads: frozenset[str]
    of: tuple[str, ...]
    finds_in: tuple[str, ...]
    ask: Ask | None
    tell: Tell


QUESTIONS: list[Question] = []


def _plainly(muster: Muster) -> dict[str, Any]:
    """Nothing more to tell than that the question was asked."""
    return {}


def check(
    topic: str,
    section: str,
    *rules: str,
    reads: str = " ".join(PARTS),
    of: str = "",
    finds_in: str = "",
    tells: Tell = _plainly,
) -> Callable[[Ask], Ask]:
    """Register a check, asked in the order of registration, and again when a part of a group that
    it `reads` has changed; raises ValueError for a part there is not."""

    parts = _parts(topic, reads)

    def register(ask: Ask) -> Ask:
        among, wrong = tuple(of.split()), tuple(finds_in.split())
        QUESTIONS.append(Question(topic, section, rules, parts, among, wrong, ask, tells))
        return ask

    return register


def fact(
    topic: str, section: str, *rules: str, reads: str = " ".join(PARTS), of: str = ""
) -> Callable[[Tell], Tell]:
    """Register a question by which nothing can be wrong, as `check` does."""

    parts = _parts(topic, reads)

    def register(tell: Tell) -> Tell:
        QUESTIONS.append(Question(topic, section, rules, parts, tuple(of.split()), (), None, tell))
        return tell

    return register


def _parts(topic: str, reads: str) -> frozenset[str]:
    parts = frozenset(reads.split())
    if unknown := parts - PARTS:
        raise ValueError(f"{topic} reads {', '.join(sorted(unknown))}")
    return parts
