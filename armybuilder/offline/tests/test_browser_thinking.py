"""Bots that think in a real browser: each commander's orders are those the site would find, a game
goes on by them, and the site thinks where the device does not."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.offline.runtime import packing
from armybuilder.offline.tests.starts import starting_database
from armybuilder.offline.tests.test_browser_offline import ONCE
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.games import Game, game_of
from armybuilder.skirmishes.services import give_order, let_commander_act
from rules import age_of_destruction as aod

#: Orders of each commander that are looked at, and the lot they draw by: longer than the numbers of
#: JavaScript.
ORDERS, LOT = 5, 2**62 + 1
#: Milliseconds for an interpreter to begin and be measured beside other work.
BEGINS = 120_000
#: Keeps one worker for all that is asked in a page.
THINK = """async (url) => {
  const { Thinker } = await import("/static/js/offline/thinking.js");
  globalThis.thinker ??= new Thinker("/thinker.js");
  await thinker.ready;
  return thinker.ask("think", url, 60000);
}"""
#: However slow this machine is now, it counts as quick.
QUICK = """async () => {
  const { keep } = await import("/static/js/offline/kept.js");
  await keep({ speed: 400 });
}"""


@pytest.mark.timeout(900)
def test_bots_think_on_the_device_as_they_would_on_the_site(
    live_server: LiveServer,
    catalogue: None,
    page: Page,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(packing, "starting_database", starting_database)
    page.goto(f"{live_server.url}/en/offline/")
    page.get_by_role("button", name="Use offline").click()
    expect(page.get_by_text("Ready.")).to_be_visible(timeout=ONCE)
    # It was measured once, and says so.
    expect(page.locator("[data-thinks]")).to_contain_text("sec", timeout=BEGINS)

    page.goto(f"{live_server.url}/en/")
    page.get_by_role("button", name="Put me at a table").click()
    page.wait_for_url("**/skirmishes/age-of-destruction/**")
    table = page.url.partition("?")[0]
    page.goto(f"{live_server.url}/en/help/")
    for commander in aod.COMMANDERS:
        assert_thinks_alike(page, f"{table}errand/", commander, monkeypatch)

    # At the table the device's orders are taken, and the site is not asked to think.
    asked: list[Game] = []

    def commanded(game: Game, lot: int) -> Any:
        asked.append(game)
        return game.match.ordered("random", lot)

    monkeypatch.setattr("armybuilder.skirmishes.services.commanded", commanded)
    command("greedy")
    let_person_act()
    page.evaluate(QUICK)
    page.goto(table)
    button = page.locator("[data-thinker] button")
    expect(button).to_have_attribute("aria-busy", "false", timeout=BEGINS)
    given = a_turn_of_the_bot(page)
    assert given and not asked

    # What comes back is no order, so that the site's own bot goes on; and so it does once the
    # person wants it to.
    with monkeypatch.context() as patch:
        name = "armybuilder.systems.age_of_destruction.views.table.errand"
        patch.setattr(name, lambda *_: b"nothing")
        assert a_turn_of_the_bot(page) and asked
    asked.clear()
    page.get_by_role("button", name="More").first.click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    assert a_turn_of_the_bot(page) == len(asked)


def a_turn_of_the_bot(page: Page) -> int:
    """End the turn of the person and wait for their next one; the orders of the bot in between."""
    page.wait_for_function("() => !document.querySelector('[data-filming], .htmx-request')")
    before = Skirmish.objects.get().steps.count()
    page.locator("#end-stage").click()
    page.wait_for_function("() => !document.querySelector('#end-stage')")
    page.wait_for_function("() => document.querySelector('#end-stage')", timeout=BEGINS)
    return Skirmish.objects.get().steps.count() - before - 1


def assert_thinks_alike(
    page: Page, errand: str, commander: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some orders of a commander are those the site would find, to the byte."""
    command(commander)
    monkeypatch.setattr("secrets.randbits", lambda bits: LOT)
    for _number in range(ORDERS):
        let_bot_act()
        game = game_of(Skirmish.objects.get())
        here = msgspec.json.encode(game.match.ordered(commander, LOT)).decode()
        there = page.evaluate(THINK, errand)
        assert there == {"order": here, "fingerprint": game.match.fingerprint()}
        give(msgspec.json.decode(here), bots=True)


def command(commander: str) -> None:
    """Let another commander play the bot's seat."""
    seats = {
        seat: who | {"commander": commander} if who["commander"] else who
        for seat, who in Skirmish.objects.get().seats.items()
    }
    Skirmish.objects.update(seats=seats)


def let_bot_act() -> None:
    """Play for the person until a bot is to act."""
    while not (game := game_of(Skirmish.objects.get())).commander:
        assert not game.is_over
        give(game.match.ordered("drilled", LOT))


def let_person_act() -> None:
    """Play for the bot until it is the person's turn."""
    while (game := game_of(Skirmish.objects.get())).commander:
        give(game.match.ordered("random", LOT), bots=True)


def give(order: Any, *, bots: bool = False) -> None:
    skirmish = Skirmish.objects.get()
    act = let_commander_act if bots else give_order
    act(skirmish=skirmish, version=skirmish.version, order=order)
