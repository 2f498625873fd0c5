"""Pages for entering pieces fast: keypad, import, export; as owner, editor, viewer, stranger."""

import csv
import io
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from collection.common.tabular.headings import simplified
from collection.owning.importing import staging
from collection.owning.importing.columns import NAMES, OF_PIECES
from collection.owning.models import (
    Change,
    Collection,
    KeypadLine,
    Membership,
    Product,
    StagedImport,
)
from collection.owning.selectors.holdings import totals
from collection.owning.services.collections import set_locked
from collection.owning.store import read_all
from collection.owning.tests.conftest import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


@pytest.fixture(autouse=True)
def no_rate_limit_reached() -> None:
    cache.clear()


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def owner(collection: Collection) -> Client:
    return signed_in(collection.owner)


def test_who_comes_to_type_numbers_goes_on_to_the_keypad() -> None:
    anna = signed_in(person("newcomer@example.org"))
    door = anna.get("/en/collection/keypad/?typed=2xAOD-102")
    assert door["Location"] == "/en/collection/all/?to=keypad&typed=2xAOD-102"
    made = anna.post(door["Location"], {"name": "Shelf", "currency": "EUR"})
    [shelf] = Collection.objects.all()
    assert made["Location"] == at(shelf, "keypad/?typed=2xAOD-102")


@pytest.fixture
def people(collection: Collection, owner: Client) -> dict[str, Client]:
    """Clients of everybody who may come, by what they are to the collection."""
    found = {"owner": owner, "guest": Client()}
    for role in ("editor", "viewer", "stranger"):
        user = person(f"{role}@example.org")
        if role != "stranger":
            Membership.objects.create(collection=collection, user=user, role=role)
        found[role] = signed_in(user)
    return found


def at(collection: Collection, path: str = "") -> str:
    return f"/en/collection/{collection.public_id}/{path}"


def owned(collection: Collection) -> dict[str, int]:
    return {str(piece): found.state.owned for piece, found in read_all(collection).items()}


def typed(client: Client, collection: Collection, said: str, key: str = "", **more: Any) -> Any:
    fields = {"said": said, "set": "AOD", "key": key, **more}
    return client.post(at(collection, "keypad/enter/"), fields, follow=True)


def handed_in(client: Client, collection: Collection, text: str, mode: str = "set") -> StagedImport:
    client.post(at(collection, "import/"), {"text": text, "mode": mode})
    staged = StagedImport.objects.latest("pk")
    client.post(at(collection, f"import/{staged.public_id}/step/"))
    staged.refresh_from_db()
    return staged


def asked(people: dict[str, Client], address: str) -> dict[str, int]:
    return {name: client.get(address).status_code for name, client in people.items()}


# --- Who may come ---------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["keypad/", "import/"])
def test_only_who_may_change_a_collection_enters_pieces(
    people: dict[str, Client], collection: Collection, page: str
) -> None:
    statuses = {
        name: client.get(at(collection, page)).status_code for name, client in people.items()
    }
    assert statuses == {"owner": 200, "editor": 200, "viewer": 404, "stranger": 404, "guest": 302}


@pytest.mark.parametrize("page", ["export/", "export/csv"])
def test_who_may_see_a_collection_takes_it_along(
    people: dict[str, Client], collection: Collection, page: str
) -> None:
    statuses = {
        name: client.get(at(collection, page)).status_code for name, client in people.items()
    }
    assert statuses == {"owner": 200, "editor": 200, "viewer": 200, "stranger": 404, "guest": 302}


