"""An army of Khans & Generals built by a person in a browser, counting presses."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]
#: Presses from the page of a new army to a legal one of four hundred points.
PRESSES = 3


def test_a_legal_army_of_four_hundred_points_takes_three_presses(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/groups/new/?system=khans-and-generals")
    page_checks(page)
    page.get_by_label("Name").fill("Grey column")
    presses = (
        lambda: page.get_by_role("button", name="Start building").click(),
        lambda: page.get_by_role("link", name="Propose armies of 400 points").click(),
        lambda: page.get_by_role("button", name="Do it").first.click(),
    )
    assert len(presses) == PRESSES
    for press in presses:
        press()
    expect(page.locator("#verdict")).to_contain_text("Legal")
    expect(page.locator(".army-section").first).to_contain_text("Battalion")
    page.locator(".army-card > summary").first.click()
    page_checks(page)


def test_units_are_added_counted_and_looked_for_without_a_mouse(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/en/groups/new/?system=khans-and-generals")
    page.get_by_label("Name").fill("Grey column")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add Battalion BN").press("Enter")
    expect(page.locator(".army-line")).not_to_have_count(0)
    lines = page.locator(".army-line").count()
    page.keyboard.press("a")
    page.keyboard.type("light tank")
    expect(page.locator(".army-offer")).to_have_count(1)
    page.get_by_role("button", name="Add Light tank (sample)").press("Enter")
    expect(page.locator(".army-line")).to_have_count(lines + 1)
    page.locator(".army-line").last.focus()
    page.keyboard.press("+")
    expect(page.locator(".army-line").last.locator(".line-tools .line-count")).to_have_text("2")
