"""Entering a collection fast: fifty pieces by keyboard, a broken connection, a table."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User
from armybuilder.tests.browser import signed_in
from collection.owning.models import Collection
from collection.owning.selectors.holdings import totals
from collection.owning.services.collections import create_collection

Checks = Callable[[Page], None]

THREE_MINUTES = 180
#: What a person takes to read a number off a base and press its keys.
SECONDS_A_LINE = 1.5


@pytest.fixture
def shelf(transactional_db: None, catalogue: None, member: User) -> Collection:
    """The member's empty collection beside the whole catalogue."""
    return create_collection(owner=member, name="Shelf")


def open_page(page: Page, live_server: LiveServer, shelf: Collection, path: str) -> None:
    signed_in(page, live_server.url, shelf.owner)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/{path}")


def type_line(page: Page, said: str) -> None:
    page.keyboard.type(said)
    page.keyboard.press("Enter")


def test_fifty_pieces_are_typed_in_under_three_minutes(
    page: Page, live_server: LiveServer, shelf: Collection, page_checks: Checks
) -> None:
    open_page(page, live_server, shelf, "keypad/")
    expect(page.get_by_label("Number", exact=True)).to_be_focused()
    began = time.monotonic()
    lines = [str(number) for number in range(1, 37)]
    lines += ["3x102", "33", "fe", "12", "13", "aod", "G-1", "LP-1", "125-130"]
    for said in lines:
        type_line(page, said)
    expect(page.locator("[data-entered]")).to_have_text("50")
    taken = time.monotonic() - began
    assert taken + SECONDS_A_LINE * len(lines) < THREE_MINUTES
    assert totals(shelf).owned == 50
    expect(page.locator("#announcer")).to_contain_text("AOD-125")
    page_checks(page)

    page.get_by_label("Number", exact=True).focus()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-entered]")).to_have_text("44")
    assert totals(shelf).owned == 44


@pytest.mark.expects_refusals
def test_nothing_typed_is_lost_with_the_connection(
    page: Page, live_server: LiveServer, shelf: Collection
) -> None:
    open_page(page, live_server, shelf, "keypad/")
    page.route("**/keypad/enter/", lambda route: route.fulfill(status=503, body=""))
    page.get_by_label("Number", exact=True).focus()
    for said in ("101", "102", "103"):
        type_line(page, said)
    expect(page.get_by_text("Waiting for the connection")).to_be_visible()
    expect(page.locator("[data-waiting-count]")).to_have_text("3")
    page.unroute("**/keypad/enter/")
    page.context.clear_cookies()
    expect(page.get_by_text("You are no longer signed in here.")).to_be_visible(timeout=10_000)
    open_page(page, live_server, shelf, "keypad/")
    expect(page.locator("[data-entered]")).to_have_text("3")
    expect(page.get_by_text("not sent yet")).to_be_hidden()
    assert totals(shelf).owned == 3


def test_a_table_is_looked_at_settled_imported_and_taken_back(
    page: Page, live_server: LiveServer, shelf: Collection, page_checks: Checks
) -> None:
    open_page(page, live_server, shelf, "import/")
    page_checks(page)
    rows = "\n".join(f"AOD,{number},1," for number in range(1, 60))
    page.get_by_label("Or paste it here").fill(
        f"set,number,count,name\n{rows}\n,,2,Hatchetman\nAOD,102,two,\n"
    )
    page.get_by_role("button", name="Look at what it would change").click()
    told = page.locator("#import-region .lede")
    expect(told).to_contain_text("59 rows change something.")
    page_checks(page)
    page.get_by_role("link", name="Unclear 1").click()
    page.get_by_role("button", name="AOD-102 Hatchetman").click()
    expect(page.get_by_text("1 row is about AOD-102.")).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Faulty 1").click()
    fault = page.get_by_text("Line 62, “count”: “two” is not a whole number.")
    expect(fault).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="Import 60 rows").click()
    expect(page.get_by_text("Imported: 60 pieces changed.")).to_be_visible()
    assert totals(shelf).owned == 61

    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/import/")
    page_checks(page)
    page.get_by_role("button", name="Take back the import pasted text").click()
    page.wait_for_load_state()
    assert totals(shelf).owned == 0

    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/export/")
    page_checks(page)
