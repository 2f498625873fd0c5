"""What waits for a person: on the front page, and in the navigation of every page."""

from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.models import Proposal
from armybuilder.clubs.services import evenings, proposals
from armybuilder.clubs.tests import test_trading
from armybuilder.clubs.tests.test_clubs import Player
from armybuilder.clubs.tests.test_trading import proposed
from armybuilder.home.selectors.waiting import REMINDED
from armybuilder.home.waiting import waits_of
from armybuilder.site.blocks.services import block
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.tests import test_seats
from armybuilder.skirmishes.tests.test_seats import Party, member, raced
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services import changes, sharing
from collection.owning.services.changes import Edit
from collection.owning.tests import conftest as owning
from collection.owning.tests.conftest import HATCHETMAN

pytestmark = pytest.mark.usefixtures("catalogue")

two, toy = test_trading.two, test_seats.toy
anna, collection = owning.anna, owning.collection

Two = tuple[Collection, Collection]


def told(user: User) -> dict[str, str]:
    """The lines by what they say, and where they lead."""
    return {line.title: line.url for line in waits_of(Owner(user)).lines}


@pytest.mark.usefixtures("toy")
def test_a_proposed_trade_waits_in_the_navigation_of_every_page_until_it_is_answered(
    client: Client, two: Two
) -> None:
    anna, bert = two
    race = raced()
    proposal = proposed(two)
    url = reverse("collection:proposal", args=[proposal.public_id])
    assert told(anna.owner) == {}
    assert told(bert.owner) == {"1 trade waits for your answer": url}

    client.force_login(bert.owner)
    front, elsewhere = (client.get(path).content.decode() for path in ("/en/", "/en/help/"))
    assert front.count(f'href="{url}"') == 2, "at the desk and in the menu"
    assert elsewhere.count(f'href="{url}"') == 1
    assert "1 thing waits for you" in elsewhere
    assert client.post(race.link("blue"), {"name": "Bert"}).status_code == 302
    at_table = client.get(race.url).context["waiting_for_you"]
    assert [line.url for line in at_table.lines] == [url], "no value of the table has its name"

    proposals.answer(
        proposal=proposal, actor=bert.owner, accepted=False, message="", now=timezone.now()
    )
    assert told(bert.owner) == {}
    assert "waits-count" not in client.get("/en/help/").content.decode()


def test_of_several_trades_the_list_is_shown_and_of_people_blocked_none(two: Two) -> None:
    anna, bert = two
    proposed(two)
    Proposal.objects.create(sender=anna, receiver=bert, made_at=timezone.now())
    assert told(bert.owner) == {"2 trades wait for your answer": reverse("collection:trades")}
    block(owner=Owner(bert.owner), other=Owner(anna.owner), name="Anna")
    assert told(bert.owner) == {}


def test_an_agreed_trade_waits_for_each_side_to_book_it_but_not_for_ever(two: Two) -> None:
    anna, bert = two
    proposal = proposed(two)
    now = timezone.now()
    proposals.answer(proposal=proposal, actor=bert.owner, accepted=True, message="", now=now)
    for side in (anna, bert):
        assert list(told(side.owner)) == ["1 agreed trade waits to be booked"]
    change = proposals.book(proposal=proposal, actor=anna.owner, now=now)
    assert told(anna.owner) == {} and told(bert.owner)
    assert change is not None
    changes.undo(change=change, actor=anna.owner, now=now)
    assert told(anna.owner) == {}, "who undoes it knows"
    Proposal.objects.update(answered_at=now - REMINDED - timedelta(days=1))
    assert told(bert.owner) == {}


def test_what_is_lent_waits_from_the_day_after_it_was_due(collection: Collection) -> None:
    today = timezone.localdate()
    for until in (None, today, today - timedelta(days=1), today - timedelta(days=9)):
        lend = partial(edits.lend, to="Zenon", since=today - timedelta(days=20), until=until)
        owned = Edit(HATCHETMAN, partial(edits.set_amounts, owned=4))
        changes.apply(
            collection=collection,
            actor=collection.owner,
            edits=[owned, Edit(HATCHETMAN, lend)],
            now=timezone.now(),
        )
    url = reverse("collection:loans", args=[collection.public_id])
    assert told(collection.owner) == {"2 pieces you lent should be back": url}


def test_what_was_borrowed_on_an_evening_waits_to_go_back(db: None) -> None:
    now = timezone.now()
    anna = Player("Anna")
    evening = evenings.create_evening(
        club=anna.club, actor=anna.user, date=timezone.localdate() - timedelta(days=2), name="Raid"
    )
    bert = Player("Bert", anna.club).owns(n102=1).lends().comes(evening)
    anna.plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=now)
    evenings.hand_out(evening=evening, actor=bert.user, now=now)
    url = reverse("evening", args=[anna.club.public_id, evening.public_id])
    assert told(anna.user) == {"1 piece you borrowed should go back": url}
    assert list(told(bert.user)) == ["1 piece you lent should be back"]
    evenings.take_back(evening=evening, actor=bert.user, now=now)
    assert told(anna.user) == told(bert.user) == {}


def test_an_invitation_waits_for_whoever_has_proven_the_address(collection: Collection) -> None:
    user = User.objects.create_user("jan@example.org")
    made = sharing.invite(
        collection=collection,
        actor=collection.owner,
        role="viewer",
        now=timezone.now(),
        email="jan@example.org",
    )
    assert told(user) == {}
    user.proven_email = user.email
    user.save()
    url = reverse("collection:join", args=[made.token])
    assert told(user) == {"You are invited to 1 collection": url}


@pytest.mark.usefixtures("toy")
def test_a_game_waits_for_whose_turn_it_is_and_for_an_answer() -> None:
    race: Party = raced()
    ola = member("ola")
    assert ola.post(race.link("blue"), {"name": "Ola"}).status_code == 302
    user = User.objects.get(email="ola@example.org")
    assert race.game.acting == "red" and told(user) == {}

    run = {"order": '{"order":"run","player":"red"}'}
    assert race.does(race.host, "order", **run) == 302
    assert race.game.acting == "blue"
    assert told(user) == {"1 game waits for you": race.url}
    page = ola.get("/en/").content.decode()
    assert page.count(f'href="{race.url}"') == 3, "at the desk twice and in the menu"

    assert race.does(ola, "order", order='{"order":"run","player":"blue"}') == 302
    assert race.game.acting == "red" and told(user) == {}
    assert race.does(race.host, "seats", do="ask", what="end") == 302
    assert told(user) == {"1 game waits for you": race.url}
    assert race.does(ola, "seats", do="refuse") == 302
    assert told(user) == {}


def test_the_navigation_asks_once_however_much_waits(
    client: Client, two: Two, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna, bert = two
    client.force_login(bert.owner)
    client.get("/en/help/")
    for more in (0, 1, 7):
        for _each in range(more):
            Proposal.objects.create(sender=anna, receiver=bert, made_at=timezone.now())
        with django_assert_num_queries(3):
            client.get("/en/help/")


def test_a_guest_is_asked_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    guest = Client()
    guest.get("/en/help/")
    with django_assert_num_queries(0):
        guest.get("/en/help/")