def test_what_others_send_changes_nothing(
    people: dict[str, Client], collection: Collection
) -> None:
    typed(people["owner"], collection, "102", "k" * 8)
    staged = handed_in(people["owner"], collection, "number,count\nAOD-033,1")
    Product.objects.create(collection=collection, name="Starter", content="AOD-033")
    row = staged.rows.get()
    posts = {
        "keypad/enter/": {"said": "033", "set": "AOD", "key": "x" * 8},
        "keypad/undo/": {},
        "keypad/finish/": {},
        "keypad/products/": {"name": "Mine", "content": "AOD-033"},
        f"keypad/products/{Product.objects.get().public_id}/delete/": {},
        "import/": {"text": "number\nAOD-033", "mode": "set"},
        f"import/{staged.public_id}/step/": {},
        f"import/{staged.public_id}/mode/": {"mode": "add"},
        f"import/{staged.public_id}/rows/{row.pk}/": {"piece": "AOD-102"},
        f"import/{staged.public_id}/unlisted/": {},
        f"import/{staged.public_id}/finish/": {},
        f"import/{staged.public_id}/drop/": {},
    }
    before = (Change.objects.count(), StagedImport.objects.count(), Product.objects.count())
    for name in ("viewer", "stranger", "guest"):
        for path, fields in posts.items():
            status = people[name].post(at(collection, path), fields).status_code
            assert status == (302 if name == "guest" else 404), (name, path)
    assert before == (
        Change.objects.count(),
        StagedImport.objects.count(),
        Product.objects.count(),
    )


def test_a_table_is_decided_on_by_who_handed_it_in(
    people: dict[str, Client], collection: Collection
) -> None:
    staged = handed_in(people["owner"], collection, "number,count\nAOD-033,1")
    assert people["editor"].get(at(collection, f"import/{staged.public_id}/")).status_code == 404


def test_an_editor_enters_pieces(people: dict[str, Client], collection: Collection) -> None:
    typed(people["editor"], collection, "102")
    staged = handed_in(people["editor"], collection, "number,count\nAOD-033,2")
    people["editor"].post(at(collection, f"import/{staged.public_id}/finish/"))
    assert owned(collection) == {"AOD-033": 2, "AOD-102": 1}


# --- Keypad ---------------------------------------------------------------------------------


def test_a_typed_number_is_named_and_counted(owner: Client, collection: Collection) -> None:
    page = typed(owner, collection, "102").content.decode()
    assert "AOD-102" in page
    assert "Hatchetman" in page
    page = typed(owner, collection, "2x102").content.decode()
    assert "3 now" in page
    assert owned(collection) == {"AOD-102": 3}


def test_counts_of_the_session(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "102")
    typed(owner, collection, "102 33")
    session = typed(owner, collection, "999!").context["session"]
    assert (session.pieces, session.new, session.duplicates) == (4, 3, 1)


@pytest.mark.parametrize(
    ("said", "problem", "near", "sure"),
    [
        ("999", "The set AOD has no number “999”.", [], "AOD-999!"),
        ("2xO5", "The set AOD has no number “O5”.", ["2xAOD-005"], "2xAOD-O5!"),
        ("102 3x999", "The set AOD has no number “999”.", [], "AOD-102 3xAOD-999!"),
        ("XYZ-7", "There is no set “XYZ”.", [], "XYZ-007!"),
        ("AOD-102 Zeus", "AOD-102 is Hatchetman HCT-4F-M, not “Zeus”.", ["AOD-102"], ""),
    ],
)
def test_the_keypad_asks_before_it_takes_what_nobody_knows(
    owner: Client, collection: Collection, said: str, problem: str, near: list[str], sure: str
) -> None:
    [line] = typed(owner, collection, said).context["lines"]
    assert owned(collection) == {}
    assert (line.problem, line.all_the_same) == (problem, sure)
    assert [each for each, _title in line.near][: len(near)] == near
    if sure:
        page = typed(owner, collection, sure)
        assert page.context["lines"][0].problem == ""
        assert sum(owned(collection).values()) == page.context["session"].pieces
        assert typed(owner, collection, said).context["lines"][0].problem == ""


def test_a_product_of_what_nobody_knows_is_asked_about(
    owner: Client, collection: Collection
) -> None:
    fields = {"name": "Starter", "content": "AOD 125 999"}
    page = owner.post(at(collection, "keypad/products/"), fields)
    assert "The set AOD has no number “999”." in page.content.decode()
    owner.post(at(collection, "keypad/products/"), fields | {"content": "AOD 125 999!"})
    assert Product.objects.exists()


