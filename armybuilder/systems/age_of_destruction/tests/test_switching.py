"""Equipment is asked about where it matters, and switched off as a game is to have it."""

import json
from typing import Any

import pytest

from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.tests.test_orders_browser import PLAYERS
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from rules.tests.skirmishes import Json, ranged, scenario, tank

pytestmark = pytest.mark.usefixtures("catalogue")

SHOT = ranged("r1", "b1")
#: Evade that costs its owner a click, and Evade that costs nothing.
DEAR, FREE = {"speed": ("red", "circle")}, {"speed": ("red", "square")}


def at_the_table(equipment: Json) -> Player:
    """Two people, of whom Red may shoot at somebody with some equipment; every question is put."""
    player = Player(against="")
    game = player.game
    units = [tank("r1", (18, 10)), tank("b1", (18, 16), 180, equipment=equipment)]
    opening = opened(SYSTEM, {**scenario(units, players=PLAYERS), "prompts": "ask"})
    game.start, game.state = opening.start, opening.state
    game.save()
    game.steps.all().delete()
    return player


def orders(player: Player) -> list[Any]:
    """What was ordered and answered so far."""
    return [step.order for step in player.game.steps.order_by("number")]


def shoot(player: Player) -> str:
    """The table after the shot."""
    assert player.post("order", order=json.dumps(SHOT)) == 302
    return player.client.get(player.url).content.decode()


def test_what_costs_something_is_asked() -> None:
    player = at_the_table(DEAR)
    page = shoot(player)
    assert 'id="asked"' in page and "always switch it off" in page
    assert len(orders(player)) == 1


def test_what_costs_nothing_is_not_asked() -> None:
    player = at_the_table(FREE)
    assert 'id="asked"' not in shoot(player)
    assert [order.get("off", []) for order in orders(player)[1:]] == [[]]


@pytest.mark.parametrize(("wish", "off"), [("always", ["Evade"]), ("never", [])])
def test_a_game_answers_as_was_said_once(wish: str, off: list[str]) -> None:
    player = at_the_table(DEAR)
    shoot(player)
    assert player.post("switching", wish=wish) == 302
    assert [order.get("off", []) for order in orders(player)[1:]] == [off]
    assert 'id="switch-ask"' in player.client.get(player.url).content.decode()


def test_what_was_taken_back_is_asked_and_the_wish_can_be_taken_back() -> None:
    player = at_the_table(DEAR)
    shoot(player)
    player.post("switching", wish="never")
    player.post("undo", agreed="1")
    assert 'id="asked"' in player.client.get(player.url).content.decode()
    player.post("switching", wish="ask")
    page = player.client.get(player.url).content.decode()
    assert 'id="asked"' in page and 'id="switch-ask"' not in page


def test_no_other_wish_is_taken() -> None:
    player = at_the_table(DEAR)
    assert player.post("switching", wish="sometimes") == 400
