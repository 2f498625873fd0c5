"""The table of a battle: what stands on it and beside it, what hands are told, who learns what."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.seats.services import invite
from armybuilder.systems.khans_and_generals.tests.test_new_battle import chosen

pytestmark = pytest.mark.django_db


class Battle:
    """A ready battle, on one screen or against a commander; another one by its wishes."""

    def __init__(self, ready: str, against: str = "", **wishes: str) -> None:
        self.client = Client()
        sent = {"ready": ready, "against": against}
        if not ready:
            sent = chosen(against=against, **wishes)
        self.url = self.client.post("/en/skirmishes/khans-and-generals/new/", sent)["Location"]

    @property
    def game(self) -> Skirmish:
        return Skirmish.objects.get()

    def see(self, unit: str = "", language: str = "en") -> str:
        answer = self.client.get(
            self.url.replace("/en/", f"/{language}/"), {"unit": unit} if unit else {}
        )
        assert answer.status_code == 200
        return str(answer.content.decode())

    def ask(self, what: str, **query: str) -> Any:
        return self.client.get(f"{self.url}{what}/", query)

    def give(self, order: Any) -> int:
        sent = {"version": self.game.version, "order": json.dumps(order)}
        return int(self.client.post(f"{self.url}order/", sent).status_code)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_base_shows_what_it_is_and_what_it_bears(language: str) -> None:
    page = Battle("modern-kiln-road").see("r1", language)
    assert "#kg-infantry" in page
    assert "#kg-tank" in page
    assert "#kg-hq" in page
    assert "kg-sign-deployed" in page
    assert re.search(r'class="kg-weighs" width="10"', page)
    assert "Rifle company 1" in page
    assert "Rifle company (sample)" not in page


def test_the_hour_the_staffs_and_the_card_stand_beside_the_board() -> None:
    page = Battle("modern-salt-point").see("r1")
    assert "2 turns left" in page
    assert "14/14" in page
    assert "Reluctance" in page
    assert "is-night" in page


def test_what_the_enemy_hides_is_not_told() -> None:
    alone = Battle("modern-kiln-road", against="random")
    secret = json.dumps(alone.game.start["traps"])
    assert "bx" in secret
    page = alone.see()
    assert 'data-unit="bx"' not in page
    assert "?unit=bx" not in page
    assert "total secret" in page
    assert alone.ask("hands", unit="bx").status_code == 400
    assert alone.ask("glance", unit="bx").status_code == 404


def test_on_one_screen_the_enemy_answers_for_a_command_point() -> None:
    battle = Battle("modern-kiln-road")
    assert battle.ask("hands", unit="b1").json()["acts"] is False
    assert battle.give({"order": "formation", "unit": "r1", "formation": "loose"}) in (200, 302)
    assert battle.ask("hands", unit="b1").json()["acts"] is True
    assert re.search(
        r'class="[^"]*\bacts\b[^"]*is-may_react[^"]*"[^>]*data-unit="b1"', battle.see()
    )
    way = battle.ask("way", unit="b1", to="36,40", pace="move").json()
    assert way["legal"]
    assert json.loads(way["order"])["cp"] == "bs"
    assert battle.give(json.loads(way["order"])) in (200, 302)
    assert "Rifle company moves" in battle.see()


def test_at_one_screen_it_is_said_that_the_other_side_may_answer() -> None:
    battle = Battle("early-sunken-lane")
    may = "The other side may answer the last order"
    assert may not in battle.see()
    battle.give({"order": "formation", "unit": "r1", "formation": "column"})
    assert may in battle.see()
    assert battle.give({"order": "withdraw", "player": "red"}) in (200, 302)
    assert may not in battle.see()


def test_a_person_answers_a_bot_for_a_command_point() -> None:
    """Between two orders of a bot, which waits for whoever has a unit in hand; nobody answers for
    the bot."""
    battle = Battle("modern-kiln-road", against="greedy")
    assert battle.give({"order": "end_stage"}) in (200, 302)
    assert battle.game.acting == "blue"
    walk = {"order": "formation", "unit": "r1", "formation": "loose", "cp": "rs"}
    assert "You may answer first" not in battle.see()
    version = battle.game.version
    battle.give(walk)
    assert battle.game.version == version, "before the bot's first order there is nothing to answer"
    while not battle.game.state["ordered"]:
        battle.client.post(f"{battle.url}step/", {"version": battle.game.version})
    assert battle.game.acting == "blue"

    page = battle.see("r1")
    assert "You may answer first" in page
    assert 'data-unit="r1" data-version' in page and "data-acts" in page
    forged = {"order": "formation", "unit": "b1", "formation": "loose", "cp": "bs"}
    version = battle.game.version
    battle.give(forged)
    assert battle.game.version == version
    battle.give(walk)
    assert battle.game.state["units"]["r1"]["formation"] == "loose"
    assert battle.game.steps.last().player == "red"  # type: ignore[union-attr]
    assert battle.game.acting == "blue"


def test_a_bot_answers_a_person_for_a_command_point() -> None:
    """At once after the order of a person who comes before its guns, with dice of the site; both
    are taken back together."""
    battle = Battle("preindustrial-two-mills", against="greedy")
    points = battle.game.state["command_points"]["bs"]
    for order in bold(battle):
        battle.give(order)
        if battle.game.steps.filter(player="blue").exists():
            break
    last = battle.game.steps.last()
    assert last is not None and last.order["cp"] == "bs"
    assert battle.game.acting == "red", "it is still the turn of the person"
    assert battle.game.state["command_points"]["bs"] == points - 1
    number = last.number
    battle.client.post(f"{battle.url}undo/", {"version": battle.game.version, "agreed": "yes"})
    assert battle.game.steps.count() < number - 1
    assert battle.game.state["command_points"]["bs"] == points


def bold(battle: Battle) -> list[dict[str, Any]]:
    """Every unit of red runs at the enemy as far as it may."""
    units = [unit for unit in battle.game.start["units"] if unit["owner"] == "red"]
    return [
        {
            "order": "move",
            "unit": unit["id"],
            "legs": [{"travel": [[unit["at"][0], unit["at"][1] + far]]}],
        }
        for unit in units
        if unit["at"]
        for far in (15, 5)
    ]


def test_the_menu_names_chance_result_and_reason() -> None:
    battle = Battle("modern-kiln-road")
    menu = battle.ask("menu", unit="r1", target="b1").content.decode()
    assert "Shoot: rifle" in menu
    assert "of 30 Strength" in menu
    assert "too far" in menu
    own = battle.ask("menu", unit="r1", target="r1").content.decode()
    assert "skirmish order" in own


def test_a_table_costs_as_many_queries_whatever_stands_on_it(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    battle = Battle("modern-kiln-road")
    battle.see()
    with django_assert_max_num_queries(8):
        battle.see("r1")
    with django_assert_max_num_queries(5):
        battle.ask("hands", unit="r1")


def test_a_trap_is_laid_on_the_table_and_sprung_in_the_enemys_turn() -> None:
    """The unit chosen in the set-up offers it; the bot's turn waits for it, and nobody pays."""
    battle = Battle("", against="greedy", by_hand="1", relief="heath", side="blue")
    page = battle.see("r2")
    assert "Before the battle" in page and "Lie in wait off the map" in page
    assert battle.give({"order": "trap", "unit": "r2"}) in (200, 302)
    assert battle.game.state["traps"] == {"red": ["r2"]}
    assert "in a trap" in battle.see("r2")
    battle.client.post(f"{battle.url}set-up/", {"version": battle.game.version})
    if battle.game.stage == "setup":
        battle.give({"order": "end_stage"})
    assert battle.game.acting == "blue"
    page = battle.see()
    assert "You may answer first" in page
    assert re.search(r'class="[^"]*rack-piece[^"]*"[^>]*data-choose="r2"', page)
    spots = ((x, y) for x in range(4, 120, 4) for y in range(4, 80, 4))
    ways = (battle.ask("way", unit="r2", to=f"{x},{y}").json() for x, y in spots)
    order = next(json.loads(way["order"]) for way in ways if way["legal"])
    points = battle.game.state["command_points"]
    assert order["order"] == "reveal"
    assert battle.give(order) in (200, 302)
    assert battle.game.steps.last().player == "red"  # type: ignore[union-attr]
    assert battle.game.state["units"]["r2"]["at"] is not None
    assert battle.game.state["command_points"] == points
    assert battle.game.acting == "blue"


def test_a_battle_is_ended_in_agreement_as_one_without_time() -> None:
    battle, guest = Battle("modern-kiln-road"), Client()
    free = invite(skirmish=battle.game, seat="blue")
    guest.post(reverse("skirmish_join", args=[battle.game.system, free.token]), {"name": "Ola"})
    alone = {"order": "end_stage", "time_up": True}
    for said in ({}, {"x": 1}, {"cp": None}, {"cp": "r1"}):
        assert battle.give(alone | said) == 302, "nobody stops the time alone"
        assert not battle.game.over, said
    says = '<span class="quiet" id="ask-end-says">The assessments are then revealed'
    assert says in battle.see(), "read before it is pressed"
    sent = {"version": battle.game.version, "do": "ask", "what": "end"}
    battle.client.post(f"{battle.url}seats/", sent)
    page = guest.get(battle.url).content.decode()
    assert "the lower total wins" in page and "Nobody wins" not in page
    guest.post(f"{battle.url}seats/", {"version": battle.game.version, "do": "agree"})
    assert battle.game.over and not battle.game.ended
    last = battle.game.steps.last()
    assert last is not None and last.order == alone
    assert "The battle was broken off with equal assessments." in battle.see()
