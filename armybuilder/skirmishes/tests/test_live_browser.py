"""Two people and somebody who watches, each with a browser, at one table of a running site."""

import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from armybuilder.tests.browser import axe_violations
from armybuilder.tests.process import free_port, running_site

#: The page remembers that a film has come to its end.
FILMED = """() => document.addEventListener("film:end", () => {
  document.body.dataset.filmed = "";
})"""


def moved_on(page: Page, version: str) -> str:
    """The version after one, which the page has come to by itself."""
    expect(page.locator(f"#picked:not([data-version='{version}'])")).to_be_attached(timeout=20_000)
    return str(page.locator("#picked").get_attribute("data-version"))


def in_sight(page: Page) -> bool:
    """Whether the piece that is chosen stands in what is seen of the table, above the sheet."""
    found = page.evaluate(
        """() => {
          const { y, height } = document.querySelector(".token.is-chosen").getBoundingClientRect();
          const board = document.querySelector("table-board svg").getBoundingClientRect();
          return y >= board.y && y + height <= board.bottom;
        }"""
    )
    return bool(found)


def test_a_game_between_two_screens_with_disconnects(page: Page, tmp_path: Path) -> None:
    port = free_port()
    browser = page.context.browser
    assert isinstance(browser, Browser)
    with running_site(tmp_path, port, signal.SIGKILL):
        host = browser.new_context().new_page()
        host.goto(f"http://localhost:{port}/en/skirmishes/")
        host.click("#play-a-friend")  # The one press until there is a link and a code.
        expect(host.locator(".seat-code")).to_be_visible()
        guest = browser.new_context(viewport={"width": 375, "height": 800}).new_page()
        guest.goto(host.input_value("#link-blue"))
        guest.fill("[name=name]", "Ola")
        assert axe_violations(guest) == []
        assert axe_violations(host) == []
        guest.click("#sit-down")
        guest.locator("#table").wait_for()
        begins = guest.locator("#end-stage").count() == 1
        assert bool(guest.locator("#picked").get_attribute("data-unit")) is begins
        expect(host.locator(".seat-code")).to_have_count(0, timeout=30_000)
        expect(host.locator("#people")).to_contain_text("Ola")
        expect(host.locator(".presence.is-here")).to_be_visible(timeout=20_000)

        # Somebody watches by a link.
        host.locator("[popovertarget=table-menu]").click()
        host.locator("#invite summary").click()
        host.locator("#let-watch").click()
        watcher = browser.new_context().new_page()
        watcher.goto(host.input_value("#watch-link"))
        expect(watcher.locator("[data-live]")).to_contain_text("as it happens")
        seen = watcher.locator("#table").get_attribute("data-step")
        host.keyboard.press("Escape")

        # What one does the others see; only whoever is to act is asked for anything.
        screens = {host: guest, guest: host}
        acts = host if host.locator("#end-stage").count() else guest
        waits = screens[acts]
        expect(waits.locator("#end-stage")).to_have_count(0)
        version = str(waits.locator("#picked").get_attribute("data-version"))
        waits.evaluate(FILMED)
        acts.click("#end-stage")
        version = moved_on(waits, version)
        expect(waits.locator("#end-stage")).to_be_visible()
        expect(waits.locator("#picked ~ #people")).to_have_count(1)
        expect(waits.locator("body[data-filmed]")).to_be_attached(timeout=20_000)
        expect(waits.locator("[data-filming]")).to_have_count(0)
        assert in_sight(waits), "whoever is to act sees the piece, whatever was filmed before"
        expect(watcher.locator(f"#table:not([data-step='{seen}'])")).to_be_attached(timeout=20_000)

        # Taken back, it is taken back everywhere, and told.
        expect(acts.locator("#end-stage")).to_have_count(0, timeout=20_000)
        acts.locator("[data-live]").wait_for(state="attached")
        acts.locator("form[action$='/undo/'] button").first.dispatch_event("click")
        version = moved_on(waits, version)
        expect(waits.locator("#messages")).to_contain_text("taken back", timeout=20_000)
        expect(acts.locator("#end-stage")).to_be_attached(timeout=20_000)

        # Without the net one is told; what was missed comes by itself once it is back.
        waits.context.set_offline(True)
        acts.locator("#end-stage").dispatch_event("click")
        expect(acts.locator("#end-stage")).to_have_count(0, timeout=20_000)
        waits.context.set_offline(False)
        moved_on(waits, version)
        expect(waits.locator("#end-stage")).to_be_attached(timeout=20_000)

        # A phrase arrives, and nothing else on the page moves.
        host.locator("#say summary").click()
        host.locator("#say [value=luck]").click()
        expect(guest.locator(".said-list")).to_contain_text("Good luck!", timeout=20_000)

        # Nobody who is at the panel is thrown out of it by what others say.
        host.locator("#say [value=luck]").focus()
        guest.locator(".leave summary").click()
        guest.locator("#say summary").click()
        guest.locator("#say [value=thanks]").click()
        expect(host.locator(".said-list")).to_contain_text("Thank you", timeout=20_000)
        expect(host.locator("#say [value=luck]")).to_be_focused()
        host.locator("#say [value=luck]").press("Enter")
        expect(guest.locator(".said-list")).to_contain_text(
            re.compile("Good luck!.*Good luck!", re.DOTALL), timeout=20_000
        )
        expect(guest.locator(".leave [name=do]")).to_be_visible()

        # An answer is seen by whoever asked and has not left the panel; what is told can be closed.
        host.locator("#ask-end").click()
        expect(host.locator("#people")).to_be_focused()
        guest.locator("#refuse").click(timeout=20_000)
        expect(host.locator("#ask-end")).to_be_visible(timeout=20_000)
        expect(host.locator("#people")).to_be_focused()
        told = host.locator(".message", has_text="does not agree")
        told.locator("[data-dismiss]").click()
        expect(told).to_have_count(0)
        for other in (host, guest, watcher):
            other.context.close()
