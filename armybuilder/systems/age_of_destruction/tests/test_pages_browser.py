"""The pages around the table hold what every page must hold, and say who acts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.services import let_commander_act

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def _play_out(game: Skirmish) -> None:
    """Have bots play a game to the end of its second turn."""
    people = game.seats
    game.start["turn_limit"] = 2
    game.seats = {seat: {**who, "commander": "random"} for seat, who in people.items()}
    game.save()
    for _ in range(200):
        if game.winner:
            break
        let_commander_act(skirmish=game, version=game.version)
        game.refresh_from_db()
    Skirmish.objects.filter(pk=game.pk).update(seats=people)


def test_pages_around_a_game(page: Page, live_server: LiveServer, page_checks: Checks) -> None:
    skirmishes = f"{live_server.url}/en/skirmishes/"
    page.goto(f"{skirmishes}new/?players=3")
    page_checks(page)
    page.goto(skirmishes)
    page.get_by_role("button", name="Place it myself").click()
    page.locator("#place-for-me").wait_for()
    page_checks(page)
    game = Skirmish.objects.get()
    _play_out(game)
    url = f"{skirmishes}age-of-destruction/{game.public_id}/"
    for path in ("", "replay/?step=5&unit=R1", "log/"):
        page.goto(url + path)
        for summary in page.locator(
            ".ending details > summary, .timeline > details > summary, #chosen-dial > summary"
        ).all():
            summary.locator("..").evaluate("details => (details.open = true)")
        page_checks(page)


def test_the_first_game_with_its_lessons(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/skirmishes/")
    page.get_by_role("button", name="Learn by playing").click()
    page.locator(".lessons").wait_for()
    page_checks(page)
