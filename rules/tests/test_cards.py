"""Combat enhancement cards: types by number, costs as printed, frequencies."""

from typing import Any

import pytest

from rules.age_of_destruction import parse_cost
from rules.age_of_destruction.records.cards import (
    Frequency,
    canonical_card_id,
    type_of_number,
)
from rules.age_of_destruction.records.reading_cards import read_card
from rules.tests.army import (
    card,
    catalogue,
    catalogue_with,
    codes,
    errors,
    facts,
    figure,
    group,
    judge,
    mech,
    one,
    points_at,
)


def cost_at(text: str, limit: int | None, alternative: bool = False) -> int | None:
    cost = parse_cost(text)
    price = cost.alternative if alternative else cost.base
    assert price is not None
    return price.at(limit)


@pytest.mark.rule("AOD-CARD-003", "AOD-CARD-004")
@pytest.mark.parametrize(
    ("number", "card_type"),
    [
        ("PC-001", "PC"),
        ("F-001", "F"),
        ("MC-001", "MC"),
        ("SA-001", "SA"),
        ("G-005", "G"),
        ("P-010", "P"),
        ("LP-001", "LP"),
        ("L-001", "LP"),
        ("GS-003", "GS"),
        ("GS003", "GS"),
        ("X-001", "other"),
        ("PILOT-1", "other"),
        ("", "other"),
    ],
)
def test_the_number_tells_the_type_by_its_longest_prefix(number: str, card_type: str) -> None:
    assert type_of_number(number) == card_type


@pytest.mark.rule("AOD-CARD-003")
def test_a_card_of_unknown_type_is_kept_and_not_allowed() -> None:
    strange = card("TST-X-001", type="spell")
    assert read_card(strange)[0].type == "other"
    verdict = judge(group("AOD-029", cards=("TST-X-001",)), catalogue_with(strange))
    violation = one(verdict, "CARD_TYPE_NOT_ALLOWED")
    assert violation.params == {
        "card": "TST-X-001 Test X",
        "type": "other",
        "event": None,
    }
    assert violation.where == ("cards[0]",)
    assert "CARD_TYPE_NOT_ALLOWED" not in codes(judge(group("AOD-029", cards=("AOD-PC-001",))))


def test_only_the_legendary_code_has_an_alias() -> None:
    assert canonical_card_id("AOD-L-001") == "AOD-LP-001"
    assert canonical_card_id("AOD-P-001") == "AOD-P-001"
    assert canonical_card_id("L-001") == "L-001"


@pytest.mark.rule("AOD-CARD-015")
@pytest.mark.parametrize(
    ("limit", "cost"), [(150, 10), (300, 20), (450, 30), (900, 60), (400, None), (0, None)]
)
def test_a_scaled_cost_grows_with_the_limit(limit: int, cost: int | None) -> None:
    assert cost_at("10/150", limit) == cost


@pytest.mark.rule("AOD-CARD-015")
def test_a_scaled_cost_asks_for_the_limit_not_for_the_points_spent() -> None:
    tank = {"unit": figure(faction="Steel Wolves", points=300)}
    verdict = judge(group(tank, total=450, cards=("HSE-F-001",)))
    assert points_at(verdict, "cards[0]") == 30
    assert verdict.points.total == 330


@pytest.mark.rule("AOD-CARD-016")
def test_a_fixed_cost_is_the_same_at_every_limit() -> None:
    assert {cost_at("23", limit) for limit in (150, 300, 900, None)} == {23}


@pytest.mark.rule("AOD-CARD-018")
def test_what_stands_after_or_is_the_alternative_cost() -> None:
    assert (cost_at("21 OR 30", 450), cost_at("21 OR 30", 450, alternative=True)) == (21, 30)
    assert (cost_at("20 OR 15", 450), cost_at("20 OR 15", 450, alternative=True)) == (20, 15)
    assert parse_cost("21").alternative is None


@pytest.mark.rule("AOD-CARD-018")
def test_a_card_without_or_has_one_cost_whatever_is_met() -> None:
    pure = group({"unit": figure(faction="Steel Wolves")}, cards=("HSE-F-001",))
    mixed = group({"unit": figure(faction="Steel Wolves")}, "AOD-029", cards=("HSE-F-001",))
    assert points_at(judge(pure), "cards[0]") == points_at(judge(mixed), "cards[0]") == 30


@pytest.mark.rule("AOD-CARD-020")
@pytest.mark.parametrize(("text", "due"), [("12/150 OR 9/150", 27), ("12/150 OR 20", 20)])
def test_each_of_two_costs_is_fixed_or_scaled_by_itself(text: str, due: int) -> None:
    assert cost_at(text, 450, alternative=True) == due
    assert cost_at(text, 450) == 36


