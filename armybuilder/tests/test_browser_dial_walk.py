"""A dial walked click by click with the keyboard alone, as a screen reader hears it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE

Checks = Callable[[Page], None]


@pytest.fixture
def site(live_server: LiveServer, catalogue: None) -> str:
    """The address of the running site with its catalogue loaded."""
    return live_server.url


def test_arrows_turn_the_dial_and_say_what_changed(
    page: Page, site: str, page_checks: Checks
) -> None:
    page.goto(f"{site}/en/catalogue/figures/AOD-102/")
    dial = page.get_by_role("region", name="Combat dial of AOD-102 Hatchetman")
    said = page.locator("[data-said]")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_contain_text("Click 1 of 12: Speed 7, Attack 10")

    dial.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Click 4 of 12: Speed 6, Attack 8")
    expect(said).to_contain_text("One more click: Primary damage 2, down from 3; loses Full Strike")
    expect(page).to_have_url(f"{site}/en/catalogue/figures/AOD-102/?click=4")
    expect(dial.locator("th[aria-current=true]")).to_contain_text("4 (now)")

    page.keyboard.press("End")
    expect(said).to_contain_text("One more click eliminates it.")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Click 12 of 12")
    page.keyboard.press("Home")
    expect(said).to_contain_text("Click 1 of 12")
    page_checks(page)


def test_the_links_of_the_steps_can_be_tabbed_to_and_taken(page: Page, site: str) -> None:
    page.goto(f"{site}/en/catalogue/figures/AOD-102/?click=11")
    following = page.get_by_role("link", name="Next click")
    following.focus()
    page.keyboard.press("Enter")

    expect(page.locator("[data-said]")).to_contain_text("Click 12 of 12")
    expect(following).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_role("link", name="Previous click")).to_have_attribute(
        "href", f"{site}/en/catalogue/figures/AOD-102/?click=11"
    )


def test_a_figure_is_tried_out_and_compared_on_a_phone(
    page: Page, site: str, page_checks: Checks
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/en/catalogue/figures/AOD-102/")
    page.locator("summary", has_text="Try it out").click()
    page.get_by_label("Heat", exact=True).select_option("3")
    page.get_by_label("Number of the target").fill("AOD-113")
    page.get_by_role("button", name="Work it out").click()
    odds = page.get_by_role("region", name="Odds against AOD-113 Arbalest “Bolt”")
    expect(odds.get_by_role("table")).to_contain_text("63%")
    page_checks(page)

    page.locator("summary", has_text="Side by side").click()
    page.get_by_label("Compare with number").fill("AOD-101")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare figures")
    page_checks(page)

    page.goto(f"{site}/en/catalogue/?q=hatchetman+aod&view=table")
    page.get_by_label("Compare AOD-103 Hatchetman").check()
    page.get_by_label("Compare AOD-104 Hatchetman").check()
    page.get_by_role("button", name="Compare those ticked").click()
    expect(page).to_have_url(f"{site}/en/catalogue/compare/?figure=AOD-103&figure=AOD-104")
