"""Clubs and their evenings: who sees and does what, whose pieces go where and come back."""

from datetime import UTC, datetime
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.models import Assignment, Club, Evening
from armybuilder.clubs.services import clubs, evenings
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group
from armybuilder.home.selectors.personal import personal_data
from armybuilder.site.models import Owner, User
from collection.catalogue.pieces import Piece
from collection.owning import edits, store
from collection.owning.models import Collection, Loan
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
MECH = Piece("age-of-destruction", "AOD", "102")
INFANTRY = Piece("age-of-destruction", "AOD", "001")


class Player:
    """A member of the club with a collection and a way to lists."""

    def __init__(self, name: str, club: Club | None = None) -> None:
        self.user = User.objects.create_user(
            f"{name.lower()}@example.org", "a long password", display_name=name
        )
        self.collection = create_collection(owner=self.user, name=f"{name}'s shelf")
        self.club = club or clubs.create_club(founder=self.user, name="Friday")
        if club:
            founder = club.members.earliest("joined").user
            link = clubs.invite(club=club, actor=founder, now=NOW)
            clubs.join(token=link.token, user=self.user, now=NOW)

    def owns(self, **counts: int) -> "Player":
        changes.apply(
            collection=self.collection,
            actor=self.user,
            edits=[
                Edit(
                    Piece("age-of-destruction", "AOD", number.removeprefix("n")),
                    partial(edits.set_amounts, owned=count),
                )
                for number, count in counts.items()
            ],
            now=NOW,
        )
        return self

    def lends(self, pieces: dict[Piece, int] | None = None) -> "Player":
        clubs.lend(
            club=self.club,
            actor=self.user,
            collection=self.collection,
            everything=pieces is None,
            pieces=pieces or {},
        )
        return self

    def plays(self, evening: Evening, **counts: int) -> "Player":
        evenings.enter(evening=evening, actor=self.user, group=self.group(**counts))
        return self

    def comes(self, evening: Evening) -> "Player":
        evenings.enter(evening=evening, actor=self.user, group=None)
        return self

    def group(self, **counts: int) -> BattleGroup | None:
        units = [
            {"unit": f"AOD-{number.removeprefix('n')}", "count": count}
            for number, count in counts.items()
        ]
        document = {
            "format": "battle-group/1",
            "system": "age-of-destruction",
            "name": "Patrol",
            "build_total": 450,
            "units": units,
            "cards": ["HSE-F-003"],
        }
        return create_group(owner=Owner(member=self.user), document=document)

    def free(self, piece: Piece) -> int:
        state = store.read(self.collection, [piece])[piece].state
        return state.owned - state.lent


@pytest.fixture
def anna(db: None) -> Player:
    return Player("Anna")


@pytest.fixture
def evening(anna: Player) -> Evening:
    return evenings.create_evening(club=anna.club, actor=anna.user, date=NOW.date(), name="Raid")


def who_brings(evening: Evening) -> set[tuple[str, str, str, int]]:
    return {
        (row.entry.user.display_name, row.lender.display_name, row.number, row.count)
        for row in Assignment.objects.filter(entry__evening=evening)
    }


def test_an_evening_from_lists_to_the_return_sheet(
    client: Client, anna: Player, evening: Evening
) -> None:
    bert = Player("Bert", anna.club).owns(n102=3, n001=1).lends()
    anna.owns(n102=1).plays(evening, n102=2, n001=2)
    bert.plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    assert who_brings(evening) == {
        ("Anna", "Anna", "102", 1),
        ("Anna", "Bert", "102", 1),
        ("Anna", "Bert", "001", 1),
        ("Bert", "Bert", "102", 1),
    }
    page = reverse("evening", args=[anna.club.public_id, evening.public_id])
    client.force_login(bert.user)
    said = client.get(page).content.decode()
    assert "Nobody brings" in said and "HSE-F" not in said
    client.post(f"{page}hand-out/", {"line": Assignment.objects.get(number="001").pk})
    assert (bert.free(MECH), bert.free(INFANTRY)) == (3, 0)
    client.post(f"{page}hand-out/", {"all": "1"})
    assert (bert.free(MECH), bert.free(INFANTRY), anna.free(MECH)) == (2, 0, 1)
    assert {*Loan.objects.values_list("to", flat=True)} == {"Anna"}
    assert "Not everything is back" in client.get(page).content.decode()
    client.post(f"{page}take-back/", {"line": Assignment.objects.get(number="001").pk})
    assert (bert.free(MECH), bert.free(INFANTRY)) == (2, 1)
    client.post(f"{page}take-back/", {"line": "nonsense"})
    assert bert.free(MECH) == 2
    client.post(f"{page}take-back/", {"all": "1"})
    assert bert.free(MECH) == 3
    assert "Everything is back" in client.get(page).content.decode()
    assert bert.collection.changes.count() == 5


