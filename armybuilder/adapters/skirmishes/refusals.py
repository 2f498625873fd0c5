"""Why the rules say no, in words and with what stands in the way."""

from collections.abc import Iterable
from dataclasses import dataclass

from collection import adapters as catalogue_adapters
from collection.language import language
from collection.values import Rule
from rules import Violation, playing


@dataclass(frozen=True)
class Reason:
    """Why not: a sentence, the rules behind it, and the units and terrain it is about."""

    message: str
    rules: tuple[Rule, ...]
    where: tuple[str, ...] = ()


def reasons(violations: Iterable[Violation]) -> tuple[Reason, ...]:
    """Violations in words."""
    return tuple(
        Reason(
            playing.refusal_message(violation, language()),
            tuple(catalogue_adapters.rule_chip(rule) for rule in violation.rules),
            violation.where,
        )
        for violation in violations
    )
