"""A format from its form to a group under it, in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup, EventFormat
from armybuilder.tests.browser import PHONE

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
    page.get_by_role("button", name="Next: The whole group").click()
    page.get_by_label("Allowed build totals").fill("300")
    page.get_by_role("button", name="Next: Kinds of figures").click()
    expect(page.locator("#step-kinds-title")).to_be_focused()
    page.get_by_role("group", name="Factions on the base").get_by_label("Steel Wolves").check()
    expect(page.locator("#format-words")).to_contain_text(
        "The build total is 300. Factions on the base: Steel Wolves."
    )
    page_checks(page)
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


@pytest.mark.parametrize("scripts", [True, False])
def test_the_form_is_short_and_says_in_words_what_it_asks_for(
    scripts: bool, page: Page, live_server: LiveServer
) -> None:
    assert page.context.browser
    context = page.context.browser.new_context(java_script_enabled=scripts, viewport=PHONE)
    form = context.new_page()
    form.goto(f"{live_server.url}/en/formats/new/")
    shown = form.locator("details[open]")
    expect(shown).to_have_count(1)
    body = form.locator("body").bounding_box()
    assert body and body["height"] < 2 * PHONE["height"]

    form.get_by_label("Title").fill("Duel")
    form.get_by_text("5. How many").click()
    row = form.get_by_role("group", name="Count 1")
    row.get_by_label("at most").fill("2")
    row.get_by_label("type").select_option("mech")
    form.get_by_role("button", name="Another count").click()
    expect(form.get_by_role("group", name="Count 2")).to_be_visible()
    expect(row.get_by_label("at most")).to_have_value("2")
    expect(form.locator("#format-words")).to_contain_text("'Mech: at most 2.")
    expect(form.locator("#step-counts-says")).to_contain_text("'Mech: at most 2.")

    form.get_by_role("button", name="Next: Cards").click()
    expect(form.locator("#step-cards")).to_have_attribute("open", "")
    expect(form.locator("#step-counts-says")).to_be_visible()
    assert not EventFormat.objects.exists()
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("heading", level=1)).to_have_text("Duel")
    assert EventFormat.objects.get().restrictions == {
        "unit_counts": [{"type": "mech", "least": 0, "most": 2}]
    }
    context.close()
