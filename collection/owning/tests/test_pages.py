"""The pages of collections: what they show, what they save, and what they refuse."""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from collection.catalogue.models import Figure
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Collection, Copy, Holding
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import set_locked
from collection.owning.states import CopyState
from collection.owning.tests.conftest import HATCHETMAN, NOW, SYSTEM, UNHEARD_OF, held

MakeChange = Callable[..., Change]

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def browser(client: Client, anna: Any) -> Client:
    client.force_login(anna)
    return client


def url(name: str, collection: Collection, *more: Any) -> str:
    return reverse(f"collection:{name}", args=[collection.public_id, *more])


def piece_url(collection: Collection, piece: Piece = HATCHETMAN) -> str:
    return url("piece", collection, piece.catalogue_id)


def send(browser: Client, collection: Collection, action: str, **typed: Any) -> Any:
    row = Holding.objects.filter(set_code="AOD", number="102").first()
    data = {"action": action, "seen": row.version if row else 0} | typed
    return browser.post(piece_url(collection), data)


AMOUNTS = {"owned": 2, "wanted": 1, "for_trade": 0}


def test_the_door_leads_to_the_only_collection(browser: Client, collection: Collection) -> None:
    answer = browser.get(reverse("collection:collection"))
    assert answer["Location"] == url("pieces", collection)


@pytest.mark.parametrize("currency", ["pln", "zł"])
def test_a_first_collection_is_made(browser: Client, anna: Any, currency: str) -> None:
    browser.post(reverse("collection:collections"), {"name": "Shelf", "currency": currency})
    made = Collection.objects.get(owner=anna)
    assert (made.name, made.currency) == ("Shelf", "PLN")


def test_amounts_are_saved_and_shown(browser: Client, collection: Collection) -> None:
    answer = send(browser, collection, "amounts", **AMOUNTS)
    assert answer["Location"] == piece_url(collection)
    assert held(collection, HATCHETMAN).owned == 2
    page = browser.get(piece_url(collection)).content.decode()
    assert "Hatchetman" in page
    assert "wanted: 0 → 1" in page


def test_what_cannot_be_said_is_told_beside_what_was_typed(
    browser: Client, collection: Collection
) -> None:
    answer = send(browser, collection, "amounts", owned="many", wanted=1, for_trade=0)
    assert answer.status_code == 422
    assert "Enter a whole number." in answer.content.decode()
    assert 'value="many"' in answer.content.decode()


def test_copies_are_added_changed_lent_returned_and_taken_out(
    browser: Client, collection: Collection
) -> None:
    said = {"condition": "good", "place": "Box A", "price": "12.50", "tags": "metal, club"}
    send(browser, collection, "copy", **said)
    [(copy_id, copy)] = held(collection, HATCHETMAN).copies.items()
    assert (copy.place, str(copy.price), copy.currency, copy.tags) == (
        "Box A",
        "12.50",
        "EUR",
        ("metal", "club"),
    )
    send(browser, collection, "copy", copy=copy_id, condition="worn", place="Box B")
    assert held(collection, HATCHETMAN).copies[copy_id].place == "Box B"
    send(browser, collection, "lend", copy=copy_id, to="Jan", since="2026-10-01")
    assert held(collection, HATCHETMAN).lent == 1
    send(browser, collection, "return", copy=copy_id, on="2026-10-05")
    assert held(collection, HATCHETMAN).lent == 0
    send(browser, collection, "remove", copy=copy_id)
    assert held(collection, HATCHETMAN).owned == 0


def test_what_is_refused_says_why(browser: Client, collection: Collection) -> None:
    send(browser, collection, "copy")
    answer = send(browser, collection, "amounts", owned=0, wanted=0, for_trade=0)
    assert answer.status_code == 422
    assert "Remove it first" in answer.content.decode()


def typed_over(form: Any, **typed: Any) -> dict[str, Any]:
    """What a browser sends of a form in which some fields were typed over."""
    sent = {"action": form.action, "copy": form.copy_id, "seen": form["seen"].value()}
    for field in form.visible_fields():
        shown = field.field.prepare_value(field.value())
        sent[field.html_name] = sent[field.html_initial_name] = "" if shown is None else shown
    return sent | typed


def chosen(form: Any, **values: Any) -> dict[str, Any]:
    """What a browser sends of a form that came back with two values to choose from."""
    names = [field.html_name for field in form.visible_fields()]
    names += [field.html_initial_name for field in form.visible_fields()]
    sent = {name: form.data[name] for name in [*names, "seen"]}
    return {"action": form.action, "copy": form.copy_id} | sent | values


