"""A collection counted and drawn: by faction, type, points and set, and over time."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection, Membership, Role
from collection.owning.present.statistics import growth
from collection.owning.selectors.statistics import MOST_DAYS, Grown, fewer_days, statistics
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.states import CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, UNHEARD_OF, person

pytestmark = pytest.mark.usefixtures("catalogue")


def put(collection: Collection, number: str, count: int, days: int = 0) -> None:
    piece = UNHEARD_OF if not number else Piece(SYSTEM, "AOD", number)
    edit = Edit(piece, lambda state: edits.add(state, count))
    at = NOW + timedelta(days=days)
    changes.apply(collection=collection, actor=collection.owner, edits=[edit], now=at)


@pytest.fixture
def shelf(collection: Collection) -> Collection:
    put(collection, "102", 2)
    put(collection, "033", 3, days=1)
    put(collection, "", 4, days=1)
    put(collection, "033", -1, days=3)
    apart = Edit(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()]))
    at = NOW + timedelta(days=5)
    changes.apply(collection=collection, actor=collection.owner, edits=[apart], now=at)
    return collection


def page(collection: Collection) -> str:
    return f"/en/collection/{collection.public_id}/statistics/"


def test_copies_are_counted_by_faction_type_points_and_set(shelf: Collection) -> None:
    found = statistics(shelf, SYSTEM)

    assert (found.owned, found.unknown) == (9, 4)
    assert {f.name: n for f, n in found.by_faction.items() if f} == {
        "Dragon's Fury": 3,
        "Swordsworn": 2,
    }
    assert found.by_type == {"mech": 3, "vehicle": 2}
    assert {step: n for step, n in found.by_points.items() if n} == {25: 2, 125: 3}
    assert [(each.set.code, each.progress.owned) for each in found.sets] == [("AOD", 2)]


def test_the_growth_is_that_of_the_history(shelf: Collection) -> None:
    days = [NOW.date() + timedelta(days=more) for more in (0, 1, 3, 5)]

    assert [(each.day, each.owned) for each in statistics(shelf, SYSTEM).grown] == list(
        zip(days, (2, 9, 8, 9), strict=True)
    )


def test_an_undone_change_is_counted_back(shelf: Collection) -> None:
    last = shelf.changes.first()
    assert last
    changes.undo(change=last, actor=shelf.owner, now=NOW + timedelta(days=9))

    assert statistics(shelf, SYSTEM).grown[-1].owned == 8


def test_a_long_history_is_told_by_few_of_its_days() -> None:
    days = [Grown(date(2026, 1, 1) + timedelta(days=n), n) for n in range(500)]
    picked = list(fewer_days(days))

    assert len(picked) == MOST_DAYS and (picked[0], picked[-1]) == (days[0], days[-1])


def test_one_day_is_no_line() -> None:
    assert growth([Grown(date(2026, 1, 1), 3)]) is None


def test_the_page_has_every_number_in_a_table_and_leads_to_the_pieces(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    shown = client.get(page(shelf))
    text = shown.content.decode()

    assert text.count('<table class="table chart">') == 4
    assert f'href="/en/collection/{shelf.public_id}/?type=mech"' in text
    bars = {bar.name: bar.url for chart in shown.context["charts"] for bar in chart.bars}
    found = client.get(bars["125–149"]).context["found"]
    assert [row.number for row in found.rows] == ["102"]
    assert "9 pieces" in text


def test_an_empty_collection_says_so(client: Client, collection: Collection) -> None:
    client.force_login(collection.owner)

    assert "Nothing here yet." in client.get(page(collection)).content.decode()


def test_the_number_of_queries_does_not_grow(
    client: Client, shelf: Collection, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(shelf.owner)
    client.get(page(shelf))
    for number in ("001", "017", "045", "090", "120"):
        put(shelf, number, 1, days=7)

    with django_assert_max_num_queries(18):
        client.get(page(shelf))


@pytest.mark.parametrize(("role", "status"), [(Role.VIEWER, 200), (None, 404)])
def test_whoever_sees_the_collection_sees_its_charts(
    client: Client, shelf: Collection, role: Any, status: int
) -> None:
    jan = person("jan@example.org")
    if role:
        Membership.objects.create(collection=shelf, user=jan, role=role)
    client.force_login(jan)

    assert client.get(page(shelf)).status_code == status
