"""A group judged by what differs from one like it is judged as it would be by itself."""

import copy
import random
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import parse_json
from rules.age_of_destruction import BattleGroup, Judgement, read_group, validate
from rules.age_of_destruction.army import verdict
from rules.age_of_destruction.army.findings import QUESTIONS, Ask, Findings, check, fact
from rules.age_of_destruction.army.muster import PARTS, Muster
from rules.age_of_destruction.army.verdict import judging
from rules.core.violations import Violation
from rules.tests.army import catalogue, group
from rules.tests.repairing import CARDS, FACTIONS, SAMPLES, UNITS, break_it, broken
from rules.tests.running import examples

#: The values of a muster that tell of each part of a group.
TELLS = {
    part: names.split()
    for part, names in {
        "figures": "pieces inline factions pure points total open_costs unknown_costs",
        "mounted": "laden carriers mechs gear pilots cards points total open_costs unknown_costs",
        "played": "played by_type contract cards points total open_costs unknown_costs",
        "limit": "limit points total open_costs unknown_costs",
        "event": "event",
        "rest": "group loads",
    }.items()
}


class Watched(Muster):
    """A muster that notes which parts of its group are asked for."""

    read: ClassVar[set[str]] = set()

    def __getattribute__(self, name: str) -> Any:
        Watched.read.update(part for part, names in TELLS.items() if name in names)
        return super().__getattribute__(name)


def change_it(data: dict[str, Any], rnd: random.Random) -> None:
    """One more change, also of what no rule forbids."""
    units = data["units"]
    kind = rnd.randrange(9)
    if kind == 0 and units:
        units.pop(rnd.randrange(len(units)))
        data.pop("loads", None)
    elif kind == 1 and units:
        units.insert(rnd.randrange(len(units)), {"unit": rnd.choice(UNITS)})
    elif kind == 2:
        data["cards"] = [{"card": rnd.choice(CARDS), "faction": rnd.choice(FACTIONS)}]
    elif kind == 3:
        data["rulings"] = {"unique_by_name": rnd.random() < 0.5, "sa_limits_factions": True}
    elif kind == 4:
        data["owned"] = {unit["unit"]: 1 for unit in units if isinstance(unit["unit"], str)}
    elif kind == 5:
        data["mystery"] = rnd.random()
    elif kind == 6:
        data["build_total"] = rnd.choice([300, 450, 600, 900])
    elif units:
        break_it(data, rnd)


def in_steps(seed: int, steps: int) -> list[BattleGroup]:
    """A group and what becomes of it, change by change."""
    rnd = random.Random(seed)
    data = broken(seed)
    groups = [read_group(copy.deepcopy(data))]
    for _ in range(steps):
        change_it(data, rnd)
        groups.append(sharing(groups[-1], read_group(copy.deepcopy(data))))
    return groups


def sharing(earlier: BattleGroup, later: BattleGroup) -> BattleGroup:
    """A group made of the same entries as an earlier one, as edits make it."""
    units = tuple(next((e for e in earlier.units if e == entry), entry) for entry in later.units)
    return msgspec.structs.replace(later, units=units)


@examples(1500, derandomize=True)
@given(st.integers(min_value=1, max_value=10_000_000))
def test_a_changed_group_is_judged_as_by_itself(seed: int) -> None:
    first, *later = in_steps(seed, 3)
    start = step = Judgement(first, catalogue())
    for changed in later:
        step = step.after(changed)
        assert step.verdict == validate(changed, catalogue())
        assert step.errors == step.verdict.errors
        assert start.after(changed).verdict == step.verdict


def asked_everything(judged: BattleGroup) -> list[Violation]:
    """What every question finds that is asked of a group, whether it arises there or not."""
    muster, found = Muster(judged, catalogue()), Findings()
    for question in QUESTIONS:
        if question.ask:
            question.ask(muster, found)
    return found.violations


def test_a_judge_finds_in_every_sample_what_its_verdict_tells() -> None:
    for path in SAMPLES:
        read = read_group(parse_json(path.read_bytes()))
        judged, told = Judgement(read, catalogue()), validate(read, catalogue())
        assert [*judged.violations] == asked_everything(read) == [*told.violations]
        assert (judged.legal, judged.muster.total) == (told.legal, told.points.total)


@examples(600, derandomize=True)
@given(st.integers(min_value=1, max_value=10_000_000))
def test_a_judge_finds_in_any_group_what_its_verdict_tells(seed: int) -> None:
    for read in in_steps(seed, 1):
        judged, told = Judgement(read, catalogue()), validate(read, catalogue())
        assert [*judged.violations] == asked_everything(read) == [*told.violations]
        assert (judged.legal, judged.muster.total) == (told.legal, told.points.total)


@examples(300, derandomize=True)
@given(st.integers(min_value=1, max_value=10_000_000))
def test_nothing_that_was_judged_changes_with_what_is_made_of_it(seed: int) -> None:
    first, *later = in_steps(seed, 2)
    start = Judgement(first, catalogue())
    for changed in later:
        assert start.after(changed).verdict == validate(changed, catalogue())
    assert start.verdict == validate(first, catalogue())


def test_checks_hang_on_every_part_they_read() -> None:
    musters = [Watched(each, catalogue()) for seed in range(1, 400) for each in in_steps(seed, 2)]
    for question in QUESTIONS:
        Watched.read.clear()
        for muster in musters:
            question.tell(muster)
            if question.ask:
                question.ask(muster, Findings())
        assert Watched.read <= question.reads, question.topic


def asked(first: BattleGroup, changed: BattleGroup, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The topics that are asked anew of a changed group."""
    start = Judgement(first, catalogue())
    topics: set[str] = set()

    def note(there: tuple[bool, ...], unlike: frozenset[str]) -> tuple[tuple[int, Ask], ...]:
        asked = judging(there, unlike)
        topics.update(QUESTIONS[number].topic for number, _ in asked)
        return asked

    with monkeypatch.context() as patch:
        patch.setattr(verdict, "judging", note)
        start.after(changed)
    return topics


def test_only_what_hangs_on_a_change_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    small = read_group(group("AOD-102", build_total=300))
    assert asked(small, small, monkeypatch) == set()
    dearer = asked(small, msgspec.structs.replace(small, build_total=450), monkeypatch)
    assert {"limit", "total"} < dearer
    assert dearer.isdisjoint({"figures_known", "unique_pilots", "slots"})


def test_new_errors_are_those_a_group_did_not_have() -> None:
    before = Judgement(read_group(group("AOD-102", "nobody", build_total=150)), catalogue())
    armed = {"unit": "AOD-102", "gear": ["AOD-G-999"]}
    after = before.after(read_group(group("AOD-102", "nobody", armed, build_total=150)))
    errors, excess = after.new_errors(before)
    assert [violation.code for violation in errors] == ["UNKNOWN_CARD"]
    assert excess == after.muster.total - 150


def test_a_check_reads_only_parts_there_are() -> None:
    with pytest.raises(ValueError, match="weather"):
        check("idle", "facts", reads="weather")
    with pytest.raises(ValueError, match="weather"):
        fact("idle", "facts", reads="weather")
    assert all(question.reads <= PARTS for question in QUESTIONS)
