"""An army of a game the site knows only by its package, built by a person in a browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_an_army_is_built_mended_and_taken_back(
    page: Page, live_server: LiveServer, page_checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)
    page.goto(f"{live_server.url}/en/groups/new/")
    page.get_by_role("link", name="Squares").click()
    page_checks(page)
    page.get_by_label("Name", exact=True).fill("Racers")
    page.get_by_role("button", name="Start building").click()
    standing = page.locator(".builder-standing")
    expect(standing).to_contain_text("Empty")
    page_checks(page)

    page.get_by_role("button", name="Add Hare").click()
    expect(page.locator("#units-0")).to_contain_text("Hare")
    page.get_by_role("link", name="Add to it: Hare, row 1").click()
    page.get_by_role("button", name="Add Shoes").click()
    expect(page.locator("#units-0")).to_contain_text("Shoes")
    page.goto(page.url.partition("?")[0])
    page.get_by_role("button", name="Add Tortoise").click()
    expect(page.locator("#units-1")).to_contain_text("Tortoise")
    page.locator("#settings summary").click()
    page.get_by_label("Points a team").fill("5")
    page.get_by_role("button", name="Save").click()
    expect(standing).to_contain_text("6 / 5")
    expect(page.locator("#verdict")).to_contain_text("The team costs 6; 5 is the most.")
    page_checks(page)

    page.get_by_role("button", name="Do it").click()
    expect(standing).to_contain_text("5 / 5")
    expect(standing).to_contain_text("Legal")
    page.get_by_role("button", name="Undo").click()
    expect(standing).to_contain_text("6 / 5")