def test_two_browsers_typing_over_different_facts_keep_both(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, edits.add)
    form = browser.get(piece_url(collection)).context["amounts_form"]
    change(HATCHETMAN, partial(edits.set_amounts, wanted=7))
    answer = browser.post(piece_url(collection), typed_over(form, owned=4))
    assert answer.status_code == 409
    assert "wanted: 0 → 7" in answer.content.decode()
    assert held(collection, HATCHETMAN).owned == 1
    browser.post(piece_url(collection), chosen(answer.context["amounts_form"]))
    state = held(collection, HATCHETMAN)
    assert (state.owned, state.wanted) == (4, 7)


@pytest.mark.parametrize("stands", [5, 7])
def test_two_browsers_typing_over_the_same_fact_choose(
    browser: Client, collection: Collection, change: MakeChange, stands: int
) -> None:
    change(HATCHETMAN, edits.add)
    form = browser.get(piece_url(collection)).context["amounts_form"]
    change(HATCHETMAN, partial(edits.set_amounts, wanted=7))
    answer = browser.post(piece_url(collection), typed_over(form, wanted=5))
    page = answer.content.decode()
    assert "yours: 5" in page
    assert "saved meanwhile: 7" in page
    again = answer.context["amounts_form"]
    browser.post(piece_url(collection), chosen(again, wanted=stands))
    assert held(collection, HATCHETMAN).wanted == stands


def test_two_browsers_on_one_copy_choose_in_words(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    bought = CopyState(condition="mint", place="Box A", tags=("metal",))
    change(HATCHETMAN, lambda state: edits.add_copies(state, [bought]))
    [copy] = browser.get(piece_url(collection)).context["copies"]
    change(
        HATCHETMAN,
        partial(edits.change_copy, copy_id=copy.id, condition="worn", tags=("metal", "club")),
    )
    sent = typed_over(copy.form, condition="good", place="Box B")
    answer = browser.post(piece_url(collection), sent)
    assert "saved meanwhile: worn" in answer.content.decode()
    [copy] = answer.context["copies"]
    browser.post(piece_url(collection), chosen(copy.form))
    [kept] = held(collection, HATCHETMAN).copies.values()
    assert (kept.condition, kept.place, kept.tags) == ("good", "Box B", ("metal", "club"))


def test_what_was_typed_of_a_copy_that_is_gone_is_still_there(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    change(HATCHETMAN, lambda state: edits.add_copies(state, [CopyState()]))
    [copy] = browser.get(piece_url(collection)).context["copies"]
    change(HATCHETMAN, partial(edits.remove_copy, copy_id=copy.id))
    answer = browser.post(piece_url(collection), typed_over(copy.form, notes="Bent barrel"))
    assert answer.status_code == 409
    assert answer.context["add_form"]["notes"].value() == "Bent barrel"


def test_a_number_nobody_knows_has_a_page_and_keeps_what_is_said(
    browser: Client, collection: Collection
) -> None:
    page = piece_url(collection, UNHEARD_OF)
    assert "does not know this number yet" in browser.get(page).content.decode()
    said = {"action": "say", "seen": 0, "name": "Koshi", "kind": "mech", "notes": "", "tags": ""}
    browser.post(page, said)
    assert Holding.objects.get().name == "Koshi"
    assert "Koshi" in browser.get(url("pieces", collection) + "?q=koshi").content.decode()


def test_a_typed_number_opens_its_piece(browser: Client, collection: Collection) -> None:
    for typed in ("aod-102", "AOD 102", "AOD-102"):
        answer = browser.get(url("find_piece", collection), {"number": typed})
        assert answer["Location"] == piece_url(collection)
    answer = browser.get(url("find_piece", collection), {"number": "?"}, follow=True)
    assert "is no set and number" in answer.content.decode()


@pytest.fixture
def shelf(collection: Collection) -> Collection:
    """A few figures, a card and an unknown number."""

    def piece(number: str, set_code: str = "AOD") -> Piece:
        return Piece(SYSTEM, set_code, number)

    lend = partial(edits.lend, to="Jan", since=date(2026, 10, 1))
    made = [
        Edit(piece("001"), edits.add),
        Edit(piece("102"), partial(edits.set_amounts, owned=3, for_trade=1)),
        Edit(piece("033"), lambda state: lend(edits.add(state))),
        Edit(piece("052"), partial(edits.set_amounts, wanted=1)),
        Edit(piece("LP-001"), edits.add),
        Edit(
            UNHEARD_OF,
            lambda state: edits.add_copies(
                edits.describe(state, name="Żółty Koshi"), [CopyState(place="Box A")]
            ),
        ),
    ]
    changes.apply(collection=collection, actor=collection.owner, edits=made, now=NOW)
    return collection


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("", ["AN-017", "AOD-001", "AOD-033", "AOD-052", "AOD-102", "AOD-LP-001"]),
        ("q=hatchetman", ["AOD-102"]),
        ("q=zolty", ["AN-017"]),
        ("q=points>100", ["AOD-102"]),
        ("type=mech", ["AOD-102"]),
        ("show=wanted", ["AOD-052"]),
        ("show=spare", ["AOD-102"]),
        ("show=lent", ["AOD-033"]),
        ("show=unknown", ["AN-017"]),
        ("place=Box A", ["AN-017"]),
        ("show=owned&order=-owned&q=aod-0", ["AOD-033", "AOD-001"]),
    ],
)
def test_pieces_are_found_like_figures_of_the_catalogue(
    browser: Client, shelf: Collection, asked: str, numbers: list[str]
) -> None:
    answer = browser.get(f"{url('pieces', shelf)}?{asked}")
    assert [row.number for row in answer.context["table"].rows] == numbers


