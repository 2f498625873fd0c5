"""When a commander pays a click for equipment in a circle."""

from typing import Any

import pytest

from rules.age_of_destruction.bots.answering import answer
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import open_question
from rules.tests.artillery_cases import FAR, fire, gun
from rules.tests.skirmishes import END, Json, close, mech, play, ranged, squad, tank, weapon

AXE: Json = {"second": weapon("secondary", "melee", 0)}
EVADE: Json = {"equipment": {"speed": ("red", "circle")}}
AGILE: Json = AXE | {"equipment": {"secondary_damage": ("black", "circle")}}
DECOY: Json = {"equipment": {"defense": ("green", "circle")}}


def given(units: list[Json], *orders: Json, **fields: Any) -> tuple[str, ...]:
    """What a commander switches off when he is asked."""
    game = play(units, *orders, prompts="ask", **fields)
    question = open_question(game.state)
    assert question is not None and question.to == "deactivate"
    off: tuple[str, ...] = answer(Field(game.outcome.setup, game.state), question).off
    return off


@pytest.mark.parametrize(
    ("attacker", "target", "off"),
    [
        ({"primary_damage": 1}, EVADE, ("Evade",)),
        ({"primary_damage": 8, "attack": 8}, EVADE, ()),
        ({"primary_damage": 1}, DECOY, ("Decoy",)),
        ({"primary_damage": 8, "attack": 8}, EVADE | {"click": 8}, ("Evade",)),
    ],
)
def test_a_circle_is_used_where_it_saves_more_than_its_click(
    attacker: Json, target: Json, off: tuple[str, ...]
) -> None:
    """On its last click the click itself would cost the unit."""
    units = [tank("r1", (18, 10), **attacker), tank("b1", (18, 16), 180, **target)]
    assert given(units, ranged("r1", "b1")) == off


@pytest.mark.parametrize(("damage", "off"), [(1, ("Agility",)), (6, ())])
def test_it_looks_at_close_combat_too(damage: int, off: tuple[str, ...]) -> None:
    units = [
        mech("r1", (18, 10), primary_damage=damage, attack=12),
        mech("b1", (18, 12.3), 180, **AGILE),
    ]
    assert given(units, close("r1", "b1")) == off


@pytest.mark.parametrize(("click", "off"), [(1, ()), (8, ("Decoy",))])
def test_before_a_salvo_only_a_click_that_would_be_the_last_is_spared(
    click: int, off: tuple[str, ...]
) -> None:
    units = [gun("r1"), tank("b1", (18, 18), 180, click=click, **DECOY), FAR, squad("r2", (2, 2))]
    assert given(units, fire((18, 18)), END, END) == off


def test_what_is_in_no_circle_stays_on() -> None:
    plain: Json = {"equipment": {"speed": ("red", "square")}}
    units = [tank("r1", (18, 10)), tank("b1", (18, 16), 180, **plain)]
    assert given(units, ranged("r1", "b1")) == ()
