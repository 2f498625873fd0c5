"""The battle of the front page lives while it is looked at, in a real browser."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.usefixtures("catalogue")

ENDED = """() => {
  window.ended = 0;
  document.addEventListener("film:end", () => { window.ended += 1; });
}"""


def test_the_exchange_of_fire_is_seen_again_and_again_while_it_is_in_sight(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size({"width": 1280, "height": 400})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/en/")
    page.evaluate(ENDED)
    figure = page.locator("[data-exchange]")
    picture = figure.locator(".exchange-board").inner_html()
    page.emulate_media(reduced_motion="no-preference")
    expect(figure.locator(".film-number")).to_be_visible()
    expect(figure.locator(".exchange-loss")).to_have_css("opacity", "0")
    page.wait_for_function("() => window.ended >= 2")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    expect(figure).not_to_have_attribute("data-playing", "")
    assert figure.locator(".exchange-board").inner_html() == picture
    expect(figure).not_to_be_in_viewport()
    ended = page.evaluate("window.ended")
    page.wait_for_timeout(6000)
    assert page.evaluate("window.ended") == ended


def test_keys_and_taps_of_the_front_page_stop_nothing(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/")
    figure = page.locator("[data-exchange]")
    figure.locator(".film-picture").wait_for(state="attached")
    page.keyboard.press("/")
    expect(page.locator("#site-search")).to_be_focused()
    expect(figure.locator(".film-number")).to_be_visible()


def test_who_wants_less_motion_sees_how_it_ended(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/en/")
    page.wait_for_timeout(2500)
    figure = page.locator("[data-exchange]")
    expect(figure.locator(".film-picture")).to_have_count(0)
    expect(figure.locator(".exchange-loss")).to_have_css("opacity", "1")
