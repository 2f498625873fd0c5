"""One attack counted whole, and what is left of a target after several."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from rules.age_of_destruction import Situation, Unit
from rules.age_of_destruction.forecast.bouts import Meeting, bout, may_ask, survival
from rules.age_of_destruction.forecast.odds import odds
from rules.age_of_destruction.forecast.proving_ground import prospects
from rules.core.dice import SeededDice
from rules.tests.skirmishes import catalogue

HATCHETMAN, ARBALEST, KESHIK, FENRIR = "AOD-102", "AOD-113", "AOD-120", "AOD-029"


def unit(name: str) -> Unit:
    found = catalogue().unit(name)
    assert found is not None
    return found


def meeting(attacker: str, target: str, on: tuple[str, ...] = (), **how: Any) -> Meeting:
    return Meeting(unit(attacker), unit(target), Situation(**how), on=on)


def test_a_million_throws_come_out_as_counted() -> None:
    dice, throws = SeededDice(20), 1_000_000
    seen: Counter[bool] = Counter()
    for _ in range(throws):
        white, other, black = dice.roll(3)
        whites = white + other
        seen[whites == 12 or (whites != 2 and whites + black >= 10)] += 1
    promised = odds(9, 19).hit
    deviation = (float(promised * (1 - promised)) * throws) ** 0.5
    assert abs(seen[True] - float(promised) * throws) < 5 * deviation


@pytest.mark.parametrize("clicks", [(1, 1), (3, 2), (2, 4)])
def test_a_bout_without_follow_ups_is_what_the_proving_ground_promises(
    clicks: tuple[int, int],
) -> None:
    how = meeting(HATCHETMAN, ARBALEST, weapon="secondary")
    promised = prospects(how.attacker, how.target, how.situation, catalogue())
    cell = promised[clicks[0] - 1][clicks[1] - 1]
    found = bout(how, clicks, catalogue())
    assert (found is None) == (cell is None)
    if found and cell:
        assert found.blows[0].hit == cell.odds.hit
        assert found.fates["target"].expected == cell.expected


def test_a_circle_the_target_uses_up_is_part_of_its_fate() -> None:
    """At its fifth click Reactive Armor stops the whole hit, and costs a click by itself."""
    found = bout(meeting(HATCHETMAN, ARBALEST, weapon="secondary"), (4, 5), catalogue())
    assert found is not None
    hit, critical = found.blows[0].hit, found.blows[0].critical
    clicks = found.fates["target"].clicks
    assert clicks == {0: 1 - hit, 1: hit - critical, 2: critical}


def test_second_attacks_raise_what_is_to_be_expected() -> None:
    once = meeting(KESHIK, HATCHETMAN, weapon="secondary")
    asked = may_ask(once, catalogue())
    assert "Pulse" in asked
    again = meeting(KESHIK, HATCHETMAN, on=asked, weapon="secondary")
    plain, repeated = (bout(how, (1, 1), catalogue()) for how in (once, again))
    assert plain and repeated
    assert repeated.fates["target"].expected > plain.fates["target"].expected


def test_an_assault_costs_the_attacker_a_heat_and_an_attack_value() -> None:
    standing = bout(meeting(HATCHETMAN, ARBALEST, weapon="secondary"), (1, 1), catalogue())
    rushing = bout(
        meeting(HATCHETMAN, ARBALEST, weapon="secondary", assault=True), (1, 1), catalogue()
    )
    assert standing and rushing
    assert rushing.blows[0].needed == standing.blows[0].needed + 1
    assert rushing.fates["attacker"].heat == {1: 1}


def test_an_attack_that_cannot_be_made_has_no_bout_and_no_survival() -> None:
    melee_only = meeting(HATCHETMAN, ARBALEST)
    assert bout(melee_only, (1, 1), catalogue()) is None
    assert survival(melee_only, (1, 1), catalogue()) == ()


def test_the_first_point_of_a_survival_curve_is_one_bout() -> None:
    how = meeting(HATCHETMAN, FENRIR, weapon="secondary")
    last = len(how.target.dial)
    found = bout(how, (1, last), catalogue())
    assert found is not None
    curve = survival(how, (1, last), catalogue(), attacks=5)
    assert curve[0] == 1 - found.fates["target"].eliminated
    assert list(curve) == sorted(curve, reverse=True)
    # On its last click any hit is the end: every attack takes the same share.
    assert curve == tuple(curve[0] ** n for n in range(1, 6))


def test_survival_goes_click_by_click() -> None:
    """From the last but one click: out at once, or worn down to the last click first."""
    how = meeting(HATCHETMAN, FENRIR, weapon="secondary")
    last = len(how.target.dial)
    near, at_last = (bout(how, (1, click), catalogue()) for click in (last - 1, last))
    assert near and at_last
    fate = near.fates["target"]
    stays, worn = fate.clicks.get(0, Fraction(0)), fate.clicks.get(1, Fraction(0))
    alone = 1 - at_last.fates["target"].eliminated
    curve = survival(how, (1, last - 1), catalogue(), attacks=2)
    assert curve[0] == stays + worn
    assert curve[1] == stays * (stays + worn) + worn * alone
