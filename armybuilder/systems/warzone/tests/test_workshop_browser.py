"""A walk through the workshop in a browser: past enemies, below the wire, up a wall, over a gap,
down an edge, onto somebody; by mouse, by keys, by a finger."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from rules.core.dice import SeededDice, die

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]
ON_SCREEN = "(svg, [x, y]) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())"
D20 = die(20)


class Scene:
    """A scene of the workshop under somebody's hands."""

    def __init__(self, page: Page, live_server: LiveServer, title: str) -> None:
        self.page = page
        self.presses = 1
        page.goto(f"{live_server.url}/en/skirmishes/warzone/new/")
        page.get_by_role("button", name=f"Open the scene: {title}").click()
        page.locator("#board:defined").wait_for()
        self.url = page.url

    @property
    def game(self) -> Skirmish:
        """The game as it is kept."""
        return Skirmish.objects.get()

    def load(self, *faces: int) -> None:
        """Let the dice come up as wanted."""
        for seed in count():
            dice = SeededDice(seed)
            memory = dice.state
            if tuple(dice.throw(D20) for _ in faces) == faces:
                Skirmish.objects.update(dice=str(memory))
                return

    def choose(self, unit: str) -> None:
        """Choose a model in the list."""
        self.page.goto(f"{self.url}?unit={unit}")
        self.page.locator("#board:defined").wait_for()
        self.page.locator("[data-paces] button").first.wait_for()
        self.presses += 1

    def pace(self, name: str) -> None:
        """Choose how it moves."""
        self.page.locator(f"[data-paces] button[data-pace={name}]").click()
        self.presses += 1

    def press_at(self, x: float, y: float) -> None:
        """Press a place of the table, y upwards."""
        depth = float(self.page.locator("#board").get_attribute("data-depth") or 0)
        svg = self.page.locator("#board > svg")
        at = svg.evaluate(ON_SCREEN, [x, depth - y])
        self.page.mouse.click(at["x"], at["y"])
        self.presses += 1

    def carry(self, x: float, y: float) -> Locator:
        """Carry the chosen model to a place; what is said of the way beside the view."""
        with self.page.expect_response("**/side/**to=**"):
            self.press_at(x, y)
        expect(self.page.locator("#wz-side .wz-way")).to_be_attached()
        return self.page.locator("#wz-side .wz-notes")

    def press(self, button: Locator) -> None:
        """A press that changes the scene."""
        version = self.page.locator("#board").get_attribute("data-version")
        button.click()
        expect(self.page.locator("#board")).not_to_have_attribute("data-version", version or "")
        self.page.locator("[data-paces] button").first.wait_for()
        self.presses += 1

    def give(self) -> None:
        """Give the order in the making."""
        button = self.page.locator("#give-way")
        expect(button).to_be_enabled()
        self.press(button)

    def from_menu(self, unit: str, line: str) -> None:
        """Press a line of the menu at a model."""
        self.page.locator(f".token[data-unit={unit}]").click()
        menu = self.page.locator(".orders")
        menu.wait_for()
        wanted = menu.locator("button.order-line", has_text=line)
        if not wanted.is_visible():
            menu.locator(".orders-more > summary").click()
        self.press(wanted)

    @property
    def news(self) -> Locator:
        """The last line of the log."""
        return self.page.locator(".battle-log .log > li").first


