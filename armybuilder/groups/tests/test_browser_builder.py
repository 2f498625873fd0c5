"""Walks through the builder in a real browser: by keys, back in time, from visitor to member, and
past a correction of the catalogue."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.test_browser import add_by_number, gear_and_pilot, start_group
from armybuilder.tests.browser import PHONE
from armybuilder.tests.corrections import Correct

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_an_illegal_450_becomes_legal_and_back_without_a_mouse(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    page.keyboard.press("n")
    page.keyboard.type("AOD-102 aod114, 2x AOD-033 AOD-120")
    page.keyboard.press("Enter")
    standing = page.locator(".builder-standing")
    expect(standing).to_contain_text("511 / 450")
    expect(page.locator("#number")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator("#total-button").focus()

    expect(page.locator(".verdict-stamp")).to_have_text("Over")
    expect(page.locator(".verdict-line")).to_contain_text("61 points too many")
    page.keyboard.press("v")
    expect(page.locator("#verdict summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Blocks play")
    page_checks(page)
    page.get_by_role("button", name="Do it").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-stamp")).to_have_text("Legal")
    expect(page.locator("#messages")).to_contain_text("Undo takes it back")
    expect(page.locator("#verdict")).to_be_focused()

    page.keyboard.press("Control+z")
    expect(standing).to_contain_text("511 / 450")
    page.keyboard.press("Control+y")
    expect(standing).not_to_contain_text("511 / 450")


def test_lines_are_moved_and_removed_by_keys(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033 AOD-081")
    page.locator("#total-button").focus()
    lines = page.locator("#builder .line .line-title")

    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("+")
    expect(page.locator("#units-1 .line-count")).to_have_text("2")
    expect(page.locator("#units-1")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(lines.first).to_contain_text("VTOL")
    expect(page.locator("#units-0")).to_be_focused()
    page.keyboard.press("Delete")
    expect(lines).to_have_count(2)
    expect(page.locator("#units-0")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("Delete")
    expect(lines).to_have_count(1)
    expect(page.locator("#units-0")).to_be_focused()

    page.keyboard.press("?")
    page.get_by_label("Single keys work").uncheck()
    page.locator("#units-0").focus()
    page.keyboard.press("+")
    page.reload()
    expect(page.locator(".line-count")).to_have_text("1")
    expect(page.get_by_label("Single keys work")).not_to_be_checked()


#: Presses the key for "up" on the focused line in the moment the next answer is in the page.
UP_AT_ONCE = """() => {
  window.isSamePage = true;
  new MutationObserver((changes, observer) => {
    if (document.querySelector("#units-1 .line-count").textContent !== "2") return;
    observer.disconnect();
    document.querySelector("#units-1").focus();
    document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true }));
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_key_pressed_as_an_answer_arrives_needs_no_new_page(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033")
    page.locator("#units-1").focus()
    page.evaluate(UP_AT_ONCE)
    page.keyboard.press("+")

    expect(page.locator("#builder .line .line-title").first).to_contain_text("VTOL")
    expect(page.locator("#units-0")).to_be_focused()
    assert page.evaluate("window.isSamePage")


def test_a_row_is_dragged_alone_or_with_those_picked(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033 AOD-081 AOD-120")
    titles = page.locator("#builder .line .line-title")
    page.locator("#units-3 .plate").drag_to(
        page.locator("#units-0"), target_position={"x": 300, "y": 4}
    )
    expect(titles.first).to_contain_text("Cave Lion")

    page.get_by_label("Select Hatchetman").check()
    page.get_by_label("Select Mongoose").check()
    page.get_by_role("button", name="To the top").click()
    expect(titles.first).to_contain_text("Hatchetman")
    expect(titles.nth(1)).to_contain_text("Mongoose")
    expect(page.get_by_label("Select Mongoose")).to_be_checked()
    page.locator(".picked").get_by_role("button", name="Remove").click()
    expect(titles).to_have_count(2)
    expect(page.locator(".picked")).to_be_hidden()


def test_on_a_phone_a_row_is_swiped_to_what_changes_it(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033 AOD-081 AOD-120 AOD-129 AOD-001")
    page.set_viewport_size(PHONE)
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("document.getElementById('lines').getBoundingClientRect().bottom") < (
        1.5 * PHONE["height"]
    )
    expect(page.locator(".group-bar")).to_contain_text("/ 450")
    more = page.get_by_role("button", name="One DI Multipurpose Light VTOL more")
    expect(more).not_to_be_in_viewport()
    page.locator("#units-1").evaluate("line => line.scrollTo({ left: line.scrollWidth })")
    expect(more).to_be_in_viewport()
    more.click()
    expect(page.locator("#units-1 .line-count")).to_have_text("2")
    page_checks(page)


@pytest.mark.parametrize("width", [PHONE["width"], 320])
def test_on_a_phone_damages_end_before_the_life(
    page: Page, live_server: LiveServer, width: int
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-110")
    page.set_viewport_size({**PHONE, "width": width})
    ends = page.locator("#units-0 .values-damage small").last.evaluate(
        "range => range.getBoundingClientRect().right"
    )
    life = page.locator("#units-0 .life").evaluate("life => life.getBoundingClientRect().left")
    assert ends <= life


def test_every_number_opens_into_its_reasons(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-114 HSE-MC-001")
    gear_and_pilot(page, "Firestarter “Cinders”")
    page.locator("#add-AOD-GS-002").click()
    page.get_by_role("button", name="Choose Spirit Cats, 166 points in all").click()
    expect(page.locator("#units-0")).to_contain_text("recruited by Spirit Cats")
    expect(page.locator("#builder :focus")).to_have_count(1)

    page.locator("#total-button").click()
    expect(page.locator("#total-parts")).to_contain_text("prints 20 OR 28")
    expect(page.locator("#total-parts")).to_contain_text("prints 5/150")
    page_checks(page)
    page.locator("#orders-button").click()
    expect(page.locator("#orders-proof")).to_contain_text("AOD-BUILD-011")


def test_every_check_is_fetched_when_it_is_seen(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    summary = page.locator(".verdict-why > summary")
    expect(page.locator(".proofs")).to_have_count(0)

    summary.click()
    expect(page.locator(".proofs").first).to_contain_text("AOD-BUILD-004")
    expect(page.locator("#proofs")).to_have_count(0)
    expect(summary).to_be_focused()
    page_checks(page)


def test_back_to_an_earlier_revision(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    add_by_number(page, "AOD-033")
    page.locator("#more").click()
    page.get_by_role("link", name="History").click()
    expect(page.locator(".revision").first).to_contain_text("VTOL added")
    page_checks(page)
    page.get_by_role("link", name="Revision 2").click()
    expect(page.get_by_role("heading", name="What has changed since")).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="Restore this revision").click()

    expect(page.locator("#messages")).to_contain_text("Revision 2 is back")
    expect(page.locator(".builder-standing")).to_contain_text("129 / 450")


def test_a_visitor_keeps_the_group_on_signing_up_and_shows_it_to_everybody(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server, "Before the account")
    add_by_number(page, "AOD-102")
    page.locator("#share").click()
    expect(page.get_by_role("button", name="Everybody")).to_be_disabled()
    page.goto(f"{live_server.url}/en/groups/")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("E-mail address").fill("new@example.org")
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Sign up", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Battle groups")
    page.get_by_role("link", name="Before the account", exact=True).click()
    page.locator("#share").click()
    page.get_by_role("button", name="Everybody").click()
    expect(page.get_by_role("button", name="Everybody")).to_have_attribute("aria-pressed", "true")
    assert BattleGroup.objects.get().owner is not None

    page.goto(f"{live_server.url}/en/groups/public/?q=hatchetman")
    page_checks(page)
    page.context.clear_cookies()
    page.get_by_role("link", name="Before the account", exact=True).click()
    page.get_by_role("button", name="Copy to my groups").click()
    expect(page.locator(".group-head")).to_contain_text("Copied from “Before the account”")


def test_what_a_correction_changes_is_told_and_decided(
    page: Page, live_server: LiveServer, page_checks: Checks, correct: Correct
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-081")
    correct("AOD-102", points=400)
    page.reload()
    drift = page.locator(".drift")
    expect(drift).to_contain_text("AOD-102 Hatchetman now costs 400 instead of 129.")
    expect(drift).to_contain_text("it fails because")
    page_checks(page)

    page.get_by_role("button", name="Keep the data it was saved with").click()
    expect(drift).to_contain_text("as you chose")
    expect(page.locator("#drift")).to_be_focused()
    drift.locator("summary").click()
    page.get_by_role("button", name="Use today's data").click()

    expect(drift).to_have_count(0)
    expect(page.locator(".builder-standing")).to_contain_text("505 / 450")
