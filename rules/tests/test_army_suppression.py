"""A root cause hides its consequences and nothing else: every other violation is reported."""

from typing import Any

import pytest

from rules.tests.army import card, catalogue_with, codes, errors, figure, group, judge, mech

LIGHT, MEDIUM, HEAVY, OLD_HEAVY, VEHICLE = "AOD-085", "AOD-093", "AOD-109", "DA-113", "AOD-033"
UNKNOWN, LISTED = "AOD-999", "DOM-081"  # LISTED: number and name only
MERCENARY, STEEL_WOLVES, STORMHAMMERS = "AOD-125", "AOD-006", "AOD-007"
INFERNO, HEAVY_PIERCING = "AOD-G-013", "AOD-G-032"


@pytest.mark.parametrize(
    "entry",
    [
        mech(UNKNOWN, "AOD-G-999", INFERNO, INFERNO, pilot="AOD-P-001"),
        mech(UNKNOWN, "AOD-PC-001", pilot="AOD-P-001", recruit="House Davion"),
        mech(UNKNOWN, {"card": INFERNO, "points": 1}, pilot="AOD-GS-007", recruit_points=99),
    ],
)
def test_an_unknown_figure_hides_everything_about_its_cards(entry: dict[str, Any]) -> None:
    neighbour = mech(VEHICLE, INFERNO)
    verdict = judge(group(entry, neighbour))
    assert errors(verdict) == {"UNKNOWN_UNIT": 1, "CARD_ON_NON_MECH": 1}


def test_the_cards_of_an_unknown_figure_cost_what_they_cost() -> None:
    verdict = judge(group(mech(UNKNOWN, INFERNO, pilot="AOD-LP-001")))
    assert (verdict.points.total, verdict.points.at_least) == (26 + 21, True)


def test_a_unique_pilot_on_an_unknown_figure_is_not_counted() -> None:
    unknown, known = mech(UNKNOWN, pilot="AOD-GS-007"), mech("AOD-133", pilot="AOD-GS-007")
    assert errors(judge(group(unknown, known))) == {"UNKNOWN_UNIT": 1}
    vehicle = mech(VEHICLE, pilot="AOD-GS-007")
    both = {"CARD_ON_NON_MECH": 1, "DUPLICATE_UNIQUE_PILOT": 1}
    assert errors(judge(group(vehicle, known))) == both


@pytest.mark.parametrize("unit", [VEHICLE, LIGHT, OLD_HEAVY])
def test_an_unknown_card_is_only_unknown(unit: str) -> None:
    assert errors(judge(group(mech(unit, "AOD-G-999")))) == {"UNKNOWN_CARD": 1}


def test_not_a_mech_hides_slots_class_weapon_and_recruitment() -> None:
    gear = ["AOD-G-031", "AOD-G-022", "AOD-G-033"]
    entry = mech("AOD-131", *gear, pilot="AOD-P-012", recruit="House Liao")
    verdict = judge(group(entry, total=600))
    assert errors(verdict) == {"CARD_ON_NON_MECH": 4}


@pytest.mark.parametrize(
    ("gear", "expected"),
    [
        ([HEAVY_PIERCING, "AOD-G-011", "AOD-G-018"], {"MECH_HAS_NO_SLOTS": 3}),
        ([INFERNO], {"MECH_HAS_NO_SLOTS": 1, "GEAR_CLASS_MISMATCH": 1}),
    ],
)
def test_no_slots_hides_how_many_are_used_and_not_the_class(
    gear: list[str], expected: dict[str, int]
) -> None:
    assert errors(judge(group(mech(OLD_HEAVY, *gear)))) == expected


def test_gear_on_the_wrong_weapon_conflicts_with_nothing() -> None:
    right, wrong = {"card": "AOD-G-015"}, {"card": INFERNO, "weapon": "primary"}
    assert errors(judge(group(mech(LIGHT, right, wrong)))) == {"GEAR_WRONG_WEAPON": 1}
    undecided = mech("AOD-113", "AOD-G-015", INFERNO)
    assert errors(judge(group(undecided))) == {"GEAR_WEAPON_NOT_CHOSEN": 2}


