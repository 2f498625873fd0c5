"""The guided start in a real browser: by mouse, by keyboard, on a phone."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User
from armybuilder.tests.browser import PHONE, signed_in
from collection.catalogue import game
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

Checks = Callable[[Page], None]


def test_three_presses_lead_to_a_legal_group(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.goto(f"{live_server.url}/en/groups/")
    page.get_by_role("link", name="New group").click()
    page_checks(page)

    page.get_by_role("link", name="Steel Wolves").click()
    expect(page).to_have_url(re.compile("colours=Steel"))
    page.get_by_role("link", name="Fast", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("style=fast"))
    expect(page.locator("#style-fast")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("on the run")

    page.get_by_role("button", name="Take it").first.click()
    expect(page.locator(".builder-standing")).to_contain_text("Legal")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_on_a_phone_answered_questions_fold_to_a_line(
    page: Page, live_server: LiveServer, page_checks: Checks
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/groups/start/?colours=Steel+Wolves&style=fast")
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_hidden()
    page_checks(page)

    page.get_by_role("link", name="Change Steel Wolves").click()
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_visible()
    page.get_by_role("link", name="Highlanders").click()
    expect(page.get_by_role("heading", name="Whose colours?")).to_be_hidden()
    expect(page.get_by_role("link", name="Change Highlanders")).to_be_visible()


def test_on_a_phone_what_one_owns_of_each_faction_pushes_nothing_off_the_page(
    page: Page, live_server: LiveServer, member: User
) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    many = partial(edits.set_amounts, owned=90)
    made = [Edit(Piece(game.SYSTEM, "AOD", f"{number:03}"), many) for number in range(1, 142)]
    changes.apply(collection=shelf, actor=member, edits=made, now=timezone.now())
    signed_in(page, live_server.url, member)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/pl/groups/start/")
    choices = page.locator(".start-choice")
    expect(choices.locator(".number").first).to_be_visible()
    rightmost = choices.evaluate_all(
        "all => Math.max(...all.map((each) => each.getBoundingClientRect().right))"
    )
    assert rightmost <= PHONE["width"]
