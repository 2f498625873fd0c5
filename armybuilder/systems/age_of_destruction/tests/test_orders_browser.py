"""Rare orders by mouse in a real browser: a salvo of artillery, a way among eighty bases."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.tests.beginning import quick_game
from armybuilder.systems.age_of_destruction.tests.test_skirmishes_browser import Table
from rules.tests.artillery_cases import gun
from rules.tests.skirmishes import Json, scenario, squad, tank

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]
PLAYERS: list[Json] = [{"id": seat, "team": seat, "cards": []} for seat in ("red", "blue")]


def seated(page: Page, live_server: LiveServer, *units: Json) -> str:
    """The address of a game of two people with some units, begun in this browser."""
    game, address = quick_game(page, live_server.url)
    opening = opened(SYSTEM, {**scenario(list(units), players=PLAYERS), "prompts": "ask"})
    game.start, game.state = opening.start, opening.state
    game.save()
    game.steps.all().delete()
    return address


def test_a_salvo_is_marked_shifted_fired_and_comes_down(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    targets = (tank("b1", (18, 29), 180), tank("b2", (24, 29), 180))
    page.goto(seated(page, live_server, gun("r1", (18, 10)), *targets) + "?unit=r1")
    table, path = Table(page), page.locator("#way-path")

    table.exactly()
    page.locator("#denied > summary").click()
    expect(page.locator("#denied .reasons").first).to_contain_text("inches away")
    page.locator("[data-choice=artillery]").click()
    expect(page.locator(".plan")).to_contain_text("Press the table where markers are to lie")
    for early in (".plan .reasons", "#give-order"):
        expect(page.locator(early)).to_have_count(0)
    table.click_table(18, 7)
    expect(path).to_have_value("18.00,29.00")
    table.drag(page.locator("[data-handle=mark]"), 20, 9)
    expect(path).to_have_value(re.compile(r"^(20\.0|19\.9)\d,(27\.0|26\.9)\d$"))
    expect(page.locator(".landing-chance").first).to_contain_text("%")
    expect(page.locator(".landing").nth(1)).to_be_attached()
    page_checks(page)
    table.press(page.locator("#give-order"))
    expect(page.locator(".mark")).to_have_count(1)

    for _ in PLAYERS:
        table.press(page.locator("#end-stage"))
    expect(page.locator(".battle-log")).to_contain_text("rolls for its markers")
    expect(page.locator(".mark")).to_have_count(0)


def test_a_way_is_bent_among_eighty_bases(page: Page, live_server: LiveServer) -> None:
    rows = [(1.5 + 3.5 * column, 2.0 + 2.2 * row) for row in range(4) for column in range(10)]
    red = [squad(f"r{number}", (x, y)) for number, (x, y) in enumerate(rows)]
    blue = [squad(f"b{number}", (x, 36 - y), 180) for number, (x, y) in enumerate(rows)]
    page.goto(seated(page, live_server, *red, *blue) + "?unit=r35&do=move&path=19,12")
    expect(page.locator(".token")).to_have_count(80)

    Table(page).drag(page.locator("[data-handle=bend]"), 22, 25)
    expect(page.locator("#way-path")).to_have_value(
        re.compile(r"^(22\.0|21\.9)\d,(11\.0|10\.9)\d 19\.00,12\.00$")
    )
    expect(page.locator(".plan-leg")).to_contain_text("of 6 inches")
    expect(page.locator('.token[data-unit="r35"]')).to_have_attribute(
        "transform", "translate(19 27.4)"
    )
