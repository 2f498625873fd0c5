"""Scenarios drawn in a browser, by pointer and by keys, and played."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.scenarios.models import Scenario
from armybuilder.tests.browser import PHONE

Checks = Callable[[Page], None]

pytestmark = pytest.mark.usefixtures("catalogue")


def blank(page: Page, live_server: LiveServer, system: str) -> None:
    """A new scenario on an empty ground."""
    page.goto(f"{live_server.url}/en/scenarios/")
    page.locator(f"#draw-{system}").get_by_role("button", name="An empty ground").click()
    page.locator("#drawing").wait_for()
    page.wait_for_load_state()


def take(page: Page, tool: str) -> None:
    """Take a tool in hand."""
    page.locator(f'[name="tool"][value="{tool}"]').check(force=True)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=12)
    page.mouse.up()


def things(page: Page) -> Locator:
    return page.locator(".drawn-thing")


def test_a_map_with_two_formations_is_drawn_and_played(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    blank(page, live_server, "nations-at-war")
    expect(page.locator(".drawn-faults li")).to_have_count(2)
    page_checks(page)

    take(page, "paint||wood")
    cell = page.locator('[data-cell="1,2"]')
    drag(page, middle(cell), middle(page.locator('[data-cell="4,2"]')))
    expect(page.locator(".tone-cover[data-cell]")).to_have_count(4)
    take(page, "add|formations|formation")
    page.locator("#drawn-add").click()
    expect(page.locator(".drawn-wait")).to_have_count(1)
    page.locator("#formations-owner").select_option("blue")
    page.locator("#drawn-add").click()
    expect(page.locator(".drawn-wait")).to_have_count(2)
    take(page, "")
    for at in ("0,1", "5,5"):
        left = page.locator(".drawn-wait").count()
        drag(
            page,
            middle(page.locator(".drawn-wait").first),
            middle(page.locator(f'[data-cell="{at}"]')),
        )
        expect(page.locator(".drawn-wait")).to_have_count(left - 1)
    take(page, "add|units|tank")
    page.locator("#units-formation").select_option("F2")
    page.mouse.click(*middle(page.locator('[data-cell="4,5"]')))
    expect(page.locator(".drawn-token")).to_have_count(3)
    expect(page.locator(".drawn-verdict")).to_have_text("Ready to be played")
    page_checks(page)

    page.get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Begin").click()
    page.locator("#table").wait_for()
    units = {unit["id"]: unit.get("at") for unit in Scenario.objects.get().document["units"]}
    assert units == {"F1-hq": [0, 1], "F2-hq": [5, 5], "u1": [4, 5]}


def test_a_scene_with_a_wall_and_two_models_is_drawn_and_played(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    blank(page, live_server, "warzone")
    x, y = middle(page.locator(".drawn-picture"))

    take(page, "add|terrain|block")
    drag(page, (x - 120, y - 120), (x + 40, y - 40))
    expect(things(page)).to_have_count(1)
    take(page, "add|terrain|gap")
    for dx, dy in ((60, 60), (180, 70), (120, 160), (60, 60)):
        page.mouse.click(x + dx, y + dy)
    expect(things(page)).to_have_count(2)
    take(page, "add|units|humanoid")
    for number, side in enumerate(("red", "blue")):
        page.locator("#units-owner").select_option(side)
        page.mouse.click(x - 150, y + 60 + 80 * number)
        expect(page.locator(".drawn-token")).to_have_count(number + 1)
    expect(page.locator(".drawn-verdict")).to_have_text("Ready to be played")
    page_checks(page)

    page.keyboard.press("Escape")
    model = page.locator(".drawn-token").first
    before = model.get_attribute("data-points")
    model.focus()
    page.keyboard.press("ArrowRight")
    expect(model).not_to_have_attribute("data-points", str(before))
    page.keyboard.press("Control+z")
    expect(model).to_have_attribute("data-points", str(before))
    model.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawn-name")).to_have_text("m1: humanoid")
    page.locator("#thing-mv").fill("7")
    page.locator("#thing-mv").blur()
    page.locator("#drawn-form").get_by_role("link", name="Close").click()
    expect(page.locator("#drawn-form")).to_have_count(0)
    document = Scenario.objects.get().document
    assert [unit["owner"] for unit in document["units"]] == ["red", "blue"]
    assert document["units"][0]["mv"] == 7
    assert [piece["kind"] for piece in document["terrain"]] == ["block", "gap"]

    page.get_by_role("link", name="Play", exact=True).first.click()
    page.get_by_role("button", name="Begin").click()
    page.locator("#table").wait_for()


def test_a_scene_is_drawn_by_keys_alone(page: Page, live_server: LiveServer) -> None:
    blank(page, live_server, "warzone")
    take(page, "add|terrain|block")
    page.locator("#drawn-board").focus()

    page.keyboard.press("Enter")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(f"Shift+{arrow}")
        page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")

    expect(things(page)).to_have_count(1)
    (piece,) = Scenario.objects.get().document["terrain"]
    xs, ys = zip(*piece["polygon"], strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys), len(xs)) == (2.5, 2.5, 4)
    things(page).first.focus()
    page.keyboard.press("Delete")
    expect(things(page)).to_have_count(0)


@pytest.mark.expects_refusals
def test_a_bad_file_is_told_by_place(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/scenarios/import/")
    page.get_by_label("or its text").fill('{"format": "scenario/1", "system": "warzone"}')
    page.get_by_role("button", name="Read").click()

    expect(page.locator(".drawn-faults li").first).to_contain_text("$.table")
    page_checks(page)
    page.get_by_role("button", name="Keep it as a draft").click()
    expect(page.locator("#drawn-verdict")).to_have_text("Cannot be played yet")


def test_a_stranger_opens_a_link_plays_and_copies(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/scenarios/")
    page.get_by_role("button", name="A copy of Signal Hill").click()
    page.locator("#drawn-share > summary").click()
    page.get_by_role("button", name="Make a link").click()
    page.locator("#drawn-share > summary").click()
    link = page.locator("#share-link").input_value()

    page.context.clear_cookies()
    page.goto(link)
    page_checks(page)
    page.get_by_role("button", name="Take a copy").click()
    page.locator("#drawing").wait_for()
    assert Scenario.objects.count() == 2
    page.goto(link)
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("button", name="Begin").click()
    page.locator("#table").wait_for()


def test_a_battle_is_drawn_on_a_phone(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    blank(page, live_server, "khans-and-generals")
    page.locator("#drawn-samples > summary").click()
    page.locator("#drawn-samples .drawn-tool").first.click()

    assert page.evaluate("[scrollY, document.documentElement.scrollHeight]") == [0, PHONE["height"]]
    page.mouse.click(*middle(page.locator(".drawn-picture")))

    expect(page.locator(".drawn-token")).to_have_count(1)
    expect(page.locator("#drawn-verdict")).to_have_text("Ready to be played")
