"""The front page: one sentence, one battle, three doors, and what is under way."""

import json
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from math import dist

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from armybuilder.clubs.services import clubs, evenings
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.cards import cards_of, of_many_factions
from armybuilder.groups.present.starters import starters
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.test_access import signed_in
from armybuilder.home.present import BATTLE, NUMBER_AWAY, VIEW_HEIGHT, VIEW_WIDTH, battle
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.tests.browser import PHONE
from collection.catalogue.game import catalogue
from collection.catalogue.models import Figure
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

SKIRMISHES = "/en/skirmishes/age-of-destruction/"


@pytest.fixture
def member() -> Builder:
    return Builder(signed_in("anna@example.org"))


def home(client: Client) -> str:
    answer = client.get("/en/")
    assert answer.status_code == 200
    return answer.content.decode()


def publish(member: Builder, name: str, *pieces: str) -> None:
    member.start(name)
    member.add(*pieces)
    member.show_to("public")


def test_a_guest_sees_the_sentence_the_battle_and_three_doors() -> None:
    page = home(Client())
    assert page.count("<h1") == 1
    assert "Your figures, a legal group, a table to play on." in page
    assert page.count('class="door ') == 3
    kept = json.loads(BATTLE.read_text("utf-8"))
    assert f"−{kept['shot']['clicks']}</text>" in page
    assert "Your table" not in page


def test_the_battle_is_the_one_that_was_kept() -> None:
    kept = json.loads(BATTLE.read_text("utf-8"))
    shown = battle(catalogue())
    roles = {base.role: base for base in shown.bases}
    shot = {unit["id"]: unit for unit in kept["units"]}
    by, target = shot[kept["shot"]["by"]], shot[kept["shot"]["target"]]

    between = dist(by["at"], target["at"])
    shooter, hit = roles["shooter"], roles["target"]
    assert dist((shooter.x, shooter.y), (hit.x, hit.y)) == pytest.approx(between, abs=0.05)
    x1, y1, x2, y2 = shown.line
    assert dist((x1, y1), (x2, y2)) == pytest.approx(
        between - shooter.radius - hit.radius, abs=0.05
    )
    assert all(0 < base.x < VIEW_WIDTH and 0 < base.y < VIEW_HEIGHT for base in (shooter, hit))
    assert dist(shown.number_at, (hit.x, hit.y)) == pytest.approx(NUMBER_AWAY, abs=0.05)
    assert 0 < hit.left < 100

    stroke, loss = shown.film["scenes"]
    assert stroke["unit"] == shooter.id and stroke["targets"][0]["unit"] == hit.id
    assert loss["to"] - loss["from"] == loss["amount"] == kept["shot"]["clicks"]
    assert shown.film["start"][hit.id]["click"] == loss["from"]


def test_one_press_puts_a_guest_at_a_table_against_a_bot_that_plays() -> None:
    guest = Client()
    form = re.search(rf'action="({SKIRMISHES}quick/)".*?</form>', home(guest), re.DOTALL)
    assert form
    sent = dict(re.findall(r'name="(total|against)" value="(\w+)"', form[0]))
    answer = guest.post(form[1], sent)
    skirmish = Skirmish.objects.get()
    table = f"/en/skirmishes/age-of-destruction/{skirmish.public_id}/?unit=R1"
    assert answer.headers["Location"] == table and skirmish.turn == 1
    assert [who["commander"] for who in skirmish.seats.values()] == ["", "greedy"]


def test_the_two_groups_of_the_battle_fight_for_whoever_watches() -> None:
    guest = Client()
    assert 'action="/en/skirmishes/age-of-destruction/watch/"' in home(guest)
    guest.post("/en/skirmishes/age-of-destruction/watch/")
    seats = Skirmish.objects.get().seats
    assert all(who["commander"] for who in seats.values())
    kept = json.loads(BATTLE.read_text("utf-8"))
    assert {who["group"] for who in seats.values()} == set(kept["names"].values())


def test_public_groups_stand_there_with_figures_faction_and_a_sentence(member: Builder) -> None:
    publish(member, "Hatchets first", "AOD-102", "AOD-061")
    BattleGroup.objects.update(
        document=member.group.document | {"notes": "Walk in, then swing. The rest is salvage."}
    )
    page = home(Client())
    card = page[page.index('class="tray"') :]
    assert "Hatchets first" in card and "Walk in, then swing." in card
    assert "Dragon&#x27;s Fury" in card
    assert card[: card.index("</article>")].count("<g data-faction=") == 2
    BattleGroup.objects.update(visibility="private", share_token="", published=None)
    assert "Hatchets first" not in home(Client())


