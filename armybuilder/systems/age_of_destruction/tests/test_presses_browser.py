"""How many presses the first order takes, by somebody who plays with a counted hand."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.test_browser import add_by_number, start_group
from armybuilder.systems.age_of_destruction.tests.test_hands_browser import Hands

pytestmark = pytest.mark.usefixtures("catalogue", "same_lots")

#: From the front page, or from a group's, to the first order.
TO_THE_FIRST_ORDER = 3
YOURS = re.compile("Your turn|must answer|The game is over")


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
        x, y = self.middle(unit)
        others = [self.middle(other) for other in self._units("seat-blue")]
        goal = min(others, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
        far = max(((goal[0] - x) ** 2 + (goal[1] - y) ** 2) ** 0.5, 0.1)
        some = min(far - 2, 7) / far
        self.presses += 1
        self.page.mouse.move(*self.place(x, y))
        self.page.mouse.down()
        there = (x + (goal[0] - x) * some, y + (goal[1] - y) * some)
        self.page.mouse.move(*self.place(*there), steps=4)
        self.page.mouse.up()
        give = self.page.locator("#give-way")
        expect(give).to_be_visible()
        self.page.wait_for_timeout(400)
        if not give.is_enabled():
            self.page.keyboard.press("Escape")
            return False
        self.changes(lambda: self.page.keyboard.press("Enter"))
        return True

    def _units(self, kind: str) -> list[str]:
        found = self.page.locator(f".token.{kind}:not(.is-salvage)").all()
        return [token.get_attribute("data-unit") or "" for token in found]


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
