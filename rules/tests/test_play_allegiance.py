"""The faction every figure bears in play, and what the figure is worth with its cards."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.state.setup import Figure
from rules.tests.skirmishes import Json, mech, read, scenario, squad, tank

rule = pytest.mark.rule
HERE, THERE = (18, 10), (18, 20)
HIGHLANDERS = {"card": "HSE-MC-001", "faction": "Highlanders"}


def figures(*units: Json, cards: list[Any] | None = None) -> dict[str, Figure]:
    players = [{"id": "red", "cards": cards or []}, "blue"]
    return read(scenario(list(units), players=players)).setup.figures


def stark(recruit: Any = ..., **fields: Any) -> Json:
    pilot = {"card": "AOD-GS-003"} | ({} if recruit is ... else {"recruit": recruit})
    return mech("r1", HERE, pilot=pilot, slots=True, mech_class="Heavy", **fields)


def test_a_printed_symbol_is_the_faction() -> None:
    found = figures(tank("r1", HERE, faction="House Liao"), tank("r2", THERE))
    assert (found["r1"].faction, found["r2"].faction) == ("House Liao", None)


@rule("AOD-MERC-003")
def test_a_contract_makes_the_players_mercenaries_units_of_its_faction() -> None:
    units = [tank("r1", HERE), tank("r2", THERE, faction="House Liao"), squad("b1", (5, 5))]
    found = figures(*units, cards=[HIGHLANDERS])
    assert (found["r1"].faction, found["r1"].contracted) == ("Highlanders", True)
    assert (found["r2"].faction, found["r2"].contracted) == ("House Liao", False)
    assert (found["b1"].faction, found["b1"].contracted) == (None, False)


def test_a_contract_with_one_faction_needs_no_choice_and_one_with_two_does() -> None:
    assert figures(tank("r1", HERE), cards=["HSE-MC-002"])["r1"].faction == "Steel Wolves"
    assert figures(tank("r1", HERE), cards=["HSE-MC-001"])["r1"].faction is None


@rule("AOD-GUN-003")
def test_a_recruited_mech_without_a_symbol_bears_that_of_its_recruiter() -> None:
    assert figures(stark("Clan Jade Falcon"))["r1"].faction == "Clan Jade Falcon"
    assert figures(stark(None))["r1"].faction is None
    assert figures(stark())["r1"].faction is None


@rule("AOD-GUN-003")
def test_recruitment_comes_before_a_contract() -> None:
    found = figures(stark("House Liao"), tank("r2", THERE), cards=["HSE-MC-002"])
    assert (found["r1"].faction, found["r2"].faction) == ("House Liao", "Steel Wolves")


@rule("AOD-CARD-017")
def test_gear_pilot_and_recruitment_raise_the_value_of_their_mech() -> None:
    bare = figures(mech("r1", HERE))["r1"].value
    gear = [{"card": "AOD-G-011"}]
    assert bare == 40
    assert figures(mech("r1", HERE, gear=gear, slots=True))["r1"].value == 40 + 44
    assert figures(stark(None))["r1"].value == 40 + 33
    assert figures(stark("House Liao"))["r1"].value == 40 + 33 + 18


@rule("AOD-CARD-017")
def test_cards_of_the_whole_group_are_no_unit_s_value() -> None:
    assert figures(tank("r1", HERE), cards=["HSE-MC-002", "HSE-F-001"])["r1"].value == 40


def test_an_unknown_card_of_a_player_is_refused_with_its_place() -> None:
    with pytest.raises(Unreadable) as caught:
        figures(tank("r1", HERE), cards=["HSE-MC-001", "HSE-F-999"])
    assert caught.value.path == "$.players[0].cards[1]"