def test_each_faction_is_shown_before_any_is_shown_twice(member: Builder) -> None:
    for name, piece in (("One", "AOD-102"), ("Two", "AOD-061"), ("Three", "AOD-122")):
        publish(member, name, piece)
    rows = BattleGroup.objects.order_by("pk")
    assert [card.group.name for card in of_many_factions(cards_of(rows, catalogue()), 2)] == [
        "One",
        "Three",
    ]
    assert [card.group.name for card in of_many_factions(cards_of(rows, catalogue()), 9)] == [
        "One",
        "Three",
        "Two",
    ]


def test_a_member_finds_lists_game_evening_and_gaps(member: Builder) -> None:
    publish(member, "Evening patrol", "AOD-102")
    member.client.post(f"{SKIRMISHES}quick/", {"total": "300", "against": "random"})
    user = User.objects.get(email="anna@example.org")
    club = clubs.create_club(founder=user, name="Thursday club")
    evenings.create_evening(
        club=club, actor=user, date=timezone.localdate() + timedelta(days=2), name="Duels"
    )
    create_collection(owner=user, name="Shelf")
    told = text_of(home(member.client))

    assert "Your table" in told
    for each in ("Evening patrol", "Games under way", "Duels", "Thursday club", "No set begun yet"):
        assert each in told
    assert "Duels" not in text_of(home(Client()))


def test_an_evening_that_is_over_is_told_no_more(member: Builder) -> None:
    home(member.client)
    user = User.objects.get(email="anna@example.org")
    club = clubs.create_club(founder=user, name="Thursday club")
    evenings.create_evening(
        club=club, actor=user, date=timezone.localdate() - timedelta(days=1), name="Past"
    )
    assert "Past" not in home(member.client)


def test_how_many_dials_of_a_set_are_known_is_counted_from_the_catalogue() -> None:
    page = text_of(home(Client()))
    whole = Counter(
        Figure.objects.filter(status=Figure.Status.COMPLETE).values_list("set__code", flat=True)
    )
    assert f"MechWarrior: Age of Destruction {whole['AOD']} of 141" in page
    assert re.search(r"MechWarrior: Death From Above [1-9]\d? of 124", page)
    assert f"{whole.total()} whole dials" in page


def test_it_takes_as_many_queries_for_any_number_of_groups(
    member: Builder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    guest = Client()
    home(guest)
    with django_assert_max_num_queries(6):
        home(guest)
    for number in range(7):
        publish(member, f"Group {number}", "AOD-102")
    home(guest)
    with django_assert_max_num_queries(6):
        home(guest)
    home(member.client)
    with django_assert_max_num_queries(15):
        home(member.client)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_it_reads_well_and_fits_a_phone(
    page: Page, live_server: LiveServer, page_checks: Callable[[Page], None], language: str
) -> None:
    page.goto(f"{live_server.url}/{language}/")
    page_checks(page)
    page.set_viewport_size(PHONE)
    play = page.locator(".door-play button")
    expect(play).to_be_in_viewport()
    play.click()
    page.wait_for_url(re.compile(rf"/{language}/skirmishes/age-of-destruction/[^/]+/\?unit=R\d"))


def test_what_people_publish_is_news_and_what_comes_with_the_site_is_not(member: Builder) -> None:
    publish(member, "Fresh ideas", "AOD-102")
    starter = next(iter(starters()))
    publish(member, "Of the house", "AOD-061")
    BattleGroup.objects.filter(document__name="Of the house").update(share_token=starter)
    page = home(Client())
    told = page[page.index('id="news-title"') : page.index('id="known-title"')]
    assert "Fresh ideas" in told
    assert f"/g/{starter}/" not in told
    assert f"/g/{starter}/" in page


def test_a_polish_month_is_written_small() -> None:
    page = Client().get("/pl/").content.decode()
    days = re.findall(r'<time class="quiet"[^>]*>\d+ (\w+)</time>', page)
    assert days
    assert all(month.islower() for month in days)
