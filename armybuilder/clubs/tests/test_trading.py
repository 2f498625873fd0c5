"""Lists by link, matches out of true surplus, and proposed trades."""

from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.models import Club, Partners, Proposal
from armybuilder.clubs.selectors import matches
from armybuilder.clubs.selectors.lists import trade_list
from armybuilder.clubs.selectors.surplus import to_spare
from armybuilder.clubs.services import clubs, lists, proposals
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection, Membership, Role
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection, set_locked
from collection.owning.states import CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, held, person

pytestmark = pytest.mark.usefixtures("catalogue")

VTOL = Piece(SYSTEM, "AOD", "033")


def put(collection: Collection, piece: Piece, **amounts: Any) -> None:
    changes.apply(
        collection=collection,
        actor=collection.owner,
        edits=[Edit(piece, partial(edits.set_amounts, **amounts))],
        now=NOW,
    )


def shelf_of(name: str, partners: str = Partners.MEMBERS) -> Collection:
    user = person(f"{name}@example.org")
    user.display_name = name.title()
    user.save()
    made = create_collection(owner=user, name=f"{name}'s secret cellar")
    lists.set_partners(collection=made, actor=user, partners=partners)
    return made


@pytest.fixture
def two() -> tuple[Collection, Collection]:
    """Anna wants the Hatchetman Bert can spare; Bert wants the VTOL Anna can spare."""
    anna, bert = shelf_of("anna"), shelf_of("bert")
    put(anna, HATCHETMAN, wanted=2)
    put(anna, VTOL, owned=3, for_trade=2)
    put(bert, HATCHETMAN, owned=4, for_trade=1)
    put(bert, VTOL, wanted=1)
    return anna, bert


def proposed(two: tuple[Collection, Collection]) -> Proposal:
    anna, bert = two
    return proposals.propose(
        actor=anna.owner,
        mine=anna.public_id,
        theirs=bert.public_id,
        give={VTOL: 1},
        get={HATCHETMAN: 1},
        message="On Friday?",
        now=NOW,
    )


