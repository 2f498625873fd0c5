"""Judging a battle group: every violation, every check that holds, and the points as a tally."""

from collections.abc import Sequence
from functools import cache, cached_property
from operator import attrgetter
from typing import Any

import msgspec

from rules.age_of_destruction.army import checks as _checks  # noqa: F401  registers the questions
from rules.age_of_destruction.army.battle_group import SYSTEM, BattleGroup, Entry
from rules.age_of_destruction.army.findings import QUESTIONS, WORDING, Ask, Findings, Question
from rules.age_of_destruction.army.muster import PARTS, Muster
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.core.kept import kept
from rules.core.tally import Tally
from rules.core.violations import Check, Violation

FORMAT = "verdict/1"
RULESET = "age-of-destruction@2"
#: The error whose cure is only fewer points, or a higher build total.
OVER = "OVER_POINTS"

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


#: The values of a muster without which one question or another does not arise.
SUBJECTS = sorted({name for question in QUESTIONS for name in (*question.of, *question.finds_in)})
_SUBJECTS = attrgetter(*SUBJECTS)
#: The questions to ask, by their numbers in `QUESTIONS`.
Asked = tuple[tuple[int, Question], ...]


@cache
def arising(there: tuple[bool, ...], unlike: frozenset[str] = PARTS) -> Asked:
    """The questions that hang on some parts of a group and arise where of `SUBJECTS` some are
    there."""
    subjects = _subjects(there)
    return tuple(
        (number, question)
        for number, question in enumerate(QUESTIONS)
        if (not question.of or not subjects.isdisjoint(question.of))
        and not question.reads.isdisjoint(unlike)
    )


@cache
def judging(there: tuple[bool, ...], unlike: frozenset[str]) -> tuple[tuple[int, Ask], ...]:
    """Those of them by which something may be found."""
    subjects = _subjects(there)
    return tuple(
        (number, question.ask)
        for number, question in arising(there, unlike)
        if question.ask and (not question.finds_in or not subjects.isdisjoint(question.finds_in))
    )


def _subjects(there: tuple[bool, ...]) -> set[str]:
    """The names of those that are there."""
    return {name for name, is_there in zip(SUBJECTS, there, strict=True) if is_there}


def _there(muster: Muster) -> tuple[bool, ...]:
    """Which of `SUBJECTS` are there."""
    return tuple(map(bool, _SUBJECTS(muster)))


class Judgement:
    """A group worked out and every question answered that may find something: what is wrong with
    it and whether it is legal. Its `verdict` tells the facts as well.

    From it, a group like it is judged by asking only what hangs on the parts that differ.
    """

    def __init__(
        self, group: BattleGroup, catalogue: Catalogue, earlier: "Judgement | None" = None
    ) -> None:
        before = earlier.muster if earlier else None
        self.muster: Muster = Muster(group, catalogue, earlier=before)
        unlike = self.muster.parts_unlike(earlier.muster) if earlier else PARTS
        #: What questions have found, by their numbers, those that have found nothing left out.
        self.found: dict[int, tuple[Violation, ...]] = _found(unlike, self.muster)
        if earlier:
            for number, raised in earlier.found.items():
                if QUESTIONS[number].reads.isdisjoint(unlike):
                    self.found[number] = raised

    @kept
    def violations(self) -> tuple[Violation, ...]:
        """All that is wrong or worth knowing, in the order of the questions."""
        return tuple([v for number in sorted(self.found) for v in self.found[number]])

    @kept
    def errors(self) -> list[Violation]:
        """The violations that make the group illegal."""
        return [v for v in self.violations if v.severity == "error"]

    @property
    def legal(self) -> bool | None:
        """Whether nothing is wrong; None when nothing is but something is undecided."""
        if self.errors:
            return False
        return None if any(v.code in UNDECIDED for v in self.violations) else True

    def after(self, group: BattleGroup) -> "Judgement":
        """A changed group, judged by the same catalogue."""
        return Judgement(group, self.muster.catalogue, self)

    def joined_by(self, unit: Unit) -> "Judgement":
        """The group with one bare figure more."""
        group = self.muster.group
        return self.after(msgspec.structs.replace(group, units=(*group.units, Entry(unit.id))))

    def new_errors(self, earlier: "Judgement") -> tuple[list[Violation], int]:
        """The errors an earlier group does not have, but for the points, and by how many points
        the build total is exceeded."""
        faults = {violation.key for violation in earlier.errors}
        over = [v.params["excess"] for v in self.errors if v.code == OVER]
        new = [v for v in self.errors if v.code != OVER and v.key not in faults]
        return new, sum(over)

    @cached_property
    def verdict(self) -> Verdict:
        """All that is said of the group."""
        muster = self.muster
        checks = (
            _check(question, question.tell(muster), self.found.get(number, ()))
            for number, question in arising(_there(muster))
        )
        return Verdict(
            name=muster.group.name,
            legal=self.legal,
            orders=muster.orders,
            limit=muster.limit,
            points=muster.points,
            violations=self.violations,
            checks=tuple(check for check in checks if check),
            pieces=tuple(map(_facts, muster.pieces)),
            catalogue=muster.catalogue.id,
        )


def validate(group: BattleGroup, catalogue: Catalogue) -> Verdict:
    """Judge a group against the rules of army building; never raises for a readable group."""
    return Judgement(group, catalogue).verdict


def _found(unlike: frozenset[str], muster: Muster) -> dict[int, tuple[Violation, ...]]:
    """What the questions that hang on some parts of a group find, by their numbers."""
    found = Findings()
    by_number: dict[int, tuple[Violation, ...]] = {}
    for number, ask in judging(_there(muster), unlike):
        ask(muster, found)
        if found.violations:
            by_number[number] = tuple(found.violations)
            found.violations.clear()
    return by_number


def _check(
    question: Question, facts: dict[str, Any] | None, raised: tuple[Violation, ...]
) -> Check | None:
    if facts is None:
        return None
    holds = not raised or all(violation.severity != "error" for violation in raised)
    return Check(question.topic, question.section, question.rules, holds, facts, raised)


def _facts(piece: Piece) -> PieceFacts:
    return PieceFacts(
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
