"""High contrast and large targets on the pages people live on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import DESKTOP, PHONE

pytestmark = pytest.mark.usefixtures("catalogue")

PAGES = (
    "/en/",
    "/en/catalogue/",
    "/en/catalogue/figures/AOD-102/",
    "/en/catalogue/sets/",
    "/en/groups/",
    "/en/groups/new/",
    "/en/formats/new/",
    "/en/rules/",
    "/en/account/login/",
)
LEAST = 44
#: What can be hit and stands by itself, with its width and height where one is too small: not what
#: is hidden, what lies in a drawing, links within a sentence, or boxes whose label can be hit.
TOO_SMALL = """least => {
  const inSentence = (link) => getComputedStyle(link).display === "inline" &&
    [...link.parentElement.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\\p{L}{2}/u.test(node.textContent));
  const found = [];
  const hit = "a[href], button, summary, input, select, textarea";
  for (const each of document.querySelectorAll(hit)) {
    if (!each.checkVisibility({ visibilityProperty: true })) continue;
    if (each.closest("svg, .visually-hidden, .skip-link")) continue;
    if (each.matches("a") && inSentence(each)) continue;
    const target = each.matches("[type=checkbox], [type=radio]") && each.labels?.[0] || each;
    const { width, height } = target.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    if (width < least - 0.5 || height < least - 0.5) {
      found.push(`${Math.round(width)} x ${Math.round(height)}: ${each.outerHTML.slice(0, 110)}`);
    }
  }
  return found;
}"""


def choose(page: Page, url: str, **wanted: str) -> None:
    page.context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in wanted.items()]
    )


@pytest.mark.parametrize("path", PAGES)
def test_large_targets_are_44_pixels_at_least(
    page: Page, live_server: LiveServer, path: str
) -> None:
    choose(page, live_server.url, targets="large")
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.goto(f"{live_server.url}{path}")
        assert page.evaluate(TOO_SMALL, LEAST) == []
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_with_high_contrast_are_accessible(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], path: str
) -> None:
    choose(page, live_server.url, contrast="more")
    page.goto(f"{live_server.url}{path}")
    page_checks(page)


def test_the_device_may_ask_for_high_contrast(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(contrast="more", color_scheme="light")
    page.goto(f"{live_server.url}/en/")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    page.emulate_media(contrast="no-preference", color_scheme="light")
    assert page.evaluate(paper) == "rgb(244, 240, 231)"
