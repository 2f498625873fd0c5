"""A guest in a real browser finds a figure, reads its dial and opens a rule beside the text."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

Checks = Callable[[Page], None]


@pytest.fixture
def site(live_server: LiveServer, catalogue: None) -> str:
    """The address of the running site with its catalogue loaded."""
    return live_server.url


def test_from_the_front_page_to_a_figure_and_a_rule(
    page: Page, site: str, page_checks: Checks
) -> None:
    page.goto(f"{site}/en/")
    page_checks(page)
    page.get_by_label("Search everything").fill("hatch")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Found for “hatch”")
    expect(page.get_by_role("heading", name="Figures")).to_have_text("Figures 6")
    page_checks(page)

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Catalogue").click()
    page.wait_for_url("**/en/catalogue/")  # What is typed before its scripts run, nobody hears.
    page.get_by_label("Name or number", exact=True).fill("hatchetman aod")
    expect(page.locator("#announcer")).to_contain_text("4 figures")
    page.get_by_role("group", name="Faction").get_by_title("Dragon's Fury").click()
    expect(page).to_have_url(f"{site}/en/catalogue/?q=hatchetman+aod&faction=Dragon%27s+Fury")
    page_checks(page)

    page.get_by_role("link", name="Hatchetman", exact=True).click()
    drawer = page.get_by_role("dialog", name="Hatchetman")
    expect(drawer).to_contain_text("Jump Jets")
    page_checks(page)
    drawer.get_by_role("link", name="Open the page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hatchetman")
    expect(page.get_by_role("table").first).to_contain_text("Jump Jets")
    page_checks(page)

    page.locator("summary", has_text="Cards that may go on it").click()
    page.get_by_role("link", name="Earl Crowhurst").click()
    drawer = page.get_by_role("dialog", name="Earl Crowhurst")
    drawer.get_by_role("link", name="Open the page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Earl Crowhurst")
    page_checks(page)
    page.get_by_role("link", name="AOD-GUN-004").click()
    popover = page.get_by_role("dialog", name="Rule")
    expect(popover.get_by_role("heading")).to_have_text("Recruitment cost without symbol")
    page_checks(page)
    popover.get_by_role("link", name="The rule's own page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recruitment cost without symbol")


def test_the_search_box_is_led_by_keyboard(page: Page, site: str, page_checks: Checks) -> None:
    page.goto(f"{site}/en/catalogue/")
    box = page.get_by_role("combobox", name="Name or number")
    box.focus()

    page.keyboard.type("facti")
    expect(page.get_by_role("option", name="faction:")).to_be_visible()
    page_checks(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("drag")
    page.get_by_role("option", name="Dragon's Fury").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_have_value('faction:"Dragon\'s Fury" ')
    expect(page.get_by_role("link", name="Faction: Dragon's Fury")).to_be_visible()

    page.keyboard.type("has:ev")
    page.get_by_role("option", name="Evade").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_hidden()
    expect(page.get_by_role("link", name="Equipment: Evade")).to_be_visible()


def test_a_facet_keeps_the_focus_while_its_counts_change(page: Page, site: str) -> None:
    page.goto(f"{site}/en/catalogue/")
    ranks = page.get_by_role("group", name="Rank")
    ranks.get_by_label("elite").focus()
    page.keyboard.press("Space")

    expect(page).to_have_url(f"{site}/en/catalogue/?rank=elite")
    expect(ranks.get_by_label("elite")).to_be_focused()
    expect(ranks.get_by_label("elite")).to_be_checked()
    expect(page.locator("#announcer")).to_contain_text("figures")


def test_going_back_shows_the_whole_list_again(page: Page, site: str) -> None:
    page.goto(f"{site}/en/catalogue/")
    page.get_by_label("Name or number", exact=True).fill("bolt arb")
    expect(page.locator("#announcer")).to_contain_text("1 figure")
    page.get_by_role("link", name="Arbalest “Bolt”", exact=True).click()
    drawer = page.get_by_role("dialog", name="Arbalest “Bolt”")
    drawer.get_by_role("link", name="Open the page").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Arbalest")
    page.go_back()

    expect(page.get_by_role("heading", level=1)).to_have_text("1 figure")
    expect(drawer).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(f"{site}/en/catalogue/?q=bolt+arb")
    expect(page.get_by_role("heading", level=1)).to_have_text("1 figure")
    expect(page.get_by_role("link", name="Arbalest “Bolt”", exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "catalogue/",
        "catalogue/figures/DA-073/",
        "catalogue/figures/DF-096/",
        "catalogue/cards/?type=F",
        "catalogue/cards/HSE-F-005/",
        "rules/",
        "rules/?q=heat",
    ],
)
def test_pages_hold_what_every_page_must(
    page: Page, site: str, page_checks: Checks, language: str, path: str
) -> None:
    page.goto(f"{site}/{language}/{path}")

    page_checks(page)


PHONE: ViewportSize = {"width": 375, "height": 740}


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_figure_shows_its_whole_dial_in_the_first_screen_of_a_phone(
    page: Page, site: str, language: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/{language}/catalogue/figures/AOD-102/")
    dial = page.locator(".dial-scroll").first
    add = page.locator('a[href$="/groups/add/AOD-102/"]')

    for part in (dial, add):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"] - 60
    assert dial.evaluate("dial => dial.scrollWidth <= dial.clientWidth")


def test_figures_are_in_the_first_screen_of_a_phone_whatever_is_chosen(
    page: Page, site: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/en/catalogue/?faction=Steel+Wolves&points_to=100&order=points")
    filters = page.locator("summary", has_text="Filters and order")
    first = page.locator(".figure-card").first.bounding_box()

    assert first is not None
    assert first["y"] + 200 < PHONE["height"]
    expect(page.get_by_role("group", name="Type")).to_be_hidden()
    filters.click()
    expect(page.get_by_role("group", name="Type")).to_be_visible()


def test_the_points_are_chosen_by_handles_and_by_numbers(page: Page, site: str) -> None:
    page.goto(f"{site}/en/catalogue/")
    page.get_by_role("slider", name="Points to").focus()
    page.keyboard.press("Home")
    for _press in range(4):
        page.keyboard.press("ArrowRight")

    expect(page).to_have_url(f"{site}/en/catalogue/?points_to=20")
    expect(page.get_by_role("link", name="Points to 20 leave out")).to_be_visible()
    expect(page.get_by_label("to", exact=True)).to_have_value("20")
    page.get_by_label("from", exact=True).fill("15")
    expect(page.get_by_role("slider", name="Points from")).to_have_value("15")


def test_versions_are_told_apart_by_pictures_and_compared_in_the_table(
    page: Page, site: str, page_checks: Checks
) -> None:
    page.goto(f"{site}/en/catalogue/?q=hatchetman+aod")
    expect(page.get_by_role("img", name="Dragon's Fury")).to_have_count(1)
    page.get_by_role("link", name="Table, to compare").click()
    expect(page.get_by_role("table", name="Figures")).to_be_visible()
    page_checks(page)


def test_factions_are_chosen_on_the_ring_by_keys(
    page: Page, site: str, page_checks: Checks
) -> None:
    page.goto(f"{site}/en/catalogue/factions/")
    page.get_by_role("link", name="House Kurita HK.").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".chosen-factions")).to_contain_text("House Kurita")
    expect(page.get_by_role("link", name="House Kurita HK.")).to_be_focused()
    expect(page).to_have_url(f"{site}/en/catalogue/factions/?faction=House+Kurita")
    page.get_by_role("link", name="Dragon's Fury DF.").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".alliances-told")).to_contain_text("They may all stand in one formation")
    page_checks(page)
    page.get_by_text("The map as a table").click()
    page_checks(page)
    page.get_by_role("link", name="House Kurita HK.").press("Enter")
    expect(page.locator(".chosen-factions > li")).to_have_count(1)
    page.go_back()
    expect(page.locator(".chosen-factions > li")).to_have_count(2)


def test_keys_reach_the_figures_at_once_and_each_figure_before_what_adds_it(
    page: Page, site: str
) -> None:
    def focused() -> str:
        said: str = page.evaluate("document.activeElement.innerText.trim()")
        return said

    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/en/catalogue/?q=hatchetman")
    page.locator("#site-search").focus()
    page.keyboard.press("Tab")
    assert focused() == "Language and display", "nothing out of sight leads to the field"

    page.locator("#finder .browser-words button").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#results")).to_be_focused()
    bar, heading = page.locator(".masthead"), page.locator("#results h1")
    below = [each.bounding_box() for each in (bar, heading)]
    assert below[0] and below[1] and below[1]["y"] >= below[0]["height"], "nothing covers it"
    for _chip_and_views in range(4):
        page.keyboard.press("Tab")
    assert focused() == "Hatchetman"
    page.keyboard.press("Tab")
    assert focused() == "Add Hatchetman AOD-101 to a battle group"

    page.locator(".figure-card .plate").first.click(force=True)
    expect(page.locator("#drawer")).to_contain_text("Hatchetman")
