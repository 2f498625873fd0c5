"""Mercenary contracts: which figures they bind and what they open."""

from typing import Any

import pytest

from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    errors,
    factions,
    facts,
    group,
    judge,
    mech,
    one,
)

MERCENARY, MERCENARY_VEHICLE = "AOD-125", "AOD-131"
STEEL_WOLVES, STORMHAMMERS, DAVION = "AOD-006", "AOD-007", "AOD-076"
UNSIGNED = "AOD-118"  # a heavy 'Mech without symbol, the preferred one of AOD-GS-003

DAVION_CONTRACT = card("TST-MC-001", factions=["House Davion"])
PACK = catalogue_with(
    DAVION_CONTRACT,
    card("TST-F-001", factions=["House Davion"]),
    card(
        "TST-GS-001",
        recruitment={"base": 5},
        crossed_out=["House Davion"],
        requires={"class": ["Heavy"]},
    ),
)


@pytest.mark.rule("AOD-MERC-001")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("HSE-MC-002",), {}),
        (("HSE-MC-002", "HSE-MC-003"), {"TOO_MANY_CARDS_OF_TYPE": 1}),
    ],
)
def test_one_contract(cards: Any, expected: dict[str, int]) -> None:
    assert errors(judge(group(MERCENARY, cards=cards))) == expected


@pytest.mark.rule("AOD-MERC-002")
def test_a_contract_binds_mercenaries_and_nobody_else() -> None:
    units = ({"unit": MERCENARY, "count": 2}, MERCENARY_VEHICLE, DAVION)
    hired = judge(group(*units, cards=("HSE-MC-002",)))
    assert factions(hired) == ["Steel Wolves", "Steel Wolves", "House Davion"]
    assert [piece.faction_from for piece in hired.pieces] == ["contract", "contract", "printed"]
    assert factions(judge(group(*units))) == [None, None, "House Davion"]


@pytest.mark.rule("AOD-MERC-004")
def test_contracted_mercenaries_meet_the_pride_of_their_faction() -> None:
    units, pride = (MERCENARY, MERCENARY_VEHICLE), "TST-F-001"
    assert judge(group(*units, cards=(pride, "TST-MC-001")), PACK).legal
    assert errors(judge(group(*units, cards=(pride,)), PACK)) == {"PRIDE_FACTION_MISSING": 1}
    elsewhere = judge(group(*units, cards=(pride, "HSE-MC-002")), PACK)
    assert errors(elsewhere) == {"PRIDE_FACTION_MISSING": 1}


@pytest.mark.rule("AOD-MERC-006")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (("HSE-MC-002", "HSE-F-001"), {}),
        (("HSE-MC-002", "HSE-SA-001"), {}),
        (("HSE-MC-002", "HSE-F-001", "HSE-SA-001"), {"PRIDE_AND_ALLIANCE": 1}),
    ],
)
def test_a_contract_goes_with_pride_or_with_an_alliance(
    cards: Any, expected: dict[str, int]
) -> None:
    units = (STEEL_WOLVES, STORMHAMMERS, MERCENARY)
    assert errors(judge(group(*units, cards=cards))) == expected


@pytest.mark.rule("AOD-MERC-007")
@pytest.mark.parametrize(
    ("unit", "idle"),
    [
        (MERCENARY, False),
        (UNSIGNED, False),
        (STEEL_WOLVES, True),
        (mech(UNSIGNED, pilot="AOD-GS-003", recruit="House Davion"), True),
    ],
)
def test_a_contract_without_mercenaries_is_a_warning(unit: Any, idle: bool) -> None:
    verdict = judge(group(unit, cards=("HSE-MC-002",)))
    assert verdict.legal
    assert ("CONTRACT_WITHOUT_MERCENARIES" in codes(verdict)) is idle


