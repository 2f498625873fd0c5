"""A match-up watched in a browser until it is there."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.jobs.models import JobAsk
from armybuilder.matchups.tests.test_match_ups import ask
from armybuilder.site.accounts.visitors import SESSION_KEY
from armybuilder.site.models import Owner
from armybuilder.tests.browser import PHONE

Checks = Callable[[Page], None]

pytestmark = pytest.mark.usefixtures("catalogue")


def visitor_of(page: Page, live_server: LiveServer) -> str:
    """Who the browser is, once it has asked for something."""
    from django.contrib.sessions.backends.db import SessionStore

    cookies = page.context.cookies(live_server.url)
    key = next(each["value"] for each in cookies if each["name"] == settings.SESSION_COOKIE_NAME)
    return str(SessionStore(key)[SESSION_KEY])


def test_a_match_up_is_asked_for_watched_and_read_also_on_a_phone(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    """No worker lives here: the page that watches carries it, and comes anew when it is done."""
    page.goto(f"{live_server.url}/en/match-ups/")
    page_checks(page)
    page.locator('[name="one-commander"]').select_option("random")
    page.locator('[name="games"]').select_option("20")
    page.get_by_role("button", name="Let them fight").click()
    expect(page.locator("#job-progress")).to_contain_text("of 20")
    page_checks(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="It was cancelled")).to_be_visible()

    asked = ask(Owner(visitor=visitor_of(page, live_server)))
    page.goto(f"{live_server.url}/en/match-ups/{asked.public_id}/")
    expect(page.locator("#job")).to_have_count(0)
    expect(page.locator("caption").first).to_contain_text("2 games, ")
    page_checks(page)

    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/jobs/")
    expect(page.locator("tbody tr")).to_have_count(2)
    page_checks(page)
    page.goto(f"{live_server.url}/en/fair-fights/")
    page_checks(page)
    assert JobAsk.objects.count() == 2
