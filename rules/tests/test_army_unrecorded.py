"""Figures whose faction is not recorded: undecided where they could meet what a card asks for, and
nothing where no faction could make them meet it."""

from typing import Any

import pytest

from rules.tests.army import (
    card,
    catalogue_with,
    codes,
    errors,
    figure,
    group,
    inline_mech,
    judge,
    one,
    points_at,
    record,
)
from rules.tests.repairing import first, set_field

TANK = figure(status="listed")  # costs 40, of no recorded faction
WALKER = inline_mech("energy", "ballistic", status="listed", variant="TST-1-L")
SWORDSWORN_MECH, RAIDERS_MECH = "AOD-085", "AOD-084"
FURY_FOOT, FURY_MECH = "AOD-001", "AOD-083"
PRIDE, ALLIANCE = "HSE-F-001", "HSE-SA-001"  # Steel Wolves; they and Stormhammers
ONE_FURY_MECH, TWO_VEHICLES = "HSE-F-003", "HSE-F-004"
HIGHLANDERS, HIGHLAND_PRIDE = "AOD-002", "HSE-F-005"  # 10/150 or 7/150
A_MECH_EACH = "HSE-SA-003"  # Swordsworn and Bannson's Raiders
KURITA_GEAR, OTHER_LIGHT_GEAR = "AOD-G-033", "AOD-G-002"


def outcome(*units: Any, cards: tuple[Any, ...] = ()) -> tuple[bool | None, dict[str, int]]:
    verdict = judge(group(*units, cards=cards, total=900))
    return verdict.legal, dict(errors(verdict))


@pytest.mark.rule("AOD-PRIDE-002", "AOD-SA-003")
@pytest.mark.parametrize(
    ("units", "card", "expected"),
    [
        ([{"unit": TANK}], PRIDE, (None, {})),
        ([{"unit": TANK}, "AOD-092"], PRIDE, (True, {})),
        ([{"unit": TANK}], ALLIANCE, (False, {"ALLIANCE_FACTION_MISSING": 1})),
        ([{"unit": TANK, "count": 2}], ALLIANCE, (None, {})),
        ([{"unit": TANK}, "AOD-092"], ALLIANCE, (None, {})),
        ([{"unit": TANK}, "AOD-092", "AOD-031"], ALLIANCE, (True, {})),
    ],
)
def test_one_such_figure_might_bring_one_faction(units: Any, card: str, expected: Any) -> None:
    assert outcome(*units, cards=(card,)) == expected


