"""An owner completes a set by a workbook, and an editor accepts it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User
from armybuilder.tests.browser import signed_in
from collection.apps import EDITORS
from collection.catalogue.tests.workbooks import FOOT, fill, foot_clicks, template

Checks = Callable[[Page], None]


@pytest.fixture
def editor(transactional_db: None, catalogue: None, member: User) -> User:
    """The member, made an editor of the catalogue."""
    member.groups.add(Group.objects.get(name=EDITORS))
    return member


def test_from_a_workbook_to_a_battle_group(
    page: Page, live_server: LiveServer, editor: User, tmp_path: Path, page_checks: Checks
) -> None:
    clicks = [{"Number": n, **line} for n in ("001", "002") for line in foot_clicks()]
    lines = [{"Number": n, **FOOT, "Points": points} for n, points in (("001", 12), ("002", "x"))]
    book = tmp_path / "AN.xlsx"
    book.write_bytes(fill(template("AN"), {"Infantry": lines, "Clicks": clicks}))

    signed_in(page, live_server.url, editor)
    page.goto(f"{live_server.url}/en/catalogue/contribute/?set=AN")
    page_checks(page)
    page.get_by_label("Filled template").set_input_files(book)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("Infantry G3")).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="Send 1 figure").click()
    page.get_by_role("link", name="Waiting for an editor").click()
    page_checks(page)
    page.get_by_role("link", name="AN-001 Test Walkers").click()
    page_checks(page)
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("AN-001 is in the catalogue now.")).to_be_visible()

    page.goto(f"{live_server.url}/en/catalogue/")
    page.get_by_label("Name or number", exact=True).fill("test walkers")
    expect(page.get_by_text("entered by an owner")).to_be_visible()
    page.get_by_role("link", name="Test Walkers", exact=True).click()
    drawer = page.get_by_role("dialog", name="Test Walkers")
    drawer.get_by_role("link", name="Open the page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Test Walkers")
    expect(page.get_by_text("Entered by Anna, from the figure itself")).to_be_visible()
    page_checks(page)
    figure = page.url
    page.get_by_role("link", name="History of this figure").click()
    page_checks(page)

    page.goto(figure)
    page.get_by_role("link", name="Add to a battle group").click()
    page.get_by_label("Name", exact=True).fill("Walkers")
    page.get_by_role("button", name="Start building").click()
    page.get_by_label("Name or number").last.fill("test walkers")
    page.get_by_role("button", name="Add Test Walkers").click()
    expect(page.locator("#units-0")).to_contain_text("Test Walkers")
    expect(page.locator(".builder-standing")).to_contain_text("12")


@pytest.mark.expects_refusals
def test_a_report_is_typed_without_a_mouse(
    page: Page, live_server: LiveServer, editor: User, page_checks: Checks
) -> None:
    signed_in(page, live_server.url, editor)
    page.goto(f"{live_server.url}/en/catalogue/figures/AOD-001/report/")
    page_checks(page)
    page.get_by_role("link", name="Click 4: Attack").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Click 4: Attack")).to_be_visible()
    page_checks(page)
    page.get_by_role("link", name="Points 10").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Points")).to_be_visible()
    page.get_by_text("Add a note").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Note").fill("Read it twice.")
    page.get_by_role("button", name="Send").press("Enter")
    expect(page.get_by_text("or tick that it shows nothing")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("Read it twice.")

    page.get_by_label("My figure says", exact=True).fill("11")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thank you. An editor will look at it.")).to_be_visible()


@pytest.mark.expects_refusals
def test_one_of_a_block_is_entered_by_form(
    page: Page, live_server: LiveServer, editor: User, page_checks: Checks
) -> None:
    signed_in(page, live_server.url, editor)
    page.goto(f"{live_server.url}/en/catalogue/figures/DA-073/")
    page.get_by_role("link", name="DA-074").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("MiningMech")
    page_checks(page)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing was sent yet")).to_be_visible()
    page_checks(page)
