"""The end of a battle as its page tells it: who stands, who fell, where it turned."""

import re

import pytest
from django.db import transaction

from armybuilder.skirmishes.seats.talk import end
from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.systems.age_of_destruction.present.aftermath import Aftermath, aftermath
from armybuilder.systems.age_of_destruction.present.finish import Finish, finish
from armybuilder.systems.age_of_destruction.present.tables import Table, table_after, table_of
from armybuilder.systems.age_of_destruction.present.timeline import timeline
from armybuilder.systems.age_of_destruction.tests.test_end import finished as finished
from armybuilder.systems.age_of_destruction.tests.test_end import with_bots
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def fought() -> Player:
    """A skirmish two bots that shoot have played to its end."""
    player = Player(against="greedy")
    game = player.game
    game.start["turn_limit"] = 10
    for who in game.seats.values():
        who["commander"] = "greedy"
    game.save()
    for _ in range(400):
        if player.game.over:
            return player
        player.step()
    raise AssertionError("the game does not end")


def left_by(player: Player) -> tuple[Table, Finish, Aftermath]:
    game, steps = player.game, numbered_events(skirmish=player.game)
    table = table_of(game)
    end = finish(table, [happened for _, happened in steps], game.played)
    assert end is not None
    return table, end, aftermath(table, table_after(game, []).state, steps)


def test_every_figure_stands_or_has_fallen(fought: Player) -> None:
    table, end, left = left_by(fought)
    assert end.winner and left.camps[0].name == end.winner.name
    for camp in left.camps:
        own = [figure for figure in table.setup.figures.values() if figure.owner == camp.seat]
        standing = len(camp.standing.figures) if camp.standing else 0
        assert standing + len(camp.fallen) == len(own)
    fallen = {each.unit for camp in left.camps for each in camp.fallen}
    gone = {unit for unit, now in table.state.units.items() if now.gone}
    assert gone <= fallen


def test_the_curve_ends_with_what_stands_and_is_told_in_a_table(fought: Player) -> None:
    _, _, left = left_by(fought)
    assert left.curve
    assert [line.dash for line in left.curve.lines] == [1, 2]
    assert left.curve.rows[-1].values == tuple(line.end for line in left.curve.lines)
    assert [row.turn for row in left.curve.rows] == list(range(len(left.curve.rows)))
    assert len(left.curve.marks) == len(left.turned) == 3


def test_what_decided_it_is_told_drawn_and_opens_the_replay(fought: Player) -> None:
    _, _, left = left_by(fought)
    page = fought.client.get(fought.url).content.decode()
    for turned in left.turned:
        assert turned.text and turned.costs and turned.turn.startswith("Turn ")
        assert turned.picture is not None
        assert page.count(f'{fought.url}replay/?step={turned.step}"') >= 2
    assert page.count('class="scene"') == 3
    steps = numbered_events(skirmish=fought.game)
    start = table_after(fought.game, []).state
    decisive = timeline(table_of(fought.game), start, steps).decisive
    assert [each.step for each in decisive] == [turned.step for turned in left.turned]
    assert [each.text for each in decisive] == [turned.text for turned in left.turned]


def test_who_dealt_the_most_clicks_is_named_first(fought: Player) -> None:
    _, end, _ = left_by(fought)
    dealt = [deed.dealt for deed in end.best]
    assert dealt == sorted(dealt, reverse=True) and dealt[0] > 0
    assert end.best[0].share.length == 100


@pytest.mark.parametrize("people", [("red",), ("blue",), ("red", "blue"), ()], ids=str)
def test_a_defeat_is_told_kindly_to_who_lost_alone(
    finished: Player, people: tuple[str, ...]
) -> None:
    with_bots(finished, *({"red", "blue"} - set(people)))
    _, end, _ = left_by(finished)
    assert end.winner
    lost = len(people) == 1 and end.winner.seat not in people
    assert bool(end.kindly) is lost


def test_the_sentence_says_by_what_and_why(finished: Player) -> None:
    _, end, _ = left_by(finished)
    assert re.search(r"\b(the last turn is over|no opponent can fight any more)\.$", end.says)


def test_without_scripts_the_last_order_leads_to_the_end(finished: Player) -> None:
    answer = finished.client.post(f"{finished.url}pace/", {"pace": "quick"})
    assert answer["Location"].endswith("#over")
    assert 'id="over" tabindex="-1"' in finished.client.get(finished.url).content.decode()


@pytest.mark.parametrize(
    ("how", "winner", "headline"),
    [("draw", "", "Nobody wins"), ("time", "blue", "Blue wins")],
)
def test_a_game_that_people_end_has_its_ending_too(how: str, winner: str, headline: str) -> None:
    player = Player()
    player.set_up()
    game = player.game
    with transaction.atomic():
        end(game, how, winner)
    table, finished, left = left_by(player)
    assert table.is_over and table.state.stage != "over"
    assert left.camps[0].seat == (winner or "red")
    points = {side.name: total for side, total in finished.conditions[1].totals}
    assert all(points.values()), "those who still stand count"
    page = player.client.get(player.url).content.decode()
    assert headline in page and 'id="end-stage"' not in page
    assert ("is-beaten" in page) is bool(winner)
    assert page.count(str(finished.says)) == 1
    assert headline in player.client.get(f"{player.url}report.txt").content.decode()
    assert player.client.get(f"{player.url}report.pdf").content.startswith(b"%PDF")
    replay = player.client.get(f"{player.url}replay/?step=0").content.decode()
    assert "The game is over" not in replay
    assert "chances" in replay, "from any moment of it one may play on"
