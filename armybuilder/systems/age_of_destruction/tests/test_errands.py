"""Bots that think on the device of whoever plays against them: the site hands out the errand, and
judges what comes back as any order."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import game_of
from armybuilder.skirmishes.seats.services import invite, withdraw
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, HERE, Player
from collection.catalogue.game import catalogue
from rules import age_of_destruction as aod

pytestmark = pytest.mark.usefixtures("catalogue")


def playing(against: str = "greedy") -> Player:
    """Somebody whose bot is to act, everything placed."""
    player = Player.__new__(Player)
    player.client = Client()
    player.client.post(f"{HERE}quick/", {"total": 300, "against": against})
    player.url = f"{HERE}{player.game.public_id}/"
    turn_of_the_bot(player)
    return player


def turn_of_the_bot(player: Player) -> None:
    for _ in range(40):
        if game_of(player.game).commander:
            return
        player.post("order", order=END_STAGE)
    raise AssertionError("the bot never acts")


def handed(player: Player, known: str = "") -> Any:
    return player.client.get(f"{player.url}errand/", {"known": known})


def thought(player: Player, **change: Any) -> dict[str, str]:
    """What a device sends for the present errand."""
    found = aod.Errands(catalogue()).run(handed(player).content)
    return {"order": found.order, "fingerprint": found.fingerprint} | change


def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on every bot of the site ends its turn without a thought; who was asked to is
    told."""
    asked: list[str] = []

    def commanded(game: Any, lot: int) -> Any:
        asked.append(game.commander)
        return json.loads(END_STAGE)

    monkeypatch.setattr("armybuilder.skirmishes.services.commanded", commanded)
    return asked


@pytest.mark.parametrize("against", aod.COMMANDERS)
def test_the_order_of_a_device_is_the_one_the_site_would_find(against: str) -> None:
    player = playing(against)
    errand = handed(player).content
    found = aod.Errands(catalogue()).run(errand)

    ordered = game_of(player.game).match.ordered(against, json.loads(errand)["lot"])
    assert json.loads(found.order) == json.loads(json.dumps(ordered))


def test_a_bot_that_thought_elsewhere_costs_the_site_no_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = playing()
    asked = nobody_thinks(monkeypatch)
    sent = thought(player)
    steps, seat = player.game.steps.count(), player.game.acting

    assert player.post("step", **sent) == 302

    last = player.game.steps.last()
    assert player.game.steps.count() == steps + 1 and last is not None
    assert last.player == seat and last.order == json.loads(sent["order"])
    assert asked == []


def test_the_beginning_is_handed_out_once_and_the_dice_never() -> None:
    player = playing()
    whole = json.loads(handed(player).content)
    rest = json.loads(handed(player, whole["of"]).content)

    assert whole["beginning"]["records"] and rest["beginning"] is None
    game, told = player.game, json.dumps(whole)
    assert str(game.seed) not in told and game.dice not in told


#: What no device may bring about, by what it sends instead of a thought.
NO_THOUGHTS = (
    {"order": "no order"},
    {"order": "[]"},
    {"order": "[" * 19_000},
    {"order": '{"order":"move","unit":"nobody","legs":[]}'},
    {"order": '{"order":"time_up","minutes":1}'},
    {"order": '{"order":"withdraw","player":"red"}'},
    {"fingerprint": "0" * 16},
    {"fingerprint": ""},
)


def test_the_sites_own_bot_takes_over_for_what_cannot_be_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = playing()
    asked = nobody_thinks(monkeypatch)
    for number, change in enumerate(NO_THOUGHTS, start=1):
        turn_of_the_bot(player)
        steps = player.game.steps.count()

        assert player.post("step", **thought(player, **change)) == 302, change

        assert len(asked) == number and player.game.steps.count() == steps + 1, change
        last = player.game.steps.last()
        assert last is not None and last.order == json.loads(END_STAGE), change


def test_an_order_that_comes_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = playing()
    nobody_thinks(monkeypatch)
    sent, version = thought(player), player.game.version
    player.post("step")
    steps = player.game.steps.count()

    assert player.post("step", **sent | {"version": str(version)}) == 302

    assert player.game.steps.count() == steps


def invited(game: Skirmish) -> None:
    seat = next(seat for seat, who in game.seats.items() if not who["commander"])
    invite(skirmish=game, seat=seat)
    withdraw(skirmish=game, seat=seat)


def with_a_clock(game: Skirmish) -> None:
    left = dict.fromkeys(game.seats, 600)
    clocks = {"speed": "quick", "left": left, "since": timezone.now().isoformat()}
    Skirmish.objects.filter(pk=game.pk).update(clocks=clocks)


def shown(game: Skirmish) -> None:
    Skirmish.objects.filter(pk=game.pk).update(shown=True)


def beside_a_person(game: Skirmish) -> None:
    Skirmish.objects.filter(pk=game.pk).update(sides=dict.fromkeys(game.seats, "all"))


def among_bots(game: Skirmish) -> None:
    seats = {seat: who | {"commander": "greedy"} for seat, who in game.seats.items()}
    Skirmish.objects.filter(pk=game.pk).update(seats=seats)


def test_where_it_is_anybody_elses_affair_the_site_thinks_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = playing()
    asked = nobody_thinks(monkeypatch)
    sent = thought(player)
    for number, befall in enumerate(
        (invited, with_a_clock, shown, beside_a_person, among_bots), start=1
    ):
        with transaction.atomic():
            befall(player.game)

            assert handed(player).status_code == 204, befall
            assert "data-errand" not in player.client.get(player.url).content.decode(), befall
            player.post("step", **sent)
            assert len(asked) == number, befall
            transaction.set_rollback(True)


def test_no_errand_is_handed_out_for_a_person_or_to_a_stranger() -> None:
    player = playing("random")
    assert Client().get(f"{player.url}errand/").status_code == 404

    for _ in range(60):
        if not game_of(player.game).commander:
            break
        player.post("step")
    assert handed(player).status_code == 204


def test_the_table_says_where_a_bot_may_think() -> None:
    player = playing()
    page = player.client.get(player.url).content.decode()
    assert f'data-errand="{player.url}errand/"' in page and "data-thinker=" in page

    player.post("dice", dice="all")
    assert "data-errand" not in player.client.get(player.url).content.decode()
