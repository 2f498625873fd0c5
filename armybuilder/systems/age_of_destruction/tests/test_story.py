"""The story of a skirmish as its pages tell it."""

import re

import pytest
from django.urls import reverse

from armybuilder.systems.age_of_destruction.tests.test_end import finished as finished
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

pytestmark = pytest.mark.usefixtures("catalogue")


def turns(page: str) -> list[int]:
    """The turns of the chapters of a page, from above."""
    return [int(turn) for turn in re.findall(r'class="chapter-title">Turn (\d+)', page)]


def test_the_table_tells_the_newest_first_and_the_whole_log_from_the_beginning(
    finished: Player,
) -> None:
    table = finished.client.get(finished.url).content.decode()
    log = finished.client.get(f"{finished.url}log/").content.decode()
    assert turns(log) == [1, 2, 3, 4] and log.index("Set-up") < log.index("Turn 1")
    assert turns(table)[0] == 4 and turns(table) == sorted(turns(table), reverse=True)


def test_a_name_in_the_story_opens_its_figure(finished: Player) -> None:
    log = finished.client.get(f"{finished.url}log/").content.decode()
    unit = finished.game.start["units"][0]
    page = reverse("collection:figure", args=[unit["unit"]])
    link = rf'<b class="seat-red"><a href="{page}" data-drawer>[^<]+R1</a>'
    assert re.search(link, log)


def test_the_story_gives_turns_to_whoever_has_them(finished: Player) -> None:
    told = re.findall(
        r'class="chapter seat-(red|blue)">\s*<h3 class="chapter-title">Turn \d+ · (Red|Blue)',
        finished.client.get(f"{finished.url}log/").content.decode(),
    )
    assert len(told) == 4 and all(seat == name.lower() for seat, name in told)
