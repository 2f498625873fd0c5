"""The plain table in a browser: an order without a mouse, taken back, and looked at once more."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES

Checks = Callable[[Page], None]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second system, of which no file of the site knows."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("system", ["squares", "nations-at-war"])
def test_a_game_is_played_on_the_plain_table(
    system: str, page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/skirmishes/{system}/new/")
    page_checks(page)
    page.get_by_role("button", name="Begin").press("Enter")
    page.locator("#table").wait_for()
    page_checks(page)
    page.locator(".figure-list a").first.press("Enter")
    page.locator("#chosen").wait_for()
    page.locator(".plain-orders button").first.press("Enter")
    expect(page.locator(".log li")).to_have_count(1)
    page_checks(page)
    page.goto(re.sub(r"\?.*", "", page.url) + "replay/")
    page.locator("#step-back").press("Enter")
    expect(page.get_by_text("Step 0 of 1", exact=True)).to_be_visible()
    page_checks(page)