@pytest.mark.rule("AOD-MERC-009")
@pytest.mark.parametrize(
    ("pilot", "recruit", "faction", "reason"),
    [
        ("AOD-GS-003", None, "House Davion", "contract"),
        ("AOD-GS-003", "Swordsworn", "Swordsworn", "recruitment"),
        ("TST-GS-001", None, None, "none"),
        ("TST-GS-001", "Spirit Cats", "Spirit Cats", "recruitment"),
    ],
)
def test_a_contract_and_the_mech_of_a_gunslinger(
    pilot: Any, recruit: Any, faction: str | None, reason: str
) -> None:
    entry = mech(UNSIGNED, pilot=pilot, recruit=recruit)
    verdict = judge(group(entry, cards=("TST-MC-001",)), PACK)
    assert verdict.legal
    assert (verdict.pieces[0].faction, verdict.pieces[0].faction_from) == (faction, reason)


@pytest.mark.rule("AOD-MERC-009", "AOD-GUN-010")
def test_a_contract_blocked_by_a_crossed_out_symbol_is_noted() -> None:
    entry = mech(UNSIGNED, pilot="TST-GS-001")
    blocked = judge(group(entry, cards=("TST-MC-001",)), PACK)
    violation = one(blocked, "CONTRACT_BLOCKED_FOR_MECH")
    assert (violation.severity, violation.where) == ("note", ("units[0].pilot",))
    assert violation.params["mech"].startswith("AOD-118 Rifleman")
    assert violation.params["pilot"] == "TST-GS-001 Test GS"
    assert violation.params["faction"] == "House Davion"
    assert "CONTRACT_WITHOUT_MERCENARIES" not in codes(blocked)
    free = judge(group(entry, cards=("HSE-MC-002",)), PACK)
    assert "CONTRACT_BLOCKED_FOR_MECH" not in codes(free)
    assert factions(free) == ["Steel Wolves"]


@pytest.mark.rule("AOD-MERC-010")
@pytest.mark.parametrize("choice", ["Highlanders", "Swordsworn"])
def test_a_contract_with_two_symbols_follows_the_choice(choice: Any) -> None:
    contract = {"card": "HSE-MC-001", "faction": choice}
    verdict = judge(group(MERCENARY, MERCENARY_VEHICLE, cards=(contract,)))
    assert verdict.legal
    assert factions(verdict) == [choice, choice]


@pytest.mark.rule("AOD-MERC-010")
@pytest.mark.parametrize("contract", ["HSE-MC-001", {"card": "HSE-MC-001", "faction": "Clan Wolf"}])
def test_a_contract_with_two_symbols_needs_one_of_them(contract: Any) -> None:
    verdict = judge(group(MERCENARY, cards=(contract,)))
    violation = one(verdict, "CONTRACT_FACTION_NOT_CHOSEN")
    assert errors(verdict) == {"CONTRACT_FACTION_NOT_CHOSEN": 1}
    assert violation.where == ("cards[0]",)
    assert violation.params["options"] == ["Highlanders", "Swordsworn"]
    assert factions(verdict) == [None]
    assert "CONTRACT_WITHOUT_MERCENARIES" not in codes(verdict)


def test_a_contract_prints_requirements_of_its_own() -> None:
    both = judge(group(MERCENARY, MERCENARY_VEHICLE, cards=("HSE-MC-003",)))
    assert both.legal
    verdict = judge(group(MERCENARY, cards=("HSE-MC-003",)))
    assert errors(verdict) == {"CARD_REQUIREMENT_NOT_MET": 1}
    assert one(verdict, "CARD_REQUIREMENT_NOT_MET").params["kind"] == ["vehicle"]


@pytest.mark.rule("AOD-MERC-002")
def test_it_is_told_how_many_a_contract_hires() -> None:
    hired = {"unit": MERCENARY, "count": 3}
    verdict = judge(group(hired, MERCENARY_VEHICLE, STEEL_WOLVES, cards=("HSE-MC-002",)))
    assert facts(verdict, "contract") == {"faction": "Steel Wolves", "mercenaries": 4}


@pytest.mark.rule("AOD-MERC-009")
@pytest.mark.parametrize(("bearing", "asked"), [({"pilot": "AOD-GS-003"}, True), ({}, False)])
def test_a_contract_and_gunslingers_are_a_question_where_there_are_pilots(
    bearing: Any, asked: bool
) -> None:
    verdict = judge(group(mech(UNSIGNED, "AOD-G-032", **bearing), cards=("HSE-MC-002",)))
    assert ("contract_gunslingers" in {check.topic for check in verdict.checks}) is asked
