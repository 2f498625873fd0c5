"""A game for some minutes: the site keeps the clock, and ends the game when time is up."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.clock import LONGEST_WAIT
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, Player

pytestmark = pytest.mark.usefixtures("catalogue")


def timed(minutes: int = 50, **rulings: str) -> Player:
    """A game of two people for some minutes, in its first turn."""
    player = Player(against="")
    game = player.game
    game.start |= {"time_limit": minutes, "rulings": rulings}
    game.save()
    player.set_up()
    return player


def wait(seconds: int) -> None:
    """Let time go by since the last order."""
    Skirmish.objects.update(updated=timezone.now() - timedelta(seconds=seconds))


def play_for(seconds: int) -> None:
    """Have the game lasted so long."""
    Skirmish.objects.update(played=seconds)


def test_the_clock_runs_in_turns_only_and_stands_still_in_a_pause() -> None:
    player = timed()
    assert player.game.played == 0
    wait(90)
    player.post("order", order=END_STAGE)
    assert player.game.played == 90
    wait(100_000)
    player.post("undo")
    assert player.game.played == 90 + LONGEST_WAIT
    assert "6 of 50 minutes" in player.client.get(player.url).content.decode()


CALL = '{"order":"time_up","minutes":0}'


def test_once_time_is_up_it_is_said_and_asked_and_no_order_ends_the_game() -> None:
    player = timed()
    play_for(50 * 60 - 1)
    player.post("order", order=END_STAGE)
    assert not player.game.winner
    play_for(50 * 60)
    before = player.game.version
    sent = {"version": before, "order": END_STAGE}
    page = player.client.post(f"{player.url}order/", sent, follow=True).content.decode()
    assert player.game.version == before and not player.game.winner
    assert "nothing was ordered" in page and 'role="alert"' in page
    assert "Time is up." in page and "ends the game" in page
    player.post("order", order=CALL)
    assert player.game.winner
    assert player.game.steps.last().order["order"] == "time_up"


def test_in_a_bots_turn_the_person_is_asked_too() -> None:
    player = timed()
    game = player.game
    game.seats[game.state["active"]]["commander"] = "random"
    game.save()
    play_for(50 * 60)
    player.post("step")
    assert not player.game.winner
    page = player.client.get(player.url).content.decode()
    assert 'id="time-up"' in page and "is thinking" not in page
    player.post("order", order=CALL)
    assert player.game.winner


def test_bots_among_themselves_find_the_time_up() -> None:
    player = timed()
    game = player.game
    game.seats = {seat: {**who, "commander": "random"} for seat, who in game.seats.items()}
    game.save()
    play_for(50 * 60)
    player.post("step")
    assert player.game.winner


def test_a_page_left_open_says_it_by_itself_and_ends_nothing() -> None:
    player = timed()
    play_for(50 * 60 - 100)
    page = player.client.get(player.url).content.decode()
    (shown,) = re.findall(r'<div hidden hx-get="([^"]*)" hx-trigger="load delay:(\d+)s"', page)
    assert shown[0].startswith("?unit=") and 90 <= int(shown[1]) <= 100
    assert 'id="time-up"' not in page


def test_the_turn_is_played_to_its_end_where_that_was_agreed() -> None:
    player = timed(time_limit_finish="turn")
    play_for(50 * 60)
    assert "this turn is played to its end" in player.client.get(player.url).content.decode()
    player.post("order", order=CALL)
    assert not player.game.winner and player.game.state["closing"] == "turn"
    assert "Call time" not in player.client.get(player.url).content.decode()
    player.post("order", order=END_STAGE)
    assert player.game.winner


def test_nobody_calls_time_before_the_clock_does() -> None:
    player = timed()
    wait(100)
    early = '{"order":"time_up","minutes":100000}'
    before = player.game.version
    assert player.post("order", order=early) == 422
    assert player.game.version == before
    play_for(50 * 60 - 100)
    wait(100)
    assert 'id="time-up"' in player.client.get(player.url).content.decode()
    player.post("order", order=early)
    assert player.game.winner


def test_a_game_without_a_limit_has_no_clock() -> None:
    player = Player(against="")
    player.set_up()
    play_for(100_000)
    player.post("order", order=END_STAGE)
    assert not player.game.winner
    assert "minutes" not in player.client.get(player.url).content.decode()
