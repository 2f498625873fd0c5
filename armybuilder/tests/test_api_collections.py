"""Collections through the API: as owner, editor, viewer, stranger, guest, and by tokens."""

import json
from typing import Any

import pytest

from armybuilder.groups.tests.test_api_groups import Program, refused, told
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import User
from collection.owning.models import Collection, Holding, Membership, Role
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")

ADD = {"do": "add", "set": "AOD", "number": "102", "count": 2}
SET = {"do": "set", "set": "AOD", "number": "102", "owned": 5}
LEND = {"do": "lend", "set": "AOD", "number": "102", "to": "Jan", "since": "2026-11-01"}


def program(user: User, *, writes: bool = True) -> Program:
    return Program(create_token(member=user, name="sync", days=30, may_write_collections=writes))


def other(name: str) -> User:
    return User.objects.create_user(f"{name}@example.org", "a long password")


@pytest.fixture
def shelf(member: User) -> Collection:
    return create_collection(owner=member, name="Shelf")


@pytest.fixture
def owner(member: User) -> Program:
    return program(member)


def path(shelf: Collection, more: str = "") -> str:
    return f"collections/{shelf.public_id}/{more}"


def change(asked: Program, shelf: Collection, *edits: Any, **headers: str) -> Any:
    return asked.ask("post", path(shelf, "changes/"), {"edits": list(edits)}, **headers)


def test_pieces_are_added_lent_returned_and_taken_back(owner: Program, shelf: Collection) -> None:
    made = told(change(owner, shelf, ADD, LEND), 201, "Made")
    assert made["pieces"][0]["owned"] == 2 and made["pieces"][0]["lent"] == 1
    piece = told(owner.ask("get", path(shelf, "pieces/AOD-102/")), 200, "WholePiece")
    [copy] = piece["copies"]
    assert copy["loans"][0]["to"] == "Jan"
    back = {"do": "return", "set": "AOD", "number": "102", "id": copy["id"], "on": "2026-11-02"}
    told(change(owner, shelf, back), 201)
    undone = told(owner.ask("post", path(shelf, "changes/2/undo/")), 201, "Made")
    assert undone["pieces"][0]["lent"] == 1
    refused(owner.ask("post", path(shelf, "changes/2/undo/")), 409)
    history = told(owner.ask("get", path(shelf, "changes/")), 200, "ChangePage")
    assert [each["number"] for each in history["results"]] == [3, 2, 1]
    assert history["results"][0]["undoes"] == 2
    whole = told(owner.ask("get", path(shelf, "changes/1/")), 200, "WholeChange")
    assert whole["lines"][0]["changes"]["plain"] == [None, 1]


