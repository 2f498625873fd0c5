"""The search in the head of every page, led by keys, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_keys_lead_from_any_page_to_what_was_meant(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], language: str
) -> None:
    page.goto(f"{live_server.url}/{language}/rules/")
    page.keyboard.press("/")
    box = page.locator("#site-search")
    expect(box).to_be_focused()
    expect(box).to_have_role("combobox")
    page.keyboard.type("hachetman")
    options = page.locator("#site-suggestions").get_by_role("option")
    expect(options.first).to_contain_text("Hatchetman")
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#announcer")).to_contain_text("hatchetman")
    page_checks(page)

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", "site-figures-2")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#site-suggestions")).to_be_hidden()
    expect(box).to_be_focused()

    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("hachetman")
    expect(page.locator("#found-figures")).to_be_visible()
    page_checks(page)


def test_a_suggestion_is_followed(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/rules/")
    page.locator("#site-search").fill("jump jets")
    equipment = page.locator("#site-equipment-1")
    expect(equipment).to_contain_text("Jump Jets")
    equipment.click()
    expect(page).to_have_url(f"{live_server.url}/en/catalogue/equipment/#JJ")


def test_a_thumb_finds_a_rule(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None]
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/catalogue/cards/")
    page.get_by_role("link", name="Search", exact=True).click()
    page.locator("#site-search").press_sequentially("recruitment cost")
    rule = page.get_by_role("option", name="Recruitment cost without symbol")
    expect(rule).to_be_visible()
    page_checks(page)
    rule.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recruitment cost without symbol")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_scripts_everything_found_is_a_page(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/rules/")
    page.locator("#site-search").fill("evade")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Equipment")).to_be_visible()
    page.get_by_role("link", name="Show all 35", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("35 figures")
