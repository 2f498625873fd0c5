"""A game of real figures refereed by taps on a phone of 375 pixels, with typed dice."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish

pytestmark = [
    pytest.mark.usefixtures("catalogue"),
    pytest.mark.browser_context_args(
        has_touch=True, is_mobile=True, viewport={"width": 375, "height": 740}
    ),
]

Checks = Callable[[Page], None]
#: Pixels a tired thumb needs.
THUMB = 48


class Phone:
    """A phone in somebody's hand."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sees(self, heading: str | re.Pattern[str]) -> None:
        """What comes next stands there in large letters, and everything to tap is large."""
        expect(self.page.locator("#next")).to_have_text(heading)
        taps = self.page.locator(
            ".referee :is(.big-row, .big-button, .said-segment, .said-chip, .die-face)"
        )
        for tap in filter(Locator.is_visible, taps.all()):
            box = tap.bounding_box()
            assert box and min(box["width"], box["height"]) >= THUMB, tap.inner_text()
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def tap(self, what: Locator) -> None:
        """A thumb on something."""
        what.first.tap()

    def says(self, name: str, value: str) -> None:
        """An answer is tapped, and judged at once."""
        self.tap(self.page.locator(f".said-segment:has(#{name}-{value})"))
        self.reads(f"{name}={value}")

    def reads(self, said: str) -> None:
        """What was said is judged, as the address tells."""
        expect(self.page).to_have_url(re.compile(said))

    def says_at_once(self, *said: tuple[str, str]) -> None:
        """Answers are tapped before the first of them has been judged, and nothing is given."""
        waiting: list[Route] = []
        self.page.route("**/referee/?*", lambda route: waiting.append(route), times=1)
        for name, value in said:
            self.tap(self.page.locator(f".said-segment:has(#{name}-{value})"))
            while not waiting:
                self.page.wait_for_timeout(20)
        expect(self.page.locator("#give-order")).to_be_disabled()
        waiting[0].continue_()
        for name, value in said:
            self.reads(f"{name}={value}")

    def throws(self, *faces: int) -> None:
        """The dice as they lie: the last one tapped is taken with the others."""
        rows = self.page.locator(".dice-row")
        expect(rows).to_have_count(len(faces))
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            for number, face in enumerate(faces):
                self.tap(rows.nth(number).locator(f'.die-face:has([value="{face}"])'))


def test_turns_of_a_game_of_300_points_are_refereed_by_taps(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.emulate_media(reduced_motion="reduce")
    phone = Phone(page)
    page.goto(f"{live_server.url}/en/skirmishes/")
    door = page.locator('form[action$="/real/"]')
    door.get_by_label("Points").select_option("300")
    phone.tap(door.get_by_role("button", name="Referee a game"))

    phone.sees("Who goes first? Three dice for each side.")
    page_checks(page)
    phone.tap(page.locator("#end-stage"))
    phone.sees("3 dice")
    expect(page.locator(".referee-crumb")).to_have_text("Red")
    phone.throws(6, 5, 4)
    expect(page.locator(".referee-crumb")).to_have_text("Blue")
    phone.throws(1, 2, 1)
    phone.sees("Who starts aboard?")
    page_checks(page)
    phone.tap(page.locator("#say-aboard"))

    phone.sees("Who acts?")
    page_checks(page)
    phone.tap(page.get_by_role("link", name="Blade R1"))
    phone.sees("What does it do?")
    page_checks(page)
    phone.tap(page.get_by_role("link", name="Move", exact=True))
    phone.sees("Move")
    phone.tap(page.locator(".said-chip:has(#inches-5)"))
    phone.reads("inches=5")
    phone.tap(page.locator("#give-order"))
    expect(page.locator(".told-lines")).to_contain_text("Blade R1 moves")
    expect(page.locator(".is-barred")).to_contain_text("has had its order")

    phone.tap(page.get_by_role("link", name="DI Morgan Assault Tank R2"))
    phone.tap(page.get_by_role("link", name="Shoot", exact=True))
    phone.sees("At whom?")
    phone.tap(page.get_by_role("link", name="Cuirass B1"))
    phone.sees("Shoot – Cuirass B1")
    expect(page.locator(".verdict-needs strong")).to_have_text("16")
    phone.says("line", "hindered")
    expect(page.locator(".verdict-needs strong")).to_have_text("17")
    phone.says_at_once(("line", "clear"), ("range", "beyond"))
    expect(page.locator(".referee-verdict")).to_contain_text("The weapon reaches 10″.")
    expect(page.locator("#give-order")).to_have_count(0)
    page_checks(page)
    phone.says("range", "within")

    phone.tap(page.locator("#dispute > summary"))
    phone.tap(page.locator("#dispute-line"))
    phone.sees("One die")
    phone.throws(3)
    expect(page.locator(".referee-settled")).to_have_text(re.compile("3: not allowed"))
    expect(page.locator("#line-blocked")).to_be_checked()
    expect(page.locator(".referee-verdict")).to_contain_text("AOD-LOF")

    phone.tap(page.locator("#back"))
    phone.sees("At whom?")
    phone.tap(page.get_by_role("link", name="Saxon APC B3"))
    phone.tap(page.locator("#give-order"))
    phone.sees("Two white, one black")
    expect(page.locator(".referee-crumb")).to_have_text("DI Morgan Assault Tank R2 at Saxon APC B3")
    page_checks(page)
    phone.throws(1, 2, 1)
    expect(page.locator(".told-lines")).to_contain_text("miss")
    phone.tap(page.locator("#referee-undo"))
    phone.sees("Shoot – Saxon APC B3")
    phone.tap(page.locator("#give-order"))
    phone.throws(6, 6, 5)
    expect(page.locator(".told-lines")).to_contain_text("Saxon APC B3")
    phone.sees("No order is left.")
    page_checks(page)

    phone.tap(page.locator("#end-stage"))
    phone.sees("Who acts?")
    expect(page.locator(".referee-turn")).to_contain_text("Blue")
    phone.tap(page.locator("[popovertarget=referee-menu]"))
    phone.tap(page.locator("#dice-site"))
    phone.tap(page.get_by_role("link", name="Zibler"))
    phone.tap(page.get_by_role("link", name="Shoot", exact=True))
    phone.tap(page.get_by_role("link", name=re.compile("R1")))
    phone.tap(page.locator("#give-order"))
    expect(page.locator(".told-lines")).to_contain_text("Zibler")

    game = Skirmish.objects.get()
    kinds = list(game.steps.values_list("order__order", flat=True))
    assert kinds.count("dispute") == 1 and kinds.count("ranged") == 2
    page.goto(f"{live_server.url}/en/skirmishes/age-of-destruction/{game.public_id}/log/")
    expect(page.locator("main")).to_contain_text("Said, not measured")
    expect(page.locator("main")).to_contain_text("Disputed")
