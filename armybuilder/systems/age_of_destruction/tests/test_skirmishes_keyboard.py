"""A whole quick skirmish by keyboard alone, in a real browser: nothing is clicked, and the focus
goes where Tab takes it."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.usefixtures("catalogue")

#: Turns after which the game counts its points.
TURNS = 4
#: Presses of Tab after which a control counts as out of reach.
FAR = 200

HAS_FOCUS = """([css, text]) => {
  const now = document.activeElement;
  return now.matches(css) && now.textContent.includes(text);
}"""


class Keyboard:
    """A player without a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator(".skirmish-status")
        self.announcer = page.locator("#announcer")

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def has(self, css: str) -> bool:
        """Whether the page has something."""
        return self.page.locator(css).count() > 0

    def tab_to(self, css: str, text: str = "") -> None:
        """Press Tab until the focus is on something."""
        for _ in range(FAR):
            if self.page.evaluate(HAS_FOCUS, [css, text]):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {css} {text}")

    def use(self, css: str, text: str = "") -> None:
        """Go to a link or button of the table and press it; wait for what it brings."""
        self.tab_to(css, text)
        with self.page.expect_response(re.compile("/skirmishes/")):
            self.press("Enter")
        self.settle()

    def settle(self) -> None:
        """Wait until the page is whole."""
        expect(self.page.locator("#table .htmx-request")).to_have_count(0)

    def type(self, css: str, text: str) -> None:
        """Go to a field and fill it in."""
        self.tab_to(css)
        self.press("Control+a")
        self.page.keyboard.type(text)

    def change(self, css: str, text: str = "") -> None:
        """Press something that changes the game, and wait for the new table."""
        version = self.page.locator("#board").get_attribute("data-version")
        self.use(css, text)
        expect(self.page.locator("#board")).not_to_have_attribute("data-version", version or "")

    def wait_for_red(self) -> bool:
        """Wait until Red acts in peace, or somebody has won; whether the game goes on."""
        waited_for = re.compile("Your turn|Red (to act|must answer)|The game is over")
        expect(self.status).to_contain_text(waited_for)
        return "The game is over" not in self.status.inner_text()


def test_a_quick_game_by_keyboard_until_somebody_wins(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/en/skirmishes/")
    keys = Keyboard(page)
    keys.tab_to("main button", "Place it myself")
    keys.press("Enter")
    page.locator("#board:defined").wait_for()
    game = Skirmish.objects.get()
    game.start["turn_limit"] = TURNS
    game.save()
    page.reload()
    _set_up(keys)
    _come_closer(keys)
    moved = False
    while keys.wait_for_red():
        moved = _act(keys) or moved
    assert moved
    expect(keys.announcer).to_contain_text(re.compile("The game is over.*wins", re.S))
    expect(page.locator("#over")).to_be_focused()
    keys.tab_to("a.button", "Watch")
    keys.press("Enter")
    page.wait_for_url("**/replay/**")
    keys.use("#replay-back")
    expect(keys.announcer).to_contain_text(re.compile(r"Step \d+ of \d+"))
    expect(page.locator("#replay-back")).to_be_focused()


def _set_up(keys: Keyboard) -> None:
    """One piece of terrain and one figure by numbers, the others where there is room."""
    placed = set()
    while keys.wait_for_red() and "Turn" not in keys.status.inner_text():
        if keys.has(".waiting-piece") and "terrain" not in placed:
            placed.add("terrain")
            keys.use(".waiting-piece")
            _put(keys, "18,18")
        elif "Deployment" in keys.status.inner_text() and "figure" not in placed:
            placed.add("figure")
            keys.use(".figure-list a", "R1")
            keys.use("[data-choice=deploy]")
            _put(keys, "18,2")
        elif keys.has("#place-for-me"):
            keys.change("#place-for-me")
        else:
            keys.change("#end-stage")
    assert placed == {"terrain", "figure"}


def _put(keys: Keyboard, at: str) -> None:
    keys.type("#way-path", at)
    with keys.page.expect_response("**/plan/**"):
        keys.press("Enter")
    keys.settle()
    expect(keys.page.locator("#give-order")).to_be_enabled()
    keys.change("#give-order")


def _come_closer(keys: Keyboard) -> None:
    """The view of the table: closer, aside, all of it."""
    svg = keys.page.locator("#board > svg")
    keys.tab_to("#board")
    keys.press("0")
    whole = svg.get_attribute("viewBox") or ""
    x, y, width, depth = map(float, whole.split())
    assert max(x, y) <= 0 and x + width >= 36 and y + depth >= 36
    keys.press("+")
    keys.press("+")
    closer = svg.get_attribute("viewBox") or ""
    assert closer != whole
    keys.press("Shift+ArrowRight")
    expect(svg).not_to_have_attribute("viewBox", closer)
    keys.press("0")
    expect(svg).to_have_attribute("viewBox", whole)


def _act(keys: Keyboard) -> bool:
    """Answer, shoot what can be shot, else go towards the enemy; the last resort ends the turn.

    Whether a unit went its way.
    """
    if keys.has("#asked"):
        keys.change("#asked button")
        return False
    acting = keys.page.locator(".token.acts.seat-red").all()
    for unit in [token.get_attribute("data-unit") or "" for token in acting]:
        keys.use(".figure-list a", unit)
        if keys.has("#exactly:not([open])"):
            keys.tab_to("#exactly > summary")
            keys.press("Enter")
        for kind in ("ranged", "close"):
            if keys.has(f"[data-choice={kind}]"):
                keys.use(f"[data-choice={kind}]")
                keys.change("#give-order")
                return False
        if keys.has("[data-choice=move]") and _go(keys):
            return True
    keys.change("#end-stage")
    return False


def _go(keys: Keyboard) -> bool:
    """Toward an opponent, stopping at terrain, six inches; whether the rules let it."""
    enemy = keys.page.locator(".token.seat-blue").first.get_attribute("data-unit") or ""
    ground = keys.page.locator("[data-ground].ground").first.get_attribute("data-ground") or ""
    keys.use("[data-choice=move]")
    keys.type("#way-toward", enemy)
    keys.type("#way-inches", "6")
    keys.type("#way-stop", ground)
    with keys.page.expect_response("**/plan/**"):
        keys.press("Enter")
    keys.settle()
    if not keys.has("#give-order"):
        return False
    expect(keys.page.locator(".plan-leg").first).to_contain_text(re.compile(r": ([0-5]|6 )"))
    keys.change("#give-order")
    return True
