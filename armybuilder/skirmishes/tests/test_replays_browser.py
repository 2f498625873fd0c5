"""A shared game is stepped through, noted on and branched off; the branch is played and stands in
the tree."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.notes import agree_to_show
from armybuilder.skirmishes.services import share_skirmish
from armybuilder.skirmishes.tests.test_branches import race
from armybuilder.skirmishes.tests.test_branches import toy as toy

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


@pytest.fixture
def shared(member: User, live_server: LiveServer) -> str:
    """The link of somebody else's race."""
    game = race(Owner(member))
    agree_to_show(skirmish=game, seats=list(game.seats))
    token = share_skirmish(skirmish=game).share_token
    return f"{live_server.url}/en/skirmishes/squares/shared/{token}/"


@pytest.fixture
def ben(page: Page, live_server: LiveServer) -> User:
    """Whose browser it is."""
    user = User.objects.create_user("ben@example.org", display_name="Ben")
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    kept = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": kept, "url": live_server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    return user


def test_one_press_plays_on_from_a_step(page: Page, shared: str, ben: User) -> None:
    page.goto(f"{shared}?step=2")
    page.get_by_role("button", name="Play on from here").click()
    page.locator("table-board:defined").wait_for()
    branch = Skirmish.objects.get(owner=ben)
    assert branch.parent and branch.seats == branch.parent.seats


def test_a_shared_game_is_noted_on_and_branched_off(
    page: Page, shared: str, ben: User, page_checks: Checks
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{shared}?step=2")
    page.locator("[data-player]:not([hidden])").wait_for()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table")).to_have_attribute("data-step", "3")

    page.get_by_text("Say something here").press("Enter")
    page.get_by_label("Note beside this step").fill("A walk would have done.")
    page.get_by_role("button", name="Leave the note").press("Enter")
    expect(page.locator("#notes-here .replay-note")).to_contain_text("A walk would have done.")
    expect(page.locator(".note-list li")).to_contain_text("Step 3")
    expect(page.locator(".timeline-note")).to_have_count(1)

    page.get_by_text("Choose who plays, with which dice").press("Enter")
    page_checks(page)
    names = page.get_by_label("Name of the player")
    names.first.fill("Ben")
    names.last.fill("A friend")
    page.get_by_role("button", name="Play on from here").press("Enter")
    page.locator("table-board:defined").wait_for()
    branch = Skirmish.objects.get(owner=ben)
    assert branch.steps.count() == 3 and branch.same_dice

    unit = page.locator(".token.acts").first.get_attribute("data-unit")
    page.locator(f'.piece-pick[data-choose="{unit}"]').press("Enter")
    page.locator("#chosen").wait_for()
    for folded in (page.locator("#exactly"), page.locator("#exactly .order-kind").first):
        if folded.get_attribute("open") is None:
            folded.locator("> summary").press("Enter")
    page.locator("#exactly .order-kind").first.locator("button").first.press("Enter")
    expect(page.locator(".log li")).to_have_count(4)

    page.goto(shared)
    twigs = page.locator(".twig")
    expect(twigs).to_have_count(2)
    expect(twigs.last).to_contain_text("off after step 3, same dice · 4 steps")
    page_checks(page)
    twigs.last.get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", name="Race")).to_have_count(1)
