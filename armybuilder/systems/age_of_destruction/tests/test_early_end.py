"""Ending a game before its time: who may leave, who is asked, and what a page says about it."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.skirmishes.seats.services import invite
from armybuilder.systems.age_of_destruction.present import endings
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

pytestmark = pytest.mark.usefixtures("catalogue")

WITHDRAW = '{"order":"withdraw","player":"%s"}'
AGREE = '{"order":"end_game","player":"%s"}'
ADVICE = "offer it to the others"


@pytest.fixture
def two() -> Player:
    """A game of two people in its first turn."""
    player = Player(against="")
    player.set_up()
    return player


def page(player: Player) -> str:
    """What the table shows."""
    return player.client.get(player.url).content.decode()


def seated(player: Player, seat: str = "blue") -> Client:
    """Somebody who has sat down at a seat, at another screen."""
    guest, free = Client(), invite(skirmish=player.game, seat=seat)
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
        assert ADVICE in shown
    for said in ("red", 'red","on":[],"x":"1'):
        two.post("order", order=AGREE % said)
        assert not two.game.state.get("agreed"), "the others are asked first"
    two.post("seats", do="ask", what="end")
    shown = guest.get(two.url).content.decode()
    assert "victory points are then counted" in shown and "Nobody wins" not in shown
    guest.post(f"{two.url}seats/", {"version": two.game.version, "do": "agree"})
    assert two.game.winner and not two.game.ended and "everybody agreed to end it" in page(two)


def test_a_seat_given_away_after_a_vote_gives_the_last_word(two: Player) -> None:
    asking = two.game.state["active"]
    two.post("order", order=AGREE % asking)
    guest = seated(two, other(two))
    shown = page(two)
    assert f'id="agree-{other(two)}"' not in shown and ADVICE not in shown
    assert "Would end the game now: " in shown
    for order in (AGREE % other(two), AGREE % asking):
        two.post("order", order=order)
        assert not two.game.over, "nobody speaks for somebody at another screen"
    assert f'id="agree-{other(two)}"' in guest.get(two.url).content.decode()
    sent = {"version": two.game.version, "order": AGREE % other(two)}
    assert guest.post(f"{two.url}order/", sent).status_code == 302
    assert two.game.over and "everybody agreed to end it" in page(two)


@pytest.mark.parametrize("view", ["", "referee/"])
@pytest.mark.parametrize("against", ["", "random"])
def test_who_has_nobody_elsewhere_is_not_sent_to_others(
    against: str, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody may agree just now."""
    player = Player(against=against)
    player.set_up()
    while against and player.game.state["active"] == "blue":
        player.step()
    monkeypatch.setattr(f"{endings.__name__}._votes", lambda _: ())
    shown = player.client.get(f"{player.url}{view}").content.decode()
    assert "End the game early" in shown and ADVICE not in shown
    assert ("A bot does not agree" in shown) is (bool(against) and not view)


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
