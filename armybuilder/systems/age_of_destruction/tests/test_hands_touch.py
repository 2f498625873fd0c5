"""Hands on the table by touch, on a phone of 375 pixels."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_hands_browser import Hands
from armybuilder.systems.age_of_destruction.tests.test_orders_browser import seated
from rules.tests.skirmishes import tank

pytestmark = [
    pytest.mark.usefixtures("catalogue"),
    pytest.mark.browser_context_args(
        has_touch=True, is_mobile=True, viewport={"width": 375, "height": 740}
    ),
]

Checks = Callable[[Page], None]
Spot = tuple[float, float]

#: Pixels a finger needs.
FINGER = 44


class Fingers(Hands):
    """A player's fingers; places are inches from the table's top left corner."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.screen = page.context.new_cdp_session(page)

    def touch(self, kind: str, *spots: Spot) -> None:
        """One event of a touch with the fingers at some pixels."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, unit: str) -> None:
        """A short touch on a unit."""
        self.page.touchscreen.tap(*self.place(*self.middle(unit)))

    def pull(self, start: Spot, end: Spot) -> None:
        """A finger goes from one pixel to another, and stays down."""
        self.touch("touchStart", start)
        for share in (0.2, 0.5, 0.8, 1.0):
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.touch("touchMove", (x, y))

    def lift(self) -> None:
        """The finger rests, as one that puts something down does, and leaves the screen; Chromium
        now and then takes the next tap for the end of a swipe otherwise."""
        self.page.wait_for_timeout(250)
        self.touch("touchEnd")

    def view(self) -> str:
        """What of the table is in sight."""
        return self.page.locator("#board > svg").get_attribute("viewBox") or ""


@pytest.fixture
def fingers(page: Page, live_server: LiveServer) -> Fingers:
    """A tank of each side and the red player's fingers."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(seated(page, live_server, tank("r1", (18, 12)), tank("b1", (18, 18), 180)))
    page.locator("#board:defined").wait_for()
    return Fingers(page)


def _chosen(fingers: Fingers) -> None:
    fingers.tap("r1")
    expect(fingers.page.locator("#picked")).to_have_attribute("data-unit", "r1")
    expect(fingers.page.locator("path.reach").first).to_be_attached()


def test_a_chosen_figure_is_large_enough_and_dragged_by_a_finger(fingers: Fingers) -> None:
    page = fingers.page
    _chosen(fingers)
    base = fingers.token("r1").locator(".token-base").bounding_box()
    assert base is not None
    assert min(base["width"], base["height"]) >= FINGER - 1
    start, end = fingers.place(18, 24), fingers.place(16, 24.5)
    fingers.pull(start, end)
    expect(fingers.bubble).to_contain_text("″ of")
    fingers.lift()
    give = page.locator("#give-way")
    expect(give).to_be_enabled()
    size = give.bounding_box()
    assert size is not None and size["height"] >= FINGER
    assert size["y"] + size["height"] <= 740
    fingers.waits_for(give.tap)
    x, _y = fingers.middle("r1")
    assert x == pytest.approx(16, abs=0.2)


def test_an_attack_by_two_touches(fingers: Fingers, page_checks: Checks) -> None:
    _chosen(fingers)
    fingers.tap("b1")
    line = fingers.menu.locator("[data-kind=ranged]").first
    size = line.bounding_box()
    assert size is not None and size["height"] >= FINGER
    page_checks(fingers.page)
    fingers.waits_for(line.tap)
    assert Skirmish.objects.get().steps.get().order["order"] == "ranged"


def test_a_finger_on_the_ground_moves_the_view_and_no_figure(fingers: Fingers) -> None:
    _chosen(fingers)
    before = fingers.view()
    x, y = fingers.place(*fingers.middle("r1"))
    fingers.pull((x + 90, y), (x + 40, y - 30))
    fingers.lift()
    expect(fingers.page.locator("#board > svg")).not_to_have_attribute("viewBox", before)
    expect(fingers.bubble).to_have_count(0)


def test_a_second_finger_ends_a_drag_and_comes_closer(fingers: Fingers) -> None:
    _chosen(fingers)
    before = fingers.view()
    start, end = fingers.place(18, 24), fingers.place(17, 24)
    fingers.pull(start, end)
    other = (end[0] + 60, end[1])
    fingers.touch("touchStart", end, other)
    fingers.touch("touchMove", end, (other[0] + 60, other[1]))
    fingers.lift()
    expect(fingers.bubble).to_have_count(0)
    expect(fingers.page.locator(".way")).to_have_count(0)
    expect(fingers.page.locator("#board > svg")).not_to_have_attribute("viewBox", before)


def test_a_long_press_tells_of_a_figure_and_chooses_nobody(fingers: Fingers) -> None:
    fingers.touch("touchStart", fingers.place(*fingers.middle("b1")))
    expect(fingers.page.locator(".over > .glance")).to_contain_text("b1")
    fingers.lift()
    expect(fingers.page.locator("#picked")).to_have_attribute("data-unit", "")
    expect(fingers.page.locator(".over > .glance")).to_contain_text(re.compile("Defense"))
