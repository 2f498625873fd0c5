"""The set-up: placed for whoever presses once, still to be changed, or done by hand; whoever has it
done for them has only their own figures placed."""

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.builder import Builder
from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.present.tables import Table, table_of
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import (
    END_STAGE,
    HERE,
    Player,
    signed_in,
)
from rules import age_of_destruction as aod

pytestmark = [pytest.mark.usefixtures("catalogue")]


class Placed(Player):
    """Somebody who was put at a table where everything stands."""

    def __init__(self) -> None:
        self.client = Client()
        self.answer = self.client.post(f"{HERE}quick/", {"total": 300, "against": "random"})
        self.url = f"{HERE}{self.game.public_id}/"

    @property
    def page(self) -> str:
        """What the table shows."""
        return self.client.get(self.url).content.decode()


def standing(game: Skirmish, seat: str) -> dict[str, Any]:
    """Where the units of a seat are that are on the table or aboard."""
    table = table_of(game)
    return {
        unit: now["at"] if "at" in now else now.get("aboard")
        for unit, now in game.state["units"].items()
        if table.setup.figures[unit].owner == seat and ("at" in now or "aboard" in now)
    }


def until_red_deploys(player: Player) -> None:
    """Go on with the set-up by hand until Red is to deploy."""
    for _ in range(30):
        state = player.game.state
        if state["preparation"]["step"] == "deployment" and state["active"] == "red":
            return
        player.step()
    raise AssertionError("Red never deploys")


# --- Placed at once -------------------------------------------------------------------------


def test_one_press_puts_a_person_into_the_first_turn_with_everything_placed() -> None:
    player = Placed()
    game = player.game
    assert game.turn == 1 and not game.state.get("preparation")
    assert set(standing(game, "red")) == {"R1", "R2", "R3"}
    assert len(game.state["laid"]) == 4
    assert player.answer["Location"] == f"{player.url}?unit=R1"
    placed_by = dict(game.steps.exclude(player="").values_list("number", "player"))
    for step in game.steps.exclude(player=""):
        unit = step.order.get("unit", "")
        assert not unit or unit[0].lower() == placed_by[step.number][0]


def test_a_rematch_of_it_begins_with_everything_placed() -> None:
    player = Placed()
    while player.game.state["active"] == "blue":
        player.step()
    player.post("order", order='{"order":"withdraw","player":"red"}')
    before = player.game
    player.client.post(f"{player.url}rematch/")
    again = Skirmish.objects.exclude(pk=before.pk).get()
    assert again.turn == 1 and not again.state.get("preparation")
    assert standing(again, "red") and standing(again, "blue")


def test_what_cannot_be_placed_while_somebody_else_thinks_waits_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "add", lambda *given: False)
    monkeypatch.setattr(cache, "get", lambda *given: 1)
    answer = Client().post(f"{HERE}quick/", {"total": 300, "against": "greedy"})
    game = Skirmish.objects.get()
    assert answer["Location"].startswith(f"{HERE}{game.public_id}/")
    assert game.state["preparation"]


def test_the_dearest_figure_is_the_one_that_is_looked_at() -> None:
    table = table_of(Placed().game)
    values = {u: f.value for u, f in table.setup.figures.items() if f.owner == "red"}
    assert max(values, key=lambda unit: values[unit]) == "R1"


def test_two_people_at_one_screen_find_everything_placed_too() -> None:
    client = Client()
    answer = client.post(f"{HERE}quick/", {"total": 300, "against": ""})
    game = Skirmish.objects.get()
    assert game.turn == 1 and standing(game, "red") and standing(game, "blue")
    assert answer["Location"].endswith(f"?unit={game.acting[0].upper()}1")
    page = client.get(answer["Location"]).content.decode()
    assert page.index('id="dial-more"') < page.index("heat-table")


def test_what_to_do_first_is_said_in_the_first_turn_of_whoever_is_to_act() -> None:
    client = Client()
    client.post(f"{HERE}quick/", {"total": 300, "against": ""})
    url = f"{HERE}{Skirmish.objects.get().public_id}/"
    told = []
    for _ in range(3):
        game = Skirmish.objects.get()
        own, other = game.acting, {"red": "blue", "blue": "red"}[game.acting]
        shown = [
            client.get(f"{url}?unit={seat[0].upper()}1").content.decode() for seat in (own, other)
        ]
        told.append(['class="first-steps"' in page for page in shown])
        order = '{"order": "end_stage"}'
        client.post(f"{url}order/", {"version": game.version, "order": order})
    assert told == [[True, False], [True, False], [False, False]]


def test_bots_that_are_watched_have_placed_everything() -> None:
    client = Client()
    client.post(f"{HERE}watch/")
    game = Skirmish.objects.get()
    assert game.turn == 1 and not game.state.get("preparation")


def test_a_legal_group_is_played_by_one_press_on_its_page() -> None:
    owner = Builder(signed_in("owner@example.org"))
    owner.start("Patrol", 150)
    owner.add("AOD-102")
    group = BattleGroup.objects.get()
    address = f"/en/skirmishes/with/{group.public_id}/"
    assert address in owner.client.get(f"/en/groups/{group.public_id}/").content.decode()
    answer = owner.client.post(address)
    game = Skirmish.objects.get()
    assert game.turn == 1 and answer["Location"].endswith("?unit=R1")
    assert game.title.startswith("Patrol against")
    assert Client().post(address).status_code == 404


def test_a_group_that_is_not_legal_is_not_played_at_once() -> None:
    owner = Builder(signed_in("owner@example.org"))
    owner.start("Too many", 150)
    owner.add("AOD-102")
    owner.add("AOD-104")
    address = f"/en/skirmishes/with/{BattleGroup.objects.get().public_id}/"
    assert owner.client.post(address).status_code == 302
    assert not Skirmish.objects.exists()