def test_every_conflicting_pair_is_reported_beside_the_slots() -> None:
    entry = mech(MEDIUM, "AOD-G-008", "AOD-G-009", "AOD-G-009")
    assert errors(judge(group(entry))) == {"SLOTS_EXCEEDED": 1, "GEAR_SLOT_CONFLICT": 3}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("HSE-F-001", "HSE-F-004"), {"TOO_MANY_CARDS_OF_TYPE": 1}),
        (("HSE-F-004", "HSE-F-001"), {"TOO_MANY_CARDS_OF_TYPE": 1, "PRIDE_FACTION_MISSING": 1}),
        (("HSE-SA-001", "HSE-SA-002"), {"TOO_MANY_CARDS_OF_TYPE": 1}),
    ],
)
def test_too_many_of_a_type_hides_the_requirements_of_the_surplus(
    cards: tuple[str, ...], expected: dict[str, int]
) -> None:
    assert errors(judge(group(STEEL_WOLVES, STORMHAMMERS, cards=cards))) == expected


def test_each_single_type_has_a_violation_of_its_own() -> None:
    cards = ("AOD-PC-007", "AOD-PC-009", "HSE-F-001", "HSE-F-007", "HSE-MC-002", "HSE-MC-003")
    verdict = judge(group(STEEL_WOLVES, MERCENARY, cards=cards))
    assert errors(verdict) == {"TOO_MANY_CARDS_OF_TYPE": 3}


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([STEEL_WOLVES], {"PRIDE_FACTION_MISSING": 1}),
        (["AOD-003"], {"CARD_REQUIREMENT_NOT_MET": 1}),
        ([STEEL_WOLVES, "AOD-003"], {"CARD_REQUIREMENT_NOT_MET": 1}),
    ],
)
def test_a_missing_faction_hides_the_requirement_about_it(
    units: list[str], expected: dict[str, int]
) -> None:
    assert errors(judge(group(*units, cards=("HSE-F-004",)))) == expected


@pytest.mark.parametrize(
    ("units", "pride", "expected"),
    [
        ([MERCENARY], "HSE-F-005", {"CONTRACT_FACTION_NOT_CHOSEN": 1}),
        (
            [MERCENARY],
            "HSE-F-001",  # Steel Wolves: no choice would bring them
            {"CONTRACT_FACTION_NOT_CHOSEN": 1, "PRIDE_FACTION_MISSING": 1},
        ),
        (
            [STEEL_WOLVES],  # nobody to be contracted
            "HSE-F-005",
            {"CONTRACT_FACTION_NOT_CHOSEN": 1, "PRIDE_FACTION_MISSING": 1},
        ),
    ],
)
def test_an_open_contract_hides_the_faction_it_may_bring(
    units: list[str], pride: str, expected: dict[str, int]
) -> None:
    assert errors(judge(group(*units, cards=("HSE-MC-001", pride)))) == expected


@pytest.mark.parametrize(
    ("unit", "card_id", "expected"),
    [
        (UNKNOWN, "HSE-F-001", {"UNKNOWN_UNIT": 1}),
        (LISTED, "HSE-F-001", {}),
        (LISTED, "HSE-SA-001", {"ALLIANCE_FACTION_MISSING": 1}),  # it serves one faction at most
        (STORMHAMMERS, "HSE-F-001", {"PRIDE_FACTION_MISSING": 1}),
    ],
)
def test_a_figure_whose_symbol_nobody_knows_may_be_the_missing_one(
    unit: str, card_id: str, expected: dict[str, int]
) -> None:
    assert errors(judge(group(unit, cards=(card_id,)))) == expected


def test_a_figure_whose_symbol_nobody_knows_is_not_refused_a_faction() -> None:
    pilot = catalogue_with(card("TST-P-001", requires={"faction": ["House Davion"]}))
    listed = judge(group(mech(LISTED, pilot="TST-P-001")), pilot)
    assert listed.legal is None
    known = judge(group(mech(LIGHT, pilot="TST-P-001")), pilot)
    assert errors(known) == {"PILOT_FACTION_MISMATCH": 1}


