"""The first game: lessons are done by what happens at the table, and can be left."""

import json

import pytest
from django.test import Client

from armybuilder.adapters.skirmishes.lessons import lessons
from armybuilder.adapters.skirmishes.tables import table_of
from armybuilder.models import Skirmish
from armybuilder.selectors.skirmishes import all_events
from armybuilder.tests.test_skirmishes import END_STAGE

pytestmark = pytest.mark.usefixtures("catalogue")


def done() -> list[bool]:
    game = Skirmish.objects.get()
    return [lesson.done for lesson in lessons(table_of(game), all_events(skirmish=game))]


def test_the_lessons_follow_the_game_and_can_be_left(client: Client) -> None:
    client.post("/en/skirmishes/first/")
    game = Skirmish.objects.get()
    url = f"/en/skirmishes/{game.public_id}/"

    def act(action: str, order: object = None) -> None:
        sent = {"version": Skirmish.objects.get().version, "order": json.dumps(order)}
        assert client.post(f"{url}{action}/", sent).status_code == 302

    def answer() -> None:
        """Leave everything on, whoever is asked before dice fall."""
        while way := Skirmish.objects.get().state.get("under_way"):
            asked = way["question"]
            assert asked["to"] == "deactivate"
            if asked["player"] == "blue":
                act("step")
            else:
                act("order", {"order": "answer", "to": "deactivate", "unit": asked["unit"]})

    assert done() == [False] * 4
    act("order", {"order": "move", "unit": "R1", "legs": [{"travel": [[18, 11]]}]})
    assert done() == [True, False, False, False]
    act("order", {"order": "ranged", "unit": "R2", "targets": ["B1"]})
    answer()
    assert done()[:2] == [True, True]
    assert "Now push your" in client.get(url).content.decode()
    act("order", json.loads(END_STAGE))
    page = client.get(url).content.decode()
    assert 'aria-current="step"' in page
    client.post(f"{url}skip/")
    assert "Now push your" not in client.get(url).content.decode()
    assert Client().post(f"{url}skip/").status_code == 404
