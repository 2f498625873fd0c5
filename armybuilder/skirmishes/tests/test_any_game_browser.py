"""The table of any game in a browser: an order without a mouse, and looked at once more."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES

Checks = Callable[[Page], None]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second system, of which no file of the site knows."""
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("system", ["squares", "nations-at-war"])
def test_a_game_is_played_without_a_mouse(
    system: str, page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/skirmishes/{system}/new/")
    page_checks(page)
    page.get_by_role("button", name=re.compile("^(Begin|Two at this screen)")).first.press("Enter")
    page.locator("#table").wait_for()
    page_checks(page)
    steps = 1
    while page.locator(".token.acts").count() == 0:
        page.locator("#end-stage").press("Enter")
        expect(page.locator(".log li")).to_have_count(steps)
        steps += 1
    unit = page.locator(".token.acts").first.get_attribute("data-unit")
    page.locator(f'.piece-pick[data-choose="{unit}"]').press("Enter")
    page.locator("#chosen").wait_for()
    kind = page.locator("#exactly .order-kind").first
    for folded in (page.locator("#exactly"), kind):
        if folded.get_attribute("open") is None:
            folded.locator("> summary").press("Enter")
    kind.locator("button").first.press("Enter")
    expect(page.locator(".log li")).to_have_count(steps)
    page_checks(page)
    page.goto(re.sub(r"\?.*", "", page.url) + "replay/")
    page.locator("#replay-back").press("Enter")
    expect(page.get_by_text(f"Step {steps - 1} of {steps}", exact=True)).to_be_visible()
    page_checks(page)


def begin(page: Page, live_server: LiveServer, system: str = "squares") -> None:
    """A new game at its table."""
    page.goto(f"{live_server.url}/en/skirmishes/{system}/new/")
    page.get_by_role("button", name="Begin").press("Enter")
    page.locator("table-board:defined").wait_for()


def middle_of(page: Page, unit: str, ahead: float = 0) -> tuple[float, float]:
    """Where a piece is on the screen, or the place so many widths to its right."""
    box = page.locator(f'.token[data-unit="{unit}"] .token-base').bounding_box()
    assert box is not None
    return box["x"] + box["width"] * (0.5 + ahead), box["y"] + box["height"] / 2


@pytest.mark.usefixtures("catalogue")
def test_a_piece_is_carried_and_what_it_may_do_is_a_press_away(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    begin(page, live_server)
    page.mouse.click(*middle_of(page, "red"))
    expect(page.locator("path.reach")).to_have_count(2)
    expect(page.locator(".reach-spot")).to_have_count(6)
    expect(page.locator(".reach-link.is-broken")).to_have_count(1)
    ahead = middle_of(page, "red", ahead=1.25)
    page.mouse.move(*middle_of(page, "red"))
    page.mouse.down()
    page.mouse.move(*ahead, steps=4)
    page.mouse.up()
    expect(page.locator(".bubble-way")).to_have_text("1 of 6")
    page_checks(page)
    page.locator("#give-way").click()
    expect(page.locator(".log li")).to_have_count(1)
    page.mouse.click(*middle_of(page, "blue"))
    expect(page.locator("path.reach").first).to_be_attached()
    page.mouse.click(*middle_of(page, "blue"))
    expect(page.locator(".order-line")).to_have_count(2)
    page.locator("a.order-line[data-draft]").click()
    expect(page.locator("#plan h3")).to_have_text("Walk")


@pytest.mark.usefixtures("catalogue")
def test_a_table_that_comes_late_does_not_take_a_choice_back(
    page: Page, live_server: LiveServer
) -> None:
    begin(page, live_server)
    page.route("**/dice/", lambda route: late.append(route))
    late: list[Route] = []
    page.locator('[popovertarget="table-menu"]').click()
    page.locator("#dice-wish").select_option("mine")
    page.keyboard.press("Escape")
    page.locator('.piece-pick[data-choose="red"]').click()
    page.locator("#chosen").wait_for()
    (held,) = late
    with page.expect_response("**/dice/"):
        held.continue_()
    expect(page.locator("#dice-wish")).to_have_value("mine")
    expect(page.locator("#chosen")).to_be_visible()
    expect(page.locator('#picked[data-unit="red"]')).to_be_attached()


@pytest.mark.usefixtures("catalogue")
def test_a_choice_that_finds_its_table_replaced_is_made_all_the_same(
    page: Page, live_server: LiveServer
) -> None:
    begin(page, live_server)
    held: list[Route] = []

    def hold(route: Route) -> None:
        """The first choice is not answered before the new table is there."""
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/*unit=red*", hold)
    tables: list[Route] = []
    page.route("**/dice/", lambda route: tables.append(route))
    page.locator('[popovertarget="table-menu"]').click()
    page.locator("#dice-wish").select_option("mine")
    page.keyboard.press("Escape")
    page.locator('.piece-pick[data-choose="red"]').click()
    while not (tables and held):
        page.wait_for_timeout(20)
    tables[0].continue_()
    expect(page.locator('#picked[data-unit="red"]')).to_be_attached()
    held[0].continue_()
    expect(page.locator("#chosen")).to_be_visible()
    expect(page.locator("#dice-wish")).to_have_value("mine")


@pytest.mark.usefixtures("catalogue")
def test_dice_are_typed_with_a_thumb(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.set_viewport_size({"width": 375, "height": 740})
    begin(page, live_server)
    page.locator('[popovertarget="table-menu"]').click()
    page.locator("#dice-wish").select_option("mine")
    page.keyboard.press("Escape")
    page.locator('.piece-pick[data-choose="red"]').click()
    page.locator("#exactly > summary").click()
    page.locator(".order-kind button", has_text="Run").click()
    face = page.locator("#dice .dice-faces button")
    expect(face).to_have_count(6)
    expect(face.first).to_be_focused()
    for box in [each.bounding_box() for each in face.all()]:
        assert box is not None and min(box["width"], box["height"]) >= 44
    page_checks(page)
    page.keyboard.press("4")
    expect(page.locator(".log .die")).to_have_text("4")
    expect(page.locator("#dice")).to_be_hidden()
