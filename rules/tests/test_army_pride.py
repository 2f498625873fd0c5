"""Faction pride cards: presence, requirements, exclusions, the cost of a pure group."""

from typing import Any

import pytest

from rules.tests.army import card, catalogue_with, codes, errors, group, judge, mech, one, points_at

STEEL_WOLVES, MORE_STEEL_WOLVES, STORMHAMMERS = "AOD-006", "AOD-035", "AOD-007"
SPIRIT_CATS, MERCENARY, MERCENARY_VEHICLE = "AOD-016", "AOD-125", "AOD-131"
SWORDSWORN, SWORDSWORN_VEHICLE, DAVION = "AOD-003", "AOD-033", "AOD-076"
DAVION_PRIDE = card("TST-F-001", factions=["House Davion"])


@pytest.mark.rule("AOD-PRIDE-001", "AOD-CARD-007")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["HSE-F-001"], {}),
        (["HSE-F-001", "HSE-F-007"], {"TOO_MANY_CARDS_OF_TYPE": 1}),
        (["HSE-F-001", "HSE-F-001"], {"TOO_MANY_CARDS_OF_TYPE": 1}),
    ],
)
def test_one_pride_card(cards: Any, expected: dict[str, int]) -> None:
    assert errors(judge(group(STEEL_WOLVES, cards=tuple(cards)))) == expected


def test_surplus_pride_cards_are_named_together() -> None:
    verdict = judge(group(STEEL_WOLVES, cards=("HSE-F-001", "AOD-PC-001", "HSE-F-007")))
    violation = one(verdict, "TOO_MANY_CARDS_OF_TYPE")
    assert violation.where == ("cards[0]", "cards[2]")
    assert violation.params == {
        "type": "F",
        "cards": ["HSE-F-001 The Pack Closes In", "HSE-F-007 Salvage Rights"],
        "allowed": 1,
        "event": None,
    }


@pytest.mark.rule("AOD-PRIDE-002")
def test_pride_needs_a_unit_of_its_faction() -> None:
    assert judge(group(STORMHAMMERS, STEEL_WOLVES, cards=("HSE-F-001",))).legal

    verdict = judge(group(STORMHAMMERS, cards=("HSE-F-001",)))
    violation = one(verdict, "PRIDE_FACTION_MISSING")
    assert errors(verdict) == {"PRIDE_FACTION_MISSING": 1}
    assert violation.where == ("cards[0]",)
    assert violation.params == {"card": "HSE-F-001 The Pack Closes In", "faction": "Steel Wolves"}


@pytest.mark.rule("AOD-PRIDE-002", "AOD-BUILD-009")
def test_allies_do_not_meet_the_pride_of_another_faction() -> None:
    pride = catalogue_with(DAVION_PRIDE)
    allied = judge(group(SWORDSWORN, cards=("TST-F-001",)), pride)
    assert errors(allied) == {"PRIDE_FACTION_MISSING": 1}
    assert judge(group(SWORDSWORN, DAVION, cards=("TST-F-001",)), pride).legal


@pytest.mark.rule("AOD-PRIDE-003")
@pytest.mark.parametrize(
    ("pride", "units", "met"),
    [
        ("HSE-F-008", ["AOD-024"], True),  # an elite Stormhammers unit
        ("HSE-F-008", ["AOD-009"], False),
        ("HSE-F-008", ["AOD-009", SPIRIT_CATS], False),  # elite, but Spirit Cats
        ("HSE-F-004", [SWORDSWORN_VEHICLE, "AOD-050"], True),  # two Swordsworn vehicles
        ("HSE-F-004", [{"unit": SWORDSWORN_VEHICLE, "count": 2}], True),
        ("HSE-F-004", [SWORDSWORN_VEHICLE, SWORDSWORN], False),
        ("HSE-F-004", [SWORDSWORN_VEHICLE, DAVION], False),
        ("HSE-F-003", ["AOD-083"], True),  # a Dragon's Fury 'Mech
        ("HSE-F-003", ["AOD-001", "AOD-085"], False),
    ],
)
def test_further_requirements_of_a_pride_card(pride: str, units: list[Any], met: bool) -> None:
    expected = {} if met else {"CARD_REQUIREMENT_NOT_MET": 1}
    assert errors(judge(group(*units, cards=(pride,)))) == expected


def test_a_failed_requirement_says_what_is_needed() -> None:
    verdict = judge(group(SWORDSWORN_VEHICLE, SWORDSWORN, cards=("HSE-F-004",)))
    violation = one(verdict, "CARD_REQUIREMENT_NOT_MET")
    assert violation.where == ("cards[0]",)
    assert (violation.params["needed"], violation.params["have"]) == (2, 1)
    assert violation.params["kind"] == ["vehicle", "Swordsworn"]


@pytest.mark.rule("AOD-PRIDE-003")
@pytest.mark.parametrize(
    ("confirmed", "legal"),
    [
        (False, None),
        (True, True),
        (["You told every opponent something else."], None),
        (
            [
                "You told every opponent the point total of your battle group"
                " before terrain was placed."
            ],
            True,
        ),
    ],
)
def test_a_requirement_in_words_waits_for_the_player(confirmed: Any, legal: bool | None) -> None:
    pride = {"card": "HSE-F-006", "confirmed": confirmed}
    verdict = judge(group("AOD-008", cards=(pride,)))
    assert verdict.legal is legal
    assert ("CARD_REQUIREMENT_UNCHECKED" in codes(verdict)) is (legal is None)