def test_a_line_sent_twice_counts_once(owner: Client, collection: Collection) -> None:
    for _time in range(2):
        typed(owner, collection, "102", "0123456789abcdef")
    assert owned(collection) == {"AOD-102": 1}


def test_lines_that_waited_arrive_in_one_request(owner: Client, collection: Collection) -> None:
    fields = {
        "said": ["102", "33", "fe 12"],
        "set": ["AOD", "AOD", "AOD"],
        "key": ["a" * 16, "b" * 16, "c" * 16],
    }
    answer = owner.post(at(collection, "keypad/enter/"), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert owned(collection) == {"AOD-033": 1, "AOD-102": 1, "FE-012": 1}


def test_the_set_goes_on_to_the_next_line(owner: Client, collection: Collection) -> None:
    page = typed(owner, collection, "fe")
    assert page.context["set_code"] == "FE"
    assert owned(collection) == {}


def test_taking_away_what_is_not_there_says_so(owner: Client, collection: Collection) -> None:
    answer = typed(owner, collection, "-102")
    assert "the collection holds 0 of these" in answer.content.decode()


def test_the_last_line_is_undone_and_any_other(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "102", "first-one")
    typed(owner, collection, "102", "second-one")
    owner.post(at(collection, "keypad/undo/"), {"key": "first-one"})
    assert owned(collection) == {"AOD-102": 1}
    owner.post(at(collection, "keypad/undo/"))
    assert owned(collection) == {}
    page = owner.post(at(collection, "keypad/undo/"), follow=True)
    assert "There is nothing to undo." in page.content.decode()


def test_what_is_gone_meanwhile_cannot_be_undone(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "102", "first-one")
    typed(owner, collection, "-102", "second-one")
    page = owner.post(at(collection, "keypad/undo/"), {"key": "first-one"}, follow=True)
    assert "cannot be undone" in page.content.decode()


def test_an_unclear_line_adds_nothing_and_offers_what_it_may_mean(
    owner: Client, collection: Collection
) -> None:
    page = typed(owner, collection, "hatchetman", "unclear-1")
    assert owned(collection) == {}
    near = page.context["lines"][0].near
    assert ("AOD-102", "Hatchetman HCT-4F-M") in near
    owner.post(at(collection, "keypad/undo/"), {"key": "unclear-1"})
    assert not KeypadLine.objects.filter(done=False).exists()


@pytest.mark.parametrize("said", ["1-999", "qwertz", "=1+1", "\x00", "9" * 900, "-102", "∞"])
def test_nothing_that_can_be_typed_breaks_the_page(
    owner: Client, collection: Collection, said: str
) -> None:
    assert typed(owner, collection, said).status_code == 200
    assert owned(collection) == {}


def test_a_locked_collection_keeps_what_was_typed_in_the_field(
    owner: Client, collection: Collection
) -> None:
    set_locked(collection=collection, actor=collection.owner, locked=True)
    page = typed(owner, collection, "3x102")
    assert page.status_code == 423
    assert 'value="3x102"' in page.content.decode()
    assert owned(collection) == {}


def test_finishing_puts_the_lines_away_and_keeps_the_pieces(
    owner: Client, collection: Collection
) -> None:
    typed(owner, collection, "102")
    owner.post(at(collection, "keypad/finish/"))
    page = owner.get(at(collection, "keypad/"))
    assert page.context["lines"] == []
    assert owned(collection) == {"AOD-102": 1}


def test_a_product_is_written_down_and_added_whole(owner: Client, collection: Collection) -> None:
    fields = {"name": "Starter", "content": "AOD 125-134"}
    owner.post(at(collection, "keypad/products/"), fields)
    product = Product.objects.get()
    owner.post(at(collection, "keypad/enter/"), {"product": product.public_id})
    assert len(owned(collection)) == 10
    change = Change.objects.get()
    assert (change.source, change.label) == (Change.Source.PRODUCT, "Starter")
    owner.post(at(collection, f"keypad/products/{product.public_id}/delete/"))
    assert not Product.objects.exists()


def test_a_product_nobody_can_read_is_refused_with_what_was_typed(
    owner: Client, collection: Collection
) -> None:
    fields = {"name": "Starter", "content": "everything"}
    page = owner.post(at(collection, "keypad/products/"), fields)
    assert page.status_code == 422
    assert 'value="everything"' in page.content.decode()


def test_what_another_page_hands_on_stands_in_the_field(
    owner: Client, collection: Collection
) -> None:
    page = owner.get("/en/collection/keypad/?typed=2xAOD-102+AOD-033", follow=True)
    assert 'value="2xAOD-102 AOD-033"' in page.content.decode()


# --- Import ---------------------------------------------------------------------------------

TABLE = "set,number,count,name\nAOD,102,2,\nAOD,034,two,\n,,1,Hatchetman\n"


def test_an_import_is_looked_at_before_it_changes_anything(
    owner: Client, collection: Collection
) -> None:
    staged = handed_in(owner, collection, TABLE)
    page = owner.get(at(collection, f"import/{staged.public_id}/")).content.decode()
    assert "AOD,034,two," in page
    assert "“two” is not a whole number." in page
    assert "0 → 2" in page
    assert owned(collection) == {}
    answer = owner.post(at(collection, f"import/{staged.public_id}/finish/"), follow=True)
    assert "Imported: 1 piece changed." in answer.content.decode()
    assert owned(collection) == {"AOD-102": 2}
    number = Change.objects.get().number
    owner.post(at(collection, f"history/{number}/undo/"))
    assert owned(collection) == {}


def test_an_unclear_row_is_settled_on_the_page(owner: Client, collection: Collection) -> None:
    staged = handed_in(owner, collection, TABLE)
    row = staged.rows.get(outcome="unclear")
    address = at(collection, f"import/{staged.public_id}/rows/{row.pk}/")
    page = owner.post(address, {"other": "nonsense"}, follow=True)
    assert "is no set and number" in page.content.decode()
    owner.post(address, {"piece": "AOD-103"})
    owner.post(at(collection, f"import/{staged.public_id}/finish/"))
    assert owned(collection) == {"AOD-102": 2, "AOD-103": 1}


def test_a_wrong_row_is_mended_on_the_page(owner: Client, collection: Collection) -> None:
    table = "number,count,for_trade,date\nAOD-102,two,0,\nAOD-103,1,4,\n,1,0,2020-99-99\n"
    staged = handed_in(owner, collection, table)
    address = at(collection, f"import/{staged.public_id}/")
    page = owner.get(address).content.decode()
    fields = re.findall(r'name="cell-(\w+)" value="([^"]*)"', page)
    assert fields[:3] == [("count", "two"), ("count", "1"), ("for_trade", "4")]
    assert ("number", "") in fields[3:]
    bad, refused = staged.rows.get(line=2), staged.rows.get(line=3)
    page = owner.post(
        f"{address}rows/{bad.pk}/", {"cell-count": "many", "cell-nonsense": "2"}, follow=True
    ).content.decode()
    assert "“many” is not a whole number." in page
    owner.post(f"{address}rows/{bad.pk}/", {"cell-count": " 2 "})
    owner.post(f"{address}rows/{refused.pk}/", {"cell-count": "1", "cell-for_trade": "1"})
    assert owner.post(f"{address}rows/{bad.pk}/", {"cell-count": "9"}).status_code == 404
    owner.post(f"{address}finish/")
    assert owned(collection) == {"AOD-102": 2, "AOD-103": 1}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("number,count\nAOD-102,1\nAOD-103,1\naod 102,1\nAOD-103,2\n", ["2"]),
        ("number\nAOD-102\nAOD-102\n", []),
    ],
    ids=["with amounts", "a line for each piece"],
)
def test_a_row_written_twice_is_told(
    owner: Client, collection: Collection, table: str, told: list[str]
) -> None:
    staged = handed_in(owner, collection, table)
    page = owner.get(at(collection, f"import/{staged.public_id}/")).content.decode()
    assert re.findall("Line ([0-9]+) says the same; each is counted.", page) == told


