"""A skirmish is played to its end by the figures and cards it began with."""

import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from armybuilder.groups.models import KeptRecord
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.skirmishes.selectors import first_steps
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM, table_after, table_of
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import END_STAGE, Player
from armybuilder.tests.corrections import Correct
from collection.catalogue.game import catalogue
from rules import age_of_destruction as aod
from rules.age_of_destruction import system

pytestmark = pytest.mark.usefixtures("catalogue")


def figure_of(game: Skirmish) -> str:
    """A figure of the catalogue that is played in it."""
    return str(game.start["units"][0]["unit"])


def known(game: Skirmish) -> dict[str, Any]:
    """The figures of a game as the rules see them."""
    return dict(table_of(game).setup.figures)


@pytest.mark.parametrize("values", [{"points": 1, "name": "Another name"}, {}])
def test_a_correction_changes_neither_the_game_nor_its_replay(
    correct: Correct, values: dict[str, Any]
) -> None:
    player = Player()
    player.set_up()
    before, page = known(player.game), player.client.get(player.url).content
    correct(figure_of(player.game), **values)
    game = player.game

    assert known(game) == before
    now = player.client.get(player.url).content
    assert _without_tokens(now) == _without_tokens(page)
    steps = first_steps(skirmish=game)
    assert table_after(game, steps).state == table_of(game).state
    assert player.step() == 302


def _without_tokens(page: bytes) -> list[str]:
    """The lines of a page but those with a form's token; a name leads into the catalogue only as
    long as that knows it."""
    said = re.sub(r"<a [^>]*data-drawer[^>]*>(.*?)</a>", r"\1", page.decode())
    return [line for line in said.splitlines() if "csrf" not in line.lower()]


def test_a_game_begun_after_the_correction_has_the_new_figure(correct: Correct) -> None:
    earlier = Player().game
    figure = figure_of(earlier)
    correct(figure, name="Another name")
    later = opened(SYSTEM, earlier.start)
    changed = {each for each in later.records if later.records[each] != earlier.records[each]}
    assert changed == {figure}


def test_every_record_of_a_game_is_kept_once() -> None:
    one, other = Player().game, Player().game
    assert one.records and "" not in one.records.values()
    digests = {*one.records.values(), *other.records.values()}
    assert set(KeptRecord.objects.values_list("pk", flat=True)) == digests


LATER = "age-of-destruction@99"
FIRST = "age-of-destruction@1"


@pytest.fixture
def begun_earlier(monkeypatch: pytest.MonkeyPatch) -> Player:
    """A game of the first rules, some turns old, on a day on which others are in force."""
    player = Player()
    player.set_up()
    for _ in range(6):
        if player.game.state["active"] == "blue":
            player.step()
        else:
            player.post("order", order=END_STAGE)
    Skirmish.objects.update(ruleset=FIRST)
    for module in (
        "rules.age_of_destruction.play.rulings",
        "rules.age_of_destruction.play.saved_game",
        "rules.age_of_destruction.system",
        "rules.age_of_destruction.system.Play",
    ):
        name = "ruleset" if module.endswith("Play") else "RULESET"
        monkeypatch.setattr(f"{module}.{name}", LATER)
    return player


def test_a_game_of_earlier_rules_is_shown_goes_on_and_keeps_their_rulings(
    begun_earlier: Player,
) -> None:
    game = begun_earlier.game
    rulings = table_of(game).setup.rulings
    earlier = {name: then for name, then in aod.EARLIER[FIRST].items() if name in rulings}
    assert earlier and earlier.items() <= rulings.items()
    page = begun_earlier.client.get(begun_earlier.url).content.decode()
    assert f"This game began under the rules {FIRST}." in page
    steps = first_steps(skirmish=game)
    assert table_after(game, steps).state == table_of(game).state
    before = game.version
    if game.state["active"] == "blue":
        begun_earlier.step()
    else:
        begun_earlier.post("order", order=END_STAGE)
    assert begun_earlier.game.version == before + 1


def test_the_record_names_the_rules_a_game_began_under(begun_earlier: Player) -> None:
    game = begun_earlier.game
    game.winner, game.over = "red", True
    game.save()
    saved = begun_earlier.client.get(f"{begun_earlier.url}record/").json()
    assert saved["ruleset"] == FIRST
    assert not set(aod.EARLIER[FIRST]) & set(saved["start"]["rulings"])
    answer = system.replay(saved, catalogue(), "en")
    assert answer["ruleset"] == FIRST
    assert [note["path"] for note in answer["notes"]] == ["$.ruleset"]
    assert begun_earlier.client.get(f"{begun_earlier.url}replay/?step=3").status_code == 200


def test_a_rematch_is_played_by_todays_rules(begun_earlier: Player) -> None:
    game = begun_earlier.game
    game.winner, game.over = "red", True
    game.save()
    begun_earlier.client.post(f"{begun_earlier.url}rematch/")
    again = begun_earlier.game
    assert again.pk != game.pk and again.ruleset == LATER
    path = f"/en/skirmishes/age-of-destruction/{again.public_id}/"
    assert "began under the rules" not in begun_earlier.client.get(path).content.decode()


def test_a_download_has_no_field_that_the_rules_do_not_know() -> None:
    player = Player()
    player.set_up()
    game = player.game
    game.winner, game.over = "red", True
    game.save()
    saved = player.client.get(f"{player.url}record/").json()
    answer = system.replay(saved, catalogue(), "en")
    assert answer["notes"] == []


@pytest.mark.parametrize("over", [False, True])
def test_a_game_from_before_games_named_their_system_opens_as_it_was_left(over: bool) -> None:
    player = Player()
    player.set_up()
    game = player.game
    if over:
        game.state |= {"stage": "over", "winner": "red"}
        game.over, game.winner, game.acting = True, "red", ""
        game.save()
    shown = ("system", "sides", "turn", "stage", "acting", "over", "winner", "points", "updated")
    now = Skirmish.objects.values(*shown).get()
    Skirmish.objects.update(
        system="", sides={}, turn=1, stage="", acting="", over=False, points=None
    )
    game.steps.filter(number=1).update(player="red")
    import_module("armybuilder.migrations.0015_systems_of_skirmishes").name_systems(apps, None)
    assert Skirmish.objects.values(*shown).get() == now
    assert list(game.steps.filter(player="").values_list("number", flat=True)) == [1]
    assert player.client.get(player.url).status_code == 200
