"""Copies: what a group takes out of a collection, under whatever number it writes a piece."""

from typing import Any

import pytest

from rules.age_of_destruction import copies_taken, figure_offers, read_group
from rules.age_of_destruction.army.stock import Stock
from rules.tests.army import catalogue, figure, group, mech, record

TWIN = {"unit": record("AOD-051", id="my-tank-1")}  # set and number are those of AOD-051


def stock(owned: dict[str, int], *units: Any, cards: tuple[Any, ...] = ()) -> Stock:
    return Stock(read_group(group(*units, cards=cards, owned=owned)), catalogue())


def test_a_group_takes_what_the_catalogue_has_a_record_of() -> None:
    read = read_group(
        group(
            {"unit": "AOD-051", "count": 2},
            TWIN,
            {"unit": figure()},
            mech("AOD-115", "AOD-G-005", pilot="AOD-L-001"),
            "XXX-1",
            cards=("AOD-PC-001",),
        )
    )
    assert copies_taken(read, catalogue()) == {
        **{"AOD-051": 3, "AOD-115": 1, "XXX-1": 1},
        **{"AOD-G-005": 1, "AOD-LP-001": 1, "AOD-PC-001": 1},
    }


@pytest.mark.parametrize("held", ["AOD-LP-001", "AOD-L-001"])
@pytest.mark.parametrize("worn", ["AOD-LP-001", "AOD-L-001"])
def test_a_card_has_its_copies_under_either_id(held: str, worn: str) -> None:
    piloted = mech("AOD-115", pilot=worn)
    assert stock({held: 1}, "AOD-115").left("AOD-LP-001") == 1
    assert stock({held: 1}, piloted).lacks("AOD-LP-001")
    both = stock({"AOD-LP-001": 1, "AOD-L-001": 1}, piloted)
    assert both.left("AOD-LP-001") == 1


def test_cards_of_the_group_are_in_use() -> None:
    owned = {"AOD-PC-001": 1}
    assert stock(owned, "AOD-051").left("AOD-PC-001") == 1
    assert stock(owned, "AOD-051", cards=("AOD-PC-001",)).lacks("AOD-PC-001")


@pytest.mark.parametrize(("owned", "offered"), [(1, False), (2, True)])
def test_an_inline_figure_of_a_known_number_is_the_owned_copy(owned: int, offered: bool) -> None:
    read = read_group(group(TWIN, owned={"AOD-051": owned}))
    offers = {offer.unit.id for offer in figure_offers(read, catalogue())}
    assert ("AOD-051" in offers) is offered


def test_a_unique_figure_written_out_is_here_already() -> None:
    star = record("AOD-113", id="my-star-1")
    assert star["unique"]
    read = read_group(group({"unit": star}, total=900))
    assert "AOD-113" not in {offer.unit.id for offer in figure_offers(read, catalogue())}
