"""A finished game is watched again by keys, by its timeline and by its link."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.services import let_commander_act, share_skirmish
from armybuilder.systems.age_of_destruction.tests.beginning import quick_game

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]
TURNS = 6
#: Pixels of the table that are in sight on a small phone.
SEEN = 260


@pytest.fixture
def watched(page: Page, live_server: LiveServer) -> str:
    """The address of a game that bots have just finished, which belongs to the page's visitor."""
    game, address = quick_game(page, live_server.url, against="random", by_hand="1")
    game.start["turn_limit"] = TURNS
    people = game.seats
    game.seats = {seat: {**who, "commander": "greedy"} for seat, who in people.items()}
    game.save()
    while not game.over:
        let_commander_act(skirmish=game, version=game.version)
        game.refresh_from_db()
    Skirmish.objects.filter(pk=game.pk).update(seats=people)
    return address


def at(page: Page, step: int) -> None:
    """The page shows a step, and its address says so."""
    expect(page.locator("#table")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"step={step}\b"))


def test_keys_go_through_a_game(page: Page, watched: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{watched}replay/?step=20")
    page.locator("[data-player]:not([hidden])").wait_for()
    for piece in page.locator("#board .token-body").all():
        expect(piece).to_be_in_viewport(ratio=1)
    last = Skirmish.objects.get().steps.count()
    for key, step in (
        *(("ArrowRight", 21), ("ArrowRight", 22), ("ArrowLeft", 21)),
        *(("Home", 0), ("ArrowRight", 1), ("End", last)),
    ):
        page.keyboard.press(key)
        at(page, step)
    page.go_back()
    at(page, 1)
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#table")).to_have_attribute("data-step", "3", timeout=15_000)
    page.keyboard.press("Space")
    expect(page.locator("#replay-play")).to_have_attribute("aria-pressed", "false")


def test_of_moments_wished_for_while_one_is_on_its_way_the_last_is_shown(
    page: Page, watched: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{watched}replay/?step=20")
    page.locator("[data-player]:not([hidden])").wait_for()
    late: list[Route] = []
    page.route("**/replay/?*step=21*", lambda route: late.append(route))
    page.keyboard.press("ArrowRight")
    while not late:
        page.wait_for_timeout(20)
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    late[0].continue_()
    at(page, 2)
    expect(page.locator("#table")).to_have_attribute("data-step", "2")
    page.go_back()
    at(page, 20)


def test_the_timeline_leads_to_the_moments_that_decided(page: Page, watched: str) -> None:
    page.goto(watched)
    first = page.locator(".turned-picture").first
    step = int(re.findall(r"step=(\d+)", first.get_attribute("href") or "")[0])
    first.click()
    at(page, step)
    decisive = page.locator(".timeline-decisive a")
    assert decisive.count() == page.locator(".timeline-mark").count() == 3
    expect(decisive.first).to_have_attribute("aria-current", "step")
    page.locator("#replay-speed").select_option("4")
    decisive.last.click()
    expect(decisive.last).to_have_attribute("aria-current", "step")
    expect(decisive.first).not_to_have_attribute("aria-current", "step")


def test_a_film_is_shown_on_the_way_to_the_next_moment(page: Page, watched: str) -> None:
    page.goto(watched)
    step = int(
        re.findall(
            r"step=(\d+)", page.locator(".turned-picture").first.get_attribute("href") or ""
        )[0]
    )
    page.goto(f"{watched}replay/?step={step - 1}")
    page.locator("[data-player]:not([hidden])").wait_for()
    page.evaluate("addEventListener('film:end', () => document.body.classList.add('ended'))")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-filming]")).to_have_count(1)
    at(page, step)
    expect(page.locator("body.ended")).to_have_count(1)
    expect(page.locator("[data-filming]")).to_have_count(0)


def test_once_the_link_is_made_the_end_is_read_above_it(page: Page, watched: str) -> None:
    """The bar, which stays, hides neither who has won nor the link."""
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(watched)
    page.locator(".share-replay summary").click()
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator("#share-link")).to_be_in_viewport(ratio=1)
    bar, title = (page.locator(part).bounding_box() for part in (".battle-bar", "#over"))
    assert bar and title and title["y"] >= bar["y"] + bar["height"]


@pytest.mark.browser_context_args(has_touch=True, is_mobile=True)
@pytest.mark.parametrize(("width", "height"), [(375, 667), (820, 1100)])
def test_on_a_narrow_screen_nothing_lies_over_the_table(
    page: Page, watched: str, page_checks: Checks, width: int, height: int
) -> None:
    """The news stand between the table and the keys that step through the game."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{watched}replay/")
    page.locator("[data-player]:not([hidden])").wait_for()
    parts = ("#board", ".replay-board .film-caption", "[data-timeline]")
    boxes = [page.locator(part).bounding_box() for part in parts]
    for above, below in pairwise(box for box in boxes if box):
        assert above["y"] + above["height"] <= below["y"]
    assert boxes[0] and boxes[0]["height"] >= SEEN
    assert boxes[2] and boxes[2]["y"] + boxes[2]["height"] == pytest.approx(height, abs=1)
    page_checks(page)


def test_whoever_has_the_link_watches(
    browser: Browser, watched: str, live_server: LiveServer, page_checks: Checks
) -> None:
    game = share_skirmish(skirmish=Skirmish.objects.get())
    context = browser.new_context()
    guest = context.new_page()
    guest.goto(f"{live_server.url}/en/skirmishes/age-of-destruction/shared/{game.share_token}/")
    guest.locator("[data-player]:not([hidden])").wait_for()
    guest.keyboard.press("Home")
    at(guest, 0)
    guest.keyboard.press("ArrowRight")
    at(guest, 1)
    page_checks(guest)
    context.close()
