"""The table of Nations At War: cup, impulse, what is typed from charts, and a commander that
waits."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.django_db
rule = pytest.mark.rule
NEW = "/en/skirmishes/nations-at-war/new/"


class Player:
    """Somebody at a game of the first ready-made start."""

    def __init__(self, **seats: str) -> None:
        self.client = Client()
        answer = self.client.post(NEW, {"start": "crossroads-at-the-lake", **seats})
        self.url = answer["Location"]

    @property
    def game(self) -> Skirmish:
        return Skirmish.objects.get()

    def see(self, query: str = "", language: str = "en") -> str:
        """The table as it is read, without its markup's spaces."""
        answer = self.client.get(self.url.replace("/en/", f"/{language}/") + query)
        assert answer.status_code == 200
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())

    def context(self) -> Any:
        return self.client.get(self.url).context

    def order(self, **order: object) -> int:
        sent = {"version": self.game.version, "order": json.dumps(order)}
        return self.client.post(f"{self.url}order/", sent).status_code

    def say(self, kind: str, **fields: object) -> int:
        sent = {"version": self.game.version, "say": kind} | fields
        return self.client.post(f"{self.url}say/", sent).status_code

    def step(self) -> int:
        return self.client.post(f"{self.url}step/", {"version": self.game.version}).status_code

    def set(self, **changes: Any) -> None:
        """Put the game where a test wants it."""
        game = self.game
        game.state = game.state | changes
        game.save()

    def impulse_of(self, formation: str) -> None:
        """The impulse of a formation, nothing rolled."""
        cup = self.game.state["cup"]
        left = [name for name in cup["formations"] if name != formation]
        self.set(
            stage="impulse",
            formation=formation,
            cup=cup | {"formations": left},
            activated=[formation],
        )


def test_every_scenario_is_a_press_away_in_both_languages() -> None:
    client = Client()
    page = client.get(NEW).content.decode()
    assert page.count('name="start" value="crossroads-at-the-lake"') == 1
    assert page.count('name="start" value="rearguard-on-the-ridge"') == 1
    assert "Red wins with three or more units beyond the ridge" in page
    polish = client.get(NEW.replace("/en/", "/pl/")).content.decode()
    assert "Straż tylna na grzbiecie" in polish
    assert "Counters" not in polish


@pytest.mark.parametrize(
    ("pressed", "bots"),
    [
        ({"seat-blue-commander": "greedy"}, {"red": "", "blue": "greedy"}),
        ({"seat-red-commander": "greedy"}, {"red": "greedy", "blue": ""}),
        ({}, {"red": "", "blue": ""}),
    ],
)
def test_one_press_begins_against_a_bot_or_for_two(
    pressed: dict[str, str], bots: dict[str, str]
) -> None:
    page = Client().get(NEW).content.decode()
    for name, value in pressed.items():
        assert f'name="{name}" value="{value}"' in page
    game = Player(**pressed).game
    assert {seat: who["commander"] for seat, who in game.seats.items()} == bots


def test_a_start_that_is_named_asks_who_plays() -> None:
    page = Client().get(f"{NEW}?start=rearguard-on-the-ridge").content.decode()
    assert "Name of the player" in page
    assert "<h2>Rearguard on the ridge</h2>" in page


@rule("NW-004", "NW-006", "NW-008")
def test_the_cup_shows_what_is_in_it_and_a_press_draws() -> None:
    player = Player()
    cup = player.context()["cup"]
    assert [(marker.letter, marker.formation) for marker in cup.formations] == [
        ("A", "Red column"),
        ("C", "Blue guard"),
        ("D", "Blue relief"),
    ], "the reserve is due on turn 2"
    assert (cup.ends, cup.count) == (2, len(cup.formations) + 2)
    assert "2 end-of-turn markers" in player.see() and "2 znaczniki końca tury" in player.see(
        "", "pl"
    )
    assert "Odsiecz niebieskich" in player.see("", "pl")
    assert player.order(order="draw") == 302
    now = player.context()
    drawn = now["drawn"].marker.formation if now["drawn"] else None
    assert drawn == player.game.state["formation"]
    assert now["cup"].count == cup.count - 1


@rule("NW-016", "NW-018", "NW-024")
def test_before_a_draw_it_is_said_who_would_check_and_with_what_chance() -> None:
    player = Player()
    units = player.game.state["units"]
    far = units["R-T1"] | {"at": [7, 7], "disrupted": True}
    player.set(units=units | {"R-T1": far})
    (prospect, *_) = player.context()["prospects"]
    (check,) = prospect.checks
    assert (check.units, check.needed, check.chance) == (("R-T1",), 8, "72%")
    (rally,) = prospect.rallies
    assert rally.needed == 8 and "+1 if Out Of Command" in rally.says
    assert "≤ 8" in player.see() and "poza jej zasięgiem" in player.see("", "pl")


