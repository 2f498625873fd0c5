"""What of a group is owned, kept and lent; which groups stand together; what to get next."""

from datetime import UTC, date, datetime
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.models import BattleGroup, Hold, ReservedPiece
from armybuilder.groups.selectors.fielding import stock_of
from armybuilder.groups.services.fielding import NothingToKeep, release, reserve
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.home.selectors.personal import personal_data
from armybuilder.site.models import User
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection, Holding, Membership, Role
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection
from rules.tests.running import examples

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
SYSTEM = "age-of-destruction"

pytestmark = pytest.mark.usefixtures("catalogue")


def own(collection: Collection, **counts: int) -> None:
    """Say how many of some numbers of the set AOD there are, such as n033=2."""
    apply(
        collection=collection,
        actor=collection.owner,
        edits=[
            Edit(
                Piece(SYSTEM, "AOD", number.removeprefix("n")),
                partial(edits.set_amounts, owned=count),
            )
            for number, count in counts.items()
        ],
        now=NOW,
    )


def lend_one(collection: Collection, number: str) -> None:
    lend = Edit(
        Piece(SYSTEM, "AOD", number),
        lambda state: edits.lend(state, to="Ola", since=date(2026, 11, 1)),
    )
    apply(collection=collection, actor=collection.owner, edits=[lend], now=NOW)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def group_of(user: User, name: str, *numbers: str) -> Builder:
    person = Builder(signed_in(user))
    person.start(name)
    if numbers:
        person.add(*numbers)
    return person


def someone(name: str) -> User:
    return User.objects.create_user(f"{name}@example.org", "a long password", display_name=name)


@pytest.fixture
def shelf(member: User) -> Collection:
    return create_collection(owner=member, name="Shelf")


def test_a_group_says_what_is_owned_free_lent_and_missing(member: User, shelf: Collection) -> None:
    own(shelf, n102=1, n033=3)
    lend_one(shelf, "033")
    patrol = group_of(member, "Patrol", "AOD-102", "4x AOD-033")

    page = text_of(patrol.page())

    assert "3 of 5 pieces are free · 1 missing · 1 lent or kept for another group" in page
    (line,) = [
        line
        for line in patrol.client.get(patrol.url).context["owning"].lines
        if (line[0].id == "AOD-033")
    ]
    cover = line[1]
    assert (cover.needed, cover.owned, cover.lent, cover.available) == (4, 3, 1, 2)
    assert "3 of 5" in text_of(patrol.client.get("/en/groups/").content.decode())
    assert "3 of 5 pieces are free" in text_of(
        patrol.client.get(f"{patrol.url}sheet/").content.decode()
    )


def test_gear_and_pilots_are_needed_too_but_not_cards_of_the_house(
    member: User, shelf: Collection
) -> None:
    own(shelf, n102=1)
    patrol = group_of(member, "Patrol", "AOD-102", "HSE-F-003")
    patrol.edit("mount", index=0, card="AOD-G-005", part="gear")

    covers = patrol.client.get(patrol.url).context["owning"].coverage.covers

    assert {cover.item: cover.short for cover in covers} == {"AOD-102": 0, "AOD-G-005": 1}


def test_what_one_group_keeps_no_other_takes(member: User, shelf: Collection) -> None:
    own(shelf, n102=1)
    first = group_of(member, "First", "AOD-102")
    second = group_of(member, "Second", "AOD-102")
    assert "Its piece is free" in text_of(second.page())

    first.client.post(f"{first.url}copies/", {"hold": "packed"})

    assert "These copies are packed" in text_of(first.page("?open=owning"))
    assert "0 of 1 pieces are free" in text_of(second.page())
    answer = second.client.post(f"{second.url}copies/", {"hold": "reserved"}, follow=True)
    assert "Nothing this group needs is free" in text_of(answer.content.decode())

    first.client.post(f"{first.url}copies/", {"hold": ""})
    assert "Its piece is free" in text_of(second.page())


