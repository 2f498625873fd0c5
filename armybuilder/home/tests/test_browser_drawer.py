"""The drawer in a real browser: by mouse, by keys, on a phone, without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.groups.tests.test_browser import add_by_number, start_group
from armybuilder.site.models import User
from armybuilder.tests.browser import PHONE, signed_in
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_a_row_opens_beside_the_list_and_back_closes_it(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033 AOD-081")
    here = page.url
    page.locator("#units-0").click(position={"x": 400, "y": 20})
    drawer = page.get_by_role("dialog", name="Hatchetman")
    expect(drawer).to_be_visible()
    expect(page).to_have_url(re.compile("#look=AOD-102"))
    expect(page.locator("#units-1")).to_be_visible()
    expect(page.locator("#units-0 .line-title a")).to_have_attribute("aria-current", "true")
    page_checks(page)

    drawer.get_by_role("button", name="The next one").click()
    expect(page.locator("#drawer-title")).to_have_text("DI Multipurpose Light VTOL")
    page.reload()
    expect(page.locator("#drawer-title")).to_have_text("DI Multipurpose Light VTOL")
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.url.partition("#")[0] == here.partition("#")[0]
    expect(page.locator("#units-2")).to_be_visible()


def test_the_drawer_by_keys(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033")
    page.locator("#units-0 .line-title a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#drawer-title")).to_have_text("DI Multipurpose Light VTOL")
    expect(page.locator("#drawer-title")).to_be_focused()
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#units-1 .line-title a")).to_be_focused()
    expect(page).not_to_have_url(re.compile("#look"))


def test_a_drawer_that_comes_anew_takes_the_focus_from_nobody(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    page.locator("#units-0 .line-title a").click()
    expect(page.locator("#drawer-title")).to_be_focused()
    late: list[Route] = []
    page.route("**/catalogue/figures/**", lambda route: late.append(route))
    page.get_by_role("button", name="One Hatchetman more").click()
    while not late:
        page.wait_for_timeout(20)
    page.locator("#add-search").focus()
    page.keyboard.type("bo")
    with page.expect_response("**/catalogue/figures/**"):
        late[0].continue_()
    page.wait_for_timeout(100)
    page.keyboard.type("lt")
    expect(page.locator("#add-search")).to_have_value("bolt")


def test_what_is_changed_in_the_drawer_shows_in_both(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    page.locator("#units-0 .line-title a").click()
    page.get_by_role("link", name="cards fit").click()
    page.locator("#add-AOD-G-005").click()
    expect(page.locator("#units-0")).to_contain_text("Full Strike")
    page.locator("#units-0 .line-title a").click()
    expect(page.locator(".drawer-points")).to_contain_text("129 + 30")

    page.get_by_role("button", name="Take Full Strike off Hatchetman").click()
    expect(page.locator(".drawer-points")).not_to_contain_text("129 + 30")
    expect(page.locator("#units-0")).not_to_contain_text("Full Strike")
    expect(page.locator("#drawer-said")).to_contain_text("129")
    page.get_by_role("button", name="Another", exact=True).click()
    expect(page.locator("#units-0 .line-count")).to_have_text("2")


def test_an_opponent_is_chosen_once(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-081")
    page.locator("#units-0 .line-title a").click()
    page.get_by_label("Name or number of an opponent").fill("bolt")
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-against")).to_have_text("Against Arbalest “Bolt”")
    expect(page.locator("#drawer-opponent")).to_be_focused()

    page.get_by_role("button", name="The next one").click()
    expect(page.locator("#drawer-title")).to_have_text("Mongoose")
    expect(page.locator("#drawer-against")).to_have_text("Against Arbalest “Bolt”")


def test_on_a_phone_the_drawer_is_a_sheet(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033")
    page.set_viewport_size(PHONE)
    page.locator("#units-0 .line-title a").click()
    sheet = page.get_by_role("dialog", name="Hatchetman")
    expect(sheet).to_be_in_viewport()
    expect(sheet.get_by_role("button", name="Another", exact=True)).to_be_in_viewport()
    expect(page.locator("#drawer")).to_have_js_property("open", True)
    page_checks(page)
    page.mouse.click(180, 20)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_card_opens_from_a_chip_and_from_what_may_be_added(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    page.goto(f"{page.url.partition('?')[0]}?add=0#add")
    page.locator("#found").get_by_role("link", name="Full Strike").click()
    drawer = page.get_by_role("dialog", name="Full Strike")
    expect(drawer).to_contain_text("Fits Hatchetman")
    drawer.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#units-0 .piece-chip")).to_contain_text("Full Strike")


def test_without_scripts_a_name_is_a_link_to_the_page(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102 AOD-033")
    here = page.url
    assert page.context.browser is not None
    known = page.context.storage_state()
    plain = page.context.browser.new_context(java_script_enabled=False, storage_state=known)
    bare = plain.new_page()
    bare.goto(here)
    bare.locator("#units-0 .line-title a").click()
    expect(bare.get_by_role("heading", level=1)).to_have_text("Hatchetman")

    bare.goto(here)
    bare.get_by_role("link", name="More for DI Multipurpose Light VTOL").click()
    bare.locator("#opened").get_by_role("button", name="Move up").click()
    expect(bare.locator("#units-0")).to_contain_text("VTOL")
    bare.get_by_role("button", name="One DI Multipurpose Light VTOL more").click()
    expect(bare.locator("#units-0 .line-count")).to_have_text("2")
    bare.get_by_label("Select Hatchetman").check()
    bare.locator(".picked").get_by_role("button", name="Remove").click()
    expect(bare.locator("#builder .line")).to_have_count(1)
    plain.close()


def test_one_owns_one_more_at_a_press(page: Page, live_server: LiveServer, member: User) -> None:
    create_collection(owner=member, name="Shelf")
    signed_in(page, live_server.url, member)
    page.goto(f"{live_server.url}/en/catalogue/?q=hatchetman")
    first = page.locator(".figure-card").first
    first.get_by_role("link", name="Hatchetman", exact=True).click()
    drawer = page.get_by_role("dialog", name="Hatchetman")
    more = drawer.get_by_role("button", name="One more")
    more.focus()
    page.keyboard.press("Enter")

    expect(drawer.locator(".keep-count")).to_have_text("Owned 1")
    expect(more).to_be_focused()
    expect(first.locator(".owned-tag")).to_have_text("Owned 1")
    expect(page.locator("#drawer-said")).to_contain_text("Owned 1")
    drawer.get_by_role("button", name="One fewer").click()
    expect(drawer.locator(".keep-count")).to_have_text("Owned 0")
    expect(first.locator(".owned-tag")).to_be_hidden()


def test_a_guest_who_signs_in_finds_the_drawer_open(
    page: Page, live_server: LiveServer, member: User
) -> None:
    page.goto(f"{live_server.url}/en/catalogue/?q=hatchetman")
    page.locator(".figure-card-name a").first.click()
    page.get_by_role("dialog").get_by_role("link", name="Sign in to count it").click()
    page.get_by_label("E-mail address").fill(member.email)
    page.get_by_label("Password").fill("a long password")
    page.get_by_role("button", name="Sign in", exact=True).click()

    page.get_by_role("dialog").get_by_role("button", name="I own one").click()
    expect(page.locator(".keep-count")).to_have_text("Owned 1")
