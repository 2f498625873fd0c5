"""Situational alliances: the factions they ask for, and the others beside them."""

from typing import Any

import pytest

from rules.tests.army import errors, facts, group, judge, mech, one

STEEL_WOLVES, STORMHAMMERS, STEINER_MECH = "AOD-006", "AOD-007", "AOD-112"
SPIRIT_CATS, MERCENARY = "AOD-016", "AOD-125"
SWORDSWORN, SWORDSWORN_MECH = "AOD-003", "AOD-085"
RAIDERS, RAIDERS_MECH = "AOD-004", "AOD-084"
BORDER = "HSE-SA-001"  # Steel Wolves and Stormhammers


@pytest.mark.rule("AOD-SA-001")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [((BORDER,), {}), ((BORDER, "HSE-SA-002"), {"TOO_MANY_CARDS_OF_TYPE": 1})],
)
def test_one_alliance(cards: Any, expected: dict[str, int]) -> None:
    assert errors(judge(group(STEEL_WOLVES, STORMHAMMERS, cards=cards))) == expected


@pytest.mark.rule("AOD-SA-003")
@pytest.mark.parametrize(
    ("units", "missing"),
    [
        ([STEEL_WOLVES, STORMHAMMERS], None),
        ([{"unit": STEEL_WOLVES, "count": 10}], ["Stormhammers"]),
        ([STEEL_WOLVES, STEINER_MECH], ["Stormhammers"]),  # a House Alliance does not help
        ([SPIRIT_CATS], ["Steel Wolves", "Stormhammers"]),
    ],
)
def test_every_named_faction_is_there(units: list[Any], missing: list[str] | None) -> None:
    verdict = judge(group(*units, cards=(BORDER,)))
    if missing is None:
        assert verdict.legal
        return
    violation = one(verdict, "ALLIANCE_FACTION_MISSING")
    assert errors(verdict) == {"ALLIANCE_FACTION_MISSING": 1}
    assert violation.where == ("cards[0]",)
    assert violation.params == {"card": "HSE-SA-001 Shared Border", "missing": missing}


LIMITED = {"sa_limits_factions": True}


@pytest.mark.rule("AOD-SA-004", "AOD-ALLY-006")
@pytest.mark.parametrize(
    ("other", "rulings", "foreign"),
    [
        (STEINER_MECH, {}, False),
        (STEINER_MECH, LIMITED, False),  # House Alliance with the Stormhammers
        (MERCENARY, LIMITED, False),
        (SPIRIT_CATS, {}, False),
        (SPIRIT_CATS, LIMITED, True),
    ],
)
def test_other_factions_beside_an_alliance(
    other: Any, rulings: dict[str, bool], foreign: bool
) -> None:
    data = group(STEEL_WOLVES, STORMHAMMERS, other, cards=(BORDER,), rulings=rulings)
    verdict = judge(data)
    assert errors(verdict) == ({"ALLIANCE_FOREIGN_FACTION": 1} if foreign else {})


def test_a_foreign_faction_is_named_with_figure_and_card() -> None:
    data = group(STEEL_WOLVES, STORMHAMMERS, SPIRIT_CATS, cards=(BORDER,), rulings=LIMITED)
    violation = one(judge(data), "ALLIANCE_FOREIGN_FACTION")
    assert violation.where == ("units[2]", "cards[0]")
    assert violation.params["faction"] == "Spirit Cats"
    assert violation.params["card"] == "HSE-SA-001 Shared Border"


@pytest.mark.rule("AOD-SA-005")
@pytest.mark.parametrize(
    ("units", "failed"),
    [
        ([SWORDSWORN_MECH, RAIDERS_MECH], []),
        ([SWORDSWORN_MECH, RAIDERS], ["Bannson's Raiders"]),
        ([SWORDSWORN, RAIDERS], ["Swordsworn", "Bannson's Raiders"]),
    ],
)
def test_further_requirements_of_an_alliance(units: list[Any], failed: list[str] | None) -> None:
    verdict = judge(group(*units, cards=("HSE-SA-003",)))
    if not failed:
        assert verdict.legal
        return
    violation = one(verdict, "CARD_REQUIREMENT_NOT_MET")
    assert errors(verdict) == {"CARD_REQUIREMENT_NOT_MET": 1}
    assert [item["faction"] for item in violation.params["requirements"]] == failed


@pytest.mark.rule("AOD-SA-008")
def test_an_alliance_goes_with_a_contract_and_not_with_pride() -> None:
    units = (STEEL_WOLVES, STORMHAMMERS, MERCENARY)
    assert judge(group(*units, cards=(BORDER, "HSE-MC-002"))).legal
    assert errors(judge(group(*units, cards=(BORDER, "HSE-F-001")))) == {"PRIDE_AND_ALLIANCE": 1}


@pytest.mark.rule("AOD-SA-009")
@pytest.mark.parametrize(
    ("other", "cards", "legal"),
    [
        (MERCENARY, (BORDER, "HSE-MC-002"), True),
        (MERCENARY, (BORDER,), False),
        (mech("AOD-121", pilot="AOD-GS-005", recruit="Steel Wolves"), (BORDER,), True),
        (mech("AOD-121", pilot="AOD-GS-005", recruit="House Steiner"), (BORDER,), False),
    ],
)
def test_contracted_and_recruited_figures_count_for_an_alliance(
    other: Any, cards: Any, legal: bool | None
) -> None:
    verdict = judge(group(STORMHAMMERS, other, cards=cards))
    assert errors(verdict) == ({} if legal else {"ALLIANCE_FACTION_MISSING": 1})


@pytest.mark.rule("AOD-SA-004")
def test_the_verdict_says_whether_an_alliance_limits_the_group() -> None:
    units = (STEEL_WOLVES, STORMHAMMERS)
    for rulings, limited in (({}, False), (LIMITED, True)):
        verdict = judge(group(*units, cards=(BORDER,), rulings=rulings))
        assert facts(verdict, "alliance_others") == {"limited": limited}
