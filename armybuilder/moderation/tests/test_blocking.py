"""Blocking somebody: from where their words stand, and behind every door by which they could reach
whoever blocked them; they are told nothing."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.clubs.models import Assignment, Proposal
from armybuilder.clubs.services import clubs, evenings, proposals
from armybuilder.clubs.tests.test_clubs import NOW, Player
from armybuilder.clubs.tests.test_trading import VTOL, proposed
from armybuilder.clubs.tests.test_trading import two as two
from armybuilder.moderation.tests.test_moderation import address_of, link_on, published
from armybuilder.moderation.tests.test_moderation import join as join
from armybuilder.site.blocks.services import block, unblock
from armybuilder.site.models import Block, Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.tests.test_branches import toy as toy
from armybuilder.skirmishes.tests.test_replays import game as game
from armybuilder.skirmishes.tests.test_replays import page_of, signed_in
from collection.owning.models import Collection
from collection.owning.services.collections import create_collection
from collection.owning.services.sharing import InvitationGone, invite
from collection.owning.services.sharing import join as share
from collection.owning.tests.conftest import HATCHETMAN

pytestmark = pytest.mark.usefixtures("catalogue")
Join = Callable[[str], tuple[User, Client]]


def blocks(one: User, other: User) -> None:
    block(owner=Owner(one), other=Owner(other), name=other.display_name)


def test_whoever_reads_something_blocks_its_author_and_takes_it_back(join: Join) -> None:
    (author, own), (reader, reading) = join("Anna"), join("Ola")
    page = address_of(published(author))
    link = link_on(reading, page)
    assert "Report or block" in reading.get(page).content.decode()
    assert "Report or block" not in Client().get(page).content.decode()
    assert "Block Anna" in reading.get(link).content.decode()
    for who in (own, Client()):
        assert "Block Anna" not in who.get(link).content.decode()
        assert who.post(link, {"block": "1"}).status_code == 422
    assert not Block.objects.exists()

    answer = reading.post(link, {"block": "1"}, follow=True)

    assert "You have nothing more to do with Anna." in answer.content.decode()
    assert answer.redirect_chain == [(page, 302)]
    kept = Block.objects.get()
    assert (kept.owner, kept.other, kept.name) == (reader, author, "Anna")
    listed = reverse("blocked_people")
    assert "Unblock Anna" in reading.get(listed).content.decode()
    assert "Anna" not in own.get(listed).content.decode().split("<main")[1]
    own.post(listed, {"block": kept.pk})
    assert "Anna is not blocked any more." in (
        reading.post(listed, {"block": kept.pk}, follow=True).content.decode()
    )
    assert not Block.objects.exists()


@pytest.mark.parametrize("who", ["the blocked", "who blocked"])
def test_collections_of_people_apart_are_not_matched(
    two: tuple[Collection, Collection], who: str
) -> None:
    anna, bert = two
    one, other = (bert, anna) if who == "the blocked" else (anna, bert)
    page = reverse("collection:propose", args=[one.public_id, other.public_id])
    client = signed_in(one.owner)
    assert client.get(page).status_code == 200
    blocks(anna.owner, bert.owner)

    shown = client.get(page, follow=True).content.decode()

    assert "You two have nothing to trade at the moment." in shown
    assert "blocked" not in shown.split("<main")[1]
    with pytest.raises(proposals.NotMatched):
        proposals.propose(
            actor=one.owner,
            mine=one.public_id,
            theirs=other.public_id,
            give={},
            get={HATCHETMAN if one == anna else VTOL: 1},
            message="Please",
            now=NOW,
        )


def test_proposals_of_the_blocked_are_not_seen_and_stay_theirs(
    two: tuple[Collection, Collection],
) -> None:
    anna, bert = two
    made = proposed(two)
    page, trades = (
        reverse("collection:proposal", args=[made.public_id]),
        reverse("collection:trades"),
    )
    sender, receiver = signed_in(anna.owner), signed_in(bert.owner)
    assert "On Friday?" in receiver.get(page).content.decode()
    blocks(bert.owner, anna.owner)

    assert receiver.get(page).status_code == 404
    assert made.public_id not in receiver.get(trades).content.decode()
    assert "On Friday?" in sender.get(page).content.decode()
    assert made.public_id in sender.get(trades).content.decode()

    proposals.answer(proposal=made, actor=bert.owner, accepted=True, message="Yes", now=NOW)
    agreed = receiver.get(page)
    assert agreed.status_code == 200, "what both agreed to is theirs to book"
    assert "On Friday?" not in agreed.content.decode() and "Yes" in agreed.content.decode()
    assert "Yes" in sender.get(page).content.decode()


def test_an_answer_of_the_blocked_is_not_read(two: tuple[Collection, Collection]) -> None:
    anna, bert = two
    made = proposed(two)
    blocks(anna.owner, bert.owner)
    answer = reverse("collection:proposal_answer", args=[made.public_id])

    assert signed_in(bert.owner).post(answer, {"message": "Never, fool"}).status_code == 302

    assert Proposal.objects.get().answer == "Never, fool"
    sender = signed_in(anna.owner)
    assert sender.get(reverse("collection:proposal", args=[made.public_id])).status_code == 404
    assert made.public_id not in sender.get(reverse("collection:trades")).content.decode()


@pytest.mark.parametrize("who", ["the blocked", "who blocked"])
def test_a_club_is_joined_by_nobody_apart_from_its_organisers(join: Join, who: str) -> None:
    (organiser, _own), (guest, coming) = join("Anna"), join("Ola")
    club = clubs.create_club(founder=organiser, name="Wolves")
    made = clubs.invite(club=club, actor=organiser, now=timezone.now())
    page = reverse("club_join", args=[made.token])
    assert "Wolves" in coming.get(page).content.decode()
    one, other = (organiser, guest) if who == "the blocked" else (guest, organiser)
    blocks(one, other)

    gone = coming.get(reverse("club_join", args=["no-such-link"]))
    for answer in (coming.get(page), coming.post(page)):
        assert answer.status_code == gone.status_code == 404
        assert b"Wolves" not in answer.content
    assert not club.members.filter(user=guest).exists()
    member = join("Eve")[0]
    club.members.create(user=member)
    Block.objects.all().delete()
    blocks(member, guest)
    assert coming.post(page).status_code == 302, "members decide for themselves, not for the club"


@pytest.mark.parametrize("who", ["the blocked", "who blocked"])
def test_on_an_evening_nothing_is_lent_between_people_apart(db: None, who: str) -> None:
    anna = Player("Anna").owns(n102=1).lends()
    evening = evenings.create_evening(club=anna.club, actor=anna.user, date=NOW.date(), name="")
    bert, cleo = (Player(name, anna.club) for name in ("Bert", "Cleo"))
    cleo.owns(n102=1).lends().comes(evening)
    anna.comes(evening)
    bert.plays(evening, n102=2)
    one, other = (anna, bert) if who == "the blocked" else (bert, anna)
    blocks(one.user, other.user)

    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)

    assert [row.lender for row in Assignment.objects.all()] == [cleo.user]
    kept = Block.objects.get()
    unblock(owner=Owner(one.user), block_id=kept.pk)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    assert {row.lender for row in Assignment.objects.all()} == {anna.user, cleo.user}


@pytest.mark.parametrize("who", ["the blocked", "who blocked"])
def test_nobody_is_invited_to_a_collection_of_somebody_apart(join: Join, who: str) -> None:
    (owner, _own), (guest, coming) = join("Anna"), join("Ola")
    User.objects.filter(pk=guest.pk).update(proven_email=guest.email)
    guest.refresh_from_db()
    shelf = create_collection(owner=owner, name="Foul words")
    now = timezone.now()
    made = invite(collection=shelf, actor=owner, role="viewer", email=guest.email, now=now)
    page, all_of_mine = (
        reverse("collection:join", args=[made.token]),
        reverse("collection:collections"),
    )
    for address in (page, all_of_mine):
        assert "Foul words" in coming.get(address).content.decode()
    one, other = (owner, guest) if who == "the blocked" else (guest, owner)
    blocks(one, other)

    assert "Foul words" not in coming.get(all_of_mine).content.decode()
    gone = coming.get(reverse("collection:join", args=["no-such-link"]))
    for answer in (coming.get(page), coming.post(page)):
        assert answer.status_code == gone.status_code == 404
        assert b"Foul words" not in answer.content
    with pytest.raises(InvitationGone):
        share(token=made.token, user=guest, now=now)


def test_notes_of_the_blocked_are_theirs_alone_on_games_of_whoever_blocked_them(
    join: Join, game: Skirmish
) -> None:
    host = game.owner
    assert host
    (author, writing), (_reader, reading) = join("Bert"), join("Ola")
    page = reverse("skirmish_shared", args=[game.system, game.share_token])
    blocks(host, author)

    assert writing.post(f"{page}notes/", {"step": 0, "text": "You fool"}).status_code == 302

    assert "You fool" in page_of(writing, f"{page}?step=0"), "nothing tells them"
    for who in (signed_in(host), reading, Client()):
        assert "You fool" not in page_of(who, f"{page}?step=0")


def test_notes_of_the_blocked_on_games_of_others_are_not_read_by_whoever_blocked_them(
    join: Join, game: Skirmish
) -> None:
    (author, writing), (reader, reading) = join("Bert"), join("Ola")
    page = reverse("skirmish_shared", args=[game.system, game.share_token])
    writing.post(f"{page}notes/", {"step": 0, "text": "You fool"})
    assert "You fool" in page_of(reading, f"{page}?step=0")
    blocks(reader, author)

    assert "You fool" not in page_of(reading, f"{page}?step=0")
    assert "You fool" in page_of(Client(), f"{page}?step=0")
