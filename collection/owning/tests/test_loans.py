"""What is lent out: told with its day, returned in one tap, by those who may change it."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Collection, Loan, Membership, Role
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection, set_locked
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, held, person
from collection.owning.views.loans import due_words

pytestmark = pytest.mark.usefixtures("catalogue")

MakeChange = Callable[..., Change]
TODAY = date(2026, 11, 1)


def lend(to: str, since: date = TODAY, until: date | None = None) -> Any:
    def make(state: Any) -> Any:
        return edits.lend(edits.add(state), to=to, since=since, until=until)

    return make


@pytest.fixture
def shelf(collection: Collection, change: MakeChange) -> Collection:
    change(HATCHETMAN, lend("Jan", until=TODAY + timedelta(days=3)))
    change(Piece(SYSTEM, "AOD", "033"), lend("Jan"))
    change(Piece(SYSTEM, "AN", "017"), lend("Ewa", since=date(2026, 1, 1), until=date(2026, 2, 1)))
    return collection


def url(name: str, shelf: Collection) -> str:
    return reverse(f"collection:{name}", args=[shelf.public_id])


@pytest.mark.parametrize(
    ("until", "said"),
    [
        (None, "no date agreed"),
        (TODAY, "due today"),
        (TODAY + timedelta(days=1), "due in 1 day"),
        (TODAY + timedelta(days=40), "due in 40 days"),
        (TODAY - timedelta(days=1), "1 day overdue"),
        (TODAY - timedelta(days=9), "9 days overdue"),
    ],
)
def test_when_a_loan_ends_is_told_in_words(until: date | None, said: str) -> None:
    assert due_words(until, TODAY) == said


def test_loans_stand_by_person_and_whoever_is_late_first(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    answer = client.get(url("loans", shelf))
    told = [(each.name, len(each.lines), each.late) for each in answer.context["borrowers"]]
    assert told[0] == ("Ewa", 1, 1)
    assert ("Jan", 2) in [(name, count) for name, count, _late in told]
    assert "overdue" in answer.content.decode()


def test_loans_stand_by_the_day_they_are_due_and_those_without_one_last(
    client: Client, shelf: Collection, change: MakeChange
) -> None:
    for person_, until in (("Ola", None), ("Ewa", TODAY), ("Adam", TODAY + timedelta(days=2))):
        change(HATCHETMAN, lend(person_, until=until))
    client.force_login(shelf.owner)
    people = client.get(url("loans", shelf)).context["borrowers"]
    assert [(each.name, [line.until for line in each.lines]) for each in people] == [
        ("Ewa", [date(2026, 2, 1), TODAY]),
        ("Adam", [TODAY + timedelta(days=2)]),
        ("Jan", [TODAY + timedelta(days=3), None]),
        ("Ola", [None]),
    ]


def test_taking_back_is_undone_where_it_was_done(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    loan = Loan.objects.get(to="Ewa")
    sent = {"loan": loan.public_id}
    page = client.post(url("take_back", shelf), sent, follow=True).content.decode()
    newest = Change.objects.first()
    assert newest is not None
    undo = reverse("collection:undo", args=[shelf.public_id, newest.number])
    assert page.count(f'action="{undo}"') == 1
    answer = client.post(undo, {"back": url("loans", shelf)})
    assert answer.headers["Location"] == url("loans", shelf)
    loan.refresh_from_db()
    assert loan.returned is None
    assert f'action="{undo}"' not in client.get(url("loans", shelf)).content.decode()


def test_many_loans_stand_on_several_pages(
    client: Client, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("collection.owning.selectors.loans.LOANS_SHOWN", 2)
    client.force_login(shelf.owner)

    first = client.get(url("loans", shelf))
    late = Loan.objects.filter(until__lt=timezone.localdate()).count()
    assert (first.context["lent"], first.context["late"]) == (3, late)
    told = [(each.name, len(each.lines), each.is_whole) for each in first.context["borrowers"]]
    assert told == [("Ewa", 1, True), ("Jan", 1, False)]
    assert "Everything is back from Jan" not in first.content.decode()
    second = client.get(first.context["more_url"])
    told = [(each.name, len(each.lines), each.is_whole) for each in second.context["borrowers"]]
    assert told == [("Jan", 1, False)]
    assert (second.context["first_url"], second.context["more_url"]) == (url("loans", shelf), "")
    assert client.get(url("loans", shelf) + "?from=x").context["borrowers"][0].name == "Ewa"


def test_one_copy_comes_back_in_one_tap(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    loan = Loan.objects.get(copy__holding__number="102")
    client.post(url("take_back", shelf), {"loan": loan.public_id})
    loan.refresh_from_db()
    assert loan.returned == max(timezone.localdate(), TODAY)
    assert held(shelf, HATCHETMAN).lent == 0
    page = client.get(url("loans", shelf))
    assert [line.number for line in page.context["ended"]] == ["AOD-102"]


def test_all_a_person_has_comes_back_as_one_change(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    loans = Loan.objects.filter(to="Jan").values_list("public_id", flat=True)
    client.post(url("take_back", shelf), {"loan": list(loans)})
    assert list(Loan.objects.filter(returned=None).values_list("to", flat=True)) == ["Ewa"]
    newest = Change.objects.first()
    assert newest is not None
    assert newest.pieces == 2


def test_what_came_back_meanwhile_is_no_mistake(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    loan = Loan.objects.get(to="Ewa").public_id
    client.post(url("take_back", shelf), {"loan": loan})
    answer = client.post(url("take_back", shelf), {"loan": loan}, follow=True)
    assert "That was back already." in answer.content.decode()


@pytest.mark.parametrize(
    ("who", "reads", "status", "returns"),
    [
        ("owner", 200, 302, True),
        ("editor", 200, 302, True),
        ("viewer", 200, 403, False),
        ("stranger", 404, 404, False),
        ("guest", 302, 302, False),
    ],
)
def test_everybody_it_is_shared_with_reads_and_editors_take_back(
    client: Client, shelf: Collection, who: str, reads: int, status: int, returns: bool
) -> None:
    if who == "owner":
        client.force_login(shelf.owner)
    elif who != "guest":
        user = person(f"{who}@example.org")
        if who != "stranger":
            Membership.objects.create(collection=shelf, user=user, role=Role(who))
        client.force_login(user)
    loan = Loan.objects.get(to="Ewa")
    page = client.get(url("loans", shelf))
    assert page.status_code == reads
    if reads == 200:
        assert (loan.public_id in page.content.decode()) == returns
    assert client.post(url("take_back", shelf), {"loan": loan.public_id}).status_code == status
    loan.refresh_from_db()
    assert bool(loan.returned) == returns


def test_a_loan_of_another_collection_is_left_alone(
    client: Client, shelf: Collection, anna: Any
) -> None:
    other = create_collection(owner=person("ewa@example.org"), name="Ewa’s shelf")
    changes.apply(
        collection=other, actor=other.owner, edits=[Edit(HATCHETMAN, lend("Anna"))], now=NOW
    )
    loan = Loan.objects.get(to="Anna")
    client.force_login(anna)
    client.post(url("take_back", shelf), {"loan": loan.public_id})
    loan.refresh_from_db()
    assert loan.returned is None


def test_a_locked_collection_takes_nothing_back(client: Client, shelf: Collection) -> None:
    set_locked(collection=shelf, actor=shelf.owner, locked=True)
    client.force_login(shelf.owner)
    loan = Loan.objects.get(to="Ewa")
    client.post(url("take_back", shelf), {"loan": loan.public_id})
    loan.refresh_from_db()
    assert loan.returned is None


def test_many_loans_cost_the_queries_of_few(
    client: Client, shelf: Collection, django_assert_max_num_queries: Any
) -> None:
    made = [Edit(Piece(SYSTEM, "AN", f"{n:03}"), lend(f"Friend {n}")) for n in range(100, 180)]
    changes.apply(collection=shelf, actor=shelf.owner, edits=made, now=NOW)
    client.force_login(shelf.owner)
    client.get(url("loans", shelf))
    with django_assert_max_num_queries(11):
        client.get(url("loans", shelf))
