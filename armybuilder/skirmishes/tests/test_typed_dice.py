"""People throw dice at their own table and type what they show, face by face, in any game."""

import json
import re
from html import unescape
from typing import Any

import pytest

from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.services import give_order, let_commander_act
from armybuilder.skirmishes.tests.test_any_game import Visitor
from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES

RUN = '{"order":"run","player":"red"}'

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second system, of which no file of the site knows."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


def posted(player: Visitor, action: str = "order", **fields: object) -> Any:
    """The answer to something posted, as htmx asks for it."""
    sent = {"version": player.game.version} | fields
    return player.client.post(f"{player.url}{action}/", sent, headers={"hx-request": "true"})


def last() -> SkirmishStep:
    return SkirmishStep.objects.latest("number")


def test_an_order_is_carried_out_with_the_face_that_was_typed() -> None:
    player = Visitor("squares")
    memory = player.game.dice
    assert player.post("dice", dice="mine") == 302
    asked = posted(player, order=RUN)
    page = unescape(asked.content.decode())
    assert asked["HX-Retarget"] == "#dice" and "d6" in page and "Run: for red" in page
    assert re.findall(r'name="face" value="(\d)"', page) == list("123456")
    assert player.game.steps.count() == 0, "nothing has happened yet"
    done = posted(player, order=RUN, face="5")
    assert "HX-Retarget" not in done
    assert last().faces == [5] and player.game.state["at"]["red"] == 5
    assert player.game.dice == memory, "the site has thrown nothing"
    record = player.client.get(f"{player.url}record/").json()
    assert SQUARES.edition({}).play.replay(record, "en")["identical"]


def test_a_face_no_die_has_is_refused_and_one_too_many_too() -> None:
    player = Visitor("squares")
    player.post("dice", dice="mine")
    assert "d6 has no 7" in posted(player, order=RUN, face="7").content.decode()
    assert "Only numbers" in posted(player, order=RUN, typed="five").content.decode()
    assert "not thrown" in posted(player, order=RUN, typed="5, 3").content.decode()
    assert player.game.steps.count() == 0
    assert posted(player, order='{"order":"run","player":"blue"}', face="3").status_code == 422
    with pytest.raises(OrderUnreadable):
        give_order(skirmish=player.game, version=1, order=json.loads(RUN), faces=(1, 2))
    assert player.game.steps.count() == 0


def test_a_die_is_taken_back_before_the_order_is_given() -> None:
    player = Visitor("squares")
    player.post("dice", dice="mine")
    back = posted(player, order=RUN, faces="3", back="1").content.decode()
    assert 'name="faces" value=""' in back and player.game.steps.count() == 0


def test_a_marker_is_drawn_by_its_name() -> None:
    player = Visitor("nations-at-war")
    player.post("dice", dice="mine")
    asked = unescape(posted(player, order='{"order":"draw"}').content.decode())
    assert "marker from the cup" in asked and "Blue guard" in asked
    pressed = re.search(r'value="(\d+)">Blue guard<', asked)
    assert pressed is not None
    posted(player, order='{"order":"draw"}', face=pressed[1])
    assert last().events[0]["marker"] == "Blue guard" and last().faces == []


def test_without_scripts_a_page_asks() -> None:
    player = Visitor("squares")
    player.post("dice", dice="mine")
    sent = {"version": 1, "order": RUN}
    page = player.client.post(f"{player.url}order/", sent).content.decode()
    assert "<h1>" in page and 'name="face"' in page
    answer = player.client.post(f"{player.url}order/", sent | {"face": "2"})
    assert answer.status_code == 302 and last().faces == [2]


def test_the_choice_is_kept_for_one_game_and_visitor() -> None:
    player = Visitor("squares")
    assert player.post("dice", dice="nonsense") == 400
    player.post("dice", dice="mine")
    assert 'value="mine" selected' in player.see()
    player.post("dice", dice="site")
    assert player.post("order", order=RUN) == 302 and len(last().faces) == 1


def test_a_bot_throws_its_own_dice_unless_people_type_those_too() -> None:
    player = Visitor("squares", **{"seat-blue-commander": "random"})
    player.post("dice", dice="mine")
    posted(player, order=RUN, face="1")
    posted(player, "step")
    assert last().player == "blue"
    player.post("dice", dice="all")
    while True:
        posted(player, order=RUN, face="1")
        asked = unescape(posted(player, "step").content.decode())
        if "data-asks" in asked:
            break
        assert not player.game.over, "a bot that runs by lot ran at last"
    thought = re.search(r'name="thought" value="(.*?)"', asked)
    assert thought is not None
    before = player.game.state["at"]["blue"]
    posted(player, "step", thought=thought[1], face="6")
    assert player.game.acting == "red" and last().order["order"] == "run"
    assert last().faces == [6] and player.game.state["at"]["blue"] == before + 6
    stale = {"version": player.game.version - 1, "thought": thought[1]}
    answer = posted(player, "step", **stale)
    assert answer.status_code == 200 and "data-asks" not in answer.content.decode()


def test_what_was_typed_for_another_order_is_forgotten() -> None:
    player = Visitor("squares", **{"seat-red-commander": "random"})
    player.post("dice", dice="all")
    posted(player, "step", thought="forged", face="6")
    assert not player.game.steps.exclude(faces=[]).exists()


def test_faces_are_not_for_an_order_that_throws_none() -> None:
    player = Visitor("squares", **{"seat-red-commander": "random"})
    with pytest.raises(OrderUnreadable):
        let_commander_act(
            skirmish=Skirmish.objects.get(),
            version=1,
            order={"order": "walk", "player": "red"},
            faces=(1,),
        )
    assert player.game.steps.count() == 0
