"""From a shelf to the table: which groups stand together, one built, an evening of a club."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.clubs.models import Club
from armybuilder.clubs.services import clubs
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group
from armybuilder.site.models import Owner, User
from armybuilder.tests.browser import signed_in
from armybuilder.tests.shelves import SYSTEM, shelf_of

Checks = Callable[[Page], None]


def group(owner: User, name: str, *units: str) -> BattleGroup:
    document = {
        "format": "battle-group/1",
        "system": SYSTEM,
        "name": name,
        "build_total": 450,
        "units": [{"unit": unit, "count": 1} for unit in units],
    }
    made = create_group(owner=Owner(owner), document=document)
    assert made
    return made


@pytest.fixture
def anna(transactional_db: None, catalogue: None) -> User:
    """A member with a shelf and two groups that both want her only Hatchetman."""
    counts = {"033": 2, "034": 2, "045": 1, "074": 1, "086": 2, "102": 1}
    anna = shelf_of("Anna", {number: {"owned": count} for number, count in counts.items()}).owner
    group(anna, "Hatchet", "AOD-102")
    group(anna, "Two hatchets", "AOD-102", "AOD-033")
    return anna


def test_groups_that_stand_together_and_one_built_from_the_shelf(
    page: Page, live_server: LiveServer, anna: User, page_checks: Checks
) -> None:
    signed_in(page, live_server.url, anna)
    page.goto(f"{live_server.url}/en/groups/fieldable/")
    expect(page.get_by_text("1 of 2 can stand on the table at once.")).to_be_visible()
    expect(page.get_by_text("Bottleneck: AOD-102 Hatchetman")).to_be_visible()
    page_checks(page)
    page.get_by_label("Two hatchets").uncheck()
    expect(page.locator("#together")).to_contain_text("It can stand on the table.")

    page.goto(f"{live_server.url}/en/groups/next-piece/")
    expect(page.get_by_role("button", name="Want it: Hatchetman")).to_be_hidden()
    page_checks(page)

    page.get_by_role("link", name="Build from my collection").click()
    page.get_by_label("Build total").fill("300")
    page.get_by_label("Must have").fill("AOD-033")
    page.get_by_role("button", name="Build", exact=True).click()
    opened = page.get_by_role("button", name="Open proposal 1 in the builder")
    expect(opened).to_be_visible(timeout=30_000)
    page_checks(page)
    opened.click()
    page.get_by_role("link", name="pieces are free").click()
    page_checks(page)
    page.get_by_role("button", name="Reserve").click()
    expect(page.get_by_text("kept for this group.")).to_be_visible()
    built = BattleGroup.objects.for_owner(Owner(anna)).get(reservation__hold="reserved")
    assert built.standing["total"] <= 300


def test_a_club_evening_from_the_first_list_to_the_last_piece_back(
    page: Page, live_server: LiveServer, anna: User, page_checks: Checks
) -> None:
    signed_in(page, live_server.url, anna)
    group(anna, "Borrowed axes", "AOD-101", "AOD-102")
    page.goto(f"{live_server.url}/en/collection/clubs/")
    page_checks(page)
    page.get_by_label("Name").fill("Friday")
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("button", name="Make a link to join").click()
    page_checks(page)
    club = Club.objects.get()
    bert = shelf_of("Bert", {"101": {"owned": 1}}).owner
    clubs.join(token=club.invitations.get().token, user=bert, now=timezone.now())
    page.get_by_label("Name").fill("Raid")
    page.get_by_role("button", name="Make it").click()
    page.get_by_label("I come with").select_option("Borrowed axes")
    page.get_by_role("button", name="Enter").click()
    evening = page.url

    page.context.clear_cookies()
    signed_in(page, live_server.url, bert)
    page.goto(f"{live_server.url}/en/collection/clubs/{club.public_id}/lending/")
    page_checks(page)
    page.get_by_label("Out of").select_option("Bert’s shelf")
    page.get_by_role("button", name="Save").click()
    page.goto(evening)
    page.get_by_label("I come with").select_option("pieces for others only")
    page.get_by_role("button", name="Enter").click()

    page.context.clear_cookies()
    signed_in(page, live_server.url, anna)
    page.goto(evening)
    page.get_by_role("button", name="Assign the pieces").click()
    expect(page.get_by_text("from Bert")).to_be_visible()
    expect(page.get_by_text("Nobody brings")).to_be_hidden()
    page_checks(page)

    page.context.clear_cookies()
    signed_in(page, live_server.url, bert)
    page.goto(evening)
    page.get_by_role("button", name="All packed: book what I lend").click()
    expect(page.get_by_text("Not everything is back")).to_be_visible()
    page_checks(page)
    page.get_by_role("button", name="It is back: AOD-101 from Anna").click()
    expect(page.get_by_text("Everything is back")).to_be_visible()
