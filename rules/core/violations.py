"""Refusals and proofs as plain values; words are added only when somebody reads them."""

from typing import Any, Literal

import msgspec

Severity = Literal["error", "warning", "note"]
Params = dict[str, Any]


class Violation(msgspec.Struct, frozen=True, gc=False):
    """One thing that is wrong or worth knowing, with the place it sits at.

    `where` names entries as the battle-group file does ("units[2].gear[0]"), `params` are plain
    JSON values for the message, `rules` the rule ids it rests on.
    """

    code: str
    severity: Severity
    rules: tuple[str, ...]
    where: tuple[str, ...]
    params: Params

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells one violation of a group from another."""
        return self.code, self.where


class Check(msgspec.Struct, frozen=True, gc=False):
    """One question the rules ask, whether it holds, and the facts it was answered with."""

    topic: str
    section: str
    rules: tuple[str, ...]
    holds: bool
    facts: Params
    violations: tuple[Violation, ...] = ()
