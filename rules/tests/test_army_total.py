"""Limits, totals and orders (rule book, chapter 3)."""

from typing import Any

import pytest

from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    errors,
    facts,
    figure,
    group,
    judge,
    mech,
    one,
)

ZIBLER, FENRIR, DASHER = "AOD-051", "AOD-031", "AOD-108"
#: The example of the rule book: 2 × 50 + 3 × 17 + 144.
EXAMPLE = ({"unit": ZIBLER, "count": 2}, {"unit": FENRIR, "count": 3}, DASHER)


def worth(points: int, **fields: Any) -> dict[str, Any]:
    """An entry with one figure of some points."""
    return {"unit": figure(points=points, **fields)}


@pytest.mark.rule("AOD-BUILD-004", "AOD-BUILD-006")
def test_the_example_of_the_rule_book() -> None:
    verdict = judge(group(*EXAMPLE, total=300))
    assert verdict.points.total == 295
    assert verdict.legal is True
    assert facts(verdict, "total") == {"total": 295, "limit": 300, "at_least": False}
    assert [part.value for part in verdict.points.parts] == [100, 51, 144]


@pytest.mark.rule("AOD-BUILD-004")
@pytest.mark.parametrize(("points", "excess"), [(5, None), (6, 1), (200, 195)])
def test_the_total_may_reach_the_limit_and_not_exceed_it(points: int, excess: int | None) -> None:
    verdict = judge(group(*EXAMPLE, worth(points), total=300))
    if excess is None:
        assert verdict.legal is True
        assert "UNSPENT_POINTS" not in codes(verdict)
    else:
        violation = one(verdict, "OVER_POINTS")
        assert violation.params == {"total": 300 + excess, "limit": 300, "excess": excess}
        assert violation.where == ("build_total",)
        assert verdict.legal is False


@pytest.mark.rule("AOD-BUILD-001")
def test_a_group_without_limit_is_judged_and_refused() -> None:
    verdict = judge(group("AOD-029", total=None))
    assert errors(verdict) == {"LIMIT_MISSING": 1}
    assert one(verdict, "LIMIT_MISSING").where == ("build_total",)
    assert (verdict.points.total, verdict.orders) == (15, None)
    assert judge(group("AOD-029", total=450)).legal
    file_without = {key: value for key, value in group("AOD-029").items() if key != "build_total"}
    assert errors(judge(file_without)) == {"LIMIT_MISSING": 1}


@pytest.mark.rule("AOD-BUILD-002")
@pytest.mark.parametrize(
    ("limit", "nearest"),
    [
        (0, [150]),
        (-150, [150]),
        (100, [150]),
        (400, [300, 450]),
        (500, [450, 600]),
        (301, [300, 450]),
    ],
)
def test_a_limit_is_a_positive_multiple_of_150(limit: int, nearest: list[int]) -> None:
    verdict = judge(group("AOD-108", "AOD-108", "AOD-108", "AOD-108", total=limit))
    assert errors(verdict) == {"LIMIT_NOT_MULTIPLE_OF_150": 1}
    violation = one(verdict, "LIMIT_NOT_MULTIPLE_OF_150")
    assert violation.params == {
        "limit": limit,
        "lower": nearest[0],
        "upper": nearest[-1],
        "nearest": nearest,
    }
    assert violation.where == ("build_total",)
    assert verdict.orders is None


@pytest.mark.rule("AOD-BUILD-002", "AOD-BUILD-003", "AOD-BUILD-011")
@pytest.mark.parametrize(
    ("limit", "orders"), [(150, 1), (300, 2), (450, 3), (600, 4), (750, 5), (1500, 10)]
)
def test_any_multiple_of_150_is_a_limit_and_gives_orders(limit: int, orders: int) -> None:
    verdict = judge(group("AOD-029", total=limit))
    assert verdict.legal is True
    assert verdict.orders == facts(verdict, "orders")["orders"] == orders