def test_what_groups_keep_is_in_the_members_data(member: User, shelf: Collection) -> None:
    own(shelf, n102=1)
    group = group_of(member, "First", "AOD-102")
    group.client.post(f"{group.url}copies/", {"hold": "packed"})
    [kept] = personal_data(user=member)["reservations"]
    assert kept["hold"] == "packed"
    assert kept["pieces"] == [{"collection": shelf.public_id, "piece": "AOD-102", "count": 1}]


def test_a_reservation_says_when_the_group_has_moved_on(member: User, shelf: Collection) -> None:
    own(shelf, n102=1, n033=1)
    patrol = group_of(member, "Patrol", "AOD-102")
    patrol.client.post(f"{patrol.url}copies/", {"hold": "reserved"})
    assert "Keep again" not in text_of(patrol.page("?open=owning"))

    patrol.add("AOD-033")
    assert "Keep again" in text_of(patrol.page("?open=owning"))
    patrol.client.post(f"{patrol.url}copies/", {"hold": "reserved"})

    assert ReservedPiece.objects.count() == 2
    assert "Keep again" not in text_of(patrol.page("?open=owning"))


def test_a_shared_collection_counts_for_its_editor_and_not_for_its_viewer(
    shelf: Collection,
) -> None:
    own(shelf, n102=1)
    editor, viewer, stranger = someone("Ewa"), someone("Wit"), someone("Stan")
    Membership.objects.create(collection=shelf, user=editor, role=Role.EDITOR)
    Membership.objects.create(collection=shelf, user=viewer, role=Role.VIEWER)
    for user in (viewer, stranger):
        create_collection(owner=user, name="Empty")

    assert "Its piece is free" in text_of(group_of(editor, "Hers", "AOD-102").page())
    for user in (viewer, stranger):
        page = text_of(group_of(user, "Theirs", "AOD-102").page())
        assert "0 of 1 pieces are free · 1 missing" in page
    guest = Builder()
    guest.start()
    guest.add("AOD-102")
    assert "With an account, this says" in text_of(guest.page("?open=owning"))


def test_two_people_cannot_keep_the_same_copy(member: User, shelf: Collection) -> None:
    own(shelf, n102=1)
    editor = someone("Ewa")
    shared = Membership.objects.create(collection=shelf, user=editor, role=Role.EDITOR)
    hers, his = group_of(editor, "Hers", "AOD-102"), group_of(member, "His", "AOD-102")
    hers.client.post(f"{hers.url}copies/", {"hold": "reserved"})

    assert "1 lent or kept for another group" in text_of(his.page())

    shared.delete()
    assert "Its piece is free" in text_of(his.page())


def test_only_the_owner_keeps_copies_for_a_group(member: User, shelf: Collection) -> None:
    own(shelf, n102=1)
    patrol = group_of(member, "Patrol", "AOD-102")
    address = f"{patrol.url}copies/"

    assert signed_in(someone("Stan")).post(address, {"hold": "packed"}).status_code == 404
    assert Client().post(address, {"hold": "packed"}).status_code == 404
    assert patrol.client.post(address, {"hold": "stolen"}).status_code == 400
    assert patrol.client.get(address).status_code == 405
    assert not ReservedPiece.objects.exists()

    guest = Builder()
    guest.start()
    assert guest.client.post(f"{guest.url}copies/", {"hold": "packed"}).status_code == 400


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.integers(0, 3)), max_size=8))
@examples(15)
def test_no_copy_is_ever_kept_by_two_groups(
    member: User, shelf: Collection, steps: list[tuple[int, bool, int]]
) -> None:
    if not BattleGroup.objects.exists():
        group_of(member, "One", "AOD-102", "2x AOD-033")
        group_of(member, "Two", "2x AOD-102", "AOD-033")
        group_of(member, "Three", "3x AOD-033")
    groups = list(BattleGroup.objects.order_by("pk"))
    for place, keep, owned in steps:
        own(shelf, n102=owned, n033=owned + 1)
        if keep:
            try:
                reserve(group=groups[place], member=member, hold=Hold.RESERVED, now=NOW)
            except NothingToKeep:
                continue
        else:
            release(group=groups[place], member=member)
        stock = stock_of(member=member)
        for item in ("AOD-102", "AOD-033"):
            kept = sum(stock.kept_by(group.pk)[item] for group in groups)
            assert kept + stock.free()[item] == stock.owned()[item]


