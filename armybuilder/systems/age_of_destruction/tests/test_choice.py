"""Choosing a figure: what is said of it is sent, not the whole table."""

import pytest
from django.test import Client

from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

pytestmark = pytest.mark.usefixtures("catalogue")

CHOOSING = {"HX-Request": "true", "HX-Target": "picked"}


@pytest.fixture
def player() -> Player:
    player = Player(Client(), against="")
    player.set_up()
    return player


def test_a_choice_brings_the_figure_and_not_the_table(player: Player) -> None:
    part = player.client.get(f"{player.url}?unit=R1", headers=CHOOSING).content.decode()
    assert part.strip().startswith('<div class="picked" id="picked" data-unit="R1"')
    assert f'data-version="{player.game.version}"' in part
    assert "<table-board" not in part
    assert "figure-list" not in part


def test_nobody_chosen_brings_no_figure(player: Player) -> None:
    part = player.client.get(player.url, headers=CHOOSING).content.decode()
    assert 'id="picked" data-unit=""' in part
    assert 'id="chosen"' not in part


def test_the_page_and_the_table_after_an_order_hold_the_same_part(player: Player) -> None:
    page = player.client.get(f"{player.url}?unit=R1").content.decode()
    whole = player.client.get(f"{player.url}?unit=R1", headers={"HX-Request": "true"})
    assert 'id="picked" data-unit="R1"' in page
    assert 'id="picked" data-unit="R1"' in whole.content.decode()
    assert "<table-board" in whole.content.decode()
