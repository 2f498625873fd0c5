"""The cards of a group: known, allowed, and as many of a type as the rule book has it."""

from typing import Any

import pytest

from rules.tests.army import codes, errors, facts, group, judge, mech, one


def event(**limits: Any) -> dict[str, Any]:
    return {"name": "test", "title": "Test cup", **limits}


@pytest.mark.rule("AOD-CARD-001")
def test_a_group_may_do_without_cards() -> None:
    verdict = judge(group("AOD-029"))
    assert verdict.legal is True
    assert facts(verdict, "cards_optional") == {}
    assert "cards_known" not in {check.topic for check in verdict.checks}


@pytest.mark.rule("AOD-CARD-001")
def test_a_type_nobody_agreed_on_may_not_be_used() -> None:
    played = group("AOD-029", cards=("AOD-PC-001",))
    refused = judge(played | {"event": event(card_types=["G", "P"])})
    violation = one(refused, "CARD_TYPE_NOT_ALLOWED")
    assert violation.params == {
        "card": "AOD-PC-001 Ice Field",
        "type": "PC",
        "event": "Test cup",
    }
    assert violation.where == ("cards[0]",)
    assert judge(played | {"event": event(card_types=["PC"])}).legal is True


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (group("AOD-029", cards=("AOD-PC-01",)), "cards[0]"),
        (group(mech("AOD-102", "AOD-PC-01")), "units[0].gear[0]"),
        (group(mech("AOD-102", pilot="AOD-PC-01")), "units[0].pilot"),
    ],
)
def test_an_unknown_card_is_refused_with_similar_ones(data: Any, where: str) -> None:
    verdict = judge(data)
    violation = one(verdict, "UNKNOWN_CARD")
    assert errors(verdict) == {"UNKNOWN_CARD": 1}
    assert violation.where == (where,)
    assert violation.params["card"] == "AOD-PC-01"
    assert "AOD-PC-001" in violation.params["similar"]
    assert verdict.points.at_least


def test_a_known_card_is_known_under_its_alias() -> None:
    assert judge(group(mech("AOD-115", pilot="AOD-L-001"))).legal is True


def test_cards_of_the_group_do_not_belong_on_figures() -> None:
    verdict = judge(group(mech("AOD-102", "AOD-PC-001")))
    assert errors(verdict) == {"CARD_TYPE_NOT_ALLOWED": 1}
    assert one(verdict, "CARD_TYPE_NOT_ALLOWED").where == ("units[0].gear[0]",)


@pytest.mark.rule("AOD-CARD-007", "AOD-CARD-009")
@pytest.mark.parametrize(
    ("card_type", "cards"),
    [
        ("PC", ["AOD-PC-001", "AOD-PC-002"]),
        ("F", ["HSE-F-001", "HSE-F-001"]),
        ("MC", ["HSE-MC-002", "HSE-MC-003", "HSE-MC-002"]),
        ("SA", ["HSE-SA-001", "HSE-SA-003"]),
    ],
)
def test_one_card_of_a_single_type(card_type: str, cards: list[str]) -> None:
    verdict = judge(group("AOD-097", "AOD-031", "AOD-130", cards=tuple(cards)))
    violation = one(verdict, "TOO_MANY_CARDS_OF_TYPE")
    assert errors(verdict)["TOO_MANY_CARDS_OF_TYPE"] == 1
    assert violation.where == tuple(f"cards[{index}]" for index in range(len(cards)))
    assert (violation.params["type"], violation.params["allowed"]) == (card_type, 1)
    assert len(violation.params["cards"]) == len(cards)
    alone = judge(group("AOD-097", "AOD-031", "AOD-130", cards=(cards[0],)))
    assert "TOO_MANY_CARDS_OF_TYPE" not in codes(alone)


@pytest.mark.rule("AOD-CARD-008", "AOD-CARD-009")
def test_one_of_each_single_type_and_any_number_of_gear_and_pilots() -> None:
    verdict = judge(
        group(
            mech("AOD-101", "AOD-G-005", pilot="AOD-P-005"),
            mech("AOD-101", "AOD-G-005", pilot="AOD-P-005"),
            mech("AOD-097", "AOD-G-008"),
            mech("AOD-097", "AOD-G-008"),
            "AOD-130",
            total=900,
            cards=("AOD-PC-001", "HSE-F-001", "HSE-MC-002"),
        )
    )
    assert errors(verdict) == {}
    assert facts(verdict, "single_cards") == {"counts": {"PC": 1, "F": 1, "MC": 1}}


@pytest.mark.rule("AOD-CARD-008")
def test_the_slots_of_a_mech_still_bound_multiple_cards() -> None:
    verdict = judge(group(mech("AOD-102", "AOD-G-005", "AOD-G-008", "AOD-G-010")))
    assert errors(verdict) == {"SLOTS_EXCEEDED": 1}
    spread = (mech("AOD-102", "AOD-G-005", "AOD-G-008"), mech("AOD-102", "AOD-G-010"))
    assert errors(judge(group(*spread))) == {}


@pytest.mark.rule("AOD-STD-008")
def test_an_event_may_change_how_many_of_a_single_type() -> None:
    two = group("AOD-029", cards=("AOD-PC-001", "AOD-PC-002"))
    one_card = group("AOD-029", cards=("AOD-PC-001",))
    assert judge(two | {"event": event(card_counts={"PC": 2})}).legal is True
    refused = judge(one_card | {"event": event(card_counts={"PC": 0})})
    assert errors(refused) == {"TOO_MANY_CARDS_OF_TYPE": 1}
    assert one(refused, "TOO_MANY_CARDS_OF_TYPE").params["allowed"] == 0
