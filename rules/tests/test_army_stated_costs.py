"""Costs a list states are compared with the computed ones and never believed."""

from typing import Any

import pytest

from rules.tests.army import codes, errors, facts, figure, group, judge, mech, one

NYX, LIGHT = "AOD-115", "AOD-083"  # preferred by AOD-LP-001, and another Dragon's Fury Light 'Mech


def stated(card: str, points: int, **more: Any) -> dict[str, Any]:
    return {"card": card, "points": points, **more}


@pytest.mark.rule("AOD-BUILD-004", "AOD-CARD-016")
@pytest.mark.parametrize(
    ("entry", "where", "claimed", "expected"),
    [
        ({"unit": "AOD-051", "points": 40}, "units[0]", 40, 50),
        ({"unit": "AOD-102", "gear": [stated("AOD-G-005", 15)]}, "units[0].gear[0]", 15, 30),
        ({"unit": "AOD-102", "pilot": stated("AOD-P-010", 0)}, "units[0].pilot", 0, 11),
    ],
)
def test_a_wrong_cost_is_named_and_the_right_one_counts(
    entry: Any, where: str, claimed: int, expected: int
) -> None:
    verdict = judge(group(entry))
    violation = one(verdict, "POINTS_DIFFER_FROM_CATALOGUE")
    (part,) = (part for part in verdict.points.parts if part.where == where)
    assert errors(verdict) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}
    assert violation.where == (where,)
    assert violation.params == {"entry": part.what, "stated": claimed, "expected": expected}
    assert part.value == expected
    left = 450 - verdict.points.total
    assert "OVER_POINTS" not in codes(judge(group(entry, {"unit": figure(points=left)})))
    over = judge(group(entry, {"unit": figure(points=left + 1)}))
    assert one(over, "OVER_POINTS").params["excess"] == 1


def test_right_costs_are_counted_and_silence_is_not_asked() -> None:
    right = {
        "unit": "AOD-102",
        "points": 129,
        "gear": [stated("AOD-G-005", 30)],
        "pilot": stated("AOD-P-010", 11),
    }
    verdict = judge(group(right))
    assert verdict.legal is True
    assert facts(verdict, "stated_costs") == {"stated": 3}
    assert "stated_costs" not in {check.topic for check in judge(group("AOD-102")).checks}


def test_the_cost_of_an_unknown_thing_is_not_compared() -> None:
    assert errors(judge(group({"unit": "XXX-1", "points": 5}))) == {"UNKNOWN_UNIT": 1}
    unpriced = judge(group({"unit": figure(points=None), "points": 5}))
    assert errors(unpriced) == {}


def test_a_planetary_condition_that_claims_a_cost() -> None:
    free = judge(group("AOD-029", cards=(stated("AOD-PC-001", 0),)))
    assert errors(free) == {}
    dear = judge(group("AOD-029", cards=(stated("AOD-PC-001", 10),)))
    assert errors(dear) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}


@pytest.mark.rule("AOD-CARD-015", "AOD-CARD-020")
@pytest.mark.parametrize(("limit", "claimed"), [(300, 10), (450, 20), (450, 10)])
def test_a_scaled_cost_is_n_for_each_150_of_the_limit(limit: int, claimed: int) -> None:
    wolves = ("AOD-097", "AOD-031")
    verdict = judge(group(*wolves, total=limit, cards=(stated("HSE-F-001", claimed),)))
    violation = one(verdict, "SCALED_COST_WRONG")
    assert errors(verdict) == {"SCALED_COST_WRONG": 1}
    assert violation.where == ("cards[0]",)
    assert violation.params == {
        "card": "HSE-F-001 The Pack Closes In",
        "stated": claimed,
        "n": 10,
        "limit": limit,
        "expected": 10 * limit // 150,
    }
    right = judge(group(*wolves, total=limit, cards=(stated("HSE-F-001", limit // 15),)))
    assert errors(right) == {}


@pytest.mark.rule("AOD-CARD-019")
@pytest.mark.parametrize(
    ("unit", "claimed", "code"),
    [
        (NYX, 30, None),
        (NYX, 21, "ALT_COST_REQUIRED"),
        (NYX, 25, "POINTS_DIFFER_FROM_CATALOGUE"),
        (LIGHT, 21, None),
        (LIGHT, 30, "ALT_COST_NOT_AVAILABLE"),
        (LIGHT, 25, "POINTS_DIFFER_FROM_CATALOGUE"),
    ],
)
def test_the_alternative_cost_of_the_preferred_mech_is_compulsory(
    unit: str, claimed: int, code: str | None
) -> None:
    verdict = judge(group({"unit": unit, "pilot": stated("AOD-LP-001", claimed)}))
    assert errors(verdict) == ({code: 1} if code else {})
    if code and code.startswith("ALT"):
        violation = one(verdict, code)
        assert violation.where == ("units[0].pilot",)
        assert violation.params == {
            "card": "AOD-LP-001 Duchess Katana Tormark",
            "stated": claimed,
            "expected": 30 if unit == NYX else 21,
            "base": 21,
            "alternative": 30,
        }


@pytest.mark.rule("AOD-CARD-019", "AOD-CARD-020")
@pytest.mark.parametrize(
    ("units", "claimed", "code"),
    [
        (["AOD-029", "AOD-049"], 27, None),
        (["AOD-029", "AOD-049"], 36, "ALT_COST_REQUIRED"),
        (["AOD-029", "AOD-030"], 36, None),
        (["AOD-029", "AOD-030"], 27, "ALT_COST_NOT_AVAILABLE"),
        (["AOD-029", "AOD-130"], 27, "ALT_COST_NOT_AVAILABLE"),
        (["AOD-029", "AOD-049"], 9, "SCALED_COST_WRONG"),
    ],
)
def test_the_alternative_cost_of_a_pure_group_is_compulsory(
    units: list[str], claimed: int, code: str | None
) -> None:
    """12/150 OR 9/150 at 450."""
    verdict = judge(group(*units, cards=(stated("HSE-F-002", claimed),)))
    assert errors(verdict) == ({code: 1} if code else {})
    assert verdict.points.parts[-1].value == (27 if units[1] == "AOD-049" else 36)


@pytest.mark.rule("AOD-GUN-005")
@pytest.mark.parametrize(
    ("limit", "claimed", "code"),
    [
        (300, 3, None),
        (300, 6, "RECRUITMENT_COST_SCALED"),
        (450, 9, "RECRUITMENT_COST_SCALED"),
        (450, 6, "RECRUITMENT_WRONG_COST"),
        (150, 5, "RECRUITMENT_WRONG_COST"),
    ],
)
def test_a_recruitment_cost_is_flat(limit: int, claimed: int, code: str | None) -> None:
    """Lill Turner costs the Spirit Cats 3 at every limit."""
    entry = mech("AOD-082", pilot="AOD-GS-002", recruit_points=claimed)
    verdict = judge(group(entry, total=limit))
    assert errors(verdict) == ({code: 1} if code else {})
    if code:
        violation = one(verdict, code)
        assert violation.where == ("units[0].pilot",)
        assert (violation.params["stated"], violation.params["expected"]) == (claimed, 3)
    assert "units[0].recruit" in {part.where for part in verdict.points.parts}
    assert "OVER_POINTS" not in codes(verdict)
