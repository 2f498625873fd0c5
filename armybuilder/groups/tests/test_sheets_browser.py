"""From a group to paper, in a browser: choose, fill in, look, take, and open the QR code."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]

GROUP = (
    "mw1~450~Evening+patrol~uAOD-102.g-G-005.p-P-010~uAOD-033:2~uAOD-041~cAOD-PC-001~tA+night+game"
)


def test_from_a_packed_line_to_paper(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/p/{GROUP}/")
    page_checks(page)
    page.get_by_role("button", name="Copy to my groups").click()
    page.get_by_role("link", name="Sheets").click()
    page.get_by_role("link", name="Look, fill in and print").click()

    page.get_by_label("Player").fill("Zażółć Gęślą")
    page.get_by_role("button", name="Update the preview").click()
    preview = page.get_by_role("region", name="Preview")
    expect(preview).to_contain_text("Zażółć Gęślą")
    page_checks(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "evening-patrol.pdf"
    paper = PdfReader(BytesIO(Path(download.value.path()).read_bytes())).pages[0]
    assert "Zażółć Gęślą" in paper.extract_text()

    page.get_by_role("link", name="Dial cards").click()
    expect(preview.get_by_role("img", name="AOD-102 Hatchetman")).to_be_visible()
    page_checks(page)
    page.get_by_role("link", name="Spreadsheet").click()
    expect(preview.get_by_role("cell", name="Hatchetman")).to_be_visible()
    page_checks(page)
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Text sheet").click()
    expect(preview).to_contain_text("+ LIST: Evening patrol")
    box = preview.bounding_box()
    assert box and box["y"] < PHONE["height"] / 2, "what is taken along stands below the first look"
    page_checks(page)

    page.get_by_text("Kinds of sheets").click()
    page.get_by_role("link", name="QR code", exact=True).click()
    expect(preview.get_by_role("img", name="QR code of the group")).to_be_visible()
    page_checks(page)
    preview.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening patrol")

    page.goto(f"{live_server.url}/en/groups/print/")
    page_checks(page)
    page.get_by_label("Evening patrol").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "battle-groups.pdf"


def test_a_print_of_many_is_watched_and_taken(
    page: Page, live_server: LiveServer, page_checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker lives here: the page that watches carries it, and comes anew when it is done."""
    monkeypatch.setattr("armybuilder.groups.views.printing.AT_ONCE", 1)
    monkeypatch.setattr("armybuilder.groups.printing.PIECE", 1)
    for name in ("Patrol", "Reserve"):
        page.goto(f"{live_server.url}/en/groups/new/")
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Name", exact=True).press("Enter")
        page.wait_for_url("**/groups/*/")
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/groups/print/")
    page.get_by_label("Patrol").check()
    page_checks(page)
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download").click()
    assert taken.value.suggested_filename == "battle-groups.pdf"

    page.get_by_label("Reserve").check()
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("heading", name="It is ready")).to_be_visible()
    page_checks(page)
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download").click()
    assert taken.value.suggested_filename == "battle-groups.pdf"