def test_numbers_nobody_knows_are_taken_one_by_one_or_all(
    owner: Client, collection: Collection
) -> None:
    table = "number,count\nAOD-9999,1\nAOD-9999,2\nXYZ-1,1\nDA-12a,1\n"
    staged = handed_in(owner, collection, table)
    address = at(collection, f"import/{staged.public_id}/")
    page = owner.get(address).content.decode()
    assert "4 rows have numbers that nobody knows." in page
    assert "No row changes anything." in page and "Import nothing" in page
    assert 'button-primary">' not in page
    row = staged.rows.get(line=5)
    page = owner.post(f"{address}rows/{row.pk}/", {"other": "XYZ-2"}, follow=True).content.decode()
    assert "write XYZ-002! with the exclamation mark" in page
    owner.post(f"{address}rows/{row.pk}/", {"piece": "DA-012"})
    owner.post(f"{address}rows/{staged.rows.get(line=2).pk}/", {"as_written": "1"})
    owner.post(f"{address}finish/")
    assert owned(collection) == {"AOD-9999": 3, "DA-012": 1}
    staged = handed_in(owner, collection, table)
    owner.post(at(collection, f"import/{staged.public_id}/unlisted/"))
    owner.post(at(collection, f"import/{staged.public_id}/finish/"))
    assert owned(collection) == {"AOD-9999": 3, "DA-012": 1, "DA-12A": 1, "XYZ-001": 1}


