"""Skirmishes on the site: whose they are, and that nothing but the rules decides what happens."""

import json
import re

import pytest
from django.test import Client

from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.usefixtures("catalogue")

HERE = "/en/skirmishes/age-of-destruction/"
END_STAGE = '{"order":"end_stage"}'


def signed_in(email: str) -> Client:
    client = Client()
    client.force_login(
        User.objects.create_user(email, "long pass"),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )
    return client


class Player:
    """Somebody at a table, by a client of the site."""

    def __init__(self, client: Client | None = None, against: str = "random") -> None:
        self.client = client or Client()
        self.client.post(f"{HERE}quick/", {"total": 300, "against": against, "by_hand": "1"})
        self.url = f"{HERE}{self.game.public_id}/"

    @property
    def game(self) -> Skirmish:
        """The skirmish played last."""
        return Skirmish.objects.latest("pk")

    def post(self, action: str, **fields: object) -> int:
        """The status of an answer to something posted."""
        sent = {"version": self.game.version} | fields
        return self.client.post(f"{self.url}{action}/", sent).status_code

    def step(self) -> int:
        """Let whoever acts be played by lot: a bot, or in the set-up the person too."""
        return self.post("step", **{"stand-in": "1"})

    def set_up(self) -> None:
        """Lay terrain and deploy until the first turn begins."""
        for _ in range(40):
            if not self.game.state.get("preparation"):
                return
            before = self.game.version
            self.step()
            if self.game.version == before:
                self.post("order", order=END_STAGE)
        raise AssertionError("the set-up does not end")


def test_a_quick_skirmish_is_set_up_and_played_against_the_bot() -> None:
    player = Player()
    player.set_up()
    for _ in range(60):
        game = player.game
        if game.winner or game.state["turn"] > 3:
            break
        if game.state["active"] == "red" and not game.state.get("under_way"):
            assert player.post("order", order=END_STAGE) == 302
        else:
            assert player.step() == 302
    assert player.game.state["turn"] > 3
    page = player.client.get(player.url).content.decode()
    assert "Blue ends the turn" in page


@pytest.mark.parametrize("who", ["guest", "member"])
def test_nobody_else_finds_the_game(who: str) -> None:
    player = Player()
    other = Client() if who == "guest" else signed_in("other@example.org")
    for page in ("", "plan/?unit=R1", "log/"):
        assert player.client.get(player.url + page).status_code == 200
        assert other.get(player.url + page).status_code == 404
    for action in ("order", "step", "undo", "set-up", "pace", "skip", "rematch", "delete"):
        sent = {"version": player.game.version, "order": END_STAGE}
        assert other.post(f"{player.url}{action}/", sent).status_code == 404
    assert player.game.version == 2


def test_what_a_visitor_plays_comes_along_when_they_sign_in() -> None:
    player = Player()
    member = User.objects.create_user("new@example.org", "a long password")
    player.client.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert player.game.owner == member
    assert player.client.get(player.url).status_code == 200


def test_an_order_for_the_bots_side_is_not_taken() -> None:
    player = Player()
    player.set_up()
    while player.game.state["active"] == "red":
        player.post("order", order=END_STAGE)
    before = player.game.version
    player.post("order", order=END_STAGE)
    assert player.game.version == before


def test_nobody_agrees_for_the_bot_to_end_the_game() -> None:
    player = Player()
    player.set_up()
    while player.game.state["active"] == "blue":
        player.step()
    before = player.game.version
    for forged in ('{"order":"end_game","player":"blue"}', '{"order":"withdraw","player":"blue"}'):
        player.post("order", order=forged)
    assert player.game.version == before
    assert player.post("order", order='{"order":"end_game","player":"nobody"}') == 422
    player.post("order", order='{"order":"end_game","player":"red"}')
    assert player.game.version == before + 1 and not player.game.winner


