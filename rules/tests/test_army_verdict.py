"""The verdict as a whole: what holds, what stays open, how the points add up; any group at all."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import ROOT
from rules.age_of_destruction import (
    RULESET,
    Verdict,
    check_message,
    read_group,
    validate,
    violation_message,
    write_verdict,
)
from rules.age_of_destruction.army.findings import CODES
from rules.tests.army import (
    SYSTEM,
    catalogue,
    errors,
    facts,
    figure,
    group,
    judge,
    mech,
    one,
)
from rules.tests.running import examples

PATROL = (
    mech("AOD-102", "AOD-G-005", pilot="AOD-P-010"),
    mech("AOD-133", pilot="AOD-GS-007", recruit="Steel Wolves"),
    {"unit": "AOD-006", "count": 2},
)


def failed(verdict: Verdict) -> set[str]:
    """The topics of the checks that do not hold."""
    return {check.topic for check in verdict.checks if not check.holds}


# What the verdict says ----------------------------------------------------------------------


def test_the_checks_that_hold_carry_their_facts() -> None:
    verdict = judge(group(*PATROL, total=450, cards=("AOD-PC-001", "HSE-F-001")))
    assert verdict.legal
    assert failed(verdict) == set()
    total = 129 + 30 + 11 + 150 + 39 + 8 + 2 * 18 + 30
    assert facts(verdict, "total") == {"total": total, "limit": 450, "at_least": False}
    assert facts(verdict, "orders") == {"orders": 3, "limit": 450}
    assert facts(verdict, "mixed_factions") == {
        "factions": ["Dragon's Fury", "Steel Wolves"],
        "mercenaries": 0,
    }
    assert facts(verdict, "capacity") == {"used": {"units[0]": 2, "units[1]": 1}}
    assert facts(verdict, "single_cards") == {"counts": {"PC": 1, "F": 1}}
    assert facts(verdict, "recruitment") == {
        "paid": {"units[1].pilot": {"faction": "Steel Wolves", "cost": 8}}
    }


def test_a_failed_check_holds_its_violations_and_says_the_first() -> None:
    verdict = judge(group(mech("AOD-102", "AOD-G-032")))
    assert failed(verdict) == {"gear_class"}
    (check,) = (check for check in verdict.checks if not check.holds)
    assert [violation.code for violation in check.violations] == ["GEAR_CLASS_MISMATCH"]
    assert check_message(check) == violation_message(check.violations[0])


def test_a_check_that_has_nothing_to_ask_is_not_listed() -> None:
    topics = {check.topic for check in judge(group("AOD-006")).checks}
    assert "total" in topics
    assert not topics & {"pride", "alliance", "contract", "gear_class", "recruitment", "loads"}


@pytest.mark.parametrize(
    ("units", "cards", "legal"),
    [
        (["AOD-006"], [], True),
        (["AOD-006"], ["HSE-F-002"], False),
        (["DOM-081"], [], None),  # nobody knows its points
        (["AOD-008"], ["HSE-F-006"], None),  # a requirement in words
        (["DOM-081", "AOD-999"], [], False),
    ],
)
def test_legal_is_yes_no_or_undecided(
    units: list[str], cards: list[str], legal: bool | None
) -> None:
    verdict = judge(group(*units, cards=tuple(cards)))
    assert verdict.legal is legal
    assert write_verdict(verdict)["legal"] is legal


@pytest.mark.parametrize(
    ("total", "event", "orders"),
    [
        (150, None, 1),
        (600, None, 4),
        (None, None, None),
        (400, None, None),
        (0, None, None),
        (450, {"name": "club", "orders": 5}, 5),
    ],
)
def test_orders_come_from_the_limit_or_the_event(
    total: int | None, event: dict[str, Any] | None, orders: int | None
) -> None:
    assert judge(group("AOD-006", total=total, event=event)).orders == orders


def test_points_have_a_part_for_everything_that_costs() -> None:
    verdict = judge(group(*PATROL, cards=("AOD-PC-001", "HSE-F-001")))
    assert [(part.where, part.value) for part in verdict.points.parts] == [
        ("units[0]", 129),
        ("units[0].gear[0]", 30),
        ("units[0].pilot", 11),
        ("units[1]", 150),
        ("units[1].pilot", 39),
        ("units[1].recruit", 8),
        ("units[2]", 36),
        ("cards[0]", 0),
        ("cards[1]", 30),
    ]


def test_pieces_say_what_they_are_worth_and_whom_they_serve() -> None:
    units = (*PATROL, "AOD-125", "DOM-081", "AOD-999")
    contract = {"card": "HSE-MC-001", "faction": "Highlanders"}
    verdict = judge(group(*units, cards=(contract,)))
    assert [(p.count, p.value, p.printed, p.faction, p.faction_from) for p in verdict.pieces] == [
        (1, 170, "Dragon's Fury", "Dragon's Fury", "printed"),
        (1, 197, None, "Steel Wolves", "recruitment"),
        (2, 18, "Steel Wolves", "Steel Wolves", "printed"),
        (1, 20, None, "Highlanders", "contract"),
        (1, 0, None, None, "unknown"),
        (1, 0, None, None, "unknown"),
    ]
    assert judge(group("AOD-125")).pieces[0].faction_from == "none"


def test_a_group_pure_by_effective_faction_is_called_so() -> None:
    pure = judge(group("AOD-006", "AOD-125", cards=("HSE-MC-002",)))
    assert facts(pure, "purity") == {"faction": "Steel Wolves"}
    mixed = judge(group("AOD-006", "AOD-125"))
    assert "purity" not in {check.topic for check in mixed.checks}


def test_every_code_rests_on_rules_of_the_book() -> None:
    book = SYSTEM.rulebook()
    unfounded = {
        code: [rule for rule in entry.rules if rule not in book] for code, entry in CODES.items()
    }
    assert not {code: rules for code, rules in unfounded.items() if rules}


def test_the_written_verdict_names_its_catalogue_and_ruleset() -> None:
    written = write_verdict(judge(group(*PATROL, total=300)))
    assert (written["format"], written["ruleset"]) == ("verdict/1", RULESET)
    assert written["catalogue"] == catalogue().id
    (over,) = (item for item in written["violations"] if item["severity"] == "error")
    assert (over["code"], over["params"]["excess"]) == (
        "OVER_POINTS",
        written["points"]["total"] - 300,
    )


def test_the_same_file_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    cards = ("HSE-SA-001", "HSE-F-001", "HSE-MC-001", "AOD-PC-005", "AOD-PC-001")
    file = tmp_path / "group.json"
    file.write_text(json.dumps(group(*PATROL, "AOD-007", "AOD-113", "AOD-112", cards=cards)))
    answers = {
        subprocess.run(
            [sys.executable, "-m", "rules", "validate", str(file)],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=False,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(answers) == 1
    assert json.loads(answers.pop())["legal"] is False


# Large groups -------------------------------------------------------------------------------


def test_ten_thousand_entries_are_judged() -> None:
    entries = ["AOD-006"] * 9_997 + [mech("AOD-102", "AOD-G-032"), "AOD-113", "AOD-113"]
    verdict = judge(group(*entries))
    assert len(verdict.pieces) == 10_000
    assert verdict.points.total == 9_997 * 18 + 129 + 44 + 2 * 105
    assert errors(verdict) == {
        "OVER_POINTS": 1,
        "GEAR_CLASS_MISMATCH": 1,
        "DUPLICATE_UNIQUE_COLLECTOR_NUMBER": 1,
    }


def test_a_million_copies_are_judged() -> None:
    verdict = judge(group({"unit": "AOD-113", "count": 1_000_000}))
    assert verdict.points.total == 105_000_000
    assert one(verdict, "DUPLICATE_UNIQUE_COLLECTOR_NUMBER").params["count"] == 1_000_000


# Any group at all ---------------------------------------------------------------------------

UNITS = [*catalogue().units, "AOD-999", "?"]
CARDS = [*catalogue().cards, "AOD-G-999"]
SLOTTED = [unit.id for unit in catalogue().units.values() if unit.slots and unit.known]
PILOTS = [card.id for card in catalogue().cards.values() if card.is_pilot]
GEAR = [card.id for card in catalogue().cards.values() if card.is_gear]
FACTIONS = [*catalogue().factions, "Nobody"]

gear = st.fixed_dictionaries(
    {"card": st.sampled_from(GEAR) | st.sampled_from(CARDS)},
    optional={
        "weapon": st.sampled_from(["primary", "secondary"]),
        "points": st.integers(0, 60),
    },
)
pilots = st.fixed_dictionaries(
    {"card": st.sampled_from(PILOTS) | st.sampled_from(CARDS)},
    optional={
        "recruit": st.none() | st.sampled_from(FACTIONS) | st.lists(st.sampled_from(FACTIONS)),
        "points": st.integers(0, 60),
        "recruit_points": st.integers(0, 20),
    },
)
carriers = st.fixed_dictionaries(
    {"unit": st.sampled_from(SLOTTED) | st.sampled_from(UNITS)},
    optional={
        "gear": st.lists(gear, max_size=3),
        "pilot": pilots | st.lists(pilots, max_size=2),
        "points": st.integers(0, 250),
    },
)
bare = st.fixed_dictionaries(
    {"unit": st.sampled_from(UNITS) | st.just(figure())}, optional={"count": st.integers(1, 9)}
)
played = st.sampled_from(CARDS) | st.fixed_dictionaries(
    {"card": st.sampled_from(CARDS)},
    optional={
        "faction": st.sampled_from(FACTIONS),
        "confirmed": st.booleans(),
        "points": st.integers(0, 60),
    },
)
switches = st.dictionaries(
    st.sampled_from(
        [
            "unique_by_name",
            "unique_pilot_by_name",
            "sa_limits_factions",
            "symbolless_cost_gives_any_symbol",
        ]
    ),
    st.booleans(),
)
groups = st.builds(
    lambda units, cards, total, rulings: group(
        *units, cards=tuple(cards), total=total, rulings=rulings
    ),
    st.lists(carriers | bare, max_size=6),
    st.lists(played, max_size=4),
    st.sampled_from([150, 300, 450, 600, 900]) | st.none() | st.integers(-300, 1000),
    switches,
)
any_group = examples(150)


def at(data: dict[str, Any], place: str) -> Any:
    """What stands at a place of the file; raises LookupError for a place that is none."""
    value: Any = data
    for step in re.findall(r"[a-z_]+|\d+", place):
        value = value[int(step) if step.isdigit() else step]
    return value


@any_group
@given(groups)
def test_any_group_is_judged_and_worded(data: dict[str, Any]) -> None:
    verdict = validate(read_group(data), catalogue())
    assert verdict.points.total == sum(part.value for part in verdict.points.parts)
    assert (verdict.legal is False) == bool(verdict.errors)
    assert bool(failed(verdict)) == bool(verdict.errors)
    for violation in verdict.violations:
        assert violation.severity in ("error", "warning", "note")
        for place in violation.where:
            at(data, place)
    for language in ("en", "pl"):
        written = write_verdict(verdict, language)
        assert json.loads(json.dumps(written)) == written
        for said in (*written["violations"], *written["checks"]):
            assert said["message"]
            assert not set(said["message"]) & set("{}")


@any_group
@given(groups)
def test_the_same_group_has_the_same_verdict(data: dict[str, Any]) -> None:
    first, second = (validate(read_group(data), catalogue()) for _ in range(2))
    assert first == second


@any_group
@given(groups, st.randoms(use_true_random=False))
def test_the_order_of_the_entries_does_not_matter(data: dict[str, Any], random: Any) -> None:
    shuffled = data | {"units": random.sample(data["units"], len(data["units"]))}
    one_way, other_way = (validate(read_group(item), catalogue()) for item in (data, shuffled))
    assert Counter(v.code for v in one_way.violations) == Counter(
        v.code for v in other_way.violations
    )
    assert (one_way.legal, one_way.points.total) == (other_way.legal, other_way.points.total)


@any_group
@given(groups, st.sampled_from(SLOTTED))
def test_one_more_figure_costs_exactly_its_points_and_cures_no_card(
    data: dict[str, Any], unit_id: str
) -> None:
    """Beside figures and cards whose faults are their own; group cards may gain or lose."""
    data = data | {"cards": []}
    unit = catalogue().units[unit_id]
    more = data | {"units": [*data["units"], {"unit": unit_id}]}
    before, after = (validate(read_group(item), catalogue()) for item in (data, more))
    assert after.points.total - before.points.total == unit.points
    own = {code for code in CODES if code.startswith(("GEAR_", "PILOT_", "SLOTS_", "CARD_ON_"))}
    kept = [Counter(v.code for v in verdict.errors if v.code in own) for verdict in (before, after)]
    assert kept[0] == kept[1]
