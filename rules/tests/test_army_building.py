"""Battle groups in the making, as those see them who know no figures and cards."""

from typing import Any

import pytest

from rules import GAME_SYSTEMS, Unreadable
from rules.__main__ import load_edition
from rules.core.army import Add, Choose, NoSuchPlace, Recount, Remove
from rules.core.system import Army, Building


@pytest.fixture(scope="module")
def army() -> Army:
    found = load_edition(GAME_SYSTEMS["age-of-destruction"]).army
    assert found
    return found


@pytest.fixture(scope="module")
def building(army: Army) -> Building:
    assert army.building
    return army.building


def group_of(building: Building, *edits: Any) -> dict[str, Any]:
    data = building.begin("Trial")
    for edit in edits:
        data = building.edited(data, edit)
    return data


@pytest.mark.rule("AOD-GEAR-020")
def test_a_mech_costs_what_is_put_on_it(army: Army, building: Building) -> None:
    data = group_of(building, Choose("build_total", "450"), Add("AOD-113"))
    (bare,) = army.entries(data, "en")
    gear = next(
        offer
        for offer in building.offers(data, "", bare.place, 400, "en").offers
        if not offer.reasons and offer.points
    )

    (fitted,) = army.entries(building.edited(data, Add(gear.id, bare.place)), "en")

    assert bare.takes and bare.points and gear.points
    assert fitted.points == bare.points + gear.points
    assert [(part.name, part.points) for part in fitted.parts] == [(gear.name, gear.points)]
    assert not fitted.counts


@pytest.mark.rule("AOD-BUILD-004")
def test_what_is_too_dear_says_so(building: Building) -> None:
    data = group_of(building, Choose("build_total", "150"), Add("AOD-113"))

    (offer,) = building.offers(data, "AOD-113", "", 5, "pl").offers

    assert any("limit to 150" in reason for reason in offer.reasons)


def test_an_edit_of_what_is_not_there_is_refused(building: Building) -> None:
    data = group_of(building, Add("AOD-001"))

    for edit in (Remove("units[4]"), Recount("units[4]", 2), Choose("weather", "rain")):
        with pytest.raises(NoSuchPlace):
            building.edited(data, edit)
    with pytest.raises(Unreadable):
        building.edited(data, Choose("build_total", "much"))
