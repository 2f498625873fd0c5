"""A turn may end by itself once nothing useful is left, with a moment to stop it."""

from typing import Any

import pytest
from django.test import Client
from msgspec import structs

from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from rules import SeededDice
from rules import age_of_destruction as aod
from rules.tests.skirmishes import Json, read, scenario, squad, tank

pytestmark = pytest.mark.usefixtures("catalogue")

SOON = 'hx-trigger="load delay:2000ms"'


def left(*units: Json, **state: Any) -> bool:
    """Whether Red has anything left to do in a position."""
    found = read(scenario(list(units)))
    return aod.anything_left(found.setup, structs.replace(found.state, **state))


@pytest.fixture
def player() -> Player:
    """Somebody in their turn of a game of two people."""
    found = Player(against="")
    found.set_up()
    return found


def page(player: Player) -> str:
    return player.client.get(player.url).content.decode()


def spend(player: Player) -> None:
    """Have all orders of the turn been given."""
    game = player.game
    game.state["orders_left"] = 0
    game.save()


@pytest.mark.rule("AOD-TURN-012")
def test_as_long_as_an_order_may_be_given_something_is_left() -> None:
    far = (tank("r1", (18, 4)), squad("b1", (18, 34), 180))
    assert left(*far)
    assert left(*far, orders_left=1)
    assert not left(*far, orders_left=0)


def test_a_game_that_is_over_has_nothing_left() -> None:
    found = read(scenario([tank("r1", (18, 4)), squad("b1", (18, 34), 180)]))
    leaves = aod.read_order({"order": "withdraw", "player": "red"})
    over, _events = aod.advance(found.setup, found.state, leaves, SeededDice(1))
    assert over.stage == "over" and not aod.anything_left(found.setup, over)


def test_unless_it_is_asked_for_no_turn_ends_by_itself(player: Player) -> None:
    spend(player)
    assert SOON not in page(player)
    assert 'id="turn-end-wish" name="ends" value="by-itself" aria-pressed="false"' in page(player)


def test_who_asks_for_it_has_every_spent_turn_end_in_a_moment(player: Player) -> None:
    player.post("turn-end", ends="by-itself")
    assert SOON not in page(player)
    spend(player)
    assert SOON in page(player) and 'aria-pressed="true"' in page(player)
    assert "the turn ends by itself" in page(player)
    player.post("turn-end", ends="asked")
    assert SOON not in page(player)


def test_it_is_stopped_for_this_turn_alone(player: Player) -> None:
    player.post("turn-end", ends="by-itself")
    spend(player)
    player.post("turn-end", ends="stays")
    assert SOON not in page(player)
    player.post("order", order='{"order":"end_stage"}')
    spend(player)
    assert SOON in page(player)


def test_the_wish_is_a_visitors_own(player: Player) -> None:
    player.post("turn-end", ends="by-itself")
    assert player.post("turn-end", ends="never") == 400
    assert Client().post(f"{player.url}turn-end/", {"ends": "asked"}).status_code == 404
    spend(player)
    assert SOON in page(player)