def test_a_cost_for_each_class() -> None:
    gear = card("TST-G-001", cost="L=11, M=16, H=21", attaches_to="defense")
    found = catalogue_with(gear)
    assert points_at(judge(group(mech("AOD-102", "TST-G-001")), found), "units[0].gear[0]") == 16
    unpriced = judge(group(mech("AOD-121", "TST-G-001")), found)
    assert one(unpriced, "TOTAL_UNDECIDED").where == ("units[0].gear[0]",)


@pytest.mark.parametrize("text", ["", "10/100", "1.5", "-3", "5 OR", "5 or 6", "L=1,X=2", "12345"])
def test_anything_else_is_no_cost(text: str) -> None:
    with pytest.raises(ValueError, match="no cost"):
        parse_cost(text)


@pytest.mark.parametrize(("limit", "uses"), [(300, 0), (450, 1), (750, 1), (900, 2)])
def test_a_frequency_counts_full_steps(limit: int, uses: int) -> None:
    assert Frequency(1, 450).at(limit) == uses


def test_a_frequency_of_no_use_at_this_limit_is_a_warning() -> None:
    def verdict(total: int) -> Any:
        return judge(group("AOD-029", total=total, cards=("HSE-F-002",)))

    violation = one(verdict(300), "FREQUENCY_ZERO")
    assert violation.severity == "warning"
    assert violation.where == ("cards[0]",)
    assert violation.params == {
        "card": "HSE-F-002 Third Vision",
        "n": 1,
        "m": 450,
        "limit": 300,
        "first_limit": 450,
    }
    assert verdict(300).legal
    assert "FREQUENCY_ZERO" not in codes(verdict(450))
    assert facts(verdict(900), "card_costs") == {"uses": {"HSE-F-002 Third Vision": 2}}


def test_a_card_without_a_known_cost_leaves_the_total_open() -> None:
    found = catalogue_with(card("TST-G-001", cost=None, attaches_to="defense"))
    verdict = judge(group(mech("AOD-102", "TST-G-001")), found)
    violation = one(verdict, "COST_UNKNOWN")
    assert (violation.severity, violation.where) == ("warning", ("units[0].gear[0]",))
    assert violation.params == {"card": "TST-G-001 Test G"}
    assert verdict.legal is None
    assert verdict.points.at_least
    assert "COST_UNKNOWN" not in codes(judge(group(mech("AOD-102", "AOD-G-005"))))


@pytest.mark.rule("AOD-PC-007")
def test_a_planetary_condition_costs_what_it_prints_or_nothing() -> None:
    free = judge(group("AOD-029", cards=("AOD-PC-001",)))
    assert free.points.total == 15
    assert not free.points.at_least
    assert "COST_UNKNOWN" not in codes(free)
    found = catalogue_with(card("TST-PC-001", cost="30"))
    assert judge(group("AOD-029", cards=("TST-PC-001",)), found).points.total == 45


@pytest.mark.rule("AOD-CARD-013")
def test_a_cancelled_card_still_counts_its_points() -> None:
    victim, canceller = card("TST-MC-001", cost="30"), card("TST-PC-001", cancels=["TST-MC-001"])
    found = catalogue_with(victim | {"factions": ["Highlanders"]}, canceller)
    verdict = judge(group("AOD-130", cards=("TST-PC-001", "TST-MC-001")), found)
    violation = one(verdict, "CARD_CANCELLED_BY_OWN_CARD")
    assert (violation.severity, violation.where) == ("warning", ("cards[1]",))
    assert violation.params == {"canceller": "TST-PC-001 Test PC", "victim": "TST-MC-001 Test MC"}
    assert verdict.points.total == 17 + 10 + 30
    refund = judge(
        group("AOD-130", "AOD-094", total=150, cards=("TST-PC-001", "TST-MC-001")), found
    )
    assert errors(refund) == {"OVER_POINTS": 1}
    alone = judge(group("AOD-130", cards=("TST-MC-001",)), found)
    assert "CARD_CANCELLED_BY_OWN_CARD" not in codes(alone)


def test_conditions_that_cancel_another_cancel_nothing_alone() -> None:
    cancelling = [played for played in catalogue().cards.values() if played.cancels]
    assert {played.type for played in cancelling} == {"PC"}
    for played in cancelling:
        verdict = judge(group("AOD-029", cards=(played.id,)))
        assert "CARD_CANCELLED_BY_OWN_CARD" not in codes(verdict)