@pytest.mark.parametrize("order", ["", "-number", "name", "-points", "-owned"])
def test_pages_follow_each_other_without_gap_or_repetition(
    browser: Client, collection: Collection, order: str
) -> None:
    numbers = [f"{n:03}" for n in range(1, 121)]
    made = [
        Edit(Piece(SYSTEM, "AOD", number), partial(edits.set_amounts, owned=int(number) % 5 + 1))
        for number in numbers
    ]
    changes.apply(collection=collection, actor=collection.owner, edits=made, now=NOW)
    seen: list[str] = []
    here = f"{url('pieces', collection)}?order={order}"
    while here:
        answer = browser.get(here)
        seen += [row.number for row in answer.context["table"].rows]
        here = answer.context["more_url"]
    assert sorted(seen) == [f"AOD-{number}" for number in numbers]


def test_a_list_that_is_one_page_is_not_counted(
    browser: Client, shelf: Collection, django_assert_max_num_queries: Any
) -> None:
    browser.get(url("pieces", shelf))
    with django_assert_max_num_queries(12):
        answer = browser.get(url("pieces", shelf))
    assert answer.context["found"].total == len(answer.context["table"].rows) > 1


def test_a_long_list_costs_the_queries_of_a_short_one(
    browser: Client, shelf: Collection, django_assert_max_num_queries: Any
) -> None:
    made = [Edit(Piece(SYSTEM, "AN", f"{n:03}"), edits.add) for n in range(1, 200)]
    changes.apply(collection=shelf, actor=shelf.owner, edits=made, now=NOW)
    browser.get(url("pieces", shelf))
    with django_assert_max_num_queries(20):
        browser.get(url("pieces", shelf))


