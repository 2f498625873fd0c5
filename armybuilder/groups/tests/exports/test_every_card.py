"""Every figure with every gear card and pilot, on each weapon that could hold it, can be drawn and
played, legal or not."""

from collections.abc import Iterator
from typing import Any

import pytest

from armybuilder.groups.exports import FORMS, Options, export
from armybuilder.groups.exports.dial_rows import dial_rows
from armybuilder.groups.tests.exports.sheets import catalogue, sample, sheet
from rules.age_of_destruction import Card, Unit, system

DIALS = [unit for unit in catalogue().units.values() if unit.dial]
WORN = [card for card in catalogue().cards.values() if card.is_gear or card.is_pilot]
RANGE_TYPES = ("ballistic", "energy", "melee")
#: The forms that draw every entry anew and cost little.
CHEAP = ("text", "csv", "compact")


def choices(card: Card, unit: Unit) -> Iterator[dict[str, Any]]:
    """The card as a list may have it on a figure: gear on no weapon in particular, or on any."""
    yield {"card": card.id}
    if card.is_gear and card.attaches_to in RANGE_TYPES:
        yield from ({"card": card.id, "weapon": slot} for slot in ("primary", "secondary"))


def entries(card: Card, units: list[Unit]) -> list[dict[str, Any]]:
    part = "gear" if card.is_gear else "pilot"
    return [
        {"unit": unit.id, part: [choice] if part == "gear" else choice}
        for unit in units
        for choice in choices(card, unit)
    ]


def army(units: list[dict[str, Any]]) -> dict[str, Any]:
    return sample("starter-mercenaries-450") | {"units": units, "cards": [], "loads": []}


def of_each_kind() -> list[Unit]:
    """A figure for each type, and for each class and pair of weapons of 'Mechs."""
    kinds = {
        (unit.type, unit.mech_class, tuple(weapon.range_type for weapon in unit.weapons)): unit
        for unit in DIALS
    }
    return list(kinds.values())


@pytest.mark.parametrize("card", WORN, ids=lambda card: card.id)
def test_every_figure_is_drawn_with_it(card: Card) -> None:
    drawn = sheet(army(entries(card, DIALS if card.is_gear else of_each_kind())))
    for piece in drawn.pieces:
        assert piece.dial is not None
        assert dial_rows(piece.dial)
        if card.attaches_to in RANGE_TYPES:
            weapons = {weapon.range_type for weapon in catalogue().units[piece.id].weapons}
            granted = any(click.granted for click in piece.dial.clicks)
            assert card.attaches_to in weapons or not granted
    for form in CHEAP:
        assert export(drawn, form, Options(dials=True)).content


def test_every_form_draws_every_kind_of_figure_with_every_card() -> None:
    kinds = of_each_kind()
    laden = [
        entry for place, card in enumerate(WORN) for entry in entries(card, kinds[place % 5 :: 5])
    ]
    drawn = sheet(army(laden[:: max(len(laden) // 120, 1)]))
    for form in FORMS:
        if form not in ("qr", "qr_png"):
            assert export(drawn, form).content


@pytest.mark.parametrize("card", WORN, ids=lambda card: card.id)
def test_a_scenario_plays_every_kind_of_figure_with_it(card: Card) -> None:
    units = [
        {
            "id": f"r{number}",
            "owner": "red",
            "at": [2 + 2.9 * (number % 12), 2 + 2.9 * (number // 12)],
        }
        | {"facing": 0, **entry}
        for number, entry in enumerate(entries(card, of_each_kind())[:130])
    ]
    scenario = {
        "format": "scenario/1",
        "build_total": 450,
        "turn": 1,
        "stage": "orders",
        "system": "age-of-destruction",
        "players": ["red", "blue"],
        "active": "red",
        "table": {"width": 36, "depth": 36},
        "units": units,
        "dice": [4] * 60,
        "orders": [{"order": "end_stage"}],
    }
    outcome = system.play(scenario, catalogue(), "en")
    assert outcome["units"].keys() == {unit["id"] for unit in units}
    assert not outcome["refused"]