@pytest.mark.rule("AOD-PRIDE-005", "AOD-SA-008")
def test_pride_excludes_an_alliance() -> None:
    units = (STEEL_WOLVES, STORMHAMMERS)
    assert judge(group(*units, MERCENARY, cards=("HSE-F-001", "HSE-MC-002"))).legal

    verdict = judge(group(*units, cards=("HSE-SA-001", "HSE-F-001")))
    violation = one(verdict, "PRIDE_AND_ALLIANCE")
    assert errors(verdict) == {"PRIDE_AND_ALLIANCE": 1}
    assert violation.where == ("cards[1]", "cards[0]")
    assert violation.params == {
        "pride": "HSE-F-001 The Pack Closes In",
        "alliance": "HSE-SA-001 Shared Border",
    }


@pytest.mark.rule("AOD-PRIDE-006")
@pytest.mark.parametrize(
    ("units", "total", "cost"),
    [
        ([SPIRIT_CATS, "AOD-049"], 150, 9),
        ([SPIRIT_CATS, "AOD-049"], 300, 18),
        ([SPIRIT_CATS, "AOD-049", MERCENARY], 300, 24),
        ([SPIRIT_CATS, STEEL_WOLVES], 300, 24),
        ([STEEL_WOLVES, MORE_STEEL_WOLVES], 300, 24),  # pure, but of another faction
    ],
)
def test_only_a_pure_group_of_the_faction_pays_the_alternative_cost(
    units: list[Any], total: int, cost: int
) -> None:
    verdict = judge(group(*units, total=total, cards=("HSE-F-002",)))
    assert points_at(verdict, "cards[0]") == cost


@pytest.mark.rule("AOD-PRIDE-006", "AOD-CARD-018")
def test_a_fixed_alternative_cost_does_not_grow_with_the_limit() -> None:
    pure = [judge(group("AOD-093", total=limit, cards=("HSE-F-003",))) for limit in (150, 600)]
    mixed = judge(group("AOD-093", MERCENARY, cards=("HSE-F-003",)))
    assert [points_at(verdict, "cards[0]") for verdict in (*pure, mixed)] == [15, 15, 20]


HIGHLANDERS_CONTRACT = {"card": "HSE-MC-001", "faction": "Highlanders"}
SWORDSWORN_CONTRACT = {"card": "HSE-MC-001", "faction": "Swordsworn"}


@pytest.mark.rule("AOD-PRIDE-007", "AOD-BUILD-012")
@pytest.mark.parametrize(
    ("units", "contract", "cost"),
    [
        (["AOD-002", MERCENARY], HIGHLANDERS_CONTRACT, 7),
        (["AOD-002", MERCENARY], SWORDSWORN_CONTRACT, 10),
        (["AOD-002", MERCENARY], None, 10),
        (["AOD-002", mech("AOD-137", pilot="AOD-GS-011", recruit="Highlanders")], None, 7),
        (["AOD-002", mech("AOD-137", pilot="AOD-GS-011", recruit="House Liao")], None, 10),
        (["AOD-002", mech("AOD-137", pilot="AOD-GS-011", recruit=None)], None, 10),
        (["AOD-002", mech("AOD-137", pilot="AOD-GS-011")], HIGHLANDERS_CONTRACT, 7),
    ],
)
def test_effective_factions_decide_purity(units: list[Any], contract: Any, cost: int) -> None:
    cards = ("HSE-F-005", contract) if contract else ("HSE-F-005",)
    verdict = judge(group(*units, total=450, cards=cards))
    assert points_at(verdict, "cards[0]") == cost * 3


def test_frequency_below_one_use_is_a_warning() -> None:
    low, high = (
        judge(group(SPIRIT_CATS, total=limit, cards=("HSE-F-002",))) for limit in (300, 450)
    )
    violation = one(low, "FREQUENCY_ZERO")
    assert (violation.severity, violation.where) == ("warning", ("cards[0]",))
    assert violation.params == {
        "card": "HSE-F-002 Third Vision",
        "n": 1,
        "m": 450,
        "limit": 300,
        "first_limit": 450,
    }
    assert low.legal
    assert "FREQUENCY_ZERO" not in codes(high)


def test_a_card_without_cost_leaves_the_total_undecided() -> None:
    pack = catalogue_with(
        card("TST-F-002", factions=["Steel Wolves"], cost=None), card("TST-PC-001", cost=None)
    )
    verdict = judge(group(STEEL_WOLVES, cards=("TST-F-002",)), pack)
    assert one(verdict, "COST_UNKNOWN").where == ("cards[0]",)
    assert verdict.legal is None
    free = judge(group(STEEL_WOLVES, cards=("TST-PC-001",)), pack)
    assert free.legal
    assert "COST_UNKNOWN" not in codes(free)


def test_own_cards_that_cancel_each_other_are_named() -> None:
    verdict = judge(group(STEEL_WOLVES, cards=("AOD-PC-001", "AOD-PC-005")))
    violation = one(verdict, "CARD_CANCELLED_BY_OWN_CARD")
    assert (violation.severity, violation.where) == ("warning", ("cards[1]",))
    assert violation.params == {"canceller": "AOD-PC-001 Ice Field", "victim": "AOD-PC-005 Storm"}
    strangers = judge(group(STEEL_WOLVES, cards=("AOD-PC-007", "AOD-PC-009")))
    assert "CARD_CANCELLED_BY_OWN_CARD" not in codes(strangers)


@pytest.mark.rule("AOD-PRIDE-002", "AOD-PRIDE-003")
def test_without_its_faction_no_requirement_about_it_is_told() -> None:
    """The card wants a 'Mech of Dragon's Fury."""
    verdict = judge(group(STEEL_WOLVES, cards=("HSE-F-003",)))
    assert errors(verdict) == {"PRIDE_FACTION_MISSING": 1}