# --- Changed --------------------------------------------------------------------------------


@pytest.fixture
def changing() -> Placed:
    """A game that began at once and went back to its set-up."""
    player = Placed()
    assert 'id="change-set-up"' in player.page
    player.post("undo")
    return player


def deploy(unit: str, x: float, y: float) -> str:
    return json.dumps({"order": "deploy", "unit": unit, "at": [x, y], "facing": 0})


def test_until_the_first_order_the_set_up_may_be_changed(changing: Placed) -> None:
    game = changing.game
    assert game.state["preparation"]["step"] == "deployment" and game.state["active"] == "red"
    assert set(standing(game, "red")) == {"R1", "R2", "R3"}
    assert "Begin the battle" in changing.page
    changing.post("order", order=END_STAGE)
    for _ in range(20):
        if changing.game.state["active"] == "red":
            break
        changing.post("step")
    assert 'id="change-set-up"' in changing.page
    assert changing.post("order", order=END_STAGE) == 302
    assert 'id="change-set-up"' not in changing.page


def test_a_figure_is_put_elsewhere_and_the_others_stay(changing: Placed) -> None:
    before = standing(changing.game, "red")
    steps = changing.game.steps.count()
    page = changing.client.get(f"{changing.url}?unit=R3").content.decode()
    assert 'data-clicks="spot"' in page and 'id="give-order"' in page
    assert changing.post("order", order=deploy("R3", 24, 1.5)) == 302
    assert standing(changing.game, "red") == before | {"R3": [24, 1.5]}
    assert changing.game.steps.count() == steps
    assert changing.post("order", order=END_STAGE) == 302
    assert not table_of(changing.game).movable


def test_a_figure_is_not_put_onto_another(changing: Placed) -> None:
    before = standing(changing.game, "red")
    x, y = before["R1"]
    query = {"unit": "R3", "do": "deploy", "path": f"{x},{y}"}
    plan = changing.client.get(f"{changing.url}plan/", query).content.decode()
    assert 'class="reasons"' in plan and "R1" in plan and 'id="give-order"' not in plan
    assert changing.post("order", order=deploy("R3", x, y)) == 422
    assert standing(changing.game, "red") == before


def test_the_other_sides_figures_stay_where_they_are(changing: Placed) -> None:
    before = changing.game.state["units"]
    assert changing.post("order", order=deploy("B1", 18, 34)) == 422
    assert changing.game.state["units"] == before


def test_everything_may_be_placed_anew_by_hand(changing: Placed) -> None:
    assert 'id="place-myself"' in changing.page
    changing.post("set-up", anew="1")
    game = changing.game
    assert game.state["preparation"]["step"] == "terrain"
    assert not game.state.get("laid") and game.steps.count() == 1
    assert game.state["preparation"]["first"]


def test_nothing_is_placed_anew_once_the_battle_has_begun() -> None:
    player = Placed()
    before = player.game.version
    player.post("set-up", anew="1")
    assert player.game.version == before


# --- By hand --------------------------------------------------------------------------------


def test_what_is_placed_for_a_person_is_only_theirs() -> None:
    """Two people at one screen: neither has the other's terrain or figures placed."""
    player = Player(against="")
    first = player.game.state["active"]
    player.post("set-up")
    (laid,) = player.game.steps.exclude(player="")
    assert laid.player == first and player.game.state["active"] != first
    while player.game.state["preparation"]["step"] == "terrain":
        player.post("set-up")
    deploys = player.game.state["active"]
    player.post("set-up")
    other = "blue" if deploys == "red" else "red"
    assert standing(player.game, deploys) and not standing(player.game, other)
    assert player.game.state["active"] == deploys
    player.post("order", order=END_STAGE)
    assert player.game.state["active"] == other and not standing(player.game, other)


def test_what_was_placed_by_two_people_is_not_undone_by_one() -> None:
    player = Player(against="")
    player.post("set-up")
    assert 'id="place-myself"' not in player.client.get(player.url).content.decode()
    before = player.game.version
    player.post("set-up", anew="1")
    assert player.game.version == before


def test_a_bot_places_all_of_its_own_at_once() -> None:
    player = Player()
    for _ in range(10):
        if player.game.state["active"] == "blue":
            break
        player.post("step", **{"stand-in": "1"})
    player.post("step")
    ready = player.game.state.get("preparation")
    assert player.game.state["active"] == "red" or not ready


def test_whoever_places_by_hand_is_shown_where_a_figure_may_go() -> None:
    player = Player()
    until_red_deploys(player)
    page = player.client.get(f"{player.url}?unit=R1").content.decode()
    assert 'data-clicks="spot"' in page and 'id="give-order"' in page
    assert "Place everything for me" in page and "Done placing" in page


def test_a_unit_that_infiltrates_comes_last_and_may_then_stand_elsewhere() -> None:
    player = Player()
    until_red_deploys(player)
    table: Table = table_of(player.game)
    assert "R2" not in table.movable
    player.post("order", order=json.dumps(_early(table, "R2")))
    table = table_of(player.game)
    assert "R2" in table.movable
    page = player.client.get(f"{player.url}?unit=R2").content.decode()
    assert re.search(r'name="off" value="Infiltrate" checked', page)


def _early(table: Table, unit: str) -> dict[str, Any]:
    """A unit with Infiltrate put down with the others, without it."""
    found = next(
        order
        for order in aod.Deploy.candidates(table.field, "red")
        if order.unit == unit and order.at and not table.refusals(order)
    )
    return dict(aod.write_order(found))