@rule("NW-018", "NW-019")
def test_an_impulse_shows_its_rolls_with_rules() -> None:
    player = Player()
    units = player.game.state["units"]
    away = {name: units[name] | {"at": [7, 7]} for name in ("R-T1", "R-T2", "B-F1", "B-T1")}
    cup = player.game.state["cup"] | {"formations": ["Red column"], "end_turn": 0}
    player.set(units=units | away, cup=cup)
    player.order(order="draw")
    drawn = player.context()["drawn"]
    (check,) = drawn.checks
    assert len(check.dice) == 2 and check.passed is (sum(check.dice) <= drawn_morale(player))
    assert [chip.id for chip in check.rules] == ["NW-017", "NW-018", "NW-019"]
    assert f"against morale {drawn_morale(player)}" in player.see()


def drawn_morale(player: Player) -> int:
    (step,) = (each for each in player.game.steps.all() if len(each.events) > 2)
    (check,) = (event for event in step.events if event["event"] == "command_check")
    morale: int = check["morale"]
    return morale


@rule("NW-028", "NW-031", "NW-040")
def test_ways_are_typed_by_the_numbers_of_hexes() -> None:
    player = Player()
    player.impulse_of("Red column")
    assert "Type the way" in player.see("?unit=R-I1")
    fields = {"mover": "R-I1", "way": "0303 unload", "mate": "R-I2", "way-R-I2": "0303 0403"}
    assert player.say("move", **fields) == 302
    assert player.game.steps.get().order["member_legs"] == {
        "R-I1": [{"travel": [[1, 2]]}, {"unload": True}],
        "R-I2": [{"travel": [[1, 2], [2, 2]]}],
    }


@rule("NW-028")
def test_a_way_that_cannot_be_gone_comes_back_with_its_reasons() -> None:
    player = Player()
    player.impulse_of("Red column")
    answer = player.client.post(
        f"{player.url}say/",
        {"version": player.game.version, "say": "move", "mover": "R-I1", "way": "0909"},
    )
    assert answer.status_code == 422 and b"NW-034" in answer.content
    assert player.say("move", mover="R-I1", way="nowhere") == 302
    assert "The map has no hex “nowhere”." in player.see()
    assert player.say("move", way="0303") == 400
    assert player.say("dance") == 400
    assert not player.game.steps.exists()


@rule("NW-033", "NW-020")
def test_a_move_asks_who_fires_and_charts_answer() -> None:
    player = Player()
    player.impulse_of("Red column")
    player.say("move", mover="R-T2", way="0403 0503")
    assert player.game.acting == "blue"
    question = player.context()["question"]
    assert question.hex == "0403" and question.movers == ("R-T2",)
    assert [firer.away for firer in question.firers] == sorted(f.away for f in question.firers)
    assert "Not supplied by the source" in player.see()
    fire = {"firer": question.firers[0].unit, "target": "R-T2", "result": "reduced", "stops": "1"}
    assert player.say("answer", **fire) == 302
    unit = player.game.state["units"]["R-T2"]
    assert unit["reduced"] and unit["at"] == [2, 2] and player.game.state["under_way"] is None
    assert "goes no farther: the result stops it" in player.see()


@rule("NW-033")
def test_one_press_says_that_nobody_fires_on_a_whole_way() -> None:
    player = Player()
    player.impulse_of("Red column")
    player.say("move", mover="R-T2", way="0403 0503")
    now = player.context()["now"]
    assert player.order(**json.loads(now.step.order)) == 302
    assert player.game.state["units"]["R-T2"]["ops_complete"]


@rule("NW-033")
def test_a_person_says_what_a_commander_may_fire() -> None:
    player = Player(**{"seat-blue-commander": "greedy"})
    player.impulse_of("Red column")
    player.say("move", mover="R-T2", way="0403")
    context = player.context()
    assert context["question"] and context["table"].asks, "the person at the table has the charts"
    fire = {"firer": "B-F1", "target": "R-T2", "result": "disrupted"}
    assert player.say("answer", **fire) == 302
    assert player.game.state["units"]["R-T2"]["disrupted"]


@rule("NW-027", "NW-032")
def test_a_commander_waits_for_the_result_of_its_attack() -> None:
    player = Player(**{"seat-blue-commander": "greedy"})
    units = player.game.state["units"]
    player.set(units=units | {"R-T1": units["R-T1"] | {"at": [2, 4]}})
    player.impulse_of("Blue guard")
    assert player.step() == 302
    waiting = player.context()["waiting"]
    assert waiting.halts and waiting.units == ("R-T1",)
    page = player.client.get(player.url).content.decode()
    assert "data-bot=" not in page and "Go on" in page
    assert player.say("result", struck="R-T1", result="disrupted", source="chart 3") == 302
    assert player.game.state["units"]["R-T1"]["disrupted"]
    assert "as handed in (chart 3)" in player.see()
    assert player.order(order="end_stage") == 302
    assert player.game.state["stage"] == "impulse", "the rest is the commander's to order"
    assert player.step() == 302
    assert player.say("result", struck="R-T2", result="reduced", source="chart 4") == 302
    assert player.game.steps.last().player == "red"  # type: ignore[union-attr]


