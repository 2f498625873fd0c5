"""What long-range fire promises: where it comes down with what chance, and whom it costs what."""

from fractions import Fraction
from itertools import product

import pytest

from rules.age_of_destruction.forecast.salvos import Salvo, salvo
from rules.age_of_destruction.orders.ranged import Ranged
from rules.tests.artillery_cases import FAR, LANDS, gun, landed
from rules.tests.artillery_cases import salvo as landing_of
from rules.tests.skirmishes import Json, read, scenario, squad, tank, woods

AT = (18, 20)


def promised(*units: Json, at: tuple[tuple[float, float], ...] = (AT,), **fields: object) -> Salvo:
    found = read(scenario([*units, FAR], **fields))
    return salvo(found.setup, found.state, Ranged(unit="r1", mode="artillery", markers=at))


@pytest.mark.rule("AOD-ARTY-008", "AOD-ARTY-011", "AOD-ARTY-012", "AOD-ARTY-014")
def test_the_chances_of_all_landings_are_those_of_the_dice() -> None:
    found = promised(gun(), tank("b1", AT, 180))
    told = {(land.at, land.drift): land.chance for land in found.landings}
    for face in range(1, 7):
        event = landing_of(landed([gun(), tank("b1", AT, 180)], AT, dice=[2, 3, face]))
        assert told[event.at, event.drift] > 0
    assert sum(told.values(), Fraction(0)) + found.missed == 1
    assert found.missed == Fraction(1, 36)
    throws = [t for t in product(range(1, 7), repeat=3) if sum(t) >= 11 or t[:2] == (6, 6)]
    hits = [t for t in throws if t[:2] != (1, 1)]
    assert told[AT, 0] == Fraction(len(hits), 216)


@pytest.mark.rule("AOD-ARTY-009", "AOD-PUSH-001")
def test_everybody_in_the_blast_is_counted_and_the_gun_that_is_pushed() -> None:
    beside = squad("r2", (19.6, 21.2))
    found = promised(gun(tokens=1), tank("b1", AT, 180), beside)
    fates = found.outlook.fates
    assert fates["b1"].expected > 0 and fates["r2"].expected > 0
    assert fates["r1"].clicks == {1: Fraction(35, 36), 2: Fraction(1, 36)}
    assert "b9" not in fates


@pytest.mark.rule("AOD-ARTY-009")
def test_what_is_promised_is_what_happens() -> None:
    units = [gun(), tank("b1", AT, 180)]
    found = promised(*units)
    clicks = found.outlook.fates["b1"].clicks
    happened = landed(units, AT, dice=[*LANDS])
    lost = happened.state.units["b1"].click - 1
    assert clicks[lost] > 0
    assert sum(clicks.values(), Fraction(0)) == 1


@pytest.mark.rule("AOD-ARTY-007")
def test_a_blocked_line_makes_a_hit_less_likely() -> None:
    rocks = woods("rocks", (16, 8), (20, 10), kind="blocking")
    clear, blind = promised(gun(), tank("b1", AT)), promised(gun(), tank("b1", AT), terrain=[rocks])
    assert clear.landings[0].chance > blind.landings[0].chance