def test_only_pieces_of_those_who_come_and_only_as_many_as_they_lend(
    anna: Player, evening: Evening
) -> None:
    bert = Player("Bert", anna.club).owns(n102=3).lends({MECH: 1})
    Player("Cleo", anna.club).owns(n102=3).lends()
    anna.plays(evening, n102=2)
    bert.comes(evening)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    assert who_brings(evening) == {("Anna", "Bert", "102", 1)}


def test_a_piece_stands_on_one_table_a_day(anna: Player, evening: Evening) -> None:
    bert = Player("Bert", anna.club).owns(n102=1).lends()
    other = clubs.create_club(founder=bert.user, name="Other")
    clubs.lend(club=other, actor=bert.user, collection=bert.collection, everything=True, pieces={})
    same_day = evenings.create_evening(club=other, actor=bert.user, date=NOW.date(), name="")
    anna.plays(evening, n102=1)
    bert.comes(evening).plays(same_day, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    evenings.assign_pieces(evening=same_day, actor=bert.user, now=NOW)
    assert len(who_brings(evening)) == 1
    assert who_brings(same_day) == set()


@pytest.mark.django_db(transaction=True)
def test_evenings_that_assign_at_once_wait_for_each_other(anna: Player, evening: Evening) -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite lets one in at a time")
    bert = Player("Bert", anna.club).owns(n102=1).lends()
    other = clubs.create_club(founder=bert.user, name="Other")
    same_day = evenings.create_evening(club=other, actor=bert.user, date=NOW.date(), name="")
    anna.plays(evening, n102=1)
    bert.comes(evening).plays(same_day, n102=1)

    def assign_at_the_same_time() -> None:
        evenings.assign_pieces(evening=same_day, actor=bert.user, now=NOW)
        connection.close()

    meanwhile = Thread(target=assign_at_the_same_time)
    with transaction.atomic():
        evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
        meanwhile.start()
        meanwhile.join(timeout=1)
        assert meanwhile.is_alive()
    meanwhile.join()
    assert who_brings(evening) == {("Anna", "Bert", "102", 1)}
    assert who_brings(same_day) == set()


def test_handed_out_the_plan_stays(anna: Player, evening: Evening) -> None:
    bert = Player("Bert", anna.club).owns(n102=1).lends().comes(evening)
    anna.plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    evenings.hand_out(evening=evening, actor=bert.user, now=NOW)
    with pytest.raises(evenings.HandedOut):
        evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    with pytest.raises(evenings.HandedOut):
        evenings.leave(
            evening=evening, actor=bert.user, entry_id=evening.entries.get(user=bert.user).pk
        )
    with pytest.raises(evenings.HandedOut):
        evenings.delete_evening(evening=evening, actor=anna.user)


def test_what_a_player_got_is_among_what_they_borrowed(
    client: Client, anna: Player, evening: Evening
) -> None:
    bert = Player("Bert", anna.club).owns(n102=1).lends().comes(evening)
    anna.plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    evenings.hand_out(evening=evening, actor=bert.user, now=NOW)
    [came] = personal_data(user=anna.user)["club_evenings"]
    assert [piece["piece"] for piece in came["pieces"]] == ["AOD-102"]
    page = reverse("collection:loans", args=[anna.collection.public_id])
    client.force_login(anna.user)
    [line] = client.get(page).context["borrowed"]
    assert (line.number, line.owner) == ("AOD-102", "Bert")
    evenings.take_back(evening=evening, actor=bert.user, assignments=None, now=NOW)
    assert client.get(page).context["borrowed"] == []


def test_what_is_gone_since_is_not_lent_and_the_rest_only_by_itself(
    anna: Player, evening: Evening
) -> None:
    bert = Player("Bert", anna.club).owns(n102=1, n001=1).lends().comes(evening)
    anna.plays(evening, n102=1, n001=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    bert.owns(n102=0)
    with pytest.raises(changes.EditsRefused):
        evenings.hand_out(evening=evening, actor=bert.user, now=NOW)
    assert not Loan.objects.exists()
    left = Assignment.objects.get(number="001")
    evenings.hand_out(evening=evening, actor=bert.user, now=NOW, assignments=[left.pk])
    assert Loan.objects.count() == 1


@pytest.mark.parametrize("who", ["organiser", "member", "stranger", "guest"])
def test_who_may_do_what(client: Client, anna: Player, evening: Evening, who: str) -> None:
    member = Player("Bert", anna.club)
    users = {"organiser": anna.user, "member": member.user, "stranger": Player("Zoe").user}
    if who != "guest":
        client.force_login(users[who])
    club = reverse("club", args=[anna.club.public_id])
    page = reverse("evening", args=[anna.club.public_id, evening.public_id])
    inside = {"organiser": 200, "member": 200, "stranger": 404, "guest": 302}[who]
    for path in (club, page, f"{club}lending/"):
        assert client.get(path).status_code == inside, path
    changed = {"organiser": 302, "member": 302, "stranger": 404, "guest": 302}[who]
    for path in (f"{page}enter/", f"{page}hand-out/", f"{page}take-back/"):
        assert client.post(path).status_code == changed, path
    own = {"organiser": 302, "member": 404, "stranger": 404, "guest": 302}[who]
    for path in (f"{page}assign/", f"{club}invite/", f"{club}settings/delete/"):
        assert client.post(path).status_code == own, path
    assert Club.objects.filter(pk=anna.club.pk).exists() == (who != "organiser")


def test_a_member_takes_nothing_over(client: Client, anna: Player, evening: Evening) -> None:
    """Neither the organiser's part, nor others' entries and pieces, nor by way of another club."""
    bert = Player("Bert", anna.club)
    other = clubs.create_club(founder=bert.user, name="Bert's own")
    anna.owns(n102=1).lends().plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    entry, packed = evening.entries.get(), Assignment.objects.get()
    link = clubs.invite(club=anna.club, actor=anna.user, now=datetime.now(UTC))
    club = reverse("club", args=[anna.club.public_id])
    page = reverse("evening", args=[anna.club.public_id, evening.public_id])
    around = reverse("evening", args=[other.public_id, evening.public_id])
    annas, berts = (anna.club.members.get(user=each.user).pk for each in (anna, bert))
    client.force_login(bert.user)
    for path, sent in (
        (f"{page}delete/", {}),
        (f"{page}leave/{entry.pk}/", {}),
        (f"{club}settings/", {"name": "Mine"}),
        (f"{club}withdraw/{link.token}/", {}),
        (f"{club}members/{berts}/", {"role": "leads"}),
        (f"{club}members/{annas}/", {"role": ""}),
        (f"{around}assign/", {}),
        (f"{around}leave/{entry.pk}/", {}),
    ):
        assert client.post(path, sent).status_code == 404, path
    assert client.get(around).status_code == 404
    client.post(f"{page}hand-out/", {"line": packed.pk})
    packed.refresh_from_db()
    assert packed.handed_out is None
    assert link.token not in client.get(club).content.decode()
    assert [each.role for each in anna.club.members.all()] == ["leads", "member"]


def test_nobody_enters_somebody_elses_list(client: Client, anna: Player, evening: Evening) -> None:
    theirs = Player("Bert", anna.club).group(n102=1)
    client.force_login(anna.user)
    page = reverse("evening_enter", args=[anna.club.public_id, evening.public_id])
    assert theirs and client.post(page, {"group": theirs.public_id}).status_code == 404
    assert not evening.entries.exists()


def test_pledges_are_typed_like_numbers_on_the_keypad(client: Client, anna: Player) -> None:
    client.force_login(anna.user)
    page = reverse("club_lending", args=[anna.club.public_id])
    sent = {"collection": anna.collection.public_id, "what": "some", "pieces": "2x AOD-102\nAOD-1"}
    assert client.post(page, sent).status_code == 302
    member = anna.club.members.get()
    assert [(each.number, each.count) for each in member.pledges.all()] == [("001", 1), ("102", 2)]
    bad: Any = client.post(page, sent | {"pieces": "AOD-102\nnonsense words"})
    assert bad.status_code == 422 and "Line 2" in bad.content.decode()
    assert "nonsense words" in bad.content.decode()


def test_a_link_joins_many_and_opens_nothing_when_withdrawn(client: Client, anna: Player) -> None:
    link = clubs.invite(club=anna.club, actor=anna.user, now=datetime.now(UTC))
    page = reverse("club_join", args=[link.token])
    for name in ("Bert", "Cleo"):
        client.force_login(Player(name).user)
        client.post(page)
    assert anna.club.members.count() == 3
    clubs.withdraw_invitation(club=anna.club, actor=anna.user, token=link.token)
    client.force_login(Player("Dora").user)
    assert client.post(page).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_an_organiser_renames_withdraws_and_deletes(client: Client, anna: Player) -> None:
    """In requests of their own, which no transaction of a test holds together."""
    link = clubs.invite(club=anna.club, actor=anna.user, now=datetime.now(UTC))
    client.force_login(anna.user)
    page = reverse("club", args=[anna.club.public_id])
    assert client.post(f"{page}settings/", {"name": "Saturday"}).status_code == 302
    assert Club.objects.get().name == "Saturday"
    assert client.post(f"{page}withdraw/{link.token}/").status_code == 302
    assert not anna.club.invitations.exists()
    assert client.post(f"{page}settings/delete/").status_code == 302
    assert not Club.objects.exists()


def test_who_has_left_the_club_gets_nothing(anna: Player, evening: Evening) -> None:
    bert = Player("Bert", anna.club).owns(n102=2).lends().plays(evening, n102=1)
    anna.owns(n102=1).lends().plays(evening, n102=2)
    clubs.remove_member(
        club=anna.club, actor=anna.user, member=anna.club.members.get(user=bert.user).pk
    )
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    assert who_brings(evening) == {("Anna", "Anna", "102", 1)}
    assert evening.entries.count() == 1


@pytest.mark.parametrize("sent", ["\x00", "not-one-of-mine"])
def test_what_is_no_group_or_collection_of_ones_own(
    client: Client, anna: Player, evening: Evening, sent: str
) -> None:
    client.force_login(anna.user)
    page = reverse("evening_enter", args=[anna.club.public_id, evening.public_id])
    assert client.post(page, {"group": sent}).status_code == 404
    wanted = {"item": "AOD-102", "count": "1", "collection": sent}
    assert client.post(reverse("want_piece"), wanted).status_code == 404
    assert client.get("/en/collection/%00/").status_code == 404


def test_queries_stay_flat(
    client: Client,
    anna: Player,
    evening: Evening,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    anna.owns(n102=1).plays(evening, n102=2)
    for name in ("Bert", "Cleo", "Dora", "Emil"):
        Player(name, anna.club).owns(n102=2, n001=2).lends().plays(evening, n102=1, n001=3)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    client.force_login(anna.user)
    page = reverse("evening", args=[anna.club.public_id, evening.public_id])
    client.get(page)
    with django_assert_max_num_queries(16):
        client.get(page)


def test_the_collection_outlives_the_club(anna: Player, evening: Evening) -> None:
    bert = Player("Bert", anna.club).owns(n102=1).lends().comes(evening)
    anna.plays(evening, n102=1)
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    evenings.hand_out(evening=evening, actor=bert.user, now=NOW)
    clubs.delete_club(club=anna.club, actor=anna.user)
    assert Collection.objects.count() == 2 and Loan.objects.count() == 1


def test_on_an_evening_one_is_you_and_lists_are_pictured(
    client: Client, anna: Player, evening: Evening
) -> None:
    bert = Player("Bert", anna.club).owns(n102=1).lends()
    anna.plays(evening, n102=1)
    bert.plays(evening, n001=1)
    page = reverse("evening", args=[anna.club.public_id, evening.public_id])

    client.force_login(bert.user)
    lists = client.get(page).context["lists"]
    assert [(each.is_mine, each.lineup is not None) for each in lists] == [
        (False, False),
        (True, True),
    ]
    evenings.assign_pieces(evening=evening, actor=anna.user, now=NOW)
    assert all(each.lineup for each in client.get(page).context["lists"])

    client.force_login(anna.user)
    seen = client.get(page)
    (line,) = seen.context["lists"][0].lines
    assert (line.who, line.with_me, line.figure.id) == ("Bert", False, "AOD-102")
    (pack,) = seen.context["packs"]
    assert pack.lines[0].with_me
    said = " ".join(seen.content.decode().split())
    assert '<span class="no-print">You</span><span class="print-only">Anna</span>' in said
    assert "for you" in said
