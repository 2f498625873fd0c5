"""A format from its form to a group under it, in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup, EventFormat

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_a_format_is_written_shared_and_built_under(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/formats/")
    page_checks(page)
    page.get_by_role("link", name="New format").click()
    page_checks(page)
    page.get_by_label("Title").fill("Wolves only")
    page.get_by_label("Allowed build totals").fill("300")
    page.get_by_role("group", name="Factions on the base").get_by_label("Steel Wolves").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wolves only")
    page_checks(page)

    page.get_by_role("link", name="Browse the figures it allows").click()
    factions = page.get_by_role("group", name="Faction").get_by_role("checkbox")
    expect(factions).to_have_count(1)
    expect(factions).to_have_accessible_name(re.compile(r"^Steel Wolves \d+$"))
    page_checks(page)

    page.get_by_role("link", name="Wolves only").click()
    page.get_by_role("link", name="Start a group under it").click()
    expect(page.get_by_label("Build total")).to_have_value("300")
    page.get_by_label("Name", exact=True).fill("Pack")
    page.get_by_role("button", name="Start building").click()
    page.get_by_label("By number, several at once").fill("AOD-102")
    page.locator(".by-number").get_by_role("button", name="Add").click()
    expect(page.locator("#units-0")).to_contain_text("Hatchetman")
    expect(page.locator(".verdict").first).to_contain_text("Wolves only")
    page_checks(page)

    assert BattleGroup.objects.get().document["event"]["title"] == "Wolves only"
    assert EventFormat.objects.get().title == "Wolves only"
