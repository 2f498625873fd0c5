"""Choosing a figure: what is said of it is sent, not the whole table."""

from dataclasses import replace

import pytest
from django.test import Client
from msgspec import structs

from armybuilder.skirmishes.models import Skirmish, SkirmishSeat
from armybuilder.systems.age_of_destruction.present.setting_up import next_to_act
from armybuilder.systems.age_of_destruction.present.tables import Table, table_of
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, Player

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


def with_unit(table: Table, unit: str, **changed: object) -> Table:
    """The table with one unit in another state."""
    units = {**table.state.units, unit: structs.replace(table.state.units[unit], **changed)}
    return replace(table, state=structs.replace(table.state, units=units))


def test_after_the_turn_a_figure_of_the_next_player_is_chosen(player: Player) -> None:
    before = player.game
    sent = {"version": before.version, "order": END_STAGE}
    part = player.client.post(f"{player.url}order/", sent, headers={"HX-Request": "true"})
    after = table_of(player.game)
    assert after.actor != before.acting
    unit = next_to_act(after, "")
    assert after.setup.figures[unit].owner == after.actor
    assert f'id="picked" data-unit="{unit}"' in part.content.decode()


def test_without_script_the_page_one_comes_back_to_has_it_chosen_too(player: Player) -> None:
    sent = {"version": player.game.version, "order": END_STAGE}
    answer = player.client.post(f"{player.url}order/", sent)
    assert answer["Location"].endswith(f"?unit={next_to_act(table_of(player.game), '')}")


def test_a_figure_stays_chosen_until_it_has_had_its_order(player: Player) -> None:
    table = table_of(player.game)
    own = [piece for piece in table.field.on_table if piece.owner == table.actor]
    assert [next_to_act(table, piece.id) for piece in own] == [piece.id for piece in own]
    dearest = next_to_act(table, "")
    table = with_unit(table, dearest, ordered="move")
    following = next_to_act(table, dearest)
    assert following != dearest and table.setup.figures[following].owner == table.actor
    table = with_unit(table, following, tokens=1)
    assert next_to_act(table, dearest) not in (dearest, following)


def test_with_no_order_left_the_choice_stays(player: Player) -> None:
    table = table_of(player.game)
    table = replace(table, state=structs.replace(table.state, orders_left=0))
    assert next_to_act(table, "R1") == "R1"
    assert next_to_act(table, "") == ""


def test_what_others_did_chooses_where_the_next_is_asked_for(player: Player) -> None:
    part = {"HX-Request": "true"}
    following = next_to_act(table_of(player.game), "")
    asked = player.client.get(player.url, {"unit": "", "next": "1"}, headers=part)
    assert f'id="picked" data-unit="{following}"' in asked.content.decode()
    plain = player.client.get(player.url, {"unit": ""}, headers=part)
    assert 'id="picked" data-unit=""' in plain.content.decode()


def test_whoever_is_chosen_comes_before_the_people_unless_they_wait(player: Player) -> None:
    game = player.game
    Skirmish.objects.filter(pk=game.pk).update(is_live=True)
    seat = SkirmishSeat.objects.create(skirmish=game, seat="blue", token="free")
    page = player.client.get(player.url, {"unit": "R1"}).content.decode()
    assert page.index('id="people"') < page.index('id="picked"')
    SkirmishSeat.objects.filter(pk=seat.pk).update(visitor="somebody", token="")
    page = player.client.get(player.url, {"unit": "R1"}).content.decode()
    assert page.index('id="people"') > page.index('id="picked"')
    assert page.count('id="people"') == 1