@pytest.mark.rule("AOD-BUILD-005")
def test_unspent_points_change_nothing() -> None:
    verdict = judge(group(*EXAMPLE, total=300))
    assert one(verdict, "UNSPENT_POINTS").params == {"unspent": 5, "total": 295}
    assert one(verdict, "UNSPENT_POINTS").severity == "note"
    assert verdict.orders == 2
    assert judge(group("AOD-029", total=900)).legal is True


@pytest.mark.rule("AOD-BUILD-010", "AOD-CARD-014")
@pytest.mark.parametrize(("points", "legal"), [(280, True), (285, False)])
def test_card_costs_count_towards_the_limit(points: int, legal: bool) -> None:
    """The book's 10/150 costs 20 at 300."""
    verdict = judge(group(worth(points, faction="Steel Wolves"), total=300, cards=("HSE-F-001",)))
    assert verdict.points.total == points + 20
    assert verdict.legal is legal
    assert ("OVER_POINTS" in codes(verdict)) is not legal


@pytest.mark.rule("AOD-BUILD-010", "AOD-CARD-014")
@pytest.mark.parametrize(("points", "legal"), [(430, True), (435, False)])
def test_a_fixed_card_counts_too(points: int, legal: bool) -> None:
    found = catalogue_with(card("TST-MC-001", cost="20", factions=["Highlanders"]))
    verdict = judge(group(worth(points), cards=("TST-MC-001",)), found)
    assert verdict.points.total == points + 20
    assert verdict.legal is legal


@pytest.mark.rule("AOD-BUILD-010")
def test_a_card_without_points_adds_nothing() -> None:
    assert judge(group(worth(450), cards=("AOD-PC-001",))).points.total == 450


@pytest.mark.rule("AOD-CARD-028")
def test_the_list_names_every_card_with_its_cost() -> None:
    recruited = mech("AOD-118", "AOD-G-032", pilot="AOD-GS-003", recruit="Swordsworn")
    verdict = judge(group(recruited, cards=("AOD-PC-001", "HSE-F-004")))
    assert [(part.where, part.value) for part in verdict.points.parts] == [
        ("units[0]", 179),
        ("units[0].gear[0]", 44),
        ("units[0].pilot", 51),
        ("units[0].recruit", 3),
        ("cards[0]", 0),
        ("cards[1]", 24),
    ]
    assert verdict.points.total == 179 + 44 + 51 + 3 + 24
    late = judge(group(recruited, cards=("AOD-PC-001", "HSE-F-004", "HSE-MC-002")))
    assert late.points.total == verdict.points.total + 12


@pytest.mark.rule("AOD-BUILD-013")
def test_a_group_has_at_least_one_figure() -> None:
    verdict = judge(group(cards=("AOD-PC-001",)))
    assert errors(verdict) == {"EMPTY_BATTLE_GROUP": 1}
    assert one(verdict, "EMPTY_BATTLE_GROUP").where == ("units",)
    assert "UNSPENT_POINTS" not in codes(verdict)
    assert judge(group("AOD-029")).legal is True


class TestUnknownPoints:
    """The total is then a lower bound, and the group undecided unless that is over already."""

    unknown = {"unit": figure(points=None)}

    def test_below_the_limit_nothing_is_decided(self) -> None:
        verdict = judge(group("AOD-029", self.unknown))
        violation = one(verdict, "TOTAL_UNDECIDED")
        assert (violation.severity, violation.where) == ("warning", ("units[1]",))
        assert violation.params == {"known": 15, "limit": 450}
        assert verdict.legal is None
        assert verdict.points.at_least
        assert codes(verdict) >= {"UNIT_RECORD_INCOMPLETE"}
        assert "UNSPENT_POINTS" not in codes(verdict)

    def test_above_the_limit_the_known_part_decides(self) -> None:
        verdict = judge(group(worth(451), self.unknown))
        assert errors(verdict) == {"OVER_POINTS": 1}
        assert "TOTAL_UNDECIDED" not in codes(verdict)
        assert verdict.points.at_least

    def test_known_points_decide(self) -> None:
        verdict = judge(group("AOD-029"))
        assert "TOTAL_UNDECIDED" not in codes(verdict)
        assert not verdict.points.at_least
