"""What happens is seen: films that end as the table stands, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.tests.beginning import quick_game
from armybuilder.systems.age_of_destruction.tests.test_hands_browser import Hands
from rules.tests.skirmishes import place, scenario, tank

pytestmark = pytest.mark.usefixtures("catalogue")

#: Of the picture all but how much of it is in sight.
PICTURE = "board => board.querySelector('svg').innerHTML.replace(/\\s+/g, ' ')"
WATCH = """() => {
  window.films = []; window.sentences = new Set(); window.asked = [];
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("[data-bot]"))
      window.asked.push(Boolean(document.querySelector("[data-filming]")));
  });
  document.addEventListener("film:end", (event) => window.films.push(event.detail.skipped));
  const look = () => {
    for (const each of document.querySelectorAll("[data-film-caption]"))
      window.sentences.add(each.textContent.trim());
  };
  const changes = {subtree: true, childList: true, characterData: true};
  new MutationObserver(look).observe(document, changes);
}"""

#: Where the figure that is ordered stands at moments of every run of its picture, however many of
#: them a busy machine shows.
MIDDLES = """() => {
  window.middles = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const run = animate.call(this, frames, timing);
    if (!this.matches('[data-actor="R1"]')) return run;
    for (let part = 0; part <= 10; part += 1) {
      run.currentTime = (part / 10) * timing.duration;
      window.middles.push(new DOMMatrix(getComputedStyle(this).transform).m41);
    }
    run.currentTime = 0;
    return run;
  };
}"""


def _duel(page: Page, live_server: LiveServer, against: str = "", **blue: Any) -> Skirmish:
    """A tank each, six inches apart, Red to act, begun in this browser."""
    game, address = quick_game(page, live_server.url, against=against)
    units = [
        place("R1", (18, 12), 0, tank("r1", (0, 0))["unit"], {}) | {"owner": "red"},
        place("B1", (18, 18), 180, tank("b1", (0, 0), **blue)["unit"], {}) | {"owner": "blue"},
    ]
    players = [{"id": seat, "team": seat} for seat in ("red", "blue")]
    begun = opened(SYSTEM, {**scenario(units), "players": players, "prompts": "ask"})
    game.start, game.state = begun.start, begun.state
    game.dice = "5"
    game.acting = "red"
    game.save()
    game.steps.all().delete()
    page.goto(address)
    page.locator("#board:defined").wait_for()
    page.evaluate(WATCH)
    return game


def _order(page: Page, **order: Any) -> None:
    """Give an order as a form of the page would."""
    page.evaluate(
        """(order) => {
          const form = document.querySelector("#end-stage").form;
          form.querySelector("[name=order]").value = JSON.stringify(order);
          form.requestSubmit();
        }""",
        order,
    )


def _shoot(page: Page) -> None:
    _order(page, order="ranged", unit="R1", targets=["B1"])


def _film_is_over(page: Page, films: int = 1) -> None:
    page.wait_for_function("films => window.films.length >= films", arg=films)
    expect(page.locator("[data-filming]")).to_have_count(0)


def _as_the_server_has_it(page: Page) -> str:
    """The picture of a page that knows of no film."""
    other = page.context.new_page()
    other.emulate_media(reduced_motion="reduce")
    other.goto(page.url)
    other.locator("#board:defined").wait_for()
    picture: str = other.locator("#board").evaluate(PICTURE)
    other.close()
    return picture


def test_a_shot_is_seen_and_leaves_the_table_as_it_stands(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server)
    _shoot(page)
    expect(page.locator("#table[data-filming] .film-die")).to_have_count(3)
    expect(page.locator(".film-picture")).to_have_css("background-image", "none")
    expect(page.locator(".film-picture")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator(".film-dice .film-sum")).to_be_visible()
    _film_is_over(page)
    assert page.evaluate("window.films") == [False]
    said = " ".join(page.evaluate("[...window.sentences]"))
    assert "fires at" in said or "shoots" in said
    expect(page.locator("[data-film-panels] > *")).to_have_count(0)
    expect(page.locator(".film-picture")).to_have_count(0)
    assert page.locator("#board").evaluate(PICTURE) == _as_the_server_has_it(page)


def test_the_dial_beside_the_table_does_not_tell_the_end_of_a_film(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server)
    hands = Hands(page)
    hands.choose("R1")
    hands.press("B1")
    expect(hands.menu).to_be_visible()
    before = page.locator(".chosen.is-before")
    page.keyboard.press("Enter")
    expect(before).to_be_visible()
    expect(before).not_to_contain_text("has had its order")
    expect(page.locator("#chosen")).to_be_hidden()
    _film_is_over(page)
    expect(before).to_have_count(0)
    expect(page.locator("#chosen")).to_contain_text("has had its order")


def test_a_figure_goes_its_way_while_the_order_is_shown(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server)
    page.evaluate(MIDDLES)
    _order(page, order="move", unit="R1", legs=[{"travel": [[13, 12]]}])
    _film_is_over(page)
    middles = page.evaluate("window.middles")
    assert middles[0] == pytest.approx(18, abs=0.5) and middles[-1] == pytest.approx(13, abs=0.01)
    assert sum(13.1 < x < 17.9 for x in middles) > 3
    token = page.locator('.token[data-unit="R1"]')
    assert (token.get_attribute("transform") or "").startswith("translate(13")


@pytest.mark.parametrize("way", ["key", "tap"])
def test_any_key_and_any_tap_skips_to_the_result(
    page: Page, live_server: LiveServer, way: str
) -> None:
    _duel(page, live_server)
    _shoot(page)
    page.locator("#table[data-filming] .film-die").first.wait_for()
    if way == "key":
        page.keyboard.press("x")
    else:
        box = page.locator("#board").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7)
    _film_is_over(page)
    assert page.evaluate("window.films") == [True]
    assert page.locator("#board").evaluate(PICTURE) == _as_the_server_has_it(page)
    expect(page.locator("[data-film-caption]")).not_to_be_empty()
    expect(page.locator("#chosen")).to_have_count(0)  # the tap chose nobody


def test_who_wants_less_motion_sees_results_fade_in(page: Page, live_server: LiveServer) -> None:
    page.emulate_media(reduced_motion="reduce")
    _duel(page, live_server)
    _shoot(page)
    _film_is_over(page)
    expect(page.locator(".film-die")).to_have_count(0)
    expect(page.locator("[data-film-caption]")).to_contain_text("B1")
    lasting = page.evaluate("document.getAnimations().map((each) => each.effect.getTiming())")
    assert all(each["duration"] <= 150 for each in lasting)


def test_at_once_shows_no_film_and_is_remembered(page: Page, live_server: LiveServer) -> None:
    _duel(page, live_server)
    with page.expect_response("**/pace/"):
        page.get_by_label("How fast it is played").select_option("at_once")
    _shoot(page)
    _film_is_over(page)
    expect(page.locator("[data-film-panels] > *")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("How fast it is played")).to_have_value("at_once")


def test_taking_back_shows_the_table_at_once(page: Page, live_server: LiveServer) -> None:
    _duel(page, live_server)
    _order(page, order="move", unit="R1", legs=[{"travel": [[13, 12]]}])
    _film_is_over(page)
    version = page.locator("#board").get_attribute("data-version")
    page.get_by_role("button", name="Take the last order back").click()
    expect(page.locator("#board")).not_to_have_attribute("data-version", version or "")
    assert len(page.evaluate("window.films")) == 1
    token = page.locator('.token[data-unit="R1"]')
    assert (token.get_attribute("transform") or "").startswith("translate(18")


def test_whoever_comes_back_sees_what_happened_meanwhile(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#board:defined").wait_for()
    other.evaluate(WATCH)
    _shoot(other)
    _film_is_over(other)
    other.close()
    page.add_init_script("window.addEventListener('film:end', () => { window.came = true; })")
    page.reload()
    page.locator("#table[data-filming]").wait_for()
    page.wait_for_function("() => window.came")
    assert page.locator("#board").evaluate(PICTURE) == _as_the_server_has_it(page)


def test_a_bot_waits_for_the_film_and_its_turn_stays_to_be_read(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server, against="greedy")
    _order(page, order="end_stage")
    expect(page.locator(".bots-turn")).to_be_visible()
    expect(page.locator(".skirmish-status")).to_contain_text("Your turn")
    films = len(page.evaluate("window.films"))
    assert films >= 2
    asked = page.evaluate("window.asked")
    assert asked and not any(asked)
    expect(page.locator("[data-filming]")).to_have_count(0)
    deeds = page.locator(".bots-turn li")
    assert deeds.count() >= 1
    expect(page.locator("[data-film-caption]")).not_to_be_empty()
    page.get_by_role("button", name="Show it again").click()
    page.locator("#table[data-filming]").wait_for()
    page.keyboard.press("x")
    expect(deeds.first).to_be_visible()


@pytest.mark.expects_refusals
def test_a_bot_without_an_answer_says_so_and_goes_on_when_the_net_is_back(
    page: Page, live_server: LiveServer
) -> None:
    page.emulate_media(reduced_motion="reduce")
    _duel(page, live_server, against="greedy")
    page.route("**/step/", lambda route: route.fulfill(status=503, body=""))
    _order(page, order="end_stage")
    expect(page.locator("[data-bot-says]")).to_contain_text("No answer")
    expect(page.locator("#announcer")).to_contain_text("No answer")
    expect(page.locator("#messages .error")).to_have_count(0)
    page.unroute("**/step/")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".skirmish-status")).to_contain_text("Your turn")


def test_sounds_are_off_until_wanted_and_stay_within_their_limit(
    page: Page, live_server: LiveServer
) -> None:
    _duel(page, live_server)
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    source = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => each.name)"
        ".find((name) => name.includes('table-sound'))"
    )
    peaks = page.evaluate(
        """async (source) => {
          const { limited, perform, VOICES, PEAK } = await import(source);
          const peaks = {};
          for (const name of Object.keys(VOICES)) {
            const context = new OfflineAudioContext(1, 44100, 44100);
            perform(context, limited(context), name, { size: 3, count: 3, manner: "mech" });
            const samples = (await context.startRendering()).getChannelData(0);
            peaks[name] = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
          }
          return { peaks, PEAK };
        }""",
        source,
    )
    assert peaks["PEAK"] == 0.25
    assert all(0.005 < peak <= 0.2512 for peak in peaks["peaks"].values()), peaks