def test_past_enemies_below_the_wire_over_the_trench_and_away(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    scene = Scene(page, live_server, "A trench between the lines")
    scene.choose("r4")
    page.locator("[data-fit]").click()
    scene.pace("arrange")
    expect(scene.carry(20.8, 21.6)).to_contain_text("Set by hand")
    scene.give()
    expect(scene.news).to_contain_text("The scene: r4 at 20.")
    scene.pace("move")
    expect(page.locator("#board")).to_contain_text("2.4″ < 3″")
    scene.carry(20.8, 19.9)
    scene.give()
    expect(scene.news).to_contain_text("r4 moves 1.")

    scene.choose("r2")
    expect(page.locator("[data-paces] button[data-pace=crawl]")).to_contain_text("2″")
    scene.carry(11, 7.4)
    scene.give()
    expect(scene.news).to_contain_text("r2 moves 1.")

    scene.choose("r3")
    scene.pace("dive")
    expect(scene.carry(20, 7)).to_contain_text("still under the template")
    page.keyboard.press("Escape")
    scene.pace("dive_full")
    expect(scene.carry(20, 2.4)).to_contain_text("outside of the template")
    scene.give()
    expect(scene.news).to_contain_text(re.compile("r3 dives for cover, 3.*; r3 lies prone"))
    expect(page.locator(".token[data-unit=r3].wz-is-prone")).to_have_count(1)
    page_checks(page)


def test_up_a_wall_over_two_activations_and_over_the_street(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    scene = Scene(page, live_server, "Three rooftops")
    scene.choose("r4")
    scene.from_menu("r4", "Climb: alley")
    expect(scene.news).to_contain_text("r4 climbs to 2″ on alley")
    scene.load(16)
    scene.from_menu("r4", "End the activation")
    expect(scene.news).to_contain_text("d20 16: holds; r4 is done.")
    expect(page.locator("[data-wz-body=r4] .wz-climbed")).to_have_count(1)
    scene.press(page.locator("#end-stage"))
    scene.choose("r4")
    scene.from_menu("r4", "Climb: alley")
    scene.load(17)
    scene.from_menu("r4", "Climb: alley")
    expect(scene.news).to_contain_text("d20 17: loses hold; r4 falls 5″; r4 takes damage 10×2")
    scene.press(page.locator("#wz-undo"))
    scene.load(12)
    scene.from_menu("r4", "Climb: alley")
    expect(scene.news).to_contain_text("r4 stands on top, 0″ high")

    scene.choose("r1")
    scene.pace("jump")
    expect(scene.carry(11.8, 10.6)).to_contain_text("18 or less gets over")
    scene.load(20)
    scene.give()
    expect(scene.news).to_contain_text("too short; r1 falls 5″")
    scene.press(page.locator("#wz-undo"))
    scene.pace("jump")
    scene.load(18)
    scene.carry(11.8, 10.6)
    scene.give()
    expect(scene.news).to_contain_text("d20 18: gets over; r1 is across.")
    page_checks(page)


def test_down_an_edge_onto_somebody_and_back(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    scene = Scene(page, live_server, "Three rooftops")
    scene.choose("r1")
    scene.pace("drop")
    expect(scene.carry(8.7, 9.7)).to_contain_text("Leadership 12 or less")
    scene.load(13)
    scene.give()
    expect(scene.news).to_contain_text("failed; r1 does not dare: the action is lost.")
    scene.carry(8.7, 9.7)
    scene.load(12)
    scene.give()
    expect(scene.news).to_contain_text("r1 drops 5″; r1 takes damage 10×2; r1 lies prone.")

    scene.press(page.locator("#wz-reset"))
    assert not scene.game.steps.exists()
    scene.choose("b4")
    scene.pace("arrange")
    scene.carry(9.6, 9.5)
    scene.give()
    scene.choose("r1")
    scene.pace("drop")
    expect(scene.carry(8.72, 9.7)).to_contain_text("b4 avoids it and waits no longer")
    scene.load(1)
    scene.give()
    expect(scene.news).to_contain_text("b4 was waiting and avoids it; b4 is moved aside.")
    page_checks(page)


def test_a_question_at_the_table_is_settled_in_a_few_presses(
    page: Page, live_server: LiveServer
) -> None:
    """From the list of scenes: who stands where, may he jump, at what chance and harm."""
    scene = Scene(page, live_server, "Three rooftops")
    scene.choose("r2")
    scene.pace("arrange")
    scene.carry(7.5, 12)
    scene.give()
    scene.pace("jump")
    notes = scene.carry(11.6, 12)
    expect(notes).to_contain_text("18 or less gets over")
    expect(notes).to_contain_text("damage 10×2, prone")
    assert scene.presses <= 7


def test_a_scene_is_set_by_presses_alone(page: Page, live_server: LiveServer) -> None:
    scene = Scene(page, live_server, "A rescue on the wall")
    scene.choose("r2")
    page.locator("#wz-setting > summary").click()
    for label, shown in (("on tower at 4″", "⇡4″"), ("on the ground, 0″", "")):
        scene.press(page.get_by_role("button", name=label))
        badge = page.locator(".token[data-unit=r2] .wz-badge")
        if shown:
            expect(badge).to_have_text(shown)
        else:
            expect(badge).to_have_count(0)
    scene.press(page.get_by_role("button", name="prone", exact=True))
    expect(page.locator(".token[data-unit=r2].wz-is-prone")).to_have_count(1)
    scene.press(page.get_by_role("button", name="Total darkness"))
    expect(page.locator(".wz-dark")).to_have_count(1)
    expect(page.get_by_role("button", name="Total darkness")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_d20_is_typed(page: Page, live_server: LiveServer) -> None:
    scene = Scene(page, live_server, "A rescue on the wall")
    scene.choose("r1")
    page.get_by_role("button", name="we type all of them").click()
    expect(page.get_by_role("button", name="bots")).to_have_count(0)
    page.get_by_role("button", name="we type all of them", pressed=True).wait_for()
    page.locator("[data-paces] button").first.wait_for()
    page.locator(".token[data-unit=r1]").click()
    page.locator("button.order-line", has_text="Climb: tower").click()
    scene.press(page.locator("#dice").get_by_role("button", name="17", exact=True))
    expect(scene.news).to_contain_text("d20 17: loses hold; r1 falls 6″; r1 takes damage 11×3")


def test_a_model_is_moved_by_keys(page: Page, live_server: LiveServer) -> None:
    scene = Scene(page, live_server, "Three rooftops")
    page.locator('[data-choose="r2"]').press("Enter")
    page.locator("[data-paces] button").first.wait_for()
    page.locator("#board").focus()
    page.keyboard.press("m")
    with page.expect_response("**/side/**to=**"):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#give-way")).to_be_enabled()
    page.locator("#board").press("Enter")
    expect(scene.news).to_contain_text("r2 moves 1″")


@pytest.mark.browser_context_args(
    has_touch=True, is_mobile=True, viewport={"width": 375, "height": 740}
)
def test_a_finger_on_a_phone(page: Page, live_server: LiveServer) -> None:
    scene = Scene(page, live_server, "A rescue on the wall")
    page.locator(".token[data-unit=r1]").tap()
    page.locator("#wz-side [data-wz-body=r1]").wait_for()
    page.locator("[data-paces] button").first.wait_for()
    page.locator(".token[data-unit=r1]").tap()
    line = page.locator(".orders button.order-line", has_text="Climb: tower")
    line.wait_for()
    scene.load(5)
    line.tap()
    expect(scene.news).to_contain_text("r1 stands on top, 6″ high")
