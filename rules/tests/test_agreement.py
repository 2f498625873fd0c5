"""Abilities, records and words agree: nothing of the game is known in one place only."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.abilities import Abilities, UnknownAbility, abilities_of
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.outfit import Outfit
from rules.age_of_destruction.records.vocabulary import (
    FACTIONS_WITH_ABILITIES,
    RANGE_TYPES,
    EquipmentColor,
    HeatColor,
)
from rules.age_of_destruction.table.impossible import Impossible
from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    Json,
    catalogue,
    heat_dial,
    mech,
    move,
    play,
    read,
    scenario,
    tank,
    weapon,
)

CATALOGUE = Path(__file__).parents[2] / "fixtures" / "age_of_destruction"
SLOTS = ("speed", "attack", "defense", *RANGE_TYPES)
CARDS = list({card.id: card for card in catalogue().cards.values()}.values())
PURPLE: Json = {"equipment": {"speed": ("purple", "square")}}


def test_every_slot_has_equipment_in_every_colour() -> None:
    assert ABILITIES.equipment.keys() == {(s, c) for s in SLOTS for c in get_args(EquipmentColor)}
    assert {color for _, color in ABILITIES.heat_effects} == set(get_args(HeatColor))


def test_every_figure_of_the_catalogue_shows_what_the_game_knows() -> None:
    made = read(scenario([tank("r1", (18, 10))]))
    figure = made.setup.figures["r1"]
    for unit in catalogue().units.values():
        outfit = Outfit(msgspec.structs.replace(figure, unit=unit), ABILITIES)
        assert len(outfit.windows) == len(unit.dial)
        assert len(outfit.heat_effects) == len(unit.heat_dial)


def test_cards_that_say_something_have_their_text() -> None:
    said = {card.id for card in CARDS if card.ability}
    gear = {card.id for card in CARDS if card.is_gear and not card.provides and not card.modifiers}
    assert said | gear <= ABILITIES.texts.keys() <= {card.id for card in CARDS}
    conditions = {card.id for card in CARDS if card.type == "PC"}
    assert conditions == ABILITIES.conditions.keys()


def test_group_cards_with_a_text_of_their_own_have_it() -> None:
    """Contracts and alliances that only name factions have none."""
    groups = {card.id: card for card in CARDS if card.type in ("F", "MC", "SA")}
    silent = groups.keys() - ABILITIES.group_texts.keys()
    assert ABILITIES.group_texts.keys() <= groups.keys()
    assert {groups[card].type for card in silent} == {"MC", "SA"}
    printed = {
        record["id"]
        for path in (CATALOGUE / "cards").glob("*.json")
        for record in json.loads(path.read_text("utf-8"))["cards"]
        if "victory" in record
    }
    assert printed == {card for card, text in ABILITIES.group_texts.items() if text.victory}


def test_factions_with_abilities_are_those_of_the_rule_book() -> None:
    assert set(ABILITIES.factions) == set(FACTIONS_WITH_ABILITIES)


def test_abilities_have_the_names_of_their_records() -> None:
    for listing in ("special_equipment", "heat_effects"):
        records = json.loads((CATALOGUE / f"{listing}.json").read_text("utf-8"))[listing]
        known = ABILITIES.equipment if listing == "special_equipment" else ABILITIES.heat_effects
        for record in records:
            slots = (record["slot"],) if record["slot"] != "any" else ("speed", *RANGE_TYPES)
            for slot in slots:
                ability = known[slot, record["color"]]
                assert (ability.name, ability.name_pl) == (record["name"], record["name_pl"])
        assert len(known) == sum(4 if record["slot"] == "any" else 1 for record in records)


def test_everything_has_a_name_in_both_languages() -> None:
    texts = (*ABILITIES.texts.values(), *ABILITIES.group_texts.values())
    assert not any(text.name_pl for text in texts), "their records have it"
    own = [ability for abilities in ABILITIES.factions.values() for ability in abilities]
    assert all(ability.name_pl for ability in own)
    for card_id, condition in ABILITIES.conditions.items():
        record = catalogue().cards[card_id]
        assert (condition.title, condition.title.polish) == (record.name, record.name_pl)


@pytest.mark.parametrize(
    "changes",
    [
        PURPLE,
        {"equipment": {"secondary_damage": ("red", "square")}},
    ],
)
def test_equipment_nobody_knows_is_refused_with_its_place(changes: Json) -> None:
    with pytest.raises(Unreadable) as refused:
        read(scenario([tank("r1", (18, 10), **changes)]))
    assert refused.value.path.startswith("$.units[0].unit")


def test_a_heat_effect_of_melee_weapons_is_refused() -> None:
    hot = heat_dial({"colors": {"secondary_damage": "red"}})
    axe = weapon("secondary", "melee", 0)
    with pytest.raises(Impossible) as refused:
        read(scenario([mech("r1", (18, 10), second=axe, heat_dial=hot)]))
    assert (refused.value.path, refused.value.params) == ("$.units[0]", {"what": "melee: red"})
    assert {refused.value.message(language) for language in ("en", "pl")} == {
        "The rules do not know what melee: red does.",
        "Zasady nie wiedzą, co robi melee: red.",
    }


def test_a_place_is_taken_once() -> None:
    with pytest.raises(ValueError, match="taken by Evade"):
        equipment(type(ABILITIES.equipment["speed", "red"]))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda known: known.equipment_at("speed", "purple"), "speed: purple"),
        (lambda known: known.heat_effect_at("melee", "red"), "melee: red"),
        (lambda known: known.condition("AOD-PC-099"), "AOD-PC-099"),
    ],
)
def test_what_nobody_has_written_is_named(ask: Any, said: str) -> None:
    with pytest.raises(UnknownAbility, match=said):
        ask(ABILITIES)


def test_a_game_is_played_with_the_abilities_of_its_set_up() -> None:
    played = play([tank("r1", (18, 10), equipment={"speed": ("red", "square")})], move("r1"))
    setup = played.outcome.setup
    assert abilities_of(setup) is ABILITIES
    bare = msgspec.structs.replace(setup, abilities=Abilities())
    with pytest.raises(UnknownAbility, match="speed: red"):
        _ = Field(bare, played.state).piece("r1").working
    with pytest.raises(TypeError):
        _ = Field(msgspec.structs.replace(setup, abilities=None), played.state).abilities
