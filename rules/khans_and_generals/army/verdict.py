"""Judging an army: every violation, every check that holds, the points as a tally."""

from typing import Any

import msgspec

from rules.core.codec import digest
from rules.core.tally import Tally
from rules.core.violations import Check, Violation
from rules.khans_and_generals.army.battle_group import RULESET, SYSTEM, Army
from rules.khans_and_generals.army.checks import QUESTIONS
from rules.khans_and_generals.army.findings import WORDING, Findings
from rules.khans_and_generals.army.muster import Muster

FORMAT = "verdict/1"


class Verdict(msgspec.Struct, frozen=True):
    """The answer of `validate`."""

    name: str
    legal: bool
    orders: int
    limit: int | None
    purse: int
    fortifications: int
    assessment_limit: int
    points: Tally
    army: tuple[tuple[str, str, int], ...]
    violations: tuple[Violation, ...]
    checks: tuple[Check, ...]
    profiles: str

    @property
    def errors(self) -> list[Violation]:
        """The violations that make the army illegal."""
        return [violation for violation in self.violations if violation.severity == "error"]


def validate(army: Army) -> Verdict:
    """Judge an army against the rules of army building."""
    muster = Muster(army)
    found = Findings()
    checks = []
    for question in QUESTIONS:
        before = len(found.violations)
        facts = question.ask(muster, found)
        raised = tuple(found.violations[before:])
        if facts is not None:
            holds = not any(violation.severity == "error" for violation in raised)
            section, rules = question.section, question.rules
            checks.append(Check(question.topic, section, rules, holds, facts, raised))
    return Verdict(
        name=army.group.name,
        legal=not any(violation.severity == "error" for violation in found.violations),
        orders=muster.orders,
        limit=muster.limit,
        purse=muster.purse,
        fortifications=muster.fortifications,
        assessment_limit=muster.assessment_limit,
        points=muster.points,
        army=tuple(
            (troop.where, troop.named, troop.card.base_reluctance)
            for troop in muster.troops
            if troop.card and troop.card.line_way
        ),
        violations=tuple(found.violations),
        checks=tuple(checks),
        profiles=f"sha256:{digest(army.group.profiles)}",
    )


def write_verdict(verdict: Verdict, language: str, repairs: list[dict[str, Any]]) -> dict[str, Any]:
    """The verdict as a verdict/1 object in a language."""
    return {
        "format": FORMAT,
        "system": SYSTEM,
        "ruleset": RULESET,
        "catalogue": verdict.profiles,
        "name": verdict.name,
        "legal": verdict.legal,
        "orders": verdict.orders,
        "points": {
            "total": verdict.points.total,
            "limit": verdict.limit,
            "purse": verdict.purse,
            "fortifications": verdict.fortifications,
            "at_least": verdict.points.at_least,
            "parts": [
                {"where": part.where, "what": part.what, "points": part.value}
                for part in verdict.points.parts
            ],
        },
        "assessment_limit": verdict.assessment_limit,
        "army": [
            {"where": where, "unit": unit, "reluctance": reluctance}
            for where, unit, reluctance in verdict.army
        ],
        "violations": [write_violation(violation, language) for violation in verdict.violations],
        "checks": [_write_check(check, language) for check in verdict.checks],
        "repairs": repairs,
    }


def write_violation(violation: Violation, language: str) -> dict[str, Any]:
    """One violation as verdict/1 has it."""
    return {
        "code": violation.code,
        "severity": violation.severity,
        "rules": list(violation.rules),
        "where": list(violation.where),
        "params": violation.params,
        "message": WORDING.say(violation.code, violation.params, language),
    }


def _write_check(check: Check, language: str) -> dict[str, Any]:
    return {
        "topic": check.topic,
        "section": check.section,
        "rules": list(check.rules),
        "holds": check.holds,
        "message": _message(check, language),
        "facts": check.facts,
    }


def _message(check: Check, language: str) -> str:
    if check.holds:
        return WORDING.say(check.topic, check.facts, language)
    broken = next(v for v in check.violations if v.severity == "error")
    return WORDING.say(broken.code, broken.params, language)
