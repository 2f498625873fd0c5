"""How many presses the first order takes, by somebody who plays with a counted hand."""

import math
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.test_browser import add_by_number, start_group
from armybuilder.systems.age_of_destruction.tests.test_hands_browser import Hands

pytestmark = pytest.mark.usefixtures("catalogue")

#: From the front page, or from a group's, to the first order.
TO_THE_FIRST_ORDER = 3
#: What the status says once it is the person's turn again, or the last one was.
YOURS = re.compile("Your turn|must answer|The game is over")
#: Inches between two middles at which a figure that comes up stops, and that it goes at once.
SHY, STRIDE = 2, 7

Spot = tuple[float, float]


class Player(Hands):
    """A hand whose presses are counted: a click, a drag and a key are one each."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.presses = 0
        page.emulate_media(reduced_motion="reduce")

    def click(self, control: Locator) -> None:
        """Press a control."""
        self.presses += 1
        control.click()

    def changes(self, change: Callable[[], object]) -> None:
        """A press that changes the game."""
        self.presses += 1
        self.waits_for(change)

    def wait_for_own_turn(self) -> bool:
        """Wait until the person is to act; whether the game goes on."""
        status = self.page.locator(".skirmish-status")
        expect(status).to_contain_text(YOURS, timeout=60_000)
        return "The game is over" not in status.inner_text()

    def advance(self, unit: str) -> bool:
        """Drag a unit toward the nearest opponent and give the order; whether the rules let it."""
        start = self.middle(unit)
        goal = min(map(self.middle, self.units("seat-blue")), key=lambda at: math.dist(at, start))
        far = math.dist(start, goal)
        share = max(min(far - SHY, STRIDE), 1) / far
        end = tuple(one + (other - one) * share for one, other in zip(start, goal, strict=True))
        self.haul(self.place(*start), self.place(*end))
        give = self.page.locator("#give-way")
        expect(give).to_be_enabled()
        if not give.is_visible():
            self.step_back()
            return False
        self.changes(self.give)
        return True

    def haul(self, start: Spot, end: Spot) -> None:
        """Drag from one pixel to another."""
        self.presses += 1
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()

    def give(self) -> None:
        """Give the order of a move that is in the making."""
        self.page.keyboard.press("Enter")

    def step_back(self) -> None:
        """Take back what was begun."""
        self.presses += 1
        self.page.keyboard.press("Escape")

    def units(self, kind: str) -> list[str]:
        """The units of a kind that still fight."""
        tokens = self.page.locator(f"[data-tokens] .token.{kind}:not(.is-salvage)")
        found: list[str] = tokens.evaluate_all("each => each.map((token) => token.dataset.unit)")
        return found


def first_order(player: Player) -> None:
    """Move the figure that is chosen when the table opens."""
    player.page.locator("#board:defined").wait_for()
    assert player.wait_for_own_turn()
    unit = player.page.locator("#picked").get_attribute("data-unit") or ""
    assert player.advance(unit)


def test_from_the_front_page_to_the_first_order(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/")
    player = Player(page)
    player.click(page.get_by_role("button", name="Put me at a table"))
    first_order(player)
    assert player.presses <= TO_THE_FIRST_ORDER


def test_from_ones_own_group_to_the_first_order(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    player = Player(page)
    player.click(page.get_by_role("button", name="Play it").first)
    first_order(player)
    assert player.presses <= TO_THE_FIRST_ORDER


def test_from_a_shared_group_to_the_first_order(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/en/")
    page.get_by_role("link", name="Start a group").first.click()
    page.get_by_role("button", name="Take it").first.click()
    page.locator("#total-button").wait_for()
    group = BattleGroup.objects.get()
    group.visibility = "link"
    group.share_token = "a-link-of-this-test"
    group.save()
    page.goto(f"{live_server.url}/en/g/{group.share_token}/")
    player = Player(page)
    player.click(page.get_by_role("button", name="Play against it"))
    first_order(player)
    assert player.presses <= TO_THE_FIRST_ORDER