def test_several_recruitments_hide_which_of_them_would_do() -> None:
    entry = mech("AOD-111", pilot="AOD-GS-007", recruit=["Steel Wolves", "House Davion"])
    assert errors(judge(group(entry))) == {"RECRUITMENT_MULTIPLE": 1}


@pytest.mark.parametrize(
    ("cards", "counts", "expected"),
    [
        (["AOD-PC-007"], {"PC": 1}, {}),
        (["AOD-PC-007"], {"PC": 0}, {"TOO_MANY_CARDS_OF_TYPE": 1}),
        (["AOD-PC-007", "AOD-PC-009"], {"PC": 1}, {"TOO_MANY_CARDS_OF_TYPE": 1}),
        (["AOD-PC-007", "AOD-PC-009"], {"PC": 2}, {}),
    ],
)
def test_the_count_of_an_event_stands_for_that_of_the_rule_book(
    cards: list[str], counts: dict[str, int], expected: dict[str, int]
) -> None:
    event = {"name": "club", "card_counts": counts}
    assert errors(judge(group(VEHICLE, cards=tuple(cards), event=event))) == expected


def test_a_card_of_no_known_type_is_refused_once() -> None:
    mission = catalogue_with(card("TST-M-001"))
    for event in (None, {"name": "club", "card_types": ["G"]}):
        verdict = judge(group(VEHICLE, cards=("TST-M-001",), event=event), mission)
        assert errors(verdict) == {"CARD_TYPE_NOT_ALLOWED": 1}


@pytest.mark.parametrize(
    ("points", "expected", "warned"),
    [
        (100, {}, True),
        (151, {"OVER_POINTS": 1}, False),
    ],
)
def test_an_unknown_cost_leaves_the_total_open_unless_the_known_part_is_over(
    points: int, expected: dict[str, int], warned: bool
) -> None:
    free = catalogue_with(card("TST-F-001", factions=["House Davion"], cost=None))
    entry = {"unit": figure(points=points, faction="House Davion")}
    verdict = judge(group(entry, total=150, cards=("TST-F-001",)), free)
    assert errors(verdict) == expected
    assert ("TOTAL_UNDECIDED" in codes(verdict)) is warned


def test_all_violations_are_reported_and_never_only_the_first() -> None:
    verdict = judge(
        group(
            "AOD-113",
            "AOD-113",
            UNKNOWN,
            mech("AOD-102", HEAVY_PIERCING, "AOD-G-999"),
            mech("AOD-111", pilot="AOD-GS-007", recruit=None),
            mech("AOD-133", INFERNO, pilot="AOD-GS-007"),
            mech(VEHICLE, INFERNO),
            total=400,
            cards=("AOD-PC-007", "AOD-PC-009", "HSE-F-005", "AOD-G-001"),
        )
    )
    assert errors(verdict) == {
        "LIMIT_NOT_MULTIPLE_OF_150": 1,
        "DUPLICATE_UNIQUE_COLLECTOR_NUMBER": 1,
        "UNKNOWN_UNIT": 1,
        "UNKNOWN_CARD": 1,
        "GEAR_CLASS_MISMATCH": 2,
        "RECRUITMENT_REQUIRED": 1,
        "DUPLICATE_UNIQUE_PILOT": 1,
        "CARD_ON_NON_MECH": 1,
        "TOO_MANY_CARDS_OF_TYPE": 1,
        "CARD_UNASSIGNED": 1,
    }


@pytest.mark.rule("AOD-CARD-002")
@pytest.mark.parametrize("gear", [("Q-1", "Q-2"), ("Q-1", "AOD-G-002"), ("AOD-G-002", "Q-1")])
def test_an_unknown_card_beside_another_is_the_only_fault(gear: tuple[str, str]) -> None:
    assert set(errors(judge(group(mech(LIGHT, *gear))))) == {"UNKNOWN_CARD"}
