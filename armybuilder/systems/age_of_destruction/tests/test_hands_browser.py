"""Hands on the table in a real browser: a figure is dragged, turned, sent by keys; an opponent is
pressed; every step is taken back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_orders_browser import seated
from rules.tests.skirmishes import squad, tank

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]

ON_SCREEN = """([x, y]) => {
  const matrix = document.querySelector("#board svg").getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
}"""


class Hands:
    """A player's hand on the table; places are inches from its top left corner."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.bubble = page.locator(".over > .bubble")
        self.menu = page.locator(".over > .orders")
        self.said = page.locator("#announcer")

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a place is on the screen."""
        left, top = self.page.evaluate(ON_SCREEN, [x, y])
        return left, top

    def middle(self, unit: str) -> tuple[float, float]:
        """Where a unit stands on the table."""
        found = self.token(unit).get_attribute("transform") or ""
        x, y = re.findall(r"-?[\d.]+", found)[:2]
        return float(x), float(y)

    def token(self, unit: str) -> Locator:
        """A unit on the table."""
        return self.page.locator(f'.token[data-unit="{unit}"]')

    def press(self, unit: str) -> None:
        """A click on a unit."""
        self.page.mouse.click(*self.place(*self.middle(unit)))

    def choose(self, unit: str) -> None:
        """Choose a unit, and wait for what it reaches."""
        self.press(unit)
        expect(self.page.locator("#picked")).to_have_attribute("data-unit", unit)
        expect(self.page.locator("path.reach").first).to_be_attached()

    def drag(self, start: tuple[float, float], *stops: tuple[float, float]) -> None:
        """Drag what lies at a place to others and let go."""
        self.page.mouse.move(*self.place(*start))
        self.page.mouse.down()
        for stop in stops:
            self.page.mouse.move(*self.place(*stop), steps=4)
        self.page.mouse.up()
        expect(self.page.locator("#give-way")).to_be_enabled()

    def waits_for(self, change: Callable[[], Any]) -> None:
        """Do what changes the game, and wait for the new table."""
        version = self.page.locator("#board").get_attribute("data-version")
        change()
        expect(self.page.locator("#board")).not_to_have_attribute("data-version", version or "")


@pytest.fixture
def hands(page: Page, live_server: LiveServer) -> Hands:
    """A tank of each side, eighteen inches apart, and the red player's hand."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(seated(page, live_server, tank("r1", (18, 12)), tank("b1", (18, 30), 180)))
    page.locator("#board:defined").wait_for()
    return Hands(page)


def _order() -> Any:
    return Skirmish.objects.get().steps.get().order


def test_a_figure_is_dragged_and_enter_gives_the_order(hands: Hands, page_checks: Checks) -> None:
    """One drag and one key: nobody chose the figure before."""
    hands.drag((18, 24), (18, 22), (18, 20))
    expect(hands.bubble).to_contain_text(re.compile(r"(4\.0|3\.9|4\.1)″ of \d+″"))
    expect(hands.page.locator(".way-end")).not_to_have_class(re.compile("is-clamped"))
    expect(hands.token("r1")).to_have_class(re.compile("is-left"))
    expect(hands.said).to_contain_text(re.compile(r"″ of \d+″"))
    page_checks(hands.page)
    hands.waits_for(lambda: hands.page.keyboard.press("Enter"))
    assert _order()["order"] == "move"
    x, y = hands.middle("r1")
    assert (x, y) == (pytest.approx(18, abs=0.1), pytest.approx(20, abs=0.1))
    expect(hands.bubble).to_have_count(0)
    expect(hands.page.locator("#board")).to_be_focused()


def test_a_drag_beyond_the_reach_ends_where_the_inches_end(hands: Hands) -> None:
    hands.drag((18, 24), (18, 20), (18, 8))
    expect(hands.page.locator(".way-end.is-clamped")).to_be_visible()
    most, given = re.findall(r"([\d.]+)″", hands.bubble.locator("[data-bubble=way]").inner_text())
    assert float(most) == pytest.approx(float(given), abs=0.1)
    hands.waits_for(lambda: hands.page.locator("#give-way").click())
    _x, y = hands.middle("r1")
    assert y == pytest.approx(24 - float(given), abs=0.2)


def test_a_drag_that_is_refused_says_why_where_it_was_tried(
    hands: Hands, page_checks: Checks
) -> None:
    page = hands.page
    no = page.locator(".over > .no")
    page.mouse.move(*hands.place(18, 6))
    page.mouse.down()
    page.mouse.move(*hands.place(18, 12), steps=4)
    page.mouse.up()
    expect(no).to_contain_text("Its turn is still to come.")
    expect(hands.said).to_contain_text("Its turn is still to come.")
    page_checks(page)
    hands.drag((18, 24), (18, 22))
    expect(no).to_have_count(0)
    hands.waits_for(lambda: page.keyboard.press("Enter"))
    expect(hands.token("r1")).to_have_class(re.compile("is-spent"))
    expect(hands.token("r1").locator(".token-pip")).to_have_count(1)
    # A press while the order is shown only ends the showing.
    expect(page.locator("[data-filming]")).to_have_count(0)
    page.mouse.click(*hands.place(10, 16))
    expect(no).to_contain_text("has had its order this turn. It may have another")


