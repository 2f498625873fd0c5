"""Pilots: class, faction, uniqueness and the preferred 'Mech."""

from typing import Any

import pytest

from rules.age_of_destruction.records.cards import type_of_number
from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    errors,
    facts,
    group,
    judge,
    mech,
    one,
    points_at,
)

PACK = catalogue_with(
    card("TST-P-001", requires={"class": ["Light"], "faction": ["House Davion"]}),
    card("TST-MC-001", factions=["House Davion"]),
    card("TST-LP-001", name="Adam Stark", requires={"class": ["Heavy"]}),
    card("TST-LP-002", cost="20 OR 30", preferred_mech="AOD-117", requires={"class": ["Light"]}),
    card(
        "TST-LP-003",
        cost="20 OR 30",
        preferred_mech="AOD-117",
        requires={"class": ["Heavy"], "faction": ["Highlanders"]},
    ),
)


@pytest.mark.rule("AOD-PILOT-001")
@pytest.mark.parametrize(("unit", "fits"), [("AOD-085", True), ("AOD-102", False)])
def test_the_robinson_graduate_drives_light_mechs(unit: Any, fits: bool) -> None:
    verdict = judge(group(mech(unit, pilot="AOD-P-001")))
    if fits:
        assert verdict.legal
        return
    violation = one(verdict, "PILOT_CLASS_MISMATCH")
    assert errors(verdict) == {"PILOT_CLASS_MISMATCH": 1}
    assert violation.where == ("units[0].pilot",)
    assert (violation.params["required"], violation.params["actual"]) == (["Light"], "Medium")


@pytest.mark.rule("AOD-PILOT-002")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("AOD-086", {}),  # light, Steel Wolves
        ("AOD-089", {"PILOT_FACTION_MISMATCH": 1}),  # light, Stormhammers
        ("AOD-094", {"PILOT_CLASS_MISMATCH": 1}),  # medium, Steel Wolves
        ("AOD-100", {"PILOT_CLASS_MISMATCH": 1, "PILOT_FACTION_MISMATCH": 1}),
    ],
)
def test_a_star_captain_of_the_steel_wolves(unit: Any, expected: dict[str, int]) -> None:
    assert errors(judge(group(mech(unit, pilot="AOD-P-003")))) == expected


@pytest.mark.rule("AOD-PILOT-003")
@pytest.mark.parametrize(
    ("number", "kind"),
    [("P-004", "P"), ("LP-004", "LP"), ("L-004", "LP"), ("GS-004", "GS"), ("PC-004", "PC")],
)
def test_kinds_of_pilots_by_number(number: str, kind: str) -> None:
    assert type_of_number(number) == kind


@pytest.mark.rule("AOD-PILOT-005")
def test_common_pilots_are_not_unique() -> None:
    two = [mech(unit, pilot="AOD-P-011") for unit in ("AOD-109", "AOD-110")]
    assert judge(group(*two)).legal

    pair = {"unit": "AOD-109", "pilot": [{"card": "AOD-P-011"}, {"card": "AOD-P-011"}]}
    assert errors(judge(group(pair))) == {"TWO_PILOTS": 1}


@pytest.mark.rule("AOD-PILOT-006")
def test_a_unique_pilot_stands_once_in_a_group() -> None:
    first, second = mech("AOD-118", pilot="AOD-GS-003"), mech("AOD-134", pilot="AOD-GS-003")
    assert judge(group(first)).legal
    assert judge(group(second)).legal
    assert judge(group(first, mech("AOD-134", pilot="AOD-GS-008"))).legal

    verdict = judge(group(first, second))
    violation = one(verdict, "DUPLICATE_UNIQUE_PILOT")
    assert errors(verdict) == {"DUPLICATE_UNIQUE_PILOT": 1}
    assert violation.where == ("units[0].pilot", "units[1].pilot")
    assert violation.params == {"pilot": "AOD-GS-003 Adam Stark", "count": 2}


@pytest.mark.rule("AOD-PILOT-006", "AOD-PILOT-007")
def test_a_unique_pilot_three_times_is_one_violation_under_either_prefix() -> None:
    trio = [
        mech("AOD-115", pilot="AOD-L-001"),
        mech("AOD-083", pilot="AOD-LP-001"),
        mech("AOD-083", pilot="AOD-LP-001"),
    ]
    violation = one(judge(group(*trio)), "DUPLICATE_UNIQUE_PILOT")
    assert violation.params["count"] == 3


@pytest.mark.rule("AOD-PILOT-007")
def test_one_name_on_two_cards_is_noted() -> None:
    pair = [mech("AOD-118", pilot="AOD-GS-003"), mech("AOD-134", pilot="TST-LP-001")]
    lenient = judge(group(*pair), PACK)
    violation = one(lenient, "UNIQUE_PILOT_SAME_NAME")
    assert lenient.legal
    assert (violation.severity, set(violation.where)) == (
        "note",
        {"units[0].pilot", "units[1].pilot"},
    )
    assert violation.params == {"name": "Adam Stark", "numbers": ["AOD-GS-003", "TST-LP-001"]}

    strict = judge(group(*pair, rulings={"unique_pilot_by_name": True}), PACK)
    assert errors(strict) == {"UNIQUE_PILOT_SAME_NAME": 1}
    others = judge(group(pair[0], mech("AOD-134", pilot="AOD-GS-008")))
    assert "UNIQUE_PILOT_SAME_NAME" not in codes(others)


