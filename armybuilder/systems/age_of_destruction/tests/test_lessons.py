"""The first game: lessons are done by what happens at the table, and can be left."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import all_events
from armybuilder.systems.age_of_destruction.present.lessons import lessons
from armybuilder.systems.age_of_destruction.present.tables import table_of
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE
from rules import age_of_destruction as aod

pytestmark = [pytest.mark.usefixtures("catalogue")]


#: Words somebody reads before the first order.
FEW = 25


class Pupil:
    """Somebody who plays the first game."""

    def __init__(self, client: Client) -> None:
        self.client = client
        client.post("/en/skirmishes/age-of-destruction/first/")
        self.url = f"/en/skirmishes/age-of-destruction/{self.game.public_id}/"

    @property
    def game(self) -> Skirmish:
        """The game as it is kept now."""
        return Skirmish.objects.get()

    @property
    def done(self) -> list[bool]:
        """Which of the lessons are done."""
        game = self.game
        return [lesson.done for lesson in lessons(table_of(game), all_events(skirmish=game))]

    @property
    def page(self) -> str:
        """What the table shows."""
        return self.client.get(self.url).content.decode()

    def act(self, action: str, order: object = None) -> None:
        """Give an order, or let the bot act."""
        sent = {"version": self.game.version, "order": json.dumps(order)}
        assert self.client.post(f"{self.url}{action}/", sent).status_code == 302

    def order(self, **order: object) -> None:
        """Give an order, and wait until Red acts in peace or somebody has won."""
        self.act("order", order)
        for _ in range(100):
            game = self.game
            question = (game.state.get("under_way") or {}).get("question")
            if game.winner or (game.state["active"] == "red" and not question):
                return
            if question and question["player"] == "red":
                self.act("order", usual_answer(question))
            else:
                self.act("step")
        raise AssertionError("the game does not go on")


def usual_answer(question: dict[str, Any]) -> dict[str, object]:
    """To leave everything on, and everybody as they stand."""
    unit = question["options"][0] if question["to"] == "free_spin" else question["unit"]
    return {"order": "answer", "to": question["to"], "unit": unit}


def test_the_lessons_follow_the_game_to_its_end(client: Client) -> None:
    pupil = Pupil(client)
    assert pupil.done == [False] * 4
    pupil.order(order="move", unit="R1", legs=[{"travel": [[18, 11]]}])
    assert pupil.done == [True, False, False, False]
    pupil.order(order="ranged", unit="R2", targets=["B1"])
    assert pupil.done == [True, True, False, False]
    pupil.order(**json.loads(END_STAGE))
    assert "Now push your" in pupil.page
    x, y = pupil.game.state["units"]["R1"]["at"]
    pupil.order(order="move", unit="R1", legs=[{"travel": [[x - 1, y - 1]]}])
    assert pupil.done == [True, True, True, False]
    for _ in range(pupil.game.start["turn_limit"]):
        if not pupil.game.winner:
            pupil.order(**json.loads(END_STAGE))
    assert pupil.done == [True] * 4
    assert 'aria-current="step"' not in pupil.page and 'id="over"' in pupil.page


def test_what_the_lessons_name_is_on_the_table(client: Client) -> None:
    pupil = Pupil(client)
    words = " ".join(
        str(lesson.words)
        for lesson in lessons(table_of(pupil.game), all_events(skirmish=pupil.game))
    )
    figures = table_of(pupil.game).setup.figures
    assert set(re.findall(r"\b[RB]\d\b", words)) <= set(figures)
    assert figures["R1"].unit.name in words and figures["R1"].unit.is_mech
    assert f"turn {pupil.game.start['turn_limit']}" in words


def test_the_first_game_is_called_so_in_the_language_of_whoever_reads(client: Client) -> None:
    pupil = Pupil(client)
    assert "<title>First game" in pupil.page
    polish = client.get(pupil.url.replace("/en/", "/pl/")).content.decode()
    assert "<title>Pierwsza gra" in polish


def test_the_lessons_can_be_left(client: Client) -> None:
    pupil = Pupil(client)
    assert 'aria-current="step"' in pupil.page
    assert Client().post(f"{pupil.url}skip/").status_code == 404
    client.post(f"{pupil.url}skip/")
    assert 'aria-current="step"' not in pupil.page


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_figure_of_the_first_lesson_is_chosen_and_the_first_words_are_few(
    client: Client, language: str
) -> None:
    answer = client.post(f"/{language}/skirmishes/age-of-destruction/first/")
    page = client.get(answer["Location"]).content.decode()
    assert 'id="picked" data-unit="R1"' in page
    with override(language):
        words = str(lessons(table_of(Skirmish.objects.get()), [])[0].words)
    assert escape(words) in page
    assert len(words.split()) <= FEW


def test_a_first_attack_that_heats_does_not_pass_over_the_lesson_about_heat(client: Client) -> None:
    pupil = Pupil(client)
    pupil.order(order="move", unit="R1", legs=[{"travel": [[18, 10]]}])
    pupil.order(**json.loads(END_STAGE))
    pupil.order(order="ranged", unit="R1", targets=["B1"], weapon="secondary")
    assert pupil.game.state["units"]["R1"]["heat"] > 0
    assert pupil.done == [True, True, False, False]


@pytest.mark.parametrize(("kind", "done"), [("close", False), ("ranged", True)])
def test_only_a_shot_is_a_shot(client: Client, kind: str, done: bool) -> None:
    table = table_of(Pupil(client).game)
    moved, attacked = (
        aod.OrderGiven(order=aod.read_order({"order": "vent", "unit": unit}))
        for unit in ("R1", "R2")
    )
    step = aod.write_events(
        [moved, aod.Moved(unit="R1", at=(18.0, 12.0), path=((18.0, 12.0),), inches=2.0, rules=())]
    )
    rolled = aod.AttackRolled(unit="R2", kind=kind, total=9, attack=(), targets={}, rules=())
    steps = [step, aod.write_events([attacked, rolled])]
    assert [lesson.done for lesson in lessons(table, steps)] == [True, done, False, False]


def test_what_an_opponent_does_to_a_figure_ticks_nothing(client: Client) -> None:
    table = table_of(Pupil(client).game)
    theirs = aod.OrderGiven(order=aod.read_order({"order": "vent", "unit": "B1"}))
    own = aod.OrderGiven(order=aod.read_order({"order": "vent", "unit": "R1"}))
    moved = aod.Moved(unit="R1", at=(18.0, 12.0), path=((18.0, 12.0),), inches=2.0, rules=())
    for given, done in ((theirs, False), (own, True)):
        step = aod.write_events([given, moved])
        assert lessons(table, [step])[0].done is done