def test_lists_that_want_the_same_piece_do_not_stand_together(
    member: User, shelf: Collection
) -> None:
    own(shelf, n102=1, n033=2)
    first = group_of(member, "First", "AOD-102")
    group_of(member, "Second", "AOD-102", "AOD-033")
    group_of(member, "Third", "AOD-033")

    answer = first.client.get("/en/groups/fieldable/")

    page = text_of(answer.content.decode())
    assert "2 of 3 can stand on the table at once" in page
    assert "Bottleneck: AOD-102" in page
    assert "with 1 more copy 1 more group could stand" in page
    (off,) = [row for row in answer.context["matrix"].rows if not row.stands]
    assert [piece.id for piece in off.blockers] == ["AOD-102"]

    ids = [group.public_id for group in BattleGroup.objects.filter(document__name="Third")]
    one = first.client.get("/en/groups/fieldable/", {"chosen": "1", "list": ids})
    assert "It can stand on the table" in text_of(one.content.decode())
    none = first.client.get("/en/groups/fieldable/?chosen=1")
    assert "Choose the groups to compare" in text_of(none.content.decode())


def test_a_packed_list_stands_and_its_copies_are_out_of_reach(
    member: User, shelf: Collection
) -> None:
    own(shelf, n102=1, n033=1)
    big = group_of(member, "Big", "AOD-102", "AOD-033")
    group_of(member, "Small", "AOD-102")
    group_of(member, "Tiny", "AOD-033")
    big.client.post(f"{big.url}copies/", {"hold": "packed"})

    rows = big.client.get("/en/groups/fieldable/").context["matrix"].rows

    assert [row.group.name for row in rows if row.stands] == ["Big"]


def test_a_part_of_the_page_is_enough_for_a_change(member: User, shelf: Collection) -> None:
    person = group_of(member, "Patrol", "AOD-102")

    answer = person.client.get("/en/groups/fieldable/", headers={"HX-Request": "true"})

    assert "<html" not in answer.content.decode()
    assert 'id="together"' in answer.content.decode()


def test_others_groups_are_never_compared(member: User, shelf: Collection) -> None:
    patrol = group_of(member, "Secret patrol", "AOD-102")
    stranger = signed_in(someone("Stan"))
    address = {"list": patrol.group.public_id}

    assert "Secret" not in stranger.get("/en/groups/fieldable/", address).content.decode()
    assert "Secret" not in stranger.get("/en/groups/next-piece/").content.decode()
    for path in ("fieldable", "next-piece"):
        assert "Sign in" in Client().get(f"/en/groups/{path}/").content.decode()


def test_the_piece_that_completes_most_groups_leads_and_one_tap_wants_it(
    member: User, shelf: Collection
) -> None:
    own(shelf, n033=1)
    person = group_of(member, "First", "AOD-102", "AOD-033")
    group_of(member, "Second", "2x AOD-102")
    group_of(member, "Third", "AOD-001", "AOD-002")

    page = person.client.get("/en/groups/next-piece/")

    lead = page.context["lines"][0]
    assert (lead.piece.id, lead.count, len(lead.unlocks)) == ("AOD-102", 2, 2)
    sent = {"item": "AOD-102", "count": "2", "collection": shelf.public_id}
    person.client.post("/en/groups/next-piece/want/", sent)
    assert Holding.objects.get(number="102").wanted == 2
    assert "among your wants" in text_of(
        person.client.get("/en/groups/next-piece/").content.decode()
    )


