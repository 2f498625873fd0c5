"""The guided start in a real browser: by mouse, by keyboard, on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_three_presses_lead_to_a_legal_group(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/groups/")
    page.get_by_role("link", name="New group").click()
    page_checks(page)

    page.get_by_role("link", name="Steel Wolves").click()
    expect(page).to_have_url(re.compile("colours=Steel"))
    page.get_by_role("link", name="Fast", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("style=fast"))
    expect(page.locator("#style-fast")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("on the run")

    page.get_by_role("button", name="Take it").first.click()
    expect(page.locator(".builder-standing")).to_contain_text("Legal")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_on_a_phone_answered_questions_fold_to_a_line(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/groups/start/?colours=Steel+Wolves&style=fast")
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_hidden()
    page_checks(page)

    page.get_by_role("link", name="Change Steel Wolves").click()
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_visible()
    page.get_by_role("link", name="Highlanders").click()
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_hidden()
    expect(page.get_by_role("link", name="Change Highlanders")).to_be_visible()
