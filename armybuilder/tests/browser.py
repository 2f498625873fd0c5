"""Tests in a real browser: which one, what always fails them, what every page must hold."""

import os
import shutil
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect

from armybuilder.site.models import User

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
#: The build without windows shows the same pages for three quarters of the process time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: Milliseconds until what is waited for counts as never coming, on a machine with much other work.
PATIENCE = 60_000
PHONE: ViewportSize = {"width": 375, "height": 812}
#: What axe asks of colours; nothing else it asks depends on a scheme.
COLOURS = ("color-contrast", "link-in-text-block")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


def chromium() -> str | None:
    """The machine's own Chromium."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def require_chromium() -> None:
    """Skip the test where there is no browser; in CI there must be one."""
    if chromium():
        return
    reason = "no Chromium on this machine (on Debian: apt install chromium)"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the browser."""
    return {"executable_path": chromium(), "headless": True, "args": FLAGS}


#: Text that a box which cannot be scrolled cuts off. Boxes that say so with an ellipsis or by
#: lines, text kept for readers only, and the board, which is moved under its frame, are meant.
CUT_OFF = r"""() => {
  const found = new Set();
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cuts = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const around = text.parentElement;
    if (!text.data.trim() || around.closest("svg, script, style, template, noscript")) continue;
    if (around.closest("#board, .over")) continue;
    if (!around.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    if (at.width === 0 || at.height === 0) continue;
    for (let box = around; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === "inline" || style.display === "contents") continue;
      if (style.position === "fixed" || style.clipPath !== "none") break;
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) break;
      const edge = box.getBoundingClientRect();
      const beside = Math.max(edge.left - at.left, at.right - edge.right);
      const below = Math.max(edge.top - at.top, at.bottom - edge.bottom);
      const isCut =
        (cuts(style.overflowX) && style.textOverflow !== "ellipsis" && beside > 2) ||
        (cuts(style.overflowY) && style.webkitLineClamp === "none" && below > 4);
      if (!isCut) continue;
      found.add(`${text.data.trim().slice(0, 40)} (${box.localName}.${box.className})`);
      break;
    }
  }
  return [...found];
}"""

#: What is said of a request that the server refused.
REFUSED = (
    "Failed to load resource: the server responded",
    "htmx:responseError,",
    "Response Status",
)
#: What htmx says when a request gives way to a newer one; a failed one says `htmx:sendError` too.
OVERTAKEN = ("htmx:afterRequest,", "htmx:sendAbort,")


@pytest.fixture
def page(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page whose script errors, console errors and blocked content fail the test."""
    with listened_to(page, request):
        yield page


@contextmanager
def page_with_camera(
    launch_browser: Callable[..., Browser], request: pytest.FixtureRequest, film: Path
) -> Iterator[Page]:
    """The same in a browser of its own, whose camera shows a film over and over: JPEG pictures one
    after another, in a file whose name ends in `.mjpeg`."""
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with (
        launch_browser(args=[*FLAGS, *camera]) as browser,
        browser.new_context(permissions=["camera"]) as context,
        listened_to(context.new_page(), request) as page,
    ):
        yield page


@contextmanager
def listened_to(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that is closed at the end, and fails where the browser complained."""
    refusals_expected = request.node.get_closest_marker("expects_refusals")
    said: list[str] = []
    expect.set_options(timeout=PATIENCE)
    page.context.set_default_timeout(PATIENCE)

    def listen(message: ConsoleMessage) -> None:
        place = message.location.get("url")
        if not place:
            return  # a script the test itself brought in: axe tries inline styles
        if message.text.startswith(OVERTAKEN):
            return
        refused = message.text.startswith(REFUSED)
        if message.type == "error" and not (refused and refusals_expected):
            said.append(f"{message.text} ({place})")

    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.close()
    assert not said, "the browser complained: " + "; ".join(said)


def signed_in(page: Page, site: str, user: User) -> None:
    """The browser is that of somebody who has signed in; how that is done, others test."""
    client = Client()
    client.force_login(user)
    hand_over(client, page, site)


def hand_over(client: Client, page: Page, site: str) -> None:
    """The browser goes on where a client of the tests stands."""
    page.context.add_cookies(
        [
            {"name": name, "value": cookie.value, "url": site}
            for name, cookie in client.cookies.items()
        ]
    )


@pytest.fixture
def page_checks() -> Callable[[Page], None]:
    """Asserts what every page must hold: see `check_page`."""
    return check_page


def check_page(page: Page) -> None:
    """No axe violation, no sideways scrolling and no text cut off, on phone and desktop, in light
    and dark."""
    page.wait_for_load_state()
    before = page.viewport_size
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], f"{page.url} is {width} px wide at {size['width']} px"
        cut_off = page.evaluate(CUT_OFF)
        assert not cut_off, f"{page.url} cuts off at {size['width']} px: {cut_off}"
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            violations = axe_violations(page, only=COLOURS if scheme == "dark" else ())
            assert not violations, f"{page.url}, {scheme}, {size['width']} px: {violations}"
    page.emulate_media(color_scheme="light")
    if before:
        page.set_viewport_size(before)


def axe_violations(page: Page, only: Collection[str] = ()) -> list[str]:
    """What axe finds, one line for each rule with the elements concerned; all of its rules are
    asked, or only some.

    The script is evaluated, not added as a tag, because the page's own policy forbids the tag.
    """
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # Of the style sheets axe would rebuild, none of the rules that are asked reads anything.
    asked: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
    if only:
        asked["runOnly"] = list(only)
    found = page.evaluate("asked => axe.run(document, asked)", asked)
    return [
        f"{rule['id']}: {rule['help']} {[node['html'][:160] for node in rule['nodes']]}"
        for rule in found["violations"]
    ]
