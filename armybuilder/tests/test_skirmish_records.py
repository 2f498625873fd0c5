"""A skirmish is played to its end by the figures and cards it began with."""

from typing import Any

import pytest

from armybuilder.adapters.skirmishes.beginnings import opened
from armybuilder.adapters.skirmishes.tables import at_step, table_of
from armybuilder.models import KeptRecord, Skirmish
from armybuilder.selectors.skirmishes import all_events
from armybuilder.tests.corrections import Correct
from armybuilder.tests.test_skirmishes import Player

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
    steps = all_events(skirmish=game)
    assert at_step(game, steps).state == table_of(game).state
    assert player.step() == 302


def _without_tokens(page: bytes) -> list[str]:
    """The lines of a page but those with a form's token."""
    return [line for line in page.decode().splitlines() if "csrf" not in line.lower()]


def test_a_game_begun_after_the_correction_has_the_new_figure(correct: Correct) -> None:
    earlier = Player().game
    figure = figure_of(earlier)
    correct(figure, name="Another name")
    later = opened(earlier.start, "en")
    changed = {each for each in later.records if later.records[each] != earlier.records[each]}
    assert changed == {figure}


def test_every_record_of_a_game_is_kept_once() -> None:
    one, other = Player().game, Player().game
    assert one.records and "" not in one.records.values()
    digests = {*one.records.values(), *other.records.values()}
    assert set(KeptRecord.objects.values_list("pk", flat=True)) == digests
