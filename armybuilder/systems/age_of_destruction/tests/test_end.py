"""The end of a skirmish: its sums, its record, once more; and what is taken back on the way."""

import json
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.skirmishes import services
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.services import StaleVersion, let_commander_act
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import (
    END_STAGE,
    Player,
    signed_in,
)
from rules.__main__ import main as rules_command

pytestmark = pytest.mark.usefixtures("catalogue")


def with_bots(player: Player, *seats: str) -> None:
    """Have bots play some seats."""
    game = player.game
    for seat, who in game.seats.items():
        who["commander"] = "random" if seat in seats else ""
    game.save()


@pytest.fixture
def finished() -> Player:
    """A skirmish two bots have played for four turns."""
    player = Player()
    game = player.game
    game.start["turn_limit"] = 4
    game.save()
    with_bots(player, "red", "blue")
    for _ in range(400):
        if player.game.winner:
            return player
        player.step()
    raise AssertionError("the game does not end")


def test_the_result_adds_up_and_can_be_stepped_through(finished: Player) -> None:
    page = finished.client.get(finished.url).content.decode()
    assert "wins" in page and "battlefield held" in page and "What each figure did" in page
    last = finished.client.get(f"{finished.url}replay/").content.decode()
    first = finished.client.get(f"{finished.url}replay/?step=0").content.decode()
    assert f"Step {finished.game.steps.count()} of" in last and "The game is over" in last
    assert "not on the table yet" in first


@pytest.mark.parametrize(
    ("page", "whole", "part"), [("", 9, 9), ("replay/", 12, 9), ("replay/?step=20&unit=R1", 14, 11)]
)
def test_its_pages_ask_the_database_no_more_for_more_figures(
    finished: Player,
    page: str,
    whole: int,
    part: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    url = f"{finished.url}{page}"
    finished.client.get(url)
    with django_assert_max_num_queries(whole):
        finished.client.get(url)
    with django_assert_max_num_queries(part):
        finished.client.get(url, headers={"HX-Request": "true"})


def test_a_figure_looked_at_stays_while_the_game_is_stepped_through(finished: Player) -> None:
    url = f"{finished.url}replay/?step=20&unit=R1"
    page = finished.client.get(url).content.decode()
    assert "?step=21&amp;unit=R1" in page and "?step=20&amp;unit=B1" in page
    assert "dial-table" in page and "Give this order" not in page and "choice-list" not in page
    part = finished.client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part and "Step 20 of" in part
    assert "dial-table" not in part and "?step=20&amp;unit=R1&amp;dial=1" in part
    dial = finished.client.get(f"{url}&dial=1", headers={"HX-Request": "true"}).content.decode()
    assert "dial-table" in dial and "Step 20 of" not in dial


def test_a_step_shows_the_way_it_took(finished: Player) -> None:
    moved = next(
        step.number
        for step in finished.game.steps.all()
        if any(event["event"] == "moved" for event in step.events)
    )
    steps = list(finished.game.steps.values_list("number", flat=True))
    shown = steps.index(moved) + 1
    page = finished.client.get(f"{finished.url}replay/?step={shown}").content.decode()
    film = page.partition("data-replay-film")[2].partition("</script>")[0]
    assert '"kind": "move"' in film and f'data-version="{shown}"' in page


def test_the_record_is_played_again_by_the_rules(
    finished: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = finished.client.get(f"{finished.url}record/")
    assert "attachment" in answer["Content-Disposition"]
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    assert rules_command(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["identical"] is True


def test_a_rematch_swaps_the_groups_and_nothing_else(finished: Player) -> None:
    before = finished.game
    finished.client.post(f"{finished.url}rematch/")
    again = finished.game
    assert again.pk != before.pk and not again.winner
    figures = {
        seat: [unit["unit"] for unit in game.start["units"] if unit["owner"] == seat]
        for seat, game in (("red", before), ("blue", again))
    }
    assert figures["red"] == figures["blue"]
    assert all(unit["id"][0] == unit["owner"][0].upper() for unit in again.start["units"])
    assert again.start["pool"] == before.start["pool"]
    assert again.state["preparation"]
    assert again.title.split(" against ")[::-1] == before.title.split(" against ")


@pytest.mark.parametrize("page", ["replay/", "record/"])
def test_nothing_of_a_game_that_goes_on_is_given_away(page: str) -> None:
    player = Player()
    assert player.client.get(f"{player.url}{page}").status_code == 404


@pytest.mark.parametrize("page", ["replay/", "record/"])
def test_nobody_else_gets_the_record(finished: Player, page: str) -> None:
    for other in (Client(), signed_in("other@example.org")):
        assert other.get(f"{finished.url}{page}").status_code == 404
        assert other.post(f"{finished.url}rematch/").status_code == 404


def test_against_a_bot_an_order_is_taken_back_with_what_the_bot_did() -> None:
    player = Player()
    player.set_up()
    while player.game.state["active"] == "blue":
        player.step()
    before = player.game.state
    player.post("order", order=END_STAGE)
    while player.game.state["active"] == "red":
        before = player.game.state
        player.post("order", order=END_STAGE)
    player.step()
    if any(step.faces for step in player.game.steps.order_by("-number")[:1]):
        player.game.steps.update(faces=[])
    player.post("undo")
    assert player.game.state == before


def test_a_bot_agrees_to_take_back_no_dice() -> None:
    player = Player()
    player.set_up()
    while player.game.state["active"] == "blue":
        player.step()
    player.post("order", order=END_STAGE)
    player.game.steps.filter(number=player.game.steps.count()).update(faces=[6])
    version = player.game.version
    player.post("undo", agreed="1")
    assert player.game.version == version
    while player.game.state["active"] == "blue":
        player.step()
    assert "a bot does not agree" in player.client.get(player.url).content.decode()


def test_everything_of_a_person_is_placed_in_one_go() -> None:
    player = Player()
    if player.game.acting == "blue":
        player.post("step")
    player.post("set-up")
    page = player.client.get(player.url).content.decode()
    assert player.game.stage == "deployment"
    assert "Begin the battle" in page and "Place everything for me" not in page


def test_two_tabs_let_the_bot_act_once() -> None:
    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    game = player.game
    cache.add(f"thinking:{game.pk}", 1)
    with pytest.raises(StaleVersion):
        let_commander_act(skirmish=game, version=game.version)
    cache.clear()
    version = game.version
    assert [player.post("step", version=version) for _ in range(2)] == [302, 302]
    assert player.game.version == version + 1


def test_a_game_deleted_while_the_bot_thinks_is_not_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player()
    with_bots(player, "red", "blue")
    version, url = player.game.version, player.url
    think = services.commanded

    def delete_meanwhile(*asked: object) -> object:
        Skirmish.objects.all().delete()
        return think(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "commanded", delete_meanwhile)
    assert player.client.post(f"{url}step/", {"version": version}).status_code == 404
    assert not Skirmish.objects.exists()
