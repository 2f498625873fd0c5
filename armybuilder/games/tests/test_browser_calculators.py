"""Every calculator worked by thumb on a phone, by keyboard, and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE, axe_violations
from collection.catalogue.game import systems

pytestmark = pytest.mark.usefixtures("catalogue")
PAGES = [(system.name, each.name) for system in systems() for each in system.calculators]
MELEE = "/en/games/khans-and-generals/melee/"
#: Dice that are thrown before a calculator must have said all.
MOST_DICE = 12


TOUCHED = pytest.mark.browser_context_args(has_touch=True, is_mobile=True, viewport=PHONE)


@TOUCHED
@pytest.mark.parametrize(("system", "name"), PAGES)
def test_a_calculator_is_worked_by_thumb(
    page: Page, live_server: LiveServer, system: str, name: str
) -> None:
    page.goto(f"{live_server.url}/en/games/{system}/{name}/")
    for _ in range(MOST_DICE):
        die = page.locator(".calc-faces button").first
        if not die.count():
            break
        waiting = page.locator("[name=dice]").input_value()
        die.tap()
        expect(page.locator("[name=dice]")).not_to_have_value(waiting)

    expect(page.locator(".calc-faces")).to_have_count(0)
    expect(page.locator(".calc-headline strong")).not_to_be_empty()
    expect(page.locator(".calc-headline")).to_be_in_viewport()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    assert not axe_violations(page)


@TOUCHED
def test_what_is_pressed_stands_in_the_address(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + MELEE)
    page.get_by_role("radio", name="rear").tap()
    expect(page).to_have_url(re.compile("sector=rear"))
    page.get_by_role("button", name="Melee Attack +1").first.tap()
    expect(page).to_have_url(re.compile("attack=6"))
    page.get_by_role("button", name="Roll for me").tap()
    expect(page).to_have_url(re.compile(r"dice=\d-\d"))
    told = page.locator(".calc-headline").inner_text()

    page.reload()

    expect(page.locator(".calc-headline")).to_have_text(told)
    page.get_by_role("button", name="Throw again").tap()
    expect(page).not_to_have_url(re.compile("dice="))


@TOUCHED
def test_a_card_fills_the_fields(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + MELEE)
    page.get_by_label("Attacker from a card").select_option(index=3)

    expect(page).to_have_url(re.compile(r"attack=|training=|strength="))


def test_a_calculator_is_worked_by_keyboard(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + MELEE)
    page.locator("#face-4").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("dice=4$"))
    expect(page.locator("#face-4")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("dice=4-4"))
    page.locator("#step-their_strength-1").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("their_strength=29"))
    expect(page.locator("#step-their_strength-1")).to_be_focused()


def test_what_is_typed_while_an_answer_is_under_way_stays(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(live_server.url + MELEE)
    late: list[Route] = []
    page.route("**/melee/?*attack=7*", lambda route: late.append(route), times=1)
    strength = page.locator("#field-their_strength")
    page.locator("#field-attack").fill("7")
    strength.focus()
    while not late:
        page.wait_for_timeout(20)
    strength.press("Control+a")
    page.keyboard.type("25")
    page.keyboard.press("ArrowLeft")
    late[0].continue_()
    expect(page).to_have_url(re.compile("attack=7"))
    expect(strength).to_have_value("25")
    expect(strength).to_be_focused()
    assert strength.evaluate("field => field.selectionStart") == 1
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("their_strength=25"))


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_a_calculator_works_without_scripts(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + MELEE)
    page.get_by_label("rear").check()
    page.locator("noscript button, .calc-fields button[name=work]").last.click()
    expect(page).to_have_url(re.compile("sector=rear"))
    page.locator("#face-5").click()
    page.locator("#face-1").click()

    expect(page).to_have_url(re.compile("dice=5-1"))
    expect(page.locator(".calc-headline")).to_contain_text("Strength")


@pytest.mark.parametrize(
    "path", ["games/", "games/khans-and-generals/", "games/age-of-destruction/"]
)
def test_pages_of_games_hold_what_every_page_must(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], path: str
) -> None:
    page.goto(f"{live_server.url}/en/{path}")

    page_checks(page)


def test_calculators_hold_what_every_page_must(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None]
) -> None:
    page.goto(live_server.url + MELEE + "?their_training=1&dice=4-2&attack=many")
    page_checks(page)
    page.goto(live_server.url + MELEE + "?their_training=1&dice=4-2")
    page_checks(page)
