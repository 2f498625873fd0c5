"""What one side hides is told to nobody who only plays another: on the board, by hands, in the log,
in the record."""

from html import unescape

import msgspec
import pytest

from armybuilder.skirmishes.tests.test_any_game import Visitor
from rules import GAME_SYSTEMS, Picture
from rules.tests.squares import SQUARES, Track

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race in which Blue runs in the dark."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)
    whole = Track.picture

    def dark(track: Track, language: str) -> Picture:
        picture = whole(track, language)
        pieces = tuple(
            msgspec.structs.replace(piece, secret=piece.id == "blue") for piece in picture.pieces
        )
        return msgspec.structs.replace(picture, pieces=pieces)

    monkeypatch.setattr(Track, "picture", dark)


def statuses(player: Visitor, unit: str) -> list[int]:
    """The answers to all that asks about a piece."""
    asked = ("hands/?", "way/?to=3,1&", "glance/?", f"menu/?target={unit}&")
    urls = (f"{player.url}{each}unit={unit}" for each in asked)
    return [player.client.get(url).status_code for url in urls]


def test_a_hidden_piece_of_a_bot_is_told_nowhere() -> None:
    player = Visitor("squares", **{"seat-blue-commander": "random"})
    player.post("order", order='{"order":"walk","player":"red"}')
    player.post("step")
    page = player.see("?unit=blue")
    assert 'data-unit="red"' in page and 'data-unit="blue"' not in page
    assert 'data-choose="blue"' not in page and 'id="chosen"' not in page
    assert statuses(player, "blue") == [400, 400, 404, 404]
    assert statuses(player, "red") == [200, 200, 200, 200]
    reach = player.client.get(f"{player.url}hands/", {"unit": "red"}).json()
    assert reach["targets"] == [] and reach["companions"] == []
    log = unescape(player.client.get(f"{player.url}log/").content.decode())
    assert "An order in secret" in log and "for blue" not in log and "for red" in log
    assert player.client.get(f"{player.url}record/").status_code == 404
    assert player.client.get(f"{player.url}replay/").status_code == 404


def test_people_on_both_sides_of_one_screen_see_everything() -> None:
    player = Visitor("squares")
    assert 'data-unit="blue"' in player.see()
    assert player.client.get(f"{player.url}record/").status_code == 200


def test_everything_is_seen_once_the_game_is_over() -> None:
    player = Visitor("squares", **{"seat-blue-commander": "random"})
    while not player.game.over:
        if player.game.acting == "red":
            player.post("order", order='{"order":"run","player":"red"}')
        else:
            player.post("step")
    assert 'data-unit="blue"' in player.see()
    assert player.client.get(f"{player.url}record/").status_code == 200
    assert player.client.get(f"{player.url}replay/?step=1").status_code == 200