def test_fewer_pieces_are_imported_only_when_ticked(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "3x102")
    staged = handed_in(owner, collection, "number,count\nAOD-102,2")
    address = at(collection, f"import/{staged.public_id}/")
    assert "leaves you fewer of a piece" in owner.get(address).content.decode()
    page = owner.post(f"{address}finish/", follow=True).content.decode()
    assert "Nothing was ticked, so nothing was imported." in page
    owner.post(f"{address}finish/", {"fewer": "on"})
    assert owned(collection) == {"AOD-102": 2}


def test_synchronising_removes_only_what_was_ticked(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "33")
    for fields, left in (({}, 2), ({"removals": "on"}, 1)):
        staged = handed_in(owner, collection, "number,count\nAOD-102,1", "sync")
        page = owner.get(at(collection, f"import/{staged.public_id}/?show=absent"))
        assert "AOD-033" in page.content.decode()
        owner.post(at(collection, f"import/{staged.public_id}/finish/"), fields)
        assert len(owned(collection)) == left


def test_importing_nothing_leaves_nothing(owner: Client, collection: Collection) -> None:
    staged = handed_in(owner, collection, TABLE)
    owner.post(at(collection, f"import/{staged.public_id}/drop/"))
    assert not StagedImport.objects.exists()
    assert owned(collection) == {}


def test_a_file_that_cannot_be_read_is_refused_in_words(
    owner: Client, collection: Collection
) -> None:
    file = SimpleUploadedFile("broken.xlsx", b"PK\x03\x04broken")
    page = owner.post(at(collection, "import/"), {"file": file, "mode": "set"})
    assert page.status_code == 422
    assert "This file is no workbook" in page.content.decode()
    page = owner.post(at(collection, "import/"), {"mode": "set"})
    assert "Choose a file or paste some text." in page.content.decode()


def test_reading_shows_how_far_it_is(
    owner: Client, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "LARGE", 1200)  # Larger ones are read beside the pages.
    rows = "\n".join(f"AOD,{number},1" for number in range(1, 1201))
    fields = {"text": f"set,number,count\n{rows}", "mode": "set"}
    page = owner.post(at(collection, "import/"), fields, follow=True)
    assert "Read 0 of 1200 rows" in page.content.decode()
    staged = StagedImport.objects.get()
    address = at(collection, f"import/{staged.public_id}/step/")
    part = owner.post(address, headers={"HX-Request": "true"})
    assert "Read 1000 of 1200 rows" in part.content.decode()


