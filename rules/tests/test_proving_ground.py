"""What the proving ground tells of figures is what the engine plays."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.age_of_destruction import CardChoice, Fitting, Situation, Unit, fitted_clicks, prospects
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.state import events
from rules.core.codec import Unreadable
from rules.tests.skirmishes import catalogue


def unit(name: str) -> Unit:
    found = catalogue().unit(name)
    assert found is not None
    return found


HATCHETMAN, ARBALEST = "AOD-102", "AOD-113"


def played(faces: tuple[int, ...], order: dict[str, Any], facing: int) -> int:
    """The clicks an attack on the Arbalest deals when the dice fall so."""
    scenario = {
        **{"format": "scenario/1", "system": "age-of-destruction", "build_total": 450},
        **{"players": ["red", "blue"], "active": "red", "dice": [*faces], "orders": [order]},
        "units": [
            {"id": "a", "owner": "red", "unit": HATCHETMAN, "at": [18, 10], "facing": 0},
            {"id": "b", "owner": "blue", "unit": ARBALEST, "at": [18, 16], "facing": facing},
        ],
    }
    log = resolve(read_scenario(scenario, catalogue())).events
    return sum(e.amount for e in log if isinstance(e, events.Damaged) and e.unit == "b")


@pytest.mark.parametrize(("rear", "facing"), [(False, 180), (True, 0)])
def test_the_expected_damage_is_the_mean_of_every_throw_played(rear: bool, facing: int) -> None:
    order = {"order": "ranged", "unit": "a", "targets": ["b"], "weapon": "secondary"}
    every = product(range(1, 7), repeat=3)
    dealt = Counter(played(faces, order, facing) for faces in every)

    situation = Situation(weapon="secondary", rear=rear)
    found = prospects(unit(HATCHETMAN), unit(ARBALEST), situation, catalogue())[0][0]

    assert found is not None
    assert found.expected == Fraction(sum(clicks * n for clicks, n in dealt.items()), 216)


def test_circumstances_count_by_name() -> None:
    hatchetman, arbalest = unit(HATCHETMAN), unit(ARBALEST)
    situation = Situation(
        weapon="secondary", rear=True, hindering=True, assault=True, shutdown=True
    )
    found = prospects(hatchetman, arbalest, situation, catalogue())[0][0]

    assert found is not None
    assert {p.what: p.value for p in found.attack.parts[1:]} == {"rear_arc": 2, "shutdown": 4}
    assert {p.what: p.value for p in found.defense.parts[1:]} == {"hindering": 1, "assault": 1}


def test_an_order_the_rules_refuse_has_no_odds() -> None:
    with_a_melee_weapon = Situation(weapon="primary")
    rows = prospects(unit(HATCHETMAN), unit(ARBALEST), with_a_melee_weapon, catalogue())

    assert not any(cell for row in rows for cell in row)


def test_heat_and_cards_change_values_with_their_names() -> None:
    mech = unit(HATCHETMAN)
    hottest = len(mech.heat_dial) - 1
    cool = fitted_clicks(mech, Fitting(), catalogue())
    hot = fitted_clicks(mech, Fitting(heat=hottest), catalogue())

    assert [c.values["speed"].total for c in cool] == [click.speed for click in mech.dial]
    assert hot[0].values["speed"].parts[1].what == "heat"
    assert hot[0].values["speed"].total == max(mech.dial[0].speed + mech.heat_dial[-1].speed, 0)


def test_gear_grants_its_equipment_at_a_value() -> None:
    fitting = Fitting(gear=(CardChoice("AOD-G-001"),))
    clicks = fitted_clicks(unit("DOM-088"), fitting, catalogue())

    assert {(g.card, g.value, g.name) for g in clicks[0].granted} == {
        ("AOD-G-001", "secondary_damage", "Pulse")
    }


@pytest.mark.parametrize(
    "fitting", [Fitting(gear=(CardChoice("AOD-G-999"),)), Fitting(heat=99)], ids=["card", "heat"]
)
def test_what_does_not_exist_is_refused(fitting: Fitting) -> None:
    with pytest.raises(Unreadable):
        fitted_clicks(unit(HATCHETMAN), fitting, catalogue())
