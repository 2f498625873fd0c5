"""A game in which nothing is legal any more is a fault of ours: it is told, and nobody waits."""

import logging

import pytest

from armybuilder.systems.age_of_destruction.tests.test_end import with_bots
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, Player

pytestmark = pytest.mark.usefixtures("catalogue")


def let_nothing_be_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.age_of_destruction.play.rules.is_legal", lambda *asked: False)


def test_a_bots_step_in_a_game_that_is_stuck_is_told_and_written_down(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    let_nothing_be_legal(monkeypatch)
    before = player.game
    with caplog.at_level(logging.ERROR, "armybuilder.skirmishes"):
        answer = player.client.post(f"{player.url}step/", {"version": before.version})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "This game is stuck." in page and "load delay" not in page
    assert player.game.version == before.version
    (record,) = [one for one in caplog.records if one.name == "armybuilder.skirmishes"]
    assert record.__dict__["state"] == before.state
    assert record.__dict__["skirmish"] == str(before.public_id)


def test_a_bot_whose_order_is_refused_is_at_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    refused = {"order": "vent", "unit": "nobody"}
    monkeypatch.setattr("armybuilder.skirmishes.services.commanded", lambda *asked: refused)
    answer = player.client.post(f"{player.url}step/", {"version": player.game.version})
    assert answer.status_code == 409
    assert "This game is stuck." in answer.content.decode()


def test_a_set_up_that_is_stuck_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player()
    let_nothing_be_legal(monkeypatch)
    answer = player.client.post(f"{player.url}set-up/", {"version": player.game.version})
    assert answer.status_code == 409
    assert "This game is stuck." in answer.content.decode()


def test_bots_do_not_go_on_asking_once_the_site_keeps_no_more_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    for module in ("services", "views.pages"):
        steps = f"armybuilder.skirmishes.{module}.MOST_STEPS"
        monkeypatch.setattr(steps, player.game.steps.count())
    before = player.game.version
    assert player.step() == 302
    page = player.client.get(player.url).content.decode()
    assert player.game.version == before
    assert "as many orders as the site keeps" in page and "load delay" not in page


@pytest.mark.parametrize("who", ["person", "bot"])
def test_the_page_of_a_stuck_game_offers_the_way_back(
    who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player()
    player.set_up()
    while player.game.state["active"] == "blue":
        player.step()
    player.post("order", order=END_STAGE)
    if who == "person":
        while player.game.state["active"] == "blue":
            player.step()
    player.game.steps.update(faces=[6])
    let_nothing_be_legal(monkeypatch)
    page = player.client.get(player.url).content.decode()
    assert "This game is stuck." in page and "nobody has to agree" in page
    assert "load delay" not in page and "a bot does not agree" not in page
    version = player.game.version
    player.post("undo")
    assert player.game.version == version + 1 and player.game.state["active"] == "red"
