"""A whole quick game against the greedy bot, played with the mouse as a person would: figures are
dragged, opponents pressed, until somebody wins. Presses are counted."""

import math
import time

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_presses_browser import (
    TO_THE_FIRST_ORDER,
    Player,
)

pytestmark = [pytest.mark.usefixtures("catalogue"), pytest.mark.long]

#: Presses an order takes at most on average, with ends of turns and looks around.
TO_AN_ORDER = 4
#: Orders within which a game of 300 points is won.
MOST_ORDERS = 90
#: Inches from an opponent at which somebody may be shot at.
NEAR = 14
#: Who may act without pushing.
FRESH = "seat-red.acts:not(.is-shut-down):not(:has(.token-pip))"
#: What is drawn once it is known what a figure may do.
REACH = "[data-reach-layer] > :is(.reach, .reach-sector)"
#: Resolves once the picture has stood still for some frames, and nothing is shown or awaited.
AT_REST = """async () => {
  const busy = "[data-filming], .htmx-request, .htmx-swapping, .htmx-settling";
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let still = 0, seen = ""; still < 6; await frame()) {
    const now = document.querySelector("#board > svg")?.getAttribute("viewBox") ?? "";
    still = now === seen && !document.querySelector(busy) ? still + 1 : 0;
    seen = now;
  }
}"""
#: Whether a pixel shows the table, not what lies over it.
SHOWS_TABLE = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('#board > svg'))"


class Commander(Player):
    """Somebody who shoots whom he can, else goes on, and never pushes."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.orders = 0
        #: Presses and seconds until the first order was given.
        self.to_the_first = (0, 0.0)
        self.began = time.monotonic()
        self.refused: set[str] = set()

    def sit_down(self, address: str) -> None:
        """From the front page to the table, where the bot is to lose no time."""
        self.page.goto(f"{address}/en/")
        self.click(self.page.get_by_role("button", name="Put me at a table"))
        self.page.locator("#board:defined").wait_for()
        with self.page.expect_response("**/pace/"):
            self.page.locator("#pace").select_option("at_once")

    def play(self) -> None:
        """Act until somebody has won."""
        while self.wait_for_own_turn():
            self.page.evaluate(AT_REST)
            self.act()
            assert self.orders <= MOST_ORDERS
        presses, seconds = self.to_the_first
        print(
            f"{presses} presses and {seconds:.1f} seconds to the first order, "
            f"{self.presses / self.orders:.1f} an order, {self.presses} a game of {self.orders} "
            f"orders, {self.seconds:.0f} seconds"
        )

    @property
    def seconds(self) -> float:
        """Since the front page was opened."""
        return time.monotonic() - self.began

    def act(self) -> None:
        """One answer, one order, or the end of the turn."""
        asked = self.page.locator("#asked button").first
        unit = self.next_unit()
        if asked.count():
            self.changes(asked.click)
        elif unit and self.order(unit):
            self.orders += 1
            if self.orders == 1:
                self.to_the_first = self.presses, self.seconds
        elif unit:
            self.refused.add(unit)
        else:
            self.refused.clear()
            self.changes(self.page.locator("#end-stage").click)

    def next_unit(self) -> str:
        """Whoever may act and stands nearest to an opponent; "" for nobody."""
        if not self.page.locator(".pip.is-left").count():
            return ""
        able = [unit for unit in self.units(FRESH) if unit not in self.refused]
        return min(able, key=self.far, default="")

    def far(self, unit: str) -> float:
        """Inches from a unit to the nearest opponent."""
        at = self.middle(unit)
        return min(math.dist(at, self.middle(foe)) for foe in self.units("seat-blue"))

    def order(self, unit: str) -> bool:
        """Give a unit the order that suits it; whether the rules let it."""
        if self.far(unit) < NEAR:
            self.choose(unit)
            for target in self.units("seat-blue.is-target")[:1]:
                self.attack(target)
                return True
        self.look_for(unit)
        return self.advance(unit)

    def choose(self, unit: str) -> None:
        """Choose a unit unless it is, and wait for what it reaches."""
        picked = self.page.locator("#picked")
        if picked.get_attribute("data-unit") != unit:
            self.press(unit)
        expect(picked).to_have_attribute("data-unit", unit)
        expect(self.page.locator(REACH).first).to_be_attached()

    def attack(self, target: str) -> None:
        """Press a target and the first line of what may be done to it."""
        self.press(target)
        line = self.menu.locator("button.order-line").first
        self.changes(line.click)

    def press(self, unit: str) -> None:
        """Press a unit, found on the whole table where it is out of sight."""
        self.look_for(unit)
        self.presses += 1
        super().press(unit)

    def look_for(self, unit: str) -> None:
        """See the whole table where a unit is out of sight."""
        self.page.evaluate(AT_REST)
        if not self.page.evaluate(SHOWS_TABLE, self.place(*self.middle(unit))):
            self.click(self.page.locator("#board [data-fit]"))
            self.page.evaluate(AT_REST)


def test_a_whole_game_by_mouse(page: Page, live_server: LiveServer) -> None:
    commander = Commander(page)
    commander.sit_down(live_server.url)
    commander.play()
    assert Skirmish.objects.get().winner
    assert commander.to_the_first[0] <= TO_THE_FIRST_ORDER
    assert commander.presses <= commander.orders * TO_AN_ORDER
