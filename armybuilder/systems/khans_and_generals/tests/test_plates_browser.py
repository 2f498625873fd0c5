"""What is written over the board hides no base and no other writing: measured in the browser."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.usefixtures("catalogue")

NEW = "/en/skirmishes/khans-and-generals/new/"
#: Square pixels that two boxes may share, as their sides are rounded.
SLIVER = 4
#: Plates, then what they and others share: the two names and the square pixels.
SHARED = """() => {
  const boxes = (query) => [...document.querySelectorAll(query)]
    .filter((each) => each.checkVisibility())
    .map((each) => ({
      box: each.getBoundingClientRect(),
      name: each.dataset.aim ?? each.closest(".token")?.dataset.unit ?? each.className,
    }));
  const span = (one, other, from, to) =>
    Math.max(0, Math.min(one[to], other[to]) - Math.max(one[from], other[from]));
  const shared = (one, other) =>
    span(one.box, other.box, "left", "right") * span(one.box, other.box, "top", "bottom");
  const plates = boxes(".over > .aim:not(.is-denied, .is-out)");
  const others = boxes("[data-tokens] .token-base, .rack > *");
  const pairs = plates.flatMap((plate, number) =>
    [...others, ...plates.slice(0, number)]
      .map((other) => [plate.name, other.name, shared(plate, other)]));
  return [plates.length, pairs.filter(([, , pixels]) => pixels > 0)];
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (375, 720), (375, 812)])
def test_chances_hide_no_base_and_no_other_chance(
    page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{live_server.url}{NEW}")
    page.locator("button[name=ready][value=modern-kiln-road]").click()
    page.locator("#picked").wait_for()
    table = page.url.split("?")[0]
    for unit in ("r1", "r2"):
        page.goto(f"{table}?unit={unit}")
        page.locator(".over > .aim").nth(5).wait_for(state="attached")
        number, shared = page.evaluate(SHARED)
        assert number >= 6
        assert [pair for pair in shared if pair[2] > SLIVER] == []
        names = page.locator(f'.token[data-unit="{unit}"] > .token-name')
        assert names.evaluate("each => getComputedStyle(each).visibility") == "hidden"


def test_on_a_phone_nothing_in_the_bar_covers_anything(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 375, "height": 720})
    page.goto(f"{live_server.url}{NEW.replace('/en/', '/pl/')}")
    page.locator("button[name=ready][value=modern-kiln-road]").click()
    page.locator("#end-stage").click()
    page.locator("#pace").wait_for()
    shared = page.evaluate(
        """() => {
          const query = ".battle-bar :is(.side-mark, strong, #pace, button)";
          const shown = [...document.querySelectorAll(query)];
          const boxes = shown
            .filter((each) => each.checkVisibility() && each.closest("[popover]") === null)
            .map((each) => each.getBoundingClientRect());
          const share = (one, other, from, to) =>
            Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 1;
          return boxes.flatMap((one, number) => boxes.slice(0, number).filter((other) =>
            share(one, other, "left", "right") && share(one, other, "top", "bottom")));
        }"""
    )
    assert shared == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (375, 720)])
def test_how_a_battle_ended_is_read_below_the_bar(
    page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{live_server.url}{NEW}")
    page.locator("button[name=ready][value=early-sunken-lane]").click()
    page.locator("#table-next input[name=order]").evaluate(
        "(order) => { order.value = JSON.stringify({order: 'withdraw', player: 'red'}) }"
    )
    page.locator("#end-stage").click()
    page.wait_for_function("() => document.activeElement?.id === 'over'")
    page.wait_for_function(
        """() => {
          const bar = document.querySelector(".battle-bar").getBoundingClientRect();
          const title = document.getElementById("over").getBoundingClientRect();
          return title.top >= bar.bottom && title.bottom <= window.innerHeight;
        }"""
    )