def test_between_two_commanders_nobody_is_waited_for() -> None:
    player = Player(**{"seat-blue-commander": "greedy", "seat-red-commander": "greedy"})
    for _ in range(12):
        assert player.step() == 302
        assert not player.context()["waiting"].halts


@rule("NW-009", "NW-014")
def test_a_lost_headquarters_is_put_back_beside_a_counter_of_ones_choice() -> None:
    player = Player()
    units = player.game.state["units"]
    lost = units["R-HQ1"] | {"at": None, "eliminated": True}
    player.set(units=units | {"R-HQ1": lost}, stage="administrative")
    (back,) = player.context()["returns"]
    assert back.hq == "R-HQ1" and next(unit for unit, _, _ in back.places) == "R-T1"
    assert player.order(**json.loads(back.places[1][2])) == 302
    assert player.game.state["units"]["R-HQ1"]["at"] == units["R-T2"]["at"]


@rule("NW-010")
def test_the_track_shows_who_keeps_a_marker_and_what_it_waits_for() -> None:
    player = Player()
    player.set(held={"red": 1, "blue": 0}, missed=["Red column"], turn=2)
    (keeper,) = player.context()["track"].keepers
    assert keeper.seat == "red" and [m.formation for m in keeper.missed] == ["Red column"]
    assert "keeps an end-of-turn marker, until these are drawn:" in player.see()


def test_a_way_that_is_refused_stays_in_its_form() -> None:
    player = Player()
    player.impulse_of("Red column")
    assert (
        'id="naw-type" data-keep-open>'
        in player.client.get(f"{player.url}?unit=R-T1").content.decode()
    )
    sent = {"version": player.game.version, "say": "move", "unit": "R-T1", "mover": "R-T1"}
    answer = player.client.post(f"{player.url}say/", sent | {"way": "1201"}).content.decode()
    assert "1201 is not next to 0202" in answer
    assert 'id="naw-type" data-keep-open open>' in answer and 'name="way" value="1201"' in answer


def test_who_was_to_go_along_stays_in_the_form_of_a_way_that_is_refused() -> None:
    player = Player()
    player.impulse_of("Red column")
    units = player.game.state["units"]
    here = {name: units[name] | {"at": units["R-I1"]["at"]} for name in ("R-T1", "R-T2")}
    player.set(units=units | here)
    sent = {"version": player.game.version, "say": "move", "unit": "R-I1", "mover": "R-I1"}
    mates = {"mate": ["R-T1", "R-I2"], "way-R-T1": "", "way-R-I2": "0303 0403", "way-R-T2": ""}
    answer = player.client.post(f"{player.url}say/", sent | mates | {"way": "1201"})
    assert answer.status_code == 422
    form = answer.content.decode()
    boxes = re.findall(r'name="mate" value="([^"]+)"( checked)?>', form)
    assert sorted(boxes) == [("R-I2", " checked"), ("R-T1", " checked"), ("R-T2", "")]
    ways = dict(re.findall(r'name="way-([^"]+)" value="([^"]*)"', form))
    assert ways == {"R-I2": "0303 0403", "R-T1": "", "R-T2": ""}


def test_victory_is_shown_and_never_judged() -> None:
    player = Player()
    assert "Whoever alone has units in the town hexes" in player.see()
    player.set(stage="over")
    Skirmish.objects.update(over=True)
    page = player.see()
    assert "The source says nothing of victory" in page and " wins" not in page
    assert "Compare the map with what the scenario says of victory." in page
    assert "The other side goes on." not in page
    assert "Wygrywa ten, kto" in player.see("", "pl")


def test_the_replay_tells_the_game_and_shows_its_counters() -> None:
    player = Player()
    player.order(order="draw")
    assert "drawn" in player.see("replay/?step=1")
    assert "naw-counter" in player.client.get(f"{player.url}replay/?step=0").content.decode()


def test_a_counter_shows_what_is_printed_on_it() -> None:
    player = Player()
    sheet = player.client.get(f"{player.url}?unit=R-HQ1").context["sheet"]
    printed = (sheet.printed.morale, sheet.printed.command_range, sheet.printed.leadership)
    assert printed == (8, 4, 2)
    page = player.see("?unit=R-I1")
    assert "8 / 3" in page and "machine gun" in page and "hard" in page


@rule("NW-028", "NW-001")
def test_ones_own_charts_and_reinforcements_are_typed() -> None:
    player = Player()
    player.set(turn=3)
    player.impulse_of("Red reserve")
    assert player.say("move", mover="R-I3", way="0101/2.5 0201 unload") == 302
    assert player.game.steps.get().order["legs"] == [
        {"enter": [0, 0], "cost": 2.5},
        {"travel": [[1, 0]]},
        {"unload": True},
    ]


def test_the_track_speaks_of_drawing_markers_not_pictures(client: Client) -> None:
    begun = {"start": "crossroads-at-the-lake"}
    url = client.post("/pl/skirmishes/nations-at-war/new/", begun)["Location"]
    page = client.get(url).content.decode()
    assert "Losowanie" in page and "Rysuj" not in page