@pytest.mark.rule("AOD-PRIDE-003", "AOD-SA-005")
@pytest.mark.parametrize(
    ("units", "card", "expected"),
    [
        ([FURY_FOOT, {"unit": WALKER}], ONE_FURY_MECH, (None, {})),
        ([FURY_FOOT, {"unit": TANK}], ONE_FURY_MECH, (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([FURY_MECH, {"unit": WALKER}], ONE_FURY_MECH, (True, {})),
        ([{"unit": WALKER}], ONE_FURY_MECH, (None, {})),
        ([{"unit": TANK}], TWO_VEHICLES, (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": TANK, "count": 2}], TWO_VEHICLES, (None, {})),
        ([{"unit": TANK}, "AOD-033"], TWO_VEHICLES, (None, {})),
        ([{"unit": WALKER}, "AOD-033"], TWO_VEHICLES, (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": WALKER}], "HSE-F-008", (None, {})),
        (
            [{"unit": WALKER | {"rank": "green"}}],
            "HSE-F-008",
            (False, {"CARD_REQUIREMENT_NOT_MET": 1}),
        ),
        (
            [{"unit": WALKER | {"unique": True}}],
            "HSE-F-008",
            (False, {"CARD_REQUIREMENT_NOT_MET": 1}),
        ),
        (["CA-081"], TWO_VEHICLES, (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
    ],
)
def test_such_a_figure_counts_where_it_could_be_of_the_kind(
    units: Any, card: str, expected: Any
) -> None:
    assert outcome(*units, cards=(card,)) == expected


@pytest.mark.rule("AOD-SA-003", "AOD-SA-005")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([{"unit": WALKER}, "AOD-033", "AOD-036"], (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": WALKER}, "AOD-033"], (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": WALKER}, {"unit": TANK}], (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": WALKER, "count": 2}], (None, {})),
        ([{"unit": WALKER}, RAIDERS_MECH], (None, {})),
        ([{"unit": TANK}, RAIDERS_MECH], (False, {"CARD_REQUIREMENT_NOT_MET": 1})),
        ([{"unit": WALKER}, RAIDERS_MECH, SWORDSWORN_MECH], (True, {})),
        ([{"unit": WALKER}, "XXX-1", "AOD-033"], (False, {"UNKNOWN_UNIT": 1})),
    ],
)
def test_such_a_figure_serves_one_faction_only(units: Any, expected: Any) -> None:
    """The card asks for a 'Mech of each of its two factions."""
    assert outcome(*units, cards=(A_MECH_EACH,)) == expected


@pytest.mark.rule("AOD-SA-005")
@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([SWORDSWORN_MECH, RAIDERS_MECH, {"unit": WALKER}], {"CARD_REQUIREMENT_NOT_MET": 1}),
        ([SWORDSWORN_MECH, RAIDERS_MECH, {"unit": WALKER, "count": 2}], {}),
        ([{"unit": WALKER}, "XXX-1"], {"CARD_REQUIREMENT_NOT_MET": 1, "UNKNOWN_UNIT": 1}),
        ([{"unit": WALKER, "count": 2}, "XXX-1"], {"UNKNOWN_UNIT": 1}),
    ],
)
def test_such_figures_bring_what_is_lacking_and_no_more(others: Any, expected: Any) -> None:
    """A card that asks for two 'Mechs of each of its factions; an unknown number may be either."""
    sides = ["Swordsworn", "Bannson's Raiders"]
    wanted = [{"count": 2, "of": {"type": "mech", "faction": side}} for side in sides]
    alliance = card("TST-SA-001", factions=sides, requirements=wanted)
    data = group(*others, cards=("TST-SA-001",), total=900)
    assert errors(judge(data, catalogue_with(alliance))) == expected


@pytest.mark.rule("AOD-SA-005")
@pytest.mark.parametrize(
    ("units", "failed"),
    [
        (({"unit": WALKER}, "AOD-033"), ["Swordsworn", "Bannson's Raiders"]),
        (({"unit": TANK}, {"unit": TANK}), ["Swordsworn", "Bannson's Raiders"]),
        (({"unit": TANK}, RAIDERS_MECH), ["Swordsworn"]),
    ],
)
def test_what_cannot_be_met_together_is_told_of_each(units: Any, failed: list[str]) -> None:
    told = one(judge(group(*units, cards=(A_MECH_EACH,), total=900)), "CARD_REQUIREMENT_NOT_MET")
    assert [wanted["faction"] for wanted in told.params["requirements"]] == failed


@pytest.mark.rule("AOD-PRIDE-006", "AOD-CARD-019", "AOD-BUILD-012")
@pytest.mark.parametrize(
    ("others", "cost", "settled"),
    [
        ([HIGHLANDERS], 42, True),  # pure: the cost after OR
        ([HIGHLANDERS, {"unit": TANK}], 42, False),
        ([{"unit": TANK}], 42, False),
        ([HIGHLANDERS, {"unit": TANK}, "AOD-092"], 60, True),
        ([HIGHLANDERS, {"unit": TANK}, {"unit": figure()}], 60, True),  # a mercenary
    ],
)
def test_whether_a_group_is_pure_may_be_open_and_with_it_what_pride_costs(
    others: list[Any], cost: int, settled: bool
) -> None:
    verdict = judge(group(*others, cards=(HIGHLAND_PRIDE,), total=900))
    assert points_at(verdict, "cards[0]") == cost
    assert verdict.points.at_least is not settled
    assert errors(verdict) == {}
    assert "TOTAL_UNDECIDED" not in codes(verdict)
    for stated in (42, 60):
        played = {"card": HIGHLAND_PRIDE, "points": stated}
        told = judge(group(*others, cards=(played,), total=900))
        assert bool(errors(told)) is (settled and stated != cost)


@pytest.mark.rule("AOD-PRIDE-006", "AOD-BUILD-004")
@pytest.mark.parametrize(
    ("left", "legal", "found"),
    [(60, True, {}), (59, None, {}), (42, None, {}), (41, False, {"OVER_POINTS": 1})],
)
def test_the_open_cost_matters_where_the_higher_is_too_much(
    left: int, legal: bool | None, found: dict[str, int]
) -> None:
    foot = record(HIGHLANDERS)["points"]
    tank = {"unit": figure(status="listed", points=900 - foot - left)}
    verdict = judge(group(HIGHLANDERS, tank, cards=(HIGHLAND_PRIDE,), total=900))
    assert (verdict.legal, errors(verdict)) == (legal, found)
    undecided = "TOTAL_UNDECIDED" in codes(verdict)
    assert undecided is (legal is None)
    if undecided:
        assert one(verdict, "TOTAL_UNDECIDED").where == ("cards[0]",)


def test_the_player_may_vouch_for_the_faction() -> None:
    data = group(FURY_FOOT, {"unit": WALKER}, cards=(ONE_FURY_MECH,))
    told = one(judge(data), "CARD_REQUIREMENT_UNCHECKED").params["text"]
    assert "Dragon's Fury" in told["en"]
    assert "Mech, Dragon's Fury" in told["pl"]
    assert first(data) == [set_field("cards[0]", "confirmed", [told["en"]])]


@pytest.mark.rule("AOD-MERC-010")
def test_a_contract_that_is_open_is_the_only_fault() -> None:
    tanks = {"unit": figure(), "count": 2}
    wrong = judge(group(tanks, cards=("HSE-MC-001", TWO_VEHICLES)))
    assert errors(wrong) == {"CONTRACT_FACTION_NOT_CHOSEN": 1}
    one_tank = judge(group({"unit": figure()}, cards=("HSE-MC-001", TWO_VEHICLES)))
    assert errors(one_tank) == {"CONTRACT_FACTION_NOT_CHOSEN": 1, "CARD_REQUIREMENT_NOT_MET": 1}


@pytest.mark.rule("AOD-MERC-007")
def test_such_a_figure_might_be_a_mercenary() -> None:
    unclear = judge(group({"unit": TANK}, cards=("HSE-MC-002",)))
    assert "CONTRACT_WITHOUT_MERCENARIES" not in codes(unclear)
    none = judge(group(FURY_FOOT, cards=("HSE-MC-002",)))
    assert "CONTRACT_WITHOUT_MERCENARIES" in codes(none)


@pytest.mark.rule("AOD-MERC-007")
@pytest.mark.parametrize("others", [(), ("AOD-125",), (FURY_FOOT,)])
@pytest.mark.parametrize(
    "contract", ["HSE-MC-002", {"card": "HSE-MC-001", "faction": "Highlanders"}]
)
def test_a_contract_asks_for_nobody_of_its_factions(others: Any, contract: Any) -> None:
    assert outcome({"unit": TANK}, *others, cards=(contract,)) == (True, {})


@pytest.mark.rule("AOD-GEAR-023", "AOD-PILOT-002")
@pytest.mark.parametrize(
    ("worn", "legal"),
    [
        ({"gear": [OTHER_LIGHT_GEAR]}, True),
        ({"gear": [KURITA_GEAR]}, None),
        ({"pilot": {"card": "AOD-P-003"}}, None),
    ],
)
def test_a_card_of_a_faction_on_such_a_mech_is_undecided(worn: Any, legal: bool | None) -> None:
    walker = inline_mech("melee", "ballistic", status="listed", variant="TST-1-L")
    verdict = judge(group({"unit": walker, **worn}))
    assert errors(verdict) == {}
    assert verdict.legal is legal
    assert ("CARD_FACTION_UNRECORDED" in codes(verdict)) is (legal is None)


def test_an_unknown_number_is_the_only_fault() -> None:
    two = {"unit": "XXX-1", "count": 2}
    assert outcome(two, cards=(TWO_VEHICLES,)) == (False, {"UNKNOWN_UNIT": 1})
    assert outcome("XXX-1", cards=(PRIDE,)) == (False, {"UNKNOWN_UNIT": 1})
    assert "CARD_REQUIREMENT_UNCHECKED" not in codes(judge(group("XXX-1", cards=(PRIDE,))))
