"""What two people want and would give: by a link, matched, proposed, agreed and booked."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import signed_in
from armybuilder.tests.shelves import shelf_of
from collection.owning.models import Collection
from collection.owning.selectors.holdings import totals

Checks = Callable[[Page], None]


@pytest.fixture
def shelves(transactional_db: None, catalogue: None) -> tuple[Collection, Collection]:
    """Two people, each with what the other wants."""
    return (
        shelf_of("Anna", {"014": {"owned": 3, "for_trade": 2}, "102": {"wanted": 1}}),
        shelf_of("Bert", {"102": {"owned": 2, "for_trade": 1}, "014": {"wanted": 2}}),
    )


def lists_page(page: Page, live_server: LiveServer, shelf: Collection) -> None:
    page.context.clear_cookies()
    signed_in(page, live_server.url, shelf.owner)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/lists/")


def test_a_trade_from_the_lists_to_both_shelves(
    page: Page, live_server: LiveServer, shelves: tuple[Collection, Collection], page_checks: Checks
) -> None:
    anna, bert = shelves
    for shelf in shelves:
        lists_page(page, live_server, shelf)
        page.get_by_label("Matches with").select_option("every member of this site")
        page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Make a link").click()
    page_checks(page)
    link = page.get_by_label("Link", exact=True).input_value()

    page.context.clear_cookies()
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Wants and trades of Bert")
    page_checks(page)

    lists_page(page, live_server, anna)
    page.get_by_role("link", name="Trade matches").click()
    page_checks(page)
    page.get_by_role("link", name="Propose a trade to Bert").click()
    page_checks(page)
    page.get_by_label("Message").fill("On Friday?")
    page.get_by_role("button", name="Propose").click()
    expect(page.get_by_text("Waiting for Bert.")).to_be_visible()
    proposal = page.url

    for shelf, press in ((bert, "Accept"), (anna, "")):
        page.context.clear_cookies()
        signed_in(page, live_server.url, shelf.owner)
        page.goto(proposal)
        if press:
            page_checks(page)
            page.get_by_role("button", name=press).click()
        page.get_by_role("button", name="Book it in my collection").click()
        expect(page.get_by_text("Booked in your collection.")).to_be_visible()
    assert (totals(anna).owned, totals(bert).owned) == (2, 3)
