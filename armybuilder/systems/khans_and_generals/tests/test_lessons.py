"""The first battle: lessons are done by what happens at the table, whichever comes first."""

import json

import pytest
from django.test import Client
from django.utils.translation import override

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import all_events
from armybuilder.systems.khans_and_generals.present.lessons import lessons, teaches

pytestmark = pytest.mark.django_db

ROUSE = {"order": "rouse", "unit": "r1", "target": "r3"}
SHOOT = {"order": "ranged", "unit": "r2", "target": "b3"}
TO_THE_LEFT = {"order": "move", "unit": "r1", "legs": [{"travel": [[36, 18]]}]}
CHARGE = {
    "order": "charge",
    "unit": "r5",
    "target": "b2",
    "legs": [{"rotate": 3.57}, {"travel": [[27.594, 52.273]]}],
}


class Pupil:
    """Somebody who plays the first battle."""

    def __init__(self, client: Client) -> None:
        self.client = client
        client.post("/en/skirmishes/khans-and-generals/first/")

    @property
    def battle(self) -> Skirmish:
        """The battle as it is kept now."""
        return Skirmish.objects.get()

    @property
    def done(self) -> list[bool]:
        """Which of the lessons are done."""
        return [lesson.done for lesson in lessons(all_events(skirmish=self.battle))]

    def order(self, order: object) -> int:
        """The status of the answer to an order."""
        sent = {"version": self.battle.version, "order": json.dumps(order)}
        url = f"/en/skirmishes/khans-and-generals/{self.battle.public_id}/order/"
        return self.client.post(url, sent).status_code


def test_each_lesson_is_done_by_what_it_asks_for(client: Client) -> None:
    pupil = Pupil(client)
    assert teaches(pupil.battle.seats)
    assert pupil.done == [False] * 5
    for number, order in enumerate((ROUSE, SHOOT, TO_THE_LEFT, CHARGE), start=1):
        assert pupil.order(order) == 302
        assert pupil.done == [True] * number + [False] * (5 - number)


def test_the_table_shows_what_is_to_be_learnt(client: Client) -> None:
    pupil = Pupil(client)
    url = f"/skirmishes/khans-and-generals/{pupil.battle.public_id}/"
    assert 'aria-current="step"' in client.get(f"/en{url}").content.decode()
    assert "<title>First battle" in client.get(f"/en{url}").content.decode()
    assert "<title>Pierwsza bitwa" in client.get(f"/pl{url}").content.decode()
    ready = {"ready": "early-sunken-lane", "against": "random"}
    other = client.post("/en/skirmishes/khans-and-generals/new/", ready)["Location"]
    assert 'id="lessons"' not in client.get(other).content.decode()


def test_who_cannot_be_reached_cannot_charge(client: Client) -> None:
    pupil = Pupil(client)
    assert pupil.order(CHARGE) == 422
    assert pupil.order(TO_THE_LEFT) == 302
    assert pupil.order(CHARGE) == 302


def test_lessons_may_be_done_in_any_order(client: Client) -> None:
    pupil = Pupil(client)
    assert pupil.order(SHOOT) == 302
    shown = lessons(all_events(skirmish=pupil.battle))
    assert pupil.done == [False, True, False, False, False]
    assert [lesson.current for lesson in shown] == [True, False, False, False, False]


def test_all_is_learnt_once_the_battle_is_over(client: Client) -> None:
    pupil = Pupil(client)
    assert pupil.order({"order": "withdraw", "player": "red"}) == 302
    assert all(pupil.done)


def test_every_lesson_has_its_rules_and_words_in_both_languages() -> None:
    said = {}
    for language in ("en", "pl"):
        with override(language):
            said[language] = [
                (str(each.title), str(each.words), [rule.id for rule in each.rules])
                for each in lessons([])
            ]
    for english, polish in zip(said["en"], said["pl"], strict=True):
        assert english[2] == polish[2] != []
        assert english[1] != polish[1]
