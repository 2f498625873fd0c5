"""A whole quick skirmish by mouse, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from rules.tests.skirmishes import place, scenario, tank

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]

#: Turns after which the game counts its points.
TURNS = 4


ON_SCREEN = "(svg, [x, y]) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())"


class Table:
    """A player's hand on the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator(".skirmish-status")

    def wait_for_red(self) -> bool:
        """Wait until Red acts in peace, or somebody has won; whether the game goes on."""
        waited_for = re.compile("Your turn|Red (to act|must answer)|The game is over")
        expect(self.status).to_contain_text(waited_for)
        return "The game is over" not in self.status.inner_text()

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a point of the table is, in inches from the top left corner."""
        at = self.page.locator("#board > svg").evaluate(ON_SCREEN, [x, y])
        return at["x"], at["y"]

    def click_table(self, x: float, y: float) -> None:
        """A click at a point of the table in inches from the top left corner."""
        self.page.mouse.click(*self.on_screen(x, y))

    def exactly(self) -> None:
        """Unfold everything the chosen figure may do, one by one."""
        fold = self.page.locator("#exactly")
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()

    def press(self, button: Locator) -> None:
        """Click a button that changes the game, and wait for the new table."""
        version = self.page.locator("#board").get_attribute("data-version")
        button.click()
        expect(self.page.locator("#board")).not_to_have_attribute("data-version", version or "")

    def drag(self, handle: Locator, x: float, y: float) -> None:
        """Drag something to a point of the table, and wait for what the server makes of it."""
        expect(handle).to_be_visible()
        expect(self.page.locator("#table .htmx-request")).to_have_count(0)
        start = handle.bounding_box()
        assert start is not None
        self.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        self.page.mouse.down()
        with self.page.expect_response("**/plan/**"):
            self.page.mouse.move(*self.on_screen(x, y), steps=5)
            self.page.mouse.up()


def _standing(*friends: Any, click: int = 1) -> tuple[Any, Any]:
    """A game in its first turn: a tank of each side, and friends of the red one."""
    red = place("R1", (18, 12), 0, tank("r1", (0, 0))["unit"], {"click": click})
    units = [
        red | {"owner": "red"},
        *friends,
        place("B1", (18, 30), 180, tank("b1", (0, 0))["unit"], {}) | {"owner": "blue"},
    ]
    players = [{"id": seat, "team": seat} for seat in ("red", "blue")]
    opening = opened(SYSTEM, {**scenario(units), "players": players, "prompts": "ask"})
    return opening.start, opening.state


def _two_tanks(page: Page, live_server: LiveServer, *friends: Any, **state: Any) -> Skirmish:
    """A game of two people with a tank each, and friends of the red one, begun in this browser."""
    page.goto(f"{live_server.url}/en/skirmishes/")
    page.get_by_label("Against").select_option("")
    page.get_by_role("button", name="Begin").first.click()
    page.locator("#board:defined").wait_for()
    game = Skirmish.objects.get()
    game.start, game.state = _standing(*friends, **state)
    game.save()
    game.steps.all().delete()
    return game


def test_a_quick_game_by_mouse_until_somebody_wins(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/en/skirmishes/")
    page.get_by_role("button", name="Place it myself").click()
    # A page that is still on its way cannot be loaded again.
    page.locator("#board:defined").wait_for()
    game = Skirmish.objects.get()
    game.start["turn_limit"] = TURNS
    game.save()
    page.reload()
    table = Table(page)
    _lay_and_deploy(table)
    while table.wait_for_red():
        _act(table)
    expect(page.locator("#over")).to_contain_text("wins")
    game.refresh_from_db()
    assert game.winner
    expect(page.locator(".battle-log")).to_contain_text("Red")


def _lay_and_deploy(table: Table) -> None:
    """One piece and one unit by clicks, the others where there is room."""
    page = table.page
    table.wait_for_red()
    page.locator(".waiting-piece").first.click()
    page.locator(".plan-ghost").first.wait_for()
    table.click_table(18, 18)
    table.press(page.locator("#give-order"))
    clicked = False
    while table.wait_for_red() and "Turn" not in table.status.inner_text():
        if "Deployment" in table.status.inner_text() and not clicked:
            page.locator(".figure-list a", has_text="R1").click()
            page.locator("[data-choice=deploy]").click()
            table.click_table(18, 34)
            expect(page.locator("#way-path")).to_have_value(re.compile(r"^18\.\d+,2\.\d+|17\.9"))
            clicked = True
            table.press(page.locator("#give-order"))
        elif page.locator("#place-for-me").count():
            table.press(page.locator("#place-for-me"))
        else:
            table.press(page.locator("#end-stage"))


def _act(table: Table) -> None:
    """Answer, shoot what can be shot, else go towards the enemy; the last resort ends the turn."""
    page = table.page
    if page.locator("#asked").count():
        table.press(page.locator("#asked button").first)
        return
    for token in page.locator(".token.acts.seat-red").all():
        unit = token.get_attribute("data-unit")
        page.locator(".figure-list a", has_text=unit).first.click()
        expect(page.locator("#chosen")).to_contain_text(unit or "")
        table.exactly()
        shots = page.locator("[data-choice=ranged], [data-choice=close]")
        if shots.count():
            shots.first.click()
        elif page.locator("[data-choice=move]").count():
            page.locator("[data-choice=move]").click()
            page.locator("#way-toward").wait_for()
            # The opponent may stand where the board does not look.
            page.locator("[data-fit]").click()
            page.locator(".token.seat-blue").first.click()
        else:
            continue
        page.locator(".plan-blow, .plan-leg, .plan .reasons, .plan .problem-line").first.wait_for()
        # What is shown may be the plan before the last press; the button waits for the new one.
        expect(page.locator("#give-order[disabled], #table .htmx-request")).to_have_count(0)
        if page.locator("#give-order").count():
            table.press(page.locator("#give-order"))
            return
    table.press(page.locator("#end-stage"))


def test_a_click_before_the_plan_is_there_is_not_lost(page: Page, live_server: LiveServer) -> None:
    game = _two_tanks(page, live_server)
    page.goto(f"{live_server.url}/en/skirmishes/age-of-destruction/{game.public_id}/?unit=R1")
    Table(page).exactly()
    held: list[Route] = []
    page.route("**/plan/**", lambda route: held.append(route), times=1)
    with page.expect_request("**/plan/**"):
        page.locator("[data-choice=move]").click()
    Table(page).click_table(18, 20)
    held[0].continue_()

    expect(page.locator("#way-path")).to_have_value(re.compile(r"^18\.\d+,1[56]\.\d+|^17\.9"))
    expect(page.locator(".plan-leg")).to_contain_text("4")


def test_a_way_is_bent_turned_and_shortened_on_the_table(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    game = _two_tanks(page, live_server)
    page.goto(
        f"{live_server.url}/en/skirmishes/age-of-destruction/{game.public_id}/?unit=R1&do=move"
    )
    table, path = Table(page), page.locator("#way-path")

    table.click_table(18, 20)
    expect(page.locator(".plan-leg")).to_contain_text("4")
    table.drag(page.locator("[data-handle=bend]"), 20, 22)
    expect(path).to_have_value(re.compile(r"^(20|19\.9)[\d.]*,1[34]\.\d+ "))
    table.drag(page.locator(".plan-turn"), 30, 20)
    expect(page.locator("#way-face")).to_have_value(re.compile("^(89|90|91)$"))
    expect(page.locator(".plan-leg")).to_contain_text(re.compile(r"5\.[67]"))
    page_checks(page)
    page.get_by_role("button", name="Remove the last corner").click()
    expect(path).not_to_have_value(re.compile(" "))
    page.locator("#board").focus()
    page.keyboard.press("]")
    expect(page.locator("#way-face")).to_have_value(re.compile("^(104|105|106)$"))


TWO_FINGERS = """([x, y]) => {
  const down = (id, dx, type) => document.elementFromPoint(x + dx, y).dispatchEvent(
    new PointerEvent(type, {pointerId: id, clientX: x + dx, clientY: y, bubbles: true}));
  down(1, 0, "pointerdown");
  down(2, 60, "pointerdown");
  down(2, 120, "pointermove");
  down(1, 0, "pointerup");
  down(2, 120, "pointerup");
}"""


def test_two_fingers_that_begin_on_a_corner_come_closer_and_drag_nothing(
    page: Page, live_server: LiveServer
) -> None:
    game = _two_tanks(page, live_server)
    page.goto(
        f"{live_server.url}/en/skirmishes/age-of-destruction/{game.public_id}/?unit=R1&do=move"
    )
    Table(page).click_table(18, 20)
    expect(page.locator(".plan-leg")).to_contain_text("4")
    before = page.locator("#way-path").input_value()
    expect(page.locator("[data-handle=end]")).to_be_visible()
    expect(page.locator("#table .htmx-request")).to_have_count(0)
    box = page.locator("[data-handle=end]").bounding_box()
    assert box is not None
    seen = page.locator("#board > svg").get_attribute("viewBox")
    page.evaluate(TWO_FINGERS, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    expect(page.locator("#board > svg")).not_to_have_attribute("viewBox", seen or "")
    expect(page.locator("#way-path")).to_have_value(before)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 900}, {"width": 375, "height": 740}])
def test_a_damaged_tank_is_repaired_in_the_better_way(
    page: Page, live_server: LiveServer, size: Any
) -> None:
    """A JI100 Recovery Vehicle has no damage value: only a die repairs anything."""
    page.set_viewport_size(size)
    at = [18, 12 - 2.77]
    truck = {"id": "R2", "owner": "red", "unit": "DA-040", "at": at, "facing": 0}
    game = _two_tanks(page, live_server, truck, click=4)
    page.goto(f"{page.url.split('?')[0]}?unit=R2")
    Table(page).exactly()
    offers = page.locator("[data-choice^=repair]")
    expect(offers).to_have_count(2)
    expect(offers.first).to_contain_text("Repair by one die")
    expect(offers.first).to_contain_text("clicks restored on average")
    offers.first.click()
    expect(page.locator(".plan-blow")).to_contain_text("clicks restored on average")
    Table(page).press(page.get_by_role("button", name="Give this order"))
    game.refresh_from_db()
    (step,) = game.steps.all()
    assert step.order["repair"] == "die"
