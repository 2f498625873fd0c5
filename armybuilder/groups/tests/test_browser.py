"""A player at the builder, in a real browser."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from armybuilder.tests.browser import PHONE

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def start_group(page: Page, live_server: LiveServer, name: str = "Evening patrol") -> None:
    page.goto(f"{live_server.url}/en/groups/new/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Start building").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.wait_for_load_state()  # keys are heard once the scripts have run


@contextmanager
def under_way(page: Page) -> Iterator[None]:
    """What is done within is done before the answer to its first change comes."""
    kept: list[Route] = []
    page.route("**/groups/*/edit/", lambda route: kept.append(route))
    yield
    while not kept:
        page.wait_for_timeout(20)
    page.unroute("**/groups/*/edit/")  # Which lets go on what was held.


def add_by_number(page: Page, number: str) -> None:
    page.get_by_label("By number, several at once").fill(number)
    page.locator(".by-number").get_by_role("button", name="Add").click()
    expect(page.get_by_label("By number, several at once")).to_have_value("")


def gear_and_pilot(page: Page, name: str) -> None:
    """Look for gear and pilots for a row, by its menu."""
    page.get_by_role("link", name=f"More for {name}").click()
    page.locator("#row-menu").get_by_role("link", name="Gear and pilot").click()
    expect(page.locator("#add .tabs [aria-current]")).to_have_text(f"Gear and pilot: {name}")
    page.wait_for_load_state()


def downloaded(page: Page, link: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    return Path(download.value.path()).read_bytes()


def test_a_late_answer_to_a_search_is_passed_over(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    kept: list[Route] = []
    page.route("**/groups/*/?*q=griffin*", lambda route: kept.append(route))
    with page.expect_request("**/groups/*/?*q=griffin*"):
        page.get_by_label("Name or number").last.fill("griffin")
    add_by_number(page, "AOD-033")
    expect(page.locator("#units-0")).to_contain_text("DI Multipurpose Light VTOL")

    with page.expect_response("**/groups/*/?*q=griffin*"):
        kept[0].continue_()
    expect(page.locator("#found")).not_to_contain_text("Griffin")


def test_from_nothing_to_a_legal_group_and_its_sheets(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    standing = page.locator(".builder-standing")
    expect(standing).to_contain_text("Empty")

    page.locator("#add-search").fill("hatchetman")
    page.get_by_role("button", name="Add Hatchetman").nth(1).click()
    expect(page.locator("#units-0")).to_contain_text("Hatchetman")
    gear_and_pilot(page, "Hatchetman")
    page.locator("#add-AOD-G-005").click()
    expect(page.locator("#units-0")).to_contain_text("Full Strike")
    page.locator("#add-AOD-P-010").click()
    expect(page.locator("#units-0")).to_contain_text("Lance Corporal")
    page.get_by_role("link", name="Cards of the group").click()
    add_by_number(page, "AOD-PC-001")
    add_by_number(page, "AOD-033")
    expect(standing).to_contain_text("Legal")
    page_checks(page)

    page.get_by_role("button", name="One DI Multipurpose Light VTOL more").click()
    expect(page.locator("#units-1 .line-count")).to_have_text("2")
    for number in ("AOD-114", "AOD-120"):
        add_by_number(page, number)
    expect(standing).to_contain_text("Illegal")
    page_checks(page)
    page.get_by_role("button", name="Do it").first.click()
    expect(page.locator(".verdict-stamp")).to_have_text("Legal")
    expect(standing).not_to_contain_text("Illegal")

    kept = page.locator("#units-0 .line-title a").inner_text()
    page.get_by_role("link", name="Sheets").click()
    pdf = PdfReader(BytesIO(downloaded(page, "PDF army sheet")))
    assert "Evening patrol" in pdf.pages[0].extract_text()
    book = openpyxl.load_workbook(BytesIO(downloaded(page, "Spreadsheet")))
    cells = [str(cell.value) for row in book.worksheets[0].iter_rows() for cell in row]
    assert any(kept in cell for cell in cells)
    text = downloaded(page, "Text sheet").decode()
    assert kept in text and "LEGAL" in text

    page.get_by_role("button", name="Undo").click()
    expect(standing).to_contain_text("Illegal")


def test_a_link_is_read_without_an_account(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    page.locator("#share").click()
    page.get_by_role("button", name="Who has the link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert page.context.browser is not None
    guest = page.context.browser.new_page()

    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Evening patrol")
    page_checks(guest)
    guest.get_by_role("button", name="Copy to my groups").click()

    expect(guest.get_by_role("heading", level=1)).to_have_text("Copy of Evening patrol")
    guest.close()


@pytest.mark.expects_refusals
def test_two_tabs_do_not_overwrite_each_other(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    second = page.context.new_page()
    second.goto(page.url)
    add_by_number(page, "AOD-102")

    second.get_by_label("By number, several at once").fill("AOD-033")
    second.locator(".by-number").get_by_role("button", name="Add").click()

    expect(second.get_by_role("heading", level=1)).to_contain_text("was changed elsewhere")
    page_checks(second)
    second.get_by_role("button", name="Keep both, mine as a copy").click()
    expect(second.get_by_role("heading", level=1)).to_have_text("Copy of Evening patrol")
    second.close()


@pytest.mark.expects_refusals
def test_a_wrong_number_is_told_at_its_field(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)

    page.get_by_label("By number, several at once").fill("AOD-1O3")
    page.keyboard.press("Enter")

    expect(page.locator("#number-fault")).to_contain_text("Did you mean")
    expect(page.get_by_label("By number, several at once")).to_have_value("AOD-1O3")


def test_the_list_the_forms_and_polish(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server, "Zażółć <gęślą> jaźń")
    for path in ("groups/", "groups/new/", "groups/import/", "groups/add/AOD-102/"):
        page.goto(f"{live_server.url}/en/{path}")
        page_checks(page)
    page.goto(f"{live_server.url}/en/groups/")
    page.locator("summary", has_text="More about").click()
    page_checks(page)
    page.get_by_role("link", name=re.compile("^Delete")).click()
    page_checks(page)

    page.goto(f"{live_server.url}/pl/groups/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Grupy bojowe")


def test_what_changed_is_told_and_the_place_kept(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    expect(page.locator("#announcer")).to_have_text("129 / 450 3 orders Legal")

    gear_and_pilot(page, "Hatchetman")
    page.locator("#add-AOD-G-005").press("Enter")
    expect(page.locator("#announcer")).to_have_text("159 / 450 3 orders Legal")
    expect(page.locator("#add-search")).to_be_focused()


def test_going_back_from_a_search_shows_the_whole_page(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    page.locator("#add-search").fill("nyx")
    expect(page).to_have_url(re.compile("q=nyx"))
    page.go_back()

    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening patrol")


def test_on_a_phone_the_add_panel_is_a_sheet(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    page.set_viewport_size(PHONE)
    sheet = page.get_by_role("region", name="Add", exact=True)
    expect(sheet).to_be_hidden()

    page.get_by_role("link", name="Add", exact=True).first.click()
    page.locator("#found").get_by_role("button").first.click()
    expect(page.locator("#announcer")).to_contain_text("Legal")
    page_checks(page)
    sheet.get_by_role("link", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#units-0")).to_be_visible()


def test_builder_with_the_keyboard_alone(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-033")

    page.get_by_role("button", name="One DI Multipurpose Light VTOL more").focus()
    page.keyboard.press("Enter")

    expect(page.locator("#units-0 .line-count")).to_have_text("2")
    expect(page.get_by_role("button", name="One DI Multipurpose Light VTOL more")).to_be_focused()

    page.keyboard.press("Control+z")
    expect(page.locator("#units-0 .line-count")).to_have_text("1")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#units-0 .line-count")).to_have_text("2")


def test_type_arrows_enter_and_on(page: Page, live_server: LiveServer) -> None:
    start_group(page, live_server)
    page.keyboard.press("a")
    page.keyboard.type("hatchetman hct-4f")
    expect(page.locator("#found .found-figure")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#add-AOD-102")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#units-0")).to_contain_text("Hatchetman")
    expect(page.locator("#found .is-here")).to_have_text("1 here")
    expect(page.locator("#add-AOD-102")).to_be_focused()

    page.keyboard.type("bolt")
    expect(page.locator("#add-search")).to_have_value("bolt")
    expect(page.locator("#add-AOD-113")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#add-search")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#units-1")).to_contain_text("Bolt")
    expect(page.locator("#add-search")).to_be_focused()


def test_the_menu_of_a_row_keeps_the_focus_until_it_closes(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    more = page.get_by_role("link", name="More for Hatchetman")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#row-menu")).to_be_visible()
    page.wait_for_timeout(100)  # The browser tells of an open menu a moment later.
    expect(page.locator("#row-menu :focus")).to_have_text("Gear and pilot")
    page.keyboard.press("Escape")
    expect(page.locator("#row-menu")).to_be_hidden()
    expect(more).to_be_focused()


def test_a_search_answered_meanwhile_leaves_who_adds_by_keys_in_place(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    kept: list[Route] = []
    page.route("**/groups/*/edit/", lambda route: kept.append(route))
    page.keyboard.press("a")
    page.keyboard.type("bolt")
    expect(page.locator("#add-AOD-113")).to_be_visible()
    with page.expect_request("**/groups/*/edit/"):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    page.locator("#add-search").evaluate(
        """field => new Promise(settled => {
            addEventListener("htmx:afterSettle", () => settled(), {once: true});
            field.dispatchEvent(new Event("change", {bubbles: true}));
        })"""
    )

    kept[0].continue_()
    expect(page.locator("#units-0")).to_contain_text("Bolt")
    expect(page.locator("#add-search")).to_be_focused()


def test_a_name_typed_while_a_figure_is_added_is_searched_for(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    page.locator("#add-search").fill("hatchetman")
    with under_way(page):
        page.locator("#add-AOD-102").click()
        page.locator("#add-search").fill("")
        page.keyboard.type("bolt")
    expect(page.locator("#units-0")).to_contain_text("Hatchetman")
    expect(page.locator("#add-search")).to_have_value("bolt")
    expect(page.locator("#add-AOD-113")).to_be_visible()


def test_what_is_pressed_while_an_answer_is_under_way_counts_too(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    page.locator("#add-search").fill("hatchetman hct-4f")
    with under_way(page):
        for _ in range(3):
            page.locator("#add-AOD-102").click()
    expect(page.locator("#units-0 .line-count")).to_have_text("3")


def test_a_press_for_a_row_that_has_gone_is_not_for_the_next(
    page: Page, live_server: LiveServer
) -> None:
    start_group(page, live_server)
    for number in ("AOD-102", "AOD-113"):
        add_by_number(page, number)
    expect(page.locator(".line")).to_have_count(2)
    with under_way(page):
        for _ in range(3):
            page.locator("#fewer-0").dispatch_event("click")
    expect(page.locator(".line")).to_have_count(1)
    page.wait_for_timeout(300)
    expect(page.locator("#units-0")).to_contain_text("Bolt")


def test_figures_to_add_are_narrowed_by_sight(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    start_group(page, live_server)
    page.get_by_label("Spirit Cats").check()
    page.get_by_label("Infantry").check()
    found = page.locator("#found .found-figure")
    expect(page).to_have_url(re.compile("faction=SC.*type=infantry"))
    expect(found.first).to_contain_text("Pathfinders")
    add_by_number(page, "AOD-102")
    expect(page.get_by_label("Spirit Cats")).to_be_checked()

    page.get_by_role("link", name="Role, equipment, points").click()
    page.get_by_label("Equipment", exact=True).select_option(label="Evade")
    expect(page).to_have_url(re.compile("equipment=EV"))
    page_checks(page)
    page.reload()
    expect(page.get_by_label("Equipment", exact=True)).to_have_value("EV")


def test_sharing_is_one_press_and_copying_another(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    start_group(page, live_server)
    add_by_number(page, "AOD-102")
    page.locator("#share").click()
    page.get_by_role("button", name="Who has the link").click()
    page.locator("#copy-link").click()
    expect(page.locator("#copy-said")).to_have_text("Copied.")
    link = page.get_by_label("Link", exact=True).input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link

    page.get_by_role("button", name="Copy : Markdown").click()
    expect(page.locator("#copy-said")).to_have_text("Copied.")
    assert "Hatchetman" in page.evaluate("navigator.clipboard.readText()")
    picture = page.get_by_role("img", name="Evening patrol as a picture")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    page_checks(page)


def test_where_there_is_no_clipboard_the_text_is_selected(
    page: Page, live_server: LiveServer
) -> None:
    page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
        "document.execCommand = () => false"
    )
    start_group(page, live_server)
    page.goto(f"{page.url}share/")
    page.get_by_role("button", name="Copy : Compact text").click()
    expect(page.locator("#copy-said")).to_contain_text("It is selected")
    text = page.locator("#share-compact")
    expect(text).to_be_visible()
    assert text.evaluate("field => field.selectionEnd === field.value.length")
