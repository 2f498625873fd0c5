"""A whole battle against the bot: two armies of 400 points built, an attack set up, orders given by
the page's own controls, until time is called. Presses are counted."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup
from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]
NEW = "/en/skirmishes/khans-and-generals/new/"
#: Turns until time is called, and orders of the person in each.
TURNS, ORDERS = 2, 3
#: Presses from the front page to the first order of a battle, given by its exact list.
TO_THE_FIRST_ORDER = 7


class General:
    """Somebody who builds, begins and plays, and counts what he presses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, what: Locator) -> None:
        """Press something on the page."""
        self.presses += 1
        what.click()

    def build(self, address: str, name: str, side: str) -> None:
        """An army of 400 points out of the samples, for one side of an attack."""
        page = self.page
        page.goto(f"{address}/en/groups/new/?system=khans-and-generals")
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Army list", exact=True).select_option(label="Union of Kesh (sample)")
        page.get_by_label("Points agreed on", exact=True).fill("400")
        page.get_by_label("Type of battle", exact=True).select_option(label="Attack")
        page.get_by_label("Side", exact=True).select_option(label=side)
        page.get_by_role("button", name="Start building").click()
        page.locator("#ask-fill").click()
        page.locator(".repairs button").first.click()
        expect(page.locator("#play")).to_be_visible()

    def order(self) -> bool:
        """Give the first unit that may act the first order it is offered."""
        page = self.page
        able = page.locator(".token.acts")
        if not able.count():
            return False
        unit = able.first.get_attribute("data-unit")
        picked = page.locator("#picked")
        if picked.get_attribute("data-unit") != unit:
            self.press(page.locator(f'[data-choose="{unit}"]').first)
        expect(picked).to_have_attribute("data-unit", str(unit))
        kind = page.locator("#exactly .order-kind").first
        for folded in (page.locator("#exactly"), kind):
            if folded.get_attribute("open") is None:
                self.press(folded.locator("> summary"))
        self.changes(kind.locator("button").first)
        return True

    def changes(self, what: Locator) -> None:
        """Press what leads to another state of the game."""
        picked = self.page.locator("#picked")
        before = picked.get_attribute("data-version") or ""
        self.press(what)
        expect(picked).not_to_have_attribute("data-version", before, timeout=60_000)

    def wait_for_own_turn(self) -> None:
        """Until the bot has played, as fast as it can."""
        pace = self.page.locator("#pace")
        if pace.count() and pace.input_value() != "at_once":
            with self.page.expect_response("**/pace/"):
                pace.select_option("at_once")
        expect(self.page.locator("#end-stage, .is-finished").first).to_be_visible(timeout=240_000)


@pytest.mark.long
def test_two_armies_are_built_and_an_attack_is_played_to_its_end(
    page: Page, live_server: LiveServer
) -> None:
    page.set_default_timeout(60_000)
    general = General(page)
    general.build(live_server.url, "The Grey", "attacker")
    general.build(live_server.url, "The Blue", "defender")
    assert [group.standing["legal"] for group in BattleGroup.objects.all()] == [True, True]

    page.locator("#play").click()
    page.get_by_label("My army", exact=True).select_option(label="The Grey")
    page.get_by_label("Their army", exact=True).select_option(label="The Blue")
    page.get_by_label("Against", exact=True).select_option("random")
    expect(page.locator(".kg-new-sides")).to_contain_text("The Blue")
    expect(page.locator(".kg-new-sides")).to_contain_text("Defends.")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("#table").wait_for()
    given = 0
    for _ in range(TURNS):
        given += sum(general.order() for _ in range(ORDERS))
        general.changes(page.locator("#end-stage"))
        general.wait_for_own_turn()
    assert given >= ORDERS
    page.locator("#forms > summary").click()
    page.locator("#forms").get_by_role("link", name=re.compile("End of the turn")).click()
    page.locator("#plan").get_by_label(re.compile("time is up", re.IGNORECASE)).check()
    page.locator("#look").click()
    page.locator("#give-order").click()
    expect(page.locator(".is-finished")).to_be_visible()
    battle = Skirmish.objects.get()
    assert battle.over
    assert battle.state["ended_by"] == "time"
    assert battle.start["battle"] == {"type": "attack", "attacker": "red"}


def test_presses_from_the_front_page_to_the_first_order(
    page: Page, live_server: LiveServer
) -> None:
    general = General(page)
    page.goto(f"{live_server.url}/en/")
    general.press(page.get_by_role("link", name="Skirmish").first)
    general.press(page.get_by_role("link", name="Khans & Generals").first)
    general.press(page.get_by_role("button", name="Play", exact=True))
    page.locator("#table").wait_for()
    assert general.order()
    print(f"{general.presses} presses to the first order")
    assert general.presses <= TO_THE_FIRST_ORDER


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_new_battle_page_is_sound(
    language: str, page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(live_server.url + NEW.replace("/en/", f"/{language}/"))
    page_checks(page)


def test_a_battle_is_chosen_and_begun_without_a_mouse(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + NEW)
    before = page.locator(".kg-table svg").inner_html()
    page.locator("#kg-size input:checked, [name=size]:checked").first.press("ArrowRight")
    page.wait_for_function(
        "before => document.querySelector('.kg-table svg').innerHTML !== before", arg=before
    )
    expect(page.locator("[name=size]:checked")).to_have_value("medium")
    expect(page.locator("[name=size]:checked")).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    page.locator("#table").wait_for()
