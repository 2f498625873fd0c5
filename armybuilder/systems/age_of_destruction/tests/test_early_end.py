"""Ending a game before its time: who may leave, who is asked, and what a page says about it."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.skirmishes.seats.services import invite
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

pytestmark = pytest.mark.usefixtures("catalogue")

WITHDRAW = '{"order":"withdraw","player":"%s"}'
AGREE = '{"order":"end_game","player":"%s"}'


@pytest.fixture
def two() -> Player:
    """A game of two people in its first turn."""
    player = Player(against="")
    player.set_up()
    return player


def page(player: Player) -> str:
    """What the table shows."""
    return player.client.get(player.url).content.decode()


def seated(player: Player) -> Client:
    """Somebody who has sat down at blue's seat, at another screen."""
    guest, free = Client(), invite(skirmish=player.game, seat="blue")
    guest.post(reverse("skirmish_join", args=[player.game.system, free.token]), {"name": "Ola"})
    return guest


def other(player: Player) -> str:
    """The seat that waits."""
    return "blue" if player.game.state["active"] == "red" else "red"


def test_before_the_first_turn_nothing_can_be_ended() -> None:
    assert "End the game early" not in page(Player(against=""))


def test_who_withdraws_leaves_the_other_side_on_the_table(two: Player) -> None:
    leaving = two.game.state["active"]
    assert 'id="withdraw-sure" required' in page(two)
    two.post("order", order=WITHDRAW % leaving)
    assert two.game.state["stage"] == "over" and two.game.winner == other(two)
    assert "withdraws" in page(two) and "End the game early" not in page(two)


def test_nobody_withdraws_in_the_turn_of_another(two: Player) -> None:
    assert two.post("order", order=WITHDRAW % other(two)) == 422
    assert not two.game.winner


def test_the_game_ends_when_both_sides_agree(two: Player) -> None:
    asking = two.game.state["active"]
    two.post("order", order=AGREE % asking)
    shown = page(two)
    assert not two.game.winner and "Would end the game now: " in shown
    assert f'id="agree-{asking}"' not in shown and f'id="agree-{other(two)}"' in shown
    two.post("order", order=AGREE % other(two))
    assert two.game.winner and "everybody agreed to end it" in page(two)


def test_at_several_screens_it_is_offered_once_and_the_points_count(two: Player) -> None:
    guest = seated(two)
    for client in (two.client, guest):
        shown = client.get(two.url).content.decode()
        assert shown.count('id="ask-end"') == 1 and 'id="agree' not in shown
    for said in ("red", 'red","on":[],"x":"1'):
        two.post("order", order=AGREE % said)
        assert not two.game.state.get("agreed"), "the others are asked first"
    two.post("seats", do="ask", what="end")
    shown = guest.get(two.url).content.decode()
    assert "victory points are then counted" in shown and "Nobody wins" not in shown
    guest.post(f"{two.url}seats/", {"version": two.game.version, "do": "agree"})
    assert two.game.winner and not two.game.ended and "everybody agreed to end it" in page(two)


def test_nothing_is_offered_before_the_first_turn() -> None:
    player = Player(against="")
    seated(player)
    assert 'id="people"' in page(player) and "ask-end" not in page(player)
    player.post("seats", do="ask", what="end")
    assert player.game.offer == {}


def test_any_other_order_takes_the_wish_back(two: Player) -> None:
    two.post("order", order=AGREE % two.game.state["active"])
    two.post("order", order='{"order":"end_stage"}')
    assert "Would end the game now" not in page(two)


def test_a_bot_is_not_asked_but_may_be_left(client: Client) -> None:
    player = Player(client)
    player.set_up()
    while player.game.state["active"] == "blue":
        player.step()
    shown = page(player)
    assert 'id="withdraw"' in shown and "agree-" not in shown and "A bot does not agree" in shown
    player.post("order", order=WITHDRAW % "red")
    assert player.game.winner == "blue"
    assert "Not your day." in page(player) and "0 clicks" not in page(player)
