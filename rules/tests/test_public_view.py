"""What is foretold of hidden dials: as much as their windows show."""

from fractions import Fraction
from typing import Any

from rules import age_of_destruction as aod
from rules.tests.skirmishes import read, scenario, tank


def duel(**victim: Any) -> aod.Outlook:
    """A shot at a tank whose dial is hidden."""
    found = read(scenario([tank("r1", (18, 10)), tank("b1", (18, 17), 180, **victim)]))
    order = aod.read_order({"order": "ranged", "unit": "r1", "targets": ["b1"]})
    seen = aod.as_seen(found.setup, found.state, {"b1"})
    return aod.outlook(seen, found.state, order)


def test_how_long_a_hidden_dial_is_changes_nothing() -> None:
    long, short = duel(), duel(clicks=1)
    assert long.fates == short.fates
    assert not short.fates["b1"].eliminated and short.fates["b1"].expected > 0


def test_the_clicks_of_an_order_are_counted_by_what_brings_them() -> None:
    units = [tank("r1", (18, 10), tokens=1), tank("b1", (18, 17), 180)]
    found = read(scenario(units))
    order = aod.read_order({"order": "ranged", "unit": "r1", "targets": ["b1"]})
    fates = aod.outlook(found.setup, found.state, order).fates
    assert fates["r1"].by_cause["push"] == {1: Fraction(1)}
    assert set(fates["b1"].by_cause) == {"attack"}
    hits = fates["b1"].by_cause["attack"]
    assert sum(hits.values()) == 1 - fates["b1"].clicks[0]