def test_a_state_sent_along_is_not_read() -> None:
    player = Player(against="")
    player.set_up()
    before = player.game.state
    forged = json.dumps(before | {"stage": "over", "winner": "red"})
    player.post("order", order="{}", state=forged, winner="red", dice="1")
    assert player.game.state == before and not player.game.winner


def test_a_refused_order_comes_back_with_its_reasons() -> None:
    player = Player(against="")
    player.set_up()
    enemy = "B1" if player.game.state["active"] == "red" else "R1"
    forged = json.dumps({"order": "move", "unit": enemy, "legs": [{"travel": [[18, 18]]}]})
    before = player.game.version
    answer = player.client.post(f"{player.url}order/", {"version": before, "order": forged})
    assert answer.status_code == 422
    assert "does not belong to the active player" in answer.content.decode()
    assert player.game.version == before


@pytest.mark.parametrize(
    "order", ["", "{", "[]", '{"order":"win"}', '{"order":"move","unit":7}', "x" * 30_000]
)
def test_what_is_no_order_is_a_bad_request(order: str) -> None:
    assert Player().post("order", order=order) == 400


def test_a_request_that_comes_twice_changes_nothing() -> None:
    player = Player(against="")
    player.set_up()
    version = player.game.version
    for _ in range(2):
        player.post("order", order=END_STAGE, version=version)
    assert player.game.version == version + 1


def test_dice_are_told_to_nobody() -> None:
    player = Player()
    player.set_up()
    for page in ("", "plan/?unit=R1&do=move", "log/"):
        assert player.game.dice not in player.client.get(player.url + page).content.decode()


def test_conditions_nobody_has_revealed_are_not_shown() -> None:
    player = Player()
    game = player.game
    game.state["preparation"]["conditions"] = ["AOD-PC-005"]
    game.save()
    page = player.client.get(player.url).content.decode()
    assert "AOD-PC-005" not in page and "Storm" not in page


def test_an_order_without_dice_is_taken_back_and_one_with_dice_only_by_consent() -> None:
    player = Player(against="")
    player.set_up()
    before = player.game.state
    player.post("order", order=END_STAGE)
    player.post("undo")
    assert player.game.state == before
    player.post("order", order=END_STAGE)
    player.game.steps.filter(number=player.game.steps.count()).update(faces=[3])
    version = player.game.version
    player.post("undo")
    assert player.game.version == version
    player.post("undo", agreed="1")
    assert player.game.version == version + 1


def test_a_plan_measures_and_promises_without_changing_anything() -> None:
    player = Player(against="")
    player.set_up()
    mine = "R" if player.game.state["active"] == "red" else "B"
    theirs = "B" if mine == "R" else "R"
    version = player.game.version
    asked = f"{player.url}plan/?unit={mine}1&do=move&toward={theirs}1"
    plan = player.client.get(asked).content.decode()
    assert re.search(r"inches</strong>", plan)
    assert "Give this order" in plan
    assert player.game.version == version


@pytest.mark.parametrize(
    "query", ["do=move&path=x", "do=move&face=north", "order={", "do=move&path=" + "1,1 " * 300]
)
def test_a_plan_that_cannot_be_read_says_so(query: str) -> None:
    player = Player(against="")
    player.set_up()
    mine = "R1" if player.game.state["active"] == "red" else "B1"
    answer = player.client.get(f"{player.url}plan/?unit={mine}&{query}")
    assert answer.status_code == 200
    assert "problem-line" in answer.content.decode()


def test_planetary_conditions_are_named_and_open_what_they_do() -> None:
    player = Player(against="")
    player.set_up()
    assert "Planetary conditions" not in player.client.get(player.url).content.decode()
    game = player.game
    game.state = {**game.state, "conditions": ["AOD-PC-007"]}
    game.save()
    shown = " ".join(player.client.get(player.url).content.decode().split())
    card = '<a href="/en/catalogue/cards/AOD-PC-007/" data-drawer>Mountain Range</a>'
    assert f"Planetary conditions: {card}" in shown
