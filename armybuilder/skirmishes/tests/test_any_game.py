"""A game of any system is begun, seen, played, taken back, put away and watched again, on pages
that know none."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish
from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES, START

WITH_OPENINGS = ("squares", "khans-and-generals", "nations-at-war", "warzone")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second system, of which no file of the site knows."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


class Visitor:
    """Somebody who plays a game of a system, its first start, by what the pages offer."""

    def __init__(self, system: str, **seats: str) -> None:
        self.client = Client()
        page = self.client.get(f"/en/skirmishes/{system}/new/")
        if "chosen" in page.context:
            sent = {"start": page.context["chosen"].name, **seats}
        elif "scenarios" in page.context:
            sent = {"start": page.context["scenarios"][0].name, **seats}
        else:
            start = page.context["ready"][0].name
            sent = {"ready": start, "against": seats.get("seat-blue-commander", "")}
            sent |= {"watch": "1"} if seats.get("seat-red-commander") else {}
        answer = self.client.post(f"/en/skirmishes/{system}/new/", sent)
        self.url = answer["Location"]

    @property
    def game(self) -> Skirmish:
        """The game as it is kept now."""
        return Skirmish.objects.get()

    def see(self, query: str = "", language: str = "en") -> str:
        """The table as it is read."""
        answer = self.client.get(self.url.replace("/en/", f"/{language}/") + query)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def offered(self, query: str = "") -> list[str]:
        """The orders that a table offers to give."""
        return re.findall(r'name="order" value="(.*?)">', self.see(query).replace("\n", " "))

    def post(self, action: str, **fields: object) -> int:
        """The status of an answer to something posted."""
        sent = {"version": self.game.version} | fields
        return self.client.post(f"{self.url}{action}/", sent).status_code

    def anything(self) -> str:
        """An order to one of the first pieces that have one, or to none; rather not one that
        ends something."""
        context = self.client.get(self.url).context
        last = {kind: rank for rank, kind in enumerate(context["game"].play.endings)}
        queries = [f"?unit={row.id}" for row in context["board"].rows if row.acts]
        offered = [order for query in (*queries[:3], "") for order in self.offered(query)]
        return min(offered, key=lambda order: last.get(json.loads(order)["order"], -1))


def test_a_race_is_run_to_its_end() -> None:
    player = Visitor("squares", **{"seat-red-name": "Ann", "seat-blue-commander": "random"})
    assert "Your turn" in player.see() and "Ann" in player.see() and "A sprint" in player.see()
    assert player.post("order", order='{"order":"run","player":"red"}') == 302
    assert player.game.acting == "blue" and player.game.turn == 2
    assert "easy bot (by lot)" in player.see()
    assert player.post("order", order='{"order":"run","player":"blue"}') == 302, "the bot's own"
    assert player.game.turn == 2
    while not player.game.over:
        acting = player.game.acting
        if acting == "blue":
            assert player.post("step") == 302
        else:
            assert player.post("order", order='{"order":"run","player":"red"}') == 302

    game = player.game
    page = player.see()
    assert ("Ann wins" if game.winner == "red" else "Blue wins") in page
    assert player.client.get(f"{player.url}record/").json()["ruleset"] == "squares@1"
    assert player.post("rematch") == 302
    assert Skirmish.objects.filter(over=False, turn=1, system="squares").count() == 1


def test_reasons_stand_where_an_order_is_refused() -> None:
    player = Visitor("squares")
    forged = '{"order":"walk","player":"blue"}'
    answer = player.client.post(f"{player.url}order/", {"version": 1, "order": forged})
    assert answer.status_code == 422
    assert "blue must wait." in answer.content.decode() and "SQ-001" in answer.content.decode()
    assert "blue musi poczekać." in player.see("?kind=walk&f-player=blue", "pl")
    assert player.post("order", order="{}") == 400
    assert player.game.steps.count() == 0


def test_an_order_is_filled_in_looked_at_and_given() -> None:
    player = Visitor("squares")
    form = player.see("?kind=run")
    assert 'name="f-player"' in form and "Give this order" not in form
    part = player.client.get(f"{player.url}plan/?kind=run&f-player=red").content.decode()
    (order,) = re.findall(r'name="order" value="(.*?)">', unescape(part))
    assert json.loads(order) == {"order": "run", "player": "red"}
    assert player.post("order", order=order) == 302
    assert player.game.steps.get().order == json.loads(order)


def test_an_order_without_dice_is_taken_back_and_one_with_dice_when_the_other_agrees() -> None:
    player = Visitor("squares")
    before = player.game
    player.post("order", order='{"order":"walk","player":"red"}')
    assert player.post("undo") == 302
    now = player.game
    assert (now.state, now.acting, now.turn) == (before.state, before.acting, before.turn)
    player.post("order", order='{"order":"run","player":"red"}')
    player.post("undo")
    assert player.game.steps.count() == 1
    player.post("undo", agreed="1")
    assert player.game.steps.count() == 0 and player.game.state == before.state


@pytest.mark.parametrize("system", WITH_OPENINGS)
def test_a_ready_made_game_is_played_order_by_order(system: str) -> None:
    player = Visitor(system)
    states = [player.game.state]
    for _ in range(6):
        assert player.post("order", order=player.anything()) == 302
        states.append(player.game.state)
    assert player.game.steps.count() == 6
    for language in ("en", "pl"):
        page = player.see("", language)
        board = player.client.get(player.url.replace("/en/", f"/{language}/")).context["board"]
        assert all(row.name in page and row.place in page for row in board.rows)
        assert all(note in page for note in board.notes)
    replay = player.client.get(f"{player.url}replay/?step=3")
    assert replay.status_code == 200 and len(replay.context["lines"]) == 3
    assert player.client.get(f"{player.url}log/").status_code == 200
    record = player.client.get(f"{player.url}record/").json()
    assert record["system"] == system and len(record["orders"]) == 6
    player.game.steps.update(faces=[])
    player.post("undo")
    assert player.game.state == states[5]


@pytest.mark.parametrize("system", WITH_OPENINGS)
def test_every_form_can_be_opened_for_every_piece(system: str) -> None:
    player = Visitor(system)
    context = player.client.get(player.url).context
    piece = context["board"].rows[0].id
    assert context["forms"]
    for kind, title in context["forms"]:
        part = player.client.get(f"{player.url}plan/?kind={kind}&f-unit={piece}")
        assert part.status_code == 200 and title in unescape(part.content.decode())
    assert player.client.get(f"{player.url}plan/?kind=nonsense").status_code == 200


@pytest.mark.parametrize("system", ("squares", "khans-and-generals", "nations-at-war"))
def test_a_bot_plays_for_whom_it_commands(system: str) -> None:
    player = Visitor(system, **{"seat-red-commander": "random", "seat-blue-commander": "random"})
    for _ in range(3):
        assert player.post("step") == 302
    assert player.game.steps.count() == 3


@pytest.mark.usefixtures("catalogue")
def test_games_of_several_systems_stand_in_one_list_and_open_by_their_old_addresses(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    player = Visitor("squares")
    player.client.get("/en/skirmishes/")  # The catalogue is read once.
    with django_assert_max_num_queries(8):
        page = player.client.get("/en/skirmishes/").content.decode()
    assert "A sprint" in page and "Warzone" in page
    old = player.client.get(f"/en/skirmishes/{player.game.public_id}/")
    assert old["Location"] == player.url
    other = player.url.replace("squares", "warzone")
    assert player.client.get(other).status_code == 404
    player.client.post(f"{player.url}delete/")
    assert not Skirmish.objects.exists()


def test_a_game_belongs_to_who_began_it_and_a_system_without_starts_has_none() -> None:
    player = Visitor("squares")
    assert Client().get(player.url).status_code == 404
    assert Client().get("/en/skirmishes/chess/new/").status_code == 404


# --- For programs ---------------------------------------------------------------------------


@pytest.fixture
def program(member: User) -> Client:
    token = create_token(member=member, name="bot", days=30, may_write=True)
    return Client(headers={"authorization": f"Bearer {token}"})


def sent(client: Client, path: str, body: object = None, version: object = "*") -> Any:
    headers = {"if-match": f'"{version}"' if version != "*" else "*"}
    return client.post(f"/api/v1/skirmishes/{path}", body, "application/json", headers=headers)


def test_a_program_begins_orders_lets_bots_act_takes_back_and_reads_the_record(
    program: Client,
) -> None:
    begun = sent(program, "", {"start": START, "title": "Race", "commanders": {"blue": "random"}})
    assert begun.status_code == 201 and begun.json()["system"] == "squares"
    one = f"{begun.json()['id']}/"
    legal = program.get(f"/api/v1/skirmishes/{one}orders/").json()
    assert legal["acting"] == "red" and {"order": "walk", "player": "red"} in legal["orders"]
    assert sent(program, f"{one}orders/", legal["orders"][0], version=7).status_code == 412
    assert sent(program, f"{one}step/").status_code == 409
    walked = sent(program, f"{one}orders/", {"order": "walk", "player": "red"}, version=1)
    assert (walked.status_code, walked["ETag"]) == (200, '"2"')
    assert sent(program, f"{one}orders/", {"order": "walk", "player": "red"}).status_code == 409
    assert sent(program, f"{one}undo/", {}).json()["turn"] == 1
    assert program.get(f"/api/v1/skirmishes/{one}record/").status_code == 404
    while not (now := program.get(f"/api/v1/skirmishes/{one}").json())["over"]:
        if now["acting"] == "red":
            run = {"order": "run", "player": "red"}
            assert sent(program, f"{one}orders/", run).status_code == 200
        else:
            assert sent(program, f"{one}step/").status_code == 200
    record = program.get(f"/api/v1/skirmishes/{one}record/").json()
    assert SQUARES.edition({}).play.replay(record, "en")["identical"]
    assert program.get("/api/v1/skirmishes/").json()["total"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {"start": {"system": "chess"}},
        {"start": START | {"players": "nobody"}},
        {"start": START, "commanders": {"blue": "nobody"}},
        {"start": START, "commanders": {"green": "random"}},
        {"start": START, "more": 1},
        [],
    ],
)
def test_what_is_no_start_is_refused(program: Client, body: object) -> None:
    answer = sent(program, "", body)
    assert answer.status_code == 422 and answer.json()["problems"]