def test_the_sheet_saves_only_what_was_typed_over(browser: Client, shelf: Collection) -> None:
    page = browser.get(url("amounts", shelf)).content.decode()
    typed: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="\w+" name="([^"]+)" value="([^"]*)"', page):
        typed.setdefault(name, []).append(value)
    assert typed["AOD-052-wanted"] == typed["initial-AOD-052-wanted"] == ["1"]
    typed["AOD-052-wanted"] = ["5"]
    answer = browser.post(url("amounts", shelf), typed)
    assert answer.status_code == 302
    newest = Change.objects.first()
    assert newest is not None
    assert [line.changes for line in newest.lines.all()] == [{"wanted": [1, 5]}]


def test_the_sheet_shows_both_where_somebody_was_quicker(
    browser: Client, shelf: Collection, change: MakeChange
) -> None:
    row = Holding.objects.get(number="052")
    change(Piece(SYSTEM, "AOD", "052"), partial(edits.set_amounts, owned=9))
    typed = {"piece": "AOD-052", "AOD-052-seen": row.version}
    typed |= {"AOD-052-owned": 0, "initial-AOD-052-owned": 0}
    typed |= {"AOD-052-wanted": 2, "initial-AOD-052-wanted": 1}
    typed |= {"AOD-052-for_trade": 0, "initial-AOD-052-for_trade": 0}
    answer = browser.post(url("amounts", shelf), typed)
    assert answer.status_code == 409
    assert "owned 9, wanted 1" in answer.content.decode()
    assert held(shelf, Piece(SYSTEM, "AOD", "052")).wanted == 1
    form = answer.context["lines"][0].form
    browser.post(url("amounts", shelf), {"piece": "AOD-052", **form.data})
    state = held(shelf, Piece(SYSTEM, "AOD", "052"))
    assert (state.owned, state.wanted) == (9, 2)


def test_the_history_tells_every_change_and_undoes_it(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    made = change(HATCHETMAN, edits.add, source="import", label="shelf.csv")
    page = browser.get(url("history", collection)).content.decode()
    assert "shelf.csv" in page
    assert "Hatchetman" in page
    browser.post(url("undo", collection, made.number))
    assert held(collection, HATCHETMAN).owned == 0
    assert "undone" in browser.get(url("change", collection, made.number)).content.decode()


def test_the_history_names_a_number_that_is_known_within_a_block_only(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    block = Figure.objects.filter(status=Figure.Status.BLOCK).first()
    assert block is not None
    change(Piece(SYSTEM, block.set.code, block.record["block"][-1]), edits.add)
    assert block.name in browser.get(url("history", collection)).content.decode()


def test_a_change_of_many_pieces_is_told_page_by_page(
    browser: Client, collection: Collection
) -> None:
    made = [Edit(Piece(SYSTEM, "AN", f"{n:03}"), edits.add) for n in range(1, 451)]
    change = changes.apply(collection=collection, actor=collection.owner, edits=made, now=NOW)
    assert change is not None
    here, told = url("change", collection, change.number), []
    while here:
        answer = browser.get(here)
        told += [line.number for line in answer.context["change"].lines]
        here = answer.context["more_url"]
    assert told == [f"AN-{n:03}" for n in range(1, 451)]
    assert "401–450 of 450" in answer.content.decode()


def test_the_history_speaks_the_readers_language(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    bought = CopyState(acquired=date(2005, 9, 3), price=Decimal("49.90"), currency="PLN")
    change(HATCHETMAN, lambda state: edits.add_copies(state, [bought]))
    here = url("history", collection)
    assert "acquired 3 Sep 2005, price paid 49.90 PLN" in browser.get(here).content.decode()
    polish = browser.get(here.replace("/en/", "/pl/")).content.decode()
    assert "3 wrz 2005" in polish
    assert "49,90 PLN" in polish


def test_a_piece_and_the_list_tell_points_and_money(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    bought = [CopyState(price=Decimal(price), currency="PLN") for price in ("49.90", "10")]
    change(HATCHETMAN, lambda state: edits.add_copies(edits.add(state), bought))
    assert browser.get(piece_url(collection)).context["points"] == 3 * 129
    for here in (piece_url(collection), url("pieces", collection)):
        page = browser.get(here).content.decode()
        assert "387" in page
        assert "59.90" in page


def test_a_piece_without_a_name_goes_by_its_number(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    change(UNHEARD_OF, edits.add)
    assert "<h1>AN-017</h1>" in browser.get(piece_url(collection, UNHEARD_OF)).content.decode()
    assert "is-unnamed" in browser.get(url("pieces", collection)).content.decode()


def test_an_undo_that_is_in_the_way_names_the_change(
    browser: Client, collection: Collection, change: MakeChange
) -> None:
    first = change(HATCHETMAN, edits.add)
    change(HATCHETMAN, edits.add)
    answer = browser.post(url("undo", collection, first.number), follow=True)
    assert "change 2 has changed AOD-102 since" in answer.content.decode()


def test_a_locked_collection_says_so_and_keeps_what_was_typed(
    browser: Client, collection: Collection
) -> None:
    set_locked(collection=collection, actor=collection.owner, locked=True)
    answer = send(browser, collection, "amounts", **AMOUNTS)
    assert answer.status_code == 409
    assert not Holding.objects.exists()
    browser.post(url("lock", collection), {"open": "1"})
    assert send(browser, collection, "amounts", **AMOUNTS).status_code == 302


def test_a_guest_finds_what_they_typed_after_signing_in(
    client: Client, collection: Collection
) -> None:
    answer = client.post(piece_url(collection), {"action": "amounts", "seen": 0, **AMOUNTS})
    assert answer["Location"].startswith("/en/account/login/?next=")
    client.force_login(collection.owner)
    page = client.get(piece_url(collection)).content.decode()
    assert "what you typed before signing in" in page
    assert 'name="owned" value="2"' in page
    assert not Copy.objects.exists()
