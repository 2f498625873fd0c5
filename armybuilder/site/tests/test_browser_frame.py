"""The frame of every page, as a thumb and a mouse meet it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import DESKTOP, PHONE

pytestmark = pytest.mark.usefixtures("catalogue")


def test_on_a_phone_five_places_stand_at_the_bottom_edge_and_cover_nothing(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/rules/")
    places = page.get_by_role("navigation", name="Main").get_by_role("link")
    assert places.all_inner_texts() == ["Home", "Catalogue", "Collection", "Groups", "Play"]
    assert [place.get_attribute("aria-current") for place in places.all()] == [
        None,
        "true",
        None,
        None,
        None,
    ]
    bar = page.locator(".nouns").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == PHONE["height"]

    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot = page.locator(".colophon").bounding_box()
    assert foot is not None
    assert round(foot["y"] + foot["height"]) <= bar["y"]


def test_a_page_with_a_bar_of_its_own_has_the_edge_to_itself(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/rules/")
    page.evaluate("document.querySelector('main').setAttribute('data-own-bar', '')")
    expect(page.locator(".nouns")).to_be_hidden()


@pytest.mark.parametrize("path", ["", "catalogue/", "groups/", "rules/", "skirmishes/"])
def test_the_search_box_stands_on_every_page(
    page: Page, live_server: LiveServer, path: str
) -> None:
    page.set_viewport_size(DESKTOP)
    page.goto(f"{live_server.url}/en/{path}")
    expect(page.locator("#site-search")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("#site-search")).to_be_focused()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_on_a_phone_the_search_opens_without_scripts(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/rules/")
    field = page.locator("#site-search")
    expect(field).to_be_hidden()
    page.get_by_role("link", name="Search", exact=True).click()
    expect(field).to_be_visible()
    field.press_sequentially("atlas")
    expect(field).to_have_value("atlas")


def test_on_a_phone_the_page_shown_is_in_sight_in_the_line_of_its_place(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None]
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/rules/")
    expect(page.locator(".sections [aria-current]")).to_be_in_viewport(ratio=1)
    page_checks(page)
