"""What people come for, done with a counted hand: no errand takes more presses than it says."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.tests.test_browser import add_by_number, start_group

pytestmark = pytest.mark.usefixtures("catalogue")


class Hand:
    """Presses and typings, counted; to type into a field takes a press on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, control: Locator) -> None:
        """Press the first of such controls."""
        self.presses += 1
        control.first.click()

    def type(self, field: Locator, text: str) -> None:
        """Press a field and type into it."""
        self.presses += 1
        field.fill(text)


@pytest.fixture
def hand(page: Page, live_server: LiveServer) -> Hand:
    page.goto(f"{live_server.url}/en/")
    return Hand(page)


def test_a_legal_group_of_450_from_nothing_takes_two_presses(hand: Hand, page: Page) -> None:
    hand.press(page.get_by_role("link", name="Start a group"))
    hand.press(page.get_by_role("button", name="Take it"))

    expect(page.locator(".verdict-stamp").first).to_contain_text("Legal", ignore_case=True)
    expect(page.locator("#total-button")).to_contain_text("/ 450")
    assert hand.presses == 2


def test_cheap_figures_with_jump_jets_take_one_typing(hand: Hand, page: Page) -> None:
    hand.type(page.locator("#site-search"), "jump jets points<60")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Salamander")).first).to_be_visible()
    assert hand.presses == 1


def test_an_illegal_list_is_mended_by_one_press(
    hand: Hand, page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-124 AOD-114 AOD-120")
    stamp = page.locator(".verdict-stamp").first
    expect(stamp).not_to_contain_text("Legal", ignore_case=True)

    hand.press(page.locator(".way-out").get_by_role("button"))
    expect(stamp).to_contain_text("Legal", ignore_case=True)
    assert hand.presses == 1


def test_a_link_is_in_the_clipboard_after_three_presses(hand: Hand, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand.press(page.get_by_role("link", name="Start a group"))
    hand.press(page.get_by_role("button", name="Take it"))
    expect(page.locator(".verdict-stamp").first).to_be_visible()
    hand.presses = 0

    hand.press(page.get_by_role("link", name="Share"))
    hand.press(page.get_by_role("button", name="Who has the link"))
    hand.press(page.locator("#copy-link"))
    expect(page.locator("#copy-said")).to_have_text("Copied.")
    assert hand.presses == 3
    assert "/g/" in page.evaluate("navigator.clipboard.readText()")
