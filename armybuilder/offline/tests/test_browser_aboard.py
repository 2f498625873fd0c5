"""What a device says of itself over a table, and when it takes along what is done on the site."""

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.systems.age_of_destruction.tests.beginning import quick_game

pytestmark = pytest.mark.usefixtures("catalogue")

#: Changes that follow one another for longer than `latest`, faster than `soon`; how often they were
#: acted on meanwhile, and in the end.
CHANGES = """async () => {
  const { together } = await import("/static/js/offline/together.js");
  let acts = 0;
  const change = together(async () => { acts += 1; }, 200, 600);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  for (let each = 0; each < 15; each += 1) {
    change();
    await pause(80);
  }
  const meanwhile = acts;
  await pause(500);
  return [meanwhile, acts];
}"""

#: A page that the device answers.
ABOARD = """async (body, text) => {
  body.insertAdjacentHTML("afterbegin", text);
  await import("/static/js/offline/aboard.js");
}"""

#: The bar says how it stands, and why.
SAYS = """(bar, state) => {
  for (const part of bar.querySelectorAll("[data-when]")) part.hidden = part.dataset.when !== state;
  bar.querySelector("[data-reason]").textContent = "Error: the device did not answer";
}"""

#: Whether the table begins where the bar ends.
FILLED = """() => {
  const top = document.querySelector(".battle").getBoundingClientRect().top;
  return Math.abs(top - document.querySelector("#aboard").getBoundingClientRect().bottom) < 1;
}"""


def test_what_is_done_without_a_pause_is_taken_along_too(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/en/offline/")
    meanwhile, acts = page.evaluate(CHANGES)
    assert 1 <= meanwhile <= 2 and meanwhile < acts <= meanwhile + 1


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.browser_context_args(viewport={"width": 375, "height": 667})
def test_over_a_table_on_a_phone_all_of_it_is_read_and_pressed(
    page: Page, live_server: LiveServer, language: str
) -> None:
    _game, address = quick_game(page, live_server.url, against="random")
    page.goto(address.replace("/en/", f"/{language}/"))
    page.locator("#board:defined").wait_for()
    with override(language):
        aboard = render_to_string("pieces/aboard.html", {"request": None})
    page.locator("body").evaluate(ABOARD, aboard)
    bar = page.locator("#aboard")
    for state in ("away", "clean", "dirty", "bringing", "failed"):
        bar.evaluate(SAYS, state)
        page.wait_for_function(FILLED)
        part = bar.locator(f"[data-when={state}]")
        assert part.evaluate("(says) => says.scrollWidth <= says.clientWidth")
        box, within = part.bounding_box(), bar.bounding_box()
        assert box and within and box["y"] >= within["y"] - 0.5
        assert box["y"] + box["height"] <= within["y"] + within["height"] + 0.5
        for button in part.get_by_role("button").all():
            button.click(trial=True)
        expect(page.locator(".battle-bar")).to_be_in_viewport(ratio=1)
