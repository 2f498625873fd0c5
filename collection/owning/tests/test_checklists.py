"""Sets as checklists: known members, what is owned, missing and there twice."""

import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.catalogue.models import ExpansionSet
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Collection
from collection.owning.selectors.checklists import Progress, checklist, progress_of_sets
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import set_locked
from collection.owning.states import CopyState
from collection.owning.tests.conftest import NOW, SYSTEM, held

pytestmark = pytest.mark.usefixtures("catalogue")


def printed(set_code: str, number: str) -> Piece:
    return Piece(SYSTEM, set_code, number)


@pytest.fixture
def shelf(collection: Collection) -> Collection:
    bought = CopyState(price=Decimal(20), currency="PLN")
    made = [
        Edit(printed("AOD", "102"), partial(edits.set_amounts, owned=2)),
        Edit(printed("AOD", "001"), lambda state: edits.add_copies(state, [bought])),
        Edit(printed("AOD", "002"), partial(edits.set_amounts, wanted=1)),
        Edit(printed("AOD", "LP-001"), edits.add),
        Edit(printed("AOD", "777"), edits.add),
        Edit(printed("DA", "074"), edits.add),
    ]
    changes.apply(collection=collection, actor=collection.owner, edits=made, now=NOW)
    return collection


def test_the_list_of_sets_counts_distinct_members(shelf: Collection) -> None:
    found = {each.set.code: each for each in progress_of_sets(shelf, SYSTEM).sets}
    assert (found["AOD"].progress.owned, found["AOD"].beyond) == (3, 1)
    assert found["DA"].progress.owned == 1
    assert found["SOL"].progress == Progress(known=28, owned=0)


def test_the_list_of_sets_and_every_checklist_count_the_same(shelf: Collection) -> None:
    codes = list(ExpansionSet.objects.filter(system=SYSTEM).values_list("code", flat=True))
    made = [
        Edit(printed(code, f"{number:03}"), edits.add)
        for code in codes
        for number in (1, 5, 74, 100, 130, 999)
    ]
    changes.apply(collection=shelf, actor=shelf.owner, edits=made, now=NOW)
    for each in progress_of_sets(shelf, SYSTEM).sets:
        found = checklist(shelf, each.set)
        assert (found.progress, found.beyond) == (each.progress, each.beyond), each.set.code


def test_a_set_of_unknown_size_has_the_members_somebody_told_of(shelf: Collection) -> None:
    found = checklist(shelf, ExpansionSet.objects.get(code="DA"))
    assert "001" not in {member.piece.number for member in found.members}


def test_numbers_of_sets_nobody_knows_are_counted_beside(
    shelf: Collection, change: Callable[..., Change]
) -> None:
    change(printed("ZZZ", "001"), edits.add)
    assert progress_of_sets(shelf, SYSTEM).elsewhere == 1


def test_what_is_wanted_of_an_unknown_number_is_shown_and_not_counted(
    shelf: Collection, change: Callable[..., Change]
) -> None:
    aod = ExpansionSet.objects.get(code="AOD")
    before = checklist(shelf, aod).progress
    change(printed("AOD", "555"), partial(edits.set_amounts, wanted=1))
    found = checklist(shelf, aod)
    assert (found.progress, found.beyond) == (before, 1)
    [wanted] = [member for member in found.members if member.amounts.wanted and not member.is_known]
    assert wanted.piece.number == "555"


def test_a_checklist_has_every_number_its_set_is_known_to_have(shelf: Collection) -> None:
    aod = ExpansionSet.objects.get(code="AOD")
    found = checklist(shelf, aod)
    figures = [m.piece.number for m in found.members if m.piece.number.isdigit()]
    assert figures[:3] == ["001", "002", "003"]
    assert len([number for number in figures if int(number) <= 141]) == 141
    assert figures[-1] == "777"


def test_a_block_counts_each_of_its_numbers(shelf: Collection) -> None:
    found = checklist(shelf, ExpansionSet.objects.get(code="DA"))
    owned = {m.piece.number: m.is_owned for m in found.members if m.piece.number in ("073", "074")}
    assert owned == {"073": False, "074": True}


def test_a_checklist_knows_what_is_missing_spare_and_worth(shelf: Collection) -> None:
    found = checklist(shelf, ExpansionSet.objects.get(code="AOD"))
    assert [member.piece.number for member in found.spare] == ["102"]
    assert "002" in {member.piece.number for member in found.missing}
    assert found.progress.missing == len(found.missing)
    assert found.prices == {"PLN": Decimal(20)}
    assert found.points == 2 * 129 + 10


def test_a_set_falls_apart_by_what_is_known(shelf: Collection) -> None:
    found = checklist(shelf, ExpansionSet.objects.get(code="AOD"))
    by_type = found.by(lambda figure: figure.type)
    assert by_type["mech"].owned == 1
    assert by_type["infantry"].owned == 1
    assert by_type["infantry"].known > 20


def test_a_percentage_is_a_hundred_only_when_nothing_is_missing() -> None:
    assert Progress(known=1000, owned=999).percent == 99
    assert Progress(known=0, owned=0).percent == 0


