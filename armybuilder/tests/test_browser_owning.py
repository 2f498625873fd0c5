"""A collection in a browser: made, filled, lent out of, photographed, undone, shared."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User
from armybuilder.tests.browser import PHONE, signed_in
from collection.owning.models import Collection, Loan, Photo
from collection.owning.selectors.holdings import totals
from collection.owning.services.collections import create_collection

Checks = Callable[[Page], None]


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


def picture() -> FilePayload:
    file = BytesIO()
    Image.new("RGB", (640, 480), "firebrick").save(file, "PNG")
    return {"name": "shelf.png", "mimeType": "image/png", "buffer": file.getvalue()}


def test_a_collection_from_its_first_piece_to_its_last_undo(
    page: Page, live_server: LiveServer, catalogue: None, member: User, page_checks: Checks
) -> None:
    signed_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/collection/")
    page_checks(page)
    page.get_by_label("Name", exact=True).fill("Shelf")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shelf")
    shelf = Collection.objects.get()

    page.get_by_role("link", name="Sets", exact=True).click()
    page_checks(page)
    page.get_by_role("link", name="MechWarrior: Age of Destruction").click()
    expect(page.get_by_text("0 / 217")).to_be_visible()
    page.evaluate("window.isThisPage = true")
    page.locator("summary", has_text="AOD-101").click()
    for number in ("101", "102", "103"):
        page.get_by_role("button", name=f"1 more of AOD-{number} Hatchetman").click()
    expect(page.get_by_text("3 / 217")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("2 / 217")).to_be_visible()
    expect(page.locator("#AOD-102 .piece-owned")).to_have_text("1")
    assert page.evaluate("window.isThisPage"), "the whole page was loaded anew"
    page_checks(page)

    page.get_by_role("link", name="Hatchetman").nth(1).click()
    page.get_by_role("dialog").get_by_role("link", name="Copies and loans").click()
    expect(page.get_by_text("AOD-102").first).to_be_visible()
    page.get_by_text("Lend one").click()
    page.get_by_label("Lent to").fill("Jan")
    page.get_by_label("Since").fill("2026-01-01")
    page.get_by_label("Until").fill("2026-02-01")
    page.get_by_role("button", name="Lend it").click()
    expect(page.get_by_text("overdue")).to_be_visible()
    page.locator("summary", has_text="Photo").click()
    page.get_by_label("Add a photo of copy 1").set_input_files(picture())
    page.get_by_role("button", name="Send").first.click()
    expect(page.get_by_alt_text("Photo 1 of copy 1 of Hatchetman")).to_be_visible()
    assert Photo.objects.get().copy_id
    page_checks(page)

    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Lent", exact=True).click()
    expect(page.get_by_text("days overdue")).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="It is back: AOD-102 Hatchetman, from Jan").click()
    expect(page.get_by_text("Taken back.")).to_be_visible()
    assert Loan.objects.get().returned

    page.locator("summary", has_text="More").click()
    page.get_by_role("link", name="History").click()
    page_checks(page)
    page.get_by_role("button", name="Undo change 6").click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    assert not Loan.objects.get().returned
    assert totals(shelf).lent == 1
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/history/6/")
    page_checks(page)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/amounts/")
    page_checks(page)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/settings/")
    page_checks(page)


@pytest.mark.expects_refusals
def test_two_browsers_on_one_piece_see_both_values_and_choose(
    page: Page,
    browser: Browser,
    live_server: LiveServer,
    catalogue: None,
    member: User,
    page_checks: Checks,
) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    here = f"{live_server.url}/en/collection/{shelf.public_id}/pieces/AOD-102/"
    other = browser.new_context().new_page()
    for each in (page, other):
        signed_in(each, live_server.url, member)
        each.goto(here)
    other.get_by_label("Owned").fill("3")
    other.get_by_label("Wanted").fill("7")
    other.get_by_role("button", name="Save").first.click()
    expect(other.get_by_text("Saved.")).to_be_visible()

    page.get_by_label("Wanted").fill("5")
    page.get_by_label("For trade").fill("1")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("wanted: 0 → 7")
    expect(page.get_by_label("Owned")).to_have_value("3")
    expect(page.get_by_label("yours: 5")).to_be_checked()
    page_checks(page)
    page.get_by_label("saved meanwhile: 7").check()
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    kept = totals(shelf)
    assert (kept.owned, kept.wanted, kept.for_trade) == (3, 7, 1)
    other.context.close()


def test_a_square_of_a_photo_is_dragged_shown_reported_and_gone(
    page: Page, live_server: LiveServer, catalogue: None, member: User, page_checks: Checks
) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    signed_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/pieces/AOD-102/")
    page.get_by_label("Add a photo").set_input_files(picture())
    page.get_by_role("button", name="Send").click()
    page.get_by_role("link", name="Show it in the catalogue").click()
    expect(page.get_by_label("From the left")).to_have_value("80")
    page_checks(page)
    square = page.locator(".crop-square")
    box = square.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 2000, middle[1])
    page.mouse.up()
    expect(page.get_by_label("From the left")).to_have_value("0")
    page.get_by_label("Side, in pixels").fill("300")
    page.get_by_label("I took this photo").check()
    page.get_by_role("button", name="Show it", exact=True).click()

    figure = f"{live_server.url}/en/catalogue/figures/AOD-102/"
    page.goto(figure)
    expect(page.get_by_alt_text("Photo of Hatchetman")).to_be_visible()
    page_checks(page)
    page.get_by_role("link", name="Report", exact=True).click()
    page_checks(page)
    page.get_by_label("It shows another figure").check()
    page.get_by_role("button", name="Report it").click()
    expect(page).to_have_url(figure)
    expect(page.get_by_alt_text("Photo of Hatchetman")).to_have_count(0)


def test_a_collection_in_charts(
    page: Page, live_server: LiveServer, catalogue: None, member: User, page_checks: Checks
) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    signed_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/")
    page.get_by_role("button", name="Starter of MechWarrior: Age of Destruction").click()
    expect(page.locator("[data-entered]")).to_have_text("10")
    page.goto(f"{live_server.url}/en/collection/{shelf.public_id}/statistics/")
    page_checks(page)
    page.get_by_role("link", name="Infantry").click()
    expect(page.get_by_role("heading", name="different piece")).to_be_visible()