def test_a_dropped_figure_is_turned_by_its_handle_and_by_brackets(hands: Hands) -> None:
    hands.drag((18, 24), (18, 20))
    turned = hands.page.locator(".way-turn")
    arrow = hands.page.locator(".way-arrow").bounding_box()
    assert arrow is not None
    hands.page.mouse.move(arrow["x"] + arrow["width"] / 2, arrow["y"] + arrow["height"] / 2)
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.place(25, 20), steps=4)
    hands.page.mouse.up()
    expect(turned).to_have_attribute("transform", re.compile(r"rotate\((89|90|91)"))
    hands.page.keyboard.press("]")
    expect(turned).to_have_attribute("transform", re.compile(r"rotate\((104|105|106)"))
    hands.waits_for(lambda: hands.page.keyboard.press("Enter"))
    expect(hands.token("r1")).to_have_attribute("data-turn", re.compile("^(104|105|106)"))


def test_an_attack_is_two_presses(page: Page, live_server: LiveServer, page_checks: Checks) -> None:
    """With the figure chosen one press opens what may be done, the second one does it."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(seated(page, live_server, tank("r1", (18, 12)), tank("b1", (18, 18), 180)))
    hands = Hands(page)
    hands.choose("r1")
    plate = page.locator('.aim[data-aim="b1"]')
    expect(plate).to_contain_text(re.compile(r"\d+\+\s*\d+ ?%"))
    hands.press("b1")
    line = hands.menu.locator("[data-kind=ranged]").first
    expect(line).to_contain_text("%")
    expect(line).to_be_focused()
    shown = hands.menu.bounding_box()
    assert shown is not None
    for unit in ("r1", "b1"):
        x, y = hands.place(*hands.middle(unit))
        inside = shown["x"] <= x <= shown["x"] + shown["width"]
        assert not (inside and shown["y"] <= y <= shown["y"] + shown["height"]), unit
    page_checks(page)
    hands.waits_for(line.click)
    assert _order()["order"] == "ranged"
    expect(hands.menu).to_have_count(0)


def test_escape_closes_the_menu_and_leaves_the_choice(page: Page, live_server: LiveServer) -> None:
    page.goto(seated(page, live_server, tank("r1", (18, 12)), tank("b1", (18, 18), 180)))
    hands = Hands(page)
    hands.choose("r1")
    hands.press("b1")
    expect(hands.menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(hands.menu).to_have_count(0)
    expect(page.locator(".reach-fire")).to_have_count(0)
    expect(page.locator("#board")).to_be_focused()
    expect(page.locator("#picked")).to_have_attribute("data-unit", "r1")


def test_of_two_menus_that_were_asked_for_the_last_one_is_open(
    page: Page, live_server: LiveServer
) -> None:
    targets = (tank("b1", (18, 18), 180), tank("b2", (23, 18), 180))
    page.goto(seated(page, live_server, tank("r1", (18, 12)), *targets))
    hands = Hands(page)
    hands.choose("r1")
    late: list[Route] = []
    page.route("**/menu/?*target=b1*", lambda route: late.append(route))
    hands.press("b1")
    while not late:
        page.wait_for_timeout(20)
    hands.press("b2")
    expect(hands.menu).to_have_attribute("aria-label", re.compile("b2"))
    with page.expect_response("**/menu/?*target=b1*"):
        late[0].continue_()
    page.wait_for_timeout(100)
    expect(hands.menu).to_have_attribute("aria-label", re.compile("b2"))


def test_who_cannot_be_attacked_says_why(hands: Hands) -> None:
    """A tank eighteen inches away: how many inches are missing stands at it."""
    hands.choose("r1")
    plate = hands.page.locator('.aim[data-aim="b1"]')
    expect(plate).to_be_hidden()
    hands.page.mouse.move(*hands.place(*hands.middle("b1")))
    expect(plate).to_be_visible()
    expect(plate).to_have_text(re.compile(r"^[\d.]+″ too far$"))


def test_a_place_is_pressed_instead_of_dragging(hands: Hands) -> None:
    hands.choose("r1")
    hands.page.mouse.click(*hands.place(21, 22))
    expect(hands.bubble).to_contain_text("″ of")
    hands.waits_for(lambda: hands.page.locator("#give-way").click())
    x, _y = hands.middle("r1")
    assert x == pytest.approx(21, abs=0.1)


def test_escape_takes_one_step_back_after_the_other(hands: Hands) -> None:
    """First the move, then the choice; a third one finds nothing."""
    hands.drag((18, 24), (18, 20))
    hands.page.keyboard.press("Escape")
    expect(hands.bubble).to_have_count(0)
    expect(hands.page.locator(".way")).to_have_count(0)
    expect(hands.page.locator("#picked")).to_have_attribute("data-unit", "r1")
    expect(hands.page.locator("path.reach").first).to_be_attached()
    hands.page.keyboard.press("Escape")
    expect(hands.page.locator("#picked")).to_have_attribute("data-unit", "")
    expect(hands.page.locator("path.reach")).to_have_count(0)
    hands.page.keyboard.press("Escape")
    assert not Skirmish.objects.get().steps.exists()


def test_a_figure_is_sent_by_keys_alone(hands: Hands) -> None:
    page = hands.page
    page.locator("#board").focus()
    page.keyboard.press("ArrowDown")
    expect(hands.said).to_contain_text("r1")
    page.keyboard.press("Enter")
    expect(page.locator("#picked")).to_have_attribute("data-unit", "r1")
    expect(page.locator("path.reach").first).to_be_attached()
    page.keyboard.press("m")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(hands.said).to_contain_text(re.compile(r"(3\.0|2\.9|3\.1)″ of"))
    page.keyboard.press("Shift+ArrowUp")
    expect(hands.said).to_contain_text(re.compile(r"3\.[23]″ of"))
    hands.waits_for(lambda: page.keyboard.press("Enter"))
    _x, y = hands.middle("r1")
    assert y == pytest.approx(24 - 3.25, abs=0.1)
    expect(page.locator("#board")).to_be_focused()


def test_a_glance_tells_of_a_figure_and_goes_again(hands: Hands, page_checks: Checks) -> None:
    page, card = hands.page, hands.page.locator(".over > .glance")
    page.mouse.move(*hands.place(*hands.middle("b1")))
    expect(card).to_contain_text("b1")
    expect(card.locator(".dial-window")).to_contain_text("Defense")
    page_checks(page)
    page.mouse.move(*hands.place(2, 2))
    expect(card).to_have_count(0)


def test_those_who_join_are_marked_where_a_formation_is_to_be_had(
    page: Page, live_server: LiveServer
) -> None:
    page.emulate_media(reduced_motion="reduce")
    row = [squad(f"r{n}", (16.5 + 1.5 * n, 10)) for n in (1, 2, 3)]
    lone = [squad(f"r{n}", (1.5 * n, 4)) for n in (4, 5)]
    page.goto(seated(page, live_server, *row, *lone, tank("b1", (18, 30), 180)))
    page.locator("#board:defined").wait_for()
    hands = Hands(page)
    marks = page.locator(".over > .companion")
    hands.choose("r4")
    expect(marks).to_have_count(0)
    hands.choose("r2")
    expect(marks).to_have_count(2)
    joined = page.locator('.over > .companion[aria-pressed="true"]')
    for number in (1, 2):
        page.locator('.over > .companion[aria-pressed="false"]').first.click()
        expect(joined).to_have_count(number)
    expect(page.locator("[data-paces]")).to_contain_text("Move in formation")
    expect(page.locator("path.reach")).to_have_count(1)
    expect(page.locator(".token.is-along")).to_have_count(2)
    joined.first.click()
    expect(joined).to_have_count(1)
    expect(page.locator(".token.is-along")).to_have_count(1)


def test_keys_find_who_may_act_are_told_what_and_come_to_the_end_of_the_turn(
    page: Page, live_server: LiveServer
) -> None:
    page.emulate_media(reduced_motion="reduce")
    units = (tank("r1", (10, 12)), tank("r2", (18, 12)), tank("b1", (18, 20), 180))
    page.goto(seated(page, live_server, *units))
    page.locator("#board:defined").wait_for()
    hands = Hands(page)
    page.locator("#board").focus()
    for unit in ("r1", "r2"):
        page.keyboard.press("n")
        expect(hands.said).to_contain_text(unit)
    page.keyboard.press("Enter")
    expect(hands.said).to_contain_text(re.compile(r"r2\. Move 8″\. Test unit b1 \d+\+"))
    page.keyboard.press("m")
    hands.waits_for(lambda: page.keyboard.press("Enter"))
    expect(page.locator("[data-filming]")).to_have_count(0)
    hands.press("r2")
    expect(hands.said).to_contain_text("has had its order this turn")
    page.locator("#board").focus()
    page.keyboard.press("e")
    expect(page.locator("#end-stage")).to_be_focused()
    hands.waits_for(lambda: page.keyboard.press("Enter"))


def test_no_card_stands_at_a_figure_that_came_under_the_mouse(hands: Hands) -> None:
    card = hands.page.locator(".over > .glance")
    hands.choose("r1")
    hands.drag((18, 24), (18, 20))
    hands.page.mouse.move(*hands.place(18, 20))
    hands.waits_for(lambda: hands.page.keyboard.press("Enter"))
    hands.page.wait_for_timeout(900)
    expect(card).to_have_count(0)
    hands.page.mouse.move(*hands.place(18.1, 20.1))
    expect(card).to_have_count(1)
