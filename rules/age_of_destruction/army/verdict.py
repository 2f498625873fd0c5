"""Judging a battle group: every violation, every check that holds, and the points as a tally."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.age_of_destruction.army import checks as _checks  # noqa: F401  registers the questions
from rules.age_of_destruction.army.battle_group import SYSTEM, BattleGroup
from rules.age_of_destruction.army.findings import QUESTIONS, WORDING, Findings
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.tally import Tally
from rules.core.violations import Check, Violation

FORMAT = "verdict/1"
RULESET = "age-of-destruction@2"

#: Warnings that leave a group without errors undecided: neither legal nor illegal.
UNDECIDED = frozenset(("TOTAL_UNDECIDED", "CARD_REQUIREMENT_UNCHECKED", "CARD_FACTION_UNRECORDED"))

#: Errors of a group that is not finished yet: nothing in it is wrong, something has still to come.
UNFINISHED = frozenset(
    (
        "LIMIT_MISSING",
        "EMPTY_BATTLE_GROUP",
        "PRIDE_FACTION_MISSING",
        "ALLIANCE_FACTION_MISSING",
        "CONTRACT_FACTION_NOT_CHOSEN",
        "CARD_UNASSIGNED",
        "GEAR_WEAPON_NOT_CHOSEN",
        "RECRUITMENT_REQUIRED",
    )
)


class PieceFacts(msgspec.Struct, frozen=True, gc=False):
    """What a report says of one entry: factions, and the points one copy is worth in the game."""

    where: str
    unit: str
    title: str
    count: int
    points: int | None
    value: int
    printed: str | None
    faction: str | None
    faction_from: str
    official: bool


class Verdict(msgspec.Struct, frozen=True):
    """The answer of `validate`; `legal` is None when nothing is wrong but something undecided."""

    name: str
    legal: bool | None
    orders: int | None
    limit: int | None
    points: Tally
    violations: tuple[Violation, ...]
    checks: tuple[Check, ...]
    pieces: tuple[PieceFacts, ...]
    catalogue: str

    @property
    def errors(self) -> list[Violation]:
        """The violations that make the group illegal."""
        return [violation for violation in self.violations if violation.severity == "error"]


def validate(group: BattleGroup, catalogue: Catalogue) -> Verdict:
    """Judge a group against the rules of army building; never raises for a readable group."""
    muster = Muster(group, catalogue)
    found = Findings()
    checks = []
    for question in QUESTIONS:
        before = len(found.violations)
        facts = question.ask(muster, found)
        raised = tuple(found.violations[before:])
        if facts is not None:
            holds = not any(violation.severity == "error" for violation in raised)
            checks.append(
                Check(question.topic, question.section, question.rules, holds, facts, raised)
            )
    return Verdict(
        name=group.name,
        legal=_legal(found.violations),
        orders=muster.orders,
        limit=muster.limit,
        points=muster.points,
        violations=tuple(found.violations),
        checks=tuple(checks),
        pieces=tuple(
            PieceFacts(
                where=piece.where,
                unit=piece.entry.unit,
                title=piece.title,
                count=piece.count,
                points=piece.points,
                value=piece.value,
                printed=piece.unit.faction if piece.unit else None,
                faction=piece.faction,
                faction_from=piece.faction_from,
                official=piece.entry.inline is None,
            )
            for piece in muster.pieces
        ),
        catalogue=catalogue.id,
    )


def _legal(violations: list[Violation]) -> bool | None:
    if any(violation.severity == "error" for violation in violations):
        return False
    return None if any(violation.code in UNDECIDED for violation in violations) else True


def write_verdict(
    verdict: Verdict, language: str = "en", repairs: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """The verdict as a verdict/1 object, with sentences in one language and written repairs."""
    return {
        "format": FORMAT,
        "system": SYSTEM,
        "ruleset": RULESET,
        "catalogue": verdict.catalogue,
        "name": verdict.name,
        "legal": verdict.legal,
        "orders": verdict.orders,
        "points": {
            "total": verdict.points.total,
            "limit": verdict.limit,
            "at_least": verdict.points.at_least,
            "parts": [
                {"where": part.where, "what": part.what, "points": part.value}
                for part in verdict.points.parts
            ],
        },
        "pieces": [msgspec.to_builtins(piece) for piece in verdict.pieces],
        "violations": [write_violation(v, language) for v in verdict.violations],
        "checks": [
            {
                "topic": check.topic,
                "section": check.section,
                "rules": list(check.rules),
                "holds": check.holds,
                "message": check_message(check, language),
                "facts": check.facts,
            }
            for check in verdict.checks
        ],
        "repairs": list(repairs),
    }


def write_violation(violation: Violation, language: str = "en") -> dict[str, Any]:
    """One violation as verdict/1 has it."""
    return {
        "code": violation.code,
        "severity": violation.severity,
        "rules": list(violation.rules),
        "where": list(violation.where),
        "params": violation.params,
        "message": violation_message(violation, language),
    }


def faction_name(faction: str, language: str = "en") -> str:
    """The name of a faction in a language, its own where there is no other."""
    return WORDING.word("faction", faction, language)


def violation_message(violation: Violation, language: str = "en") -> str:
    """What is wrong, why, and what would help, in a sentence or two."""
    params = violation.params
    if isinstance(params.get("text"), dict):
        params = {**params, "text": params["text"].get(language, "")}
    return WORDING.say(violation.code, params, language)


def check_message(check: Check, language: str = "en") -> str:
    """What holds, or the first thing that does not."""
    if not check.holds:
        broken = next(v for v in check.violations if v.severity == "error")
        return violation_message(broken, language)
    return WORDING.say(check.topic, check.facts, language)