def test_the_next_page_of_the_history_keeps_the_language(
    owner: Program, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("collection.owning.selectors.history.CHANGES_A_PAGE", 1)
    told(change(owner, shelf, ADD), 201)
    told(change(owner, shelf, ADD), 201)
    history = told(owner.ask("get", path(shelf, "changes/?lang=pl")), 200, "ChangePage")
    assert history["next"].endswith("changes/?lang=pl&before=2")


def test_a_stale_change_overwrites_nothing(owner: Program, shelf: Collection) -> None:
    told(change(owner, shelf, ADD), 201)
    refused(change(owner, shelf, SET), 428)
    told(change(owner, shelf, SET | {"seen": 1}), 201)
    stale = refused(change(owner, shelf, SET | {"seen": 1, "owned": 9}), 412)
    assert stale["pieces"][0] | {"owned": 5, "version": 2} == stale["pieces"][0]
    now = owner.ask("get", path(shelf))["ETag"]
    told(change(owner, shelf, SET | {"owned": 7}, **{"If-Match": now}), 201)
    assert refused(change(owner, shelf, SET, **{"If-Match": now}), 412)["version"] == 3
    assert Holding.objects.get().plain == 7


def test_a_bad_edit_is_named_and_none_is_made(owner: Program, shelf: Collection) -> None:
    less = ADD | {"count": -1}
    for edit, place in (
        (less, "$.edits[1]"),
        (ADD | {"count": "two"}, "$.edits[1].count"),
        (ADD | {"number": "…"}, "$.edits[1].number"),
        (LEND | {"to": "Jan\u0007"}, "$.edits[1].to"),
        (ADD | {"do": "burn"}, "$.edits[1].do"),
        (ADD | {"extra": 1}, "$.edits[1]"),
    ):
        good = ADD | {"number": "033"}
        said = refused(change(owner, shelf, good, edit), 422)
        assert said["problems"][0]["parameter"] == place
    for body in ("", "[", "null", '{"edits": []}', "[" * 100_000, b"\xff"):
        refused(owner.ask("post", path(shelf, "changes/"), body), 422)
    assert not Holding.objects.exists()


def test_a_locked_collection_stays(owner: Program, shelf: Collection) -> None:
    Collection.objects.update(locked=True)
    refused(change(owner, shelf, ADD), 409)


def test_pieces_come_in_pages_and_parts(owner: Program, shelf: Collection) -> None:
    edits = [ADD | {"number": f"{number:03}", "count": number % 3 + 1} for number in range(1, 31)]
    told(change(owner, shelf, *edits), 201)
    seen: list[str] = []
    address: str | None = path(shelf, "pieces/?limit=7")
    while address:
        page = told(owner.ask("get", address.partition("/api/v1/")[2] or address), 200)
        assert page["total"] == 30
        seen += [each["number"] for each in page["results"]]
        address = page["next"]
    assert seen == [f"{number:03}" for number in range(1, 31)]
    spare = told(owner.ask("get", path(shelf, "pieces/?show=spare")), 200, "OwnedPiecePage")
    assert spare["total"] == 20
    assert told(owner.ask("get", path(shelf, "pieces/?q=type:mech")))["total"] < 30
    refused(owner.ask("get", path(shelf, "pieces/?show=nothing")), 400)
    refused(owner.ask("get", path(shelf, "pieces/?colour=red")), 400)
    refused(owner.ask("get", path(shelf, "pieces/?after=%00")), 400)


def test_rows_are_previewed_imported_and_exported(owner: Program, shelf: Collection) -> None:
    rows = [
        {"set": "AOD", "number": 102, "Qty": 3, "colour": "red"},
        {"set": "AOD", "number": "033", "count": "many"},
    ]
    body = {"rows": rows, "preview": True}
    seen = told(owner.ask("post", path(shelf, "import/"), body), 200, "Import")
    assert [row["outcome"] for row in seen["rows"]] == ["new", "bad"]
    assert not Holding.objects.exists()
    done = told(owner.ask("post", path(shelf, "import/"), {"rows": rows}), 201, "Import")
    assert done["change"]["pieces"] == 1
    exported = owner.ask("get", path(shelf, "export.json"))
    [piece] = json.loads(exported.content)["pieces"]
    assert (piece["set"], piece["number"], piece["count"]) == ("AOD", "102", 3)
    again = told(owner.ask("post", path(shelf, "import/"), {"rows": rows[:1]}), 200)
    assert again["change"] is None
    refused(owner.ask("get", path(shelf, "export.exe")), 404)
    refused(owner.ask("post", path(shelf, "import/"), {"rows": [{"set": ["x"]}]}), 422)


def test_rows_that_cannot_be_are_told_and_left_out(owner: Program, shelf: Collection) -> None:
    rows = [
        {"id": "AOD-102", "count": 3},
        {"id": "AOD-O5", "count": 1},
        {"set": "AOD", "number": "033", "name": "Zeus", "count": 1},
        {"id": "AOD-034", "count": 3, "for_trade": 5},
    ]
    done = told(owner.ask("post", path(shelf, "import/"), {"rows": rows}), 201, "Import")
    assert [row["outcome"] for row in done["rows"]] == ["new", "unclear", "unclear", "refused"]
    assert done["rows"][1]["problem"] == "Line 2, “id”: The set AOD has no number “O5”."
    assert done["rows"][1]["near"] == ["AOD-005"]
    assert done["rows"][2]["near"][0] == "AOD-033"
    body = {"rows": [{"id": "AOD-102", "count": 2}, {"id": "AOD-O5", "count": 1}]}
    again = told(owner.ask("post", path(shelf, "import/"), body), 200, "Import")
    assert [row["outcome"] for row in again["rows"]] == ["fewer", "unclear"]
    assert again["change"] is None
    told(owner.ask("post", path(shelf, "import/"), body | {"lower": True}), 201, "Import")
    told(owner.ask("post", path(shelf, "import/"), body | {"take_unlisted": True}), 201, "Import")
    held = Holding.objects.values_list("number", "plain")
    assert dict(held) == {"102": 2, "O5": 1}


@pytest.mark.parametrize("who", ["owner", "editor", "viewer", "stranger", "reader", "guest"])
def test_who_reads_and_who_changes(member: User, shelf: Collection, who: str) -> None:
    user = member if who in ("owner", "reader") else other(who)
    if who in (Role.EDITOR, Role.VIEWER):
        Membership.objects.create(collection=shelf, user=user, role=who)
    asked = Program() if who == "guest" else program(user, writes=who != "reader")
    reads = {"stranger": 404, "guest": 401}.get(who, 200)
    for more in ("", "pieces/", "changes/", "export.csv"):
        assert asked.ask("get", path(shelf, more)).status_code == reads, more
    listed = asked.ask("get", "collections/")
    if who != "guest":
        assert len(told(listed)["results"]) == (who != "stranger")
    writes = {"owner": 201, "editor": 201, "viewer": 403, "stranger": 404, "reader": 403}
    assert change(asked, shelf, ADD).status_code == writes.get(who, 401)
    rows = {"rows": [{"set": "AOD", "number": "033", "count": 1}]}
    assert asked.ask("post", path(shelf, "import/"), rows).status_code == writes.get(who, 401)
    expected = 2 if who in ("owner", "editor") else 0
    assert Holding.objects.count() == expected


def test_a_token_for_groups_changes_no_collection(member: User, shelf: Collection) -> None:
    token = create_token(member=member, name="builder", days=30, may_write=True)
    refused(change(Program(token), shelf, ADD), 403)


@pytest.mark.parametrize(
    ("address", "body", "place"),
    [
        ("changes/", {"label": "a\0b", "edits": [ADD]}, "$.label"),
        ("changes/", {"edits": [ADD | {"variant": "gold\u200b"}]}, "$.edits[0].variant"),
        ("changes/", {"edits": [LEND | {"to": "\u202eJan"}]}, "$.edits[0].to"),
        ("import/", {"label": "a\0b", "rows": [{"number": "102"}]}, "$.label"),
        ("import/", {"rows": [{"number": "1\0"}]}, "$.rows[0].number"),
        ("import/", {"rows": [{"number": "1", "no\0tes": "x"}]}, "$.rows[0]"),
    ],
)
def test_no_text_of_a_body_hides_anything(
    owner: Program, shelf: Collection, address: str, body: Any, place: str
) -> None:
    said = refused(owner.ask("post", path(shelf, address), body), 422)
    assert said["problems"][0]["parameter"] == place


def test_half_a_letter_is_no_text(owner: Program, shelf: Collection) -> None:
    body = '{"label": "\\ud800", "edits": [{"do": "add", "set": "AOD", "number": "102"}]}'
    refused(owner.ask("post", path(shelf, "changes/"), body), 422)
