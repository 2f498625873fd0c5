"""What stands around the board, in a real browser: messages that stay, and the sheet on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.systems.age_of_destruction.tests.test_orders_browser import seated
from rules.tests.skirmishes import squad, tank

pytestmark = pytest.mark.usefixtures("catalogue")

PHONE: ViewportSize = {"width": 375, "height": 740}
#: Pixels a finger needs.
FINGER = 44


def begun(page: Page, live_server: LiveServer) -> Skirmish:
    """A game of two people that is looked at."""
    units = (tank("r1", (12, 10)), squad("r2", (24, 9)), tank("b1", (18, 28), 180))
    page.goto(seated(page, live_server, *units))
    page.locator("#board:defined").wait_for()
    return Skirmish.objects.get()


def box_of(found: Locator) -> dict[str, float]:
    """Where something is on the screen."""
    box = found.bounding_box()
    assert box is not None
    sides = {"y": box["y"], "width": box["width"], "height": box["height"]}
    return {**sides, "bottom": box["y"] + box["height"]}


def test_a_message_stays_until_it_is_closed(page: Page, live_server: LiveServer) -> None:
    game = begun(page, live_server)
    Skirmish.objects.filter(pk=game.pk).update(version=game.version + 1)
    page.locator("#end-stage").click()
    message = page.locator("#messages .message")
    expect(message).to_contain_text("The game had moved on meanwhile; nothing was ordered.")
    page.locator(".figure-list a", has_text="r1").click()
    expect(page.locator("#chosen")).to_contain_text("r1")
    expect(message).to_be_in_viewport()
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_count(0)


def test_the_next_order_of_ones_own_clears_old_messages(
    page: Page, live_server: LiveServer
) -> None:
    game = begun(page, live_server)
    Skirmish.objects.filter(pk=game.pk).update(version=game.version + 1)
    page.locator("#end-stage").click()
    expect(page.locator("#messages .message")).to_have_count(1)
    page.locator("#end-stage").click()
    expect(page.locator(".skirmish-status")).to_contain_text("Blue to act")
    expect(page.locator("#messages .message")).to_have_count(0)


def test_the_page_of_a_wide_screen_does_not_scroll(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    begun(page, live_server)
    assert page.evaluate("document.documentElement.scrollHeight") == 720
    assert box_of(page.locator("#end-stage"))["bottom"] <= 720


def test_the_tools_of_a_wide_board_stand_below_the_table(
    page: Page, live_server: LiveServer
) -> None:
    begun(page, live_server)
    page.get_by_role("button", name="Whole table").click()
    ground = box_of(page.locator(".board-ground"))
    assert ground["bottom"] <= box_of(page.locator(".board-tools"))["y"]


def test_the_dial_lies_open_beside_a_wide_board_until_it_is_folded(
    page: Page, live_server: LiveServer
) -> None:
    begun(page, live_server)
    for unit in ("r1", "r2"):
        page.locator(f'.token[data-unit="{unit}"] .token-base').click()
        expect(page.locator("#chosen")).to_contain_text(unit)
        expect(page.locator("#chosen-dial .dial-table").first).to_be_visible()
        expect(page.locator("#chosen > .dial-window")).to_be_hidden()
    page.locator("#chosen-dial > summary").click()
    page.locator('[data-choose="r1"]').click()
    expect(page.locator("#chosen")).to_contain_text("r1")
    expect(page.locator("#chosen > .dial-window")).to_be_visible()
    expect(page.locator("#chosen-dial .dial-table")).to_have_count(0)


def test_after_a_bots_turn_ones_own_figures_are_in_sight(
    page: Page, live_server: LiveServer
) -> None:
    browser = page.context.browser
    assert browser is not None
    page = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
    game = begun(page, live_server)
    bot = {**game.seats["blue"], "commander": "random"}
    Skirmish.objects.filter(pk=game.pk).update(seats={**game.seats, "blue": bot})
    page.reload()
    page.locator("#board:defined").wait_for()
    page.locator("[data-zoom]").first.tap()
    page.locator("#board").evaluate("board => board.view.show({x: 18, y: 8}, 1 / 60)")
    own = page.locator(".token.seat-red .token-base")
    board = page.locator(".battle-board")
    assert (
        max(box_of(base)["bottom"] for base in own.all())
        > box_of(page.locator("#table-sheet"))["y"]
    )
    page.locator("#end-stage").tap()
    expect(page.locator(".skirmish-status")).to_contain_text(re.compile(r"Turn 3\s+Your turn"))
    expect(page.locator("#table[data-filming]")).to_have_count(0)
    page.wait_for_function("!document.querySelector('[data-bot]')")
    for base in own.all():
        expect(base).to_be_in_viewport(ratio=1)
        assert box_of(board)["y"] <= box_of(base)["y"]
        assert box_of(base)["bottom"] <= box_of(page.locator("#table-sheet"))["y"]
    page.context.close()


def test_the_board_stays_where_it_is_for_whom_the_page_chooses(
    page: Page, live_server: LiveServer
) -> None:
    browser = page.context.browser
    assert browser is not None
    page = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
    begun(page, live_server)
    picture, picked = page.locator("#board > svg"), page.locator("#picked")
    page.locator("[data-zoom]").first.tap()
    page.locator("#board").evaluate("board => board.view.show({x: 18, y: 17}, 1 / 15)")
    seen = picture.get_attribute("viewBox")
    page.locator("#end-stage").tap()
    expect(picked).to_have_attribute("data-unit", "b1")
    assert picture.get_attribute("viewBox") == seen

    page.locator("#board").evaluate("board => board.view.show({x: 18, y: 8}, 1 / 60)")
    page.locator("#end-stage").tap()
    expect(picked).to_have_attribute("data-unit", re.compile("r"))
    chosen = page.locator(".token.is-chosen .token-base")
    expect(chosen).to_be_in_viewport(ratio=1)
    assert box_of(chosen)["bottom"] <= box_of(page.locator("#table-sheet"))["y"]

    # An opponent in the address does not open their end of the table.
    address = page.url.partition("?")[0]
    page.goto(address)
    page.locator("#board:defined").wait_for()
    page.wait_for_timeout(300)
    usual = picture.get_attribute("viewBox")
    page.goto(f"{address}?unit=b1")
    expect(page.locator('.token.is-chosen[data-unit="b1"]')).to_be_attached()
    page.wait_for_timeout(300)
    assert picture.get_attribute("viewBox") == usual
    page.context.close()


#: The table is sent anew, as when somebody else did something.
COMES_ANEW = """async (board) => {
  document.querySelector("#table").dataset.old = "";
  await htmx.ajax("GET", board.dataset.tableUrl, { target: "#table", swap: "outerHTML" });
}"""


def test_the_end_of_a_game_is_not_hidden_behind_the_menu_that_brought_it_about(
    page: Page, live_server: LiveServer
) -> None:
    begun(page, live_server)
    page.locator("[popovertarget=table-menu]").click()
    page.locator("#early-end summary").click()
    page.locator("#withdraw-sure").check()
    page.locator("#withdraw").click()
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#table-menu")).to_be_hidden()

    # Nor is it closed by what comes later.
    page.locator("[popovertarget=table-menu]").click()
    page.locator("#board").evaluate(COMES_ANEW)
    expect(page.locator("#table[data-old]")).to_have_count(0)
    expect(page.locator("#table-menu")).to_be_visible()


#: A board comes into a high place, as while the page is put together, a showing looks somewhere,
#: and the place takes its shape.
COMES_EARLY = """() => {
  const place = document.createElement("div");
  place.style = "position: fixed; inset: 0 auto auto 0; inline-size: 600px; block-size: 1600px";
  const board = document.querySelector("#board").cloneNode(true);
  board.dataset.tableUrl = "another";
  board.style = "aspect-ratio: auto; block-size: 100%";
  board.querySelector("svg").setAttribute("viewBox", "0 0 36 36");
  place.append(board);
  document.body.append(place);
  const [x, y, width, height] = board.dataset.open.split(",").map(Number);
  board.view.reveal({ x: x - 2, y, width, height });
  place.style.blockSize = "600px";
  board.id = "early";
}"""


def test_a_board_shows_all_it_opens_at_whatever_the_page_looked_like_when_it_came(
    page: Page, live_server: LiveServer
) -> None:
    begun(page, live_server)
    page.evaluate(COMES_EARLY)
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    opens, view = (
        [float(number) for number in re.findall(r"-?[\d.]+", found or "")]
        for found in (
            page.locator("#early").get_attribute("data-open"),
            page.locator("#early > svg").get_attribute("viewBox"),
        )
    )
    assert view[1] <= opens[1] + 0.01
    assert view[1] + view[3] >= opens[1] + opens[3] - 0.01


def test_by_touch_on_a_phone(page: Page, live_server: LiveServer) -> None:
    browser = page.context.browser
    assert browser is not None
    page = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
    begun(page, live_server)
    sheet = page.locator("#table-sheet")
    third = box_of(sheet)
    assert third["height"] == pytest.approx(PHONE["height"] / 3, abs=3)
    expect(page.locator(".nouns")).to_have_count(0)

    page.locator("#sheet-handle").tap()
    assert box_of(sheet)["height"] == pytest.approx(PHONE["height"] * 2 / 3, abs=3)
    for _ in range(3):
        page.locator("#sheet-handle").tap()
        step = box_of(page.locator("#end-stage"))
        assert step["height"] >= FINGER and step["bottom"] <= PHONE["height"]
    assert box_of(sheet)["height"] == pytest.approx(third["height"], abs=1)

    page.locator('.token[data-unit="r2"] .token-base').tap()
    expect(page.locator("#chosen")).to_contain_text("r2")
    expect(page.locator('.token[data-unit="r2"]')).not_to_have_class("is-small")
    bases = page.locator(".token .token-base").all()
    assert min(min(box_of(base)["width"], box_of(base)["height"]) for base in bases) >= FINGER
    assert box_of(page.locator('.token[data-unit="r2"] .token-base'))["bottom"] < third["y"]
    page.context.close()


def test_whom_a_figure_may_attack_comes_into_sight_with_it_on_a_phone(
    page: Page, live_server: LiveServer
) -> None:
    browser = page.context.browser
    assert browser is not None
    page = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce").new_page()
    targets = (squad("b1", (15, 18.5), 180), squad("b2", (21, 18.5), 180))
    page.goto(seated(page, live_server, tank("r1", (18, 10)), tank("r2", (2, 2)), *targets))
    page.locator("#board:defined").wait_for()
    page.locator('.token[data-unit="r1"] .token-base').tap()
    expect(page.locator(".token.is-target")).to_have_count(2)
    bar, sheet = box_of(page.locator(".battle-bar")), box_of(page.locator("#table-sheet"))
    for unit in ("r1", "b1", "b2"):
        base = box_of(page.locator(f'.token[data-unit="{unit}"] .token-base'))
        assert bar["bottom"] <= base["y"] and base["bottom"] <= sheet["y"], unit
    page.locator('.token[data-unit="b1"] .token-base').tap()
    expect(page.locator(".over > .orders")).to_be_visible()
    page.context.close()