def test_pages_of_sets(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    page = client.get(reverse("collection:set_list", args=[shelf.public_id]))
    assert "20.00" in page.content.decode()
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    [spare] = client.get(here, {"show": "spare"}).context["tables"]
    assert len(spare.lines) == 1
    *_known, beyond = client.get(here).context["tables"]
    assert [line.number for line in beyond.lines] == ["AOD-777"]
    missing = client.get(here, {"show": "missing"})
    assert "AOD-002" in missing.content.decode()
    assert client.get(here.replace("AOD", "NONE")).status_code == 404


def test_a_long_checklist_is_parted_and_a_short_one_is_not(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    answer = client.get(here, {"show": "missing"})
    parts = answer.context["tables"]
    assert [len(part.lines) for part in parts[:-1]] == [50] * (len(parts) - 1)
    assert parts[0].title == f"{parts[0].lines[0].number} – {parts[0].lines[-1].number}"
    page = answer.content.decode()
    assert page.count('<details class="checklist-part"') == len(parts) > 3
    assert page.count('<details class="checklist-part" open>') == 1
    short = client.get(here.replace("AOD", "SOL"), {"show": "missing"})
    assert "checklist-part" not in short.content.decode()


def test_a_checklist_is_searched_by_words_and_numbers_with_nothing_folded_away(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])

    def found(query: str, show: str = "") -> list[str]:
        tables = client.get(here, {"q": query, "show": show}).context["tables"]
        assert not any(table.is_part for table in tables)
        return [line.number for table in tables for line in table.lines]

    assert found("HATCHET") == ["AOD-101", "AOD-102", "AOD-103", "AOD-104"]
    assert found("hatchet", "missing") == ["AOD-101", "AOD-103", "AOD-104"]
    assert found("hatchet fury") == found("102") == ["AOD-102"]
    assert found("777") == ["AOD-777"]
    assert found("no such thing") == []
    answer = client.get(here, {"q": "no such thing"})
    assert "Nothing in this list is called “no such thing”." in answer.content.decode()
    assert [view.url for view in answer.context["views"]][1] == (
        f"{here}?show=missing&q=no+such+thing"
    )


def test_one_more_comes_back_to_what_was_searched(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    answer = client.post(f"{here}?show=missing&q=hatchet", {"more": "AOD-101"})
    assert answer["Location"] == f"{here}?show=missing&q=hatchet#AOD-101"


def test_one_more_from_the_checklist_comes_back_to_its_row(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    answer = client.post(f"{here}?show=spare", {"more": "AOD-102"})
    assert answer["Location"] == f"{here}?show=spare#AOD-102"
    assert held(shelf, printed("AOD", "102")).owned == 3
    added = shelf.changes.latest("number")
    assert client.post(here, {"undo": added.number})["Location"] == f"{here}#AOD-102"
    assert held(shelf, printed("AOD", "102")).owned == 2
    assert shelf.changes.latest("number").reverts == added
    assert client.post(here, {"undo": "none"}).status_code == 404
    assert client.post(here, {"undo": shelf.changes.earliest("number").number}).status_code == 404
    assert client.post(here, {"more": "no piece"}).status_code == 404
    assert client.post(here).status_code == 404


def test_one_more_changes_the_checklist_in_place(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    before = client.get(here).context["found"].progress
    answer = client.post(here, {"more": "AOD-002"}, headers={"HX-Request": "true"})
    told = json.loads(answer["HX-Trigger"])["owned"]
    assert told == {"item": "AOD-002", "owned": {shelf.public_id: 1}, "problem": ""}
    content = answer.content.decode()
    assert f"{before.owned + 1} / {before.known}" in content
    number = shelf.changes.latest("number").number
    assert f'name="undo" value="{number}"' in content
    assert "<table" not in content
    answer = client.post(here, {"undo": number}, headers={"HX-Request": "true"})
    assert json.loads(answer["HX-Trigger"])["owned"]["owned"] == {shelf.public_id: 0}
    assert f"{before.owned} / {before.known}" in answer.content.decode()
    assert 'name="undo"' not in answer.content.decode()


def test_what_is_missing_is_wanted_by_one_press(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    page = client.get(here).content.decode()
    assert 'name="want" value="AOD-003"' in page
    assert 'name="want" value="AOD-102"' not in page
    answer = client.post(here, {"want": "AOD-003"}, headers={"HX-Request": "true"})
    assert '<span id="want-AOD-003" hx-swap-oob="true">1</span>' in answer.content.decode()
    assert held(shelf, printed("AOD", "003")).wanted == 1
    number = shelf.changes.latest("number").number
    answer = client.post(here, {"undo": number}, headers={"HX-Request": "true"})
    assert 'name="want" value="AOD-003"' in answer.content.decode()
    assert held(shelf, printed("AOD", "003")).wanted == 0


def test_what_is_in_the_way_of_undoing_is_said(client: Client, shelf: Collection) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    client.post(here, {"more": "AOD-002"})
    first = shelf.changes.latest("number").number
    client.post(here, {"more": "AOD-002"})
    answer = client.post(here, {"undo": first}, headers={"HX-Request": "true"})
    told = f"change {first + 1} has changed AOD-002 since"
    assert told in json.loads(answer["HX-Trigger"])["owned"]["problem"]
    assert told in answer.content.decode()
    assert told in client.post(here, {"undo": first}, follow=True).content.decode()


def test_every_row_of_a_checklist_has_a_button_of_one_form(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    main = client.get(here).content.decode().partition("<main")[2].partition("</main>")[0]
    rows = sum(len(table.lines) for table in client.get(here).context["tables"])
    assert rows > 150
    assert main.count('name="more"') == rows
    assert main.count('method="post"') == main.count('name="csrfmiddlewaretoken"') == 1
    assert 'aria-label="1 more of AOD-102 Hatchetman"' in main
    set_locked(collection=shelf, actor=shelf.owner, locked=True)
    assert 'name="more"' not in client.get(here).content.decode()


def test_a_checklist_costs_the_same_queries_for_any_set(
    client: Client, shelf: Collection, django_assert_max_num_queries: Any
) -> None:
    client.force_login(shelf.owner)
    here = reverse("collection:checklist", args=[shelf.public_id, "AOD"])
    client.get(here)
    with django_assert_max_num_queries(12):
        client.get(here)