def test_all_that_a_group_lacks_is_wanted_by_one_press(member: User, shelf: Collection) -> None:
    own(shelf, n033=1)
    person = group_of(member, "First", "2x AOD-102", "AOD-033", "AOD-001")
    address = f"{person.url}?open=owning"
    panel = person.client.get(address).context["owning"]
    assert panel.to_want == (("AOD-001", 1), ("AOD-102", 2))

    items, counts = zip(*panel.to_want, strict=True)
    sent = {"item": items, "count": counts, "back": address}
    assert person.client.post("/en/groups/next-piece/want/", sent)["Location"] == address

    wanted = Holding.objects.filter(wanted__gt=0).values_list("number", "wanted")
    assert {*wanted} == {("102", 2), ("001", 1)}
    assert person.client.get(address).context["owning"].to_want == ()
    assert shelf.changes.latest("number").pieces == 2
    unpaired = {"item": items, "count": "1"}
    assert person.client.post("/en/groups/next-piece/want/", unpaired).status_code == 400


@pytest.mark.parametrize(
    "changed", [{"item": "NO-1"}, {"count": "0"}, {"count": "x"}, {"count": "99999"}, {"item": ""}]
)
def test_nonsense_is_not_wanted(member: User, shelf: Collection, changed: dict[str, str]) -> None:
    sent = {"item": "AOD-102", "count": "1", "collection": shelf.public_id} | changed

    answer = signed_in(member).post("/en/groups/next-piece/want/", sent)

    assert answer.status_code == 400
    assert not Holding.objects.exists()


def test_wants_go_into_collections_one_may_change(shelf: Collection) -> None:
    viewer = someone("Wit")
    Membership.objects.create(collection=shelf, user=viewer, role=Role.VIEWER)
    sent = {"item": "AOD-102", "count": "1", "collection": shelf.public_id}
    address = "/en/groups/next-piece/want/"

    assert signed_in(viewer).post(address, sent).status_code == 404
    assert signed_in(someone("Stan")).post(address, sent).status_code == 404
    assert Client().post(address, sent).status_code == 400
    Collection.objects.update(locked=True)
    answer = signed_in(shelf.owner).post(address, sent, follow=True)
    assert "The collection is locked" in text_of(answer.content.decode())
    assert not Holding.objects.exists()


@pytest.mark.parametrize("path", ["", "fieldable/", "next-piece/"])
def test_queries_stay_the_same_however_much_there_is(
    member: User, shelf: Collection, path: str
) -> None:
    own(shelf, n102=1)
    person = group_of(member, "First", "AOD-102")

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert person.client.get(f"/en/groups/{path}").status_code == 200
        return len(caught)

    queries()
    few = queries()
    own(shelf, **{f"n{number:03}": 2 for number in range(1, 60)})
    for number in range(6):
        more = group_of(member, f"Group {number}", "AOD-102", "AOD-033", "AOD-034")
        more.client.post(f"{more.url}copies/", {"hold": "reserved"})
    assert queries() <= few


def test_the_add_panel_shows_what_is_owned_or_still_free(member: User, shelf: Collection) -> None:
    own(shelf, n102=1, n033=2)
    person = group_of(member, "Patrol", "AOD-102")

    def shown(query: str) -> set[str]:
        panel = person.client.get(f"{person.url}?{query}").context["panel"]
        return {candidate.id for candidate in panel.found.candidates}

    assert shown("have=owned") == {"AOD-102", "AOD-033"}
    assert shown("have=free") == {"AOD-033"}
    assert len(shown("")) > 2
    assert "2 of 2 free" in text_of(person.page("?have=free"))


def test_repairs_and_fillings_prefer_what_is_free(member: User, shelf: Collection) -> None:
    own(shelf, n033=3, n034=1)
    person = group_of(member, "Patrol", "AOD-033")

    ways = person.client.get(f"{person.url}?ways=fill").context["ways"]

    assert "AOD-033" in ways[0].message or "AOD-034" in ways[0].message
