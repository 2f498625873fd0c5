"""The ways two factions come to stand in one formation."""

import pytest

from rules.age_of_destruction.records.allying import (
    Condition,
    Way,
    conditions_together,
    ways_together,
)
from rules.tests.skirmishes import catalogue

rule = pytest.mark.rule


def joining(one: str, other: str) -> list[Way]:
    return [way for way in ways_together(one, other, catalogue()) if way.joins]


@rule("AOD-ALLY-001")
def test_units_of_one_faction_stand_together() -> None:
    assert joining("Steel Wolves", "Steel Wolves") == [Way("same")]


@rule("AOD-ALLY-006")
@pytest.mark.parametrize("order", [1, -1])
def test_a_house_alliance_is_told_once_by_its_first_release(order: int) -> None:
    one, other = ["Highlanders", "Republic of the Sphere"][::order]
    assert joining(one, other) == [Way("house", "rulebook")]
    assert joining("Dragon's Fury", "House Kurita") == [Way("house", "Domination")]


@rule("AOD-ALLY-007")
def test_a_grand_alliance_names_its_release() -> None:
    assert joining("House Liao", "Bannson's Raiders") == [Way("grand", "Domination")]
    assert joining("House Kurita", "Spirit Cats") == []


@rule("AOD-SA-002", "AOD-ALLY-002")
def test_a_situational_alliance_joins_the_factions_of_its_card_and_no_others() -> None:
    assert joining("Stormhammers", "Steel Wolves") == [Way("situational", card="HSE-SA-001")]
    assert joining("House Steiner", "Stormhammers") == [Way("house", "rulebook")]
    assert {way.release for way in joining("House Steiner", "Steel Wolves")} == {"Domination"}


@rule("AOD-MERC-002", "AOD-GUN-002")
def test_contracts_and_recruitments_give_units_without_symbol_a_faction() -> None:
    hired = [w for w in ways_together("Highlanders", "Spirit Cats", catalogue()) if not w.joins]

    assert Way("contract", card="HSE-MC-001", faction="Highlanders") in hired
    assert Way("recruitment", card="AOD-GS-002", faction="Spirit Cats", points=3) in hired
    assert {way.faction for way in hired} == {"Highlanders", "Spirit Cats"}


def test_an_unknown_faction_is_refused() -> None:
    with pytest.raises(KeyError):
        ways_together("Nobody", "Highlanders", catalogue())


def together(*factions: str) -> list[Condition]:
    return conditions_together(factions, catalogue())


@rule("AOD-ALLY-002", "AOD-ALLY-006")
def test_a_house_alliance_holds_whatever_release_is_played() -> None:
    assert [each.release for each in together("House Davion", "Swordsworn")] == [
        "rulebook",
        "Domination",
    ]


@rule("AOD-ALLY-007")
def test_a_grand_alliance_takes_its_release() -> None:
    assert together("House Liao", "Bannson's Raiders") == [Condition("Domination")]


@rule("AOD-ALLY-005")
def test_allies_of_an_ally_are_not_allied() -> None:
    assert together("Dragon's Fury", "House Kurita") == [Condition("Domination")]
    assert together("House Kurita", "Clan Nova Cat") == [Condition("Domination")]
    assert together("Dragon's Fury", "House Kurita", "Clan Nova Cat") == []


@rule("AOD-SA-002")
def test_a_card_allies_those_it_names_with_every_release() -> None:
    [card] = [each for each in catalogue().cards.values() if each.id == "HSE-SA-001"]
    found = together(*sorted(card.factions)[:2])

    assert found and all(each.card == card.id for each in found)


def test_one_faction_and_none_need_nothing() -> None:
    assert together("Highlanders")[0] == Condition("rulebook")
    assert together()[0] == Condition("rulebook")
