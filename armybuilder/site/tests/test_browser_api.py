"""What is told to people who write programs, and a member's tokens, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User
from armybuilder.site.tests.test_browser_accounts import PASSWORD, sign_in

Checks = Callable[[Page], None]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page_for_programs_holds_what_every_page_must(
    page: Page, live_server: LiveServer, catalogue: None, page_checks: Checks, language: str
) -> None:
    page.goto(f"{live_server.url}/{language}/api/")

    page_checks(page)


def test_a_token_is_made_by_keyboard_and_revoked(
    page: Page, live_server: LiveServer, member: User, page_checks: Checks
) -> None:
    sign_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/account/tokens/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page_checks(page)
    page.get_by_label("What it is for").focus()
    page.keyboard.type("my sheet")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Your new token")).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="Revoke the token “my sheet”").click()
    expect(page.get_by_role("button", name="Revoke the token “my sheet”")).to_have_count(0)
    page_checks(page)
