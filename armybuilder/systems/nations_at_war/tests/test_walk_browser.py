"""A game in a browser: drawn, moved by the map and by typing, fired at, ended, on a desk and on a
phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish

Checks = Callable[[Page], None]
pytestmark = pytest.mark.usefixtures("catalogue")


def begin(page: Page, live_server: LiveServer, commander: str = "") -> None:
    page.goto(f"{live_server.url}/en/skirmishes/nations-at-war/new/")
    if commander:
        page.get_by_role("link", name="Names and other bots").first.press("Enter")
        page.locator("select[name=seat-blue-commander]").select_option(commander)
        page.get_by_role("button", name="Begin").press("Enter")
    else:
        page.get_by_role("button", name="Two at this screen").first.press("Enter")
    page.locator("#table").wait_for()
    # Whoever is quicker than the scripts reads the page anew after every press.
    page.wait_for_function("() => window.htmx && customElements.get('table-board')")


def press_on(page: Page) -> None:
    """The one button that goes on, and until the table is new."""
    version = page.locator("table-board").get_attribute("data-version")
    page.locator("#end-stage").press("Enter")
    page.wait_for_function(
        "old => document.querySelector('table-board')?.dataset.version !== old", arg=version
    )


def to_an_impulse(page: Page) -> None:
    while not page.locator(".naw-drawn").count():
        press_on(page)


def test_two_turns_without_a_mouse(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    begin(page, live_server)
    page_checks(page)
    to_an_impulse(page)
    page_checks(page)
    page.locator(".naw-free a").nth(1).press("Enter")
    page.locator("#naw-type > summary").press("Enter")
    example = page.locator("#way").get_attribute("placeholder") or ""
    page.locator("#way").fill(example)
    page.locator("#way").press("Enter")
    page.locator("#naw-question").wait_for()
    page_checks(page)
    page.locator("#naw-question button[value=disrupted]").press("Enter")
    expect(page.locator("#naw-question")).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("as handed in")
    for _ in range(40):
        if page.locator(".naw-turns [aria-current]").inner_text() == "3":
            break
        press_on(page)
    expect(page.locator(".naw-turns [aria-current]")).to_have_text("3")
    page_checks(page)


def test_a_counter_is_dragged_to_a_hex_and_unloads_there(
    page: Page, live_server: LiveServer
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    begin(page, live_server)
    to_an_impulse(page)
    while not page.locator('.naw-free a:has-text("R-I1")').count():
        press_on(page)
        to_an_impulse(page)
    counter = page.locator('.token[data-unit="R-I1"]')
    start = counter.bounding_box()
    assert start is not None
    page.mouse.click(start["x"] + 5, start["y"] + 5)
    page.locator(".reach-spot").first.wait_for()
    spot = page.locator('.naw-hex[data-ground="0,3"]').bounding_box()
    assert spot is not None
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=8)
    page.mouse.up()
    page.locator("#give-way").wait_for()
    page.get_by_role("button", name="Go, then unload").last.click()
    expect(page.locator(".bubble-says")).to_contain_text("Opportunity Fire")
    page.locator("#give-way").click()
    page.locator("#naw-question").wait_for()
    press_on(page)
    expect(page.locator(".log")).to_contain_text("unloads for 3 MP")


@pytest.mark.browser_context_args(
    has_touch=True, is_mobile=True, viewport={"width": 375, "height": 740}
)
def test_a_commander_is_played_against_on_a_phone(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    begin(page, live_server, "greedy")
    game = Skirmish.objects.get()
    units = game.state["units"]
    game.state |= {
        "units": units | {"R-T1": units["R-T1"] | {"at": [2, 4]}},
        "stage": "impulse",
        "formation": "Blue guard",
        "activated": ["Blue guard"],
        "cup": {"formations": ["Red column", "Blue relief"], "end_turn": 2},
    }
    game.acting = "blue"
    game.save()
    page.reload()
    waits = page.locator("#naw-waiting")
    expect(waits).to_be_visible()
    page.locator("#sheet-handle").tap()
    page_checks(page)
    page.locator("#naw-waiting button[value=disrupted]").tap()
    expect(page.locator(".log")).to_contain_text("as handed in")
    press_on(page)
    expect(page.locator(".log li").first).to_contain_text("Fire")


def test_the_map_is_put_away_beside_one_of_paper(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    begin(page, live_server)
    page.locator("#naw-paper > summary").press("Enter")
    expect(page.locator("table-board")).to_be_hidden()
    to_an_impulse(page)
    expect(page.locator("table-board")).to_be_hidden()
    page.locator(".naw-free a").nth(1).press("Enter")
    page.locator("#naw-type > summary").press("Enter")
    expect(page.locator("#way")).to_be_visible()
    page_checks(page)
    page.locator("#naw-paper > summary").press("Enter")
    expect(page.locator("table-board")).to_be_visible()