@pytest.mark.parametrize("rows", [5, 45])
def test_the_preview_takes_the_same_queries_for_any_table(
    owner: Client, collection: Collection, rows: int, django_assert_max_num_queries: Any
) -> None:
    text = "\n".join(f"AOD,{number},1" for number in range(1, rows + 1))
    staged = handed_in(owner, collection, f"set,number,count\n{text}")
    with django_assert_max_num_queries(9):
        owner.get(at(collection, f"import/{staged.public_id}/"))


@pytest.mark.parametrize("lines", [3, 28])
def test_the_keypad_takes_the_same_queries_for_any_session(
    owner: Client, collection: Collection, lines: int, django_assert_max_num_queries: Any
) -> None:
    for number in range(1, lines + 1):
        typed(owner, collection, str(number))
    with django_assert_max_num_queries(10):
        owner.get(at(collection, "keypad/"))


# --- Export ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["csv", "xlsx", "json", "moxfield.csv", "deckbox.csv"])
def test_every_file_is_sent_under_a_safe_name(
    owner: Client, collection: Collection, ending: str
) -> None:
    typed(owner, collection, "102")
    answer = owner.get(at(collection, f"export/{ending}"))
    assert answer.status_code == 200
    assert f'.{ending}"' in answer["Content-Disposition"]
    assert answer.content


def test_a_file_that_does_not_exist_is_not_found(owner: Client, collection: Collection) -> None:
    assert owner.get(at(collection, "export/exe")).status_code == 404


def test_the_table_has_the_names_of_the_catalogue(owner: Client, collection: Collection) -> None:
    typed(owner, collection, "2x102 CA-082 G-1")
    text = owner.get(at(collection, "export/csv")).content.decode("utf-8-sig")
    rows = {row["number"]: row for row in csv.DictReader(io.StringIO(text))}
    assert rows["102"]["name"] == "Hatchetman HCT-4F-M"
    assert rows["082"]["name"] == "ForestryMech MOD-B"
    assert rows["G-001"]["kind"] == "card"


def test_a_table_without_amounts_is_pointed_out(owner: Client, collection: Collection) -> None:
    staged = handed_in(owner, collection, "number,wanted,how much\nAOD-033,1,4")
    page = owner.get(at(collection, f"import/{staged.public_id}/"))
    assert "No column says how many you have" in page.content.decode()

    staged = handed_in(owner, collection, "Zestaw,Nr,Ile mam,Pudło\nAOD,33,4,Regał")
    page = owner.get(at(collection, f"import/{staged.public_id}/"))
    assert (staged.columns, staged.ignored) == (["count", "location", "number", "set"], [])
    assert "No column says how many you have" not in page.content.decode()


def test_the_columns_named_in_polish_are_understood(owner: Client, collection: Collection) -> None:
    page = owner.get(at(collection, "import/").replace("/en/", "/pl/")).content.decode()
    named = re.search("<code>(zestaw, .+?)</code>", page)
    assert named
    assert {OF_PIECES.get(simplified(each)) for each in named[1].split(", ")} == {*NAMES} - {
        "game",
        "set_name",
        "id",
        "rank",
        "faction",
    }


def test_a_starter_is_added_whole_at_one_press(owner: Client, collection: Collection) -> None:
    empty = owner.get(at(collection, "")).content.decode()
    assert 'value="starter-AOD"' in empty
    assert 'value="starter-AOD"' in owner.get(at(collection, "keypad/")).content.decode()

    owner.post(at(collection, "keypad/enter/"), {"product": "starter-AOD"})

    assert totals(collection).owned == 10
    [change] = collection.changes.all()
    assert (change.source, change.label) == (
        Change.Source.PRODUCT,
        "Starter of MechWarrior: Age of Destruction",
    )
    assert 'value="starter-AOD"' not in owner.get(at(collection, "")).content.decode()
    assert (
        owner.post(at(collection, "keypad/enter/"), {"product": "starter-XYZ"}).status_code == 404
    )
