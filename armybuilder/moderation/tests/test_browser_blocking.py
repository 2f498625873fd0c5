"""Somebody is blocked where their words stand, and let in again."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.clubs.services import clubs, evenings
from armybuilder.site.models import User
from armybuilder.tests.browser import signed_in
from collection.owning.tests.conftest import NOW

Checks = Callable[[Page], None]


@pytest.fixture
def two(transactional_db: None) -> tuple[User, User]:
    """Anna, who has made a club with an evening, and Ola, who is in it."""
    anna, ola = (
        User.objects.create_user(
            f"{name.lower()}@example.org", "a long password", display_name=name
        )
        for name in ("Anna", "Ola")
    )
    for user in (anna, ola):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    club = clubs.create_club(founder=anna, name="Foul words")
    club.members.create(user=ola)
    evenings.create_evening(club=club, actor=anna, date=NOW.date(), name="Fouler words")
    return anna, ola


def test_a_member_is_blocked_and_let_in_again(
    page: Page, live_server: LiveServer, two: tuple[User, User], page_checks: Checks
) -> None:
    signed_in(page, live_server.url, two[1])
    page.goto(f"{live_server.url}/en/collection/clubs/")
    page.get_by_role("link", name="Foul words").click()
    page_checks(page)
    page.get_by_role("link", name="Report or block Anna").click()
    page_checks(page)
    page.get_by_role("button", name="Block Anna").click()
    expect(page.get_by_text("You have nothing more to do with Anna.")).to_be_visible()

    page.goto(f"{live_server.url}/en/account/blocked/")
    page_checks(page)
    page.get_by_role("button", name="Unblock Anna").click()
    expect(page.get_by_text("Anna is not blocked any more.")).to_be_visible()


def test_an_evening_is_given_another_name(
    page: Page, live_server: LiveServer, two: tuple[User, User], page_checks: Checks
) -> None:
    signed_in(page, live_server.url, two[0])
    page.goto(f"{live_server.url}/en/collection/clubs/")
    page.get_by_role("link", name="Foul words").click()
    page.get_by_role("link", name="Fouler words").click()
    page.get_by_text("Change the evening").click()
    page_checks(page)
    page.get_by_label("Name").fill("Raid")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Raid")
