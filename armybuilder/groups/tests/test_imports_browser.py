"""A list into a group, in a browser: exported, changed, and brought back; typed with mistakes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup
from armybuilder.tests.browser import PHONE

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]

GROUP = "mw1~450~Evening+patrol~uAOD-102.g-G-005.p-P-010~uAOD-033:2~cAOD-PC-001~tA+night+game"
TYPED = "Hatchetmann\n2x Gun Nest green\nnobody knows this line"


def test_a_group_comes_back_from_its_sheets(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/p/{GROUP}/")
    page.get_by_role("button", name="Copy to my groups").click()
    expect(page.locator("#units-1")).to_be_visible()
    url, group = page.url, BattleGroup.objects.get()
    whole = dict(group.document)
    sheets = {end: page.request.get(f"{url}sheet.{end}").body() for end in ("pdf", "xlsx", "txt")}

    for ending, content in sheets.items():
        page.goto(f"{url}import/")
        page.get_by_label("or its text").fill(TYPED)
        page.get_by_role("button", name="Read it").click()
        page.get_by_role("button", name="Put it in their place").click()
        expect(page.get_by_text("Undo brings back what was there.")).to_be_visible()
        group.refresh_from_db()
        assert group.document["units"] != whole["units"]

        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_role("link", name="Import", exact=True).click()
        page.get_by_label("File").set_input_files(
            {"name": f"sheet.{ending}", "mimeType": "application/octet-stream", "buffer": content}
        )
        page.get_by_role("button", name="Read it").click()
        page.get_by_role("button", name="Put it in their place").click()
        expect(page.get_by_text("Undo brings back what was there.")).to_be_visible()
        group.refresh_from_db()
        assert group.document == whole


def test_a_preview_asks_about_what_is_not_clear(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/groups/import/")
    page_checks(page)
    page.get_by_label("or its text").fill(TYPED)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="1 line was not read")).to_be_visible()
    page_checks(page)

    page.get_by_label("Line 1, “Hatchetmann”").select_option("AOD-103")
    page.get_by_role("button", name="Make a new group of it").click()

    expect(page.locator("#units-1")).to_be_visible()
    document = BattleGroup.objects.get().document
    assert [entry["unit"] for entry in document["units"]] == ["AOD-103", "AOD-001"]
    assert document["notes"] == "nobody knows this line"