def test_common_pilots_share_names_freely() -> None:
    captains = [mech("AOD-086", pilot="AOD-P-003"), mech("AOD-095", pilot="AOD-P-007")]
    assert "UNIQUE_PILOT_SAME_NAME" not in codes(judge(group(*captains)))


@pytest.mark.rule("AOD-PILOT-010")
@pytest.mark.parametrize(
    ("unit", "pilot", "cost"),
    [
        ("AOD-118", "AOD-GS-003", 51),
        ("AOD-134", "AOD-GS-003", 33),
        ("AOD-111", "AOD-GS-003", 33),
        ("AOD-133", "AOD-GS-007", 39),
        ("AOD-139", "AOD-GS-007", 19),  # another Jade Hawk is not the preferred one
        ("AOD-115", "AOD-LP-001", 30),
        ("AOD-083", "AOD-LP-001", 21),
    ],
)
def test_cost_on_the_preferred_mech(unit: Any, pilot: Any, cost: int) -> None:
    verdict = judge(group(mech(unit, pilot=pilot)))
    assert verdict.legal
    assert points_at(verdict, "units[0].pilot") == cost


@pytest.mark.rule("AOD-PILOT-011")
@pytest.mark.parametrize(
    ("pilot", "expected", "failed"),
    [
        ("AOD-LP-003", {}, None),
        ("TST-LP-002", {"PILOT_CLASS_MISMATCH": 1}, ["class"]),
        ("TST-LP-003", {"PILOT_FACTION_MISMATCH": 1}, ["faction"]),
    ],
)
def test_the_preferred_mech_meets_the_other_requirements_too(
    pilot: Any, expected: dict[str, int], failed: list[str] | None
) -> None:
    verdict = judge(group(mech("AOD-117", pilot=pilot)), PACK)
    assert errors(verdict) == expected
    assert ("PREFERRED_MECH_DATA_CONFLICT" in codes(verdict)) is (failed is not None)
    if failed:
        violation = one(verdict, "PREFERRED_MECH_DATA_CONFLICT")
        assert (violation.severity, violation.params["failed"]) == ("warning", failed)


@pytest.mark.rule("AOD-PILOT-014")
@pytest.mark.parametrize(
    ("unit", "pilot", "cards", "fits"),
    [
        ("AOD-085", "AOD-P-004", (), True),  # Davion or Swordsworn on Swordsworn
        ("AOD-114", "AOD-P-004", ("TST-MC-001",), True),  # mercenary contracted to Davion
        ("AOD-114", "AOD-P-004", (), False),
        ("AOD-085", "TST-P-001", (), False),  # Davion only, on an ally
        ("AOD-114", "TST-P-001", ("TST-MC-001",), True),
    ],
)
def test_the_effective_faction_decides_and_no_alliance_helps(
    unit: Any, pilot: Any, cards: Any, fits: bool
) -> None:
    verdict = judge(group(mech(unit, pilot=pilot), cards=cards), PACK)
    assert errors(verdict) == ({} if fits else {"PILOT_FACTION_MISMATCH": 1})


def test_a_pilot_of_another_faction_is_told_which_would_do() -> None:
    violation = one(judge(group(mech("AOD-089", pilot="AOD-P-004"))), "PILOT_FACTION_MISMATCH")
    assert violation.where == ("units[0].pilot",)
    assert violation.params["allowed"] == ["House Davion", "Swordsworn"]
    assert violation.params["actual"] == "Stormhammers"


@pytest.mark.parametrize(
    ("units", "in_group"), [(["AOD-134"], False), (["AOD-134", "AOD-118"], True)]
)
def test_a_special_ability_off_the_preferred_mech_is_noted(
    units: list[Any], in_group: bool
) -> None:
    first, *rest = units
    verdict = judge(group(mech(first, pilot="AOD-GS-003"), *rest))
    violation = one(verdict, "PILOT_ABILITY_INACTIVE")
    assert verdict.legal
    assert (violation.severity, violation.where) == ("note", ("units[0].pilot",))
    assert violation.params["in_group"] is in_group
    assert violation.params["difference"] == 18
    at_home = judge(group(mech("AOD-118", pilot="AOD-GS-003")))
    assert "PILOT_ABILITY_INACTIVE" not in codes(at_home)


@pytest.mark.rule("AOD-PILOT-008")
def test_a_common_pilot_has_no_preferred_mech() -> None:
    assert "PILOT_ABILITY_INACTIVE" not in codes(judge(group(mech("AOD-085", pilot="AOD-P-001"))))


@pytest.mark.rule("AOD-PILOT-006")
def test_the_unique_pilots_of_a_group_are_told() -> None:
    laden = [mech("AOD-118", pilot="AOD-GS-003"), mech("AOD-085", pilot="AOD-P-001")]
    assert facts(judge(group(*laden)), "unique_pilots") == {"pilots": ["AOD-GS-003"]}