def test_many_matches_come_some_at_a_time(
    client: Client, two: tuple[Collection, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.clubs.views.matches.MATCHES_SHOWN", 1)
    anna, _bert = two
    put(shelf_of("cora"), VTOL, wanted=1)
    client.force_login(anna.owner)
    page = reverse("collection:trades")

    def shown(asked: str) -> tuple[list[str], str]:
        seen = client.get(page + asked).context
        return [value.who for value in seen["matches"]], seen["more_url"]

    assert shown("") == (["Bert"], "?after=1")
    assert shown("?after=1") == (["Cora"], "")
    assert shown("?after=2") == shown("?after=x") == shown("")


class TestLists:
    def test_a_link_shows_amounts_and_nothing_else(
        self, client: Client, collection: Collection
    ) -> None:
        copy = CopyState(place="Attic", notes="from uncle", tags=("sacred",))
        changes.apply(
            collection=collection,
            actor=collection.owner,
            edits=[
                Edit(HATCHETMAN, partial(edits.add_copies, copies=[copy])),
                Edit(HATCHETMAN, partial(edits.set_amounts, owned=5, for_trade=2)),
                Edit(HATCHETMAN, partial(edits.lend, to="Zenobia", since=NOW.date())),
                Edit(HATCHETMAN, partial(edits.describe, notes="cracked", tags=("heirloom",))),
                Edit(VTOL, partial(edits.set_amounts, wanted=3)),
            ],
            now=NOW,
        )
        token = lists.set_link(collection=collection, actor=collection.owner, on=True).token
        for path in (
            reverse("collection:shared_lists", args=[token]),
            reverse("collection:shared_lists_file", args=[token, "txt"]),
            reverse("collection:shared_lists_file", args=[token, "csv"]),
        ):
            said = client.get(path).content.decode()
            assert "Hatchetman" in said
            for secret in ("Attic", "uncle", "sacred", "Zenobia", "cracked", "heirloom", "shelf"):
                assert secret not in said, path
        text = client.get(reverse("collection:shared_lists_file", args=[token, "txt"]))
        assert "3x AOD-033" in text.content.decode()

    def test_a_link_that_is_off_opens_nothing(self, client: Client, collection: Collection) -> None:
        old = lists.set_link(collection=collection, actor=collection.owner, on=True).token
        lists.set_link(collection=collection, actor=collection.owner, on=False)
        for name, more in (("shared_lists", []), ("shared_lists_file", ["csv"])):
            path = reverse(f"collection:{name}", args=[old, *more])
            assert client.get(path).status_code == 404

    @pytest.mark.parametrize("role", [Role.EDITOR, Role.VIEWER, None])
    def test_only_the_owner_shows_them(
        self, client: Client, collection: Collection, role: Role | None
    ) -> None:
        other = person("jan@example.org")
        if role:
            Membership.objects.create(collection=collection, user=other, role=role)
        client.force_login(other)
        for name, sent in (
            ("lists_link", {"on": "1"}),
            ("lists_partners", {"partners": "members"}),
        ):
            path = reverse(f"collection:{name}", args=[collection.public_id])
            assert client.post(path, sent).status_code == 404
        shown = trade_list(collection)
        assert (shown.token, shown.partners) == ("", Partners.NOBODY)

    def test_a_guest_is_sent_to_sign_in(self, client: Client, collection: Collection) -> None:
        for name in ("own_lists", "lists_link"):
            path = reverse(f"collection:{name}", args=[collection.public_id])
            assert client.post(path).status_code == 302
        assert trade_list(collection).token == ""


class TestMatches:
    def test_surplus_leaves_what_is_lent_promised_and_wanted(self) -> None:
        all_of_it = {"for_trade": 9, "owned": 6, "lent": 1, "reserved": 2, "wanted": 1}
        assert to_spare(**all_of_it) == 2
        assert to_spare(**(all_of_it | {"for_trade": 1})) == 1
        assert to_spare(**(all_of_it | {"wanted": 7})) == 0

    def test_both_see_what_the_other_has(self, two: tuple[Collection, Collection]) -> None:
        anna, bert = two
        [mine] = matches.matches(anna.owner)
        [theirs] = matches.matches(bert.owner)
        assert mine.is_mutual
        assert (mine.get, mine.give) == ({HATCHETMAN: 1}, {VTOL: 1})
        assert (theirs.get, theirs.give) == (mine.give, mine.get)

    def test_of_many_those_are_compared_whose_lists_meet_most(
        self, two: tuple[Collection, Collection], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        anna, bert = two
        for name in ("carl", "dora"):
            put(shelf_of(name), HATCHETMAN, owned=9, for_trade=9)
        put(shelf_of("emil"), HATCHETMAN, wanted=1)
        assert len(matches.matches(anna.owner)) == 3
        monkeypatch.setattr(matches, "NEAREST", 1)
        [match] = matches.matches(anna.owner)
        assert match.theirs == bert
        with patch.object(matches, "candidates", wraps=matches.candidates) as read:
            matches.matches(anna.owner)
        assert [set(call.args[0]) for call in read.call_args_list] == [{anna.pk}, {bert.pk}]

    def test_a_lent_piece_is_no_surplus(self, two: tuple[Collection, Collection]) -> None:
        anna, bert = two
        put(bert, HATCHETMAN, owned=1)
        lent = partial(edits.lend, to="Jan", since=NOW.date())
        changes.apply(collection=bert, actor=bert.owner, edits=[Edit(HATCHETMAN, lent)], now=NOW)
        [match] = matches.matches(anna.owner)
        assert (match.get, match.is_mutual) == ({}, False)

    @pytest.mark.parametrize("who", ["anna", "bert"])
    def test_both_must_allow_it(self, two: tuple[Collection, Collection], who: str) -> None:
        anna, bert = two
        silent = anna if who == "anna" else bert
        lists.set_partners(collection=silent, actor=silent.owner, partners=Partners.NOBODY)
        assert matches.matches(anna.owner) == matches.matches(bert.owner) == []

    def test_club_members_only_where_one_says_so(self, two: tuple[Collection, Collection]) -> None:
        anna, bert = two
        lists.set_partners(collection=bert, actor=bert.owner, partners=Partners.CLUBS)
        assert matches.matches(anna.owner) == []
        club = clubs.create_club(founder=anna.owner, name="Friday")
        link = clubs.invite(club=club, actor=anna.owner, now=NOW)
        clubs.join(token=link.token, user=bert.owner, now=NOW)
        assert len(matches.matches(anna.owner)) == len(matches.matches(bert.owner)) == 1

    def test_queries_stay_flat(
        self,
        two: tuple[Collection, Collection],
        client: Client,
        django_assert_max_num_queries: DjangoAssertNumQueries,
    ) -> None:
        for number in range(8):
            other = shelf_of(f"other{number}")
            for card in range(10, 20):
                put(other, Piece(SYSTEM, "AOD", f"0{card}"), owned=2, for_trade=2)
            put(other, HATCHETMAN, owned=2, for_trade=2)
        client.force_login(two[0].owner)
        with django_assert_max_num_queries(14):
            page = client.get(reverse("collection:trades")).content.decode()
        assert "Bert" in page and "cellar" not in page.replace("anna&#x27;s secret cellar", "")
        assert "bert@" not in page and "other1@" not in page


class TestProposals:
    def test_accepting_changes_nothing_and_each_books_for_itself(
        self, two: tuple[Collection, Collection]
    ) -> None:
        anna, bert = two
        proposal = proposed(two)
        proposals.answer(proposal=proposal, actor=bert.owner, accepted=True, message="", now=NOW)
        assert held(anna, VTOL).owned == 3
        change = proposals.book(proposal=proposal, actor=anna.owner, now=NOW)
        assert change is not None and change.pieces == 2
        assert (held(anna, VTOL).owned, held(anna, VTOL).for_trade) == (2, 1)
        assert (held(anna, HATCHETMAN).owned, held(anna, HATCHETMAN).wanted) == (1, 1)
        assert held(bert, HATCHETMAN).owned == 4
        with pytest.raises(proposals.BookedAlready):
            proposals.book(proposal=proposal, actor=anna.owner, now=NOW)
        changes.undo(change=change, actor=anna.owner, now=NOW)
        assert proposals.book(proposal=proposal, actor=anna.owner, now=NOW)
        proposals.book(proposal=proposal, actor=bert.owner, now=NOW)
        assert (held(bert, HATCHETMAN).owned, held(bert, VTOL).owned) == (3, 1)

    def test_more_than_the_surplus_cannot_be_proposed(
        self, two: tuple[Collection, Collection]
    ) -> None:
        anna, bert = two
        for give, get in (({VTOL: 2}, {}), ({}, {HATCHETMAN: 2}), ({VTOL: -1}, {})):
            with pytest.raises(proposals.NotMatched):
                proposals.propose(
                    actor=anna.owner,
                    mine=anna.public_id,
                    theirs=bert.public_id,
                    give=give,
                    get=get,
                    message="",
                    now=NOW,
                )

    def test_only_the_receiver_answers(self, two: tuple[Collection, Collection]) -> None:
        anna, _bert = two
        proposal = proposed(two)
        with pytest.raises(proposals.NotOpen):
            proposals.answer(
                proposal=proposal, actor=anna.owner, accepted=True, message="", now=NOW
            )
        with pytest.raises(proposals.NotOpen):
            proposals.book(proposal=proposal, actor=anna.owner, now=NOW)

    def test_nobody_else_sees_it(self, client: Client, two: tuple[Collection, Collection]) -> None:
        proposal = proposed(two)
        page = reverse("collection:proposal", args=[proposal.public_id])
        send = reverse("collection:proposal_answer", args=[proposal.public_id])
        assert client.get(page).status_code == 302
        client.force_login(person("stranger@example.org"))
        assert client.get(page).status_code == 404
        assert client.post(send, {"accept": "1"}).status_code == 404
        proposal.refresh_from_db()
        assert proposal.state == Proposal.State.OPEN

    def test_it_is_proposed_answered_and_booked_on_pages(
        self, client: Client, two: tuple[Collection, Collection]
    ) -> None:
        anna, bert = two
        client.force_login(anna.owner)
        page = reverse("collection:propose", args=[anna.public_id, bert.public_id])
        assert "AOD-102" in client.get(page).content.decode()
        sent = {"get-AOD-102": "1", "give-AOD-033": "1", "message": "Friday?"}
        assert client.post(page, sent | {"get-AOD-102": "7"}).status_code == 422
        answer: Any = client.post(page, sent)
        assert answer.status_code == 302
        client.force_login(bert.owner)
        said = client.get(answer.url).content.decode()
        assert "Friday?" in said and "Anna" in said and "anna@" not in said
        proposal = Proposal.objects.get()
        args = [proposal.public_id]
        client.post(reverse("collection:proposal_answer", args=args), {"accept": "1"})
        book = reverse("collection:proposal_book", args=args)
        client.post(book)
        assert held(bert, VTOL).owned == 1

        # It is taken back where it was booked, and may be booked again.
        here = reverse("collection:proposal", args=args)
        change = bert.changes.latest("number")
        undo = reverse("collection:undo", args=[bert.public_id, change.number])
        booked = client.get(here).content.decode()
        assert f'action="{undo}"' in booked and book not in booked
        assert client.post(undo, {"back": here}).headers["Location"] == here
        assert held(bert, VTOL).owned == 0
        undone = client.get(here).content.decode()
        assert book in undone and undo not in undone
        client.post(book)
        set_locked(collection=bert, actor=bert.owner, locked=True)
        assert "/undo/" not in client.get(here).content.decode()


def test_clubs_are_told_apart(two: tuple[Collection, Collection]) -> None:
    anna, bert = two
    club = clubs.create_club(founder=anna.owner, name="Friday")
    assert not Club.objects.of_member(bert.owner).exists()
    with pytest.raises(clubs.NotAllowed):
        clubs.invite(club=club, actor=bert.owner, now=NOW)
    with pytest.raises(clubs.LastOrganiser):
        clubs.remove_member(club=club, actor=anna.owner, member=club.members.get().pk)
